//! What the rules say of a table: the judge's side.
//!
//! Everything here is asked of `core::<game>::naive` and of the numbering. Of
//! the boards and solvers that made the table it uses nothing.

mod pawn_chess;
mod pursuit;
mod sliding_four;

use tesuji_core::{Game, Outcome};

pub(crate) use self::pawn_chess::Rows;
use crate::error::TableError;
use crate::numbering::{NEVER, Numbering, Value};

/// Where the value of a position is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Found {
    /// It has a slot.
    Slot(u64),
    /// It has none and is over, with this value.
    Over(Value),
    /// It has none: its value follows from those of its moves.
    Ahead,
}

/// A game as its table sees it.
pub(crate) trait Rules: Numbering {
    /// The naive board.
    type Board: Game<Move: Send>;

    /// Whether it is a puzzle: whoever moves wants to reach the goal.
    const IS_PUZZLE: bool;

    /// Whether a move looks as if it won at once: what is tried first. It only
    /// saves time.
    fn looks_won(&self, _board: &Self::Board, _mv: <Self::Board as Game>::Move) -> bool {
        false
    }

    /// The position of a slot.
    fn board(&self, cursor: &Self::Cursor) -> Self::Board;

    /// Where the value of this position is found; of a position that the table
    /// does not know, why.
    fn find(&self, board: &Self::Board) -> Result<Found, String>;

    /// A road of the judge's through many positions at a time, where the game
    /// has one: held against the naive board, and faster.
    fn by_rows(&self) -> Option<Rows<'_>> {
        None
    }
}

/// The best of the values after each move, seen by the side that chooses.
#[derive(Clone, Copy, Debug)]
struct Best {
    is_puzzle: bool,
    /// The least after which the other side has lost, or the goal is reached.
    won: Option<Value>,
    is_drawn: bool,
    lost: Option<Value>,
}

impl Best {
    fn new(is_puzzle: bool) -> Best {
        Best { is_puzzle, won: None, is_drawn: false, lost: None }
    }

    fn see(&mut self, value: Value) {
        match value {
            NEVER => self.is_drawn = true,
            value if self.is_puzzle || value.is_multiple_of(2) => {
                self.won = Some(self.won.map_or(value, |won| won.min(value)));
            }
            value => self.lost = Some(self.lost.map_or(value, |lost| lost.max(value))),
        }
    }

    /// No value has more than 2^16 − 2 plies: one that would is none that a
    /// table has.
    fn value(&self) -> Value {
        match (self.won, self.lost) {
            (Some(won), _) => won.saturating_add(1),
            (None, Some(lost)) if !self.is_drawn => lost.saturating_add(1),
            _ => NEVER,
        }
    }
}

/// The moves of a game, kept so that many positions share their memory.
pub(crate) type Moves<R> = Vec<<<R as Rules>::Board as Game>::Move>;

/// The value of a position from those of the positions that follow.
///
/// # Errors
/// Those of `look`, and positions that the table should know and does not.
pub(crate) fn from_moves<R: Rules>(
    rules: &R,
    board: &R::Board,
    moves: &mut Moves<R>,
    look: &mut impl FnMut(u64) -> Result<Value, TableError>,
) -> Result<Value, TableError> {
    moves.clear();
    board.for_each_move(|mv| moves.push(mv));
    if moves.is_empty() {
        return Ok(match board.outcome() {
            Some(Outcome::Stuck | Outcome::Draw) => NEVER,
            // The goal is reached, or the side to move has lost.
            _ => 0,
        });
    }
    let mut best = Best::new(R::IS_PUZZLE);
    let after = |mv| {
        let mut child = board.clone();
        child.play_unchecked(mv);
        child
    };
    for &mv in moves.iter().filter(|&&mv| rules.looks_won(board, mv)) {
        if let Ok(Found::Over(value)) = rules.find(&after(mv)) {
            best.see(value);
        }
    }
    // Nothing is better than the end.
    if best.won != Some(0) {
        for &mv in &*moves {
            best.see(value(rules, &after(mv), look)?);
        }
    }
    Ok(best.value())
}

/// The value of a position by the table.
pub(crate) fn value<R: Rules>(
    rules: &R,
    board: &R::Board,
    look: &mut impl FnMut(u64) -> Result<Value, TableError>,
) -> Result<Value, TableError> {
    match rules.find(board).map_err(TableError::Position)? {
        Found::Slot(slot) => look(slot),
        Found::Over(value) => Ok(value),
        Found::Ahead => from_moves(rules, board, &mut Moves::<R>::new(), look),
    }
}
