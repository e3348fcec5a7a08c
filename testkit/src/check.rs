//! What a check is, and what a run of one says.

use std::hash::BuildHasher;

use tesuji_solvers::HashSet;

/// What one run of a check did. A disagreement is no verdict: it panics, with
/// the position and the two roads that differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Two roads answered and agreed.
    Compared {
        /// A hash of the question, so that distinct ones can be counted.
        fingerprint: u64,
        /// What tells easy questions from hard ones, for a histogram: the
        /// remoteness, the number of stones, the size of the text.
        bucket: u32,
    },
    /// A parser refused the input, with an error whose place lies in it.
    Refused,
    /// The input asks nothing that the check can answer.
    Skipped(&'static str),
}

impl Verdict {
    /// [`Verdict::Compared`] for this question.
    pub fn compared(question: &impl std::hash::Hash, bucket: u32) -> Verdict {
        let fingerprint = HashSet::<()>::default().hasher().hash_one(question);
        Verdict::Compared { fingerprint, bucket }
    }
}

/// A named check: a property test, a fuzz target, a folder of seed inputs and
/// one of regressions, all of this name.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// `<game>_<what>`, such as `pawn_chess_moves`.
    pub name: &'static str,
    /// What [`Verdict::Compared`]'s bucket counts, such as `remoteness`.
    pub bucket: &'static str,
    /// What it compares, and what it cannot see, in a sentence or two.
    pub about: &'static str,
    /// Runs it on these bytes; any bytes are fine.
    ///
    /// Panics where the two roads differ, and only there.
    pub run: fn(&[u8]) -> Verdict,
}
