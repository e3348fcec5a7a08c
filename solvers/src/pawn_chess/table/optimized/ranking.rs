//! Numbering the positions of a size without a hole.

use tesuji_core::pawn_chess::Size;

use super::subsets::{Counts, Subsets};

/// The numbering of a size's positions: each gets a number below
/// [`Ranking::len`], and each such number is a position's.
///
/// ```text
///   number = first number of the row of the white pawns
///          + number of the black pawns among the row's free places
///
///   cells       white bits     black places      places free for Black
///   0 1 2 3     . . . .        0  3  6  9        with White on cells 5, 9, 12:
///   4 5 6 7     0 1 2 3        1  4  7 10        0 1 2 3 6 7 8 9 10 11 become
///   8 9 …11     4 5 6 7        2  5  8 11        0 1 2 3 4 5 6 7  8  9
///  12 …  15     8 9 10 11      .  .  .  .
/// ```
///
/// White's bits run along the rows, so that every white move lowers the number
/// of the white pawns. Black's places run along the columns, so that a pawn
/// that steps ahead changes places with its neighbour: the free places before
/// and after a white step are the same in number, and every black pawn that
/// does not stand in the way keeps its place.
#[derive(Clone, Debug)]
pub struct Ranking {
    size: Size,
    pub(super) subsets: Subsets,
    /// By number of the white pawns, the first number of their row; at the
    /// end the number of positions.
    starts: Vec<u64>,
    /// By cell, Black's place; 0 on the last row, which has none.
    place_of: [u8; 32],
}

impl Ranking {
    /// How many positions the size has with White to move. Costs nothing much.
    #[must_use]
    pub fn count(size: Size) -> u64 {
        let counts = Counts::new();
        let (columns, rows) = (size.columns(), size.rows());
        // By white pawns between the home rows, and then on their own.
        let between = columns * (rows - 2);
        let choose = |things: u32, chosen: u32| match chosen {
            0 => 1,
            _ => counts.of(things, chosen) as u64 - counts.of(things, chosen - 1) as u64,
        };
        (0..=columns.min(between))
            .map(|pawns| {
                choose(between, pawns)
                    * counts.of(columns, columns - pawns) as u64
                    * counts.of(columns * (rows - 1) - pawns, columns) as u64
            })
            .sum()
    }

    /// The numbering of this size. Costs time and memory in the number of
    /// placements of one side's pawns, at most 1.3 million.
    #[must_use]
    pub fn new(size: Size) -> Ranking {
        let places = size.cells() - size.columns();
        let subsets = Subsets::new(places, size.columns());
        let mut place_of = [0; 32];
        for cell in 0..places {
            let (row, column) = (cell / size.columns(), cell % size.columns());
            place_of[cell as usize] = (column * (size.rows() - 1) + row) as u8;
        }
        let mut ranking = Ranking { size, subsets, starts: Vec::new(), place_of };
        let mut start = 0;
        ranking.starts.reserve_exact(ranking.subsets.list.len() + 1);
        for row in 0..ranking.subsets.list.len() {
            ranking.starts.push(start);
            let free = ranking.free(ranking.white_pawns(row));
            start += ranking.subsets.count(free.count_ones()) as u64;
        }
        ranking.starts.push(start);
        ranking
    }

    /// The size.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// How many positions there are with White to move.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "no table is empty")]
    pub fn len(&self) -> u64 {
        self.starts[self.starts.len() - 1]
    }

    /// The number of the position with these pawns, one bit a cell; `None`
    /// where it is not one of the table: a pawn on its goal row or past the
    /// board, two in a cell, too many a side.
    #[must_use]
    pub fn rank(&self, white: u32, black: u32) -> Option<u64> {
        let columns = self.size.columns();
        let goal = (1 << columns) - 1;
        let far = goal << (self.size.cells() - columns);
        let beyond = !(u32::MAX >> (u32::BITS - self.size.cells()));
        let is_inside = white & (goal | black | beyond) | black & (far | beyond) == 0
            && white.count_ones().max(black.count_ones()) <= columns;
        is_inside.then(|| {
            let free = self.free(white);
            let places = self.places(black);
            let mut among_free = 0;
            for place in bits(places) {
                among_free |= 1 << (free & ((1 << place) - 1)).count_ones();
            }
            self.starts[self.row(white)] + self.subsets.rank(among_free) as u64
        })
    }

    /// The pawns of the position with this number, White's and Black's.
    ///
    /// # Panics
    /// Where the number is not below [`Ranking::len`].
    #[must_use]
    pub fn unrank(&self, rank: u64) -> (u32, u32) {
        assert!(rank < self.len(), "position {rank} of {}", self.len());
        let row = self.starts.partition_point(|&start| start <= rank) - 1;
        let white = self.white_pawns(row);
        let among_free = self.subsets.list[(rank - self.starts[row]) as usize];
        let mut black = 0;
        for (index, place) in bits(self.free(white)).enumerate() {
            if among_free >> index & 1 != 0 {
                black |= 1 << self.cell_of(place);
            }
        }
        (white, black)
    }

    /// How many rows there are.
    pub(super) fn rows(&self) -> usize {
        self.subsets.list.len()
    }

    /// The number of the row of these white pawns.
    pub(super) fn row(&self, white: u32) -> usize {
        self.subsets.rank(white >> self.size.columns())
    }

    /// The white pawns of this row.
    pub(super) fn white_pawns(&self, row: usize) -> u32 {
        self.subsets.list[row] << self.size.columns()
    }

    /// The numbers of this row's positions.
    pub(super) fn range(&self, row: usize) -> std::ops::Range<usize> {
        self.starts[row] as usize..self.starts[row + 1] as usize
    }

    /// Black's place of a cell that is not on the last row.
    pub(super) fn place_of(&self, cell: u32) -> u32 {
        u32::from(self.place_of[cell as usize])
    }

    /// The cell of a black place.
    pub(super) fn cell_of(&self, place: u32) -> u32 {
        let rows = self.size.rows() - 1;
        place % rows * self.size.columns() + place / rows
    }

    /// The places of those cells that have one.
    fn places(&self, cells: u32) -> u32 {
        let inner = cells & ((1 << (self.size.cells() - self.size.columns())) - 1);
        bits(inner).fold(0, |places, cell| places | 1 << self.place_of(cell))
    }

    /// The black places that these white pawns leave free.
    pub(super) fn free(&self, white: u32) -> u32 {
        let all = (1 << (self.size.cells() - self.size.columns())) - 1;
        all & !self.places(white)
    }
}

/// The members of a set, ascending.
pub(super) fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        bit
    })
}
