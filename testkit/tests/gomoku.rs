//! Truths of gomoku's rules: published vectors, counts, and the positions that
//! other programs get wrong.

use tesuji_core::gomoku::{Cell, Forbidden, Rule, Symmetry, Variant, lines, naive, parse};
use tesuji_core::lines::{Direction, Geometry, Lines};
use tesuji_core::{Game, Outcome, Player, perft};
use tesuji_testkit::generate::gomoku as generate;

fn cell(text: &str) -> Cell {
    text.parse().expect("a cell")
}

fn cells(list: &str) -> Vec<Cell> {
    let mut cells: Vec<Cell> = list.split_whitespace().map(cell).collect();
    cells.sort_unstable();
    cells
}

fn on_15(rule: Rule, text: &str) -> naive::Board {
    parse(text, Variant::standard_size(rule), None).expect("a position")
}

fn both_outcomes(board: &naive::Board) -> Option<Outcome> {
    let outcome = board.outcome();
    assert_eq!(lines::Board::from(board).outcome(), outcome, "{board:#}");
    outcome
}

/// A thousand positions with all their forbidden points, by both roads.
#[test]
fn forbidden_points_of_the_vectors() {
    let vectors = include_str!("../data/renju-forbidden.txt");
    let renju = Variant::standard_size(Rule::Renju);
    let (mut positions, mut points) = (0, 0);
    for line in vectors.lines().filter(|line| !line.starts_with('#')) {
        let (stones, wanted) = line.rsplit_once('|').expect("three fields");
        let board = parse(stones, renju, Some(Player::Black)).expect(line);
        let wanted = if wanted.trim() == "-" { Vec::new() } else { cells(wanted) };
        assert_eq!(board.forbidden_points(), wanted, "by definition: {line}");
        assert_eq!(lines::Board::from(&board).forbidden_points(), wanted, "by lookup: {line}");
        positions += 1;
        points += wanted.len();
    }
    assert_eq!((positions, points), (1000, 1209));
}

/// Twenty thousand thickets of stones, the reasons compared too.
#[test]
fn forbidden_points_of_random_positions() {
    let mut state = 2_u64;
    let mut reasons = [0_u32; 3];
    let variant = Variant::standard_size(Rule::Renju);
    for _ in 0..20_000 {
        // Black and white stones in a square of eight, as xorshift64 falls.
        let mut random = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        let (left, bottom) = ((random() % 8) as u8, (random() % 8) as u8);
        let (black, white) = (2 + random() % 6, random() % 5);
        let mut board = naive::Board::new(variant);
        for column in left..left + 8 {
            for row in bottom..bottom + 8 {
                let at = Cell::new(column, row).expect("on the board");
                match random() >> 20 & 15 {
                    v if v < black => board.set(at, Some(Player::Black)),
                    v if v < black + white => board.set(at, Some(Player::White)),
                    _ => {}
                }
            }
        }
        let fast = lines::Board::from(&board);
        for at in variant.cells() {
            let why = board.forbidden(at);
            assert_eq!(fast.forbidden(at), why, "{at} in\n{board:#}");
            if let Some(why) = why {
                reasons[why as usize] += 1;
            }
        }
    }
    // Each reason was met often enough to be compared at all.
    assert!(reasons.iter().all(|&count| count > 5_000), "{reasons:?}");
}

/// The straight four that would prove a three would make a five as well, or is
/// forbidden itself: then the line is no three.
#[test]
fn a_three_needs_a_straight_four_that_may_be_played() {
    let board = on_15(Rule::Renju, "e10 f9 h9 f8 i8 g7 h7 g6 g5 g4 | w");
    let h8 = cell("h8");
    assert_eq!(board.forbidden(h8), None);
    assert_eq!(lines::Board::from(&board).forbidden(h8), None);
    // g8 would make the row's straight four, and a five on g4 to g8. Without
    // those stones, and e10, it makes only that four: then both lines are threes.
    let board = on_15(Rule::Renju, "f9 h9 f8 i8 g7 h7 | w");
    assert_eq!(board.forbidden(h8), Some(Forbidden::DoubleThree));
    assert_eq!(lines::Board::from(&board).forbidden(h8), Some(Forbidden::DoubleThree));
}

