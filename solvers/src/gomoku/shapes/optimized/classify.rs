//! What a stone makes on one line, for every window at once.
//!
//! A window is seen from the cell in its middle, by one colour: some cells are
//! its own stones, some are empty, and on each side the view ends at an enemy
//! stone, at the wall, or at the reach of the window. For one pair of ends all
//! sets of own stones are classified together, from the full set down: the
//! class of a set follows from the classes of the sets with one stone more, so
//! that the whole table costs about a million steps.

use super::super::Shape;
use crate::gomoku::rules::Win;

/// How the view ends on one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum End {
    /// Nothing ends it within the reach.
    Open,
    /// The board's edge.
    Wall,
    /// A stone of the other colour.
    Enemy,
}

/// One colour's view to one side: `open` cells before the end, those that are
/// its own stones in `own`, the nearest cell at bit 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct View {
    pub(super) open: u32,
    pub(super) own: u32,
    pub(super) end: End,
}

/// What a stone makes, and whether a renju player with forbidden points has to
/// look closer: it makes an overline, or two fours that are no straight four.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Made {
    pub(super) shape: Shape,
    pub(super) suspect: bool,
}

/// The classes of all own-stone sets between one pair of ends. Bit `left - 1 -
/// i` is the `i`-th cell to the left (the nearest is 0), bit `left + i` the
/// `i`-th to the right: the order of the line, without the cell in the middle.
pub(super) struct Sets {
    left: u32,
    made: Vec<Made>,
}

impl Sets {
    /// Classifies every set for `left` and `right` open cells with these ends.
    pub(super) fn new(rule: Win, k: u32, left: (u32, End), right: (u32, End)) -> Sets {
        let cells = left.0 + right.0;
        let full = 1_u32 << cells;
        let mut made = vec![Made { shape: Shape::Nothing, suspect: false }; full as usize];
        for own in (0..full).rev() {
            let (five, overline) = five(rule, k, own, left, right);
            if five {
                made[own as usize].shape = Shape::Five;
                continue;
            }
            let more = (0..cells).filter(|i| own >> i & 1 == 0);
            let next = |i: u32| made[(own | 1 << i) as usize].shape;
            let completions: u32 =
                more.clone().filter(|&i| next(i) == Shape::Five).map(|i| 1 << i).sum();
            let shape = match completions.count_ones() {
                0 => more.map(|i| step_down(next(i))).max().unwrap_or(Shape::Nothing),
                1 => Shape::Four,
                _ => Shape::StraightFour,
            };
            let straight = completions.count_ones() == 2 && {
                // Written with the cell in the middle: exactly k - 1 stones
                // between the two completions.
                let low = own & ((1 << left.0) - 1);
                let whole = low | 1 << left.0 | (own >> left.0) << (left.0 + 1);
                let at = |i: u32| if i < left.0 { i } else { i + 1 };
                let first = at(completions.trailing_zeros());
                let last = at(31 - completions.leading_zeros());
                last - first == k
                    && whole >> (first + 1) & ((1 << (k - 1)) - 1) == (1 << (k - 1)) - 1
            };
            let suspect = overline || (shape == Shape::StraightFour && !straight);
            made[own as usize] = Made { shape, suspect };
        }
        Sets { left: left.0, made }
    }

    /// The class of the sets of these two views, whose ends are this table's.
    pub(super) fn of(&self, left: View, right: View) -> Made {
        let mut own = right.own << self.left;
        for i in 0..left.open {
            own |= (left.own >> i & 1) << (self.left - 1 - i);
        }
        self.made[own as usize]
    }
}

/// What is left of a shape when one of its stones is still to come.
fn step_down(shape: Shape) -> Shape {
    match shape {
        Shape::StraightFour => Shape::Three,
        Shape::Four => Shape::ClosedThree,
        Shape::Three => Shape::Two,
        Shape::ClosedThree => Shape::ClosedTwo,
        _ => Shape::Nothing,
    }
}

/// Whether the run through the middle wins, and whether it is too long to.
fn five(rule: Win, k: u32, own: u32, left: (u32, End), right: (u32, End)) -> (bool, bool) {
    let down = (0..left.0).take_while(|i| own >> (left.0 - 1 - i) & 1 == 1).count() as u32;
    let up = (0..right.0).take_while(|i| own >> (left.0 + i) & 1 == 1).count() as u32;
    let run = down + 1 + up;
    let blocked = down == left.0 && left.1 == End::Enemy && up == right.0 && right.1 == End::Enemy;
    let wins = match rule {
        Win::AtLeast => run >= k,
        Win::Exactly => run == k,
        Win::Caro => run > k || (run == k && !blocked),
        Win::CaroExact => run == k && !blocked,
    };
    (wins, run > k && !wins)
}
