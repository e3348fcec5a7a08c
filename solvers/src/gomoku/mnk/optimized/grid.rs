//! A board of at most 64 cells as words: cells, rows that win, symmetries.

use tesuji_core::gomoku::{Cell, Symmetry, Variant};

/// The most rows of `k` cells that a board of 64 cells has: 168, with `k` 3 on
/// 8x8.
pub(super) const MOST_WINDOWS: usize = 168;

/// The geometry of one size and length.
///
/// ```text
///   bit = row × width + column            3x3:   6 7 8
///                                                3 4 5
///                                                0 1 2
/// ```
pub(super) struct Grid {
    variant: Variant,
    /// Every row of `k` cells, in any direction.
    windows: Vec<u64>,
    /// All cells.
    cells: u64,
    /// For each pair of symmetries but the first, and each byte of a word, the
    /// image of each value under the first of the pair.
    images: Vec<[[u64; 256]; 8]>,
    /// For each symmetry the one that takes it back.
    inverse: Vec<usize>,
}

impl Grid {
    /// The geometry of a board of at most 64 cells.
    pub(super) fn new(variant: Variant) -> Grid {
        let bit = |cell: Cell| 1u64 << bit_of(variant, cell);
        let symmetries = Symmetry::of(variant);
        // Of each pair the second is the first and half a turn.
        let mut images = vec![[[0; 256]; 8]; symmetries.len() / 2 - 1];
        for (&symmetry, table) in symmetries.iter().step_by(2).skip(1).zip(&mut images) {
            for cell in variant.cells() {
                let (from, to) = (bit_of(variant, cell), bit(symmetry.apply(variant, cell)));
                let (byte, place) = (from / 8, from % 8);
                for (value, image) in table[byte].iter_mut().enumerate() {
                    if value >> place & 1 != 0 {
                        *image |= to;
                    }
                }
            }
        }
        let at = |wanted| symmetries.iter().position(|&one| one == wanted);
        let inverse = symmetries.iter().map(|one| at(one.inverse()).expect("a group")).collect();
        let cells = variant.cells().map(bit).sum();
        Grid { variant, windows: windows(variant), cells, images, inverse }
    }

    pub(super) fn variant(&self) -> Variant {
        self.variant
    }

    pub(super) fn windows(&self) -> &[u64] {
        &self.windows
    }

    pub(super) fn cells(&self) -> u64 {
        self.cells
    }

    /// The bit of a cell of this board.
    pub(super) fn bit(&self, cell: Cell) -> u64 {
        1 << bit_of(self.variant, cell)
    }

    /// The cell of a word's lowest bit, which is one of this board.
    pub(super) fn cell(&self, word: u64) -> Cell {
        let bit = word.trailing_zeros() as u8;
        let width = self.variant.width();
        Cell::new(bit % width, bit / width).expect("a cell of the board")
    }

    /// The image of a set of cells.
    pub(super) fn image(&self, symmetry: usize, word: u64) -> u64 {
        let turned = self.turned(symmetry / 2, word);
        if symmetry.is_multiple_of(2) { turned } else { self.half_turn(turned) }
    }

    /// Half a turn takes the first cell to the place of the last.
    fn half_turn(&self, word: u64) -> u64 {
        word.reverse_bits() >> self.cells.leading_zeros()
    }

    /// The image under the first of a pair of symmetries.
    fn turned(&self, pair: usize, word: u64) -> u64 {
        if pair == 0 {
            return word;
        }
        let table = &self.images[pair - 1];
        let bytes = word.to_le_bytes();
        table.iter().zip(bytes).fold(0, |image, (table, byte)| image | table[usize::from(byte)])
    }

    /// The least image of two sets of cells, and the symmetry that gives it.
    pub(super) fn canonical(&self, first: u64, second: u64) -> (usize, u64, u64) {
        let mut best = (0, first, second);
        for pair in 0..=self.images.len() {
            let turned = self.turned(pair, first);
            for (half, image) in [turned, self.half_turn(turned)].into_iter().enumerate() {
                if image <= best.1 {
                    let symmetry = 2 * pair + half;
                    let second = self.image(symmetry, second);
                    if (image, second) < (best.1, best.2) {
                        best = (symmetry, image, second);
                    }
                }
            }
        }
        best
    }

    /// The symmetry of this number.
    pub(super) fn symmetry(&self, number: usize) -> Symmetry {
        Symmetry::of(self.variant)[number]
    }

    /// The symmetry that takes every cell back.
    pub(super) fn inverse(&self, symmetry: usize) -> usize {
        self.inverse[symmetry]
    }
}

fn bit_of(variant: Variant, cell: Cell) -> usize {
    usize::from(cell.row()) * usize::from(variant.width()) + usize::from(cell.column())
}

/// Every row of `k` cells.
fn windows(variant: Variant) -> Vec<u64> {
    let k = i32::from(variant.k());
    let mut windows = Vec::new();
    for (columns, rows) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
        for cell in variant.cells() {
            let word = (0..k).try_fold(0, |word, step| {
                let column = i32::from(cell.column()) + columns * step;
                let row = i32::from(cell.row()) + rows * step;
                let cell = Cell::new(u8::try_from(column).ok()?, u8::try_from(row).ok()?)?;
                variant.contains(cell).then(|| word | 1u64 << bit_of(variant, cell))
            });
            windows.extend(word);
        }
    }
    debug_assert!(windows.len() <= MOST_WINDOWS);
    windows
}

/// The single bits of a word, lowest first.
pub(super) fn bits(mut word: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let low = word & word.wrapping_neg();
        word ^= low;
        (low != 0).then_some(low)
    })
}
