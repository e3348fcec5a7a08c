//! Pursuit: with Black to move the value follows from his moves.

use tesuji_core::pursuit::naive::Board;
use tesuji_core::pursuit::{Cell, Speeds};
use tesuji_core::{Game, Player};

use super::{Found, Rules};
use crate::numbering::pursuit::{Cursor, Place, Pursuit};

/// The core's cell of a place.
fn cell((row, column): Place) -> Cell {
    // The size of the board is one that the core has.
    Cell { row: (row + 1) as _, column: (column + 1) as _ }
}

fn place(cell: Cell) -> Place {
    (u32::from(cell.row) - 1, u32::from(cell.column) - 1)
}

impl Rules for Pursuit {
    type Board = Board;

    const IS_PUZZLE: bool = false;

    fn board(&self, cursor: &Cursor) -> Board {
        let board = self.size();
        let speeds = Speeds { white: board.white as _, black: board.black as _ };
        Board::new(board.n as _, cell(cursor.white), cell(cursor.black), Player::White, speeds)
            .expect("a slot's cells are on the board")
    }

    fn find(&self, board: &Board) -> Result<Found, String> {
        let n = u32::from(board.n());
        let speed = |player| u32::from(board.speeds().of(player)).min(n - 1);
        let here = self.size();
        if (n, speed(Player::White), speed(Player::Black)) != (here.n, here.white, here.black) {
            return Err(format!(
                "the table is of n = {} with speeds {} and {}, and the board another",
                here.n, here.white, here.black
            ));
        }
        Ok(match board.to_move() {
            _ if board.white() == board.black() => Found::Over(0),
            Player::White => Found::Slot(self.rank(place(board.white()), place(board.black()))),
            Player::Black => Found::Ahead,
        })
    }
}
