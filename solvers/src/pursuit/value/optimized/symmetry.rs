//! The board's eight symmetries: one White cell stands for up to eight.
//!
//! White's cell is brought, by flips and a transposition, to a row and a column
//! with `row ≤ column < half`, where `half` is n/2 rounded up; Black's cell goes
//! along. The cells of that triangle are the *classes*, numbered row by row:
//!
//! ```text
//!   n = 7, half = 4      0 1 2 3 . . .
//!                        . 4 5 6 . . .
//!                        . . 7 8 . . .
//!                        . . . 9 . . .
//!                        . . . . . . .
//! ```

/// A row and a column, from 0.
pub(super) type Place = (usize, usize);

/// A symmetry that brings a cell into the triangle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Symmetry {
    last: usize,
    flip_rows: bool,
    flip_columns: bool,
    transpose: bool,
}

fn flip_if(flip: bool, index: usize, last: usize) -> usize {
    if flip { last - index } else { index }
}

impl Symmetry {
    /// The one that brings `cell` of an n×n board into the triangle.
    #[inline]
    pub(super) fn canonical(n: usize, (row, column): Place) -> Symmetry {
        let last = n - 1;
        let (flip_rows, flip_columns) = (2 * row > last, 2 * column > last);
        let transpose = flip_if(flip_rows, row, last) > flip_if(flip_columns, column, last);
        Symmetry { last, flip_rows, flip_columns, transpose }
    }

    /// Whether every cell stays in its row.
    pub(super) fn keeps_rows(self) -> bool {
        !(self.flip_rows || self.transpose)
    }

    /// The image of a cell: flips first, then the transposition.
    #[inline]
    pub(super) fn image(self, (row, column): Place) -> Place {
        let row = flip_if(self.flip_rows, row, self.last);
        let column = flip_if(self.flip_columns, column, self.last);
        if self.transpose { (column, row) } else { (row, column) }
    }

    /// The cell that [`Symmetry::image`] brings here.
    pub(super) fn origin(self, (row, column): Place) -> Place {
        let (row, column) = if self.transpose { (column, row) } else { (row, column) };
        (flip_if(self.flip_rows, row, self.last), flip_if(self.flip_columns, column, self.last))
    }
}

/// The number of rows and columns that the triangle touches.
pub(super) fn half(n: usize) -> usize {
    n.div_ceil(2)
}

/// The number of classes.
pub(super) fn classes(n: usize) -> usize {
    half(n) * (half(n) + 1) / 2
}

/// The number of this cell of the triangle.
#[inline]
pub(super) fn class(n: usize, (row, column): Place) -> usize {
    debug_assert!(row <= column && column < half(n));
    row * (2 * half(n) + 1 - row) / 2 + column - row
}

/// The cells of the triangle, in the order of their numbers.
pub(super) fn triangle(n: usize) -> impl Iterator<Item = Place> {
    (0..half(n)).flat_map(move |row| (row..half(n)).map(move |column| (row, column)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_numbered_in_order() {
        for n in 2..40 {
            let numbers: Vec<_> = triangle(n).map(|cell| class(n, cell)).collect();
            assert!(numbers.iter().copied().eq(0..classes(n)), "n = {n}");
        }
    }

    #[test]
    fn every_cell_finds_the_triangle_and_back() {
        for n in 2..12 {
            for cell in (0..n).flat_map(|row| (0..n).map(move |column| (row, column))) {
                let symmetry = Symmetry::canonical(n, cell);
                let (row, column) = symmetry.image(cell);
                assert!(row <= column && column < half(n), "{cell:?} of n = {n}");
                assert_eq!(symmetry.origin((row, column)), cell);
                for other in (0..n).map(|row| (row, n - 1)) {
                    assert_eq!(symmetry.origin(symmetry.image(other)), other);
                }
            }
        }
    }
}
