//! The transposition table: shared by threads without a lock.
//!
//! An entry is two words, the second stored xor the key (Hyatt and Mann 2002),
//! so that a word torn by another thread's write reads as a stranger:
//!
//! ```text
//!        63   58 57     50 49 48 47     32 31     16 15      10 9       0
//!       +-------+---------+-----+---------+---------+----------+---------+
//!  data |  age  |  depth  |bound|  score  |  eval   |    -     |  cell   |
//!       +-------+---------+-----+---------+---------+----------+---------+
//! ```
//!
//! Depth is stored plus two: the quiescence search's inner nodes have depth −1,
//! and 0 marks an entry that was never written.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::gomoku::shapes::optimized::Index;

/// How a stored score relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The true score is at most this.
    Upper = 1,
    /// The true score is at least this.
    Lower = 2,
    /// This is the score.
    Exact = 3,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The best or refuting move; `None` where none was found.
    pub(super) cell: Option<Index>,
    pub(super) depth: i32,
    pub(super) bound: Bound,
    /// Wins and losses counted from this position, not from the root.
    pub(super) score: i32,
    pub(super) eval: i32,
}

/// Entries that lie in one cache line.
const BUCKET: usize = 4;

/// No move: cell 31 of row 31 is on no board.
const NO_CELL: u64 = 0x3ff;

#[repr(align(64))]
#[derive(Default)]
struct Bucket([[AtomicU64; 2]; BUCKET]);

/// A table of a power of two of buckets.
pub(super) struct Table {
    buckets: Vec<Bucket>,
    age: u64,
}

impl Table {
    /// A table of at most `bytes`, and of at least one bucket. `None` where
    /// the memory cannot be had.
    pub(super) fn new(bytes: usize) -> Option<Table> {
        let count = (bytes / size_of::<Bucket>()).max(1);
        let count = 1_usize << (usize::BITS - 1 - count.leading_zeros());
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).ok()?;
        buckets.resize_with(count, Bucket::default);
        Some(Table { buckets, age: 0 })
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        for bucket in &mut self.buckets {
            *bucket = Bucket::default();
        }
        self.age = 0;
    }

    /// Entries of earlier searches are replaced first from now on.
    pub(super) fn new_search(&mut self) {
        self.age = (self.age + 1) & 63;
    }

    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[key as usize & (self.buckets.len() - 1)]
    }

    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        for [tag, data] in &self.bucket(key).0 {
            let data = data.load(Relaxed);
            if tag.load(Relaxed) ^ data == key && data >> 50 & 0xff != 0 {
                let cell = data & 0x3ff;
                return Some(Entry {
                    cell: (cell != NO_CELL).then_some(cell as Index),
                    depth: (data >> 50 & 0xff) as i32 - 2,
                    bound: match data >> 48 & 3 {
                        1 => Bound::Upper,
                        2 => Bound::Lower,
                        _ => Bound::Exact,
                    },
                    score: i32::from((data >> 32) as i16),
                    eval: i32::from((data >> 16) as i16),
                });
            }
        }
        None
    }

    #[inline]
    pub(super) fn store(&self, key: u64, entry: &Entry) {
        let bucket = self.bucket(key);
        let mut victim = 0;
        let mut least = i32::MAX;
        let mut cell = entry.cell.map_or(NO_CELL, u64::from);
        for (i, [tag, data]) in bucket.0.iter().enumerate() {
            let data = data.load(Relaxed);
            let depth = (data >> 50 & 0xff) as i32 - 2;
            if tag.load(Relaxed) ^ data == key {
                if entry.bound != Bound::Exact && entry.depth + 3 < depth && data >> 58 == self.age
                {
                    return;
                }
                if cell == NO_CELL {
                    cell = data & 0x3ff;
                }
                victim = i;
                break;
            }
            let worth = depth - if data >> 58 == self.age { 0 } else { 64 };
            if worth < least {
                least = worth;
                victim = i;
            }
        }
        let data = self.age << 58
            | ((entry.depth + 2).clamp(1, 255) as u64) << 50
            | (entry.bound as u64) << 48
            | u64::from(entry.score as i16 as u16) << 32
            | u64::from(entry.eval as i16 as u16) << 16
            | cell;
        let [tag, slot] = &bucket.0[victim];
        slot.store(data, Relaxed);
        tag.store(key ^ data, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_comes_back_whole() {
        let table = Table::new(1 << 12).unwrap();
        for (cell, depth, bound, score, eval) in [
            (Some(0), -1, Bound::Upper, -32_000, 32_000),
            (Some(29 << 5 | 29), 253, Bound::Lower, 29_999, -1),
            (None, 7, Bound::Exact, 0, 0),
        ] {
            let entry = Entry { cell, depth, bound, score, eval };
            table.store(0x1234_5678_9abc_def0, &entry);
            let back = table.probe(0x1234_5678_9abc_def0).unwrap();
            assert_eq!(back.depth, depth);
            assert_eq!((back.bound, back.score, back.eval), (bound, score, eval));
            // A position keeps the move it had where a new entry has none.
            assert_eq!(back.cell, cell.or(Some(29 << 5 | 29)));
            assert!(table.probe(0x1234_5678_9abc_def1).is_none());
        }
    }

    #[test]
    fn a_torn_entry_is_a_stranger() {
        let table = Table::new(64).unwrap();
        let entry = Entry { cell: Some(5), depth: 3, bound: Bound::Exact, score: 7, eval: 8 };
        table.store(99, &entry);
        table.buckets[0].0[0][1].fetch_xor(1 << 33, Relaxed);
        assert!(table.probe(99).is_none());
    }
}
