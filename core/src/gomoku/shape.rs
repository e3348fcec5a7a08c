//! The names of shapes, and of what is forbidden.

use std::fmt::{self, Display};

/// What one colour has on one line, told by what its next stone makes there.
///
/// The names are those of `k = 5`; for other `k` read `k` for five, `k - 1`
/// for four and so on. The other colour and the walls block. Under rules where
/// more than `k` do not win they do not count here either, and under caro a
/// row blocked at both ends does not. What is forbidden plays no part.
///
/// - *five*: a row that wins;
/// - *straight four*: at least two cells, each of which makes a five;
/// - *four*: one such cell;
/// - *three*: some stone makes a straight four;
/// - *closed three*: some stone makes a four;
/// - *two*, *closed two*: some stone makes a three, a closed three.
///
/// The first that applies is the shape. Asked of a stone, every five on the
/// way must hold that stone; asked of a line, any five of the line counts.
///
/// By this definition `X.XXX.X` is a straight four, since two stones make a
/// five and one does not stop both. Renju's rule of threes and fours draws
/// that line elsewhere and has its own bits (see
/// [`Pattern`](super::windows::Pattern)).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(u8)]
pub enum Shape {
    /// None of the below.
    #[default]
    Nothing,
    /// One stone makes a closed three.
    ClosedTwo,
    /// One stone makes a three.
    Two,
    /// One stone makes a four.
    ClosedThree,
    /// One stone makes a straight four.
    Three,
    /// One cell makes a five.
    Four,
    /// Two or more cells make a five.
    StraightFour,
    /// A row that wins.
    Five,
}

impl Shape {
    /// All eight, ascending.
    pub const ALL: [Shape; 8] = [
        Shape::Nothing,
        Shape::ClosedTwo,
        Shape::Two,
        Shape::ClosedThree,
        Shape::Three,
        Shape::Four,
        Shape::StraightFour,
        Shape::Five,
    ];
}

impl Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Shape::Nothing => "nothing",
            Shape::ClosedTwo => "closed two",
            Shape::Two => "two",
            Shape::ClosedThree => "closed three",
            Shape::Three => "three",
            Shape::Four => "four",
            Shape::StraightFour => "straight four",
            Shape::Five => "five",
        })
    }
}

/// Why a point is forbidden to Black under renju. Where more than one reason
/// applies the first in this order is named.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Forbidden {
    /// Six or more in a row.
    Overline,
    /// Two or more fours.
    DoubleFour,
    /// Two or more threes.
    DoubleThree,
}

impl Display for Forbidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Forbidden::Overline => "overline",
            Forbidden::DoubleFour => "double-four",
            Forbidden::DoubleThree => "double-three",
        })
    }
}
