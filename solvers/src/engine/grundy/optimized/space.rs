//! The two classes of values: the parity masks and how they are found.
//!
//! A mask m, a bit d and a constant c give the heap n with the value v the
//! class
//!
//! ```text
//! class(n, v) = parity of (v and m)  +  d·n  +  c   (mod 2)
//! ```
//!
//! 0 is rare, 1 common. With d = 1 the class also depends on the heap's size:
//! games whose moves all change its parity alike need that (Flammenkamp).
//!
//! A move that takes k tokens and leaves the heaps i and j, and beside them the
//! value x, makes v = g(i) xor g(j) xor x from n = i + j + k, and so
//!
//! ```text
//! class(n, v) = class(i, g(i)) + class(j, g(j)) + [parity of (x and m) + d·k + c]
//! ```
//!
//! A choice is fit where the bracket is 0 for every move that breaks a heap in
//! two: c is then the same for all of them. Then an option is common exactly
//! where one of its two heaps is rare and the other is common.

use super::lanes::{LANES, Marks};
use super::{Ruleset, breaks};

/// A Grundy value.
pub(super) type Value = u16;

/// A heap and its value.
///
/// ```text
/// bits 63…48   47…32   31…16   15…0
/// value        value   value   value
/// ```
#[derive(Clone, Copy, Debug)]
pub(super) struct Heap {
    pub(super) size: usize,
    /// The value in each of four places: it meets four partners at a time.
    pub(super) values: u64,
}

impl Heap {
    fn new(size: usize, value: Value) -> Heap {
        Heap { size, values: u64::from(value) * 0x0001_0001_0001_0001 }
    }
}

/// Values by class, ascending; twice as far as the bound, so that the least
/// common value that is missing is among them.
#[derive(Clone, Default, Debug)]
pub(super) struct Classes {
    pub(super) rare: Vec<Value>,
    pub(super) common: Vec<Value>,
}

/// The classes in use, and the heaps by class.
#[derive(Clone, Debug)]
pub(super) struct Space {
    /// `None`: all heaps count as rare, and all values as common.
    split: Option<Split>,
    /// For even and for odd heaps.
    classes: [Classes; 2],
    /// All values, twice as far as the bound.
    pub(super) all: Vec<Value>,
    /// The rare heaps of [`LANES`] tokens or more, ascending.
    pub(super) rare: Vec<Heap>,
    /// Common heaps, so many of each value: the first of each, the second of
    /// each, and so on. Partners of one value meet many values in few of them.
    pub(super) confirming: Vec<Heap>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Split {
    mask: Value,
    by_size: bool,
    constant: bool,
}

impl Split {
    #[inline]
    fn is_rare(self, n: usize, value: Value) -> bool {
        let parity = (value & self.mask).count_ones() & 1 == 1;
        !(parity ^ (self.by_size & (n & 1 == 1)) ^ self.constant)
    }
}

impl Space {
    /// Heaps of [`Space::confirming`] that are tried between two looks.
    pub(super) const CHUNK: usize = 16;

    /// Heaps of each value in [`Space::confirming`].
    const OF_A_VALUE: usize = 5;

    /// No classes, and no heaps yet.
    pub(super) fn plain(bound: usize) -> Space {
        let mut space = Space {
            split: None,
            classes: Default::default(),
            all: Vec::new(),
            rare: Vec::new(),
            confirming: Vec::new(),
        };
        space.extend(bound);
        space
    }

    /// No classes.
    pub(super) fn all(values: &[Value], bound: usize) -> Space {
        let mut space = Space::plain(bound);
        for (n, &value) in values.iter().enumerate() {
            space.push(n, value);
        }
        space
    }

