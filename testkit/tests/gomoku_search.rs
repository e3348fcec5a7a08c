//! Gomoku's search: the traps that others fell into, budgets, threads and the
//! experiment.

mod gomoku_play;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use gomoku_play::{Random, cell, position, searcher, tactics, to_depth, with_nodes};
use tesuji_core::gomoku::{Cell, Rule, Variant, naive};
use tesuji_core::{Game, Player};
use tesuji_solvers::Refusal;
use tesuji_solvers::gomoku::evaluate;
use tesuji_solvers::gomoku::search::experiment::{self, Board, Flat, Lines, Nested};
use tesuji_solvers::gomoku::search::naive::threats::{Class, wins};
use tesuji_solvers::gomoku::search::{Limits, Options, Score, Searcher};
use tesuji_solvers::gomoku::shapes::optimized::ShapeBoard;
use tesuji_testkit::oracle::gomoku_search::{counted_minimax, same_counts};

#[test]
fn a_four_that_must_be_blocked() {
    let position = position("15x15 freestyle", "h8h7i7g9h6g5g7i6g8f8f6e5f5j10i10i11k9h10j12l10");
    for depth in 1..=6 {
        assert_eq!(to_depth(&position, depth).best, Some(cell("e7")));
    }
    assert_eq!(with_nodes(&position, 1, 1).best, Some(cell("e7")));
}

#[test]
fn fives_along_the_edges_and_in_the_corners() {
    // Four in a row on each edge and one diagonal into a corner, turned.
    let cases = [
        ("a1 b1 c1 d1 | e5 f7 g9 i3", "e1"),
        ("l15 m15 n15 o15 | e5 f7 g9 i3", "k15"),
        ("a12 a13 a14 a15 | e5 f7 g9 i3", "a11"),
        ("o1 o2 o3 o4 | e5 f7 g9 i3", "o5"),
        ("b2 c3 d4 e5 | f6 f7 g9 i3", "a1"),
        ("b14 c13 d12 e11 | f10 f7 g9 i3", "a15"),
        ("n14 m13 l12 k11 | j10 f7 g9 i3", "o15"),
        ("n2 m3 l4 k5 | j6 f7 g9 i3", "o1"),
    ];
    for rule in Rule::ALL {
        for (stones, five) in cases {
            let position = position(&format!("15x15 {rule}"), stones);
            let report = to_depth(&position, 1);
            assert_eq!(
                (report.score, report.best),
                (Score::Win(1), Some(cell(five))),
                "{position}"
            );
            // And the other side stops it.
            let mut other = position.clone();
            other.set_to_move(Player::White);
            assert_eq!(to_depth(&other, 4).best, Some(cell(five)), "{other}");
        }
    }
}

#[test]
fn six_wins_in_freestyle_and_not_in_standard() {
    let stones = "c8 d8 e8 g8 h8 | a1 c3 e5 k12 o15";
    let six = to_depth(&position("15x15 freestyle", stones), 2);
    assert_eq!((six.score, six.best), (Score::Win(1), Some(cell("f8"))));
    for rule in ["standard", "renju", "hybrid", "caro-exact"] {
        let report = to_depth(&position(&format!("15x15 {rule}"), stones), 2);
        assert_ne!(report.score, Score::Win(1), "{rule}");
    }
    let caro = to_depth(&position("15x15 caro", "c8 d8 e8 g8 h8 | b8 i8 e5 k12 o15"), 2);
    assert_eq!((caro.score, caro.best), (Score::Win(1), Some(cell("f8"))));
}

#[test]
fn a_five_between_two_enemies_wins_no_caro() {
    let blocked = "c8 d8 e8 f8 | b8 h8 n12 o15";
    for rule in ["caro", "caro-exact"] {
        let report = to_depth(&position(&format!("15x15 {rule}"), blocked), 3);
        assert!(!matches!(report.score, Score::Win(1)), "{rule}");
        // The edge does not block.
        let edge = position(&format!("15x15 {rule}"), "a8 b8 c8 d8 | f8 h3 n12 o15");
        assert_eq!(to_depth(&edge, 1).score, Score::Win(1), "{rule}");
    }
    // One stone beyond the completion is as good as one on it.
    let four = position("15x15 caro", "c8 d8 e8 f8 h2 | b8 n12 o15 o3");
    let mut exact = Searcher::new(Options::exact());
    let limits = Limits { depth: Some(2), ..Limits::default() };
    let never = AtomicBool::new(false);
    for reply in ["g8", "h8"] {
        let mut position = four.clone();
        position.play_unchecked(cell(reply));
        assert!(!wins(&mut position, Class::Fours, 1), "{reply}");
        let report = exact.search(&position, &limits, &never, |_| ());
        assert!(matches!(report.score, Score::Value(_)), "{reply}");
    }
    assert!(matches!(to_depth(&four, 4).score, Score::Value(_)));
}