/// Why a point is forbidden, one position a reason; and five before all.
#[test]
fn each_reason_is_met() {
    let board = on_15(Rule::Renju, "a1 b1 c1 e1 f1 f8 g8 h8 j8 k8 l8 k12 l12 m10 m11 | w");
    for (at, why) in [
        ("d1", Some(Forbidden::Overline)),
        ("i8", Some(Forbidden::Overline)),
        ("m12", Some(Forbidden::DoubleThree)),
        ("o15", None),
    ] {
        assert_eq!(board.forbidden(cell(at)), why, "{at} in\n{board:#}");
        assert_eq!(lines::Board::from(&board).forbidden(cell(at)), why, "{at}");
    }
    // Two fours on two lines; a straight four, which is one.
    let board = on_15(Rule::Renju, "f8 g8 h8 i5 i6 i7 | w");
    for (at, why) in [("i8", Some(Forbidden::DoubleFour)), ("i4", None)] {
        assert_eq!(board.forbidden(cell(at)), why, "{at} in\n{board:#}");
        assert_eq!(lines::Board::from(&board).forbidden(cell(at)), why, "{at}");
    }
    // Two fours on one line.
    let board = on_15(Rule::Renju, "e8 g8 h8 k8 | w");
    assert_eq!(board.forbidden(cell("i8")), Some(Forbidden::DoubleFour), "{board:#}");
    assert_eq!(lines::Board::from(&board).forbidden(cell("i8")), Some(Forbidden::DoubleFour));
    // A five wins, overline on another line or not.
    let board = on_15(Rule::Renju, "a1 b1 c1 d1 e2 e3 e4 e5 e6 | w");
    assert_eq!(board.forbidden(cell("e1")), None);
    assert_eq!(lines::Board::from(&board).forbidden(cell("e1")), None);
    // White and the other rules know no forbidden points.
    let board = on_15(Rule::Hybrid, "a1 b1 c1 e1 f1 | w");
    assert_eq!(board.forbidden(cell("d1")), None);
    assert_eq!(lines::Board::from(&board).forbidden_points(), []);
}

/// Black's only block is a forbidden point: any legal move answers.
#[test]
fn the_only_block_is_forbidden() {
    let board = on_15(Rule::Renju, "h8g6f6g5f7g4h7g3g2a1");
    let fast = lines::Board::from(&board);
    assert_eq!(both_outcomes(&board), None);
    let g7 = cell("g7");
    assert_eq!(board.forbidden(g7), Some(Forbidden::DoubleThree));
    assert_eq!(fast.forbidden(g7), Some(Forbidden::DoubleThree));
    assert!(!board.is_legal(g7) && !fast.is_legal(g7));
    assert!(fast.makes_five(g7, Player::White));
    assert_eq!(fast.legal_moves().len(), 225 - 10 - fast.forbidden_points().len());
    let refused = on_15_error(Rule::Renju, "h8g6f6g5f7g4h7g3g2a1g7");
    assert_eq!(refused, "line 1, column 21: g7 is forbidden: double-three");
}

fn on_15_error(rule: Rule, text: &str) -> String {
    parse(text, Variant::standard_size(rule), None).expect_err(text).to_string()
}

/// Black with none but forbidden points left has lost; with no point at all it
/// is a draw.
#[test]
fn only_forbidden_points_left() {
    let variant = Variant::new(15, 3, 5, Rule::Renju).expect("a board");
    // Every cell but d1, where black would make six.
    let mut board = naive::Board::new(variant);
    for (i, at) in variant.cells().enumerate() {
        let black = at.row() == 0 && at.column() < 6 || at.row() > 0 && i % 2 == 0;
        board.set(at, Some(if black { Player::Black } else { Player::White }));
    }
    // Rows of white stones on row 1 right of it, broken up.
    for at in ["j1", "n1"] {
        board.set(cell(at), Some(Player::Black));
    }
    board.set(cell("d1"), None);
    assert!(!board.wins(Player::White) && !board.wins(Player::Black), "{board:#}");
    assert_eq!(both_outcomes(&board), Some(Outcome::Win(Player::White)), "{board:#}");
    assert!(board.legal_moves().is_empty() && lines::Board::from(&board).legal_moves().is_empty());
    board.set_to_move(Player::White);
    assert_eq!(both_outcomes(&board), None);
    board.set(cell("d1"), Some(Player::White));
    board.set_to_move(Player::Black);
    assert_eq!(both_outcomes(&board), Some(Outcome::Draw));
}

