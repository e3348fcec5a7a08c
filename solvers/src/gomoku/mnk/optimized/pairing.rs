//! Disjoint pairs of empty cells such that every open row contains one.

use super::grid::{MOST_WINDOWS, bits};

/// Pairs that hold a position, whoever is to move: each time the attacker
/// takes a cell of a pair the defender takes the other.
#[derive(Clone, Copy)]
pub(super) struct Pairs {
    pairs: [u64; 32],
    count: usize,
}

impl Pairs {
    /// Each pair as a word of two bits.
    pub(super) fn as_slice(&self) -> &[u64] {
        &self.pairs[..self.count]
    }

    /// All cells of all pairs.
    pub(super) fn cells(&self) -> u64 {
        self.as_slice().iter().fold(0, |all, pair| all | pair)
    }
}

/// The most pairs of a row, which has six cells at most.
const MOST_PAIRS: usize = 15;

/// How many pairs are tried before the search gives up.
const TRIES: u32 = 40;

/// Pairs for these open rows, each given by its empty cells; `None` where
/// there are none or they are not found soon.
pub(super) fn pairing(rows: &[u64]) -> Option<Pairs> {
    let mut search = Search { pairs: Pairs { pairs: [0; 32], count: 0 }, tries: TRIES };
    search.cover(rows, 0).then_some(search.pairs)
}

struct Search {
    pairs: Pairs,
    tries: u32,
}

impl Search {
    /// Finds pairs of unused cells for all of these rows. As deep as there are
    /// pairs.
    fn cover(&mut self, rows: &[u64], used: u64) -> bool {
        if rows.is_empty() {
            return true;
        }
        // The row with the fewest cells left has the fewest pairs.
        let mut narrowest = 0;
        let mut fewest = u32::MAX;
        for &row in rows {
            let count = (row & !used).count_ones();
            if count < fewest {
                (narrowest, fewest) = (row & !used, count);
            }
        }
        if fewest < 2 {
            return false;
        }
        let mut options = [(0u32, 0u64); MOST_PAIRS];
        let mut count = 0;
        for first in bits(narrowest) {
            for second in bits(narrowest & !(first | (first - 1))) {
                let pair = first | second;
                let mut value = 0;
                for &row in rows {
                    // Rows that the pair covers are done with, rows that lose
                    // a cell to it get narrower.
                    value += match (row & pair).count_ones() {
                        2 => 16,
                        1 => 0,
                        _ => 3,
                    };
                }
                options[count] = (value, pair);
                count += 1;
            }
        }
        let options = &mut options[..count];
        options.sort_unstable_by(|a, b| b.cmp(a));
        let mut left = [0; MOST_WINDOWS];
        for &(_, pair) in options.iter() {
            if self.tries == 0 {
                return false;
            }
            self.tries -= 1;
            let mut count = 0;
            for &row in rows {
                left[count] = row;
                count += usize::from(row & pair != pair);
            }
            self.pairs.pairs[self.pairs.count] = pair;
            self.pairs.count += 1;
            if self.cover(&left[..count], used | pair) {
                return true;
            }
            self.pairs.count -= 1;
        }
        false
    }
}
