//! Who stops whom: the reader sees what is to end, the other thread is
//! thinking.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What was asked for so shortly before `END` was not waited for.
const ONE_BREATH: Duration = Duration::from_millis(50);

/// How long a search that is to end may go on where its answer is wanted.
const GRACE: Duration = Duration::from_millis(30);

/// What both threads know.
#[derive(Debug, Default)]
pub(super) struct Control {
    state: Mutex<State>,
    /// A command is done.
    done: Condvar,
    /// Raised where the command under way is to be answered at once.
    flag: Arc<AtomicBool>,
}

#[derive(Debug, Default)]
struct State {
    /// The number of the command under way, and when it began; commands count
    /// from 1.
    under_way: Option<(u64, Instant)>,
    /// The number of the last command that is done.
    done: u64,
    /// Commands of a smaller number are to be answered at once.
    stop_before: u64,
    /// When `END` was read.
    ended: Option<Instant>,
}

impl Control {
    /// The flag that is raised where the command under way is to be answered at
    /// once.
    pub(super) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The command of this number begins now.
    pub(super) fn begin(&self, number: u64) {
        let mut state = self.state();
        state.under_way = Some((number, Instant::now()));
        self.flag.store(number < state.stop_before, Relaxed);
    }

    /// The command under way is done.
    pub(super) fn finish(&self) {
        let mut state = self.state();
        state.done = state.under_way.take().map_or(state.done, |(number, _)| number);
        self.done.notify_all();
    }

    /// Whether the answer to the command under way is still to be written.
    pub(super) fn wants_answer(&self) -> bool {
        let state = self.state();
        match (state.ended, state.under_way) {
            (Some(ended), Some((_, begun))) => begun + ONE_BREATH > ended,
            _ => true,
        }
    }

    /// `YXSTOP` is the command of this number.
    pub(super) fn stop(&self, number: u64) {
        self.stop_before(&mut self.state(), number);
    }

    /// `END` is the command of this number.
    pub(super) fn end(&self, number: u64) {
        let mut state = self.state();
        let now = Instant::now();
        state.ended = Some(now);
        let waited_for = state.under_way.is_some_and(|(_, begun)| begun + ONE_BREATH <= now);
        if waited_for {
            self.stop_before(&mut state, number);
        } else {
            self.stop_soon(state, number);
        }
    }

    /// The input ended before a command of this number.
    pub(super) fn input_ended(&self, number: u64) {
        self.stop_soon(self.state(), number);
    }

    fn stop_before(&self, state: &mut State, number: u64) {
        state.stop_before = number;
        if state.under_way.is_some_and(|(under_way, _)| under_way < number) {
            self.flag.store(true, Relaxed);
        }
    }

    /// Gives the commands before this one a moment, all of them together.
    fn stop_soon(&self, state: MutexGuard<'_, State>, number: u64) {
        let is_busy = |state: &mut State| state.done + 1 < number;
        let waited = self.done.wait_timeout_while(state, GRACE, is_busy);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        self.stop_before(&mut state, number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_is_for_what_was_asked_before_it() {
        let control = Control::default();
        let flag = control.flag();
        control.begin(1);
        assert!(!flag.load(Relaxed));
        // Commands 2 and 3 are read and wait; 4 is the stop.
        control.stop(4);
        assert!(flag.load(Relaxed));
        for (number, stopped) in [(2, true), (3, true), (4, false), (5, false)] {
            control.begin(number);
            assert_eq!(flag.load(Relaxed), stopped, "{number}");
        }
    }

    #[test]
    fn the_end_silences_what_was_under_way_and_not_what_came_with_it() {
        let control = Control::default();
        control.begin(1);
        control.end(3);
        assert!(control.wants_answer());
        control.finish();
        control.begin(2);
        assert!(control.wants_answer() && control.flag().load(Relaxed));
        let control = Control::default();
        let before = Instant::now().checked_sub(2 * ONE_BREATH).expect("a clock that has run");
        control.state().under_way = Some((1, before));
        control.end(2);
        assert!(!control.wants_answer() && control.flag().load(Relaxed));
    }
}
