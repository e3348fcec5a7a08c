//! Which values are options, for several heaps of consecutive sizes at once.

use super::space::{Heap, Value};

/// The heaps that are worked out together.
pub(super) const LANES: usize = 8;

/// For each value and each lane, whether it is an option.
///
/// A byte each, and the lanes of a value side by side: setting one is a single
/// store, and a value of 16 bits needs no check of bounds. Only the first part
/// is touched, as far as the values go.
///
/// ```text
///           lane 0   lane 1   lane 2   lane 3
/// value 0   0 or 1   0 or 1   0 or 1   0 or 1
/// value 1   0 or 1   …
/// ```
#[derive(Clone, Debug)]
pub(super) struct Marks {
    of: Box<[[u8; LANES]; 1 << 16]>,
}

impl Marks {
    pub(super) fn new() -> Marks {
        let of = vec![[0; LANES]; 1 << 16].into_boxed_slice();
        Marks { of: of.try_into().expect("the length is right") }
    }

    /// Takes the marks of the values below `bound` away.
    pub(super) fn clear(&mut self, bound: usize) {
        self.of[..bound].fill([0; LANES]);
    }

    #[inline]
    pub(super) fn set(&mut self, value: u16, lane: usize) {
        self.of[usize::from(value)][lane] = 1;
    }

    #[inline]
    pub(super) fn is_set(&self, value: u16, lane: usize) -> bool {
        self.of[usize::from(value)][lane] == 1
    }

    /// Marks for lane l the pairs of each of these heaps, ascending, with the
    /// heap that is left of `left` + l; heaps from `last` on, or beyond, are
    /// left out. Returns the pairs.
    pub(super) fn pass(
        &mut self,
        values: &[u16],
        heaps: &[Heap],
        left: usize,
        last: usize,
        beside: u16,
    ) -> u64 {
        let end = heaps.partition_point(|heap| heap.size < last);
        self.scattered(values, &heaps[..end], left, beside)
    }

    /// The same for heaps in any order; those that leave lane 0 no partner are
    /// left out.
    #[inline]
    pub(super) fn scattered(
        &mut self,
        values: &[u16],
        heaps: &[Heap],
        left: usize,
        beside: u16,
    ) -> u64 {
        // No heap that is left is empty; without a partner the start wraps round.
        let values = &values[1..];
        let beside = u64::from(beside) * 0x0001_0001_0001_0001;
        for heap in heaps {
            let start = left.wrapping_sub(heap.size + 1);
            if let Some(partners) = values.get(start..start.wrapping_add(LANES)) {
                for (fours, lane) in partners.chunks_exact(4).zip((0..).step_by(4)) {
                    let &[a, b, c, d] = fours else { unreachable!("four make a chunk") };
                    let four = [(a, 0), (b, 16), (c, 32), (d, 48)];
                    let four = four.map(|(value, shift)| u64::from(value) << shift);
                    let options = (four[0] | four[1] | four[2] | four[3]) ^ heap.values ^ beside;
                    self.set(options as u16, lane);
                    self.set((options >> 16) as u16, lane + 1);
                    self.set((options >> 32) as u16, lane + 2);
                    self.set((options >> 48) as u16, lane + 3);
                }
            }
        }
        (heaps.len() * LANES) as u64
    }

    /// The first of these values, from the index `from` on, that is not marked
    /// in this lane, and its index.
    #[inline]
    pub(super) fn first_missing(
        &self,
        values: &[Value],
        from: usize,
        lane: usize,
    ) -> (usize, Option<u16>) {
        let mut index = from;
        while let Some(&value) = values.get(index) {
            if self.of[usize::from(value)][lane] == 0 {
                return (index, Some(value));
            }
            index += 1;
        }
        (index, None)
    }

    /// The index, from `from` on, of the first value that is not marked in
    /// every lane.
    #[inline]
    pub(super) fn first_gap(&self, values: &[Value]) -> usize {
        let full = |value: &&Value| self.of[usize::from(**value)] == [1; LANES];
        values.iter().take_while(full).count()
    }
}
