//! What comes between `BOARD` or `SWAP2BOARD` and `DONE`.

use tesuji_core::Player;
use tesuji_core::gomoku::{Cell, Variant};

use crate::position::{Position, Stone, side_by_counts};
use crate::protocol::{Command, Fault, Point};

/// The lines of a block so far. No cell comes twice, so it is never larger than
/// the board.
#[derive(Debug)]
pub(super) struct Block {
    swap2: bool,
    stones: Vec<(Cell, Field)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Field {
    Own,
    Opponents,
    Dead,
}

/// What is to be done when a block is complete.
pub(super) enum Task {
    /// Play a move.
    Think,
    /// Put three stones.
    Open,
    /// Take the other colour, or play on.
    Choose,
}

impl Block {
    pub(super) fn new(swap2: bool) -> Block {
        Block { swap2, stones: Vec::new() }
    }

    /// Takes a line that is not `DONE`, or says what is wrong with it.
    pub(super) fn take(
        &mut self,
        variant: Variant,
        line: &Result<Command, Fault>,
    ) -> Result<(), String> {
        let expected = if self.swap2 { "x,y or DONE" } else { "x,y,field or DONE" };
        let (at, field) = match *line {
            Ok(Command::Field(at, field)) if !self.swap2 => (at, field),
            Ok(Command::Stone(at)) if self.swap2 => (at, 0),
            Err(ref fault) => return Err(format!("{expected} is expected, not {fault}")),
            Ok(_) => return Err(format!("{expected} is expected")),
        };
        let field = match field {
            // An opening's colours are Black's and White's in turn.
            0 if self.swap2 => Field::Own,
            1 => Field::Own,
            2 => Field::Opponents,
            3 => Field::Dead,
            other => return Err(format!("a field is 1, 2 or 3, not {other}")),
        };
        let Point { x, y } = at;
        let cell = at.cell(variant).ok_or_else(|| format!("{x},{y} is off the board"))?;
        if self.stones.iter().any(|&(taken, _)| taken == cell) {
            return Err(format!("{x},{y} is taken"));
        }
        self.stones.push((cell, field));
        Ok(())
    }

    /// Puts all stones on the board, in place of what is there, or nothing.
    pub(super) fn finish(&self, position: &mut Position) -> Result<Task, String> {
        let task = match (self.swap2, self.stones.len()) {
            (false, _) => Task::Think,
            (true, 0) => Task::Open,
            (true, 3 | 5) => Task::Choose,
            (true, count) => {
                return Err(format!("SWAP2BOARD expects 0, 3 or 5 stones, not {count}"));
            }
        };
        let (variant, continuous) = (position.variant(), position.is_continuous());
        if self.swap2 {
            *position = Position::new(variant, continuous);
            for &(cell, _) in &self.stones {
                position.play(cell);
            }
            return Ok(task);
        }
        let own = self.own(variant.rule().forbids());
        let stone = |field| match field {
            Field::Own => Stone::Of(own),
            Field::Opponents => Stone::Of(own.other()),
            Field::Dead => Stone::Dead,
        };
        let stones: Vec<_> =
            self.stones.iter().map(|&(cell, field)| (cell, stone(field))).collect();
        *position = Position::of(variant, continuous, &stones, own);
        Ok(task)
    }

    /// The colour of the engine's stones, which are to move.
    fn own(&self, in_order: bool) -> Player {
        let count = |wanted| self.stones.iter().filter(|&&(_, field)| field == wanted).count();
        let (own, opponents) = (count(Field::Own), count(Field::Opponents));
        let first = self.stones.iter().map(|&(_, field)| field).find(|&f| f != Field::Dead);
        let black = |is_black| if is_black { Player::Black } else { Player::White };
        if side_by_counts(own, opponents) == Some(Player::Black) {
            Player::Black
        } else if side_by_counts(opponents, own) == Some(Player::White) {
            Player::White
        } else if in_order {
            black(first == Some(Field::Own))
        } else {
            black(own > opponents)
        }
    }
}
