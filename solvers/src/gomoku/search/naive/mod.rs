//! Minimax to a fixed depth, and wins by threats, from the rules alone.

pub mod threats;

use tesuji_core::gomoku::Cell;
use tesuji_core::gomoku::naive::Board;
use tesuji_core::{Game, Outcome};

use super::Score;
use crate::gomoku::evaluate::naive::evaluate;

/// The value of the position for the side to move when both sides look at
/// every legal move, `depth` plies deep, and the moves that reach it,
/// ascending (none at depth 0 and where the game is over).
///
/// A game that ends within `depth` plies is worth its end, the sooner the
/// better for the winner; at the last ply the position is worth its static
/// value. Costs the number of moves to the power of `depth`, times an
/// evaluation; the stack is `depth` deep.
#[must_use]
pub fn minimax(board: &Board, depth: u32) -> (Score, Vec<Cell>) {
    let mut board = board.clone();
    let mut best = None;
    let mut moves = Vec::new();
    if depth > 0 && board.outcome().is_none() {
        for mv in board.legal_moves() {
            board.play_unchecked(mv);
            let score = before(value(&mut board, depth - 1));
            board.undo(mv, ());
            if best.is_none_or(|best| rank(score) > rank(best)) {
                best = Some(score);
                moves.clear();
            }
            if best == Some(score) {
                moves.push(mv);
            }
        }
    }
    (best.unwrap_or_else(|| value(&mut board, 0)), moves)
}

fn value(board: &mut Board, depth: u32) -> Score {
    match board.outcome() {
        Some(Outcome::Win(winner)) if winner == board.to_move() => Score::Win(0),
        Some(Outcome::Win(_)) => Score::Loss(0),
        Some(_) => Score::Value(0),
        None if depth == 0 => Score::Value(evaluate(board)),
        None => {
            let scores = board.legal_moves().into_iter().map(|mv| {
                board.play_unchecked(mv);
                let score = before(value(board, depth - 1));
                board.undo(mv, ());
                score
            });
            scores.max_by_key(|&score| rank(score)).unwrap_or(Score::Value(0))
        }
    }
}

/// A score as the side sees it that is to move one ply earlier.
fn before(score: Score) -> Score {
    match score {
        Score::Value(value) => Score::Value(-value),
        Score::Win(plies) => Score::Loss(plies + 1),
        Score::Loss(plies) => Score::Win(plies + 1),
    }
}

/// Scores from the worst to the best: a far loss before a near one, any value
/// between losses and wins, a near win before a far one.
fn rank(score: Score) -> i64 {
    match score {
        Score::Value(value) => i64::from(value),
        Score::Win(plies) => 1_000_000 - i64::from(plies),
        Score::Loss(plies) => i64::from(plies) - 1_000_000,
    }
}
