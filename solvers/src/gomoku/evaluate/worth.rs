//! What a cell is worth, and how worths become a value.

use std::ops::{Add, AddAssign};

use super::weights::{MOVER, TEMPO, WAITER};

/// What the shapes that a side can make on a cell, or on all cells, are worth to
/// it, in quarters of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Worth {
    /// Where it is this side's turn.
    pub mover: i32,
    /// Where it is the other side's.
    pub waiter: i32,
}

impl Add for Worth {
    type Output = Worth;

    fn add(self, other: Worth) -> Worth {
        Worth { mover: self.mover + other.mover, waiter: self.waiter + other.waiter }
    }
}

impl AddAssign for Worth {
    fn add_assign(&mut self, other: Worth) {
        *self = *self + other;
    }
}

/// The multisets of four shapes out of eight.
pub(super) const CLASSES: usize = 330;

/// The largest value.
const MOST: i32 = 19_999;

/// What an empty cell is worth to the side whose stone there makes so many of
/// each shape, four in all.
#[must_use]
pub fn cell_value(counts: [u32; 8]) -> Worth {
    let class = class(counts);
    Worth { mover: MOVER[class].into(), waiter: WAITER[class].into() }
}

/// The number of a multiset: of those of four numbers `a >= b >= c >= d` the one
/// with `C(a + 3, 4) + C(b + 2, 3) + C(c + 1, 2) + d` before it.
fn class(counts: [u32; 8]) -> usize {
    let (mut strongest, mut found) = ([0; 4], 0);
    for (shape, &count) in counts.iter().enumerate().rev() {
        for _ in 0..count.min(4) {
            if found < 4 {
                strongest[found] = shape;
                found += 1;
            }
        }
    }
    let [a, b, c, d] = strongest;
    a * (a + 1) * (a + 2) * (a + 3) / 24 + b * (b + 1) * (b + 2) / 6 + c * (c + 1) / 2 + d
}

/// The value for the side to move, from the sums over its own cells and over
/// the other side's.
#[must_use]
#[inline]
pub fn for_side(own: Worth, other: Worth) -> i32 {
    ((own.mover - other.waiter + TEMPO) >> 2).clamp(-MOST, MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_multiset_has_a_number_of_its_own() {
        let mut seen = vec![false; CLASSES];
        let mut next = 0;
        for a in 0..8 {
            for b in 0..=a {
                for c in 0..=b {
                    for d in 0..=c {
                        let mut counts = [0; 8];
                        for shape in [a, b, c, d] {
                            counts[shape] += 1;
                        }
                        let class = class(counts);
                        assert_eq!(class, next);
                        next += 1;
                        assert!(!std::mem::replace(&mut seen[class], true));
                    }
                }
            }
        }
        assert!(seen.into_iter().all(|seen| seen));
    }

    #[test]
    fn what_is_worth_more_to_the_mover_is_a_better_value() {
        let sum = |mover, waiter| Worth { mover, waiter };
        let even = for_side(sum(400, 0), sum(0, 400));
        assert_eq!(for_side(sum(440, 0), sum(0, 400)), even + 10);
        assert_eq!(for_side(sum(400, 0), sum(0, 440)), even - 10);
        assert_eq!(for_side(sum(i32::MAX / 2, 0), sum(0, 0)), MOST);
    }
}
