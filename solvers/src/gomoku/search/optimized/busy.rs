//! What the threads of one search are at, so that none does another's work.
//!
//! Of every thread there is a slot for each depth: the position that it is
//! looking at as the child of a node of this depth. Depth falls from node to
//! node along a line, so a thread has at most one child of each. A thread that
//! meets a child which another is at puts that move off to the end of the node's
//! list; by then the table mostly has its value. That is the idea of ABDADA
//! (Weill 1996) in the form of Kerrigan's "simplified ABDADA" (2017), which
//! needs no table of its own locks; slots in place of a hash table need no
//! replacement either. The first move of a node is never put off: both threads
//! go down the same first line and part below it.
//!
//! A slot that is stale or seen too late changes the order of moves, never a
//! value.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The least depth of a node whose moves are put off: below it, a move costs
/// less than the cache lines that two cores take from each other over it.
const LEAST_DEPTH: i32 = 5;

/// The same where the search is exact. Nobody needs it fast, and the few plies
/// at which it is held against minimax shall not pass this by.
const LEAST_DEPTH_EXACT: i32 = 2;

/// Slots of a thread; deeper nodes share the last.
const DEPTHS: usize = 64;

/// No position: no key of a game is looked for with it.
const NOTHING: u64 = 0;

/// The slots of one thread, in cache lines of their own.
#[repr(align(64))]
struct Slots([AtomicU64; DEPTHS]);

/// The slots of all threads.
pub(super) struct Busy {
    threads: Vec<Slots>,
    least_depth: i32,
}

impl Busy {
    pub(super) fn new(threads: usize, exact: bool) -> Busy {
        let slots = || Slots([const { AtomicU64::new(NOTHING) }; DEPTHS]);
        Busy {
            threads: std::iter::repeat_with(slots).take(threads).collect(),
            least_depth: match (threads, exact) {
                (..=1, _) => i32::MAX,
                (_, true) => LEAST_DEPTH_EXACT,
                (_, false) => LEAST_DEPTH,
            },
        }
    }

    /// Whether moves of a node of this depth are put off. Never where there is
    /// one thread.
    #[inline]
    pub(super) fn is_shared(&self, depth: i32) -> bool {
        depth >= self.least_depth
    }

    /// This thread begins with a child of a node of this depth.
    #[inline]
    pub(super) fn enter(&self, thread: usize, depth: i32, child: u64) {
        self.threads[thread].0[slot(depth)].store(child, Relaxed);
    }

    /// This thread is done with a node of this depth.
    #[inline]
    pub(super) fn leave(&self, thread: usize, depth: i32) {
        self.enter(thread, depth, NOTHING);
    }

    /// Whether another thread is at this child of a node of this depth.
    #[inline]
    pub(super) fn is_taken(&self, thread: usize, depth: i32, child: u64) -> bool {
        let others = self.threads.iter().enumerate().filter(|&(other, _)| other != thread);
        others.map(|(_, slots)| &slots.0[slot(depth)]).any(|slot| slot.load(Relaxed) == child)
    }
}

fn slot(depth: i32) -> usize {
    usize::try_from(depth).unwrap_or(0).min(DEPTHS - 1)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use tesuji_core::gomoku::{text, zobrist};
    use tesuji_core::{Game, Player};

    use super::super::table::Table;
    use super::super::worker::{Kind, Shared, Worker};
    use super::*;
    use crate::gomoku::rules::Ruleset;
    use crate::gomoku::search::{INFINITE, Options};
    use crate::gomoku::shapes::optimized::ShapeBoard;

    #[test]
    fn a_thread_sees_what_others_are_at() {
        let busy = Busy::new(3, false);
        busy.enter(1, 5, 77);
        assert!(busy.is_taken(0, 5, 77) && busy.is_taken(2, 5, 77));
        // Neither its own work, nor another depth, nor another child.
        assert!(!busy.is_taken(1, 5, 77) && !busy.is_taken(0, 4, 77) && !busy.is_taken(0, 5, 78));
        busy.enter(1, 5, 78);
        assert!(!busy.is_taken(0, 5, 77) && busy.is_taken(0, 5, 78));
        busy.leave(1, 5);
        assert!(!busy.is_taken(0, 5, 78));
        busy.enter(2, 1_000, 9);
        assert!(busy.is_taken(0, 200, 9));
    }

    /// Whatever another thread is at, the value is the same.
    #[test]
    fn a_move_that_is_put_off_is_searched_all_the_same() {
        const DEPTH: i32 = LEAST_DEPTH_EXACT + 1;
        let position = text::parse("c3d2c4b3d3", "6x6 freestyle".parse().unwrap(), None).unwrap();
        let rules = Ruleset::from(position.variant());
        let options = Options::exact();
        let key = zobrist::key(position.stones(), position.to_move());
        let side = usize::from(position.to_move() == Player::White);
        let value = |child: Option<u64>| {
            let table = Table::new(1 << 16).unwrap();
            let stop = AtomicBool::new(false);
            let shared = Shared {
                table: &table,
                options: &options,
                busy: Busy::new(2, options.exact),
                stop: &stop,
                done: AtomicBool::new(false),
                deadline: None,
                node_limit: u64::MAX,
                nodes: AtomicU64::new(0),
            };
            if let Some(child) = child {
                shared.busy.enter(1, DEPTH, child);
            }
            let board = ShapeBoard::from(&position);
            let mut worker = Worker::new(&shared, 0, board, rules, side, key);
            let value = worker.search(-INFINITE, INFINITE, DEPTH, 1, Kind::Pv);
            (value, worker.nodes)
        };
        let alone = value(None);
        let mut orders = 0;
        for cell in position.variant().cells().filter(|&cell| position.is_legal(cell)) {
            let child = key ^ zobrist::stone(cell, position.to_move()) ^ zobrist::WHITE_TO_MOVE;
            let (found, nodes) = value(Some(child));
            assert_eq!(found, alone.0, "with another thread at {cell}");
            orders += u32::from(nodes != alone.1);
        }
        assert!(orders > 0, "no move was put off");
    }

    #[test]
    fn one_thread_is_alone() {
        for exact in [false, true] {
            assert!(!Busy::new(1, exact).is_shared(1_000));
            let least = if exact { LEAST_DEPTH_EXACT } else { LEAST_DEPTH };
            let two = Busy::new(2, exact);
            assert!(two.is_shared(least) && !two.is_shared(least - 1));
        }
    }
}
