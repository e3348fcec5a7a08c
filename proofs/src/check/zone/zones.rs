//! Zones, by the number of extra stones.

use super::Contexts;
use crate::check::geometry::MOST_K;
use crate::check::set::Set;

/// The zones of a node, by the number of extra stones.
#[derive(Clone, Copy)]
pub(super) struct Zones {
    /// Numbers of extra stones for which the zone is the whole board.
    pub(super) all: Contexts,
    /// None is kept for no extra stone, where it is not asked for.
    pub(super) cells: [Set; MOST_K],
}

impl Zones {
    pub(super) const EMPTY: Zones = Zones { all: 0, cells: [Set::EMPTY; MOST_K] };

    pub(super) fn is_all(&self, extras: usize) -> bool {
        self.all >> extras & 1 == 1
    }

    pub(super) fn add(&mut self, extras: usize, other: &Zones, of: usize) {
        self.all |= u8::from(other.is_all(of)) << extras;
        self.cells[extras].add(&other.cells[of]);
    }

    /// Those of the cells that lie in the zone.
    pub(super) fn of(&self, extras: usize, cells: &Set) -> Set {
        if self.is_all(extras) { *cells } else { cells.and(&self.cells[extras]) }
    }
}

/// Numbers of extra stones, none excepted.
pub(super) fn extras_of(contexts: Contexts) -> impl Iterator<Item = usize> {
    (1..MOST_K).filter(move |extras| contexts >> extras & 1 == 1)
}
