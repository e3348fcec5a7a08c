//! The size of a board.

use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use crate::text::{Cursor, ParseError};

/// Columns and rows of a board: at least one column, at least three rows, at
/// most 32 cells. So there are at most 10 columns and at most 32 rows.
///
/// Its text is `4x4`, columns first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Size {
    columns: u8,
    rows: u8,
}

/// A size that no board has; it carries what was asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BadSize {
    /// No column at all.
    NoColumn,
    /// Fewer than three rows: the two home rows would be neighbours or one.
    TooFewRows {
        /// The rows asked for.
        rows: u32,
    },
    /// More than 32 cells.
    TooManyCells {
        /// The columns asked for.
        columns: u32,
        /// The rows asked for.
        rows: u32,
    },
}

impl Display for BadSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadSize::NoColumn => f.write_str("a board has at least one column"),
            BadSize::TooFewRows { rows } => {
                write!(f, "a board has at least {} rows, not {rows}", Size::MIN_ROWS)
            }
            BadSize::TooManyCells { columns, rows } => {
                write!(f, "a board has at most {} cells, not {columns}x{rows}", Size::MAX_CELLS)
            }
        }
    }
}

impl Error for BadSize {}

impl Size {
    /// The fewest rows.
    pub const MIN_ROWS: u32 = 3;

    /// The most cells.
    pub const MAX_CELLS: u32 = 32;

    /// The judge's board, 4×4.
    pub const JUDGE: Size = Size { columns: 4, rows: 4 };

    /// A board of this many columns and rows.
    ///
    /// # Errors
    /// [`BadSize`] where no board has this size.
    pub fn new(columns: u32, rows: u32) -> Result<Size, BadSize> {
        if columns == 0 {
            return Err(BadSize::NoColumn);
        }
        if rows < Self::MIN_ROWS {
            return Err(BadSize::TooFewRows { rows });
        }
        match (u8::try_from(columns), u8::try_from(rows)) {
            (Ok(c), Ok(r)) if u32::from(c) * u32::from(r) <= Self::MAX_CELLS => {
                Ok(Size { columns: c, rows: r })
            }
            _ => Err(BadSize::TooManyCells { columns, rows }),
        }
    }

    /// Every size that there is, by rows and then columns, ascending.
    pub fn all() -> impl Iterator<Item = Size> {
        (Self::MIN_ROWS..=Self::MAX_CELLS)
            .flat_map(|rows| (1..=Self::MAX_CELLS / rows).map(move |columns| (columns, rows)))
            .filter_map(|(columns, rows)| Size::new(columns, rows).ok())
    }

    /// The columns, 1 to 10; also the most pawns that a side has.
    #[must_use]
    pub const fn columns(self) -> u32 {
        self.columns as u32
    }

    /// The rows, 3 to 32.
    #[must_use]
    pub const fn rows(self) -> u32 {
        self.rows as u32
    }

    /// The cells, 3 to 32.
    #[must_use]
    pub const fn cells(self) -> u32 {
        self.columns() * self.rows()
    }

    /// No game from a position of this size has more plies: 2·W·(H − 1).
    #[must_use]
    pub const fn longest_game(self) -> u32 {
        2 * self.columns() * (self.rows() - 1)
    }
}

impl Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

impl FromStr for Size {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Size, ParseError> {
        let cursor = Cursor::new(text);
        let number = |digits: &str| {
            // A leading sign would be a number to `parse`.
            let plain = digits.bytes().all(|b| b.is_ascii_digit());
            digits.parse::<u32>().ok().filter(|_| plain)
        };
        let size = text.split_once('x').and_then(|(c, r)| Some((number(c)?, number(r)?)));
        let Some((columns, rows)) = size else {
            return Err(cursor.expected("a size such as 4x4"));
        };
        Size::new(columns, rows).map_err(|bad| cursor.rule(bad.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sizes_are_those_of_at_most_32_cells() {
        assert_eq!(Size::new(0, 4), Err(BadSize::NoColumn));
        assert_eq!(Size::new(4, 2), Err(BadSize::TooFewRows { rows: 2 }));
        assert_eq!(Size::new(11, 3), Err(BadSize::TooManyCells { columns: 11, rows: 3 }));
        assert_eq!(
            Size::new(1 << 31, 1 << 31),
            Err(BadSize::TooManyCells { columns: 1 << 31, rows: 1 << 31 })
        );
        assert_eq!(Size::all().map(Size::cells).max(), Some(32));
        assert_eq!(Size::all().map(Size::columns).max(), Some(10));
        assert_eq!(Size::all().map(Size::rows).max(), Some(32));
        assert!(Size::all().is_sorted_by(|a, b| (a.rows, a.columns) < (b.rows, b.columns)));
    }

    #[test]
    fn a_size_comes_back_from_its_text() {
        for size in Size::all() {
            assert_eq!(size.to_string().parse(), Ok(size));
        }
        for bad in
            ["", "4", "x", "4x", "x4", "4x4x4", "+4x4", "4 x4", "11x3", "0x3", "4x99999999999"]
        {
            assert!(bad.parse::<Size>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_size_that_no_board_has_says_why() {
        for (columns, rows, message) in [
            (0, 4, "a board has at least one column"),
            (4, 2, "a board has at least 3 rows, not 2"),
            (11, 3, "a board has at most 32 cells, not 11x3"),
            (3, 300, "a board has at most 32 cells, not 3x300"),
        ] {
            assert_eq!(Size::new(columns, rows).unwrap_err().to_string(), message);
        }
        assert!(Size::new(8, 4).is_ok() && Size::new(1, 32).is_ok() && Size::new(1, 3).is_ok());
    }

    #[test]
    fn no_game_is_longer_than_all_steps_of_all_pawns() {
        assert_eq!(Size::JUDGE.longest_game(), 24);
        assert_eq!(Size::new(5, 6).unwrap().longest_game(), 50);
    }
}
