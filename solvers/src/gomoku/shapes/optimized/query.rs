//! Questions to a [`ShapeBoard`] that need no search.

use super::{Index, ShapeBoard, Side, index};
use crate::gomoku::rules::Ruleset;
use crate::gomoku::shapes::Shape;
use tesuji_core::Player;
use tesuji_core::gomoku::Cell;
use tesuji_core::lines::Direction;

/// The cells of a set given as one word a column, ascending.
pub(crate) fn cells_of(rows: &[u32; 32]) -> impl Iterator<Item = Index> {
    let mut y = 0;
    let mut row = rows[0];
    std::iter::from_fn(move || {
        while row == 0 {
            y += 1;
            if y == 32 {
                return None;
            }
            row = rows[y];
        }
        let x = row.trailing_zeros();
        row &= row - 1;
        Some((y << 5) as Index | x as Index)
    })
}

impl ShapeBoard {
    /// The shape that a stone of this player makes on this empty cell in this
    /// direction. On an occupied cell: as it was before its stone came.
    #[must_use]
    pub fn made(&self, cell: Cell, direction: Direction, player: Player) -> Shape {
        let direction = match direction {
            Direction::Column => 0,
            Direction::Row => 1,
            Direction::Diagonal => 2,
            Direction::AntiDiagonal => 3,
        };
        self.shape(cell.index() as Index, 1 - player as usize, direction)
    }

    /// Whether renju forbids Black this empty cell; false under every other rule.
    ///
    /// The board is the same afterwards: where three by three has to be played
    /// out, it is played on this board and taken back.
    pub fn forbids(&mut self, cell: Cell) -> bool {
        self.is_forbidden(cell.index() as Index)
    }

    /// What a stone of `side` on this empty cell makes in this direction (an
    /// index of [`STEPS`]). On an occupied cell: as it was
    /// before its stone came.
    #[inline]
    pub(crate) fn shape(&self, cell: Index, side: Side, direction: u32) -> Shape {
        Shape::ALL[self.index(cell, side) >> (3 * direction) & 7]
    }

    /// What this empty cell adds to both colours' values.
    #[inline]
    pub(crate) fn value_at(&self, cell: Index) -> i32 {
        let value = |side| self.tables.totals[side][self.index(cell, side)].worth().mover;
        value(0) + value(1)
    }

    /// Whether a stone of `side` on this empty cell makes this shape or a greater
    /// one in some direction.
    #[inline]
    pub(crate) fn makes_at_least(&self, cell: Index, side: Side, least: Shape) -> bool {
        let shapes = self.index(cell, side);
        // A four in each three of bits where the sum of shape and rest reaches
        // it: halves so that nothing is carried over.
        const EVEN: usize = 0o0707;
        let rest = 8 - least as usize;
        let sum = |three: usize| (three & EVEN) + rest * 0o0101;
        (sum(shapes) | sum(shapes >> 3)) & 0o1010 != 0
    }

    /// The four shapes of [`ShapeBoard::shape`] as a number of twelve bits.
    #[inline]
    pub(crate) fn index(&self, cell: Index, side: Side) -> usize {
        index(self.state.shapes[usize::from(cell) & 1023], side & 1)
    }

    /// The empty cells where a stone of `side` makes a four or more.
    #[inline]
    pub(crate) fn fours(&self, side: Side) -> &[u32; 32] {
        &self.state.fours[side & 1]
    }

    /// Whether a stone of `side` on this empty cell makes two completions and
    /// no row; see [`Counts::winning_cells`](super::super::Counts::winning_cells).
    #[inline]
    pub(crate) fn wins_next(&self, cell: Index, side: Side) -> bool {
        self.tables.totals[side & 1][self.index(cell, side)].winning_cells() != 0
    }

    /// The rules and sizes.
    pub(crate) fn rules(&self) -> &Ruleset {
        &self.state.rules
    }

    /// The stones of a side.
    pub(crate) fn stones(&self, side: Side) -> &[u32; 32] {
        &self.state.stones[side & 1]
    }

    /// The cells of the board that are walls.
    pub(crate) fn walls(&self) -> &[u32; 32] {
        &self.state.walls
    }

    /// Whether this side has k stones or more in a row, whether they win or not.
    pub(crate) fn has_row(&self, side: Side) -> bool {
        let stones = self.stones(side);
        let k = self.state.rules.k as usize;
        (0..32).any(|first| {
            let column = stones[first];
            let along = |shift: fn(u32, usize) -> u32| {
                let rest = stones[first..].iter().take(k).enumerate();
                let row = rest.map(|(i, &column)| shift(column, i)).fold(column, |row, c| row & c);
                first + k <= 32 && row != 0
            };
            column != 0
                && ((1..k).fold(column, |row, i| row & column >> i) != 0
                    || along(|column, _| column)
                    || along(|column, i| column >> i)
                    || along(|column, i| column << i))
        })
    }

    /// Whether a stone of this side lies on the cell.
    #[inline]
    pub(crate) fn has(&self, cell: Index, side: Side) -> bool {
        self.state.stones[side & 1][usize::from(cell >> 5 & 31)] >> (cell & 31) & 1 != 0
    }

    /// Stones on the board.
    #[inline]
    pub fn len(&self) -> usize {
        self.state.played.len()
    }

    /// Whether there is no stone.
    pub fn is_empty(&self) -> bool {
        self.state.played.is_empty()
    }

