//! The judge's files (HDU 4559).
//!
//! Input: T, then T cases. A case is N and M, then M pairs: the row (1 or 2)
//! and the column (1 to N) of a painted cell, all different. Any white space
//! stands between two numbers. The judge's limits are T ≤ 74 and N ≤ 4747;
//! here T is any number and N at most [`MAX_COLUMNS`]. Alice is to move.
//!
//! Output: a line `Case k: Alice` or `Case k: Bob` for each case, k from 1.
//!
//! Reading costs a few nanoseconds a pair, and memory follows the pairs that
//! the file holds, never the numbers that it announces.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::{ALICE, Cell, Grid, MAX_COLUMNS, name};
use crate::Player;
use crate::text::{Cursor, ParseError};

mod fast;

/// Reads a file of cases.
///
/// # Errors
/// At the place of the first fault: no number, a row other than 1 or 2, a
/// column beyond N, a cell that was painted before, N or M beyond its limit,
/// fewer cases or pairs than announced, anything after the last case.
pub fn parse(bytes: &[u8]) -> Result<Vec<Grid>, ParseError> {
    match fast::parse(bytes) {
        Some(grids) => Ok(grids),
        None => parse_with_places(bytes),
    }
}

/// The same, number by number through the cursor: it knows every place.
fn parse_with_places(bytes: &[u8]) -> Result<Vec<Grid>, ParseError> {
    let mut cursor = Cursor::from_bytes(bytes)?;
    let cases = cursor.number("T, the number of cases,", 0..=u64::MAX)?;
    let mut grids = Vec::new();
    for case in 1..=cases {
        let columns = cursor.number(&format!("N of case {case}"), 1..=MAX_COLUMNS)?;
        let pairs = cursor.number(&format!("M of case {case}"), 0..=2 * columns)?;
        let mut painted = BTreeSet::new();
        for pair in 1..=pairs {
            cursor.skip_white();
            let start = cursor.clone();
            let row = cursor
                .number(&format!("the row of cell {pair} of {pairs} in case {case}"), 1..=2)
                .map(|row| if row == 1 { 1 } else { 2 })?;
            let column = cursor.number(
                &format!("the column of cell {pair} of {pairs} in case {case}"),
                1..=columns,
            );
            let cell = Cell { column: column?, row };
            if !painted.insert(cell) {
                return Err(start.rule(format!(
                    "cell {} {} is painted twice in case {case}",
                    cell.row, cell.column
                )));
            }
        }
        let grid = Grid::from_cells(columns, painted, ALICE);
        grids.push(grid.expect("the cells lie in the grid and differ"));
    }
    cursor.skip_white();
    if cursor.peek().is_some() {
        return Err(cursor.expected(format!("the end of the input after case {cases}")));
    }
    Ok(grids)
}

/// Writes a file of these cases. A file cannot say that Bob is to move; who
/// moves is left out.
#[must_use]
pub fn write_input(grids: &[Grid]) -> String {
    let mut text = format!("{}\n", grids.len());
    let mut line = |a: u64, b: u64| {
        writeln!(text, "{a} {b}").expect("writing to a string does not fail");
    };
    for grid in grids {
        line(grid.columns(), grid.painted_count());
        for cell in grid.painted() {
            line(u64::from(cell.row), cell.column);
        }
    }
    text
}

/// The line of this case, which counts from 1, without a line end.
#[must_use]
pub fn answer(case: usize, winner: Player) -> String {
    format!("Case {case}: {}", name(winner))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        assert_eq!(fast::parse(text.as_bytes()), None, "{text}");
        parse(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn faults_are_named_with_their_place() {
        let cases = [
            ("1\n4 3\n1 1\n2 1\n1 1\n", "line 5, column 1: cell 1 1 is painted twice in case 1"),
            (
                "1\n4 1\n3 1\n",
                "line 3, column 1: expected the row of cell 1 of 1 in case 1 from 1 to 2, found \"3\"",
            ),
            (
                "1\n4 1\n1 5\n",
                "line 3, column 3: expected the column of cell 1 of 1 in case 1 from 1 to 4, \
                 found \"5\"",
            ),
            (
                "1\n4 3\n1 1\n2 1\n",
                "line 5, column 1: expected the row of cell 3 of 3 in case 1 from 1 to 2, \
                 found the end of the input",
            ),
            (
                "1\n4 1\n1 1\n2 1\n",
                "line 4, column 1: expected the end of the input after case 1, found \"2\"",
            ),
            (
                "1\n4\n",
                "line 3, column 1: expected M of case 1 from 0 to 8, found the end of the input",
            ),
            ("1\n4 9\n", "line 2, column 3: expected M of case 1 from 0 to 8, found \"9\""),
            (
                "1\n1000000000000000001 0\n",
                "line 2, column 1: expected N of case 1 from 1 to 1000000000000000000, \
                 found \"1000000000000000001\"",
            ),
            (
                "1\n1000000000000000000 1000000000000000000\n1 1\n",
                "line 4, column 1: expected the row of cell 2 of 1000000000000000000 in case 1 \
                 from 1 to 2, found the end of the input",
            ),
            (
                "18446744073709551615\n",
                "line 2, column 1: expected N of case 1 from 1 to 1000000000000000000, \
                 found the end of the input",
            ),
            (
                "1\n4 1\n1 1x\n",
                "line 3, column 3: expected the column of cell 1 of 1 in case 1 from 1 to 4, found \"1x\"",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(message(text), expected);
        }
    }

    #[test]
    fn both_readers_agree() {
        let texts = [
            "0",
            "1\n1 0\n",
            "2\r\n3 2\r\n2 3\r\n1 1\r\n1 1\r\n2 1",
            "1 5 3 1 1 2 2 1 00005\n\n",
            "1\t70 2\t1 \n 70  2\r70",
            "1\n100000 3\n1 99999\n2 100000\n1 100000\n",
            "1\n1000000000000000000 2\n2 1000000000000000000\n1 999999999999999999\n",
            "1\n9 4\n1 1\n2 1\n1 9\n2 9\n",
        ];
        for text in texts {
            let precise = parse_with_places(text.as_bytes()).unwrap();
            assert_eq!(fast::parse(text.as_bytes()), Some(precise.clone()), "{text:?}");
            assert_eq!(parse(write_input(&precise).as_bytes()), Ok(precise));
        }
    }

    #[test]
    fn answers_as_the_judge_has_them() {
        assert_eq!(answer(1, ALICE), "Case 1: Alice");
        assert_eq!(answer(74, ALICE.other()), "Case 74: Bob");
    }
}
