//! A search of one position by two-valued questions.
//!
//! The one question is "does White win within n plies?", and White is always
//! the side that is asked about: for Black the board is turned by 180 degrees
//! and the colours are exchanged. First the question is asked without a limit;
//! that names the winner and an upper bound on the length. Then it is asked
//! about the winner with n from below, until the bounds meet. Each answer
//! comes with a bound of its own (*fail soft*), so n often rises by more than
//! one step (the scheme is MTD(f), Plaat and others 1996).
//!
//! A small n makes the question cheap, because most positions are settled by
//! counting; see [`bounds`]. The rest is remembered in a transposition table
//! that grows with the search, a position and its left-right mirror image in
//! one entry; see [`memory`].

mod bounds;
mod geometry;
mod memory;
mod search;

use tesuji_core::pawn_chess::Size;
use tesuji_core::pawn_chess::packed::Board;
use tesuji_core::{Game, Outcome, Player};

use self::geometry::Geometry;
use self::memory::Memory;
use self::search::Search;
use crate::{Answer, Refusal, Solver};

/// The search for one position, of any size; see the module's page.
///
/// What it has found out about other positions is kept for later questions
/// until the board's size changes. [`Solver::nodes`] counts the positions
/// looked at, each as often as it was. It refuses nothing.
#[derive(Clone, Default, Debug)]
pub struct Optimized {
    nodes: u64,
    /// The last question's board and what is known of it.
    known: Option<(Geometry, Memory)>,
}

impl Optimized {
    /// A solver that knows nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The winner and the length. The game is not over.
    fn search(&mut self, position: &Board) -> (Player, u32) {
        let size = position.size();
        let (geometry, memory) = match &mut self.known {
            Some(known) if known.0.size == size => known,
            known => known.insert((Geometry::new(size), Memory::new())),
        };
        let mut search = Search { geometry, memory, nodes: 0 };
        let (white, black) = (position.bits(Player::White), position.bits(Player::Black));
        let turned = (turn(size, black), turn(size, white));
        // With the side to move as White, and with the other side as White.
        let ((white, black), waiting) = match position.to_move() {
            Player::White => ((white, black), turned),
            Player::Black => (turned, (white, black)),
        };

        let unlimited = size.longest_game() as u8 | 1;
        let mut most = search.white_to_move(white, black, unlimited);
        let wins = most <= unlimited;
        let mut least = if wins { 1 } else { 2 };
        if !wins {
            most = unlimited + 1;
        }
        while least < most {
            let bound = if wins {
                search.white_to_move(white, black, least)
            } else {
                search.black_to_move(waiting.0, waiting.1, least)
            };
            if bound <= least {
                break;
            }
            least = bound;
        }
        self.nodes += search.nodes;
        let winner = if wins { position.to_move() } else { position.to_move().other() };
        (winner, u32::from(least))
    }
}

/// The cells of a set on the board turned by 180 degrees.
fn turn(size: Size, cells: u32) -> u32 {
    cells.reverse_bits() >> (u32::BITS - size.cells())
}

impl Solver<Board> for Optimized {
    const NAME: &'static str = "optimized";
    type Value = Outcome;

    fn solve(&mut self, position: &Board) -> Result<Answer<Outcome>, Refusal> {
        let (value, plies) = match position.outcome() {
            Some(outcome) => (outcome, 0),
            None => {
                let (winner, plies) = self.search(position);
                (Outcome::Win(winner), plies)
            }
        };
        Ok(Answer { value, remoteness: Some(plies) })
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A position some plies from the start, the same for the same seed.
    fn played(size: Size, seed: u64) -> Board {
        let mut board = Board::start(size);
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for _ in 0..seed % u64::from(size.rows() * size.columns()) {
            let moves = board.legal_moves();
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let Some(&mv) = moves.get((state >> 33) as usize % moves.len().max(1)) else { break };
            board.play_unchecked(mv);
        }
        board
    }

    /// What is counted out, remembered or cut off would show here first.
    #[test]
    fn the_search_visits_the_same_positions() {
        for (size, seeds, nodes) in [
            ("4x4", 200, 2_825),
            ("5x5", 100, 56_897),
            ("6x4", 30, 37_458),
            ("3x8", 60, 7_896),
            ("1x32", 60, 426),
        ] {
            let size = size.parse().unwrap();
            let mut optimized = Optimized::new();
            for seed in 0..seeds {
                optimized.solve(&played(size, seed)).unwrap();
            }
            assert_eq!(optimized.nodes(), nodes, "{size}");
        }
    }

    #[test]
    fn what_was_searched_is_remembered_for_its_size() {
        let nodes = |size: &str, optimized: &mut Optimized| {
            let before = optimized.nodes();
            optimized.solve(&Board::start(size.parse().unwrap())).unwrap();
            optimized.nodes() - before
        };
        let mut optimized = Optimized::new();
        let first = nodes("4x4", &mut optimized);
        assert!(nodes("4x4", &mut optimized) < first);
        nodes("3x5", &mut optimized);
        assert_eq!(nodes("4x4", &mut optimized), first, "one size at a time");
    }
}
