//! The eight symmetries of a square board, four of any other, and the
//! canonical form of a position.

use super::{Cell, Variant};
use crate::Player;

/// A map of the board onto itself. It keeps lines and so every rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Symmetry {
    /// Nothing changes.
    Identity,
    /// Half a turn.
    HalfTurn,
    /// Left and right change places.
    FlipColumns,
    /// Bottom and top change places.
    FlipRows,
    /// Columns become rows: a1 stays. Square boards only, as all below.
    Transpose,
    /// The other diagonal stays.
    AntiTranspose,
    /// A quarter turn, the left edge becoming the top.
    QuarterTurn,
    /// A quarter turn, the left edge becoming the bottom.
    ThreeQuarterTurn,
}

impl Symmetry {
    /// All eight; the first four keep every board.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::Identity,
        Symmetry::HalfTurn,
        Symmetry::FlipColumns,
        Symmetry::FlipRows,
        Symmetry::Transpose,
        Symmetry::AntiTranspose,
        Symmetry::QuarterTurn,
        Symmetry::ThreeQuarterTurn,
    ];

    /// Those that keep a board of this size: eight or four.
    #[must_use]
    pub fn of(variant: Variant) -> &'static [Symmetry] {
        let count = if variant.width() == variant.height() { 8 } else { 4 };
        &Self::ALL[..count]
    }

    /// The one that takes every cell back.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        match self {
            Symmetry::QuarterTurn => Symmetry::ThreeQuarterTurn,
            Symmetry::ThreeQuarterTurn => Symmetry::QuarterTurn,
            own => own,
        }
    }

    /// The image of a cell of this board.
    ///
    /// # Panics
    /// Where the cell is off the board, or the symmetry is none of
    /// [`Symmetry::of`] it.
    #[must_use]
    pub fn apply(self, variant: Variant, cell: Cell) -> Cell {
        assert!(
            variant.contains(cell) && Self::of(variant).contains(&self),
            "{self:?} of {cell} on {variant}"
        );
        let (c, r) = (cell.column(), cell.row());
        let (c_back, r_back) = (variant.width() - 1 - c, variant.height() - 1 - r);
        let (column, row) = match self {
            Symmetry::Identity => (c, r),
            Symmetry::HalfTurn => (c_back, r_back),
            Symmetry::FlipColumns => (c_back, r),
            Symmetry::FlipRows => (c, r_back),
            Symmetry::Transpose => (r, c),
            Symmetry::AntiTranspose => (r_back, c_back),
            Symmetry::QuarterTurn => (r, c_back),
            Symmetry::ThreeQuarterTurn => (r_back, c),
        };
        Cell::new(column, row).expect("the image lies on the board")
    }
}

/// The least image of these stones and the symmetry that gives it, the first
/// of equals.
///
/// Images compare as lists of (cell, player) in ascending order. Two positions
/// are the same up to symmetry exactly where their canonical stones and sides
/// to move are. Costs eight sorts.
#[must_use]
pub fn canonical(variant: Variant, stones: &[(Cell, Player)]) -> (Symmetry, Vec<(Cell, Player)>) {
    let image = |symmetry: Symmetry| {
        let mut image: Vec<_> =
            stones.iter().map(|&(cell, p)| (symmetry.apply(variant, cell), p)).collect();
        image.sort_unstable();
        image
    };
    let mut best = (Symmetry::Identity, image(Symmetry::Identity));
    for &symmetry in &Symmetry::of(variant)[1..] {
        let image = image(symmetry);
        if image < best.1 {
            best = (symmetry, image);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::Rule;

    #[test]
    fn the_symmetries_form_a_group() {
        for (width, height) in [(5, 5), (4, 6)] {
            let variant = Variant::new(width, height, 3, Rule::Freestyle).expect("a small board");
            let table =
                |s: Symmetry| variant.cells().map(|c| s.apply(variant, c)).collect::<Vec<_>>();
            let all: Vec<_> = Symmetry::of(variant).iter().map(|&s| table(s)).collect();
            for (i, &a) in Symmetry::of(variant).iter().enumerate() {
                assert_eq!(all.iter().filter(|&t| *t == all[i]).count(), 1, "{a:?} comes twice");
                for cell in variant.cells() {
                    assert_eq!(a.inverse().apply(variant, a.apply(variant, cell)), cell, "{a:?}");
                }
                for &b in Symmetry::of(variant) {
                    let both: Vec<_> =
                        variant.cells().map(|c| b.apply(variant, a.apply(variant, c))).collect();
                    assert!(all.contains(&both), "{a:?} then {b:?}");
                }
            }
        }
    }
}
