//! What is known of positions.

use crate::gomoku::keys::Key;

/// A proof or disproof number that no search reaches: what does is taken for the
/// one before it.
pub(super) const INFINITE: u32 = u16::MAX as u32;

/// How hard a position is, seen from the side to move: the attacker wants a
/// win, the defender wants to hold. In df-pn's words phi and delta.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Effort {
    /// Leaves still to be shown before the side to move has what it wants; 0
    /// where it has.
    pub(super) own: u32,
    /// The same for the other side.
    pub(super) other: u32,
}

impl Effort {
    /// The side to move has what it wants.
    pub(super) const REACHED: Effort = Effort { own: 0, other: INFINITE };
    /// The other side has.
    pub(super) const MISSED: Effort = Effort { own: INFINITE, other: 0 };

    pub(super) fn is_settled(self) -> bool {
        self.own == 0 || self.other == 0
    }
}

/// A position: 16 bytes, so that a pair shares a line of the cache.
///
/// ```text
///  bytes  0–7            8–9   10–11   12–13           14–15
///        +--------------+-----+-------+---------------+-----------+
///        | key, high    | own | other | nodes spent,  | best move |
///        | half         |     |       | 0: no entry   |           |
///        +--------------+-----+-------+---------------+-----------+
/// ```
#[derive(Clone, Copy)]
#[repr(align(16))]
struct Entry {
    check: u64,
    own: u16,
    other: u16,
    work: u16,
    best: u16,
}

const NOTHING: Entry = Entry { check: 0, own: 0, other: 0, work: 0, best: 0 };

impl Entry {
    fn effort(&self) -> Effort {
        Effort { own: self.own.into(), other: self.other.into() }
    }
}

/// Pairs of places; of the three that want to stay the one with the least work
/// goes.
pub(super) struct Table {
    entries: Box<[Entry]>,
}

/// The least number of places.
const LEAST: usize = 1 << 12;

impl Table {
    /// A table of at most so many bytes, but of [`LEAST`] places at least.
    pub(super) fn new(bytes: usize) -> Table {
        let places = (bytes / size_of::<Entry>()).max(LEAST);
        Table { entries: vec![NOTHING; 1 << places.ilog2()].into() }
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(NOTHING);
    }

    fn place(&self, key: Key) -> usize {
        key as usize & (self.entries.len() - 1)
    }

    fn find(&self, key: Key) -> Option<&Entry> {
        let place = self.place(key);
        let check = (key >> 64) as u64;
        let found = |entry: &&Entry| entry.check == check && entry.work > 0;
        [&self.entries[place], &self.entries[place ^ 1]].into_iter().find(found)
    }

    /// What is known of a position.
    pub(super) fn effort(&self, key: Key) -> Option<Effort> {
        self.find(key).map(Entry::effort)
    }

    /// The move that has been found to win.
    pub(super) fn best(&self, key: Key) -> Option<u16> {
        self.find(key).filter(|entry| entry.effort() == Effort::REACHED).map(|entry| entry.best)
    }

    /// Notes what a position took.
    pub(super) fn note(&mut self, key: Key, effort: Effort, work: u64, best: u16) {
        let check = (key >> 64) as u64;
        let work = u16::try_from(work).unwrap_or(u16::MAX).max(1);
        let place = self.place(key);
        let (first, second) = (&self.entries[place], &self.entries[place ^ 1]);
        let same = |entry: &Entry| entry.check == check && entry.work > 0;
        let at = if same(first) || (!same(second) && first.work <= second.work) {
            place
        } else {
            place ^ 1
        };
        let old = &self.entries[at];
        // Work is kept over several visits.
        let work = if same(old) { work.saturating_add(old.work) } else { work };
        let Effort { own, other } = effort;
        debug_assert!(own <= INFINITE && other <= INFINITE);
        self.entries[at] = Entry { check, own: own as u16, other: other as u16, work, best };
    }
}
