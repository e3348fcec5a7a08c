//! The grid as an array of cells, written from the rules.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::{ALICE, Cell, Grid, GridError, Move, text};
use crate::text::ParseError;
use crate::{Game, Outcome, Player};

/// The most columns of a [`Board`]: the judge's limit.
pub const MAX_COLUMNS: u64 = 4747;

/// A grid of painted and unpainted cells, and who moves.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// Column by column; `true` is painted.
    cells: Vec<[bool; 2]>,
    to_move: Player,
}

impl Board {
    /// An unpainted grid with Alice to move.
    ///
    /// # Errors
    /// [`GridError::Columns`] unless `columns` is 1 to [`MAX_COLUMNS`].
    pub fn new(columns: u64) -> Result<Board, GridError> {
        match usize::try_from(columns) {
            Ok(length) if (1..=MAX_COLUMNS).contains(&columns) => {
                Ok(Board { cells: vec![[false; 2]; length], to_move: ALICE })
            }
            _ => Err(GridError::Columns { columns, limit: MAX_COLUMNS }),
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
        let mut board = Board::new(columns)?;
        board.to_move = to_move;
        for cell in painted {
            if !cell.lies_in(columns) {
                return Err(GridError::NoSuchCell { cell, columns });
            }
            let state = board.cell_mut(cell);
            if *state {
                return Err(GridError::PaintedTwice(cell));
            }
            *state = true;
        }
        Ok(board)
    }

    /// N, the number of columns.
    #[must_use]
    pub fn columns(&self) -> u64 {
        self.cells.len() as u64
    }

    /// The cells column by column, row 1 first; `true` is painted.
    #[must_use]
    pub fn cells(&self) -> &[[bool; 2]] {
        &self.cells
    }

    /// The painted cells, ascending.
    pub fn painted(&self) -> impl Iterator<Item = Cell> {
        let cells = (1..=self.columns()).flat_map(|column| [1, 2].map(|row| Cell { column, row }));
        cells.filter(|&cell| self.is_painted(cell))
    }

    /// How many cells are left to paint.
    #[must_use]
    pub fn unpainted(&self) -> usize {
        self.cells.iter().flatten().filter(|&&painted| !painted).count()
    }

    /// Whether the cell, which lies in the grid, is painted.
    ///
    /// # Panics
    /// Where it lies outside.
    #[must_use]
    pub fn is_painted(&self, cell: Cell) -> bool {
        self.cells[cell.column as usize - 1][usize::from(cell.row) - 1]
    }

    fn cell_mut(&mut self, cell: Cell) -> &mut bool {
        &mut self.cells[cell.column as usize - 1][usize::from(cell.row) - 1]
    }
}

impl Game for Board {
    const NAME: &'static str = "painting";
    type Move = Move;
    type Undo = ();

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        // Who is not to move has painted last; where nobody has, Alice is to
        // move and Bob wins all the same.
        (self.unpainted() == 0).then(|| Outcome::Win(self.to_move.other()))
    }

    fn for_each_move(&self, mut visit: impl FnMut(Move)) {
        for column in 1..=self.columns() {
            for row in [1, 2] {
                let cell = Cell { column, row };
                if !self.is_painted(cell) {
                    visit(Move::Cell(cell));
                }
            }
            let block = Move::Block(column);
            if column < self.columns() && block.cells().all(|cell| !self.is_painted(cell)) {
                visit(block);
            }
        }
    }

    fn play_unchecked(&mut self, mv: Move) {
        for cell in mv.cells() {
            *self.cell_mut(cell) = true;
        }
        self.to_move = self.to_move.other();
    }

    fn undo(&mut self, mv: Move, (): ()) {
        for cell in mv.cells() {
            *self.cell_mut(cell) = false;
        }
        self.to_move = self.to_move.other();
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
