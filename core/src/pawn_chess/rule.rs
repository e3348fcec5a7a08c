//! What makes a position none.

use std::error::Error;
use std::fmt::{self, Display};

use crate::Player;

/// A rule that a position breaks.
///
/// The first three bind every position, the others only those of the judge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rule {
    /// A side has more pawns than the board has columns.
    TooManyPawns(Player),
    /// The side to move has a pawn on its goal row: it has won before, and the
    /// game has not gone on.
    WonBefore(Player),
    /// A side has two pawns on its goal row: the first has ended the game.
    WonTwice(Player),
    /// A judge's position has no pawn on its goal row.
    OnGoalRow(Player),
    /// In a judge's position both sides have a pawn.
    NoPawn(Player),
    /// In a judge's position White has a legal move.
    NoMove,
}

impl Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rule::TooManyPawns(player) => {
                write!(f, "{player} has more pawns than the board has columns")
            }
            Rule::WonBefore(player) => {
                write!(f, "{player} is to move and has a pawn on its goal row")
            }
            Rule::WonTwice(player) => write!(f, "{player} has two pawns on its goal row"),
            Rule::OnGoalRow(player) => write!(f, "a {player} pawn stands on its goal row"),
            Rule::NoPawn(player) => write!(f, "{player} has no pawn"),
            Rule::NoMove => f.write_str("white has no legal move"),
        }
    }
}

/// A broken rule and the cell that breaks it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fault {
    /// The rule.
    pub rule: Rule,
    /// The cell, from the first line's left, row by row; 0 where no cell is
    /// more to blame than another.
    pub cell: usize,
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cell {}: {}", self.cell, self.rule)
    }
}

impl Error for Fault {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_names_the_rule_and_the_cell() {
        let white = Player::White;
        for (rule, message) in [
            (Rule::TooManyPawns(white), "white has more pawns than the board has columns"),
            (Rule::WonBefore(white), "white is to move and has a pawn on its goal row"),
            (Rule::WonTwice(white), "white has two pawns on its goal row"),
            (Rule::OnGoalRow(white), "a white pawn stands on its goal row"),
            (Rule::NoPawn(Player::Black), "black has no pawn"),
            (Rule::NoMove, "white has no legal move"),
        ] {
            assert_eq!(rule.to_string(), message);
            assert_eq!(Fault { rule, cell: 7 }.to_string(), format!("cell 7: {message}"));
        }
    }
}