/// Who wins with five and six, in the open, at the edge and blocked, under
/// every rule: black rows, then the same rows white.
#[test]
fn rows_that_win() {
    // freestyle, standard, renju, hybrid, caro, caro-exact; 0 for no win.
    let cases = [
        ("c8 d8 e8 f8 g8", "", [1, 1, 1, 1, 1, 1]),
        ("c8 d8 e8 f8", "", [0; 6]),
        ("c8 d8 e8 f8 g8 h8", "", [1, 0, 0, 0, 1, 0]),
        ("c8 d8 e8 f8 g8 h8 i8", "", [1, 0, 0, 0, 1, 0]),
        ("c8 d8 e8 f8 g8", "b8", [1, 1, 1, 1, 1, 1]),
        ("c8 d8 e8 f8 g8", "b8 h8", [1, 1, 1, 1, 0, 0]),
        ("c8 d8 e8 f8 g8", "a8 i8", [1, 1, 1, 1, 1, 1]),
        ("c8 d8 e8 f8 g8 h8", "b8 i8", [1, 0, 0, 0, 1, 0]),
        ("a8 b8 c8 d8 e8", "", [1; 6]),
        ("a8 b8 c8 d8 e8", "f8", [1; 6]),
        ("k1 l1 m1 n1 o1", "j1", [1; 6]),
        ("o11 o12 o13 o14 o15", "o10", [1; 6]),
        ("a11 b12 c13 d14 e15", "", [1; 6]),
        ("k1 l2 m3 n4 o5", "", [1; 6]),
        ("a5 b4 c3 d2 e1", "", [1; 6]),
        ("k15 l14 m13 n12 o11", "", [1; 6]),
        ("a1 b2 c3 d4 e5", "f6", [1; 6]),
        ("k11 l12 m13 n14 o15", "j10", [1; 6]),
        ("k5 l4 m3 n2 o1", "j6", [1; 6]),
        ("a1 b1 c1 d1 o1", "", [0; 6]),
        // Cells that follow one another in memory, but not on a line.
        ("m8 n8 o8 a9 b9", "", [0; 6]),
        ("d13 d14 d15 e1 e2", "", [0; 6]),
    ];
    for (row, others, wins) in cases {
        let freestyle = wins[0];
        for (rule, wins) in Rule::ALL.into_iter().zip(wins) {
            for player in Player::BOTH {
                let mut board = naive::Board::new(Variant::standard_size(rule));
                cells(row).into_iter().for_each(|at| board.set(at, Some(player)));
                cells(others).into_iter().for_each(|at| board.set(at, Some(player.other())));
                // White under renju and hybrid wins as in freestyle.
                let free = matches!(rule, Rule::Renju | Rule::Hybrid) && player == Player::White;
                let wanted = if free { freestyle } else { wins } == 1;
                assert_eq!(board.wins(player), wanted, "{player}, {rule}:\n{board:#}");
                let fast = lines::Board::from(&board);
                assert_eq!(fast.wins(player), wanted, "{player}, {rule}:\n{board:#}");
                assert!(!fast.wins(player.other()));
                assert_eq!(fast.winner(), wanted.then_some(player));
                // The last stone of the row, put there by play.
                let last = *cells(row).last().expect("a row");
                let mut before = fast.clone();
                before.set(last, None);
                if before.winner().is_none() {
                    assert_eq!(before.makes_five(last, player), wanted, "{player}, {rule}, {last}");
                }
            }
        }
    }
}

/// The faults of a published version of the line masks: the ten cells of 15x15
/// with column + row above 26, which lie on no anti-diagonal, write nowhere.
#[test]
fn cells_without_an_anti_diagonal_touch_no_other_line() {
    let geometry = Geometry::get(15, 15, 5);
    let outside: Vec<Cell> = Variant::default()
        .cells()
        .filter(|at| u32::from(at.column() + 1) + u32::from(at.row() + 1) > 26)
        .collect();
    assert_eq!(outside.len(), 10);
    let mut full = Lines::new(geometry);
    for at in Variant::default().cells().filter(|at| !outside.contains(at)) {
        full.place(at, if at.row() % 2 == 0 { Player::Black } else { Player::White });
    }
    let anti = geometry.family(Direction::AntiDiagonal);
    assert_eq!(anti.count, 21);
    for at in outside {
        assert!(!geometry.slots(at)[Direction::AntiDiagonal as usize].is_kept());
        for player in Player::BOTH {
            let mut board = full.clone();
            board.place(at, player);
            for line in anti.first..anti.first + anti.count {
                assert_eq!(board.line(line), full.line(line), "{at}");
            }
            assert_eq!(board.get(at), Some(player));
            board.remove(at);
            assert_eq!(board, full, "{at} placed and removed");
        }
    }
}

/// The other one: a bound of 15x15 left standing leaves stones behind on
/// larger boards.
#[test]
fn no_stale_stones_on_any_square_board() {
    for n in 3..=30 {
        for k in 3..=6 {
            let geometry = Geometry::get(n, n, k);
            let variant = Variant::new(n, n, k, Rule::Freestyle).expect("a board");
            let mut board = Lines::new(geometry);
            for player in Player::BOTH {
                variant.cells().for_each(|at| board.place(at, player));
                for line in 0..geometry.line_count() {
                    assert_eq!(
                        board.stones(line, player).count_ones(),
                        geometry.length(line).into()
                    );
                    assert_eq!(board.empties(line), 0);
                }
                variant.cells().for_each(|at| board.remove(at));
                assert_eq!(board, Lines::new(geometry), "{n}x{n}, k = {k}");
            }
        }
    }
}

