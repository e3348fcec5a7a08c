//! Sliding four: black and white pieces slide on a 4×4 board until four of one
//! colour stand in a line.
//!
//! The rules, as CodeVS 1004 and Luogu P2346 ("四子连棋") set them:
//!
//! - The board has four rows of four cells. The published puzzle has seven
//!   black and seven white pieces and two blanks; here any number of each is a
//!   board, also one without a blank or without a piece.
//! - A step slides one piece into an orthogonally adjacent blank. The colours
//!   alternate, and either colour may make the first step.
//! - The goal is a row, a column or one of the two long diagonals full of
//!   pieces of one colour, no matter which and no matter who made it: ten
//!   lines. The anti-diagonal is (0,3) (1,2) (2,1) (3,0), as row and column.
//!   Blanks never form a line.
//! - There is no pass. A side that has to step and cannot is stuck, and that
//!   line of play is dead.
//!
//! A position is a board *and* who steps next: the same board may be a few
//! steps from a goal for one side and stuck for the other. [`naive::Board`] and
//! [`packed::Board`] are such positions. [`Start`] is a board of which the
//! beginner may be left open, which is the question the puzzle asks.
//!
//! # Text
//! Rows from the top, joined by `/`, each of four cells `B`, `W` or `O` for a
//! blank, then a space and the side to move, `b` or `w`:
//! `BWBO/WBWB/BWBW/WBWO b`. A blank is also read from `.` and `0`. Without the
//! last word the text is no position but a [`Start`] with either beginner; a
//! position's parser refuses it. A move is its two cells, `a1a2`: columns are
//! letters from the left, rows are numbers from the bottom.
//!
//! # Limits
//! 4×4 cells; see [`WIDTH`] and [`HEIGHT`]. [`large`] has boards of other sizes,
//! for whole tables.

use std::fmt::{self, Display};
use std::str::FromStr;

use crate::text::{Cursor, ParseError};

pub mod judge;
pub mod large;
pub mod naive;
pub mod packed;

mod start;
mod text;

pub use start::Start;

/// The cells of a row.
pub const WIDTH: usize = 4;

/// The rows of the board.
pub const HEIGHT: usize = 4;

/// One cell of the board: its index from the top left, row by row, 0 to 15.
///
/// The text is a letter for the column, from the left, and a number for the
/// row, from the bottom: the top left cell is `a4`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u8);

impl Cell {
    /// The cell in this row, from the top, and column, from the left, both
    /// from 0. `None` off the board.
    #[must_use]
    pub const fn new(row: usize, column: usize) -> Option<Cell> {
        if row < HEIGHT && column < WIDTH { Some(Cell((row * WIDTH + column) as u8)) } else { None }
    }

    /// The cell of this index. `None` from 16 on.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Cell> {
        Cell::new(index / WIDTH, index % WIDTH)
    }

    /// The index, 0 to 15.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row, from 0 at the top.
    #[must_use]
    pub const fn row(self) -> usize {
        self.index() / WIDTH
    }

    /// The column, from 0 on the left.
    #[must_use]
    pub const fn column(self) -> usize {
        self.index() % WIDTH
    }

    /// All cells, by index.
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..HEIGHT * WIDTH).filter_map(Cell::from_index)
    }

    /// Whether the two cells share an edge.
    #[must_use]
    pub const fn touches(self, other: Cell) -> bool {
        self.row().abs_diff(other.row()) + self.column().abs_diff(other.column()) == 1
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Cell, ParseError> {
        let mut ahead = cursor.clone();
        let column = ahead.next().and_then(|c| "abcd".find(c));
        let row = ahead.next().and_then(|c| "4321".find(c));
        match (column, row) {
            (Some(column), Some(row)) => {
                *cursor = ahead;
                Ok(Cell((row * WIDTH + column) as u8))
            }
            _ => Err(cursor.expected("a cell from a1 to d4")),
        }
    }
}

impl Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = [b'a', b'b', b'c', b'd'][self.column()];
        write!(f, "{}{}", char::from(column), HEIGHT - self.row())
    }
}

/// A step: the piece on one cell slides to a blank beside it.
///
/// Ordered by the index of the cell it leaves, then of the cell it enters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// The cell that the piece leaves.
    pub from: Cell,
    /// The blank that it enters.
    pub to: Cell,
}

impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

/// Reads `a1a2`. Cells that do not share an edge are refused.
impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Move, ParseError> {
        let mut cursor = Cursor::new(text);
        let from = Cell::read(&mut cursor)?;
        let second = cursor.clone();
        let to = Cell::read(&mut cursor)?;
        cursor.end()?;
        if !from.touches(to) {
            return Err(second.rule("a piece slides to a cell beside it"));
        }
        Ok(Move { from, to })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_named_from_the_bottom_left() {
        let name = |row, column| Cell::new(row, column).map(|cell| cell.to_string());
        assert_eq!(name(0, 0).as_deref(), Some("a4"));
        assert_eq!(name(3, 0).as_deref(), Some("a1"));
        assert_eq!(name(3, 3).as_deref(), Some("d1"));
        assert_eq!(name(4, 0), None);
        assert_eq!(name(0, 4), None);
        assert_eq!(Cell::from_index(16), None);
        assert_eq!(Cell::all().count(), 16);
    }

    #[test]
    fn every_step_comes_back_and_nothing_else_is_read() {
        let mut steps = 0;
        for from in Cell::all() {
            for to in Cell::all() {
                let mv = Move { from, to };
                let read = mv.to_string().parse::<Move>();
                assert_eq!(read.is_ok(), from.touches(to), "{mv}");
                if let Ok(read) = read {
                    assert_eq!(read, mv);
                    steps += 1;
                }
            }
        }
        assert_eq!(steps, 48, "24 edges, both ways");
        for bad in ["", "a", "a1", "a1a", "a1a5", "e1d1", "a0a1", "A1a2", "a1a2a", "a1 a2"] {
            assert!(bad.parse::<Move>().is_err(), "{bad}");
        }
        let error = "a1c1".parse::<Move>().unwrap_err();
        assert_eq!(error.to_string(), "line 1, column 3: a piece slides to a cell beside it");
    }
}
