//! Two-bit cells in one `u64`: the board of pawn chess and of sliding four.
//!
//! Cell `i` (0 to 31, row by row) lies in bits `2i` and `2i + 1`:
//!
//! ```text
//!   bit  63 62   61 60         5  4    3  2    1  0
//!       +--+--+ +--+--+     +--+--+ +--+--+ +--+--+
//!       |b  w | |b  w | ... |b  w | |b  w | |b  w |
//!       +--+--+ +--+--+     +--+--+ +--+--+ +--+--+
//! cell    31      30           2       1       0
//!
//!   00 empty    01 white    10 black    11 never
//! ```
//!
//! The set of cells with a white piece is then the word's even bits, that of
//! the black ones its odd bits moved down by one. A [`Mask`] is such a set: one
//! bit a cell, at bit `2i`, so that sets and boards shift alike.

/// A set of cells, cell `i` at bit `2i`; the odd bits are 0.
pub type Mask = u64;

/// Every cell of a 32-cell board: all even bits.
pub const EVEN: Mask = 0x5555_5555_5555_5555;

/// The most cells that fit.
pub const MAX_CELLS: u32 = 32;

/// Up to 32 cells of two bits each, the layout drawn on the module's page.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Cells(pub u64);

/// The set of the first `count` cells. `count` is at most 32.
#[must_use]
pub const fn first(count: u32) -> Mask {
    debug_assert!(count <= MAX_CELLS);
    if count == 0 { 0 } else { EVEN >> (64 - 2 * count) }
}

/// The set of this one cell, which is below 32.
#[must_use]
pub const fn bit(cell: u32) -> Mask {
    debug_assert!(cell < MAX_CELLS);
    1 << (2 * cell)
}

/// Moves every cell of the set up by `cells` places; what leaves the word is
/// gone, also where `cells` is 32.
#[must_use]
pub const fn up(mask: Mask, cells: u32) -> Mask {
    if cells < MAX_CELLS { mask << (2 * cells) } else { 0 }
}

/// Moves every cell of the set down by `cells` places; see [`up`].
#[must_use]
pub const fn down(mask: Mask, cells: u32) -> Mask {
    if cells < MAX_CELLS { mask >> (2 * cells) } else { 0 }
}

/// The set with one bit a cell: cell `i` at bit `i`.
#[must_use]
pub const fn compress(mask: Mask) -> u32 {
    let mut bits = mask & EVEN;
    bits = (bits | bits >> 1) & 0x3333_3333_3333_3333;
    bits = (bits | bits >> 2) & 0x0f0f_0f0f_0f0f_0f0f;
    bits = (bits | bits >> 4) & 0x00ff_00ff_00ff_00ff;
    bits = (bits | bits >> 8) & 0x0000_ffff_0000_ffff;
    (bits | bits >> 16) as u32
}

/// The cells of a set, ascending.
pub fn cells_of(mut mask: Mask) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let cell = (mask != 0).then(|| mask.trailing_zeros() / 2);
        mask &= mask.wrapping_sub(1);
        cell
    })
}

impl Cells {
    /// The board with these white and these black cells, which do not overlap.
    #[must_use]
    pub const fn from_masks(white: Mask, black: Mask) -> Cells {
        debug_assert!(white & black == 0 && (white | black) & !EVEN == 0);
        Cells(white | black << 1)
    }

    /// The cells that hold a white piece.
    #[must_use]
    pub const fn white(self) -> Mask {
        self.0 & EVEN
    }

    /// The cells that hold a black piece.
    #[must_use]
    pub const fn black(self) -> Mask {
        self.0 >> 1 & EVEN
    }

    /// The cells that hold any piece.
    #[must_use]
    pub const fn occupied(self) -> Mask {
        self.white() | self.black()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_at_the_edge_of_the_word() {
        assert_eq!(first(0), 0);
        assert_eq!(first(31).count_ones(), 31);
        assert_eq!(first(32), EVEN);
        assert_eq!(bit(31), 1 << 62);
        assert_eq!(up(EVEN, 31), bit(31));
        assert_eq!(up(EVEN, 32), 0);
        assert_eq!(down(EVEN, 31), bit(0));
        assert_eq!(down(EVEN, 32), 0);
        assert_eq!(cells_of(bit(31) | bit(0) | bit(7)).collect::<Vec<_>>(), [0, 7, 31]);
    }

    #[test]
    fn a_set_with_one_bit_a_cell() {
        assert_eq!(compress(EVEN), u32::MAX);
        for cell in 0..MAX_CELLS {
            assert_eq!(compress(bit(cell)), 1 << cell);
            assert_eq!(compress(bit(cell) << 1), 0, "the odd bits are no cells");
        }
        assert_eq!(compress(bit(31) | bit(17) | bit(0)), 1 << 31 | 1 << 17 | 1);
    }

    #[test]
    fn colours_come_back() {
        let cells = Cells::from_masks(bit(31) | bit(3), bit(30) | bit(0));
        assert_eq!(cells.white(), bit(31) | bit(3));
        assert_eq!(cells.black(), bit(30) | bit(0));
        assert_eq!(cells.occupied().count_ones(), 4);
    }
}
