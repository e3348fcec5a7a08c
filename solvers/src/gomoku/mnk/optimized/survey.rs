//! The rows of a position that may still be completed.

use super::grid::{Grid, MOST_WINDOWS, bits};

/// Stones of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Stones {
    pub(super) attacker: u64,
    pub(super) defender: u64,
}

impl Stones {
    pub(super) fn empty(self, grid: &Grid) -> u64 {
        grid.cells() & !(self.attacker | self.defender)
    }

    /// With one more of the attacker's.
    pub(super) fn attack(self, cell: u64) -> Stones {
        Stones { attacker: self.attacker | cell, ..self }
    }

    /// With one more of the defender's.
    pub(super) fn defend(self, cell: u64) -> Stones {
        Stones { defender: self.defender | cell, ..self }
    }
}

/// The attacker's open rows: those without a stone of the defender's. None of
/// them may be complete.
pub(super) struct Survey {
    rows: [u64; MOST_WINDOWS],
    count: usize,
    /// Empty cells on open rows.
    pub(super) reach: u64,
    /// Cells that complete a row.
    pub(super) ones: u64,
    /// Cells of rows that miss two.
    pub(super) twos: u64,
    /// Cells that leave two cells to complete rows: they are on two rows that
    /// miss two, which differ in the other cell.
    pub(super) forks: u64,
    /// The sum of 2^(k - empty cells) over the open rows.
    pub(super) sum: u32,
}

impl Survey {
    pub(super) fn new(grid: &Grid, stones: Stones) -> Survey {
        let k = u32::from(grid.variant().k());
        let mut survey = Survey {
            rows: [0; MOST_WINDOWS],
            count: 0,
            reach: 0,
            ones: 0,
            twos: 0,
            forks: 0,
            sum: 0,
        };
        let mut crossing = false;
        for &window in grid.windows() {
            if window & stones.defender != 0 {
                continue;
            }
            let empty = window & !stones.attacker;
            let missing = empty.count_ones();
            debug_assert_ne!(missing, 0, "the attacker has won");
            survey.rows[survey.count] = empty;
            survey.count += 1;
            survey.reach |= empty;
            survey.sum += 1 << (k - missing);
            if missing == 1 {
                survey.ones |= empty;
            } else if missing == 2 {
                crossing |= survey.twos & empty != 0;
                survey.twos |= empty;
            }
        }
        if crossing {
            for cell in bits(survey.twos) {
                if !survey.partners(cell).is_power_of_two() {
                    survey.forks |= cell;
                }
            }
        }
        survey
    }

    /// The empty cells of each open row.
    pub(super) fn rows(&self) -> &[u64] {
        &self.rows[..self.count]
    }

    /// The cells that complete a row after the attacker's stone here, where
    /// none did before.
    pub(super) fn partners(&self, cell: u64) -> u64 {
        let pairs = self.rows().iter().filter(|&&row| row & cell != 0 && row.count_ones() == 2);
        pairs.fold(0, |all, row| all | row & !cell)
    }

    /// For each cell the sum of 2^(k - empty cells) over its open rows.
    pub(super) fn weights(&self, k: u32) -> [u32; 64] {
        let mut weights = [0; 64];
        for &row in self.rows() {
            let weight = 1 << (k - row.count_ones());
            for cell in bits(row) {
                weights[cell.trailing_zeros() as usize] += weight;
            }
        }
        weights
    }
}

/// The defender's own rows: those without a stone of the attacker's.
#[derive(Clone, Copy, Default)]
pub(super) struct Own {
    /// Empty cells on them.
    pub(super) reach: u64,
    /// Cells that complete one.
    pub(super) ones: u64,
    /// Cells of those that miss two.
    pub(super) twos: u64,
}

impl Own {
    pub(super) fn new(grid: &Grid, stones: Stones) -> Own {
        let mut own = Own::default();
        for &window in grid.windows() {
            if window & stones.attacker == 0 {
                let empty = window & !stones.defender;
                own.reach |= empty;
                match empty.count_ones() {
                    1 => own.ones |= empty,
                    2 => own.twos |= empty,
                    _ => {}
                }
            }
        }
        own
    }
}

/// The lowest bit.
pub(super) fn lowest(word: u64) -> u64 {
    word & word.wrapping_neg()
}
