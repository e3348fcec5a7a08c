//! The judge's files: CQOI 2013, BZOJ 3106, Luogu P4576.
//!
//! Input is one line, `n r1 c1 r2 c2`: White on (r1, c1), Black on (r2, c2),
//! counted from 1, White to move, speeds 1 and 2. Output is one line such as
//! `BLACK 2`: the winner and the plies to the end.

use std::error::Error;
use std::fmt::{self, Display};

use super::{Speeds, naive, text};
use crate::text::Cursor;
use crate::{Game, Outcome, ParseError, Player};

/// The largest n that the judge asks about. [`parse`] takes any board's n.
pub const MAX_SIZE: u16 = 20;

/// Reads an input. Any white space separates, and may stand around the whole.
///
/// # Errors
/// Bytes that are no UTF-8; a number that is missing, no number or out of
/// range (n from 2 to [the board's limit](super::MAX_SIZE), cells on the
/// board); both pieces on one cell; anything after the fifth number.
pub fn parse(input: &[u8]) -> Result<naive::Board, ParseError> {
    let mut cursor = Cursor::from_bytes(input)?;
    let (n, white, black, at_black) = text::cells(&mut cursor)?;
    if white == black {
        return Err(at_black.rule(format!("both pieces stand on {black}")));
    }
    cursor.end()?;
    let board = naive::Board::new(n, white, black, Player::White, Speeds::default());
    Ok(board.expect("every number was read within its range"))
}

/// Why a position has no judge's input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotAsked {
    /// Black is to move.
    BlackToMove(naive::Board),
    /// The speeds are not White's 1 and Black's 2.
    OtherSpeeds(naive::Board),
    /// The game is over.
    Over(naive::Board),
}

impl Display for NotAsked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAsked::BlackToMove(board) => write!(f, "in {board} Black is to move, not White"),
            NotAsked::OtherSpeeds(board) => write!(f, "the speeds of {board} are not 1 and 2"),
            NotAsked::Over(board) => write!(f, "the game {board} is over"),
        }
    }
}

impl Error for NotAsked {}

/// The input that asks about this position, with its line end.
///
/// # Errors
/// [`NotAsked`] where the format has no words for it.
pub fn write_input(board: &naive::Board) -> Result<String, NotAsked> {
    if board.outcome().is_some() {
        return Err(NotAsked::Over(*board));
    }
    if board.to_move() == Player::Black {
        return Err(NotAsked::BlackToMove(*board));
    }
    if board.speeds() != Speeds::default() {
        return Err(NotAsked::OtherSpeeds(*board));
    }
    let (n, white, black) = (board.n(), board.white(), board.black());
    Ok(format!("{n} {} {} {} {}\n", white.row, white.column, black.row, black.column))
}

/// The answer line, without its line end: `WHITE 1`, `BLACK 58`, `DRAW`.
///
/// `plies` is the length under best play; a game that nobody wins has none,
/// and there it is not looked at.
#[must_use]
pub fn answer(outcome: Outcome, plies: u32) -> String {
    match outcome.winner() {
        Some(Player::White) => format!("WHITE {plies}"),
        Some(Player::Black) => format!("BLACK {plies}"),
        None => "DRAW".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_comes_back() {
        for text in ["2 1 1 2 2\n", "20 1 2 1 20\n", "65535 1 65535 65535 1\n"] {
            let board = parse(text.as_bytes()).unwrap();
            assert_eq!(write_input(&board).unwrap(), text);
        }
        assert_eq!(parse(b"\r\n3 1 1\r2\t3").unwrap().to_string(), "3 1 1 2 3 w");
    }

    #[test]
    fn a_bad_input_is_refused_at_its_place() {
        for (input, message) in [
            (
                "",
                "line 1, column 1: expected a board size n from 2 to 65535, found the end of the input",
            ),
            (
                " \n",
                "line 2, column 1: expected a board size n from 2 to 65535, found the end of the input",
            ),
            ("1 1 1 1 1", "line 1, column 1: expected a board size n from 2 to 65535, found \"1\""),
            (
                "65536 1 1 2 2",
                "line 1, column 1: expected a board size n from 2 to 65535, found \"65536\"",
            ),
            (
                "-2 1 1 2 2",
                "line 1, column 1: expected a board size n from 2 to 65535, found \"-2\"",
            ),
            ("4 2 3 2 3", "line 1, column 7: both pieces stand on (2,3)"),
            ("4 0 3 2 3", "line 1, column 3: expected White's row from 1 to 4, found \"0\""),
            ("4 1 3 2 5", "line 1, column 9: expected Black's column from 1 to 4, found \"5\""),
            (
                "4 1 3 2",
                "line 1, column 8: expected Black's column from 1 to 4, found the end of the input",
            ),
            ("4 1 3 2 2\n7", "line 2, column 1: expected the end of the input, found \"7\""),
        ] {
            assert_eq!(parse(input.as_bytes()).unwrap_err().to_string(), message);
        }
        let error = parse(b"4 1 \xff").unwrap_err();
        assert_eq!(error.to_string(), "line 1, column 5: expected UTF-8 text, found other bytes");
    }

    #[test]
    fn what_the_judge_cannot_ask_is_not_written() {
        let write = |text: &str| write_input(&text.parse().unwrap());
        let board = |text: &str| text.parse::<naive::Board>().unwrap();
        let black = "4 1 3 2 2 b";
        assert_eq!(write(black), Err(NotAsked::BlackToMove(board(black))));
        let other = "4 1 3 2 2 w speeds 2 2";
        assert_eq!(write(other), Err(NotAsked::OtherSpeeds(board(other))));
        let over = "4 1 3 1 3 w";
        assert_eq!(write(over), Err(NotAsked::Over(board(over))));
        for (text, message) in [
            (black, "in 4 1 3 2 2 b Black is to move, not White"),
            (other, "the speeds of 4 1 3 2 2 w speeds 2 2 are not 1 and 2"),
            (over, "the game 4 1 3 1 3 w is over"),
        ] {
            assert_eq!(write(text).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn answers_as_published() {
        assert_eq!(answer(Outcome::Win(Player::Black), 2), "BLACK 2");
        assert_eq!(answer(Outcome::Win(Player::White), 1), "WHITE 1");
        assert_eq!(answer(Outcome::Draw, 7), "DRAW");
    }
}
