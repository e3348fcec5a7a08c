//! A board with or without a beginner.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::naive::{Board, Cells};
use super::text;
use crate::text::{Cursor, ParseError};
use crate::{Game, Player};

/// A board, and who makes the first step where that is settled.
///
/// The puzzle leaves it open: its answer is the better of the two beginners.
/// The text is the rows, then the beginner's letter where there is one:
/// `BWBO/WBWB/BWBW/WBWO` (either colour may begin), `BWBO/WBWB/BWBW/WBWO b`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Start {
    /// The cells, by row and column.
    pub cells: Cells,
    /// Who makes the first step; `None` where either colour may.
    pub first: Option<Player>,
}

impl Start {
    /// The position in which `first` begins on this board, whoever
    /// [`Start::first`] is.
    #[must_use]
    pub const fn begun_by(&self, first: Player) -> Board {
        Board::new(self.cells, first)
    }

    /// The positions that the question is about: one where the beginner is
    /// settled, else two, White's first.
    pub fn positions(&self) -> impl Iterator<Item = Board> {
        let Start { cells, first } = *self;
        Player::BOTH
            .into_iter()
            .filter(move |&player| first.is_none_or(|first| first == player))
            .map(move |player| Board::new(cells, player))
    }
}

/// The position as a question with this beginner.
impl From<Board> for Start {
    fn from(board: Board) -> Start {
        Start { cells: *board.cells(), first: Some(board.to_move()) }
    }
}

impl Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write_rows(f, &self.cells)?;
        match self.first {
            Some(first) => write!(f, " {}", first.letter()),
            None => Ok(()),
        }
    }
}

impl FromStr for Start {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Start, ParseError> {
        let mut cursor = Cursor::new(text);
        let cells = text::read_rows(&mut cursor)?;
        let first = text::read_side(&mut cursor)?;
        Ok(Start { cells, first })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginner_may_be_left_open() {
        for (text, positions) in [
            ("BWBO/WBWB/BWBW/WBWO", &["BWBO/WBWB/BWBW/WBWO w", "BWBO/WBWB/BWBW/WBWO b"][..]),
            ("BWBO/WBWB/BWBW/WBWO b", &["BWBO/WBWB/BWBW/WBWO b"]),
            ("OOOO/OOOO/OOOO/OOOO w", &["OOOO/OOOO/OOOO/OOOO w"]),
        ] {
            let start: Start = text.parse().unwrap();
            assert_eq!(start.to_string(), text);
            let found: Vec<_> = start.positions().map(|board| board.to_string()).collect();
            assert_eq!(found, positions);
        }
        assert_eq!("BW.0/WBWB/BWBW/WBWO \t b\n".parse(), "BWOO/WBWB/BWBW/WBWO b".parse::<Start>());
    }

    #[test]
    fn what_is_no_board_is_refused_at_its_place() {
        for (text, message) in [
            (
                "",
                "line 1, column 1: expected a cell: B, W, or O for a blank, found the end of the input",
            ),
            (
                "BWB/WBWB/BWBW/WBWO",
                "line 1, column 4: expected a cell: B, W, or O for a blank, found \"/WBWB/BWBW/WBWO\"",
            ),
            (
                "BWBOO/WBWB/BWBW/WBWO",
                "line 1, column 5: expected the / after four cells, found \"O/WBWB/BWBW/WBWO\"",
            ),
            (
                "BWBO/WBWB/BWBW/WBWOb",
                "line 1, column 20: expected a space or the end after sixteen cells, found \"b\"",
            ),
            (
                "BWBO/WBWB/BWBW/WBWO x",
                "line 1, column 21: expected the side to move, w or b, found \"x\"",
            ),
            (
                "BWBO/WBWB/BWBW/WBWO w b",
                "line 1, column 23: expected the end of the input, found \"b\"",
            ),
            (
                "bwbo/wbwb/bwbw/wbwo",
                "line 1, column 1: expected a cell: B, W, or O for a blank, found \"bwbo/wbwb/bwbw/wbwo\"",
            ),
            (
                "BWB /WBWB/BWBW/WBWO",
                "line 1, column 4: expected a cell: B, W, or O for a blank, found a blank",
            ),
        ] {
            assert_eq!(text.parse::<Start>().unwrap_err().to_string(), message, "{text}");
        }
    }
}
