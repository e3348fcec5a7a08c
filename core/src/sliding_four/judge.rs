//! The judge's files: four lines of four cells in, one number out.
//!
//! The format of CodeVS 1004 and Luogu P2346. A cell is `B`, `W`, or, for a
//! blank, `O`, `.`, `0` or a space: some statements print the blanks as spaces,
//! so a space at the start of a line or between two pieces is a cell like any
//! other. Each line has exactly four cells. White space after the fourth is
//! ignored, and so are blank lines after the fourth line; the last line may
//! lack its line end. Lines end with LF, CR LF or a lone CR.
//!
//! A line that is shorter than four cells is refused, also where an editor has
//! removed blanks from its end: nothing is guessed.

use std::fmt::Write;

use super::{Start, naive, text};
use crate::text::{Cursor, ParseError};

/// What a judge prints where no goal can be reached.
pub const NO_SOLUTION: &str = "no solution";

/// Reads a judge's input: a board of which either colour may begin.
///
/// # Errors
/// At the first character that is no cell of the sixteen, or that follows them
/// and is no white space; or at the first byte that is no UTF-8.
pub fn parse(input: &[u8]) -> Result<Start, ParseError> {
    let mut cursor = Cursor::from_bytes(input)?;
    let mut cells = naive::Cells::default();
    for row in &mut cells {
        for place in row {
            *place = match cursor.peek() {
                Some(' ') => None,
                other => other
                    .and_then(text::cell)
                    .ok_or_else(|| cursor.expected("a cell: B, W, or O for a blank"))?,
            };
            cursor.next();
        }
        cursor.skip_blanks();
        if cursor.peek().is_some() && !cursor.eat('\n') {
            return Err(cursor.expected("the end of the line after four cells"));
        }
    }
    cursor.end()?;
    Ok(Start { cells, first: None })
}

/// The judge's input for a board; the blanks are written as `O`. The format
/// has no place for a beginner.
#[must_use]
pub fn write_input(cells: &naive::Cells) -> String {
    let mut out = String::with_capacity(20);
    for row in cells {
        out.extend(row.iter().map(|&cell| text::letter(cell)));
        out.push('\n');
    }
    out
}

/// The judge's answer line, without its line end: the number of steps, or
/// [`NO_SOLUTION`].
#[must_use]
pub fn answer(steps: Option<u32>) -> String {
    let mut out = String::new();
    match steps {
        Some(steps) => write!(out, "{steps}").expect("a string takes all"),
        None => out.push_str(NO_SOLUTION),
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_blank_and_every_line_end_is_read() {
        let sample: Start = "BWBO/WBWB/BWBW/WBWO".parse().unwrap();
        for input in [
            "BWBO\nWBWB\nBWBW\nWBWO\n",
            "BWBO\r\nWBWB\r\nBWBW\r\nWBWO\r\n",
            "BWBO\nWBWB\nBWBW\nWBWO",
            "BWB.\nWBWB \t\nBWBW\nWBW0 \n\n \t\n",
            "BWB \nWBWB\nBWBW\nWBW ",
            "BWB    \rWBWB\rBWBW\rWBW     ",
        ] {
            assert_eq!(parse(input.as_bytes()), Ok(sample), "{input:?}");
        }
        assert_eq!(write_input(&sample.cells), "BWBO\nWBWB\nBWBW\nWBWO\n");
    }

    #[test]
    fn a_leading_space_is_a_blank() {
        let start = parse(b"BW B\nBWWB\n BWW\nBBWW\n").unwrap();
        assert_eq!(start.to_string(), "BWOB/BWWB/OBWW/BBWW");
        assert_eq!(parse(b"    \n    \n    \n    ").unwrap().to_string(), "OOOO/OOOO/OOOO/OOOO");
    }

    #[test]
    fn what_is_no_board_is_refused_at_its_place() {
        for (input, message) in [
            (
                &b""[..],
                "line 1, column 1: expected a cell: B, W, or O for a blank, found the end of the input",
            ),
            (
                b"BWB\nWBWB\nBWBW\nWBWO",
                "line 1, column 4: expected a cell: B, W, or O for a blank, found the end of the line",
            ),
            (
                b"BWBO\nWBWB\nBWBW\nWBW",
                "line 4, column 4: expected a cell: B, W, or O for a blank, found the end of the input",
            ),
            (
                b"BWBO\nWBWB\nBWBW\n",
                "line 4, column 1: expected a cell: B, W, or O for a blank, found the end of the input",
            ),
            (
                b"BWBO B\nWBWB\nBWBW\nWBWO",
                "line 1, column 6: expected the end of the line after four cells, found \"B\"",
            ),
            (
                b"BWBOB\nWBWB\nBWBW\nWBWO",
                "line 1, column 5: expected the end of the line after four cells, found \"B\"",
            ),
            (
                b"BWBO\nWBWB\nBWBW\nWBWO\n\nB",
                "line 6, column 1: expected the end of the input, found \"B\"",
            ),
            (
                b"\nBWBO\nWBWB\nBWBW\nWBWO",
                "line 1, column 1: expected a cell: B, W, or O for a blank, found the end of the line",
            ),
            (
                b"BWbO\nWBWB\nBWBW\nWBWO",
                "line 1, column 3: expected a cell: B, W, or O for a blank, found \"bO\"",
            ),
            (
                b"BWB\tO\nWBWB\nBWBW\nWBWO",
                "line 1, column 4: expected a cell: B, W, or O for a blank, found a blank",
            ),
            (
                b"BWBO\nW\xffWB\nBWBW\nWBWO",
                "line 2, column 2: expected UTF-8 text, found other bytes",
            ),
        ] {
            let error = parse(input).unwrap_err();
            assert_eq!(error.to_string(), message, "{}", String::from_utf8_lossy(input));
        }
    }

    #[test]
    fn answers() {
        assert_eq!(answer(Some(0)), "0");
        assert_eq!(answer(Some(12)), "12");
        assert_eq!(answer(None), "no solution");
    }
}
