//! The field's experiment: what does the board alone do for a search?
//!
//! One plain search, every node with its ten best cells and nothing pruned, is
//! run over three boards: a [vector of vectors](Nested), a [flat array](Flat)
//! and [line masks with counts](Lines). The boards agree on every term, so that
//! the searches visit the same nodes in the same order and return the same
//! value; only the time differs. For freestyle five in a row.
//!
//! The arrays are as a careful programmer writes them: stones are put and taken
//! back, nothing is copied, and each cell of a line is read once for both
//! colours. They scan all shapes at each leaf, where the line masks read a sum.

mod arrays;
mod masks;

pub use arrays::{Flat, Nested};
pub use masks::Lines;

use tesuji_core::Player;
use tesuji_core::gomoku::naive::Board as Position;
use tesuji_core::gomoku::{Cell, Rule};

use crate::Refusal;

/// Cells tried at each node.
pub const CANDIDATES: usize = 10;

/// What the experiment asks of a board.
pub trait Board: Sized {
    /// This position on this board.
    ///
    /// # Errors
    /// [`Refusal::Invalid`] for any rule but freestyle and any length but five.
    fn set_up(position: &Position) -> Result<Self, Refusal>;

    /// Puts a stone on an empty cell.
    fn put(&mut self, cell: Cell, player: Player);

    /// Takes back the last stone put, which lies here.
    fn take(&mut self, cell: Cell);

    /// Whether a stone of this player on this empty cell makes five or more.
    fn completes(&self, cell: Cell, player: Player) -> bool;

    /// Adds every empty cell with its worth, the values of both colours' shapes
    /// on it, cells ascending.
    fn worths(&self, worths: &mut Vec<(i32, Cell)>);

    /// The static value for this player to move.
    fn value(&self, to_move: Player) -> i32;
}

/// What one run of the experiment gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The value for the side to move; a win is `1_000_000` less its plies.
    pub value: i32,
    /// Stones put.
    pub nodes: u64,
}

const WIN: i32 = 1_000_000;

/// Searches `plies` deep with [`CANDIDATES`] cells at each node: those of the
/// greatest worth, among equals the least cell. A five ends the game.
pub fn search<B: Board>(board: &mut B, to_move: Player, plies: u32) -> Outcome {
    let mut outcome = Outcome { value: 0, nodes: 0 };
    outcome.value = negamax(board, to_move, plies, 0, &mut outcome.nodes);
    outcome
}

fn negamax<B: Board>(board: &mut B, player: Player, plies: u32, ply: i32, nodes: &mut u64) -> i32 {
    if plies == 0 {
        return board.value(player);
    }
    let mut best = None;
    for cell in candidates(board).into_iter().flatten() {
        *nodes += 1;
        let value = if board.completes(cell, player) {
            WIN - ply - 1
        } else {
            board.put(cell, player);
            let value = -negamax(board, player.other(), plies - 1, ply + 1, nodes);
            board.take(cell);
            value
        };
        best = best.max(Some(value));
    }
    // No empty cell: a draw.
    best.unwrap_or(0)
}

fn candidates<B: Board>(board: &B) -> [Option<Cell>; CANDIDATES] {
    let mut worths = Vec::with_capacity(900);
    board.worths(&mut worths);
    let mut best = [None; CANDIDATES];
    let count = CANDIDATES.min(worths.len());
    if count == 0 {
        return best;
    }
    let order = |&(worth, cell): &(i32, Cell)| (std::cmp::Reverse(worth), cell);
    worths.select_nth_unstable_by_key(count - 1, order);
    worths.truncate(count);
    worths.sort_unstable_by_key(order);
    for (slot, (_, cell)) in best.iter_mut().zip(worths) {
        *slot = Some(cell);
    }
    best
}

fn admit(position: &Position) -> Result<(), Refusal> {
    let variant = position.variant();
    if variant.rule() == Rule::Freestyle && variant.k() == 5 {
        Ok(())
    } else {
        Err(Refusal::Invalid(format!("the experiment is for freestyle five, not {variant}")))
    }
}
