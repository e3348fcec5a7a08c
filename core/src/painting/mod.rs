//! Painting: two rows of cells, and whoever paints the last one wins.
//!
//! # Rules
//! A grid has two rows and N columns; some of its cells are painted. Alice and
//! Bob alternate, Alice begins. A move paints one unpainted cell, or a 2×2
//! block of four unpainted cells. Whoever paints the last cell wins; where no
//! cell is left at the start, Bob has won. Both sides have the same moves, so
//! the game is impartial and its Grundy value decides. (HDU 4559)
//!
//! [`ALICE`] is [`Player::White`] and [`BOB`] is [`Player::Black`].
//!
//! # Text
//! One line: N and a colon, the painted cells as `row,column` (rows 1 and 2,
//! columns from 1), and a last word `b` where Bob is to move:
//!
//! ```text
//! 8: 1,1 2,2
//! 8: 1,1 2,2 b
//! 8:
//! ```
//!
//! Cells are written column by column, and read in any order; a last word `w`
//! is read and means the same as none. A cell painted twice is refused. Who
//! moves cannot be told from the cells: a block paints four of them at once.
//!
//! A move is `row,column` for a cell and `c-d` for the block of columns c and
//! d = c + 1.
//!
//! # Three boards
//! | board | columns | memory | moves listed |
//! |---|---|---|---|
//! | [`naive::Board`] | 1 to [`naive::MAX_COLUMNS`] | 2N bytes | yes |
//! | [`packed::Board`] | 1 to 64 | 24 bytes | yes |
//! | [`Grid`] | 1 to [`MAX_COLUMNS`] | 8 bytes a painted column | no |
//!
//! The boards are a [`Game`](crate::Game); a `Grid` is what the judge's files
//! hold, may be too wide to list its moves, and plays one on request.

use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use crate::text::{Cursor, ParseError};
use crate::{Outcome, Player};

mod grid;
pub mod judge;
pub mod naive;
pub mod packed;
mod text;

pub use grid::Grid;

/// Alice, who begins.
pub const ALICE: Player = Player::White;

/// Bob, who wins where nothing is left to paint.
pub const BOB: Player = Player::Black;

/// The most columns of a [`Grid`]: 10¹⁸.
pub const MAX_COLUMNS: u64 = 1_000_000_000_000_000_000;

/// `Alice` or `Bob`, as the judge names the winner.
#[must_use]
pub const fn name(player: Player) -> &'static str {
    match player {
        ALICE => "Alice",
        BOB => "Bob",
    }
}

/// A cell, ordered by column, then row. Prints as `row,column`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// The column, from 1 to [`MAX_COLUMNS`].
    pub column: u64,
    /// The row, 1 or 2.
    pub row: u8,
}

impl Cell {
    /// The cell of this row and this column.
    #[must_use]
    pub const fn new(row: u8, column: u64) -> Cell {
        Cell { column, row }
    }

    const fn lies_in(self, columns: u64) -> bool {
        matches!(self.row, 1 | 2) && 1 <= self.column && self.column <= columns
    }
}

impl Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row, self.column)
    }
}

/// A move: the cells first, then the blocks, each by column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Paints one cell. Prints as `row,column`.
    Cell(Cell),
    /// Paints the four cells of this column and the next. Prints as `c-d`.
    Block(u64),
}

impl Move {
    /// The cells that it paints: one, or four.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let (first, count) = match self {
            Move::Cell(cell) => (cell, 1),
            Move::Block(column) => (Cell::new(1, column), 4),
        };
        [
            first,
            Cell::new(2, first.column),
            Cell::new(1, first.column.saturating_add(1)),
            Cell::new(2, first.column.saturating_add(1)),
        ]
        .into_iter()
        .take(count)
    }
}

impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Cell(cell) => cell.fmt(f),
            Move::Block(column) => write!(f, "{column}-{}", column.saturating_add(1)),
        }
    }
}

impl FromStr for Move {
    type Err = ParseError;

