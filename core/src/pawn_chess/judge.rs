//! The judge's files (UVa 10838, "The Pawn Chess").
//!
//! Input: the number of cases T, then T cases, each at least one blank line
//! and the rows of a position, White to move. Output: a line a case, the
//! winner and the length in plies, such as `white (11)`.
//!
//! Line ends may be LF, CR LF or CR, lines may end in blanks, several blank
//! lines may stand where one does, and the last line needs no end. The judge
//! promises at most 50 cases of 4×4; here any number and any size will do.
//!
//! A judge's position keeps four rules more than others: both sides have a
//! pawn, no pawn stands on its goal row, and White has a legal move. It need
//! not be reachable from the start.

use std::fmt::Write;

use super::{Fault, Rule, Size, naive, text};
use crate::text::{Cursor, ParseError, Place};
use crate::{Game, Outcome, Player};

/// Reads a judge's input of boards of this size.
///
/// Costs time and memory in the length of the input, not in the T it claims.
///
/// # Errors
/// A [`ParseError`] at the first fault: no number, another number of cases
/// than it says, another number of cells in a row or rows in a case, another
/// character, or a position that breaks a [`Rule`]. Of several broken rules
/// the first of these is named: a pawn on its goal row, too many pawns, a side
/// without pawns (White first), no legal move.
pub fn parse(input: &[u8], size: Size) -> Result<Vec<naive::Board>, ParseError> {
    let mut cursor = Cursor::from_bytes(input)?;
    let cases = cursor.number("the number of cases", 0..=u64::MAX)?;
    line_end(&mut cursor, "the end of the line after the number of cases")?;
    let mut boards = Vec::new();
    for _ in 0..cases {
        blank_lines(&mut cursor)?;
        boards.push(case(&mut cursor, size)?);
    }
    cursor.skip_white();
    if !cursor.rest().is_empty() {
        return Err(cursor.expected(format!("the end of the input after {cases} cases")));
    }
    Ok(boards)
}

/// Takes blanks and a line end, or the end of the input.
fn line_end(cursor: &mut Cursor<'_>, what: &'static str) -> Result<(), ParseError> {
    cursor.skip_blanks();
    if cursor.eat('\n') || cursor.rest().is_empty() { Ok(()) } else { Err(cursor.expected(what)) }
}

/// Takes the blank lines before a case, which are at least one.
fn blank_lines(cursor: &mut Cursor<'_>) -> Result<(), ParseError> {
    let mut is_apart = false;
    loop {
        let line = cursor.clone();
        cursor.skip_blanks();
        if cursor.eat('\n') {
            is_apart = true;
        } else if cursor.rest().is_empty() {
            return Err(cursor.expected("another case"));
        } else if !is_apart {
            return Err(line.expected("a blank line before a case"));
        } else {
            *cursor = line;
            return Ok(());
        }
    }
}

fn case(cursor: &mut Cursor<'_>, size: Size) -> Result<naive::Board, ParseError> {
    let (mut cells, mut places) = (Vec::new(), Vec::new());
    for _ in 0..size.rows() {
        for _ in 0..size.columns() {
            places.push(cursor.place());
            cells.push(text::cell(cursor)?);
        }
        line_end(cursor, "the end of the row")?;
    }
    board(size, &cells, &places)
}

/// The position, where it keeps the judge's rules.
fn board(
    size: Size,
    cells: &[Option<Player>],
    places: &[Place],
) -> Result<naive::Board, ParseError> {
    let refuse = |rule, cell| Err(text::refusal(Fault { rule, cell }, places));
    let last_row = cells.len() - size.columns() as usize;
    for (cell, &content) in cells.iter().enumerate() {
        match content {
            Some(Player::White) if cell < size.columns() as usize => {
                return refuse(Rule::OnGoalRow(Player::White), cell);
            }
            Some(Player::Black) if cell >= last_row => {
                return refuse(Rule::OnGoalRow(Player::Black), cell);
            }
            _ => {}
        }
    }
    let board = naive::Board::from_cells(size, cells, Player::White)
        .map_err(|fault| text::refusal(fault, places))?;
    for player in Player::BOTH {
        if board.pawns(player) == 0 {
            return refuse(Rule::NoPawn(player), 0);
        }
    }
    if board.outcome().is_some() {
        return refuse(Rule::NoMove, 0);
    }
    Ok(board)
}

/// Writes a judge's input of these positions: what [`parse`] reads back, where
/// they are a judge's positions of one size. The side to move is not written.
#[must_use]
pub fn write_input(boards: &[naive::Board]) -> String {
    let mut out = format!("{}\n", boards.len());
    for board in boards {
        out.push('\n');
        for row in board.cells().chunks(board.size().columns() as usize) {
            out.extend(row.iter().map(|&cell| text::letter(cell)));
            out.push('\n');
        }
    }
    out
}

/// The judge's answer: the winner and the plies to the end, `white (11)`.
/// Without a line end. An outcome without a winner, which pawn chess does not
/// know, is named as it is.
#[must_use]
pub fn answer(outcome: Outcome, plies: u32) -> String {
    let mut line = match outcome {
        Outcome::Win(player) => player.to_string(),
        other => other.to_string(),
    };
    write!(line, " ({plies})").expect("a string takes everything");
    line
}
