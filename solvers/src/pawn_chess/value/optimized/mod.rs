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
