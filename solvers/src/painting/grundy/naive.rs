//! Mex over the cells: nothing but the rules and the definition.

use tesuji_core::Game;
use tesuji_core::painting::{ALICE, naive};

use crate::{Answer, HashMap, Refusal, Solver};

/// Grundy values from the rules alone, each position worked out once.
///
/// A node is a position worked out. Values are kept from question to question,
/// up to a quarter of a million.
#[derive(Clone, Debug, Default)]
pub struct Naive {
    values: HashMap<Vec<[bool; 2]>, u8>,
    nodes: u64,
}

impl Naive {
    /// The most cells that may be left to paint.
    pub const MAX_UNPAINTED: usize = 16;

    /// The most columns.
    pub const MAX_COLUMNS: u64 = 64;

    const MAX_VALUES: usize = 1 << 18;

    /// A solver that knows nothing yet.
    #[must_use]
    pub fn new() -> Naive {
        Naive::default()
    }

    /// Stack depth is the number of unpainted cells, at most 16.
    fn value(&mut self, board: &mut naive::Board) -> u8 {
        if let Some(&value) = self.values.get(board.cells()) {
            return value;
        }
        self.nodes += 1;
        let mut reached = [false; 256];
        for mv in board.legal_moves() {
            board.play_unchecked(mv);
            reached[usize::from(self.value(board))] = true;
            board.undo(mv, ());
        }
        let mex = (0..=u8::MAX).find(|&value| !reached[usize::from(value)]);
        let value = mex.expect("a position of 16 cells has fewer than 256 moves");
        self.values.insert(board.cells().to_vec(), value);
        value
    }
}

impl Solver<naive::Board> for Naive {
    const NAME: &'static str = "naive";
    type Value = u8;

    fn solve(&mut self, board: &naive::Board) -> Result<Answer<u8>, Refusal> {
        let unpainted = board.unpainted();
        if unpainted > Naive::MAX_UNPAINTED || board.columns() > Naive::MAX_COLUMNS {
            return Err(Refusal::TooLarge {
                asked: format!(
                    "a grid of {} columns and {unpainted} unpainted cells",
                    board.columns()
                ),
                limit: format!(
                    "the cell by cell road takes {} columns and {} unpainted cells; the optimized \
                     one takes all",
                    Naive::MAX_COLUMNS,
                    Naive::MAX_UNPAINTED
                ),
            });
        }
        if self.values.len() > Naive::MAX_VALUES {
            self.values.clear();
        }
        Ok(Answer { value: self.value(&mut board.clone()), remoteness: None })
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

impl Naive {
    /// The value of an untouched grid of n columns, 0 to 8; 0 columns are
    /// worth 0.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    pub fn run_value(&mut self, n: u64) -> Result<u8, Refusal> {
        if n == 0 {
            return Ok(0);
        }
        let board = naive::Board::from_cells(n, [], ALICE)
            .map_err(|error| Refusal::Invalid(error.to_string()))?;
        self.solve(&board).map(|answer| answer.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tesuji_core::painting::Cell;

    /// A grid with only the first so many cells left to paint.
    fn with_unpainted(columns: u64, unpainted: usize) -> naive::Board {
        let cells = (1..=columns).flat_map(|column| [1, 2].map(|row| Cell::new(row, column)));
        naive::Board::from_cells(columns, cells.skip(unpainted), ALICE).unwrap()
    }

    #[test]
    fn every_position_is_worked_out_once() {
        let mut naive = Naive::new();
        assert_eq!((naive.run_value(0), naive.nodes()), (Ok(0), 0));
        // All ways to paint the cells can be reached.
        assert_eq!((naive.run_value(3), naive.nodes()), (Ok(2), 4_u64.pow(3)));
        assert_eq!((naive.run_value(3), naive.nodes()), (Ok(2), 64));
    }

    #[test]
    fn sixteen_cells_and_sixty_four_columns_are_taken_and_no_more() {
        let mut naive = Naive::new();
        for (columns, unpainted) in [(8, 16), (64, 3)] {
            assert!(naive.solve(&with_unpainted(columns, unpainted)).is_ok(), "{columns} columns");
        }
        for (columns, unpainted) in [(9, 17), (9, 18), (65, 3), (66, 3)] {
            let refusal = naive.solve(&with_unpainted(columns, unpainted)).unwrap_err();
            let asked = format!("a grid of {columns} columns and {unpainted} unpainted cells is");
            assert!(refusal.to_string().starts_with(&asked), "{refusal}");
        }
    }

    #[test]
    fn values_are_forgotten_when_there_are_more_than_a_quarter_of_a_million() {
        let mut naive = Naive::new();
        // Wider than what is asked.
        for n in 0..Naive::MAX_VALUES {
            let cells = (0..20).map(|bit| [n >> bit & 1 == 1; 2]);
            naive.values.insert(cells.collect(), 0);
        }
        assert_eq!(naive.values.len(), 1 << 18);
        naive.run_value(1).unwrap();
        assert_eq!(naive.values.len(), (1 << 18) + 4);
        naive.run_value(1).unwrap();
        assert_eq!(naive.values.len(), 4);
    }
}
