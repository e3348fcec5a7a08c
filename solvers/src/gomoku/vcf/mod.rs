//! Wins by continuous fours.
//!
//! The question: can the attacker, who is to move, win so that each of his
//! moves but the last is a *four*: it leaves a cell where his next stone
//! completes a row that wins, and the defender none? The defender replies as he likes;
//! what matters are the replies after which no row can be completed any more.
//! In most positions that is the one cell of the completion. Under caro a
//! stone at the end of a row stops it, too, if the other end is blocked; under
//! renju a cell that is forbidden to Black is no reply of his, and a move that
//! is forbidden no four of his. A reply may complete nothing, but it may make a
//! four of its own: then the attacker must stop it with his next four.
//!
//! The length of a win is the number of the attacker's moves, the one that
//! completes the row counted, against the longest defence. Where Black is left
//! with none but forbidden points he has lost at once, and the win still counts
//! the move that would have completed the row.
//!
//! - [`naive::solve`]: plain depth-first search over the array board.
//! - [`optimized::Vcf`]: over [shape counts](super::shapes) kept up to date, with a table
//!   of positions that have no win.
//!
//! Both take budgets and answer with a [`Claim`](super::claim::Claim). A node is a position
//! looked at, after a move of either side; the position asked about is none.

pub mod naive;
pub mod optimized;

pub use optimized::{Look, Vcf};

use super::search::Limits;

/// How short a win is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Goal {
    /// The first that is found.
    Any,
    /// A shortest one, and the proof that none is shorter.
    #[default]
    Least,
}

/// The longest win that these limits ask for, in the attacker's moves.
pub(super) fn longest(limits: &Limits) -> u16 {
    // Plies: every move but the last has a reply.
    limits.depth.map_or(UNBOUNDED, |plies| plies.div_ceil(2).min(u32::from(UNBOUNDED)) as u16)
}

/// The longest win that solvers of other questions look for.
pub(super) const LONGEST: u16 = 200;

/// More moves than any game has.
const UNBOUNDED: u16 = u16::MAX;
