//! The question: what are the Grundy values of the heaps of a take-and-break
//! game, one after the other, and do they repeat?
//!
//! A move takes tokens from a heap and may break what is left: see [`Ruleset`].
//! The Grundy value g(n) of a heap of n tokens is the mex (the least number
//! that is missing) of the values of its options, and the value of several
//! heaps is the xor of theirs.
//!
//! Users: the octal and hexadecimal codes of [`crate::octal`], and
//! [`Ruleset::painting`], the untouched columns of a painting grid.
//!
//! # The roads
//! | road | limit | cost of g(0) to g(N) |
//! |---|---|---|
//! | [`Naive`]: every option of every heap | 50 000 heaps, 1 000 where a move may leave three | N²; N³ |
//! | [`Optimized`]: rare and common values, periods | 2²⁸ heaps; see there for three | N × (rare heaps + what confirms); N² where no sparse space is found |
//!
//! Values are kept in 16 bits; both roads refuse where one is larger.
//!
//! # Periods
//! Heaps are numbered from 0, and g(0) = 0 counts: a [`Period`] of p with the
//! preperiod n0 says g(n + p) = g(n) for all n ≥ n0, with the least p there is
//! and, for it, the least n0. Kayles (`0.77`) has the period 12 and the
//! preperiod 71, as g(70) is its last exception.
//!
//! It is reported only where a finite check proves it (Guy and Smith 1956).
//! Let a move take at most k tokens and leave at most s ≥ 1 heaps, and let e
//! be the larger of n0 and 1. It is enough to see g(m + p) = g(m) for
//!
//! ```text
//! n0 ≤ m ≤ s·e + (s − 1)·p + k − s
//! ```
//!
//! For n beyond that, the heaps of an option of n + p add up to n + p − k or
//! more, so the largest of them has at least e + p tokens; take p away from it.
//! It stays a heap, its value stays (by induction: it is smaller than n + p),
//! and an option of n is left. In the same way p is added to the largest heap
//! of an option of n, which has at least e tokens. So n + p and n have options
//! of the same values. A move that takes a heap whole plays no part: n > k.

mod naive;
pub mod optimized;
mod ruleset;

use std::fmt::{self, Display};

pub use naive::Naive;
pub use optimized::Optimized;
pub use ruleset::{Ruleset, Take};

/// A period, proved by a finite check; least in period and preperiod.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Period {
    /// The values repeat from this heap on, and from no earlier one.
    pub preperiod: u64,
    /// After so many heaps, and no fewer.
    pub period: u64,
    /// The last m for which g(m + period) = g(m) had to be seen. The first is
    /// the preperiod.
    pub last_checked: u64,
}

impl Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Period { preperiod, period, last_checked } = self;
        write!(
            f,
            "period {period} from heap {preperiod} on: proved by g(n + {period}) = g(n) for \
             n = {preperiod} to {last_checked} (Guy and Smith 1956)"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_is_written_with_its_proof() {
        let period = Period { preperiod: 71, period: 12, last_checked: 154 };
        assert_eq!(
            period.to_string(),
            "period 12 from heap 71 on: proved by g(n + 12) = g(n) for n = 71 to 154 (Guy and \
             Smith 1956)"
        );
    }
}
