//! Sliding four: the side to move sees its own pieces and the others.

use tesuji_core::sliding_four::large::Board;
use tesuji_core::{Game, Player};

use super::{Found, Rules};
use crate::numbering::sliding_four::{Cursor, SlidingFour};

impl Rules for SlidingFour {
    type Board = Board;

    const IS_PUZZLE: bool = true;

    fn board(&self, cursor: &Cursor) -> Board {
        let pieces = self.pieces();
        // With as many pieces a side, White moves.
        let to_move =
            if cursor.own.count_ones() == pieces.white { Player::White } else { Player::Black };
        let mut cells = [None; 25];
        let cells = &mut cells[..pieces.shape.cells() as usize];
        for (at, cell) in cells.iter_mut().enumerate() {
            if cursor.own >> at & 1 != 0 {
                *cell = Some(to_move);
            } else if cursor.blanks >> at & 1 == 0 {
                *cell = Some(to_move.other());
            }
        }
        Board::new(pieces.shape, cells, to_move).expect("the cells are those of the shape")
    }

    fn find(&self, board: &Board) -> Result<Found, String> {
        let pieces = self.pieces();
        if board.shape() != pieces.shape {
            return Err(format!("{board} has another shape than the table"));
        }
        let (mut blanks, mut own) = (0_u32, 0_u32);
        let mut counts = [0, 0];
        for (at, &cell) in board.cells().iter().enumerate() {
            match cell {
                None => blanks |= 1 << at,
                Some(colour) => {
                    counts[colour as usize] += 1;
                    if colour == board.to_move() {
                        own |= 1 << at;
                    }
                }
            }
        }
        if counts != [pieces.white, pieces.black] {
            let [white, black] = counts;
            return Err(format!(
                "the table has {} white and {} black pieces, and the board {white} and {black}",
                pieces.white, pieces.black
            ));
        }
        Ok(Found::Slot(self.rank(blanks, own)))
    }
}
