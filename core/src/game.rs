//! What the games share: players, outcomes and the [`Game`] trait.

use std::error::Error;
use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

/// One of the two sides.
///
/// Painting has no colours: there White stands for Alice, who begins, and
/// Black for Bob (see [`crate::painting`]).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Player {
    /// The white side.
    White,
    /// The black side.
    Black,
}

impl Player {
    /// Both sides, White first.
    pub const BOTH: [Player; 2] = [Player::White, Player::Black];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Player {
        match self {
            Player::White => Player::Black,
            Player::Black => Player::White,
        }
    }

    /// `w` or `b`, as a position's last word names the side to move.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Player::White => 'w',
            Player::Black => 'b',
        }
    }
}

impl Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::White => "white",
            Player::Black => "black",
        })
    }
}

/// How a game ends, or, as a solver's value, how it ends under best play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// This side has won.
    Win(Player),
    /// Nobody wins.
    Draw,
    /// A one-sided puzzle has reached its goal.
    Goal,
    /// A one-sided puzzle cannot reach a goal any more.
    Stuck,
}

impl Outcome {
    /// The winner, where there is one.
    #[must_use]
    pub const fn winner(self) -> Option<Player> {
        match self {
            Outcome::Win(player) => Some(player),
            Outcome::Draw | Outcome::Goal | Outcome::Stuck => None,
        }
    }
}

impl Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win(player) => write!(f, "{player} wins"),
            Outcome::Draw => f.write_str("draw"),
            Outcome::Goal => f.write_str("goal"),
            Outcome::Stuck => f.write_str("stuck"),
        }
    }
}

/// A position of a game, with its rules.
///
/// The text form is one line and survives a round trip:
/// `position.to_string().parse() == Ok(position)`. Two boards of one game
/// (naive and packed) print the same text and the same moves.
pub trait Game: Clone + Eq + Hash + Debug + Display + FromStr<Err = crate::ParseError> {
    /// The game's name in code and folders, such as `pawn_chess`.
    const NAME: &'static str;

    /// One move. Ordered, so that the move lists of two boards can be compared.
    type Move: Copy + Ord + Hash + Debug + Display + FromStr<Err = crate::ParseError>;

    /// What a move destroys and [`Game::undo`] needs back, such as whether a
    /// piece was captured. `()` where the move alone is enough.
    type Undo: Copy + Debug;

    /// The side to move, also where the game is over.
    fn to_move(&self) -> Player;

    /// How the game ended: `Some` exactly where no move can follow.
    fn outcome(&self) -> Option<Outcome>;

    /// Visits every legal move once, in no promised order, without allocating.
    /// Visits nothing where the game is over.
    fn for_each_move(&self, visit: impl FnMut(Self::Move));

    /// Plays a move of [`Game::for_each_move`]. Any other move is a bug of the
    /// caller: the position is then unspecified, or this panics.
    fn play_unchecked(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes back `mv`, the last move played, with what playing it returned.
    /// Any other move is a bug of the caller, as above.
    fn undo(&mut self, mv: Self::Move, undo: Self::Undo);

    /// The legal moves in ascending order. Empty where the game is over.
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.for_each_move(|mv| moves.push(mv));
        moves.sort_unstable();
        moves
    }

    /// Whether `mv` is among the legal moves. Costs a move generation.
    fn is_legal(&self, mv: Self::Move) -> bool {
        let mut found = false;
        self.for_each_move(|legal| found |= legal == mv);
        found
    }

    /// Plays `mv`, or hands the position and the move back.
    ///
    /// # Errors
    /// [`IllegalMove`] where `mv` is not legal here.
    fn play(mut self, mv: Self::Move) -> Result<Self, IllegalMove<Self>> {
        if !self.is_legal(mv) {
            return Err(IllegalMove { position: self, mv });
        }
        self.play_unchecked(mv);
        Ok(self)
    }
}

/// A move that the rules forbid, with the position it was tried in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IllegalMove<G: Game> {
    /// The position, unchanged.
    pub position: G,
    /// The move that was refused.
    pub mv: G::Move,
}

impl<G: Game> Display for IllegalMove<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "illegal move {} in {}", self.mv, self.position)
    }
}

impl<G: Game> Error for IllegalMove<G> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pursuit::naive;

    #[test]
    fn players_and_outcomes_have_names() {
        assert_eq!(Player::BOTH.map(|player| player.to_string()), ["white", "black"]);
        assert_eq!(Player::BOTH.map(Player::letter), ['w', 'b']);
        assert_eq!(Player::BOTH.map(Player::other), [Player::Black, Player::White]);
        for (outcome, name, winner) in [
            (Outcome::Win(Player::Black), "black wins", Some(Player::Black)),
            (Outcome::Draw, "draw", None),
            (Outcome::Goal, "goal", None),
            (Outcome::Stuck, "stuck", None),
        ] {
            assert_eq!((outcome.to_string().as_str(), outcome.winner()), (name, winner));
        }
    }

    #[test]
    fn legal_moves_ascend_and_are_those_that_can_be_played() {
        let board: naive::Board = "3 1 1 3 3 b".parse().unwrap();
        let moves = board.legal_moves();
        let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
        assert_eq!(texts, ["up1", "up2", "left1", "left2"]);
        assert!(moves.iter().all(|&mv| board.is_legal(mv) && board.play(mv).is_ok()));
        let mv = "down1".parse().unwrap();
        assert!(!board.is_legal(mv));
        let refused = board.play(mv).unwrap_err();
        assert_eq!(refused, IllegalMove { position: board, mv });
        assert_eq!(refused.to_string(), "illegal move down1 in 3 1 1 3 3 b");
    }
}
