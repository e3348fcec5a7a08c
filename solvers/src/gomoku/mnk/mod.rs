//! m,n,k games: who wins, or does not.
//!
//! The question: does the attacker, one of the two players, complete a row of
//! `k` or more whatever the other plays, or can the defender hold? Either may
//! be to move. A full board without a row is held, and so is a win of the
//! defender's. The answer is exact, and it comes with the whole strategy that
//! proves it: a [`Win`] or a [`Hold`].
//!
//! Rows of more than `k` win as well (freestyle): the other rules are refused.
//!
//! - [`naive::solve`]: every move tried on the array board.
//! - [`optimized::Mnk`]: proof-number search over words of 64 bits, so on
//!   boards of at most 64 cells.
//!
//! The optimized road looks at two games. In the simpler one, known as
//! Maker-Breaker, the defender's own rows do not count: who holds it holds the
//! game, and much can be left out there. Where the attacker wins it, the
//! defender may still hold the game by threats of his own (so in 3,3,3), and
//! that is searched for what it is.

pub mod naive;
pub mod optimized;

pub use optimized::Mnk;

use tesuji_core::Player;
use tesuji_core::gomoku::naive::Board;
use tesuji_core::gomoku::{Cell, Rule};

use super::claim::Budget;
use super::hold::Hold;
use super::tree::Tree;
use crate::Refusal;

/// The answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The attacker wins.
    Win(Win),
    /// The defender holds.
    Hold(Hold),
    /// This budget was spent before either was known. It never means a no.
    Unknown(Budget),
}

/// A win of the attacker's, against every reply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Win {
    /// The attacker is to move.
    Move(Tree),
    /// The defender is to move.
    Replies {
        /// What answers every move that is not named.
        default: Tree,
        /// What answers these, ascending.
        exceptions: Vec<(Cell, Tree)>,
    },
}

/// What both roads refuse.
fn refuse(position: &Board) -> Result<(), Refusal> {
    let rule = position.variant().rule();
    if rule != Rule::Freestyle {
        let why = format!("whether {rule} is held is not known here, only freestyle is");
        return Err(Refusal::Invalid(why));
    }
    if let Some(winner) = position.winner() {
        let winner = if winner == Player::Black { "Black" } else { "White" };
        return Err(Refusal::Invalid(format!("the game is over: {winner} has won")));
    }
    Ok(())
}
