//! Rounds of equal work that threads share.
//!
//! A round is over when all its items are done, whoever has done them: a thread
//! that the system has put aside between two items holds nobody up, and takes
//! part again in whatever round it finds.

use std::hint;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::thread;

/// The rounds, counted from 1.
#[derive(Debug)]
pub(super) struct Rounds {
    /// The items of each.
    items: u32,
    /// The number of the last round that there may be.
    last: u32,
    /// The round, and below it in 32 bits the item to take next.
    state: AtomicU64,
    /// The items of this round that are done.
    done: AtomicU32,
    /// Whether an item of this round asks for another round.
    more: AtomicBool,
    is_cut: AtomicBool,
}

/// No round has this number.
const OVER: u64 = 0;

/// How often a thread looks for a new round before it lets others run.
const LOOKS: u32 = 1 << 8;

impl Rounds {
    pub(super) fn new(items: u32, last: u32) -> Rounds {
        Rounds {
            items,
            last,
            state: AtomicU64::new(1 << 32),
            done: AtomicU32::new(0),
            more: AtomicBool::new(false),
            is_cut: AtomicBool::new(false),
        }
    }

    /// The round and number of an item that nobody has taken; `None` after the
    /// last round. Calls `idle` before it waits for a round to begin.
    pub(super) fn take(&self, idle: impl FnOnce()) -> Option<(u32, u32)> {
        let mut idle = Some(idle);
        let mut looks = 0;
        loop {
            let state = self.state.load(Ordering::Acquire);
            let (round, next) = ((state >> 32) as u32, state as u32);
            if state == OVER {
                return None;
            }
            if next < self.items {
                let taken = self.state.compare_exchange_weak(
                    state,
                    state + 1,
                    Ordering::AcqRel,
                    Ordering::Relaxed,
                );
                if taken.is_ok() {
                    return Some((round, next));
                }
                continue;
            }
            if let Some(idle) = idle.take() {
                idle();
            }
            looks += 1;
            if looks < LOOKS { hint::spin_loop() } else { thread::yield_now() }
        }
    }

    /// An item that was taken is done; `more` asks for another round.
    pub(super) fn finish(&self, more: bool) {
        if more {
            self.more.store(true, Ordering::Relaxed);
        }
        if self.done.fetch_add(1, Ordering::AcqRel) + 1 < self.items {
            return;
        }
        // Nobody else is at work now, and nobody begins before the new state.
        self.done.store(0, Ordering::Relaxed);
        let more = self.more.swap(false, Ordering::Relaxed);
        let round = self.state.load(Ordering::Relaxed) >> 32;
        let is_last = round == u64::from(self.last);
        self.is_cut.store(more && is_last, Ordering::Relaxed);
        let next = if more && !is_last { (round + 1) << 32 } else { OVER };
        self.state.store(next, Ordering::Release);
    }

    /// Whether the last round that there may be has asked for another.
    pub(super) fn is_cut(&self) -> bool {
        self.is_cut.load(Ordering::Relaxed)
    }
}

/// Ends the rounds where its thread panics, so that no other waits for it.
pub(super) struct Alarm<'a>(pub(super) &'a Rounds);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.state.store(OVER, Ordering::Release);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// Every item of every round once, no round before the one before is done.
    #[test]
    fn rounds_follow_one_another() {
        for (threads, items, ends) in [(1, 1, 3), (1, 5, 4), (2, 3, 200), (5, 16, 100), (3, 1, 50)]
        {
            let rounds = Rounds::new(items, 1000);
            let done = Mutex::new(Vec::new());
            thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(|| {
                        while let Some((round, item)) = rounds.take(|| ()) {
                            done.lock().unwrap().push((round, item));
                            rounds.finish(round < ends && item == items / 2);
                        }
                    });
                }
            });
            let done = done.into_inner().unwrap();
            assert!(done.is_sorted_by_key(|&(round, _)| round), "{threads}, {items}");
            let mut sorted = done;
            sorted.sort_unstable();
            let all = (1..=ends).flat_map(|round| (0..items).map(move |item| (round, item)));
            assert!(sorted.into_iter().eq(all), "{threads}, {items}");
            assert!(!rounds.is_cut());
        }
    }

    #[test]
    fn what_never_ends_is_cut() {
        let rounds = Rounds::new(2, 7);
        let mut last = 0;
        while let Some((round, _)) = rounds.take(|| ()) {
            last = round;
            rounds.finish(true);
        }
        assert_eq!((last, rounds.is_cut()), (7, true));
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_ends_the_others_too() {
        let rounds = Rounds::new(4, 1000);
        thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    let _alarm = Alarm(&rounds);
                    while let Some((round, item)) = rounds.take(|| ()) {
                        assert!((round, item) != (5, 2), "as it is meant to");
                        rounds.finish(true);
                    }
                });
            }
        });
    }
}
