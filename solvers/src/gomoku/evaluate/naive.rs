//! Evaluation from a recount of all shapes.

use tesuji_core::gomoku::naive::{Board, DIRECTIONS};
use tesuji_core::{Game, Player};

use super::{Worth, cell_value, for_side};

/// The static value for the side to move. Costs as much as a
/// [recount](crate::gomoku::shapes::naive::recount).
#[must_use]
pub fn evaluate(board: &Board) -> i32 {
    let own = board.to_move();
    for_side(sum(board, own), sum(board, own.other()))
}

fn sum(board: &Board, player: Player) -> Worth {
    let mut sum = Worth::default();
    for cell in board.variant().cells().filter(|&cell| board.get(cell).is_none()) {
        let mut counts = [0; 8];
        for direction in DIRECTIONS {
            counts[board.made(cell, direction, player) as usize] += 1;
        }
        sum += cell_value(counts);
    }
    sum
}
