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
        if Self::wants_more(self.used, self.slots.len()) {
            self.grow();
        }
    }

    /// Whether so many slots are too few when so many are used.
    const fn wants_more(used: usize, slots: usize) -> bool {
        2 * used > slots && slots < Self::LARGEST
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

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: u64) -> Entry {
        Entry { key, least: 3, most: 9, best: (key % 32) as u8 }
    }

    #[test]
    fn nothing_is_known_of_what_was_not_stored() {
        let memory = Memory::new();
        for key in [1, 2, u64::MAX] {
            let Entry { key: of, least, most, best } = memory.find(key);
            assert_eq!((of, least, most, best), (key, 0, NEVER, NO_MOVE));
        }
    }

    #[test]
    fn it_grows_fourfold_when_more_than_half_full_and_keeps_what_it_has() {
        let mut memory = Memory::new();
        let mut keys: Vec<u64> = Vec::new();
        // Keys whose slots differ, so that each takes a new one.
        for key in (1..).map(|key: u64| key.wrapping_mul(0x1234_5678_9ABC_DEF1)) {
            let slot = memory.slot(key);
            if keys.iter().all(|&known| memory.slot(known) != slot) {
                memory.store(entry(key));
                memory.store(entry(key));
                keys.push(key);
            }
            if keys.len() == 512 {
                break;
            }
        }
        assert_eq!((memory.slots.len(), memory.used), (1024, 512));
        let key = (1..).find(|&key: &u64| memory.slots[memory.slot(key)].key == 0).unwrap();
        memory.store(entry(key));
        assert_eq!((memory.slots.len(), memory.used), (4096, 513));
        keys.push(key);
        for key in keys {
            let Entry { least, most, best, .. } = memory.find(key);
            assert_eq!((least, most, best), (3, 9, (key % 32) as u8), "{key}");
        }
    }

    #[test]
    fn it_stops_growing_at_its_largest() {
        assert!(Memory::wants_more((1 << 21) + 1, 1 << 22));
        assert!(!Memory::wants_more(1 << 21, 1 << 22));
        assert!(!Memory::wants_more(1 << 24, 1 << 24));
    }
}
