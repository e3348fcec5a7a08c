//! The one-line form, shared by the three boards.

use std::fmt;

use super::{ALICE, BOB, Cell};
use crate::Player;
use crate::text::{Cursor, ParseError, Place, Problem};

/// What a line says. The cells lie in the grid and differ, in the line's order.
pub(super) struct Line {
    pub(super) columns: u64,
    pub(super) painted: Vec<Cell>,
    pub(super) to_move: Player,
}

/// Reads digits as a number; `None` where there are none or too many for 64 bits.
pub(super) fn digits(cursor: &mut Cursor<'_>) -> Option<u64> {
    let mut number = None;
    while let Some(digit) = cursor.peek().and_then(|c| c.to_digit(10)) {
        let so_far: u64 = number.unwrap_or(0);
        number = Some(so_far.checked_mul(10)?.checked_add(u64::from(digit))?);
        cursor.next();
    }
    number
}

/// Reads a cell `row,column` of a grid of this many columns.
pub(super) fn cell(cursor: &mut Cursor<'_>, columns: u64) -> Result<Cell, ParseError> {
    let start = cursor.clone();
    let row = match digits(cursor) {
        Some(row @ (1 | 2)) => u8::try_from(row).unwrap_or_default(),
        _ => return Err(start.expected("a row from 1 to 2")),
    };
    if !cursor.eat(',') {
        return Err(cursor.expected("a comma between row and column"));
    }
    let start = cursor.clone();
    match digits(cursor) {
        Some(column) if 1 <= column && column <= columns => Ok(Cell { column, row }),
        _ => Err(start.expected(format!("a column from 1 to {columns}"))),
    }
}

/// Reads a line of a board that holds at most `limit` columns.
pub(super) fn parse(text: &str, limit: u64) -> Result<Line, ParseError> {
    let mut cursor = Cursor::new(text);
    cursor.skip_blanks();
    let start = cursor.clone();
    let columns = match digits(&mut cursor) {
        Some(columns) if 1 <= columns && columns <= limit => columns,
        _ => return Err(start.expected(format!("N from 1 to {limit} and a colon"))),
    };
    if !cursor.eat(':') {
        return Err(cursor.expected("a colon after N"));
    }

    let mut painted: Vec<Cell> = Vec::new();
    let mut places: Vec<Place> = Vec::new();
    let mut to_move = ALICE;
    loop {
        let before = cursor.place();
        cursor.skip_blanks();
        let Some(next) = cursor.peek() else { break };
        if next == '\n' {
            cursor.end()?;
            break;
        }
        if cursor.place() == before && !painted.is_empty() {
            return Err(cursor.expected("a blank between two cells"));
        }
        if next == 'w' || next == 'b' {
            cursor.next();
            to_move = if next == 'w' { ALICE } else { BOB };
            cursor.end()?;
            break;
        }
        if !next.is_ascii_digit() {
            return Err(cursor.expected("a painted cell row,column or the side to move, w or b"));
        }
        places.push(cursor.place());
        painted.push(cell(&mut cursor, columns)?);
    }

    match second_painting(&painted) {
        None => Ok(Line { columns, painted, to_move }),
        Some(index) => Err(ParseError {
            place: places[index],
            problem: Problem::Rule(format!("cell {} is painted twice", painted[index]).into()),
        }),
    }
}

/// Where a cell first comes that came before.
fn second_painting(cells: &[Cell]) -> Option<usize> {
    let mut order: Vec<usize> = (0..cells.len()).collect();
    order.sort_by_key(|&index| cells[index]);
    order.windows(2).filter(|pair| cells[pair[0]] == cells[pair[1]]).map(|pair| pair[1]).min()
}

/// Writes a line; the cells come in ascending order.
pub(super) fn write(
    f: &mut fmt::Formatter<'_>,
    columns: u64,
    painted: impl Iterator<Item = Cell>,
    to_move: Player,
) -> fmt::Result {
    write!(f, "{columns}:")?;
    for cell in painted {
        write!(f, " {cell}")?;
    }
    if to_move == BOB { write!(f, " {}", BOB.letter()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::super::{Grid, naive, packed};

    #[test]
    fn all_boards_read_the_same_lines() {
        let lines = [
            ("8: 1,1 2,2", "8: 1,1 2,2"),
            (" 8:2,2  1,1\tb", "8: 1,1 2,2 b"),
            ("1: w", "1:"),
            ("64: b\n", "64: b"),
            ("2: 2,1 1,1 2,2 1,2", "2: 1,1 2,1 1,2 2,2"),
        ];
        for (line, written) in lines {
            assert_eq!(line.parse::<Grid>().unwrap().to_string(), written);
            assert_eq!(line.parse::<naive::Board>().unwrap().to_string(), written);
            assert_eq!(line.parse::<packed::Board>().unwrap().to_string(), written);
        }
    }

    #[test]
    fn refusals_say_where() {
        let cases = [
            (
                "",
                "line 1, column 1: expected N from 1 to 64 and a colon, found the end of the input",
            ),
            ("65:", "line 1, column 1: expected N from 1 to 64 and a colon, found \"65:\""),
            ("8 1,1", "line 1, column 2: expected a colon after N, found a blank"),
            ("8: 1,9", "line 1, column 6: expected a column from 1 to 8, found \"9\""),
            ("8: 3,1", "line 1, column 4: expected a row from 1 to 2, found \"3,1\""),
            ("8: 11", "line 1, column 4: expected a row from 1 to 2, found \"11\""),
            ("8: 1,12,1", "line 1, column 6: expected a column from 1 to 8, found \"12,1\""),
            ("8: 1,1,2", "line 1, column 7: expected a blank between two cells, found \",2\""),
            ("8: 2,2 1,1 2,2 1,1", "line 1, column 12: cell 2,2 is painted twice"),
            ("8: b 1,1", "line 1, column 6: expected the end of the input, found \"1,1\""),
            ("8:\n1,1", "line 2, column 1: expected the end of the input, found \"1,1\""),
            (
                "8: x",
                "line 1, column 4: expected a painted cell row,column or the side to move, w or b, \
                 found \"x\"",
            ),
        ];
        for (line, message) in cases {
            assert_eq!(line.parse::<packed::Board>().unwrap_err().to_string(), message, "{line}");
        }
        assert!("1000000000000000001:".parse::<Grid>().is_err());
        assert!("1000000000000000000: 1,1000000000000000000".parse::<Grid>().is_ok());
    }
}
