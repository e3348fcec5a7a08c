//! Pawn chess: Black to move is White to move turned over.

mod maps;
mod rows;

use tesuji_core::pawn_chess::Move;
use tesuji_core::pawn_chess::naive::Board;
use tesuji_core::{Game, Player};

pub(crate) use self::rows::Rows;
use super::Found;
use crate::numbering::pawn_chess::{Cursor, PawnChess, Pawns};

/// Each cell as a set.
const CELL: [u32; 32] = {
    let mut cells = [0; 32];
    let mut cell = 0;
    while cell < 32 {
        cells[cell] = 1 << cell;
        cell += 1;
    }
    cells
};

impl PawnChess {
    /// The naive board with these pawns, White to move.
    fn of(&self, Pawns { white, black }: Pawns) -> Board {
        let mut cells = [None; 32];
        for (cell, content) in cells.iter_mut().enumerate() {
            if white >> cell & 1 != 0 {
                *content = Some(Player::White);
            } else if black >> cell & 1 != 0 {
                *content = Some(Player::Black);
            }
        }
        Board::from_cells(self.size(), &cells[..self.size().cells() as usize], Player::White)
            .expect("a slot's pawns keep the rules")
    }
}

impl super::Rules for PawnChess {
    type Board = Board;

    const IS_PUZZLE: bool = false;

    fn looks_won(&self, board: &Board, mv: Move) -> bool {
        mv.to.row == 0 || u32::from(mv.to.row) + 1 == board.size().rows()
    }

    fn board(&self, cursor: &Cursor) -> Board {
        self.of(cursor.pawns())
    }

    fn by_rows(&self) -> Option<Rows<'_>> {
        Some(Rows::new(self))
    }

    fn find(&self, board: &Board) -> Result<Found, String> {
        if board.size() != self.size() {
            return Err(format!(
                "the table is of {} and the board of {}",
                self.size(),
                board.size()
            ));
        }
        // Without a branch and of a length that the compiler knows, so that it
        // takes many cells at a time.
        let mut cells = [None; 32];
        cells[..board.cells().len()].copy_from_slice(board.cells());
        let (mut white, mut black) = (0_u32, 0_u32);
        for (content, bit) in cells.into_iter().zip(CELL) {
            white |= if content == Some(Player::White) { bit } else { 0 };
            black |= if content == Some(Player::Black) { bit } else { 0 };
        }
        let pawns = match board.to_move() {
            Player::White => Pawns { white, black },
            Player::Black => Pawns { white: self.turn(black), black: self.turn(white) },
        };
        if self.holds(pawns) {
            return Ok(Found::Slot(self.rank(pawns)));
        }
        // A pawn that stands on its goal row has won, if it is the other side's.
        let other = board.to_move().other();
        let arrived =
            board.cells().iter().enumerate().find(|&(cell, &content)| {
                content.is_some_and(|player| board.is_goal(player, cell))
            });
        match arrived {
            Some((_, &winner)) if winner == Some(other) => Ok(Found::Over(0)),
            _ => Err(format!("{board} is no position of the table")),
        }
    }
}
