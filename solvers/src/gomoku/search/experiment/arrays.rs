//! The boards that keep cells and nothing else.

use tesuji_core::Player;
use tesuji_core::gomoku::naive::Board as Position;
use tesuji_core::gomoku::{Cell, Variant};

use super::{Board, admit};
use crate::Refusal;
use crate::gomoku::evaluate::{Worth, cell_value, for_side};
use crate::gomoku::shapes::Shape;

/// A cell as the arrays hold it: `None` off the board is read as blocked.
type Square = Option<Player>;

/// A vector of vectors, by row and then by column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nested {
    variant: Variant,
    rows: Vec<Vec<Square>>,
}

/// One array with four cells of wall around.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flat {
    variant: Variant,
    squares: Vec<Option<Square>>,
}

/// The nine cells of a line around an empty cell, `None` beyond the board.
type Window = [Option<Square>; 9];

/// Cells of wall around a flat board, and so the reach of a five.
const MARGIN: usize = 4;

const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// What both arrays can do: tell the cells around a cell.
pub trait Squares: Sized {
    fn empty(variant: Variant) -> Self;
    fn write(&mut self, column: usize, row: usize, square: Square);
    fn variant(&self) -> Variant;
    fn square(&self, column: usize, row: usize) -> Square;
    fn window(&self, column: usize, row: usize, direction: usize) -> Window;

    /// The counts of the shapes that a stone makes here, for both colours.
    fn counts(&self, column: usize, row: usize) -> [[u32; 8]; 2] {
        let mut counts = [[0; 8]; 2];
        for direction in 0..4 {
            let window = self.window(column, row, direction);
            for player in Player::BOTH {
                counts[player as usize][made(&window, player) as usize] += 1;
            }
        }
        counts
    }

    fn for_each_empty(&self, mut visit: impl FnMut(usize, usize)) {
        for column in 0..usize::from(self.variant().width()) {
            for row in 0..usize::from(self.variant().height()) {
                if self.square(column, row).is_none() {
                    visit(column, row);
                }
            }
        }
    }

    fn sums(&self) -> [Worth; 2] {
        let mut sums = [Worth::default(); 2];
        self.for_each_empty(|column, row| {
            let counts = self.counts(column, row);
            for (sum, counts) in sums.iter_mut().zip(counts) {
                *sum += cell_value(counts);
            }
        });
        sums
    }
}

/// What a stone of this player in the middle of the window makes.
///
/// Of the five rows of five through it, those without wall and enemy count.
/// With n stones in the best of them (this one too) it lacks 5 − n, and the
/// shape is the open one where two such rows lack all but one cell in common.
fn made(window: &Window, player: Player) -> Shape {
    let (mut own, mut blocked) = (0_u32, 0_u32);
    for (i, square) in window.iter().enumerate() {
        match square {
            Some(Some(stone)) if *stone == player => own |= 1 << i,
            Some(None) => (),
            _ => blocked |= 1 << i,
        }
    }
    if own == 0 {
        return Shape::Nothing;
    }
    own |= 1 << MARGIN;
    let (mut most, mut open) = (0, false);
    let mut lacking = [0_u32; 5];
    let mut found = 0;
    for first in 0..5 {
        let row = 0x1f << first;
        if row & blocked != 0 {
            continue;
        }
        let stones = (row & own).count_ones();
        let lacks = row & !own;
        if stones > most {
            (most, open, found) = (stones, false, 0);
        }
        if stones == most {
            open |= lacking[..found]
                .iter()
                .any(|&other| other != lacks && (other & lacks).count_ones() == 4 - most);
            lacking[found] = lacks;
            found += 1;
        }
    }
    match (most, open) {
        (5, _) => Shape::Five,
        (4, true) => Shape::StraightFour,
        (4, false) => Shape::Four,
        (3, true) => Shape::Three,
        (3, false) => Shape::ClosedThree,
        (2, true) => Shape::Two,
        (2, false) => Shape::ClosedTwo,
        _ => Shape::Nothing,
    }
}

impl Squares for Nested {
    fn empty(variant: Variant) -> Self {
        let row = vec![None; usize::from(variant.width())];
        Nested { variant, rows: vec![row; usize::from(variant.height())] }
    }

    fn write(&mut self, column: usize, row: usize, square: Square) {
        self.rows[row][column] = square;
    }

    fn variant(&self) -> Variant {
        self.variant
    }

    fn square(&self, column: usize, row: usize) -> Square {
        self.rows[row][column]
    }

    fn window(&self, column: usize, row: usize, direction: usize) -> Window {
        let (columns, rows) = STEPS[direction];
        std::array::from_fn(|i| {
            let steps = i as i32 - MARGIN as i32;
            let column = usize::try_from(column as i32 + columns * steps).ok()?;
            let row = usize::try_from(row as i32 + rows * steps).ok()?;
            self.rows.get(row)?.get(column).copied()
        })
    }
}

impl Flat {
    fn stride(&self) -> usize {
        usize::from(self.variant.width()) + 2 * MARGIN
    }

    fn index(&self, column: usize, row: usize) -> usize {
        (row + MARGIN) * self.stride() + column + MARGIN
    }
}

impl Squares for Flat {
    fn empty(variant: Variant) -> Self {
        let [columns, rows] =
            [variant.width(), variant.height()].map(|side| usize::from(side) + 2 * MARGIN);
        let mut flat = Flat { variant, squares: vec![None; columns * rows] };
        for cell in variant.cells() {
            flat.write(usize::from(cell.column()), usize::from(cell.row()), None);
        }
        flat
    }

    fn write(&mut self, column: usize, row: usize, square: Square) {
        let index = self.index(column, row);
        self.squares[index] = Some(square);
    }

    fn variant(&self) -> Variant {
        self.variant
    }

    fn square(&self, column: usize, row: usize) -> Square {
        self.squares[self.index(column, row)].flatten()
    }

    fn window(&self, column: usize, row: usize, direction: usize) -> Window {
        let stride = self.stride();
        let step = [1, stride, stride + 1, stride - 1][direction];
        let first = self.index(column, row) - MARGIN * step;
        std::array::from_fn(|i| self.squares[first + i * step])
    }
}

impl<S: Squares> Board for S {
    fn set_up(position: &Position) -> Result<Self, Refusal> {
        admit(position)?;
        let mut board = S::empty(position.variant());
        for (cell, player) in position.stones() {
            board.put(cell, player);
        }
        Ok(board)
    }

    fn put(&mut self, cell: Cell, player: Player) {
        self.write(usize::from(cell.column()), usize::from(cell.row()), Some(player));
    }

    fn take(&mut self, cell: Cell) {
        self.write(usize::from(cell.column()), usize::from(cell.row()), None);
    }

    fn completes(&self, cell: Cell, player: Player) -> bool {
        let (column, row) = (usize::from(cell.column()), usize::from(cell.row()));
        (0..4).any(|d| made(&self.window(column, row, d), player) == Shape::Five)
    }

    fn worths(&self, worths: &mut Vec<(i32, Cell)>) {
        self.for_each_empty(|column, row| {
            let [a, b] = self.counts(column, row).map(|counts| cell_value(counts).mover);
            worths.extend(Cell::new(column as u8, row as u8).map(|cell| (a + b, cell)));
        });
    }

    fn value(&self, to_move: Player) -> i32 {
        let sums = self.sums();
        for_side(sums[to_move as usize], sums[to_move.other() as usize])
    }
}
