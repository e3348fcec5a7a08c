//! The judge: whether a certificate proves what it claims.
//!
//! It knows the array board of `core` and nothing else of the rules: nothing
//! of packed boards, nothing of the solvers that made the certificate.

mod contexts;
mod fault;
pub(crate) mod geometry;
pub(crate) mod position;
mod replay;
pub(crate) mod set;
mod statement;
mod zone;

pub use fault::{Fault, FaultKind, Step};

pub use replay::{NotProved, Refusal, Sampled, exhaustive, is_too_large, sample};

use tesuji_core::gomoku::{Cell, Rule};

use crate::certificate::Certificate;

/// What a certificate has been found to prove.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proved {
    /// Of a win: the claimant's moves at most. Of a hold: those in the tree.
    pub moves: u32,
    /// Nodes of the tree that were looked at.
    pub nodes: u64,
    /// What was proved, in one sentence.
    pub statement: String,
}

/// Judges a certificate: plays each node once, in the position where a walk
/// from the root first comes to it, and tells from the zones of trees which
/// replies need no answer of their own. `docs/zones.md` proves that this is
/// enough, and under which rule what is.
///
/// Costs about a microsecond a node on 15×15, under renju with White's
/// opponent as claimant some dozens; memory for a few hundred bytes a cell, and
/// for the sets of cells of nodes to which several edges lead.
///
/// # Errors
/// The first wrong step, where there is one.
pub fn check(certificate: &Certificate) -> Result<Proved, Fault> {
    let walked = zone::walk(certificate, 0)?;
    Ok(proved(certificate, walked.nodes))
}

/// Judges a certificate, and finds its zone for so many extra stones: the
/// empty cells where they could matter. With any of them on other cells, where
/// they do not make a row that wins, the tree proves the claim still. `None`
/// where it is the whole board.
///
/// # Errors
/// As [`check`].
pub fn zone(certificate: &Certificate, extras: usize) -> Result<Option<Vec<Cell>>, Fault> {
    Ok(zone::walk(certificate, extras)?.zone)
}

fn proved(certificate: &Certificate, nodes: u64) -> Proved {
    let moves = certificate.moves();
    Proved { moves, nodes, statement: statement::of(certificate, moves) }
}

/// The other rules under which the same is true: the claimant's rows win there
/// too, the opponent has no others, and nothing that the tree plays is
/// forbidden.
#[must_use]
pub fn also(certificate: &Certificate) -> Vec<Rule> {
    statement::also(certificate)
}

/// Whether several replies may share a tree of a win.
pub(crate) fn may_share_under(rule: Rule, claimant: tesuji_core::Player) -> bool {
    zone::may_share(rule, claimant, crate::certificate::Kind::Win)
}

/// Whether several replies may share a tree, under this certificate's rule
/// and for its claim.
#[must_use]
pub fn may_share(certificate: &Certificate) -> bool {
    let head = certificate.head();
    zone::may_share(head.variant().rule(), head.claimant(), head.kind())
}
