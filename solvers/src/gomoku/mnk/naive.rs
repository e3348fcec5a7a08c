//! Every move tried on an array of cells.

use tesuji_core::gomoku::naive::Board;
use tesuji_core::{Game, Player};

use super::refuse;
use crate::{HashMap, Refusal};

/// The most empty cells that are taken on: some seconds in debug builds.
pub const MOST_EMPTY: usize = 12;

/// The answer and the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    /// Whether the attacker wins.
    pub wins: bool,
    /// Positions looked at, each once.
    pub nodes: u64,
}

/// Whether the attacker wins whatever the other player does.
///
/// Positions met again are remembered: three to the power of the empty cells
/// at most, and far fewer where one side soon has a row.
///
/// # Errors
/// Where the rule is not freestyle, somebody has won, or more than
/// [`MOST_EMPTY`] cells are empty.
pub fn solve(position: &Board, attacker: Player) -> Result<Report, Refusal> {
    refuse(position)?;
    let empty = position.variant().cells().filter(|&cell| position.get(cell).is_none()).count();
    if empty > MOST_EMPTY {
        return Err(Refusal::TooLarge {
            asked: format!("a position of {empty} empty cells"),
            limit: format!("the naive solver takes {MOST_EMPTY}; the optimized one takes more"),
        });
    }
    let mut known = HashMap::default();
    let wins = wins(&mut position.clone(), attacker, &mut known);
    Ok(Report { wins, nodes: known.len() as u64 })
}

/// As deep as there are empty cells.
fn wins(board: &mut Board, attacker: Player, known: &mut HashMap<Board, bool>) -> bool {
    if let Some(&wins) = known.get(board) {
        return wins;
    }
    let answer = if let Some(winner) = board.winner() {
        winner == attacker
    } else if board.is_full() {
        false
    } else {
        let to_win = board.to_move() == attacker;
        let found = board.legal_moves().into_iter().any(|mv| {
            board.play_unchecked(mv);
            let after = wins(board, attacker, known);
            board.undo(mv, ());
            after == to_win
        });
        found == to_win
    };
    known.insert(board.clone(), answer);
    answer
}
