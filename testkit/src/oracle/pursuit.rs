//! The checks of pursuit.

use std::cell::RefCell;

use tesuji_core::pursuit::{Cell, Direction, Move, naive, packed};
use tesuji_core::{Game, Outcome, perft};
use tesuji_solvers::Solver;
use tesuji_solvers::pursuit::value::{Naive, Optimized};

use super::game::{Symmetry, key_includes_side_to_move, play_then_undo, same_position, symmetric};
use crate::generate::pursuit as generate;
use crate::{Check, Verdict};

mod parse;

/// The checks.
pub const CHECKS: &[Check] = &[
    Check {
        name: "pursuit_moves",
        bucket: "legal moves at the end",
        about: "The naive and the packed board along a playout, of any size and speeds: moves, \
                outcome, text, undo, the eight symmetries, the key. It cannot see a rule that \
                both boards have wrong.",
        run: moves,
    },
    Check {
        name: "pursuit_value",
        bucket: "remoteness, 0 for a draw",
        about: "The naive and the optimized value of a position and of each of its moves, n up \
                to 8, speeds up to 4, and of its eight images. It cannot see what only larger \
                boards do.",
        run: value,
    },
    Check {
        name: "pursuit_parse",
        bucket: "length of the text",
        about: "The judge's input, a position's line and a move's text, whole or damaged: \
                accepted exactly where a plain reading by words accepts, with the same meaning, \
                written and read again; a refusal's place lies in the text.",
        run: parse::run,
    },
];

/// The eight symmetries of the board.
#[must_use]
pub fn symmetries<G>() -> [Symmetry<G>; 8]
where
    G: Game<Move = Move> + Copy + From<naive::Board> + Into<naive::Board>,
{
    [
        symmetry::<G, 0>("nothing"),
        symmetry::<G, 1>("rows flipped"),
        symmetry::<G, 2>("columns flipped"),
        symmetry::<G, 3>("half a turn"),
        symmetry::<G, 4>("transposition"),
        symmetry::<G, 5>("rows flipped, then transposition"),
        symmetry::<G, 6>("columns flipped, then transposition"),
        symmetry::<G, 7>("the other transposition"),
    ]
}

/// Bit 0 of `MAP` flips rows, bit 1 columns; then bit 2 transposes.
fn symmetry<G, const MAP: u8>(name: &'static str) -> Symmetry<G>
where
    G: Game<Move = Move> + Copy + From<naive::Board> + Into<naive::Board>,
{
    fn cell_image<const MAP: u8>(n: u16, cell: Cell) -> Cell {
        let row = if MAP & 1 == 0 { cell.row } else { n - (cell.row - 1) };
        let column = if MAP & 2 == 0 { cell.column } else { n - (cell.column - 1) };
        if MAP & 4 == 0 { Cell { row, column } } else { Cell { row: column, column: row } }
    }
    Symmetry {
        name,
        position: |position| {
            let board: naive::Board = (*position).into();
            let (white, black) = (board.white(), board.black());
            let n = board.n();
            let image = |cell| cell_image::<MAP>(n, cell);
            naive::Board::new(n, image(white), image(black), board.to_move(), board.speeds())
                .expect("the image of a cell is on the board")
                .into()
        },
        mv: |_, mv| {
            let flipped = match mv.direction {
                Direction::Up if MAP & 1 != 0 => Direction::Down,
                Direction::Down if MAP & 1 != 0 => Direction::Up,
                Direction::Left if MAP & 2 != 0 => Direction::Right,
                Direction::Right if MAP & 2 != 0 => Direction::Left,
                kept => kept,
            };
            let direction = match flipped {
                kept if MAP & 4 == 0 => kept,
                Direction::Up => Direction::Left,
                Direction::Left => Direction::Up,
                Direction::Down => Direction::Right,
                Direction::Right => Direction::Down,
            };
            Move { direction, ..mv }
        },
    }
}

fn moves(bytes: &[u8]) -> Verdict {
    let (start, line) = generate::playout(bytes);
    let mut naive = start;
    let mut packed = packed::Board::from(start);
    let mut before = Vec::new();
    for &mv in &line {
        same_board(&naive, &packed);
        before.push((naive, packed));
        naive.play_unchecked(mv);
        packed.play_unchecked(mv);
    }
    same_board(&naive, &packed);
    for symmetry in &symmetries::<naive::Board>() {
        symmetric(&naive, symmetry);
    }
    for symmetry in &symmetries::<packed::Board>() {
        symmetric(&packed, symmetry);
    }
    let turned = naive::Board::new(
        naive.n(),
        naive.white(),
        naive.black(),
        naive.to_move().other(),
        naive.speeds(),
    )
    .expect("the same board with the other side to move");
    key_includes_side_to_move(&naive, &turned);
    key_includes_side_to_move(&packed, &packed::Board::from(turned));
    let count = naive.legal_moves().len();
    if count < 64 {
        assert_eq!(perft(&naive, 2), perft(&packed, 2), "perft 2 of {naive}");
    }
    let end = naive;
    for (&mv, &(naive_before, packed_before)) in line.iter().zip(&before).rev() {
        naive.undo(mv, ());
        packed.undo(mv, ());
        assert_eq!(naive, naive_before, "{mv} taken back by the naive board");
        assert_eq!(packed, packed_before, "{mv} taken back by the packed board");
    }
    Verdict::compared(&end, count as u32)
}

fn same_board(naive: &naive::Board, packed: &packed::Board) {
    same_position(naive, packed);
    play_then_undo(naive);
    play_then_undo(packed);
    assert_eq!(packed::Board::from(*naive), *packed, "{naive} packed");
    assert_eq!(naive::Board::from(*packed), *naive, "{packed} unpacked");
    assert_eq!(
        (naive.n(), naive.white(), naive.black(), naive.speeds()),
        (packed.n(), packed.white(), packed.black(), packed.speeds()),
        "what {naive} holds"
    );
}

fn value(bytes: &[u8]) -> Verdict {
    thread_local! {
        // The memo holds all placements of small boards and is worth keeping.
        static NAIVE: RefCell<Naive> = RefCell::new(Naive::new());
    }
    let board = generate::small(bytes);
    let packed = packed::Board::from(board);
    let (expected, expected_moves) = NAIVE.with_borrow_mut(|naive| {
        let answer = naive.solve(&board).expect("small boards are within the limits");
        let moves = naive.solve_moves(&board).expect("small boards are within the limits");
        (answer, moves)
    });
    let mut optimized = Optimized::new();
    let answer = optimized.solve(&packed).expect("small tables fit in memory");
    assert_eq!(answer, expected, "{board}: optimized, then naive");
    let moves = optimized.solve_moves(&packed).expect("small tables fit in memory");
    assert_eq!(moves, expected_moves, "moves of {board}: optimized, then naive");
    assert_eq!(expected.remoteness.is_none(), expected.value == Outcome::Draw, "{board}");
    for symmetry in &symmetries::<packed::Board>() {
        let image = (symmetry.position)(&packed);
        let answer = optimized.solve(&image).expect("small tables fit in memory");
        assert_eq!(answer, expected, "{board} under {}", symmetry.name);
    }
    Verdict::compared(&board, expected.remoteness.unwrap_or(0))
}
