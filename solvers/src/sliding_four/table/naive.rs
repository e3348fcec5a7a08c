//! A list of all positions, over which the numbers spread.

use tesuji_core::sliding_four::naive::Board;
use tesuji_core::{Game, Outcome, Player};

use super::{Counts, Row};
use crate::{Answer, HashMap, Refusal, Solver};

/// The least numbers of steps, position by position, from [`Naive::all`].
#[derive(Clone, Debug)]
pub struct NaiveTable {
    counts: Counts,
    steps: HashMap<Board, Option<u32>>,
}

impl NaiveTable {
    /// The least number of steps to a goal from this position.
    ///
    /// # Panics
    /// Where the board has other numbers of pieces than the table.
    #[must_use]
    pub fn steps(&self, position: &Board) -> Option<u32> {
        self.steps[position]
    }

    /// Every board, ascending as [`Counts::starts`].
    pub fn rows(&self) -> impl Iterator<Item = Row> {
        self.counts.starts().map(|start| Row {
            start,
            black_begins: self.steps(&start.begun_by(Player::Black)),
            white_begins: self.steps(&start.begun_by(Player::White)),
        })
    }
}

/// The reference: from every position look one step ahead, and do so again
/// until nothing changes.
///
/// As a [`Solver`] it keeps the last table. A pass costs one move generation a
/// position that is still open, some seconds in all for the puzzle's counts.
/// Limit: [`Naive::MOST_BOARDS`]. Its nodes are the positions looked at, over
/// all passes.
#[derive(Clone, Default, Debug)]
pub struct Naive {
    last: Option<NaiveTable>,
    nodes: u64,
}

impl Naive {
    /// The most boards it takes on: twice as many positions, each an entry of a
    /// hash map.
    pub const MOST_BOARDS: u64 = 500_000;

    /// A solver that has done no work yet.
    #[must_use]
    pub fn new() -> Naive {
        Naive::default()
    }

    /// The table of all boards with these counts.
    ///
    /// # Errors
    /// [`Refusal::TooLarge`] beyond [`Naive::MOST_BOARDS`].
    pub fn all(&mut self, counts: Counts) -> Result<NaiveTable, Refusal> {
        if counts.boards() > Naive::MOST_BOARDS {
            return Err(Refusal::TooLarge {
                asked: format!("a table of {} boards", counts.boards()),
                limit: format!("{} boards; the optimized solver has none", Naive::MOST_BOARDS),
            });
        }
        let mut steps = HashMap::default();
        for start in counts.starts() {
            for position in start.positions() {
                steps.insert(position, position.is_goal().then_some(0));
            }
        }
        let mut open: Vec<Board> =
            steps.iter().filter(|(_, known)| known.is_none()).map(|(&board, _)| board).collect();
        for depth in 1.. {
            // A position is found at the depth after its best successor, so a
            // pass may only see what earlier passes wrote.
            let (found, left): (Vec<Board>, Vec<Board>) = open.into_iter().partition(|position| {
                self.nodes += 1;
                position.legal_moves().into_iter().any(|mv| {
                    let mut child = *position;
                    child.play_unchecked(mv);
                    steps[&child].is_some()
                })
            });
            if found.is_empty() {
                break;
            }
            for position in found {
                steps.insert(position, Some(depth));
            }
            open = left;
        }
        Ok(NaiveTable { counts, steps })
    }
}

impl Solver<Board> for Naive {
    const NAME: &'static str = "naive";

    type Value = Outcome;

    fn solve(&mut self, position: &Board) -> Result<Answer<Outcome>, Refusal> {
        let counts = Counts::from(position);
        let table = match self.last.take() {
            Some(table) if table.counts == counts => table,
            _ => self.all(counts)?,
        };
        let remoteness = table.steps(position);
        self.last = Some(table);
        let value = if remoteness.is_some() { Outcome::Goal } else { Outcome::Stuck };
        Ok(Answer { value, remoteness })
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_a_position_looked_at_in_a_pass() {
        let mut naive = Naive::new();
        let mut nodes = |text: &str| {
            naive.solve(&text.parse().unwrap()).unwrap();
            naive.nodes()
        };
        let first = nodes("WWWO/BOOW/OOOO/OOOO w");
        assert_eq!(first, 286_772);
        assert_eq!(nodes("WWOO/WOOO/WOOB/OOOO b"), first, "the table knows it");
        assert_eq!(nodes("WWWO/OOOW/OOOO/OOOO b"), first + 7_168, "other counts");
    }

    #[test]
    fn tables_beyond_half_a_million_boards_are_refused() {
        let refusal = Naive::new().all(Counts::new(5, 5).unwrap()).unwrap_err();
        assert_eq!(
            refusal.to_string(),
            "a table of 2018016 boards is beyond the limit: 500000 boards; the optimized solver has \
             none"
        );
    }
}
