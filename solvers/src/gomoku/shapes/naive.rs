//! Counting by definition.

use tesuji_core::Player;
use tesuji_core::gomoku::naive::{Board, DIRECTIONS};

use super::Counts;

/// The shapes that a stone of each side makes on each empty cell, counted
/// afresh: Black's and White's counts.
///
/// Costs a classification of every line through every empty cell, which is the
/// cube of its length.
#[must_use]
pub fn recount(board: &Board) -> [Counts; 2] {
    [Player::Black, Player::White].map(|player| {
        let mut sum = Counts::default();
        let forbids = board.variant().rule().forbids() && player == Player::Black;
        for cell in board.variant().cells().filter(|&cell| board.get(cell).is_none()) {
            let mut counts = [0; 8];
            for direction in DIRECTIONS {
                counts[board.made(cell, direction, player) as usize] += 1;
            }
            sum.add(counts, forbids);
        }
        sum
    })
}
