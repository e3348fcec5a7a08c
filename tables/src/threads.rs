//! Work shared among threads, with results in order.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The processors that this program may use.
#[must_use]
pub fn available() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// `work(i)` for each i below `count`, by so many threads, in order of i. Each
/// thread makes itself a state first.
pub(crate) fn map<S: Send, T: Send>(
    threads: usize,
    count: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> T + Sync,
) -> Vec<T> {
    let states = fold(
        threads,
        count,
        || (state(), Vec::new()),
        |(state, done), i| done.push((i, work(state, i))),
    );
    let mut done: Vec<(usize, T)> = states.into_iter().flat_map(|(_, done)| done).collect();
    done.sort_unstable_by_key(|item| item.0);
    done.into_iter().map(|item| item.1).collect()
}

/// `work(i)` for each i below `count`, by so many threads, each of which goes on
/// with a state of its own: the states, at least one, in no order.
pub(crate) fn fold<S: Send>(
    threads: usize,
    count: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) + Sync,
) -> Vec<S> {
    let next = AtomicUsize::new(0);
    let run = || {
        let mut state = state();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            if i >= count {
                return state;
            }
            work(&mut state, i);
        }
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads.min(count)).map(|_| scope.spawn(run)).collect();
        let mut states = vec![run()];
        for other in others {
            match other.join() {
                Ok(state) => states.push(state),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        states
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_come_in_order() {
        for threads in [1, 2, 5] {
            for count in [0, 1, 100] {
                let squares = super::map(threads, count, || 0, |_, i| i * i);
                assert!(squares.into_iter().eq((0..count).map(|i| i * i)));
            }
        }
    }
}
