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
pub(crate) fn map<S, T: Send>(
    threads: usize,
    count: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let run = || {
        let (mut state, mut done) = (state(), Vec::new());
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            if i >= count {
                return done;
            }
            done.push((i, work(&mut state, i)));
        }
    };
    let mut done = thread::scope(|scope| {
        let others: Vec<_> = (1..threads.min(count)).map(|_| scope.spawn(run)).collect();
        let mut done = run();
        for other in others {
            match other.join() {
                Ok(more) => done.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        done
    });
    done.sort_unstable_by_key(|item| item.0);
    done.into_iter().map(|item| item.1).collect()
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
