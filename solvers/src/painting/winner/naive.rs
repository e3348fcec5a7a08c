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

#[cfg(test)]
mod tests {
    use super::*;
    use tesuji_core::painting::ALICE;

    #[test]
    fn few_cells_are_worked_out_by_the_cells_and_many_by_the_runs() {
        let mut naive = Naive::new();
        let mut nodes_after = |line: &str| {
            naive.solve(&line.parse().unwrap()).unwrap();
            naive.nodes()
        };
        // All ways to paint two columns; then g(1) to g(9).
        assert_eq!(nodes_after("2:"), 16);
        assert_eq!(nodes_after("9:"), 16 + 45);
        // One more column than the cells take.
        assert_eq!(nodes_after("64: 1,1 2,1"), 61 + (10..=63).sum::<u64>());
        let all: Vec<String> = (2..=64).map(|column| format!("1,{column} 2,{column}")).collect();
        assert_eq!(nodes_after(&format!("64: {}", all.join(" "))), 2_032 + 4);
        assert_eq!(nodes_after(&format!("65: {} 1,65 2,65", all.join(" "))), 2_036);
    }

    #[test]
    fn the_widest_grid_is_taken_and_the_next_one_refused() {
        let mut naive = Naive::new();
        let mut value = |columns: u64| {
            // No run to work out.
            let cells = (1..=columns).map(|column| Cell::new(1, column));
            naive.value_by_runs(&Grid::from_cells(columns, cells, ALICE).unwrap())
        };
        assert_eq!(value(200_000), Ok(0));
        for columns in [200_001, 200_002] {
            let refusal = value(columns).unwrap_err();
            assert!(refusal.to_string().starts_with(&format!("a grid of {columns} columns is")));
        }
    }
}
