//! The winner by the period of the runs.

use tesuji_core::painting::Grid;
use tesuji_core::{Outcome, Player};

use crate::painting::grundy::optimized::grid_value;
use crate::{Answer, Refusal, Solver};

/// Who wins the grid under best play. Costs its painted columns.
#[must_use]
pub fn winner(grid: &Grid) -> Player {
    if grid_value(grid) == 0 { grid.to_move().other() } else { grid.to_move() }
}

/// [`winner`] as a solver. A node is a run looked up: the painted columns and
/// one.
#[derive(Clone, Debug, Default)]
pub struct Optimized {
    nodes: u64,
}

impl Optimized {
    /// A solver. There is nothing to prepare.
    #[must_use]
    pub const fn new() -> Optimized {
        Optimized { nodes: 0 }
    }
}

impl Solver<Grid> for Optimized {
    const NAME: &'static str = "optimized";
    type Value = Outcome;

    /// Never refuses.
    fn solve(&mut self, grid: &Grid) -> Result<Answer<Outcome>, Refusal> {
        self.nodes += grid.painted_columns().len() as u64 + 1;
        Ok(Answer { value: Outcome::Win(winner(grid)), remoteness: None })
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_a_run_looked_up() {
        let mut optimized = Optimized::new();
        for nodes in [4, 8] {
            optimized.solve(&"9: 1,3 1,4 2,8".parse().unwrap()).unwrap();
            assert_eq!(optimized.nodes(), nodes);
        }
    }
}
