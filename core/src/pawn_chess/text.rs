//! The one-line form of a position, and its rows for the judge's files.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::{Fault, Size, naive, packed};
use crate::text::{Cursor, ParseError, Place, Problem};
use crate::{Game, Player};

/// The character of a cell.
pub(super) fn letter(cell: Option<Player>) -> char {
    match cell {
        Some(Player::White) => 'P',
        Some(Player::Black) => 'p',
        None => '.',
    }
}

/// Takes a cell, or says what stands there instead.
pub(super) fn cell(cursor: &mut Cursor<'_>) -> Result<Option<Player>, ParseError> {
    let cell = match cursor.peek() {
        Some('P') => Some(Player::White),
        Some('p') => Some(Player::Black),
        Some('.') => None,
        _ => return Err(cursor.expected("one of P, p and .")),
    };
    cursor.next();
    Ok(cell)
}

/// The error that `fault` is, in a text whose cells stand at `places`.
pub(super) fn refusal(fault: Fault, places: &[Place]) -> ParseError {
    ParseError { place: places[fault.cell], problem: Problem::Rule(fault.rule.to_string().into()) }
}

impl Display for naive::Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (line, row) in self.cells().chunks(self.size().columns() as usize).enumerate() {
            if line > 0 {
                f.write_str("/")?;
            }
            for &cell in row {
                write!(f, "{}", letter(cell))?;
            }
        }
        write!(f, " {}", self.to_move().letter())
    }
}

impl FromStr for naive::Board {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut cursor = Cursor::new(text);
        let (mut cells, mut places) = (Vec::new(), Vec::new());
        let (mut columns, mut rows) = (0, 0);
        loop {
            let start = cells.len();
            while !matches!(cursor.peek(), Some('/' | ' ')) {
                if cells.len() >= Size::MAX_CELLS as usize {
                    return Err(cursor.rule("a board has at most 32 cells"));
                }
                places.push(cursor.place());
                cells.push(cell(&mut cursor)?);
            }
            rows += 1;
            match cells.len() - start {
                0 => return Err(cursor.expected("one of P, p and .")),
                length if rows == 1 => columns = length,
                length if length != columns => {
                    return Err(cursor.rule(format!("a row has {columns} cells, not {length}")));
                }
                _ => {}
            }
            if !cursor.eat('/') {
                break;
            }
        }
        let size = Size::new(columns as u32, rows).map_err(|bad| cursor.rule(bad.to_string()))?;
        cursor.next();
        let to_move = match cursor.peek() {
            Some('w') => Player::White,
            Some('b') => Player::Black,
            _ => return Err(cursor.expected("w or b, the side to move")),
        };
        cursor.next();
        if !cursor.rest().is_empty() {
            return Err(cursor.expected("the end of the position"));
        }
        naive::Board::from_cells(size, &cells, to_move).map_err(|fault| refusal(fault, &places))
    }
}

impl Display for packed::Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        naive::Board::from(*self).fmt(f)
    }
}

impl FromStr for packed::Board {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        text.parse::<naive::Board>().map(Self::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_comes_back_from_its_text() {
        for text in [
            "pppp/..../..../PPPP w",
            "./p/./P b",
            "P../.../..P b",
            "..../..../.... w",
            "pppppppppp/........../PPPPPPPPPP w",
        ] {
            assert_eq!(text.parse::<naive::Board>().unwrap().to_string(), text);
            assert_eq!(text.parse::<packed::Board>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_position_is_refused_with_its_place() {
        for (text, error) in [
            ("", "line 1, column 1: expected one of P, p and ., found the end of the input"),
            ("p/./P", "line 1, column 6: expected one of P, p and ., found the end of the input"),
            ("p//P w", "line 1, column 3: expected one of P, p and ., found \"/P\""),
            ("pp/./PP w", "line 1, column 5: a row has 2 cells, not 1"),
            ("p/P w", "line 1, column 4: a board has at least 3 rows, not 2"),
            ("p/./P x", "line 1, column 7: expected w or b, the side to move, found \"x\""),
            ("p/./P w ", "line 1, column 8: expected the end of the position, found a blank"),
            ("pq/../PP w", "line 1, column 2: expected one of P, p and ., found \"q/../PP\""),
            ("P/./. w", "line 1, column 1: white is to move and has a pawn on its goal row"),
            ("./p/p w", "line 1, column 5: black has more pawns than the board has columns"),
            ("../../pp w", "line 1, column 8: black has two pawns on its goal row"),
            ("P./../.p b", "line 1, column 8: black is to move and has a pawn on its goal row"),
        ] {
            assert_eq!(text.parse::<naive::Board>().unwrap_err().to_string(), error, "{text}");
        }
        let long = "........../........../........../... w";
        assert_eq!(
            long.parse::<naive::Board>().unwrap_err().to_string(),
            "line 1, column 36: a board has at most 32 cells"
        );
    }
}
