//! The search for a period that a finite check proves.

use crate::engine::grundy::Period;

/// What a search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Search {
    /// The values prove this period.
    Proved(Period),
    /// They prove none. Should the best candidate go on, so many values will.
    NotBefore(usize),
}

/// Looks for the least period that these values prove, where a move leaves at
/// most `heaps` and takes at most `tokens`.
///
/// For every p it must be known how far back from the end the values are those
/// p earlier. That is the Z function of the values read backwards: for each p
/// the longest common start of the sequence and of what follows its first p
/// elements, all of them in linear time.
pub(super) fn search(values: &[u16], heaps: u64, tokens: u64) -> Search {
    let n = values.len();
    let backwards = |index: usize| values[n - 1 - index];
    let mut alike = vec![0_u32; n];
    // The stretch that ends last among those known to equal a start.
    let (mut start, mut end) = (0, 0);
    let mut best = u64::MAX;
    for p in 1..n {
        let mut length = if p < end { (alike[p - start] as usize).min(end - p) } else { 0 };
        while p + length < n && backwards(length) == backwards(p + length) {
            length += 1;
        }
        alike[p] = length as u32;
        if p + length > end {
            (start, end) = (p, p + length);
        }
        let (period, preperiod) = (p as u64, (n - p - length) as u64);
        let last_checked = heaps * preperiod.max(1) + (heaps - 1) * period + tokens - heaps;
        let needed = last_checked + period + 1;
        if needed <= n as u64 {
            return Search::Proved(Period { preperiod, period, last_checked });
        }
        best = best.min(needed);
    }
    Search::NotBefore(usize::try_from(best).unwrap_or(usize::MAX))
}