    /// Reads `row,column` or `c-d` with d = c + 1; whether the move is legal
    /// is the board's to say.
    fn from_str(text: &str) -> Result<Move, ParseError> {
        let mut cursor = Cursor::new(text);
        cursor.skip_blanks();
        let start = cursor.clone();
        let wanted = "a move such as 1,3 (a cell) or 3-4 (a block)";
        let first = text::digits(&mut cursor).ok_or_else(|| start.expected(wanted))?;
        let mv = if cursor.eat(',') {
            cursor = start;
            Move::Cell(text::cell(&mut cursor, MAX_COLUMNS)?)
        } else if cursor.eat('-') {
            let second = cursor.clone();
            let last = text::digits(&mut cursor);
            if !(1..MAX_COLUMNS).contains(&first) {
                let last_block = MAX_COLUMNS - 1;
                return Err(start.expected(format!("a block's column from 1 to {last_block}")));
            }
            if last != Some(first + 1) {
                return Err(second.expected(format!("{}, the next column", first + 1)));
            }
            Move::Block(first)
        } else {
            return Err(start.expected(wanted));
        };
        cursor.end()?;
        Ok(mv)
    }
}

/// Why a grid cannot be, or a move cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GridError {
    /// No column at all, or more than this board holds.
    Columns {
        /// The columns asked for.
        columns: u64,
        /// The most that this board holds.
        limit: u64,
    },
    /// A cell that lies outside.
    NoSuchCell {
        /// The cell.
        cell: Cell,
        /// The columns of the grid.
        columns: u64,
    },
    /// A cell that is painted already.
    PaintedTwice(Cell),
}

impl Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GridError::Columns { columns, limit } => {
                write!(f, "a grid of {columns} columns: this board holds 1 to {limit}")
            }
            GridError::NoSuchCell { cell, columns } => {
                write!(f, "cell {cell} lies outside 2 rows and {columns} columns")
            }
            GridError::PaintedTwice(cell) => write!(f, "cell {cell} is painted twice"),
        }
    }
}

impl Error for GridError {}

/// How a game is over in which nothing is left to paint.
const fn last_painted_by_other(to_move: Player) -> Outcome {
    Outcome::Win(to_move.other())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_come_back_and_others_are_refused() {
        let moves = [
            Move::Cell(Cell::new(2, 1)),
            Move::Cell(Cell::new(1, MAX_COLUMNS)),
            Move::Block(1),
            Move::Block(MAX_COLUMNS - 1),
        ];
        assert!(moves.is_sorted());
        for mv in moves {
            assert_eq!(mv.to_string().parse(), Ok(mv));
        }
        let refused = [
            "",
            "1",
            "1,",
            ",1",
            "3,1",
            "0,1",
            "1,0",
            "1,1 1",
            "1-",
            "0-1",
            "3-3",
            "3-5",
            "4-3",
            "-1",
            "1.1",
            "1,1000000000000000001",
            "1000000000000000000-1000000000000000001",
            "99999999999999999999-1",
            "١,1",
        ];
        for bad in refused {
            assert!(bad.parse::<Move>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_refused_move_says_where() {
        let error = |text: &str| text.parse::<Move>().unwrap_err().to_string();
        assert_eq!(error("3-5"), "line 1, column 3: expected 4, the next column, found \"5\"");
        assert_eq!(error("3,5"), "line 1, column 1: expected a row from 1 to 2, found \"3,5\"");
    }

    #[test]
    fn the_last_block_of_the_widest_grid_is_named_in_a_refusal() {
        let error = format!("{MAX_COLUMNS}-1").parse::<Move>().unwrap_err();
        assert!(error.to_string().contains("column from 1 to 999999999999999999,"), "{error}");
    }

    #[test]
    fn an_error_says_what_the_board_cannot_hold() {
        let cell = Cell::new(2, 9);
        for (error, message) in [
            (
                GridError::Columns { columns: 65, limit: 64 },
                "a grid of 65 columns: this board holds 1 to 64",
            ),
            (
                GridError::NoSuchCell { cell, columns: 8 },
                "cell 2,9 lies outside 2 rows and 8 columns",
            ),
            (GridError::PaintedTwice(cell), "cell 2,9 is painted twice"),
        ] {
            assert_eq!(error.to_string(), message);
        }
    }
}
