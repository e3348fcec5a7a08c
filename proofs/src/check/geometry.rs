//! The cells of a board by number, its windows and its symmetries.

use tesuji_core::gomoku::{Cell, MAX_K, Symmetry, Variant};

/// Columns and rows to the next cell of a line, in the four directions.
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// No k is larger.
pub(crate) const MOST_K: usize = MAX_K as usize;

/// What does not change while a certificate is judged. Cells are numbered row
/// by row from the bottom left.
pub(crate) struct Geometry {
    pub(crate) variant: Variant,
    cells: Vec<Cell>,
    /// All windows of k cells, k numbers each.
    windows: Vec<u16>,
    /// For each cell the windows that it is in.
    through: Vec<Vec<u16>>,
    /// For each symmetry the image of each cell.
    images: Vec<Vec<u16>>,
    /// `composed[a][b]`: the symmetry that is b and then a.
    composed: Vec<Vec<u8>>,
}

impl Geometry {
    pub(crate) fn new(variant: Variant) -> Geometry {
        let (width, height) = (i32::from(variant.width()), i32::from(variant.height()));
        let k = i32::from(variant.k());
        let mut cells: Vec<Cell> = variant.cells().collect();
        cells.sort_unstable_by_key(|cell| (cell.row(), cell.column()));
        let mut windows = Vec::new();
        let mut through = vec![Vec::new(); cells.len()];
        for (columns, rows) in DIRECTIONS {
            for (column, row) in (0..height).flat_map(|row| (0..width).map(move |c| (c, row))) {
                let (last, top) = (column + columns * (k - 1), row + rows * (k - 1));
                if (0..width).contains(&last) && (0..height).contains(&top) {
                    let number = (windows.len() / k as usize) as u16;
                    for step in 0..k {
                        let cell = (row + rows * step) * width + column + columns * step;
                        windows.push(cell as u16);
                        through[cell as usize].push(number);
                    }
                }
            }
        }
        let mut geometry =
            Geometry { variant, cells, windows, through, images: Vec::new(), composed: Vec::new() };
        let symmetries = Symmetry::of(variant);
        let image = |symmetry: &Symmetry| -> Vec<u16> {
            let image = |&cell: &Cell| geometry.number(symmetry.apply(variant, cell));
            geometry.cells.iter().map(image).collect()
        };
        let images: Vec<Vec<u16>> = symmetries.iter().map(image).collect();
        let compose = |a: &Vec<u16>| -> Vec<u8> {
            let both = |b: &Vec<u16>| -> u8 {
                let same = |image: &Vec<u16>| {
                    b.iter().zip(image).all(|(&first, &then)| a[usize::from(first)] == then)
                };
                images.iter().position(same).expect("the symmetries are a group") as u8
            };
            images.iter().map(both).collect()
        };
        let composed = images.iter().map(compose).collect();
        geometry.images = images;
        geometry.composed = composed;
        geometry
    }

    pub(crate) fn k(&self) -> usize {
        usize::from(self.variant.k())
    }

    pub(crate) fn area(&self) -> u16 {
        self.variant.area()
    }

    pub(crate) fn cell(&self, number: u16) -> Cell {
        self.cells[usize::from(number)]
    }

    pub(crate) fn number(&self, cell: Cell) -> u16 {
        u16::from(cell.row()) * u16::from(self.variant.width()) + u16::from(cell.column())
    }

    pub(crate) fn windows(&self) -> usize {
        self.windows.len() / self.k()
    }

    pub(crate) fn window(&self, number: usize) -> &[u16] {
        &self.windows[number * self.k()..][..self.k()]
    }

    /// The windows that this cell is in.
    pub(crate) fn through(&self, cell: u16) -> &[u16] {
        &self.through[usize::from(cell)]
    }

    /// The image of each cell under the symmetry of this number.
    pub(crate) fn images(&self, symmetry: u8) -> &[u16] {
        &self.images[usize::from(symmetry)]
    }

    /// The number of the symmetry that is `inner` and then `outer`.
    pub(crate) fn compose(&self, outer: u8, inner: Symmetry) -> u8 {
        let inner = Symmetry::ALL.iter().position(|&one| one == inner);
        let inner = inner.expect("it is one of all");
        self.composed[usize::from(outer)][inner]
    }

    /// The number of what takes everything back.
    pub(crate) fn inverse(&self, symmetry: u8) -> u8 {
        let composed = &self.composed[usize::from(symmetry)];
        composed.iter().position(|&both| both == 0).expect("the symmetries are a group") as u8
    }
}
