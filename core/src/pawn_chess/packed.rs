//! The bit board: two bits a cell in one word, moves by shifts of all pawns.
//!
//! Cells are numbered row by row from Black's home row, so White moves to
//! lower cells and Black to higher ones. On 4×4, the number of each cell:
//!
//! ```text
//!     a  b  c  d
//! 4   0  1  2  3    goal row of White, home row of Black
//! 3   4  5  6  7
//! 2   8  9 10 11    cell i: bits 2i (white) and 2i + 1 (black)
//! 1  12 13 14 15    goal row of Black, home row of White
//! ```
//!
//! A row ahead is W cells down (White) or up (Black); the pawns of an edge
//! column are masked away before they capture across the edge. On a board of
//! 32 cells Black's moves run up to the word's last bits, and what would leave
//! the board leaves the word; on smaller ones the mask of all cells stops it.

use super::{Fault, Move, Size, Square, naive};
use crate::packed::{Cells, Mask, bit, cells_of, compress, down, first, up};
use crate::{Game, Outcome, Player};

/// A position in 16 bytes. The layout is drawn in [`crate::packed`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    cells: Cells,
    size: Size,
    to_move: Player,
}

/// The cells that the side to move can enter.
struct Targets {
    /// By a step straight ahead.
    step: Mask,
    /// By a capture one column to the left.
    left: Mask,
    /// By a capture one column to the right.
    right: Mask,
}

/// By columns, the cells of the leftmost column on a board of 32 cells.
const LEFT: [Mask; 11] = {
    let mut masks = [0; 11];
    let mut columns = 1;
    while columns < masks.len() {
        let mut cell = 0;
        while cell < 32 {
            masks[columns] |= bit(cell);
            cell += columns as u32;
        }
        columns += 1;
    }
    masks
};

/// By columns and cell: column and line (from Black's home row), so that a
/// move costs no division.
const PLACE: [[(u8, u8); 32]; 11] = {
    let mut places = [[(0, 0); 32]; 11];
    let mut columns = 1;
    while columns < places.len() {
        let mut cell = 0;
        while cell < 32 {
            places[columns][cell] = ((cell % columns) as u8, (cell / columns) as u8);
            cell += 1;
        }
        columns += 1;
    }
    places
};

impl Board {
    /// A full row of pawns on each home row, White to move.
    #[must_use]
    pub const fn start(size: Size) -> Board {
        let row = first(size.columns());
        let white = up(row, size.cells() - size.columns());
        Board { cells: Cells::from_masks(white, row), size, to_move: Player::White }
    }

    /// The board's size.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The cells in their word.
    #[must_use]
    pub const fn cells(&self) -> Cells {
        self.cells
    }

    /// The pawns of one side, one bit a cell: bit `i` is cell `i`.
    #[must_use]
    pub const fn bits(&self, player: Player) -> u32 {
        compress(match player {
            Player::White => self.cells.white(),
            Player::Black => self.cells.black(),
        })
    }

    /// The position with these pawns, one bit a cell.
    ///
    /// # Errors
    /// The first [`Fault`], where the position breaks a rule.
    ///
    /// # Panics
    /// Where a cell holds two pawns or lies past the board.
    pub fn from_bits(size: Size, white: u32, black: u32, to_move: Player) -> Result<Board, Fault> {
        let mut cells = [None; 32];
        assert_eq!(white & black, 0, "two pawns in a cell");
        assert_eq!(u64::from(white | black) >> size.cells(), 0, "a pawn past the board");
        for (cell, content) in cells.iter_mut().enumerate() {
            *content = match (white >> cell & 1, black >> cell & 1) {
                (1, _) => Some(Player::White),
                (_, 1) => Some(Player::Black),
                _ => None,
            };
        }
        naive::Board::from_cells(size, &cells[..size.cells() as usize], to_move).map(Self::from)
    }

    /// Whether a pawn stands on its goal row.
    fn is_over(&self) -> bool {
        let goal = first(self.size.columns());
        let far = up(goal, self.size.cells() - self.size.columns());
        self.cells.white() & goal | self.cells.black() & far != 0
    }

    fn targets(&self) -> Targets {
        let columns = self.size.columns();
        let all = first(self.size.cells());
        let left = LEFT[columns as usize];
        let right = up(left, columns - 1);
        let (white, black) = (self.cells.white(), self.cells.black());
        let empty = all & !(white | black);
        match self.to_move {
            Player::White => Targets {
                step: down(white, columns) & empty,
                left: down(white & !left, columns + 1) & black,
                right: down(white & !right, columns - 1) & black,
            },
            Player::Black => Targets {
                step: up(black, columns) & empty,
                left: up(black & !left, columns - 1) & white,
                right: up(black & !right, columns + 1) & white,
            },
        }
    }

