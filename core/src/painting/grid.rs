//! The sparse grid: what is painted, however wide the grid is.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::{
    ALICE, Cell, GridError, MAX_COLUMNS, Move, last_painted_by_other, naive, packed, text,
};
use crate::text::ParseError;
use crate::{Game, Outcome, Player};

/// A grid of up to [`MAX_COLUMNS`] columns that stores its painted columns.
///
/// A column with a painted cell is one word, and the words ascend:
///
/// ```text
///   bit  63 62 61                        2    1       0
///       +-----+---------------------------+-------+-------+
///       | 0 0 | column, 1 to 10^18        | row 2 | row 1 |   1 is painted
///       +-----+---------------------------+-------+-------+
/// ```
///
/// Memory is 8 bytes a painted column, whatever N is. [`Grid::play`] costs a
/// move of these words, reading a cell a binary search.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Grid {
    columns: u64,
    marks: Vec<u64>,
    to_move: Player,
}

/// The word of a column and its painted rows (bit 0 row 1, bit 1 row 2).
pub(super) const fn mark(column: u64, rows: u64) -> u64 {
    column << 2 | rows
}

const fn row_bit(row: u8) -> u64 {
    1 << (row - 1)
}

impl Grid {
    /// An unpainted grid with Alice to move.
    ///
    /// # Errors
    /// [`GridError::Columns`] unless `columns` is 1 to [`MAX_COLUMNS`].
    pub const fn new(columns: u64) -> Result<Grid, GridError> {
        if columns == 0 || columns > MAX_COLUMNS {
            return Err(GridError::Columns { columns, limit: MAX_COLUMNS });
        }
        Ok(Grid { columns, marks: Vec::new(), to_move: ALICE })
    }

    /// A grid with these cells painted, in any order. Costs a sort.
    ///
    /// # Errors
    /// As [`Grid::new`], and where a cell lies outside or comes twice.
    pub fn from_cells(
        columns: u64,
        painted: impl IntoIterator<Item = Cell>,
        to_move: Player,
    ) -> Result<Grid, GridError> {
        let mut grid = Grid { to_move, ..Grid::new(columns)? };
        for cell in painted {
            if !cell.lies_in(columns) {
                return Err(GridError::NoSuchCell { cell, columns });
            }
            grid.marks.push(mark(cell.column, row_bit(cell.row)));
        }
        match join(&mut grid.marks) {
            Ok(()) => Ok(grid),
            Err(cell) => Err(GridError::PaintedTwice(cell)),
        }
    }

    /// The grid of these words, ascending, one for a column, all in the grid.
    pub(super) fn from_marks(columns: u64, marks: Vec<u64>) -> Grid {
        debug_assert!(marks.is_sorted_by(|a, b| a >> 2 < b >> 2));
        debug_assert!(marks.iter().all(|m| (1..=columns).contains(&(m >> 2)) && m & 3 != 0));
        Grid { columns, marks, to_move: ALICE }
    }

    /// N, the number of columns.
    #[must_use]
    pub const fn columns(&self) -> u64 {
        self.columns
    }

    /// The side to move.
    #[must_use]
    pub const fn to_move(&self) -> Player {
        self.to_move
    }

    /// The columns with a painted cell, ascending, and how many are painted
    /// there: 1, which leaves a lone cell, or 2.
    pub fn painted_columns(&self) -> impl ExactSizeIterator<Item = (u64, u8)> {
        self.marks.iter().map(|&m| (m >> 2, if m & 3 == 3 { 2 } else { 1 }))
    }

    /// The painted cells, ascending.
    pub fn painted(&self) -> impl Iterator<Item = Cell> {
        self.marks.iter().flat_map(|&m| {
            let rows = [1, 2].into_iter().filter(move |&row| m & row_bit(row) != 0);
            rows.map(move |row| Cell { column: m >> 2, row })
        })
    }

    /// M, the number of painted cells.
    #[must_use]
    pub fn painted_count(&self) -> u64 {
        self.marks.iter().map(|m| u64::from((m & 3).count_ones())).sum()
    }

    /// The number of cells that are left to paint.
    #[must_use]
    pub fn unpainted_count(&self) -> u64 {
        2 * self.columns - self.painted_count()
    }

    /// Whether the cell lies in the grid and is painted.
    #[must_use]
    pub fn is_painted(&self, cell: Cell) -> bool {
        cell.lies_in(self.columns)
            && match self.find(cell.column) {
                Ok(index) => self.marks[index] & row_bit(cell.row) != 0,
                Err(_) => false,
            }
    }

