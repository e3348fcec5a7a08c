//! What a threat solver may spend, and what it has spent.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use super::claim::Budget;
use super::search::Limits;

/// Nodes that are counted, and what ends the search.
pub(crate) struct Meter<'a> {
    nodes: u64,
    most: u64,
    deadline: Option<Instant>,
    stop: &'a AtomicBool,
    /// Clock and flag are looked at once in so many nodes.
    period: u64,
}

impl Meter<'_> {
    /// The nodes and the time of these limits; the depth is the solver's.
    pub(crate) fn new<'a>(limits: &Limits, stop: &'a AtomicBool, period: u64) -> Meter<'a> {
        Meter {
            nodes: 0,
            most: limits.nodes.unwrap_or(u64::MAX),
            deadline: limits.time.map(|time| Instant::now() + time),
            stop,
            period,
        }
    }

    /// Counts a node where the budgets allow one more.
    #[inline(always)]
    pub(crate) fn visit(&mut self) -> Result<(), Budget> {
        if self.nodes >= self.most {
            return Err(Budget::Nodes);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(self.period) { self.look_up() } else { Ok(()) }
    }

    #[cold]
    fn look_up(&self) -> Result<(), Budget> {
        if self.stop.load(Relaxed) {
            return Err(Budget::Stopped);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Budget::Time);
        }
        Ok(())
    }

    /// Counts the nodes of another solver, which were not more than are left.
    pub(crate) fn add(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// The nodes so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The nodes that are left.
    pub(crate) fn left(&self) -> u64 {
        self.most - self.nodes
    }

    /// From now on nodes are counted and without limit.
    pub(crate) fn lift(&mut self) {
        self.most = u64::MAX;
    }

    /// What other solvers are to ask as well.
    pub(crate) fn stop(&self) -> &AtomicBool {
        self.stop
    }
}