#[test]
fn a_lost_renju_game_is_played_on() {
    // White makes five next, and the one cell that stops it is forbidden.
    let position = position("15x15 renju", "h8g6f6g5f7g4h7g3g2a1");
    assert!(position.forbidden(cell("g7")).is_some());
    for report in [to_depth(&position, 6), with_nodes(&position, 5_000, 1)] {
        assert_eq!(report.score, Score::Loss(2));
        assert!(position.is_legal(report.best.expect("the game goes on")));
    }
}

#[test]
fn a_forbidden_point_stops_nothing() {
    // White's four on g6 can be stopped on g7 alone, which is forbidden.
    let before = position("15x15 renju", "h8 f6 f7 h7 g2 | g5 g4 g3 a1");
    for depth in 1..=5 {
        let report = to_depth(&before, depth);
        assert_eq!((report.score, report.best), (Score::Win(3), Some(cell("g6"))), "{depth}");
    }
    // Two forbidden points, of which White can take but one, would be Black's
    // best replies: minimax and the exact search leave them out, and agree.
    let stones = "h8 f6 f7 h7 m13 k11 k12 m12 o4 | a1 c1 o1 a15 c15 e15 a8 o8";
    let reply = position("15x15 renju", stones);
    for point in ["g7", "l12"] {
        assert!(reply.forbidden(cell(point)).is_some());
    }
    let mut exact = Searcher::new(Options::exact());
    let limits = Limits { depth: Some(2), ..Limits::default() };
    let report = exact.search(&reply, &limits, &AtomicBool::new(false), |_| ());
    let (score, best) = counted_minimax(&reply, 2);
    assert_eq!(report.score, score);
    assert!(best.contains(&report.best.expect("a move")));
}

/// The clause that a three's next stone may make no five, and a thousand
/// positions with all their forbidden points, asked of the search's own board.
#[test]
fn the_searchs_board_knows_forbidden_points() {
    let clause = position(
        "15x15 renju",
        "e10 f9 h9 f8 i8 g7 h7 g6 g5 g4 | a1 a3 a5 a7 a9 a11 a13 a15 c1 c15",
    );
    assert!(!ShapeBoard::from(&clause).forbids(cell("h8")));
    let text = include_str!("../data/renju-forbidden.txt");
    let mut points = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [black, white, forbidden] = fields[..] else { panic!("{line}") };
        let mut position = naive::Board::new(Variant::standard_size(Rule::Renju));
        for (stones, player) in [(black, Player::Black), (white, Player::White)] {
            for stone in stones.split_whitespace() {
                position.set(cell(stone), Some(player));
            }
        }
        let mut board = ShapeBoard::from(&position);
        let mut found: Vec<Cell> = position.variant().cells().collect();
        found.retain(|&cell| position.get(cell).is_none() && board.forbids(cell));
        let mut known: Vec<Cell> =
            forbidden.split_whitespace().filter(|&c| c != "-" && c != "none").map(cell).collect();
        known.sort_unstable();
        assert_eq!(found, known, "{line}");
        points += known.len();
    }
    assert!(points > 1_000, "{points}");
}

#[test]
fn a_hopeless_position_is_defended_as_long_as_possible() {
    // White to move: black has an open four (nothing helps), and then an open
    // three beside another one: white has fours of its own to put it off.
    let lost = position("15x15 freestyle", "f8 g8 h8 i8 | f7 g7 a1");
    let report = to_depth(&lost, 6);
    assert_eq!(report.score, Score::Loss(2));
    assert!([cell("e8"), cell("j8")].contains(&report.best.expect("a move")));
    let two = position("15x15 freestyle", "f8 g8 h8 j10 j11 j12 | a1 b1 c1 o15 n3");
    let report = to_depth(&two, 8);
    // d1 or e1 first: black must answer that four before it wins.
    let Score::Loss(plies) = report.score else { panic!("{}", report.score) };
    assert!(plies > 4, "lost in {plies}, with a four to play first");
    assert!([cell("d1"), cell("e1")].contains(&report.best.expect("a move")));
}

