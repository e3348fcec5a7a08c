//! Sets of colourings, 64 to a word.
//!
//! With the blanks of a board fixed, its other cells are the pieces, numbered
//! from 0 in the order of the cells. A colouring says which pieces are the
//! mover's own: one bit a piece, so a number below 2^pieces. A set of
//! colourings is a bit string with colouring `c` at bit `c`:
//!
//! ```text
//!   word   c >> 6                        bit   c & 63
//!   own or not: pieces 6, 7, ...         own or not: pieces 0 to 5
//! ```
//!
//! It is the truth table of a function of the pieces. "Piece p is own" is a
//! fixed pattern. To rearrange the pieces is to rearrange the bits of every
//! index: within words by shifts and masks, beyond them by moving words.

/// Bit `c` is bit `p` of `c`: piece `p`, below 6, is own.
const OWN: [u64; 6] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

/// The words of a set of colourings of so many pieces.
pub(super) const fn words(pieces: u32) -> usize {
    if pieces < 6 { 1 } else { 1 << (pieces - 6) }
}

/// The bits of a word that are colourings: all of them from six pieces on.
pub(super) const fn used(pieces: u32) -> u64 {
    if pieces < 6 { (1 << (1 << pieces)) - 1 } else { !0 }
}

/// The colourings of word `word` in which this piece is own.
pub(super) const fn own(piece: u32, word: usize) -> u64 {
    if piece < 6 {
        OWN[piece as usize]
    } else if word >> (piece - 6) & 1 == 1 {
        !0
    } else {
        0
    }
}

/// The colourings of the low six pieces with `size` own pieces.
pub(super) const fn of_size(size: u32) -> u64 {
    let mut set = 0;
    let mut colouring = 0u32;
    while colouring < 64 {
        if colouring.count_ones() == size {
            set |= 1 << colouring;
        }
        colouring += 1;
    }
    set
}

/// Writes to `to` the same colourings seen by the other side: own and not own
/// exchanged.
pub(super) fn write_complement(from: &[u64], to: &mut [u64], pieces: u32) {
    let unused = u64::BITS - used(pieces).count_ones();
    for (to, &from) in to.iter_mut().rev().zip(from) {
        *to = if from == 0 { 0 } else { from.reverse_bits() >> unused };
    }
}

/// The words handled at a time.
const CHUNK: usize = 8;

/// Moves piece `from` to place `to` of the order in every colouring of these
/// words, and those between by one to make room. Both are below 6.
///
/// Several words at a time, so that the compiler keeps them in vectors.
fn carry<const N: usize>(mut words: [u64; N], mut from: u32, to: u32) -> [u64; N] {
    while from != to {
        let low = if from < to { from } else { from - 1 };
        // The exchange of pieces `low` and `low + 1`: colourings with the first
        // own and the second not move up by 2^low, the opposite ones down.
        let rising = OWN[low as usize] & !OWN[low as usize + 1];
        let shift = 1 << low;
        let still = !(rising | rising << shift);
        for word in &mut words {
            *word = *word & still | (*word & rising) << shift | *word >> shift & rising;
        }
        from = if from < to { from + 1 } else { from - 1 };
    }
    words
}