    /// Whether there is no empty cell.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.len() == self.state.cells
    }

    /// The empty cells.
    pub(crate) fn empty_cells(&self) -> [u32; 32] {
        let whole = (1_u32 << self.state.rules.height) - 1;
        std::array::from_fn(|y| {
            let taken = self.state.stones[0][y] | self.state.stones[1][y] | self.state.walls[y];
            if y < self.state.rules.width as usize { whole & !taken } else { 0 }
        })
    }

    /// The empty cells at most `radius` (0 to 3) columns and rows from a stone.
    #[inline]
    pub(crate) fn near_stones(&self, radius: usize) -> [u32; 32] {
        let columns = self.state.rules.width as usize;
        let whole = (1_u32 << self.state.rules.height) - 1;
        let mut taken = [0_u32; 32];
        let mut wide = [0_u32; 40];
        for y in 0..columns {
            taken[y] = self.state.stones[0][y] | self.state.stones[1][y];
            let mut row = taken[y];
            for _ in 0..radius {
                row |= row << 1 | row >> 1;
            }
            wide[y + 4] = row;
        }
        let mut near = [0_u32; 32];
        for y in 0..columns {
            let rows = &wide[y + 4 - radius..=y + 4 + radius];
            near[y] = rows.iter().fold(0, |all, row| all | row)
                & whole
                & !(taken[y] | self.state.walls[y]);
        }
        near
    }

    /// Whether a stone of Black on this empty cell is forbidden by renju.
    ///
    /// Costs nothing unless the cell makes two of fours and threes, or an
    /// overline. Three by three is then played out, which recurses: each step
    /// adds a stone to a line that it nearly fills, so the depth stays small.
    pub(crate) fn is_forbidden(&mut self, cell: Index) -> bool {
        if !self.state.rules.forbids {
            return false;
        }
        // Three or more has the high bit of the three.
        let shapes = self.state.shapes[usize::from(cell) & 1023];
        let rows = (shapes >> 2 & 0o1111).count_ones();
        if rows < 2 && shapes >> 12 & 15 == 0 {
            return false;
        }
        self.is_forbidden_by_count(cell)
    }

    /// The same for a cell where Black makes two threes or more, or a suspect
    /// row.
    fn is_forbidden_by_count(&mut self, cell: Index) -> bool {
        let mut counts = [0_u32; 8];
        for direction in 0..4 {
            counts[self.shape(cell, 0, direction) as usize] += 1;
        }
        let [.., three, four, straight, five] = counts;
        if five > 0 {
            return false;
        }
        if self.state.shapes[usize::from(cell) & 1023] >> 12 & 15 != 0 || four + straight > 1 {
            return true;
        }
        if three + four + straight < 2 || three == 0 {
            return false;
        }
        let lines = (0..4).filter(|&d| self.shape(cell, 0, d) >= Shape::Three).collect::<Vec<_>>();
        self.put_for_fours(cell, 0);
        let threes = lines.into_iter().filter(|&d| self.is_three(cell, d)).count();
        self.undo();
        threes > 1
    }

    /// Whether one more black stone makes a straight four through `cell`, makes
    /// no five and is not forbidden itself.
    fn is_three(&mut self, cell: Index, direction: u32) -> bool {
        let reach = self.tables.windows.reach as i32;
        (-reach..=reach).any(|steps| {
            let Some(there) = self.along(cell, direction, steps) else { return false };
            let suspect = self.state.shapes[usize::from(there)] >> (12 + direction) & 1 != 0;
            self.is_vacant(there)
                && self.shape(there, 0, direction) == Shape::StraightFour
                && !suspect
                && (0..4).all(|d| self.shape(there, 0, d) != Shape::Five)
                && self.extends(there, cell, direction)
                && !self.is_forbidden(there)
        })
    }

    /// Whether the straight four that a stone on `there` makes holds `cell`:
    /// every cell between them is black.
    fn extends(&self, there: Index, cell: Index, direction: u32) -> bool {
        let step = STEPS[direction as usize];
        let (dx, dy) = (
            i32::from(cell & 31) - i32::from(there & 31),
            i32::from(cell >> 5) - i32::from(there >> 5),
        );
        let steps = if step.0 != 0 { dx * step.0 } else { dy * step.1 };
        (1..steps.abs()).all(|i| {
            self.along(there, direction, i * steps.signum())
                .is_some_and(|c| self.state.stones[0][usize::from(c >> 5)] >> (c & 31) & 1 != 0)
        })
    }

    /// Whether this cell of the board is empty.
    #[inline]
    pub(crate) fn is_vacant(&self, cell: Index) -> bool {
        let (x, y) = (cell & 31, usize::from(cell >> 5 & 31));
        (self.state.stones[0][y] | self.state.stones[1][y] | self.state.walls[y]) >> x & 1 == 0
    }

    /// Whether the index is one of a cell of the board.
    #[inline]
    pub(crate) fn is_on_board(&self, cell: Index) -> bool {
        let rules = &self.state.rules;
        u32::from(cell & 31) < rules.height && u32::from(cell >> 5) < rules.width
    }

    /// The cell that lies `steps` away in this direction, where on the board.
    #[inline]
    pub(crate) fn along(&self, cell: Index, direction: u32, steps: i32) -> Option<Index> {
        let (dx, dy) = STEPS[direction as usize & 3];
        let x = i32::from(cell & 31) + dx * steps;
        let y = i32::from(cell >> 5) + dy * steps;
        let on = (0..self.state.rules.height as i32).contains(&x)
            && (0..self.state.rules.width as i32).contains(&y);
        on.then_some((y << 5 | x) as Index)
    }
}

/// One step in each direction, in rows and columns.
const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The same in indices; a step off the board leads to an index of no cell.
pub(crate) const STRIDES: [i16; 4] = [1, 32, 33, -31];
