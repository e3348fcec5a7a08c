//! What all slots together are.

use crate::error::{Place, TableError};
use crate::format::Bin;
use crate::numbering::{NEVER, Value};
use crate::table::Table;

/// Counts of slots, in whatever order they are seen.
#[derive(Clone, Default)]
pub(crate) struct Counted {
    /// By value, [`NEVER`] first; without slots where there is none.
    bins: Vec<Bin>,
    /// The slots that differ.
    differ: u64,
    /// The first of them: the fewer plies of the two values, and the slot.
    first: Option<(Value, u64)>,
    /// The sum of the slots, and of their squares: whether each was seen once.
    sums: [u64; 2],
}

impl Counted {
    /// A slot that stands for so many positions, its value, and what follows
    /// from its moves.
    #[inline]
    pub(crate) fn see(&mut self, slot: u64, positions: u64, stored: Value, right: Value) {
        if stored != right {
            self.differ += 1;
            let this = (stored.min(right), slot);
            self.first = Some(self.first.map_or(this, |first| first.min(this)));
        }
        let at = usize::from(stored.wrapping_add(1));
        if at >= self.bins.len() {
            let empty = Bin { value: 0, slots: 0, positions: 0, example: u64::MAX };
            self.bins.resize(at + 1, empty);
        }
        let bin = &mut self.bins[at];
        bin.slots += 1;
        bin.positions += positions;
        bin.example = bin.example.min(slot);
        self.sums[0] = self.sums[0].wrapping_add(slot);
        self.sums[1] = self.sums[1].wrapping_add(slot.wrapping_mul(slot));
    }

    /// Adds what other slots are.
    pub(super) fn add(&mut self, other: &Counted) {
        self.differ += other.differ;
        self.first = match (self.first, other.first) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        for (sum, other) in self.sums.iter_mut().zip(other.sums) {
            *sum = sum.wrapping_add(other);
        }
        let more = other.bins.get(self.bins.len()..).unwrap_or_default();
        let both = self.bins.len();
        self.bins.extend(more);
        for (bin, other) in self.bins[..both].iter_mut().zip(&other.bins) {
            bin.slots += other.slots;
            bin.positions += other.positions;
            bin.example = bin.example.min(other.example);
        }
    }

    /// The first slot that differs and how many do.
    pub(super) fn wrong(&self) -> Option<(u64, u64)> {
        self.first.map(|(_, slot)| (slot, self.differ))
    }

    /// Whether these are all slots of so many, each once.
    fn is_each_of(&self, slots: u64) -> bool {
        let [n, counted] = [slots, self.bins.iter().map(|bin| bin.slots).sum()].map(u128::from);
        let sum = n * n.saturating_sub(1) / 2;
        // No table has more than 2^40 slots: three times the sum of their
        // squares has less than 128 bits.
        let squares = sum * (2 * n).saturating_sub(1) / 3;
        counted == n && self.sums == [sum as u64, squares as u64]
    }

    /// Holds the counts against those that the file states.
    pub(super) fn compare(&self, table: &Table) -> Result<(), TableError> {
        assert!(self.is_each_of(table.slots()), "every slot of {} is judged once", table.spec());
        let bins = self.bins.iter().zip(0..).filter(|(bin, _)| bin.slots > 0);
        let mut bins: Vec<Bin> =
            bins.map(|(&bin, at): (_, Value)| Bin { value: at.wrapping_sub(1), ..bin }).collect();
        // The last value comes first.
        if bins.first().is_some_and(|bin| bin.value == NEVER) {
            bins.rotate_left(1);
        }
        let positions: u64 = bins.iter().map(|bin| bin.positions).sum();
        if positions != table.positions() {
            let what = "the slots stand for another number of positions";
            return Err(TableError::Malformed(Place::Header, what));
        }
        let mut of_parts = Vec::new();
        for part in &table.parts {
            Bin::merge(&mut of_parts, &part.bins);
        }
        // A wrong value is told by its position, which says more than a count.
        if self.first.is_none() && (bins != table.bins() || bins != of_parts) {
            let what = "the statistics are not those of the values";
            return Err(TableError::Malformed(Place::Directory, what));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Counted;

    /// One left out, one twice, or one in another's place is seen.
    #[test]
    fn each_slot_counts_once() {
        let of = |slots: &[u64]| {
            let mut counted = Counted::default();
            slots.iter().for_each(|&slot| counted.see(slot, 1, 0, 0));
            counted
        };
        for slots in 0..20_u64 {
            let all: Vec<u64> = (0..slots).rev().collect();
            assert!(of(&all).is_each_of(slots), "{slots}");
            assert!(!of(&all).is_each_of(slots + 1), "{slots}");
            for at in 0..all.len() {
                for other in 0..slots + 3 {
                    let mut wrong = all.clone();
                    wrong[at] = other;
                    assert_eq!(of(&wrong).is_each_of(slots), other == all[at], "{wrong:?}");
                }
            }
        }
        let mut half = of(&[0, 3]);
        half.add(&of(&[1, 2, 4]));
        assert!(half.is_each_of(5));
        assert!(!of(&[0, 0, 3, 3]).is_each_of(4), "their sum is that of 0 to 3");
    }
}
