//! The grid as two words of bits, up to 64 columns.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::{ALICE, Cell, Grid, GridError, Move, last_painted_by_other, naive, text};
use crate::text::ParseError;
use crate::{Game, Outcome, Player};

/// The most columns of a [`Board`].
pub const MAX_COLUMNS: u64 = 64;

/// Two row masks and who moves. A 1 is a cell that is left to paint:
///
/// ```text
///                bit 63     N   N-1           2   1   0
///                  +---+   +---+---+       +---+---+---+
///   free[0], row 1 | 0 |...| 0 |   |  ...  |   |   |   |
///                  +---+   +---+---+       +---+---+---+
///   free[1], row 2 | 0 |...| 0 |   |  ...  |   |   |   |
///                  +---+   +---+---+       +---+---+---+
///       column                   N           3   2   1
/// ```
///
/// Bits from N on are 0. A block may be painted at column c where bits c−1 and
/// c of both rows are 1: `both & both >> 1` with `both = free[0] & free[1]`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    free: [u64; 2],
    columns: u8,
    to_move: Player,
}

impl Board {
    /// An unpainted grid with Alice to move.
    ///
    /// # Errors
    /// [`GridError::Columns`] unless `columns` is 1 to [`MAX_COLUMNS`].
    pub const fn new(columns: u64) -> Result<Board, GridError> {
        if columns == 0 || columns > MAX_COLUMNS {
            return Err(GridError::Columns { columns, limit: MAX_COLUMNS });
        }
        let all = u64::MAX >> (64 - columns);
        Ok(Board { free: [all; 2], columns: columns as u8, to_move: ALICE })
    }

    /// A grid whose unpainted cells are these masks, laid out as drawn above.
    ///
    /// # Errors
    /// [`GridError`] as [`Board::new`], or at the first cell beyond `columns`.
    pub const fn from_free(
        columns: u64,
        free: [u64; 2],
        to_move: Player,
    ) -> Result<Board, GridError> {
        match Board::new(columns) {
            Ok(Board { free: [all, _], columns: narrow, .. }) => {
                let beyond = [free[0] & !all, free[1] & !all];
                if beyond[0] | beyond[1] != 0 {
                    let row = if beyond[0] != 0 { 1 } else { 2 };
                    let bit = beyond[row as usize - 1].trailing_zeros();
                    let cell = Cell::new(row, bit as u64 + 1);
                    return Err(GridError::NoSuchCell { cell, columns });
                }
                Ok(Board { free, columns: narrow, to_move })
            }
            Err(error) => Err(error),
        }
    }

    /// A grid with these cells painted.
    ///
    /// # Errors
    /// As [`Board::new`], and where a cell lies outside or comes twice.
    pub fn from_cells(
        columns: u64,
        painted: impl IntoIterator<Item = Cell>,
        to_move: Player,
    ) -> Result<Board, GridError> {
        let mut board = Board { to_move, ..Board::new(columns)? };
        for cell in painted {
            if !cell.lies_in(columns) {
                return Err(GridError::NoSuchCell { cell, columns });
            }
            let (row, bit) = place(cell);
            if board.free[row] & bit == 0 {
                return Err(GridError::PaintedTwice(cell));
            }
            board.free[row] ^= bit;
        }
        Ok(board)
    }

    /// N, the number of columns.
    #[must_use]
    pub const fn columns(self) -> u64 {
        self.columns as u64
    }

    /// The masks of the cells that are left to paint, row 1 first.
    #[must_use]
    pub const fn free(self) -> [u64; 2] {
        self.free
    }

    /// The painted cells, ascending.
    pub fn painted(self) -> impl Iterator<Item = Cell> {
        let cells = (1..=self.columns()).flat_map(|column| [1, 2].map(|row| Cell { column, row }));
        cells.filter(move |&cell| {
            let (row, bit) = place(cell);
            self.free[row] & bit == 0
        })
    }

