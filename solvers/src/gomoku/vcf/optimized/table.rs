//! Positions without a win.

use crate::gomoku::keys::Key;

/// No win of any length.
pub(super) const NEVER: u16 = u16::MAX;

/// A position with the attacker to move, and how long a win it cannot have.
///
/// ```text
///    128                        64   63        16 15        0
///   +-----------------------------+--------------+-----------+
///   |       key, high half        |  key, rest   |  no win   |
///   |                             |              |  within   |
///   +-----------------------------+--------------+-----------+
/// ```
///
/// The low 16 bits of the key are part of the place in every table that is
/// used, and the smallest has so many places.
#[derive(Clone, Copy, Default)]
struct Entry(Key);

const BOUND: Key = 0xffff;

/// Direct-mapped: what comes later stays.
pub(super) struct Table {
    entries: Box<[Entry]>,
}

/// The least number of places.
const LEAST: usize = 1 << 16;

impl Table {
    /// A table of at most so many bytes, but of a megabyte at least.
    pub(super) fn new(bytes: usize) -> Table {
        let places = (bytes / size_of::<Entry>()).max(LEAST);
        let places = 1 << places.ilog2();
        Table { entries: vec![Entry::default(); places].into() }
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(Entry::default());
    }

    #[inline(always)]
    fn place(&self, key: Key) -> usize {
        key as usize & (self.entries.len() - 1)
    }

    /// There is no win within so many moves; 0 where nothing is known.
    #[inline(always)]
    pub(super) fn bound(&self, key: Key) -> u16 {
        let Entry(entry) = self.entries[self.place(key)];
        if (entry ^ key) & !BOUND == 0 { (entry & BOUND) as u16 } else { 0 }
    }

    /// Notes that there is no win within so many moves.
    #[inline(always)]
    pub(super) fn note(&mut self, key: Key, bound: u16) {
        let place = self.place(key);
        self.entries[place] = Entry(key & !BOUND | Key::from(bound));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_told_from_one_that_shares_its_place() {
        let mut table = Table::new(0);
        let key = 0x0123_4567_89ab_cdef_u128 << 64 | 0x1357_9bdf_0246_8ace;
        table.note(key, 7);
        assert_eq!(table.bound(key), 7);
        for bit in 16..128 {
            assert_eq!(table.bound(key ^ 1 << bit), 0, "bit {bit}");
        }
        table.note(key ^ 1 << 100, NEVER);
        assert_eq!((table.bound(key), table.bound(key ^ 1 << 100)), (0, NEVER));
        table.clear();
        assert_eq!(table.bound(key ^ 1 << 100), 0);
    }
}
