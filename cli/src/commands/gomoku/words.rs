//! Words that the commands share.

use std::io::{self, Write};

use tesuji_core::Player;
use tesuji_core::gomoku::Cell;

use crate::draw::wrap;
use crate::output;

/// The cells' names.
pub(super) fn names(cells: &[Cell]) -> Vec<String> {
    cells.iter().map(Cell::to_string).collect()
}

/// The cells' names with spaces in between; `-` where there is none.
pub(super) fn in_words(cells: &[Cell]) -> String {
    if cells.is_empty() { "-".to_owned() } else { names(cells).join(" ") }
}

/// A side at the start of a sentence.
pub(super) fn side(player: Player) -> &'static str {
    match player {
        Player::Black => "Black",
        Player::White => "White",
    }
}

/// `1 stone`, `2 stones`.
pub(super) fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Writes words in lines as wide as the output.
pub(super) fn paragraph(out: &mut impl Write, text: &str) -> io::Result<()> {
    wrap(text, output::width().max(20)).iter().try_for_each(|line| writeln!(out, "{line}"))
}
