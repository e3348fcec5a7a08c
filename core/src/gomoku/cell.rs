//! A cell, which is also a move.

use std::fmt::{self, Debug, Display};
use std::str::FromStr;

use super::{MAX_SIDE, text};
use crate::ParseError;
use crate::text::Cursor;

/// A cell of any board up to 30 by 30, and the move that puts a stone there.
///
/// ```text
///   bit  15 .. 10   9 8 7 6 5   4 3 2 1 0
///       +---------+-----------+-----------+
///       |    0    |  column   |    row    |     both from 0; below 30
///       +---------+-----------+-----------+
/// ```
///
/// The index does not depend on the board's size, so that a table of
/// [`Cell::INDICES`] entries serves every board. Cells order as their text
/// does: by column, then by row. The text is the column's letter (`a` to `z`,
/// then `aa` to `ad`) and the row's number from the bottom, from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u16);

impl Cell {
    /// The number of indices: every index lies below this power of two.
    pub const INDICES: usize = 1024;

    /// The cell of this column and row, both from 0; `None` from 30 on.
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Option<Cell> {
        if column < MAX_SIDE && row < MAX_SIDE {
            Some(Cell((column as u16) << 5 | row as u16))
        } else {
            None
        }
    }

    /// The cell of an index that [`Cell::index`] gave; other indices are a bug
    /// of the caller and give some cell or none of the board.
    #[must_use]
    pub const fn from_index(index: u16) -> Cell {
        Cell(index & (Self::INDICES as u16 - 1))
    }

    /// Column times 32 plus row: below [`Cell::INDICES`], the same on every
    /// board.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column from the left, from 0.
    #[must_use]
    pub const fn column(self) -> u8 {
        (self.0 >> 5) as u8
    }

    /// The row from the bottom, from 0.
    #[must_use]
    pub const fn row(self) -> u8 {
        (self.0 & 31) as u8
    }
}

impl Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", text::column_name(self.column()), self.row() + 1)
    }
}

impl Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl FromStr for Cell {
    type Err = ParseError;

    /// Reads `h8` or `ad30`, upper or lower case.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut cursor = Cursor::new(text);
        let cell = text::cell(&mut cursor, MAX_SIDE, MAX_SIDE)?;
        cursor.end()?;
        Ok(cell)
    }
}
