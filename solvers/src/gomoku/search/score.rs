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
