//! The look for a win by threats, before the search.

use std::sync::atomic::AtomicBool;

use tesuji_core::gomoku::{Cell, naive};
use tesuji_solvers::gomoku::search::Limits;

/// Finds wins in which every move of the winner threatens to complete a row.
pub(super) trait Threats {
    /// The line of a win of the side to move, its first move legal; `None`
    /// where there is none, or where the budget was spent before it was found.
    fn win(
        &mut self,
        position: &naive::Board,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Option<Vec<Cell>>;
}

/// Leaves everything to the search, which follows fours at its leaves.
pub(super) struct NoThreats;

impl Threats for NoThreats {
    fn win(&mut self, _: &naive::Board, _: &Limits, _: &AtomicBool) -> Option<Vec<Cell>> {
        None
    }
}
