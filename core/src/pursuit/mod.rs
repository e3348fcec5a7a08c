//! Pursuit: two pieces hunt each other over an n×n board.
//!
//! # Rules
//! One white and one black piece stand on different cells. White moves first.
//! A move goes up, down, left or right and stays on the board: White's over one
//! cell, Black's over one or two ([`Speeds`] generalises both). Passing is not
//! allowed. A piece that comes to stand on the other's cell captures it and
//! wins. A longer move passes over the cells between, also over the other
//! piece; that never helps, since the mover could have captured there.
//!
//! Both sides always have a move: the board has at least 2×2 cells, so every
//! cell has a neighbour up or down and one left or right, and every speed is at
//! least 1. A position without moves is therefore over.
//!
//! # Finished games
//! After a capture both pieces stand on one cell and the loser is to move. That
//! is the whole position: `20 5 5 5 5 w` is a game that Black has won.
//!
//! # Text
//! `n`, White's row and column, Black's row and column, the side to move; rows
//! and columns count from 1: `20 10 10 11 11 w`. Speeds other than White's 1
//! and Black's 2 follow as a suffix, White's first: `8 1 1 5 4 b speeds 1 3`.
//!
//! # Limits
//! n from 2 to [`MAX_SIZE`], speeds from 1 to [`MAX_SPEED`]; a speed beyond
//! n − 1 reaches no further than n − 1.
//!
//! Source of the rules: CQOI 2013 (BZOJ 3106, Luogu P4576).

use std::error::Error;
use std::fmt::{self, Display};

use crate::Player;

pub mod judge;
pub mod naive;
pub mod packed;
mod text;

/// The smallest board: on one cell the pieces could not stand apart.
pub const MIN_SIZE: u16 = 2;

/// The largest board: a coordinate and n itself fit in two bytes. No memory
/// holds the solution of a board of a tenth of that.
pub const MAX_SIZE: u16 = u16::MAX;

/// The greatest speed. None beyond n − 1 makes a difference, so no board wants
/// a greater one.
pub const MAX_SPEED: u16 = u16::MAX;

/// A cell, row 1 on top and column 1 at the left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// From 1 to n, downwards.
    pub row: u16,
    /// From 1 to n, to the right.
    pub column: u16,
}

impl Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.row, self.column)
    }
}

/// How many cells a move of each side may go, at most. At least 1 each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Speeds {
    /// White's, usually called v.
    pub white: u16,
    /// Black's, usually called u.
    pub black: u16,
}

impl Speeds {
    /// The speed of this side.
    #[must_use]
    pub const fn of(self, player: Player) -> u16 {
        match player {
            Player::White => self.white,
            Player::Black => self.black,
        }
    }
}

impl Default for Speeds {
    /// White's 1 and Black's 2, the game as published.
    fn default() -> Self {
        Speeds { white: 1, black: 2 }
    }
}

/// The direction of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// Towards row 1.
    Up,
    /// Towards row n.
    Down,
    /// Towards column 1.
    Left,
    /// Towards column n.
    Right,
}

impl Direction {
    /// All four, ascending.
    pub const ALL: [Direction; 4] =
        [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

    /// Its name in a move's text.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Direction::Up => "up",
            Direction::Down => "down",
            Direction::Left => "left",
            Direction::Right => "right",
        }
    }
}

/// A move of the piece whose turn it is: `up1`, `right2`.
///
/// Ordered by direction, then by distance.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// Where to.
    pub direction: Direction,
    /// How many cells, from 1 to the mover's speed.
    pub distance: u16,
}

/// Why a board cannot be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InvalidBoard {
    /// n is below [`MIN_SIZE`].
    Size(u16),
    /// A piece stands on a cell that the board of this size does not have.
    OffBoard(Cell, u16),
    /// A speed is 0: that side could not move.
    Speeds(Speeds),
}

impl Display for InvalidBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvalidBoard::Size(n) => write!(f, "n is {n}, below {MIN_SIZE}"),
            InvalidBoard::OffBoard(cell, n) => write!(f, "cell {cell} is off the {n}×{n} board"),
            InvalidBoard::Speeds(Speeds { white, black }) => {
                write!(f, "speeds {white} and {black}: each must be at least 1")
            }
        }
    }
}

impl Error for InvalidBoard {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_says_what_is_wrong_with_the_board() {
        for (error, message) in [
            (InvalidBoard::Size(1), "n is 1, below 2"),
            (
                InvalidBoard::OffBoard(Cell { row: 3, column: 9 }, 8),
                "cell (3,9) is off the 8×8 board",
            ),
            (
                InvalidBoard::Speeds(Speeds { white: 1, black: 0 }),
                "speeds 1 and 0: each must be at least 1",
            ),
        ] {
            assert_eq!(error.to_string(), message);
        }
    }
}
