//! The transposition table.

use super::bounds::NEVER;

/// What is known of a position.
///
/// ```text
///   key    white cells in the high 32 bits, black in the low; all 64 bits
///          turned over where Black is to move
///   least  White needs at least so many plies
///   most   White wins within so many plies, or 255
///   best   the move that settled it last: 2 bits of kind, 5 of target cell
/// ```
///
/// White's and Black's cells do not meet, and the turned ones do, because a
/// board always has an empty cell: so no two positions share a key. Key 0
/// would be the empty board, whose value needs no table.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Entry {
    pub(super) key: u64,
    pub(super) least: u8,
    pub(super) most: u8,
    pub(super) best: u8,
}

/// No move is known.
pub(super) const NO_MOVE: u8 = u8::MAX;

/// A table with one entry a slot, where the newest stays, that grows fourfold
/// when half full, up to [`Memory::LARGEST`] slots of 16 bytes.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    slots: Vec<Entry>,
    used: usize,
}

impl Memory {
    const SMALLEST: usize = 1 << 10;
    const LARGEST: usize = 1 << 24;

    pub(super) fn new() -> Memory {
        Memory { slots: vec![Entry::default(); Self::SMALLEST], used: 0 }
    }

    fn slot(&self, key: u64) -> usize {
        // The high bits of the product with 2^64 divided by the golden ratio
        // (Knuth, volume 3, 6.4).
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (hash >> (64 - self.slots.len().trailing_zeros())) as usize
    }

    /// The entry of this position, empty where nothing is known.
    pub(super) fn find(&self, key: u64) -> Entry {
        let entry = self.slots[self.slot(key)];
        if entry.key == key { entry } else { Entry { key, least: 0, most: NEVER, best: NO_MOVE } }
    }

    /// Stores an entry in place of what its slot held.
    pub(super) fn store(&mut self, entry: Entry) {
        let slot = self.slot(entry.key);
        self.used += usize::from(self.slots[slot].key == 0);
        self.slots[slot] = entry;
        if 2 * self.used > self.slots.len() && self.slots.len() < Self::LARGEST {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let mut larger = Vec::new();
        // Without the memory the search forgets more and answers the same.
        if larger.try_reserve_exact(4 * self.slots.len()).is_err() {
            return;
        }
        larger.resize(4 * self.slots.len(), Entry::default());
        let old = std::mem::replace(&mut self.slots, larger);
        // The old slots map onto disjoint runs of four, so nothing is lost.
        for entry in old.into_iter().filter(|entry| entry.key != 0) {
            let slot = self.slot(entry.key);
            self.slots[slot] = entry;
        }
    }
}
