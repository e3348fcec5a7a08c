//! Work shared among threads, with results in order.

use std::num::NonZeroUsize;
use std::sync::Mutex;
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

/// Fills `places` by so many threads, `each` of them at a time: `work` is given
/// the number of the first and the places.
pub(crate) fn fill<T: Send>(
    threads: usize,
    places: &mut [T],
    each: usize,
    work: impl Fn(usize, &mut [T]) + Sync,
) {
    let count = places.len().div_ceil(each);
    let chunks = Mutex::new(places.chunks_mut(each).enumerate());
    fold(
        threads,
        count,
        || (),
        |(), _| {
            // Whichever comes next: the lock is not held while it is worked on.
            let chunk = chunks.lock().expect("an iterator does not panic").next();
            let (at, chunk) = chunk.expect("there is one for each call");
            work(at * each, chunk);
        },
    );
}

#[cfg(test)]
mod tests {
    #[test]
    fn places_are_filled_with_what_is_theirs() {
        for threads in [1, 2, 5] {
            for count in [0, 1, 7, 8, 100] {
                let mut places = vec![usize::MAX; count];
                super::fill(threads, &mut places, 8, |first, places| {
                    places.iter_mut().zip(first..).for_each(|(place, number)| *place = number);
                });
                assert!(places.into_iter().eq(0..count), "{count} by {threads}");
            }
        }
    }

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
