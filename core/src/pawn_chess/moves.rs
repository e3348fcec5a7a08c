//! Squares and moves, and how they are written.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::Size;
use crate::text::{Cursor, ParseError};

/// A cell by column and row.
///
/// Written as a column letter and a row number: columns from the left, `a` to
/// `z` and then `aa` to `af`; rows from White's home row, which is 1. A square
/// has up to 32 columns and rows, whatever the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square {
    /// The column from the left, from 0 to 31.
    pub column: u8,
    /// The row from White's home row, from 0 to 31.
    pub row: u8,
}

impl Square {
    const LIMIT: u8 = 32;

    fn parse(cursor: &mut Cursor<'_>) -> Result<Square, ParseError> {
        let start = cursor.clone();
        let letters = cursor.rest().len()
            - cursor.rest().trim_start_matches(|c: char| c.is_ascii_lowercase()).len();
        let column = match cursor.rest().as_bytes()[..letters] {
            [one] => u32::from(one - b'a'),
            [tens, ones] => 26 * (u32::from(tens - b'a') + 1) + u32::from(ones - b'a'),
            _ => return Err(start.expected("a column letter from a to af")),
        };
        for _ in 0..letters {
            cursor.next();
        }
        if column >= u32::from(Self::LIMIT) {
            return Err(start.expected("a column letter from a to af"));
        }
        let digits = cursor.rest().len()
            - cursor.rest().trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let number = cursor.rest()[..digits].parse::<u8>().ok();
        let plain = !cursor.rest().starts_with('0');
        let Some(row) = number.filter(|row| plain && (1..=Self::LIMIT).contains(row)) else {
            return Err(cursor.expected("a row number from 1 to 32"));
        };
        for _ in 0..digits {
            cursor.next();
        }
        Ok(Square { column: column as u8, row: row - 1 })
    }
}

impl Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.column >= 26 {
            write!(f, "{}", char::from(b'a' + self.column / 26 - 1))?;
        }
        write!(f, "{}{}", char::from(b'a' + self.column % 26), self.row + 1)
    }
}

/// One move: the square it leaves and the square it enters, such as `b1b2`, or
/// `b1c2`, which captures. A move captures exactly where its columns differ.
///
/// The text must name a move of some pawn on some board: to the next row, and
/// to the same column or a neighbouring one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// The square that the pawn leaves.
    pub from: Square,
    /// The square that it enters.
    pub to: Square,
}

impl Move {
    /// Whether it captures.
    #[must_use]
    pub const fn is_capture(self) -> bool {
        self.from.column != self.to.column
    }

    /// The move on the board with left and right exchanged.
    #[must_use]
    pub fn mirror(self, size: Size) -> Move {
        let image = |s: Square| Square { column: size.columns() as u8 - 1 - s.column, ..s };
        Move { from: image(self.from), to: image(self.to) }
    }

    /// The move on the board with the colours and the two ends exchanged.
    #[must_use]
    pub fn flip(self, size: Size) -> Move {
        let image = |s: Square| Square { row: size.rows() as u8 - 1 - s.row, ..s };
        Move { from: image(self.from), to: image(self.to) }
    }
}

impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Move, ParseError> {
        let mut cursor = Cursor::new(text);
        let from = Square::parse(&mut cursor)?;
        let second = cursor.clone();
        let to = Square::parse(&mut cursor)?;
        if !cursor.rest().is_empty() {
            return Err(cursor.expected("the end of the move"));
        }
        if from.row.abs_diff(to.row) != 1 || from.column.abs_diff(to.column) > 1 {
            return Err(second.rule("a pawn moves to the next row, straight or diagonally"));
        }
        Ok(Move { from, to })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_comes_back_from_its_text() {
        for column in 0..32 {
            for row in 0..32 {
                let from = Square { column, row };
                for to_row in [row.wrapping_sub(1), row + 1] {
                    for to_column in [column.wrapping_sub(1), column, column + 1] {
                        if to_row < 32 && to_column < 32 {
                            let to = Square { column: to_column, row: to_row };
                            let mv = Move { from, to };
                            assert_eq!(mv.to_string().parse(), Ok(mv));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn texts_of_moves() {
        let mv: Move = "z31aa32".parse().unwrap();
        assert_eq!(mv.from, Square { column: 25, row: 30 });
        assert_eq!(mv.to, Square { column: 26, row: 31 });
        assert!(mv.is_capture());
        for bad in [
            "",
            "b",
            "b1",
            "b1b",
            "b1b1",
            "b1b3",
            "b1d2",
            "b0b1",
            "b01b2",
            "b1b2 ",
            "B1B2",
            "b33b32",
            "ag1ag2",
            "ba1ba2",
            "b1b2x",
            "aaa1aaa2",
            "é1b2",
            "b1b99999999999999",
        ] {
            assert!(bad.parse::<Move>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_refused_move_says_where() {
        let column = "expected a column letter from a to af, found";
        let row = "expected a row number from 1 to 32, found";
        for (text, message) in [
            ("", format!("line 1, column 1: {column} the end of the input")),
            ("ag1ag2", format!("line 1, column 1: {column} \"ag1ag2\"")),
            ("aaa1aaa2", format!("line 1, column 1: {column} \"aaa1aaa2\"")),
            ("b33b32", format!("line 1, column 2: {row} \"33b32\"")),
            ("b01b2", format!("line 1, column 2: {row} \"01b2\"")),
            ("b1b", format!("line 1, column 4: {row} the end of the input")),
            ("b1b2x", "line 1, column 5: expected the end of the move, found \"x\"".to_owned()),
            (
                "b1d2",
                "line 1, column 3: a pawn moves to the next row, straight or diagonally".to_owned(),
            ),
        ] {
            assert_eq!(text.parse::<Move>().unwrap_err().to_string(), message, "{text}");
        }
    }

    #[test]
    fn images_of_a_move() {
        let size: Size = "5x6".parse().unwrap();
        let mv: Move = "b2c3".parse().unwrap();
        assert_eq!(mv.mirror(size).to_string(), "d2c3");
        assert_eq!(mv.flip(size).to_string(), "b5c4");
    }
}
