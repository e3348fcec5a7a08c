//! Zones of proved trees: where an extra stone of the defender could matter.
//!
//! `docs/zones.md` has the rules and why they hold; the judge of certificates
//! has them a second time and shares no code with these. A set here may have
//! cells more than it must, never less.

use crate::gomoku::shapes::optimized::{Index, cells_of};

/// Cells, one word a column.
pub(super) type Cells = [u32; 32];

/// No cell.
pub(super) const NONE: Cells = [0; 32];

pub(super) fn add(cells: &mut Cells, at: Index) {
    cells[usize::from(at >> 5 & 31)] |= 1 << (at & 31);
}

pub(super) fn remove(cells: &mut Cells, at: Index) {
    cells[usize::from(at >> 5 & 31)] &= !(1 << (at & 31));
}

pub(super) fn has(cells: &Cells, at: Index) -> bool {
    cells[usize::from(at >> 5 & 31)] >> (at & 31) & 1 != 0
}

pub(super) fn unite(cells: &mut Cells, more: &Cells) {
    cells.iter_mut().zip(more).for_each(|(column, more)| *column |= more);
}

pub(super) fn and(mut cells: Cells, others: &Cells) -> Cells {
    cells.iter_mut().zip(others).for_each(|(column, others)| *column &= others);
    cells
}

pub(super) fn without(mut cells: Cells, others: &Cells) -> Cells {
    cells.iter_mut().zip(others).for_each(|(column, others)| *column &= !others);
    cells
}

pub(super) fn meets(cells: &Cells, others: &Cells) -> bool {
    cells.iter().zip(others).any(|(column, others)| column & others != 0)
}

pub(super) fn count(cells: &Cells) -> u32 {
    cells.iter().map(|column| column.count_ones()).sum()
}

/// Of five zones k − 1 are used: no k is larger than 6.
const MOST: usize = 5;

/// The zones for one extra stone, for two, and so on.
#[derive(Clone, Debug)]
pub(super) struct Zones {
    /// Each has all cells of the one before it.
    levels: [Cells; MOST],
    /// All are the whole board.
    pub(super) all: bool,
    /// How many are used.
    used: usize,
}

impl Zones {
    pub(super) fn new(k: u32) -> Zones {
        Zones { levels: [NONE; MOST], all: false, used: k as usize - 1 }
    }

    /// From 1 on.
    pub(super) fn of(&self, extras: usize) -> &Cells {
        &self.levels[extras.clamp(1, self.used) - 1]
    }

    /// Whether a stone here could matter, being the one of this number.
    pub(super) fn has(&self, extras: usize, at: Index) -> bool {
        self.all || has(self.of(extras), at)
    }

    pub(super) fn numbers(&self) -> std::ops::RangeInclusive<usize> {
        1..=self.used
    }

    pub(super) fn add(&mut self, at: Index) {
        self.levels[..self.used].iter_mut().for_each(|cells| add(cells, at));
    }

    /// Adds cells from this number on.
    pub(super) fn add_from(&mut self, extras: usize, cells: &Cells) {
        self.levels[extras - 1..self.used].iter_mut().for_each(|level| unite(level, cells));
    }

    /// All zones of another tree, each to its own.
    pub(super) fn unite(&mut self, other: &Zones) {
        self.all |= other.all;
        let pairs = self.levels[..self.used].iter_mut().zip(&other.levels);
        pairs.for_each(|(level, other)| unite(level, other));
    }

    /// A tree that answers these cells as extra stones.
    pub(super) fn bear(&mut self, other: &Zones, cells: &Cells) {
        self.unite(other);
        if other.all || meets(other.of(1), cells) {
            self.all = true;
        }
        for extras in self.numbers() {
            if meets(other.of(extras + 1), cells) {
                unite(&mut self.levels[extras - 1], other.of(extras + 1));
            }
        }
    }

    /// As another symmetry has them: `images` of each cell.
    pub(super) fn image(&self, images: &[Index]) -> Zones {
        let mut levels = [NONE; MOST];
        for (level, image) in self.levels[..self.used].iter().zip(&mut levels) {
            cells_of(level).for_each(|at| add(image, images[usize::from(at)]));
        }
        Zones { levels, ..*self }
    }
}