    fn flip(&mut self, mv: Move) {
        match mv {
            Move::Cell(cell) => {
                let (row, bit) = place(cell);
                self.free[row] ^= bit;
            }
            Move::Block(column) => {
                let bits = 3 << (column - 1);
                self.free[0] ^= bits;
                self.free[1] ^= bits;
            }
        }
        self.to_move = self.to_move.other();
    }
}

/// The row's index and the column's bit.
fn place(cell: Cell) -> (usize, u64) {
    (usize::from(cell.row) - 1, 1 << (cell.column - 1))
}

/// The columns of a mask, ascending, from 1.
fn columns_of(mut mask: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let column = (mask != 0).then(|| u64::from(mask.trailing_zeros()) + 1);
        mask &= mask.wrapping_sub(1);
        column
    })
}

impl Game for Board {
    const NAME: &'static str = "painting";
    type Move = Move;
    type Undo = ();

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.free[0] | self.free[1] == 0).then(|| last_painted_by_other(self.to_move))
    }

    fn for_each_move(&self, mut visit: impl FnMut(Move)) {
        for (row, free) in [(1, self.free[0]), (2, self.free[1])] {
            for column in columns_of(free) {
                visit(Move::Cell(Cell { column, row }));
            }
        }
        let both = self.free[0] & self.free[1];
        for column in columns_of(both & both >> 1) {
            visit(Move::Block(column));
        }
    }

    fn play_unchecked(&mut self, mv: Move) {
        self.flip(mv);
    }

    fn undo(&mut self, mv: Move, (): ()) {
        self.flip(mv);
    }
}

impl TryFrom<&naive::Board> for Board {
    type Error = GridError;

    /// # Errors
    /// [`GridError::Columns`] where the grid is wider than [`MAX_COLUMNS`].
    fn try_from(board: &naive::Board) -> Result<Board, GridError> {
        Board::from_cells(board.columns(), board.painted(), board.to_move())
    }
}

impl TryFrom<&Grid> for Board {
    type Error = GridError;

    /// # Errors
    /// [`GridError::Columns`] where the grid is wider than [`MAX_COLUMNS`].
    fn try_from(grid: &Grid) -> Result<Board, GridError> {
        Board::from_cells(grid.columns(), grid.painted(), grid.to_move())
    }
}

impl From<Board> for naive::Board {
    fn from(board: Board) -> naive::Board {
        naive::Board::from_cells(board.columns(), board.painted(), board.to_move)
            .expect("every packed grid fits the naive board")
    }
}

impl Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write(f, self.columns(), self.painted(), self.to_move)
    }
}

impl FromStr for Board {
    type Err = ParseError;

    fn from_str(line: &str) -> Result<Board, ParseError> {
        let line = text::parse(line, MAX_COLUMNS)?;
        let board = Board::from_cells(line.columns, line.painted, line.to_move);
        Ok(board.expect("a line that was read holds a grid of this board"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_beyond_the_grid_are_refused() {
        let outside =
            |row, column| Err(GridError::NoSuchCell { cell: Cell::new(row, column), columns: 3 });
        assert_eq!(Board::from_free(3, [0b1000, 0], ALICE), outside(1, 4));
        assert_eq!(Board::from_free(3, [0, 1 << 63], ALICE), outside(2, 64));
        assert_eq!(Board::from_free(3, [0b1000; 2], ALICE), outside(1, 4));
        assert_eq!(Board::from_free(3, [7, 7], ALICE), Board::new(3));
        assert_eq!(Board::from_free(64, [u64::MAX; 2], ALICE), Board::new(64));
        assert!(Board::new(0).is_err() && Board::new(65).is_err());
    }

    #[test]
    fn a_cell_is_painted_once() {
        let cell = Cell::new(2, 2);
        let twice = Board::from_cells(3, [cell, Cell::new(1, 2), cell], ALICE);
        assert_eq!(twice, Err(GridError::PaintedTwice(cell)));
        let outside = Cell::new(1, 4);
        assert_eq!(
            Board::from_cells(3, [outside], ALICE),
            Err(GridError::NoSuchCell { cell: outside, columns: 3 })
        );
    }
}
