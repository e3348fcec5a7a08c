//! Evaluation from sums that are kept up to date.

use tesuji_core::Player;

use super::for_side;
use crate::gomoku::shapes::optimized::ShapeBoard;

/// The static value for this side to move: two loads and some additions.
#[must_use]
#[inline]
pub fn evaluate(board: &ShapeBoard, to_move: Player) -> i32 {
    for_side(board.totals(to_move).worth(), board.totals(to_move.other()).worth())
}
