//! Breadth-first from the rules, with a plain hash set.

use tesuji_core::sliding_four::naive::Board;
use tesuji_core::{Game, Outcome, Player};

use crate::sliding_four::fewer;
use crate::{Answer, HashSet, Refusal, Solver};

/// The reference: one search a beginner, over boards *and* who steps next.
///
/// No limit: at worst it visits 4,036,032 positions of 17 bytes, in some
/// seconds. Its nodes are the positions looked at.
#[derive(Clone, Default, Debug)]
pub struct Naive {
    nodes: u64,
}

impl Naive {
    /// A solver that has done no work yet.
    #[must_use]
    pub fn new() -> Naive {
        Naive::default()
    }

    /// The least number of steps to a goal over both beginners; the side to
    /// move of `board` does not matter. `None` where neither reaches one.
    pub fn fewest(&mut self, board: &Board) -> Option<u32> {
        let [white, black] =
            Player::BOTH.map(|first| self.steps(&Board::new(*board.cells(), first)));
        fewer(white, black)
    }

    /// The least number of steps to a goal from this position.
    pub fn steps(&mut self, start: &Board) -> Option<u32> {
        let mut visited = HashSet::default();
        visited.insert(*start);
        let mut level = vec![*start];
        let mut depth = 0;
        while !level.is_empty() {
            let mut next = Vec::new();
            for board in level {
                self.nodes += 1;
                if board.is_goal() {
                    return Some(depth);
                }
                board.for_each_move(|mv| {
                    let mut child = board;
                    child.play_unchecked(mv);
                    if visited.insert(child) {
                        next.push(child);
                    }
                });
            }
            level = next;
            depth += 1;
        }
        None
    }
}

impl Solver<Board> for Naive {
    const NAME: &'static str = "naive";

    type Value = Outcome;

    /// Never refuses.
    fn solve(&mut self, position: &Board) -> Result<Answer<Outcome>, Refusal> {
        let remoteness = self.steps(position);
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
    fn a_node_is_a_position_looked_at() {
        let mut naive = Naive::new();
        for nodes in [187, 374] {
            naive.solve(&"BWBO/WBWB/BWBW/WBWO b".parse().unwrap()).unwrap();
            assert_eq!(naive.nodes(), nodes);
        }
    }
}
