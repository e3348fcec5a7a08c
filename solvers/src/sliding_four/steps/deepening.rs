//! Iterative deepening, as published, with its depth proved bounded.

use tesuji_core::sliding_four::packed::Board;
use tesuji_core::{Game, Outcome};

use super::optimized::{closes_line, key};
use crate::{Answer, Refusal, Solver};

/// Depth first to one step, then to two, and so on: no memory at all.
///
/// Published solutions deepen until they find a goal, and so never end on a
/// board without one. This one ends at [`Deepening::DEEPEST`], because no board
/// of at most two blanks has its nearest goal further away: the retrograde
/// tables of all their counts of pieces say so, and a test builds them anew.
/// It is slower than [`Optimized`](super::Optimized) and stands here so that a
/// bench can say by how much. Its nodes are the positions whose steps were
/// made, in all rounds.
#[derive(Clone, Copy, Default, Debug)]
pub struct Deepening {
    nodes: u64,
}

impl Deepening {
    /// The most steps that any board of at most [`Deepening::MAX_BLANKS`]
    /// blanks is away from its nearest goal, with the side to move given.
    pub const DEEPEST: u32 = 10;

    /// More blanks make the boards without a goal too many to walk through
    /// without a memory.
    pub const MAX_BLANKS: u32 = 2;

    /// A solver that has done no work yet.
    #[must_use]
    pub fn new() -> Deepening {
        Deepening::default()
    }

    /// The least number of steps to a goal from this position.
    ///
    /// # Errors
    /// [`Refusal::TooLarge`] with more than [`Deepening::MAX_BLANKS`] blanks.
    pub fn steps(&mut self, board: &Board) -> Result<Option<u32>, Refusal> {
        let blanks = 16 - board.cells().occupied().count_ones();
        if blanks > Self::MAX_BLANKS {
            return Err(Refusal::TooLarge {
                asked: format!("a board with {blanks} blanks"),
                limit: format!(
                    "iterative deepening takes {}; the optimized road takes any",
                    Self::MAX_BLANKS
                ),
            });
        }
        if board.is_goal() {
            return Ok(Some(0));
        }
        Ok((1..=Self::DEEPEST).find(|&depth| self.reaches_goal(*board, depth)))
    }

    /// Whether a goal can be reached in exactly `left` steps, from no goal and
    /// where fewer were tried before. Recurses `left` deep.
    fn reaches_goal(&mut self, mut board: Board, left: u32) -> bool {
        if left == 1 {
            let mover = board.to_move();
            return closes_line(key(board.of(mover), board.of(mover.other())));
        }
        self.nodes += 1;
        let mut found = false;
        let parent = board;
        parent.for_each_move(|mv| {
            if !found {
                board.play_unchecked(mv);
                found = self.reaches_goal(board, left - 1);
                board = parent;
            }
        });
        found
    }
}

impl Solver<Board> for Deepening {
    const NAME: &'static str = "deepening";

    type Value = Outcome;

    fn solve(&mut self, position: &Board) -> Result<Answer<Outcome>, Refusal> {
        let remoteness = self.steps(position)?;
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
    fn a_node_is_a_position_whose_steps_were_made() {
        let mut deepening = Deepening::new();
        let mut answer = |text: &str| {
            let answer = deepening.solve(&text.parse().unwrap()).unwrap();
            (answer.value, answer.remoteness, deepening.nodes())
        };
        assert_eq!(answer("WWWW/BBBO/OBWB/WBWB w"), (Outcome::Goal, Some(0), 0));
        assert_eq!(answer("WWWO/BBBW/OBWB/WBWB w"), (Outcome::Goal, Some(1), 0));
        assert_eq!(answer("BWBO/WBWB/BWBW/WBWO b"), (Outcome::Goal, Some(5), 35));
        assert_eq!(answer("BBWW/WWBB/BBWW/WWBB b"), (Outcome::Stuck, None, 44));
    }

    #[test]
    fn two_blanks_are_taken_and_three_refused() {
        let mut deepening = Deepening::new();
        let mut steps = |text: &str| deepening.steps(&text.parse().unwrap());
        assert!(steps("BWBO/WBWB/BWBW/WBWO b").is_ok());
        let refusal = steps("BWBO/WBWB/BWBW/WBOO b").unwrap_err();
        assert_eq!(
            refusal.to_string(),
            "a board with 3 blanks is beyond the limit: iterative deepening takes 2; the optimized \
             road takes any"
        );
    }
}
