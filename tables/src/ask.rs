//! Asking a table about a position in words.

use std::fmt::{self, Display};

use tesuji_core::{Game, Player};

use crate::error::TableError;
use crate::numbering::{NEVER, Value};
use crate::rules::{Rules, value};
use crate::spec::{Spec, with};
use crate::table::Probe;

/// What a table says of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    /// The position, on one line.
    pub position: String,
    /// Its value.
    pub value: Told,
    /// Every legal move, ascending, with the value after it; none where the
    /// game is over.
    pub moves: Vec<(String, Told)>,
}

/// A value, and whose it is. Its text is words, such as `white wins in 19`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Told {
    /// The value, seen by the side to move.
    pub value: Value,
    /// The side to move.
    pub to_move: Player,
    is_puzzle: bool,
}

impl Told {
    /// The value of a position of this table with this side to move.
    #[must_use]
    pub fn new(spec: &Spec, value: Value, to_move: Player) -> Told {
        Told { value, to_move, is_puzzle: spec.is_puzzle() }
    }

    /// The side that wins; none of a draw or a puzzle.
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        let has_winner = !self.is_puzzle && self.value != NEVER;
        let winner = if self.value.is_multiple_of(2) { self.to_move.other() } else { self.to_move };
        has_winner.then_some(winner)
    }

    /// Plies or steps to the end; none where there is no end.
    #[must_use]
    pub fn remoteness(&self) -> Option<u32> {
        (self.value != NEVER).then_some(self.value.into())
    }
}

impl Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.winner(), self.value) {
            (Some(winner), plies) => write!(f, "{winner} wins in {plies}"),
            (None, NEVER) if self.is_puzzle => f.write_str("no solution"),
            (None, NEVER) => f.write_str("draw"),
            (None, 1) => f.write_str("1 step"),
            (None, steps) => write!(f, "{steps} steps"),
        }
    }
}

impl Probe<'_> {
    /// Answers a position's one-line form.
    ///
    /// # Errors
    /// [`TableError::Position`] where the text is no position or none of this
    /// table; otherwise as [`Probe::slot`].
    pub fn ask(&mut self, text: &str) -> Result<Asked, TableError> {
        let table = self.table();
        with!(&table.numbers, numbers => self.ask_in(numbers, text))
    }

    fn ask_in<R: Rules>(&mut self, rules: &R, text: &str) -> Result<Asked, TableError> {
        let spec = self.table().spec();
        let board: R::Board =
            text.parse().map_err(|error| TableError::Position(format!("{error}")))?;
        let mut look = |slot| self.slot(slot);
        let told = |value, to_move| Told::new(&spec, value, to_move);
        let here = told(value(rules, &board, &mut look)?, board.to_move());
        let mut moves = Vec::new();
        for mv in board.legal_moves() {
            let mut child = board.clone();
            child.play_unchecked(mv);
            let after = value(rules, &child, &mut look)?;
            moves.push((mv.to_string(), told(after, child.to_move())));
        }
        Ok(Asked { position: board.to_string(), value: here, moves })
    }

    /// The value of a position's one-line form, without its moves.
    ///
    /// # Errors
    /// As [`Probe::ask`].
    pub fn value(&mut self, text: &str) -> Result<Told, TableError> {
        let table = self.table();
        with!(&table.numbers, numbers => self.value_in(numbers, text))
    }

    fn value_in<R: Rules>(&mut self, rules: &R, text: &str) -> Result<Told, TableError> {
        let spec = self.table().spec();
        let board: R::Board =
            text.parse().map_err(|error| TableError::Position(format!("{error}")))?;
        let found = value(rules, &board, &mut |slot| self.slot(slot))?;
        Ok(Told::new(&spec, found, board.to_move()))
    }
}
