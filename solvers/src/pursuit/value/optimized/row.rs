//! One row of the board as a set of columns, column 0 at the low bit.

use std::array::from_fn;
use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of columns, wide enough for one row.
pub(super) trait Row:
    Copy
    + Eq
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + Not<Output = Self>
{
    /// No column.
    const EMPTY: Self;

    /// This column alone.
    fn bit(column: usize) -> Self;

    /// Every column moved up by one; the last of the word falls off.
    fn up_one(self) -> Self;

    /// Every column moved down by one; column 0 falls off.
    fn down_one(self) -> Self;

    /// Visits the columns, ascending.
    fn for_each(self, visit: impl FnMut(usize));

    /// The columns below `n`.
    fn first(n: usize) -> Self {
        (0..n).fold(Self::EMPTY, |row, column| row | Self::bit(column))
    }
}

macro_rules! row {
    ($($word:ty)*) => {$(
        impl Row for $word {
            const EMPTY: Self = 0;

            fn bit(column: usize) -> Self {
                1 << column
            }

            fn up_one(self) -> Self {
                self << 1
            }

            fn down_one(self) -> Self {
                self >> 1
            }

            fn for_each(mut self, mut visit: impl FnMut(usize)) {
                while self != 0 {
                    visit(self.trailing_zeros() as usize);
                    self &= self - 1;
                }
            }
        }
    )*};
}

row!(u16 u32 u64);

/// 64·N columns, the lowest word first.
///
/// ```text
///   column   64·N − 1 ...      127 ... 64     63 ... 0
///           +-----------+     +----------+  +----------+
///           | [N − 1]   | ... |   [1]    |  |   [0]    |
///           +-----------+     +----------+  +----------+
/// ```
///
/// Words, not `u128`, whose operations the compiler does not turn into vector
/// instructions: a third of the time less at n = 160.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Wide<const N: usize>([u64; N]);

impl<const N: usize> BitAnd for Wide<N> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Wide(from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl<const N: usize> BitOr for Wide<N> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Wide(from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl<const N: usize> BitAndAssign for Wide<N> {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const N: usize> BitOrAssign for Wide<N> {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const N: usize> Not for Wide<N> {
    type Output = Self;

    fn not(self) -> Self {
        Wide(self.0.map(|word| !word))
    }
}

impl<const N: usize> Row for Wide<N> {
    const EMPTY: Self = Wide([0; N]);

    fn bit(column: usize) -> Self {
        let mut row = Self::EMPTY;
        row.0[column / 64] = 1 << (column % 64);
        row
    }

    fn up_one(self) -> Self {
        let below = |word: usize| word.checked_sub(1).map_or(0, |below| self.0[below] >> 63);
        Wide(from_fn(|word| self.0[word] << 1 | below(word)))
    }

    fn down_one(self) -> Self {
        let above = |word: usize| self.0.get(word + 1).map_or(0, |above| above << 63);
        Wide(from_fn(|word| self.0[word] >> 1 | above(word)))
    }

    fn for_each(self, mut visit: impl FnMut(usize)) {
        for (index, word) in self.0.into_iter().enumerate() {
            word.for_each(|column| visit(64 * index + column));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns<R: Row>(row: R) -> Vec<usize> {
        let mut columns = Vec::new();
        row.for_each(|column| columns.push(column));
        columns
    }

    fn at_the_edges<R: Row>(bits: usize) {
        let last = bits - 1;
        let row = R::bit(0) | R::bit(bits / 2 - 1) | R::bit(last);
        assert_eq!(columns(row), [0, bits / 2 - 1, last]);
        assert_eq!(columns(row.up_one()), [1, bits / 2]);
        assert_eq!(columns(row.down_one()), [bits / 2 - 2, last - 1]);
        assert_eq!(columns(R::bit(bits / 2).down_one()), [bits / 2 - 1]);
        for column in 1..bits {
            assert_eq!(R::bit(column).down_one(), R::bit(column - 1));
            assert_eq!(R::bit(column - 1).up_one(), R::bit(column));
        }
        assert_eq!(columns(!R::first(last)), [last]);
        assert_eq!(columns(R::first(bits)).len(), bits);
    }

    #[test]
    fn every_width_at_its_edges() {
        at_the_edges::<u16>(16);
        at_the_edges::<u32>(32);
        at_the_edges::<u64>(64);
        at_the_edges::<Wide<2>>(128);
        at_the_edges::<Wide<3>>(192);
        at_the_edges::<Wide<4>>(256);
    }
}
