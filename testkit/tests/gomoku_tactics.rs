//! What gomoku's search finds, against minimax and against the truth of a set
//! of tactical positions.

mod gomoku_play;

use std::sync::atomic::AtomicBool;

use gomoku_play::{Random, Tactic, cell, searcher, tactics, to_depth, with_nodes};
use tesuji_core::gomoku::{Cell, Rule, Variant, naive};
use tesuji_core::{Game, Outcome};
use tesuji_solvers::gomoku::search::naive::minimax;
use tesuji_solvers::gomoku::search::naive::threats::{Class, least_win, wins};
use tesuji_solvers::gomoku::search::{Limits, Options, Score, Searcher};
use tesuji_testkit::oracle::gomoku_search::{counted_minimax, misses_nothing, played_out};

#[test]
fn small_games_are_solved() {
    // Literature: 3,3,3 is a draw, 4,3,3 a win for the first player.
    for (width, height, score) in [(3, 3, None), (4, 3, Some(true))] {
        let variant = Variant::new(width, height, 3, Rule::Freestyle).expect("a board");
        let board = naive::Board::new(variant);
        let mut exact = Searcher::new(Options::exact());
        let limits = Limits { depth: Some(u32::from(width * height)), ..Limits::default() };
        let report = exact.search(&board, &limits, &AtomicBool::new(false), |_| ());
        match score {
            None => assert_eq!(report.score, Score::Value(0)),
            Some(_) => assert!(matches!(report.score, Score::Win(_)), "{}", report.score),
        }
    }
}

#[test]
fn the_exact_search_equals_minimax() {
    let mut random = Random(1);
    let never = AtomicBool::new(false);
    let mut decided = 0;
    // Width, height, k, stones, depth, positions; the naive minimax takes the
    // first ones, the counted one the others.
    let cases = [
        (4, 4, 3, 9, 4, 12, true),
        (5, 4, 4, 13, 4, 12, true),
        (5, 5, 4, 17, 4, 12, true),
        (6, 5, 5, 22, 4, 8, true),
        (7, 6, 5, 24, 4, 16, false),
        (6, 6, 4, 18, 4, 16, false),
        (7, 7, 5, 24, 4, 4, false),
        (8, 8, 6, 40, 4, 4, false),
        (9, 9, 5, 30, 3, 4, false),
        (15, 15, 5, 40, 2, 6, false),
        (30, 30, 5, 60, 1, 4, false),
    ];
    for (width, height, k, stones, depth, count, by_rules) in cases {
        for rule in Rule::ALL {
            let Ok(variant) = Variant::new(width, height, k, rule) else { continue };
            for _ in 0..count / if by_rules { 1 } else { 2 } {
                let position = random.position(variant, stones);
                let (score, best) = if by_rules {
                    minimax(&position, depth)
                } else {
                    counted_minimax(&position, depth)
                };
                let mut exact = Searcher::new(Options::exact());
                let limits = Limits { depth: Some(depth), ..Limits::default() };
                let report = exact.search(&position, &limits, &never, |_| ());
                assert_eq!(report.score, score, "depth {depth} of {position}");
                assert!(best.contains(&report.best.expect("a move")), "{position}");
                decided += u32::from(!matches!(score, Score::Value(_)));
                for shallow in 1..=depth {
                    let (score, _) = counted_minimax(&position, shallow);
                    misses_nothing(&position, score, depth, &mut searcher());
                    misses_nothing(&position, score, shallow, &mut searcher());
                }
            }
        }
    }
    assert!(decided > 20, "only {decided} positions were decided");
}

/// How the game ends within four plies, by trying everything: a win in three is
/// a four that no reply stops, a loss in four a threat of it after every move.
fn end_in_four(position: &naive::Board) -> Option<Score> {
    let mut board = position.clone();
    for moves in 1..=2 {
        if wins(&mut board, Class::Fours, moves) {
            return Some(Score::Win(2 * moves - 1));
        }
    }
    let mut plies = 2;
    for mv in position.legal_moves() {
        board.play_unchecked(mv);
        let moves = (1..=2).find(|&moves| wins(&mut board, Class::Fours, moves));
        board.undo(mv, ());
        plies = plies.max(2 * moves?);
    }
    Some(Score::Loss(plies))
}

