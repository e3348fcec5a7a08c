//! Zobrist keys (Zobrist 1970): 64 bits that tell positions of one variant
//! apart.
//!
//! A position's key is the exclusive or of [`stone`] of every stone, and of
//! [`WHITE_TO_MOVE`] where White is to move. The constants are the outputs of
//! splitmix64 (Steele, Lea and Flood 2014) from the seed 15: first those of
//! White and Black for cell index 0, then for index 1 and so on, and at last
//! the side to move. They are part of the interface and do not change.
//! The variant is not in the key: a table serves one variant at a time.

use super::Cell;
use crate::Player;

const SEED: u64 = 15;

static STONES: [[u64; 2]; Cell::INDICES] = TABLE.0;

/// What White to move adds to a key.
pub const WHITE_TO_MOVE: u64 = TABLE.1;

const TABLE: ([[u64; 2]; Cell::INDICES], u64) = {
    let mut state = SEED;
    let mut stones = [[0; 2]; Cell::INDICES];
    let mut index = 0;
    while index < Cell::INDICES {
        let mut colour = 0;
        while colour < 2 {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            stones[index][colour] = mix(state);
            colour += 1;
        }
        index += 1;
    }
    (stones, mix(state.wrapping_add(0x9e37_79b9_7f4a_7c15)))
};

const fn mix(mut z: u64) -> u64 {
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// What this stone adds to a key. One load.
#[must_use]
#[inline]
pub fn stone(cell: Cell, player: Player) -> u64 {
    STONES[cell.index() % Cell::INDICES][player as usize]
}

/// The key of these stones with this side to move, computed afresh.
#[must_use]
pub fn key(stones: impl IntoIterator<Item = (Cell, Player)>, to_move: Player) -> u64 {
    let side = if to_move == Player::White { WHITE_TO_MOVE } else { 0 };
    stones.into_iter().fold(side, |key, (cell, player)| key ^ stone(cell, player))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs of splitmix64 from seed 1234567, as published with
    /// the generator's reference code.
    #[test]
    fn the_generator_is_splitmix64() {
        let mut state = 1_234_567_u64;
        let first = [(); 3].map(|()| {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            mix(state)
        });
        assert_eq!(
            first,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn the_constants_differ() {
        let mut all: Vec<u64> = STONES.as_flattened().to_vec();
        all.push(WHITE_TO_MOVE);
        all.sort_unstable();
        assert!(all.is_sorted_by(|a, b| a < b));
        assert_ne!(all[0], 0);
    }
}
