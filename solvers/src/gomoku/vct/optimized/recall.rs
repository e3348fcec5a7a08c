//! Moves that were generated before.
//!
//! Proof numbers come back to a position many times, and what makes its moves
//! (wins by fours of either side, their zones) costs much more than to read
//! them.

use super::replies::Cells;
use crate::gomoku::keys::Key;

/// The moves of a position that is not settled by a look: 144 bytes.
#[derive(Clone, Copy)]
struct Place {
    key: Key,
    cells: Cells,
}

/// What no position's moves are: a node without moves is settled.
const NOTHING: Place = Place { key: 0, cells: [0; 32] };

/// One place for each value of a key's low bits; the latest stays.
pub(super) struct Recall {
    places: Box<[Place]>,
}

impl Recall {
    /// Places for so many bytes, rounded down to a power of two; one at least.
    pub(super) fn new(bytes: usize) -> Recall {
        let places = (bytes / size_of::<Place>()).max(1);
        Recall { places: vec![NOTHING; 1 << places.ilog2()].into() }
    }

    pub(super) fn clear(&mut self) {
        self.places.fill(NOTHING);
    }

    fn place(&self, key: Key) -> usize {
        key as usize & (self.places.len() - 1)
    }

    /// The moves, where they are still there.
    pub(super) fn find(&self, key: Key) -> Option<Cells> {
        let place = &self.places[self.place(key)];
        (place.key == key).then_some(place.cells)
    }

    pub(super) fn note(&mut self, key: Key, cells: &Cells) {
        let place = self.place(key);
        self.places[place] = Place { key, cells: *cells };
    }
}
