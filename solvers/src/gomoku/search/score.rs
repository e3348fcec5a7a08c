//! Scores: a static value, or a proved end so many plies away.

use std::fmt::{self, Display};

/// A win at once; a win in n plies is n less.
pub(crate) const WIN: i32 = 30_000;
/// From here on a score says how far the end is.
pub(crate) const DECIDED: i32 = WIN - 1_000;
/// Static values lie strictly within plus and minus this.
pub(crate) const MAX_VALUE: i32 = 20_000;
/// Beyond every score.
pub(crate) const INFINITE: i32 = 32_000;

/// What a search thinks of a position, from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// Nothing is decided within the search; the unit is that of
    /// [`evaluate`](crate::gomoku::evaluate).
    Value(i32),
    /// The side to move wins; this many plies are left, the last included.
    Win(u32),
    /// The side to move loses; this many plies are left.
    Loss(u32),
}

impl Score {
    pub(crate) fn from_inner(score: i32) -> Score {
        if score >= DECIDED {
            Score::Win((WIN - score) as u32)
        } else if score <= -DECIDED {
            Score::Loss((WIN + score) as u32)
        } else {
            Score::Value(score)
        }
    }

    /// This score of a position, backed up over the move that led to it: what
    /// the move is worth to the side that made it, in plies from before it.
    #[must_use]
    pub fn backed_up(self) -> Score {
        match self {
            Score::Value(value) => Score::Value(-value),
            Score::Win(plies) => Score::Loss(plies + 1),
            Score::Loss(plies) => Score::Win(plies + 1),
        }
    }
}

impl Display for Score {
    /// `12`, `-12`, `win in 3`, `loss in 4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Value(value) => write!(f, "{value}"),
            Score::Win(plies) => write!(f, "win in {plies}"),
            Score::Loss(plies) => write!(f, "loss in {plies}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_changes_sides_with_every_ply() {
        assert_eq!(Score::Value(12).backed_up(), Score::Value(-12));
        // Who wins at once has made the other lose in two.
        assert_eq!(Score::Win(1).backed_up(), Score::Loss(2));
        assert_eq!(Score::Loss(2).backed_up(), Score::Win(3));
    }
}
