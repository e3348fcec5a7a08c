//! Keys of 128 bits, so that no two positions are taken for one.
//!
//! One half is the place in the table, the other tells the positions apart that
//! share it. With 64 bits in all a table of a million places would mistake
//! about one in 2^44 looks; a solver whose "no" is a proof wants better.

use tesuji_core::Player;
use tesuji_core::gomoku::Cell;

use crate::gomoku::rules::{Ruleset, Win};
use crate::gomoku::shapes::optimized::{Index, ShapeBoard, Side, cells_of};

pub(crate) type Key = u128;

/// What Black's stone, White's and a wall on each cell add to a key.
static KEYS: [[Key; 3]; Cell::INDICES] = {
    let mut state = 0x7463_6673_6e6f_7469;
    let mut keys = [[0; 3]; Cell::INDICES];
    let mut index = 0;
    while index < Cell::INDICES {
        let mut what = 0;
        while what < 3 {
            (state, keys[index][what]) = wide(state);
            what += 1;
        }
        index += 1;
    }
    keys
};

/// The next 128 bits of splitmix64.
const fn wide(state: u64) -> (u64, Key) {
    let (state, high) = next(state);
    let (state, low) = next(state);
    (state, (high as Key) << 64 | low as Key)
}

const fn next(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, z ^ z >> 31)
}

/// What a stone adds.
#[inline(always)]
pub(crate) fn stone(cell: Index, side: Side) -> Key {
    KEYS[usize::from(cell) & (Cell::INDICES - 1)][side & 1]
}

/// What tells keys of one use from those of another: a number for each use, 0
/// for the first.
pub(crate) fn salt(of: u64) -> Key {
    if of == 0 { 0 } else { wide(of.wrapping_mul(0xd6e8_feb8_6659_fd93)).1 }
}

/// The key of a board on which this side attacks: stones, walls, rules, sizes.
pub(crate) fn of(board: &ShapeBoard, attacker: Player) -> Key {
    let rules = board.rules();
    let mut key = of_rules(rules, attacker);
    for side in 0..2 {
        key = cells_of(board.stones(side)).fold(key, |key, cell| key ^ stone(cell, side));
    }
    let walls = cells_of(board.walls());
    walls.fold(key, |key, cell| key ^ KEYS[usize::from(cell) & (Cell::INDICES - 1)][2])
}

fn of_rules(rules: &Ruleset, attacker: Player) -> Key {
    let win = |win: Win| win as u64;
    let fields = [
        u64::from(rules.k),
        u64::from(rules.width),
        u64::from(rules.height),
        win(rules.wins[0]),
        win(rules.wins[1]),
        u64::from(rules.forbids),
        attacker as u64,
    ];
    let state = fields.into_iter().fold(0, |state, field| state << 5 | field);
    wide(state).1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_differ_in_both_halves() {
        for half in [0, 64] {
            let mut all: Vec<u64> =
                KEYS.as_flattened().iter().map(|key| (key >> half) as u64).collect();
            all.sort_unstable();
            assert!(all.is_sorted_by(|a, b| a < b));
        }
    }
}