    fn cell_of(&self, square: Square) -> u32 {
        let line = self.size.rows() - 1 - u32::from(square.row);
        line * self.size.columns() + u32::from(square.column)
    }
}

impl Game for Board {
    const NAME: &'static str = "pawn_chess";
    type Move = Move;
    /// A move captures exactly where it is diagonal, so it can be taken back
    /// by itself.
    type Undo = ();

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        let waiting = Outcome::Win(self.to_move.other());
        // Only the side that has just moved can have arrived.
        if self.is_over() {
            return Some(waiting);
        }
        let Targets { step, left, right } = self.targets();
        (step | left | right == 0).then_some(waiting)
    }

    fn for_each_move(&self, mut visit: impl FnMut(Move)) {
        if self.is_over() {
            return;
        }
        let Targets { step, left, right } = self.targets();
        let top = self.size.rows() as u8 - 1;
        let places = &PLACE[self.size.columns() as usize];
        for (targets, side) in [(step, 0), (left, -1), (right, 1)] {
            for cell in cells_of(targets) {
                let (column, line) = places[cell as usize];
                let to = Square { column, row: top - line };
                let back = match self.to_move {
                    Player::White => to.row - 1,
                    Player::Black => to.row + 1,
                };
                let from = Square { column: column.wrapping_add_signed(-side), row: back };
                visit(Move { from, to });
            }
        }
    }

    fn play_unchecked(&mut self, mv: Move) {
        let (from, to) = (bit(self.cell_of(mv.from)), bit(self.cell_of(mv.to)));
        // The pawn's colour is the low or the high bit of its two.
        let shift = self.to_move as u32;
        self.cells.0 = self.cells.0 & !(3 * (from | to)) | to << shift;
        self.to_move = self.to_move.other();
    }

    fn undo(&mut self, mv: Move, (): ()) {
        let (from, to) = (bit(self.cell_of(mv.from)), bit(self.cell_of(mv.to)));
        let captured = if mv.is_capture() { to << self.to_move as u32 } else { 0 };
        self.to_move = self.to_move.other();
        self.cells.0 = self.cells.0 & !(3 * to) | captured | from << self.to_move as u32;
    }
}

impl From<naive::Board> for Board {
    fn from(board: naive::Board) -> Board {
        let mut masks = [0, 0];
        for (cell, &content) in board.cells().iter().enumerate() {
            if let Some(player) = content {
                masks[player as usize] |= bit(cell as u32);
            }
        }
        let cells = Cells::from_masks(masks[0], masks[1]);
        Board { cells, size: board.size(), to_move: board.to_move() }
    }
}

impl From<Board> for naive::Board {
    fn from(board: Board) -> naive::Board {
        let (white, black) = (board.cells.white(), board.cells.black());
        let mut cells = [None; 32];
        for (player, mask) in [(Player::White, white), (Player::Black, black)] {
            for cell in cells_of(mask) {
                cells[cell as usize] = Some(player);
            }
        }
        let cells = &cells[..board.size.cells() as usize];
        naive::Board::from_cells(board.size, cells, board.to_move)
            .expect("a packed board is a position")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_in_its_word() {
        let board = Board::start("3x4".parse().unwrap());
        // Black in cells 0 to 2, White in cells 9 to 11.
        assert_eq!(board.cells(), Cells(0b010101 << 18 | 0b101010));
        assert_eq!(board.bits(Player::White), 0b111 << 9);
        assert_eq!(board.bits(Player::Black), 0b111);
    }

    #[test]
    fn a_position_comes_back_from_its_pawns() {
        let size: Size = "3x4".parse().unwrap();
        let board: Board = Board::from_bits(size, 0b010 << 6, 0b001 << 3, Player::Black).unwrap();
        assert_eq!(
            (board.bits(Player::White), board.bits(Player::Black)),
            (0b010 << 6, 0b001 << 3)
        );
        assert_eq!((board.size(), board.to_move()), (size, Player::Black));
        let four = Board::from_bits(size, 0b1111 << 3, 0, Player::White).unwrap_err();
        assert_eq!(four.rule, super::super::Rule::TooManyPawns(Player::White));
    }

    #[test]
    #[should_panic(expected = "two pawns in a cell")]
    fn a_cell_holds_one_pawn() {
        let _ = Board::from_bits(Size::JUDGE, 1 << 5, 1 << 5, Player::White);
    }

    #[test]
    #[should_panic(expected = "a pawn past the board")]
    fn a_pawn_stands_on_the_board() {
        let _ = Board::from_bits(Size::JUDGE, 1 << 16, 1 << 5, Player::White);
    }
}