    /// The fit classes with the fewest rare heaps; none where those are more
    /// than a third.
    pub(super) fn find(values: &[Value], bound: usize, ruleset: &Ruleset) -> Space {
        let mut best = (values.len() / 3, None);
        for by_size in [false, true] {
            // The heaps of each value, those of an odd size negative; then for
            // every mask those of even parity less those of odd parity.
            let mut counts = vec![0_i64; bound];
            for (n, &value) in values.iter().enumerate() {
                counts[usize::from(value)] += if by_size && n & 1 == 1 { -1 } else { 1 };
            }
            walsh_hadamard(&mut counts);
            for (mask, count) in counts.iter().enumerate() {
                let mask = mask as Value;
                let Some(constant) = constant(ruleset, mask, by_size) else { continue };
                let even_less_odd = if constant { -count } else { *count };
                let rare = (values.len() as i64 + even_less_odd) as usize / 2;
                if rare < best.0 {
                    best = (rare, Some(Split { mask, by_size, constant }));
                }
            }
        }
        let mut space = Space::plain(2);
        space.split = best.1;
        space.extend(bound);
        for (n, &value) in values.iter().enumerate() {
            space.push(n, value);
        }
        if let Some(split) = space.split {
            space.confirming = confirming(values, bound, split);
        }
        space
    }

    pub(super) fn is_plain(&self) -> bool {
        self.split.is_none()
    }

    /// The classes of the values of a heap of n tokens.
    #[inline]
    pub(super) fn classes(&self, n: usize) -> &Classes {
        &self.classes[n & 1]
    }

    /// Takes the heap n, the next one, and its value in.
    #[inline]
    pub(super) fn push(&mut self, n: usize, value: Value) {
        if n >= LANES && self.split.is_none_or(|split| split.is_rare(n, value)) {
            self.rare.push(Heap::new(n, value));
        }
    }

    /// Lists the values for a larger bound.
    pub(super) fn extend(&mut self, bound: usize) {
        let values = 0..=(2 * bound).min(usize::from(Value::MAX)) as Value;
        self.all = values.clone().collect();
        for (odd, classes) in self.classes.iter_mut().enumerate() {
            let rare = |value: &Value| self.split.is_some_and(|split| split.is_rare(odd, *value));
            (classes.rare, classes.common) = values.clone().partition(rare);
        }
    }

    /// For each lane the least common value that is not marked, and its index
    /// among the common ones.
    #[inline]
    pub(super) fn least_common(
        &self,
        marks: &Marks,
        n: usize,
        least: &mut [(usize, Option<Value>); LANES],
    ) {
        let alike = !self.split.is_some_and(|split| split.by_size);
        let from = if alike { marks.first_gap(&self.classes[0].common) } else { 0 };
        for (lane, least) in least.iter_mut().enumerate() {
            *least = marks.first_missing(&self.classes(n + lane).common, from, lane);
        }
    }
}

/// The constant that makes a mask fit, if any does.
fn constant(ruleset: &Ruleset, mask: Value, by_size: bool) -> Option<bool> {
    let wanted = |(tokens, beside): (usize, Value)| {
        ((beside & mask).count_ones() & 1 == 1) ^ (by_size & (tokens & 1 == 1))
    };
    let mut all = breaks(ruleset).map(wanted);
    let first = all.next().unwrap_or(false);
    all.all(|other| other == first).then_some(first)
}

/// In place: entry m becomes the sum over v of entry v, negative where v and m
/// have an odd number of bits in common.
fn walsh_hadamard(counts: &mut [i64]) {
    let mut half = 1;
    while half < counts.len() {
        for block in counts.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (x, y) in low.iter_mut().zip(high) {
                (*x, *y) = (*x + *y, *x - *y);
            }
        }
        half *= 2;
    }
}

fn confirming(values: &[Value], bound: usize, split: Split) -> Vec<Heap> {
    let mut seen = vec![0; bound];
    let mut found = Vec::new();
    for (n, &value) in values.iter().enumerate().skip(LANES) {
        let seen = &mut seen[usize::from(value)];
        if *seen < Space::OF_A_VALUE && !split.is_rare(n, value) {
            found.push((*seen, Heap::new(n, value)));
            *seen += 1;
        }
    }
    // Stable: each round ascends.
    found.sort_by_key(|&(round, _)| round);
    found.into_iter().map(|(_, heap)| heap).collect()
}