/// No depth loses a win in three or a loss in four, nor makes one up, on
/// crowded 15x15 boards under every rule.
#[test]
fn no_depth_loses_a_forced_end() {
    let mut random = Random(21);
    for rule in Rule::ALL {
        let variant = Variant::standard_size(rule);
        let caro = matches!(rule, Rule::Caro | Rule::CaroExact);
        let mut met = [0; 5];
        let mut tried = 0;
        while met.iter().skip(2).any(|&count| count == 0) || tried < 12 {
            tried += 1;
            assert!(tried < 4_000, "{rule}: {met:?}");
            let stones = 12 + random.below(16);
            let mut board = naive::Board::new(variant);
            while board.stones().len() < stones {
                let (column, row) = (4 + random.below(7) as u8, 4 + random.below(7) as u8);
                let mv = Cell::new(column, row).expect("on the board");
                // No one overlooks a row of his own, so that ends are not all in one.
                if board.is_legal(mv) && !wins(&mut board, Class::Fours, 1) {
                    board.play_unchecked(mv);
                } else if random.below(40) == 0 {
                    board = naive::Board::new(variant);
                }
            }
            if board.outcome().is_some() {
                continue;
            }
            let end = end_in_four(&board);
            let kind = match end {
                None => 0,
                Some(Score::Win(plies) | Score::Loss(plies)) => plies as usize,
                Some(Score::Value(_)) => unreachable!("an end is decided"),
            };
            met[kind] += 1;
            if met[kind] > 12 {
                continue;
            }
            for depth in 1..=4 {
                let report = to_depth(&board, depth);
                let found = report.score;
                if found == Score::Win(5) {
                    let best = report.best.expect("a move");
                    let after = board.clone().play(best).expect("a legal move");
                    let lost = matches!(end_in_four(&after), Some(Score::Loss(_)));
                    assert!(lost, "{best} at depth {depth} of {board}");
                }
                match end {
                    Some(end) if !caro || depth >= kind as u32 => {
                        assert_eq!(found, end, "depth {depth} of {board}");
                    }
                    Some(_) => (),
                    None => assert!(
                        !matches!(found, Score::Win(..=3) | Score::Loss(..=4)),
                        "{found} at depth {depth} of {board}"
                    ),
                }
            }
        }
    }
}

/// The truths again, as far as seconds go: all wins by fours, that fours alone do
/// not do where threes are called for, all draws; one in four of the wins by
/// threes in three moves, and one in five of the only defences.
#[test]
fn the_tactical_set_is_true() {
    for (i, Tactic { truth, position }) in tactics().into_iter().enumerate() {
        let (kind, rest) = truth.split_once(' ').unwrap_or((&truth, ""));
        match kind {
            "fours" => {
                let moves = rest.parse().expect("a number");
                assert_eq!(least_win(&position, Class::Fours, moves), Some(moves), "{position}");
            }
            "threes" => {
                let moves: u32 = rest.parse().expect("a number");
                assert_eq!(least_win(&position, Class::Fours, moves), None, "{position}");
                if moves <= 3 && i % 4 == 0 {
                    assert_eq!(least_win(&position, Class::Threes, 3), Some(3), "{position}");
                }
            }
            "only" if i % 5 != 0 => (),
            "only" => {
                let only = cell(rest);
                for mv in position.legal_moves() {
                    let mut after = position.clone();
                    after.play_unchecked(mv);
                    let lost = least_win(&after, Class::Fours, 7).is_some();
                    assert_eq!(lost, mv != only, "{mv} in {position}");
                }
            }
            "draw" => assert_eq!(played_out(&position), Outcome::Draw, "{position}"),
            _ => panic!("{truth}"),
        }
    }
}

/// At least 95 % of the set within the nodes that one second allows, with one
/// thread and with two.
#[test]
fn the_tactical_set_is_answered() {
    let tactics = tactics();
    assert!(tactics.len() >= 60);
    for threads in [1, 2] {
        let mut wrong = Vec::new();
        for Tactic { truth, position } in &tactics {
            let report = with_nodes(position, 300_000, threads);
            let right = match truth.split_once(' ') {
                Some(("only", only)) => report.best == Some(cell(only)),
                Some(_) => matches!(report.score, Score::Win(_)),
                None => matches!(report.score, Score::Value(_)),
            };
            if !right {
                wrong.push(format!("{truth}: {:?} {} in {position}", report.best, report.score));
            }
        }
        println!("{threads} threads: {} of {} wrong", wrong.len(), tactics.len());
        assert!(wrong.len() * 20 <= tactics.len(), "{threads} threads: {wrong:#?}");
    }
}
