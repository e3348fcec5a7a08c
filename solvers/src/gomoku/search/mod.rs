//! The best move within a budget.
//!
//! The question: what should the side to move play, and what is the position
//! worth to it when both sides are followed so many plies? Three roads:
//!
//! - [`naive::minimax`]: every legal move to a fixed depth, from the rules and
//!   [`evaluate::naive`](super::evaluate::naive) alone.
//! - [`optimized::Searcher`]: iterative deepening with a null window, a
//!   transposition table, threats and reductions. With [`Options::exact`] all
//!   that is unsound is off, and it equals minimax at the same depth.
//! - [`experiment`]: the field's comparison of boards, one plain search over
//!   three of them.
//!
//! A score says either a static value or a decided end. A decided win is one
//! against every reply; a decided loss is one for every move that the search
//! looks at: near the stones, or against the threat. The distance to the end
//! is that of the line found and not always the least.

pub mod experiment;
pub mod naive;
pub mod optimized;

mod score;

pub use optimized::Searcher;
pub use score::Score;
pub(crate) use score::*;

use std::time::Duration;

use tesuji_core::gomoku::Cell;

/// When to stop. Whatever comes first; a search without any limit ends when
/// the end is decided, at the greatest depth, or when its flag is raised.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// Plies of the last iteration.
    pub depth: Option<u32>,
    /// Nodes of all threads together. With one thread it is kept exactly, so
    /// that a search repeats on every machine; with more, within a few
    /// thousand.
    pub nodes: Option<u64>,
    /// Wall time; kept within 10 ms.
    pub time: Option<Duration>,
}

/// How to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Bytes of the transposition table, rounded down to a power of two.
    pub table_bytes: usize,
    /// Threads, at least 1. With one thread the search is deterministic.
    pub threads: usize,
    /// Every legal move to the full depth, static values at the leaves:
    /// nothing pruned but by alpha and beta, nothing reduced, nothing extended.
    pub exact: bool,
}

impl Default for Options {
    /// 64 MiB, one thread.
    fn default() -> Self {
        Options { table_bytes: 64 << 20, threads: 1, exact: false }
    }
}

impl Options {
    /// The search that equals minimax.
    #[must_use]
    pub fn exact() -> Self {
        Options { table_bytes: 1 << 20, exact: true, ..Options::default() }
    }
}

/// What a search has found, at the end or after an iteration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The move to play. `None` exactly where the game is over.
    pub best: Option<Cell>,
    /// The value for the side to move.
    pub score: Score,
    /// Plies of the last iteration that was finished; 0 where not even the
    /// first was, and `best` is then the move that looks best.
    pub depth: u32,
    /// Plies of the longest line looked at.
    pub selective_depth: u32,
    /// Moves made in the tree by all threads.
    pub nodes: u64,
    /// The line expected, `best` first.
    pub pv: Vec<Cell>,
    /// Wall time since the search began.
    pub time: Duration,
}