    /// How the game ended, `None` where a cell is left to paint.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        (self.unpainted_count() == 0).then(|| last_painted_by_other(self.to_move))
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Where one of its cells lies outside or is painted; the grid is then as
    /// it was.
    pub fn play(&mut self, mv: Move) -> Result<(), GridError> {
        for cell in mv.cells() {
            if !cell.lies_in(self.columns) {
                return Err(GridError::NoSuchCell { cell, columns: self.columns });
            }
            if self.is_painted(cell) {
                return Err(GridError::PaintedTwice(cell));
            }
        }
        for cell in mv.cells() {
            match self.find(cell.column) {
                Ok(index) => self.marks[index] |= row_bit(cell.row),
                Err(index) => self.marks.insert(index, mark(cell.column, row_bit(cell.row))),
            }
        }
        self.to_move = self.to_move.other();
        Ok(())
    }

    fn find(&self, column: u64) -> Result<usize, usize> {
        self.marks.binary_search_by_key(&column, |m| m >> 2)
    }
}

/// Sorts words of one row each and joins those of one column, or hands back a
/// cell that comes twice.
pub(super) fn join(marks: &mut Vec<u64>) -> Result<(), Cell> {
    if !marks.is_sorted() {
        marks.sort_unstable();
    }
    let mut twice = None;
    marks.dedup_by(|next, kept| {
        let same_column = *next >> 2 == *kept >> 2;
        if same_column {
            if *next & *kept & 3 != 0 {
                let row = if *next & *kept & 1 != 0 { 1 } else { 2 };
                twice.get_or_insert(Cell { column: *next >> 2, row });
            }
            *kept |= *next;
        }
        same_column
    });
    twice.map_or(Ok(()), Err)
}

impl From<&naive::Board> for Grid {
    fn from(board: &naive::Board) -> Grid {
        Grid::from_cells(board.columns(), board.painted(), board.to_move())
            .expect("every board is a grid")
    }
}

impl From<packed::Board> for Grid {
    fn from(board: packed::Board) -> Grid {
        Grid::from_cells(board.columns(), board.painted(), board.to_move())
            .expect("every board is a grid")
    }
}

impl Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write(f, self.columns, self.painted(), self.to_move)
    }
}

impl FromStr for Grid {
    type Err = ParseError;

    fn from_str(line: &str) -> Result<Grid, ParseError> {
        let line = text::parse(line, MAX_COLUMNS)?;
        let grid = Grid::from_cells(line.columns, line.painted, line.to_move);
        Ok(grid.expect("a line that was read holds a grid"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_grid_plays_at_both_ends() {
        let mut grid = Grid::new(MAX_COLUMNS).unwrap();
        let moves = [
            Move::Block(MAX_COLUMNS - 1),
            Move::Cell(Cell::new(2, 1)),
            Move::Cell(Cell::new(1, 1)),
            Move::Block(2),
        ];
        for mv in moves {
            grid.play(mv).unwrap();
        }
        assert_eq!(grid.painted_count(), 10);
        assert_eq!(grid.unpainted_count(), 2 * MAX_COLUMNS - 10);
        assert_eq!(grid.painted_columns().next(), Some((1, 2)));
        assert_eq!(grid.to_string().parse(), Ok(grid.clone()));

        let before = grid.clone();
        let outside = Cell::new(1, MAX_COLUMNS + 1);
        let columns = MAX_COLUMNS;
        assert_eq!(
            grid.play(Move::Cell(outside)),
            Err(GridError::NoSuchCell { cell: outside, columns })
        );
        let twice = Cell::new(1, 3);
        assert_eq!(grid.play(Move::Block(3)), Err(GridError::PaintedTwice(twice)));
        assert!(grid.play(Move::Block(u64::MAX)).is_err());
        assert_eq!(grid, before);
    }

    #[test]
    fn cells_come_in_any_order_but_once() {
        let cells = [Cell::new(2, 7), Cell::new(1, 3), Cell::new(1, 7)];
        let grid = Grid::from_cells(7, cells, ALICE).unwrap();
        assert_eq!(grid.to_string(), "7: 1,3 1,7 2,7");
        let again = Grid::from_cells(7, cells.into_iter().chain([cells[0]]), ALICE);
        assert_eq!(again, Err(GridError::PaintedTwice(cells[0])));
    }
}
