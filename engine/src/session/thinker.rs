//! What a session asks of whoever chooses the moves.

use std::time::Instant;

use tesuji_core::gomoku::Cell;

use super::Settings;
use crate::position::Position;
use crate::protocol::Info;

/// A position to move in, with the limits that hold.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// A position whose game goes on.
    pub position: &'a Position,
    /// What the manager has told.
    pub settings: &'a Settings,
    /// When the command was read: the turn's time runs from here.
    pub read: Instant,
}

/// Lines for a person, none of which has an end of line.
pub type Said = Vec<String>;

/// An answer of the swap2 opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Take the colour that is not to move.
    Swap,
    /// Keep the colour that is to move, and play this.
    Stay(Cell),
}

/// Chooses moves. Every move must be legal in the position.
pub trait Thinker {
    /// A game begins.
    fn new_game(&mut self, _settings: &Settings) {}

    /// What is wrong with a setting that was told just now, if anything is: a
    /// limit that cannot be kept.
    fn objection(&mut self, _settings: &Settings, _info: &Info) -> Option<String> {
        None
    }

    /// The move to play.
    fn best(&mut self, turn: &Turn<'_>) -> (Cell, Said);

    /// The move to play; says a line for each of the `count` best, the best
    /// first. `count` is at least 1 and at most the number of empty cells.
    fn best_of(&mut self, turn: &Turn<'_>, count: usize) -> (Cell, Said);

    /// Three stones for an empty board, Black's, White's and Black's, after
    /// which neither side should be better off.
    fn open(&mut self, turn: &Turn<'_>) -> ([Cell; 3], Said);

    /// Which colour to take, of an opening with White to move.
    fn choose(&mut self, turn: &Turn<'_>) -> (Choice, Said);
}
