//! Rows of the board as sets of columns: one machine word, or several.
//!
//! ```text
//!   column   64·W − 1 ...      127 ... 64     63 ... 0
//!           +-----------+     +----------+  +----------+
//!           | [W − 1]   | ... |   [1]    |  |   [0]    |
//!           +-----------+     +----------+  +----------+
//! ```
//!
//! The rows of a board follow each other, W words each, W known only at run
//! time: a union or an intersection of many rows is one loop over words. So is
//! a shift, where the words leave as many columns free as it is long; what a
//! word loses, its neighbour takes in ([`super::spread`]).

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of columns, column 0 at the low bit.
pub(super) trait Word:
    Copy
    + Eq
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + Not<Output = Self>
    + Send
    + Sync
{
    /// The columns that it holds.
    const BITS: usize;

    /// No column.
    const EMPTY: Self;

    /// This column alone.
    fn bit(column: usize) -> Self;

    /// Every column moved up by so many, fewer than [`Word::BITS`]; what
    /// leaves the word is gone.
    fn up(self, by: usize) -> Self;

    /// Every column moved down by so many, as [`Word::up`].
    fn down(self, by: usize) -> Self;

    /// Visits the columns, ascending.
    fn for_each(self, visit: impl FnMut(usize));
}

macro_rules! word {
    ($($word:ty)*) => {$(
        impl Word for $word {
            const BITS: usize = <$word>::BITS as usize;

            const EMPTY: Self = 0;

            #[inline(always)]
            fn bit(column: usize) -> Self {
                1 << column
            }

            #[inline(always)]
            fn up(self, by: usize) -> Self {
                self << by
            }

            #[inline(always)]
            fn down(self, by: usize) -> Self {
                self >> by
            }

            #[inline(always)]
            fn for_each(mut self, mut visit: impl FnMut(usize)) {
                while self != 0 {
                    visit(self.trailing_zeros() as usize);
                    self &= self - 1;
                }
            }
        }
    )*};
}

word!(u16 u32 u64);

/// The columns below `n` in the word that begins with column `first`.
pub(super) fn below<T: Word>(n: usize, first: usize) -> T {
    let columns = n.saturating_sub(first);
    if columns < T::BITS { !(!T::EMPTY).up(columns) } else { !T::EMPTY }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns<T: Word>(word: T) -> Vec<usize> {
        let mut columns = Vec::new();
        word.for_each(|column| columns.push(column));
        columns
    }

    fn at_the_edges<T: Word>() {
        let last = T::BITS - 1;
        let ends = T::bit(0) | T::bit(last);
        assert_eq!(columns(ends), [0, last]);
        assert_eq!(columns(ends.up(1)), [1]);
        assert_eq!(columns(ends.down(last)), [0]);
        for n in 0..=3 * T::BITS {
            let row: Vec<_> = (0..3)
                .flat_map(|word| {
                    let first = word * T::BITS;
                    columns(below::<T>(n, first)).into_iter().map(move |column| first + column)
                })
                .collect();
            assert!(row.into_iter().eq(0..n), "{n} columns in words of {}", T::BITS);
        }
    }

    #[test]
    fn every_width_at_its_edges() {
        at_the_edges::<u16>();
        at_the_edges::<u32>();
        at_the_edges::<u64>();
    }
}
