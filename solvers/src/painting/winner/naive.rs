//! The winner by the slow roads.

use tesuji_core::Outcome;
use tesuji_core::painting::{Cell, Grid, naive};

use crate::painting::grundy;
use crate::{Answer, Refusal, Solver};

/// The winner from the cells where they are few, else from the recurrence.
///
/// Nodes are those of the two roads, added up.
#[derive(Clone, Debug, Default)]
pub struct Naive {
    cells: grundy::Naive,
    runs: grundy::Recurrence,
}

impl Naive {
    /// The most columns.
    pub const MAX_COLUMNS: u64 = grundy::Recurrence::MAX_RUN;

    /// A solver that knows nothing yet.
    #[must_use]
    pub fn new() -> Naive {
        Naive::default()
    }

    /// The grid's Grundy value by mex over its cells.
    ///
    /// # Errors
    /// Beyond the limits of [`grundy::Naive`].
    pub fn value_by_cells(&mut self, grid: &Grid) -> Result<u8, Refusal> {
        let board =
            naive::Board::try_from(grid).map_err(|error| Refusal::Invalid(error.to_string()))?;
        self.cells.solve(&board).map(|answer| answer.value)
    }

    /// The grid's Grundy value, column by column, with the runs' values by the
    /// recurrence.
    ///
    /// # Errors
    /// Beyond [`Naive::MAX_COLUMNS`].
    pub fn value_by_runs(&mut self, grid: &Grid) -> Result<u8, Refusal> {
        if grid.columns() > Naive::MAX_COLUMNS {
            return Err(Refusal::TooLarge {
                asked: format!("a grid of {} columns", grid.columns()),
                limit: format!(
                    "the naive road takes {}; the optimized one takes all",
                    Naive::MAX_COLUMNS
                ),
            });
        }
        let mut value = 0;
        let mut run = 0;
        for column in 1..=grid.columns() {
            let painted = [1, 2].map(|row| grid.is_painted(Cell::new(row, column)));
            if painted == [false, false] {
                run += 1;
                continue;
            }
            value ^= self.runs.run_value(run)?;
            run = 0;
            if painted != [true, true] {
                value ^= 1;
            }
        }
        Ok(value ^ self.runs.run_value(run)?)
    }
}

impl Solver<Grid> for Naive {
    const NAME: &'static str = "naive";
    type Value = Outcome;

    fn solve(&mut self, grid: &Grid) -> Result<Answer<Outcome>, Refusal> {
        let few = grid.columns() <= grundy::Naive::MAX_COLUMNS
            && grid.unpainted_count() <= grundy::Naive::MAX_UNPAINTED as u64;
        let value = if few { self.value_by_cells(grid)? } else { self.value_by_runs(grid)? };
        let winner = if value == 0 { grid.to_move().other() } else { grid.to_move() };
        Ok(Answer { value: Outcome::Win(winner), remoteness: None })
    }

    fn nodes(&self) -> u64 {
        self.cells.nodes() + self.runs.nodes()
    }
}