/// Adds to `into` the colourings `c` in which piece `from` is own and which are
/// in `set` once that piece is moved to place `to` of the order and those
/// between by one to make room.
///
/// The words that this reads and writes run side by side, in stretches as long
/// as the pieces below `from` and `to` allow.
pub(super) fn add_moved(into: &mut [u64], set: &[u64], from: u32, to: u32) {
    match (from < 6, to < 6) {
        (true, true) => {
            let own = OWN[from as usize];
            let (into, into_rest) = into.as_chunks_mut::<CHUNK>();
            let (set, set_rest) = set.as_chunks::<CHUNK>();
            for (into, &words) in into.iter_mut().zip(set) {
                for (into, word) in into.iter_mut().zip(carry(words, to, from)) {
                    *into |= word & own;
                }
            }
            for (into, &word) in into_rest.iter_mut().zip(set_rest) {
                *into |= carry([word], to, from)[0] & own;
            }
        }
        // Piece 6 of `c` comes to place 5 of the word, so each word of the set
        // in which piece `to` is own is two of `into`, one for each half.
        (true, false) => {
            let run = 1 << (to - 6);
            for (into, set) in into.chunks_exact_mut(2 * run).zip(set.chunks_exact(2 * run)) {
                let (into, into_rest) = into.as_chunks_mut::<{ 2 * CHUNK }>();
                let (set, set_rest) = set[run..].as_chunks::<CHUNK>();
                for (into, words) in into.iter_mut().zip(set) {
                    let below = carry(words.map(|word| word << 32), 5, from);
                    let above = carry(words.map(|word| word & OWN[5]), 5, from);
                    for i in 0..CHUNK {
                        into[2 * i] |= below[i];
                        into[2 * i + 1] |= above[i];
                    }
                }
                for (pair, &word) in into_rest.chunks_exact_mut(2).zip(set_rest) {
                    let halves = carry([word << 32, word & OWN[5]], 5, from);
                    pair[0] |= halves[0];
                    pair[1] |= halves[1];
                }
            }
        }
        // The other way round: two words of the set, whose piece `to` is own in
        // half of each, are one in which piece `from` is.
        (false, true) => {
            let run = 1 << (from - 6);
            for (into, set) in into.chunks_exact_mut(2 * run).zip(set.chunks_exact(2 * run)) {
                let (into, into_rest) = into[run..].as_chunks_mut::<CHUNK>();
                let (set, set_rest) = set.as_chunks::<{ 2 * CHUNK }>();
                for (into, &words) in into.iter_mut().zip(set) {
                    let words = carry(words, to, 5);
                    for i in 0..CHUNK {
                        into[i] |= words[2 * i] >> 32 | words[2 * i + 1] & OWN[5];
                    }
                }
                for (into, pair) in into_rest.iter_mut().zip(set_rest.chunks_exact(2)) {
                    let [below, above] = carry([pair[0], pair[1]], to, 5);
                    *into |= below >> 32 | above & OWN[5];
                }
            }
        }
        // Whole words change places.
        (false, false) => {
            let (from, to) = (1 << (from - 6), 1 << (to - 6));
            let (low, high) = if from < to { (from, to) } else { (to, from) };
            for (into, set) in into.chunks_exact_mut(2 * high).zip(set.chunks_exact(2 * high)) {
                // Between `low` and `high` the words of one side lie twice as far
                // apart as those of the other, which has its own piece above.
                let (into_step, into_start, set_step, set_start) =
                    if from < to { (2 * low, low, low, high) } else { (low, high, 2 * low, low) };
                for i in 0..high / low {
                    let into = &mut into[into_start + i * into_step..][..low];
                    let set = &set[set_start + i * set_step..][..low];
                    for (into, &word) in into.iter_mut().zip(set) {
                        *into |= word;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A set of colourings without structure.
    fn scrambled(pieces: u32) -> Vec<u64> {
        let mut state = 0x9E37_79B9_7F4A_7C15u64;
        let word = |_| {
            state =
                state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(0x1234_5678_9ABC_DEF1);
            (state ^ state >> 29) & used(pieces)
        };
        (0..words(pieces)).map(word).collect()
    }

    fn has(set: &[u64], colouring: usize) -> bool {
        set[colouring >> 6] >> (colouring & 63) & 1 == 1
    }

    #[test]
    fn every_operation_is_what_it_says_of_each_colouring() {
        for pieces in 0..=11 {
            let set = scrambled(pieces);
            let all = (1usize << pieces) - 1;
            let mut other = set.clone();
            write_complement(&set, &mut other, pieces);
            assert!((0..=all).all(|c| has(&other, c) == has(&set, all ^ c)));
            assert_eq!(other[words(pieces) - 1] & !used(pieces), 0);
            for from in 0..pieces {
                assert!(
                    (0..=all).all(|c| own(from, c >> 6) >> (c & 63) & 1 == c as u64 >> from & 1)
                );
                for to in 0..pieces {
                    let mut into = vec![0; words(pieces)];
                    add_moved(&mut into, &set, from, to);
                    let moved = |c: usize| {
                        let mut order: Vec<_> = (0..pieces).map(|piece| c >> piece & 1).collect();
                        let piece = order.remove(from as usize);
                        order.insert(to as usize, piece);
                        order.iter().rev().fold(0, |c, bit| c << 1 | bit)
                    };
                    assert!(
                        (0..=all)
                            .all(|c| has(&into, c) == (c >> from & 1 == 1 && has(&set, moved(c)))),
                        "{pieces} pieces, {from} to {to}"
                    );
                }
            }
        }
    }
}