#[test]
fn a_full_board_is_a_draw() {
    let mut random = Random(3);
    let variant = Variant::new(4, 3, 5, Rule::Freestyle).expect("a board");
    let mut board = random.position(variant, 11);
    for depth in 1..=4 {
        let report = to_depth(&board, depth);
        assert_eq!(report.score, Score::Value(0));
        assert_eq!(report.best, board.legal_moves().first().copied());
    }
    board.play_unchecked(board.legal_moves()[0]);
    let report = to_depth(&board, 4);
    assert_eq!((report.score, report.best, report.nodes), (Score::Value(0), None, 0));
}

#[test]
fn a_finished_game_has_no_best_move() {
    let won = position("15x15 freestyle", "h8a1i8a2j8a3k8a4l8");
    let report = to_depth(&won, 4);
    assert_eq!((report.score, report.best), (Score::Loss(0), None));
}

#[test]
fn the_first_move_and_boards_of_every_size() {
    for (width, height) in [(3, 3), (3, 30), (30, 3), (15, 15), (19, 20), (30, 30)] {
        for rule in Rule::ALL {
            for k in 3..=6 {
                let Ok(variant) = Variant::new(width, height, k, rule) else { continue };
                let mut board = naive::Board::new(variant);
                for _ in 0..6 {
                    if board.outcome().is_some() {
                        break;
                    }
                    let best = with_nodes(&board, 200, 1).best.expect("the game goes on");
                    assert!(board.is_legal(best), "{best} in {board}");
                    board.play_unchecked(best);
                }
                same_counts(&board, &mut ShapeBoard::from(&board));
            }
        }
    }
}

#[test]
fn a_search_repeats() {
    let position = position("15x15 freestyle", "h8g7f6g8g9");
    let runs = [(); 2].map(|()| to_depth(&position, 8));
    assert_eq!(runs[0].nodes, runs[1].nodes);
    assert_eq!((runs[0].best, &runs[0].pv), (runs[1].best, &runs[1].pv));
    // A changed search says so here.
    assert_eq!(runs[0].nodes, NODES_OF_EIGHT_PLIES);
    let mut searcher = searcher();
    let limits = Limits { depth: Some(8), ..Limits::default() };
    let never = AtomicBool::new(false);
    let first = searcher.search(&position, &limits, &never, |_| ());
    searcher.clear();
    let again = searcher.search(&position, &limits, &never, |_| ());
    assert_eq!((first.nodes, first.best), (again.nodes, again.best));
}

/// Nodes of eight plies on `h8g7f6g8g9`, table 1 MiB.
const NODES_OF_EIGHT_PLIES: u64 = 5_084;

#[test]
fn budgets_are_kept() {
    let position = position("15x15 standard", "h8h9h6i10i6i9g9g8j11i7");
    for nodes in [1, 2, 100, 5_000] {
        assert_eq!(with_nodes(&position, nodes, 1).nodes, nodes);
    }
    assert_eq!(to_depth(&position, 3).depth, 3);
    // A flag that is up before the start, and one raised on the way.
    let stop = AtomicBool::new(true);
    let report = searcher().search(&position, &Limits::default(), &stop, |_| ());
    assert!(report.nodes <= 512, "{} nodes", report.nodes);
    assert!(position.is_legal(report.best.expect("a move")));
    let stop = AtomicBool::new(false);
    let mut at = 0;
    let report = searcher().search(&position, &Limits::default(), &stop, |report| {
        if report.depth == 6 {
            at = report.nodes;
            stop.store(true, Relaxed);
        }
    });
    assert!(at > 0 && report.nodes - at <= 512, "{} nodes after the flag", report.nodes - at);
    assert_eq!(report.depth, 6);
    let limits = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
    let report = searcher().search(&position, &limits, &AtomicBool::new(false), |_| ());
    assert!(report.nodes <= 512 && report.best.is_some());
}