/// Games of tic-tac-toe by length, as published many times over, and the
/// counts of other small boards by both.
#[test]
fn perft_of_small_boards() {
    let tic_tac_toe = [1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872];
    let variant = Variant::new(3, 3, 3, Rule::Freestyle).expect("a board");
    for (depth, nodes) in tic_tac_toe.into_iter().enumerate() {
        assert_eq!(perft(&naive::Board::new(variant), depth as u32), nodes, "depth {depth}");
        assert_eq!(perft(&lines::Board::new(variant), depth as u32), nodes, "depth {depth}");
    }
    for rule in Rule::ALL {
        for (width, height, k, depth) in [(4, 3, 3, 6), (3, 4, 4, 6), (6, 5, 5, 4), (5, 4, 6, 4)] {
            let Ok(variant) = Variant::new(width, height, k, rule) else { continue };
            let naive = perft(&naive::Board::new(variant), depth);
            assert_eq!(perft(&lines::Board::new(variant), depth), naive, "{variant}");
        }
    }
}

/// Renju's legal moves counted from positions full of forbidden points.
#[test]
fn perft_of_renju() {
    let variant = Variant::new(7, 7, 5, Rule::Renju).expect("a board");
    let stones = "a5 b2 b3 b4 b6 b7 c3 c6 d3 d5 e1 | a7 b1 c1 c2 d1 e7 f1 f2 g1 g6 g7";
    let board = parse(stones, variant, None).expect("a position");
    let fast = lines::Board::from(&board);
    // One overline, one double-four, three double-threes.
    assert_eq!(fast.forbidden_points().len(), 5, "{board:#}");
    for depth in 1..=3 {
        let nodes = perft(&board, depth);
        assert_eq!(perft(&fast, depth), nodes, "depth {depth} of\n{board:#}");
        let empty = 49 - u64::from(fast.stone_count());
        let placements: u64 = (0..u64::from(depth)).map(|i| empty - i).product();
        assert!(nodes < placements, "nothing was forbidden at depth {depth}");
    }
}

#[test]
fn a_full_board_is_a_draw() {
    let variant = Variant::new(3, 3, 3, Rule::Freestyle).expect("a board");
    let board = parse("a1b1c1b2a2c2b3a3c3", variant, None).expect("a drawn game");
    assert_eq!(both_outcomes(&board), Some(Outcome::Draw));
    assert!(lines::Board::from(&board).is_full());
    // The last stone wins all the same.
    let board = parse("a1a3b1b2b3c2a2c3c1", variant, None).expect("a won game");
    assert_eq!(both_outcomes(&board), Some(Outcome::Win(Player::Black)));
    // A board too small for any row fills up.
    let variant = Variant::new(3, 3, 6, Rule::Freestyle).expect("a board");
    assert_eq!(perft(&lines::Board::new(variant), 9), 362_880);
}

/// The image of a canonical form is the form itself, also off the square.
#[test]
fn canonical_forms_of_a_small_game() {
    let variant = Variant::new(3, 3, 3, Rule::Freestyle).expect("a board");
    let mut forms = tesuji_solvers::HashSet::default();
    let mut positions = tesuji_solvers::HashSet::default();
    let mut open = vec![lines::Board::new(variant)];
    while let Some(board) = open.pop() {
        if positions.insert(board.clone()) {
            forms.insert(board.canonical());
            board.for_each_move(|mv| open.push(board.clone().play(mv).expect("legal")));
        }
    }
    // Tic-tac-toe's well-known counts.
    assert_eq!((positions.len(), forms.len()), (5478, 765));
    let keys: tesuji_solvers::HashSet<u64> =
        positions.iter().map(lines::Board::canonical_key).collect();
    assert_eq!(keys.len(), 765);
    assert_eq!(Symmetry::of(Variant::new(3, 4, 3, Rule::Freestyle).expect("a board")).len(), 4);
}

/// The generator keeps its promises: varied, legal, and dense enough.
#[test]
fn generated_positions_are_varied() {
    let mut over = 0;
    let mut default_size = 0;
    let mut state = 5_u64;
    for i in 0..500 {
        let bytes: Vec<u8> = (0..(i % 250))
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 40) as u8
            })
            .collect();
        let (variant, moves) = generate::playout(&bytes);
        let mut board = lines::Board::new(variant);
        for mv in moves {
            assert!(board.is_legal(mv), "{mv} in {board}");
            board.play_unchecked(mv);
        }
        assert_eq!(naive::Board::from(&board), generate::position(&bytes));
        over += u32::from(board.outcome().is_some());
        default_size += u32::from((variant.width(), variant.height(), variant.k()) == (15, 15, 5));
    }
    assert!((50..400).contains(&over), "{over} of 500 games are over");
    assert!((150..400).contains(&default_size), "{default_size} of 500 on 15x15");
}
