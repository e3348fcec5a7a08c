//! The board of the search: shapes, the stones of each window, and keys under
//! all symmetries.

use tesuji_core::Player;
use tesuji_core::gomoku::naive::Board;
use tesuji_core::gomoku::{Cell, Symmetry, Variant};

use super::zones::{Cells, Zones, add, and};
use crate::gomoku::keys::{self, Key};
use crate::gomoku::shapes::Shape;
use crate::gomoku::shapes::optimized::{Index, ShapeBoard, Side};

/// What a window with a stone of the attacker counts more.
const OWN: u8 = 16;

/// For each symmetry of a board the image of each cell.
fn images_of(variant: Variant) -> Vec<Vec<Index>> {
    let of = |symmetry: &Symmetry| {
        let mut images = vec![0; Cell::INDICES];
        for cell in variant.cells() {
            images[cell.index()] = symmetry.apply(variant, cell).index() as Index;
        }
        images
    };
    Symmetry::of(variant).iter().map(of).collect()
}

/// What a [`Place`] calls positions, without one: for many in a row.
pub(super) struct Names {
    variant: Variant,
    attacker: Player,
    /// The key without stones.
    empty: Key,
    images: Vec<Vec<Index>>,
}

impl Names {
    pub(super) fn new(variant: Variant, attacker: Player) -> Names {
        let empty = keys::of(&ShapeBoard::from(&Board::new(variant)), attacker);
        Names { variant, attacker, empty, images: images_of(variant) }
    }

    /// Whether these are the names for such a board and attacker.
    pub(super) fn are_of(&self, variant: Variant, attacker: Player) -> bool {
        (self.variant, self.attacker) == (variant, attacker)
    }

    /// As [`Place::canonical`], and the images of the cells under that symmetry.
    pub(super) fn canonical(&self, position: &Board) -> (Key, &[Index]) {
        let stones = position.stones();
        let key = |images: &Vec<Index>| {
            stones.iter().fold(self.empty, |key, &(cell, player)| {
                key ^ keys::stone(images[cell.index()], usize::from(player == Player::White))
            })
        };
        let images = self.images.iter().min_by_key(|images| key(images));
        let images = images.expect("there is one symmetry at least");
        (key(images), images)
    }
}

/// A position of the search, changed stone by stone.
pub(super) struct Place {
    variant: Variant,
    pub(super) board: ShapeBoard,
    pub(super) attacker: Side,
    /// For each symmetry the image of each cell.
    images: Vec<Vec<Index>>,
    symmetries: &'static [Symmetry],
    /// `composed[a][b]`: b and then a.
    composed: Vec<Vec<usize>>,
    /// The key of each image.
    keys: Vec<Key>,
    /// k cells of each window.
    windows: Vec<Vec<Index>>,
    /// For each cell the windows that it is in.
    through: Vec<Vec<u16>>,
    /// Of each window: the defender's stones, and 16 for each of the attacker's.
    counts: Vec<u8>,
}

impl Place {
    pub(super) fn new(position: &Board, attacker: Player) -> Place {
        let variant = position.variant();
        let symmetries = Symmetry::of(variant);
        let images = images_of(variant);
        let compose = |a: &Vec<Index>, b: &Vec<Index>| {
            let same = |image: &Vec<Index>| {
                variant.cells().all(|cell| a[usize::from(b[cell.index()])] == image[cell.index()])
            };
            images.iter().position(same).expect("the symmetries are a group")
        };
        let composed =
            images.iter().map(|a| images.iter().map(|b| compose(a, b)).collect()).collect();
        let (windows, through) = windows(variant);
        let board = ShapeBoard::from(position);
        let attacker = usize::from(attacker == Player::White);
        let player = if attacker == 0 { Player::Black } else { Player::White };
        let key = keys::of(&board, player);
        let mut place = Place {
            variant,
            counts: vec![0; windows.len()],
            keys: vec![key; images.len()],
            board,
            attacker,
            images,
            symmetries,
            composed,
            windows,
            through,
        };
        for (cell, player) in position.stones() {
            let side = usize::from(player == Player::White);
            let cell = cell.index() as Index;
            for (key, images) in place.keys.iter_mut().zip(&place.images) {
                *key ^= keys::stone(cell, side) ^ keys::stone(images[usize::from(cell)], side);
            }
            place.count(cell, side, true);
        }
        place
    }

    pub(super) fn defender(&self) -> Side {
        1 - self.attacker
    }

    pub(super) fn player(&self) -> Player {
        if self.attacker == 0 { Player::Black } else { Player::White }
    }

    fn count(&mut self, cell: Index, side: Side, more: bool) {
        let weight = if side == self.attacker { OWN } else { 1 };
        for &window in &self.through[usize::from(cell)] {
            let count = &mut self.counts[usize::from(window)];
            *count = if more { *count + weight } else { *count - weight };
        }
    }

    pub(super) fn put(&mut self, cell: Index, side: Side) {
        self.board.put(cell, side);
        self.turn(cell, side);
        self.count(cell, side, true);
    }

    /// Takes the last stone, which lies here.
    pub(super) fn take(&mut self, cell: Index, side: Side) {
        self.board.undo();
        self.turn(cell, side);
        self.count(cell, side, false);
    }

    fn turn(&mut self, cell: Index, side: Side) {
        for (key, images) in self.keys.iter_mut().zip(&self.images) {
            *key ^= keys::stone(images[usize::from(cell)], side);
        }
    }

