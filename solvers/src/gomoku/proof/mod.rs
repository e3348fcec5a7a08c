//! Wins by any moves, proved.
//!
//! The question: does the attacker, who is to move, win? He may play *quiet*
//! moves, which threaten nothing that wins at once, and the defender replies as
//! he likes. How far it is looked is the [`Class`]. A win comes with its
//! [tree](tree::Tree), in which most replies are answered together: by what
//! would win if the defender had passed, or by what answers another reply, if
//! it lies outside the *zone* in which a stone could matter to that
//! (`docs/zones.md`).
//!
//! - [`naive::solve`]: every move and every reply over the array board, to a
//!   fixed length; for small boards.
//! - [`optimized::Prover`]: proof numbers over [wins by threats](super::vct),
//!   with zones and a table of positions up to symmetry.
//!
//! Both take budgets and answer with a [`Claim`].

pub mod naive;
pub mod optimized;
pub mod tree;

pub use optimized::Prover;

use super::claim::Budget;
use tree::Tree;

/// Which wins are sought.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Class {
    /// After each of the attacker's moves he would, if the defender passed,
    /// [win by continuous threats](super::vct).
    Threats,
    /// Any: where there is none, the attacker does not win.
    #[default]
    All,
}

/// The answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The attacker wins.
    Win(Tree),
    /// There is no win of the class, of any length.
    NoWin,
    /// This budget was spent before either was known. It never means a no.
    Unknown(Budget),
}

impl Claim {
    /// The win, where it is one.
    #[must_use]
    pub fn win(&self) -> Option<&Tree> {
        match self {
            Claim::Win(tree) => Some(tree),
            Claim::NoWin | Claim::Unknown(_) => None,
        }
    }
}