#[test]
fn every_iteration_is_reported() {
    let position = position("15x15 freestyle", "h8g7f6g8g9");
    let limits = Limits { depth: Some(7), ..Limits::default() };
    let mut reports = Vec::new();
    let last = searcher().search(&position, &limits, &AtomicBool::new(false), |report| {
        reports.push(report.clone());
    });
    assert_eq!(reports.iter().map(|r| r.depth).collect::<Vec<_>>(), (1..=7).collect::<Vec<_>>());
    assert!(reports.is_sorted_by_key(|r| r.nodes));
    assert_eq!(reports.last().map(|r| (r.best, r.score)), Some((last.best, last.score)));
    for report in &reports {
        // The line can be played, and begins with the best move.
        assert_eq!(report.pv.first().copied(), report.best);
        let mut board = position.clone();
        for &mv in &report.pv {
            board = board.play(mv).expect("the line is legal");
        }
    }
}

#[test]
fn two_threads_agree_on_what_is_decided() {
    for line in tactics().iter().filter(|line| line.truth.starts_with("fours")).step_by(3) {
        let mut two =
            Searcher::new(Options { threads: 2, table_bytes: 1 << 20, ..Options::default() });
        let limits = Limits { depth: Some(10), ..Limits::default() };
        let report = two.search(&line.position, &limits, &AtomicBool::new(false), |_| ());
        assert!(matches!(report.score, Score::Win(_)), "{} {}", line.truth, line.position);
    }
}

#[test]
fn threads_keep_budgets_and_report_each_iteration_once() {
    let position = position("15x15 standard", "h8h9h6i10i6i9g9g8j11i7");
    for threads in [2, 3] {
        let options = Options { threads, table_bytes: 1 << 20, ..Options::default() };
        // Each thread looks at the sum every 512 nodes.
        let late = 512 * threads as u64;
        for nodes in [1, 2_000, 40_000] {
            let report = with_nodes(&position, nodes, threads);
            assert!(report.nodes <= nodes + late, "{} nodes of {nodes}", report.nodes);
            assert!(position.is_legal(report.best.expect("a move")));
        }
        let stop = AtomicBool::new(true);
        let report = Searcher::new(options).search(&position, &Limits::default(), &stop, |_| ());
        assert!(report.nodes <= late, "{} nodes", report.nodes);
        assert!(position.is_legal(report.best.expect("a move")));
        let mut reports = Vec::new();
        let stop = AtomicBool::new(false);
        let last = Searcher::new(options).search(&position, &Limits::default(), &stop, |report| {
            reports.push(report.clone());
            if report.depth >= 9 {
                stop.store(true, Relaxed);
            }
        });
        let depths: Vec<u32> = reports.iter().map(|report| report.depth).collect();
        assert!(depths.len() >= 9, "{depths:?}");
        assert_eq!(depths, (1..=depths.len() as u32).collect::<Vec<_>>());
        assert_eq!(last.depth, depths[depths.len() - 1]);
        for report in reports.iter().chain([&last]) {
            assert_eq!(report.pv.first().copied(), report.best);
            let mut board = position.clone();
            for &mv in &report.pv {
                board = board.play(mv).expect("the line is legal");
            }
        }
    }
}

#[test]
fn the_experiment_agrees_on_three_boards() {
    let mut random = Random(9);
    for stones in [0, 5, 12, 40, 120] {
        let position = random.position(Variant::default(), stones);
        let plies = if stones == 0 { 2 } else { 3 };
        fn run<B: Board>(position: &naive::Board, plies: u32) -> experiment::Outcome {
            let mut board = B::set_up(position).expect("freestyle");
            let value = board.value(position.to_move());
            assert_eq!(value, evaluate::naive::evaluate(position), "{position}");
            experiment::search(&mut board, position.to_move(), plies)
        }
        let outcome = run::<Lines>(&position, plies);
        assert_eq!(run::<Flat>(&position, plies), outcome, "{position}");
        assert_eq!(run::<Nested>(&position, plies), outcome, "{position}");
        assert!(outcome.nodes >= 100);
    }
    let renju = naive::Board::new(Variant::standard_size(Rule::Renju));
    assert!(matches!(Lines::set_up(&renju), Err(Refusal::Invalid(_))));
    assert!(matches!(Nested::set_up(&renju), Err(Refusal::Invalid(_))));
}
