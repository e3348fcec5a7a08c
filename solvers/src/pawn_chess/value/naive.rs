//! Plain minimax with a memo.

use tesuji_core::pawn_chess::naive::Board;
use tesuji_core::{Game, Outcome, Player};

use crate::{Answer, HashMap, Refusal, Solver};

/// Minimax over the array board: every position that can follow, once.
///
/// [`Solver::nodes`] counts the positions valued, finished ones included.
/// The stack is at most as deep as the longest game, 64 plies.
#[derive(Clone, Default, Debug)]
pub struct Naive {
    memo: HashMap<Board, Answer<Outcome>>,
}

impl Naive {
    /// Boards of up to so many cells are taken on with any number of pawns.
    pub const MAX_CELLS: u32 = 20;

    /// Larger boards are taken on with up to so many pawns, both sides
    /// together.
    pub const MAX_PAWNS: usize = 6;

    /// A solver that remembers nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn value(&mut self, board: &Board) -> Answer<Outcome> {
        if let Some(&known) = self.memo.get(board) {
            return known;
        }
        let answer = match board.outcome() {
            Some(outcome) => Answer { value: outcome, remoteness: Some(0) },
            None => self.best(board),
        };
        self.memo.insert(*board, answer);
        answer
    }

    /// The fastest win, or else the slowest loss, among the moves.
    fn best(&mut self, board: &Board) -> Answer<Outcome> {
        let mut fastest_win = None;
        let mut slowest_loss = None;
        for mv in board.legal_moves() {
            let mut child = *board;
            child.play_unchecked(mv);
            let Answer { value, remoteness } = self.value(&child);
            let plies = remoteness.map(|plies| plies + 1);
            if value == Outcome::Win(board.to_move()) {
                fastest_win = if fastest_win.is_none() { plies } else { fastest_win.min(plies) };
            } else {
                slowest_loss = slowest_loss.max(plies);
            }
        }
        match fastest_win {
            Some(_) => Answer { value: Outcome::Win(board.to_move()), remoteness: fastest_win },
            None => {
                Answer { value: Outcome::Win(board.to_move().other()), remoteness: slowest_loss }
            }
        }
    }
}

impl Solver<Board> for Naive {
    const NAME: &'static str = "naive";
    type Value = Outcome;

    fn solve(&mut self, position: &Board) -> Result<Answer<Outcome>, Refusal> {
        let size = position.size();
        let pawns = Player::BOTH.map(|player| position.pawns(player)).iter().sum::<usize>();
        if size.cells() > Self::MAX_CELLS && pawns > Self::MAX_PAWNS {
            return Err(Refusal::TooLarge {
                asked: format!("a board of {} cells with {pawns} pawns", size.cells()),
                limit: format!(
                    "{} cells, or {} pawns on more; the optimized solver takes all",
                    Self::MAX_CELLS,
                    Self::MAX_PAWNS
                ),
            });
        }
        Ok(self.value(position))
    }

    fn nodes(&self) -> u64 {
        self.memo.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_a_position_remembered() {
        let mut naive = Naive::new();
        for nodes in [987, 987] {
            naive.solve(&Board::start("3x4".parse().unwrap())).unwrap();
            assert_eq!(naive.nodes(), nodes);
        }
    }

    #[test]
    fn twenty_cells_or_six_pawns_are_taken_and_no_more() {
        let mut naive = Naive::new();
        for size in ["4x5", "3x7"] {
            let start = Board::start(size.parse().unwrap());
            assert!(naive.solve(&start).is_ok(), "{size}");
        }
        let start = Board::start("4x6".parse().unwrap());
        assert_eq!(
            naive.solve(&start).unwrap_err().to_string(),
            "a board of 24 cells with 8 pawns is beyond the limit: 20 cells, or 6 pawns on more; \
             the optimized solver takes all"
        );
    }
}
