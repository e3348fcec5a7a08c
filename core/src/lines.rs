//! Line masks: a board of stones as one `u32` a line and colour, in four
//! directions.
//!
//! Lines through a cell, column `c` and row `r` counted from 0:
//!
//! ```text
//! family          lines kept              d       bit of a cell on its line
//! row             all                     r       c + 1
//! column          height >= k             c       r + 1
//! diagonal        length >= k             c - r   min(c, r) + 1
//! anti-diagonal   length >= k             r + c   c - max(0, d - (height - 1)) + 1
//! ```
//!
//! A line's index is the first index of its family plus `d - d_min`, where
//! `d_min` is the least `d` kept. The families follow one another in this
//! order, so row `r` is line `r`. Rows are kept at any length: they are also
//! the store of the cells. A line of `len` cells:
//!
//! ```text
//!   bit   31 .. len+1   len            2     1     0
//!        +-------------+-----+-     -+-----+-----+------+
//!        | 1 (wall)    | cell|  ...  | cell| cell| wall |
//!        +-------------+-----+-     -+-----+-----+------+
//!
//!   white black
//!     0     0     empty          1     0     white stone
//!     1     1     wall           0     1     black stone
//! ```
//!
//! Both colours hold the walls, so the other colour's word is all that blocks
//! and no edge is ever tested; `own & !other` is the stones alone. Everything
//! outside the line is wall. At most 30 + 30 + 55 + 55 = 170 lines (sides 30,
//! k = 3) fit a `u8`, so an array of 256 needs no bounds check. Line 255 is no
//! line: it is all wall and stands for the lines that are not kept.

mod geometry;

use std::fmt::{self, Debug};

use crate::Player;
use crate::gomoku::Cell;

pub use geometry::{Family, Geometry, Slot};

/// The shortest side of a board.
pub const MIN_SIDE: u8 = 3;
/// The longest side of a board: 30 cells and two walls fill 32 bits.
pub const MAX_SIDE: u8 = 30;
/// The shortest winning row.
pub const MIN_K: u8 = 3;
/// The longest winning row.
pub const MAX_K: u8 = 6;

/// The index that stands for every line that is not kept.
pub const NO_LINE: u8 = 255;

/// One of the four families of lines.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// Along a row, columns ascending.
    Row,
    /// Along a column, rows ascending.
    Column,
    /// Columns and rows ascending.
    Diagonal,
    /// Columns ascending, rows descending.
    AntiDiagonal,
}

impl Direction {
    /// All four, in the order of the line indices.
    pub const ALL: [Direction; 4] =
        [Direction::Row, Direction::Column, Direction::Diagonal, Direction::AntiDiagonal];

    /// Columns and rows to the next cell.
    #[must_use]
    pub const fn step(self) -> (i32, i32) {
        match self {
            Direction::Row => (1, 0),
            Direction::Column => (0, 1),
            Direction::Diagonal => (1, 1),
            Direction::AntiDiagonal => (1, -1),
        }
    }

    /// What one step adds to a cell's index (see [`Cell::index`]).
    #[must_use]
    pub const fn stride(self) -> u16 {
        match self {
            Direction::Row => 32,
            Direction::Column => 1,
            Direction::Diagonal => 33,
            Direction::AntiDiagonal => 31,
        }
    }
}

/// A board of stones as line masks; the layout is drawn on the module's page.
///
/// No rules: any cell may be placed, removed or recoloured at any time. 2 kB,
/// of which a board of 15x15 touches 600 bytes.
#[derive(Clone)]
pub struct Lines {
    geometry: &'static Geometry,
    /// `[white, black]` of each line: the order of [`Player`].
    lines: [[u32; 2]; 256],
}

impl Lines {
    /// The empty board.
    #[must_use]
    pub fn new(geometry: &'static Geometry) -> Self {
        Lines { geometry, lines: *geometry.empty() }
    }