    /// The position on the naive board, the attacker to move.
    pub(super) fn position(&self) -> Board {
        let mut position = Board::new(self.variant);
        for cell in self.variant.cells() {
            let at = cell.index() as Index;
            for (side, player) in [Player::Black, Player::White].into_iter().enumerate() {
                if self.board.has(at, side) {
                    position.set(cell, Some(player));
                }
            }
        }
        position.set_to_move(self.player());
        position
    }

    /// The key as the board lies.
    pub(super) fn key(&self) -> Key {
        self.keys[0]
    }

    /// The least key of all images, and the number of the symmetry that leads
    /// to it.
    pub(super) fn canonical(&self) -> (Key, usize) {
        let keys = self.keys.iter().copied().zip(0..);
        keys.min().expect("there is one symmetry at least")
    }

    /// The image of each cell under the symmetry of this number.
    pub(super) fn images(&self, symmetry: usize) -> &[Index] {
        &self.images[symmetry]
    }

    /// The number of what takes everything back.
    pub(super) fn inverse(&self, symmetry: usize) -> usize {
        let back = self.symmetries[symmetry].inverse();
        self.symmetries.iter().position(|&one| one == back).expect("it is one of them")
    }

    /// `inner` and then `outer`.
    pub(super) fn compose(&self, outer: usize, inner: usize) -> usize {
        self.composed[outer][inner]
    }

    pub(super) fn symmetry(&self, number: usize) -> Symmetry {
        self.symmetries[number]
    }

    pub(super) fn number(&self, symmetry: Symmetry) -> usize {
        self.symmetries.iter().position(|&one| one == symmetry).expect("it keeps the board")
    }

    /// Adds the empty cells of windows that the defender could fill with his
    /// next stone and so many extra ones.
    pub(super) fn add_danger(&self, zones: &mut Zones) {
        let k = self.board.rules().k as usize;
        let empty = self.board.empty_cells();
        let mut cells: [Cells; 6] = [[0; 32]; 6];
        for (window, &count) in self.counts.iter().enumerate() {
            // Windows without a stone of his belong to the last zone alone.
            let count = usize::from(count);
            if (1..k).contains(&count) {
                let cells = &mut cells[(k - 1 - count).max(1)];
                self.windows[window].iter().for_each(|&at| add(cells, at));
            }
        }
        for (extras, cells) in cells.iter().enumerate().take(k - 1).skip(1) {
            zones.add_from(extras, &and(*cells, &empty));
        }
        zones.add_from(k - 1, &empty);
    }

    /// The attacker completes a row here. The cells of which one must stay free
    /// so that it is not blocked; none where nothing blocks it. Of several rows
    /// the one that takes most.
    pub(super) fn keeps_won(&self, at: Index) -> Vec<Index> {
        if !self.board.rules().walls_differ() {
            return Vec::new();
        }
        let mut needed = Vec::new();
        for direction in 0..4 {
            if self.board.shape(at, self.attacker, direction) != Shape::Five {
                continue;
            }
            let mut length = 1;
            let ends = [-1, 1].map(|sign| {
                let mut steps = sign;
                while let Some(next) = self.board.along(at, direction, steps)
                    && self.board.has(next, self.attacker)
                {
                    length += 1;
                    steps += sign;
                }
                self.board.along(at, direction, steps)
            });
            let [Some(first), Some(last)] = ends else { return Vec::new() };
            if length > self.board.rules().k {
                return Vec::new();
            }
            let open: Vec<Index> =
                [first, last].into_iter().filter(|&end| self.board.is_vacant(end)).collect();
            if open.len() > needed.len() {
                needed = open;
            }
        }
        needed
    }

    /// All cells where the attacker completes a row, row by row from the
    /// bottom.
    pub(super) fn completions(&self) -> Vec<Index> {
        let mut cells: Vec<Index> = self.board.completions(self.attacker).collect();
        cells.sort_unstable_by_key(|at| (at & 31, at >> 5));
        cells
    }
}

/// The cells of each window, and the windows of each cell.
fn windows(variant: Variant) -> (Vec<Vec<Index>>, Vec<Vec<u16>>) {
    let k = i32::from(variant.k());
    let mut windows = Vec::new();
    let mut through = vec![Vec::new(); Cell::INDICES];
    let at = |column: i32, row: i32| {
        let on = (0..i32::from(variant.width())).contains(&column)
            && (0..i32::from(variant.height())).contains(&row);
        on.then_some((column << 5 | row) as Index)
    };
    for (columns, rows) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
        for cell in variant.cells() {
            let (column, row) = (i32::from(cell.column()), i32::from(cell.row()));
            let cells: Option<Vec<Index>> =
                (0..k).map(|step| at(column + columns * step, row + rows * step)).collect();
            let Some(cells) = cells else { continue };
            for &cell in &cells {
                through[usize::from(cell)].push(windows.len() as u16);
            }
            windows.push(cells);
        }
    }
    (windows, through)
}

#[cfg(test)]
mod tests {
    use tesuji_core::gomoku::text;

    use super::*;

    #[test]
    fn names_are_those_of_places() {
        for variant in ["15x15 hybrid", "7x9 freestyle k4", "9x9 caro"] {
            let variant: Variant = variant.parse().unwrap();
            for moves in ["c3", "c3d4", "e4d3", "a1b2c3e5", "g7a2b1"] {
                let position = text::parse(moves, variant, None).unwrap();
                for attacker in Player::BOTH {
                    let place = Place::new(&position, attacker);
                    let (key, symmetry) = place.canonical();
                    let of = Names::new(variant, attacker);
                    assert_eq!(of.canonical(&position), (key, place.images(symmetry)), "{moves}");
                }
            }
        }
    }
}
