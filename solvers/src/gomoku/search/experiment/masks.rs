//! The board of line masks, with counts.

use tesuji_core::Player;
use tesuji_core::gomoku::Cell;
use tesuji_core::gomoku::naive::Board as Position;
use tesuji_core::lines::Direction;

use super::{Board, admit};
use crate::Refusal;
use crate::gomoku::evaluate::optimized::evaluate;
use crate::gomoku::shapes::Shape;
use crate::gomoku::shapes::optimized::{ShapeBoard, cells_of};

/// A [`ShapeBoard`]: the value is a sum kept stone by stone.
#[derive(Clone, PartialEq, Debug)]
pub struct Lines(ShapeBoard);

impl Board for Lines {
    fn set_up(position: &Position) -> Result<Self, Refusal> {
        admit(position)?;
        Ok(Lines(ShapeBoard::from(position)))
    }

    fn put(&mut self, cell: Cell, player: Player) {
        self.0.make(cell, player);
    }

    fn take(&mut self, _: Cell) {
        self.0.undo();
    }

    fn completes(&self, cell: Cell, player: Player) -> bool {
        self.0.totals(player).count(Shape::Five) > 0
            && Direction::ALL.iter().any(|&d| self.0.made(cell, d, player) == Shape::Five)
    }

    fn worths(&self, worths: &mut Vec<(i32, Cell)>) {
        let empty = self.0.empty_cells();
        worths.extend(
            cells_of(&empty).map(|index| (self.0.value_at(index), Cell::from_index(index))),
        );
    }

    fn value(&self, to_move: Player) -> i32 {
        evaluate(&self.0, to_move)
    }
}