    /// The tables of this board's size.
    #[must_use]
    pub const fn geometry(&self) -> &'static Geometry {
        self.geometry
    }

    /// The stone on a cell of the board.
    #[must_use]
    pub const fn get(&self, cell: Cell) -> Option<Player> {
        debug_assert!(self.geometry.contains(cell));
        let [white, black] = self.lines[cell.row() as usize];
        match (white >> (cell.column() + 1) & 1, black >> (cell.column() + 1) & 1) {
            (0, 0) => None,
            (0, _) => Some(Player::Black),
            _ => Some(Player::White),
        }
    }

    /// Puts a stone on an empty cell of the board: four lines change.
    #[inline]
    pub fn place(&mut self, cell: Cell, player: Player) {
        debug_assert!(self.geometry.contains(cell) && self.get(cell).is_none());
        for slot in self.geometry.slots(cell) {
            // On NO_LINE the bit is a wall's and set already.
            self.lines[usize::from(slot.line)][player as usize] |= 1 << slot.bit;
        }
    }

    /// Takes the stone, of either colour, off a cell of the board.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        debug_assert!(self.geometry.contains(cell));
        for slot in self.geometry.slots(cell) {
            let [white, black] = &mut self.lines[usize::from(slot.line)];
            *white &= !(1 << slot.bit);
            *black &= !(1 << slot.bit);
        }
        // One store is cheaper than a test of every slot.
        self.lines[usize::from(NO_LINE)] = [u32::MAX; 2];
    }

    /// Makes the cell hold this, whatever it held.
    pub fn set(&mut self, cell: Cell, stone: Option<Player>) {
        self.remove(cell);
        if let Some(player) = stone {
            self.place(cell, player);
        }
    }

    /// The line as `[white, black]`, walls in both.
    #[must_use]
    #[inline]
    pub const fn line(&self, line: u8) -> [u32; 2] {
        self.lines[line as usize]
    }

    /// The line as `(own, other)` for this player, walls in both.
    #[must_use]
    #[inline]
    pub const fn sides(&self, line: u8, player: Player) -> (u32, u32) {
        let pair = self.lines[line as usize];
        (pair[player as usize], pair[player.other() as usize])
    }

    /// The player's stones on the line, without the walls.
    #[must_use]
    #[inline]
    pub const fn stones(&self, line: u8, player: Player) -> u32 {
        let (own, other) = self.sides(line, player);
        own & !other
    }

    /// The empty cells of the line.
    #[must_use]
    #[inline]
    pub const fn empties(&self, line: u8) -> u32 {
        let [white, black] = self.lines[line as usize];
        !(white | black)
    }

    /// Visits the empty cells, by row and then by column.
    pub fn for_each_empty(&self, mut visit: impl FnMut(Cell)) {
        for row in 0..self.geometry.height() {
            for bit in bits(self.empties(row)) {
                visit(self.geometry.cell(Direction::Row, row, bit));
            }
        }
    }

    /// The first empty cell, by row and then by column, that `accept` takes.
    pub fn find_empty(&self, mut accept: impl FnMut(Cell) -> bool) -> Option<Cell> {
        (0..self.geometry.height()).find_map(|row| {
            bits(self.empties(row))
                .map(|bit| self.geometry.cell(Direction::Row, row, bit))
                .find(|&cell| accept(cell))
        })
    }
}

/// The set bits of a word, ascending.
pub fn bits(mut word: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros());
        word &= word.wrapping_sub(1);
        bit
    })
}

impl PartialEq for Lines {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.geometry, other.geometry) && self.lines == other.lines
    }
}

impl Eq for Lines {}

impl Debug for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let used = &self.lines[..usize::from(self.geometry.line_count())];
        f.debug_struct("Lines").field("geometry", self.geometry).field("lines", &used).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(column: u8, row: u8) -> Cell {
        Cell::new(column, row).unwrap()
    }

    #[test]
    fn boards_are_equal_where_size_and_stones_are() {
        let (geometry, other) = (Geometry::get(5, 4, 3), Geometry::get(4, 5, 3));
        let mut lines = Lines::new(geometry);
        assert_eq!(lines, Lines::new(geometry));
        assert_ne!(lines, Lines::new(other));
        lines.place(cell(2, 1), Player::Black);
        assert_ne!(lines, Lines::new(geometry));
        lines.remove(cell(2, 1));
        assert_eq!(lines, Lines::new(geometry));
    }

    #[test]
    fn stones_stand_in_all_four_lines_of_their_cell() {
        let geometry = Geometry::get(5, 5, 3);
        let mut lines = Lines::new(geometry);
        lines.set(cell(2, 2), Some(Player::White));
        lines.set(cell(2, 2), Some(Player::Black));
        lines.set(cell(3, 2), Some(Player::White));
        assert_eq!(lines.get(cell(2, 2)), Some(Player::Black));
        for slot in geometry.slots(cell(2, 2)) {
            assert_eq!(lines.stones(slot.line, Player::Black), 1 << slot.bit);
        }
        // Row 2: a wall, two cells, a stone of each, a cell, and walls.
        assert_eq!(lines.stones(2, Player::White), 0b1_0000);
        assert_eq!(lines.empties(2), 0b10_0110);
        assert_eq!(lines.sides(2, Player::White), (!0b10_1110, !0b11_0110));
        assert_eq!(lines.line(2), [!0b10_1110, !0b11_0110]);
    }

    #[test]
    fn empty_cells_are_found_row_by_row() {
        let mut lines = Lines::new(Geometry::get(3, 3, 3));
        for column in 0..3 {
            lines.place(cell(column, 0), Player::White);
        }
        lines.place(cell(1, 1), Player::Black);
        let mut found = Vec::new();
        lines.for_each_empty(|cell| found.push((cell.column(), cell.row())));
        assert_eq!(found, [(0, 1), (2, 1), (0, 2), (1, 2), (2, 2)]);
        assert_eq!(lines.find_empty(|_| true), Some(cell(0, 1)));
        assert_eq!(lines.find_empty(|cell| cell.column() == 1), Some(cell(1, 2)));
        assert_eq!(lines.find_empty(|_| false), None);
    }

    #[test]
    fn debugging_shows_the_lines_that_are_used() {
        let geometry = Geometry::get(3, 3, 3);
        let shown = format!("{:?}", Lines::new(geometry));
        let start = "Lines { geometry: Geometry(3x3, k = 3), lines: ";
        assert!(shown.starts_with(start), "{shown}");
        assert_eq!(geometry.line_count(), 8);
        let lines = shown.rsplit("lines: ").next().unwrap();
        assert_eq!(lines.matches("], [").count(), 7, "{lines}");
    }
}
