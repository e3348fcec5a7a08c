//! Shapes: every window of the tables by definition, and by name.

use tesuji_core::Player;
use tesuji_core::gomoku::windows::{Condition, Windows};
use tesuji_core::gomoku::{Cell, Rule, Shape, Variant, lines, naive};
use tesuji_core::lines::Direction;

fn cell(text: &str) -> Cell {
    text.parse().expect("a cell")
}

fn cells(list: &str) -> Vec<Cell> {
    list.split_whitespace().map(cell).collect()
}

/// Every window of k = 5 on a row, walls at every distance, and the smaller k:
/// the table against recursion on the line.
#[test]
fn every_window_by_definition() {
    for (rule, condition) in [
        (Rule::Freestyle, Condition::AtLeast),
        (Rule::Standard, Condition::Exactly),
        (Rule::Caro, Condition::Caro),
        (Rule::CaroExact, Condition::CaroExact),
    ] {
        for k in 3..=5 {
            let reach = Windows::get(condition, k).reach() as u8;
            let mut shapes = [0_u32; 8];
            for left in 0..=reach {
                for right in 0..=reach {
                    if left + right >= 2 {
                        row_windows(rule, k, left, right, &mut shapes);
                    }
                }
            }
            // With k = 3 a lone stone is a closed three or more.
            let met = shapes.iter().filter(|&&count| count > 0).count();
            assert_eq!(met, if k == 3 { 6 } else { 8 }, "{rule}, k = {k}: {shapes:?}");
        }
    }
}

/// All rows of `left + 1 + right` cells around a black stone.
fn row_windows(rule: Rule, k: u8, left: u8, right: u8, shapes: &mut [u32; 8]) {
    let variant = Variant::new(left + 1 + right, 3, k, rule).expect("a board");
    let at = Cell::new(left, 0).expect("on the board");
    let others: Vec<Cell> = variant.cells().filter(|c| c.row() == 0 && *c != at).collect();
    let mut board = naive::Board::new(variant);
    let mut fast = lines::Board::new(variant);
    for code in 0..3_u32.pow(others.len() as u32) {
        // Count in base three: only the digits that change are set anew.
        let mut rest = code;
        for &other in &others {
            let stone = [None, Some(Player::Black), Some(Player::White)][(rest % 3) as usize];
            board.set(other, stone);
            fast.set(other, stone);
            if rest % 3 != 0 {
                break;
            }
            rest /= 3;
        }
        let shape = board.made(at, Direction::Row.step(), Player::Black);
        let pattern = fast.pattern(at, Direction::Row, Player::Black);
        assert_eq!(pattern.shape(), shape, "{at} on {variant} in\n{board:#}");
        shapes[shape as usize] += 1;
    }
}

/// A stone changes patterns no farther away than the table's reach.
#[test]
fn the_reach_is_four_where_six_win_and_five_where_not() {
    for (rule, player, reach) in [
        (Rule::Freestyle, Player::Black, 4),
        (Rule::Standard, Player::White, 5),
        (Rule::Renju, Player::Black, 5),
        (Rule::Renju, Player::White, 4),
        (Rule::Hybrid, Player::White, 4),
        (Rule::Caro, Player::Black, 5),
        (Rule::CaroExact, Player::White, 5),
    ] {
        assert_eq!(Windows::of(rule, 5, player).reach(), reach, "{rule}, {player}");
    }
}

/// Shapes by name, as a player would call them.
#[test]
fn shapes_by_name() {
    let cases = [
        (Rule::Freestyle, "d8 e8 f8", "", Shape::StraightFour),
        (Rule::Freestyle, "d8 e8 f8", "c8", Shape::Four),
        (Rule::Freestyle, "d8 e8 f8", "c8 h8", Shape::Nothing),
        (Rule::Freestyle, "c8 d8 e8 f8", "", Shape::Five),
        (Rule::Freestyle, "e8 f8", "", Shape::Three),
        (Rule::Freestyle, "d8 f8", "", Shape::Three),
        (Rule::Freestyle, "e8 f8", "d8", Shape::ClosedThree),
        (Rule::Freestyle, "f8", "", Shape::Two),
        (Rule::Freestyle, "f8", "e8", Shape::ClosedTwo),
        (Rule::Freestyle, "", "", Shape::Nothing),
        // A gap of one leaves no room for six under exact five.
        (Rule::Freestyle, "c8 e8 f8 i8", "", Shape::StraightFour),
        (Rule::Standard, "c8 d8 e8 f8 h8", "", Shape::Nothing),
        (Rule::Freestyle, "c8 d8 e8 f8 h8", "", Shape::Five),
        (Rule::Standard, "c8 e8 f8 i8", "", Shape::StraightFour),
        (Rule::Caro, "c8 d8 e8 f8", "b8 h8", Shape::Nothing),
        (Rule::Caro, "d8 e8 f8", "b8 i8", Shape::StraightFour),
    ];
    for (rule, black, white, wanted) in cases {
        let text = format!("{black} | {white} b");
        let board = on_15_free(rule, &text);
        let g8 = cell("g8");
        assert_eq!(board.made(g8, (1, 0), Player::Black), wanted, "{rule}:\n{board:#}");
        let fast = lines::Board::from(&board);
        assert_eq!(
            fast.pattern(g8, Direction::Row, Player::Black).shape(),
            wanted,
            "{rule}: {board}"
        );
    }
}

/// A position whatever its rows.
fn on_15_free(rule: Rule, text: &str) -> naive::Board {
    let mut board = naive::Board::new(Variant::standard_size(rule));
    let (black, white) = text.trim_end_matches(" b").split_once('|').expect("two colours");
    cells(black).into_iter().for_each(|at| board.set(at, Some(Player::Black)));
    cells(white).into_iter().for_each(|at| board.set(at, Some(Player::White)));
    board
}
