//! A case, its right answer and another one, as `judge` and `stress` show them.

use tesuji_testkit::judge_input::{Difference, Judge};

use crate::failure::printable;

/// Rows and columns that are drawn; a larger board is its line alone.
const LARGEST: usize = 40;

/// The position on one line, shortened where it is long, and drawn.
pub(super) fn position<J: Judge>(judge: &J, case: &J::Case) -> String {
    const LONGEST: usize = 160;
    let position = judge.position(case);
    let mut text = String::from("\n  ");
    match position.char_indices().nth(LONGEST) {
        None => text += &position,
        Some((end, _)) => text += &format!("{} …", &position[..end]),
    }
    text += "\n\n";
    let rows = judge.draw(case);
    if rows.len() <= LARGEST {
        for row in rows {
            text += &format!("  {row}\n");
        }
        text.push('\n');
    }
    text
}

/// `expected: …` and `got: …`.
pub(super) fn answers(difference: &Difference) -> String {
    let expected = difference.expected.as_deref().unwrap_or("(the end of the output)");
    let got = match &difference.got {
        None => "(the end of the output)".to_owned(),
        Some(line) => excerpt(line),
    };
    format!("expected: {expected}\ngot:      {got}\n")
}

/// The start of what a program printed, with nothing in it that steers a
/// terminal; how much more there is where it is long.
pub(super) fn excerpt(bytes: &[u8]) -> String {
    const LONGEST: usize = 160;
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(LONGEST)]);
    let start = start.trim_end().replace("\r\n", "\n").replace('\n', " / ");
    let mut text: String = start.chars().map(printable).collect();
    if bytes.is_empty() {
        text = "(an empty line)".to_owned();
    } else if text.trim().is_empty() {
        text = format!("({} bytes of white space)", bytes.len());
    }
    if bytes.len() > LONGEST {
        text += &format!(" … ({} bytes)", bytes.len());
    }
    text
}
