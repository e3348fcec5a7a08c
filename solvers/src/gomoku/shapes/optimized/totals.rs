//! What the shapes of one cell add to the totals of a colour.
//!
//! The four shapes of a cell, one for each direction, are an index of twelve
//! bits. What they add is three words, so that keeping every count and the
//! evaluation costs three additions a colour:
//!
//! ```text
//!        63   60 59      48 47      36 35      24 23      12 11       0
//!       +-------+----------+----------+----------+----------+----------+
//!   low |   -   | cl.three |  three   |   four   | straight |   five   |
//!       +-------+----------+----------+----------+----------+----------+
//!        63                          34 33     24 23      12 11       0
//!       +------------------------------+---------+----------+----------+
//!  high |              -               | winning |  cl. two |   two    |
//!       +------------------------------+---------+----------+----------+
//!        63                            32 31                          0
//!       +--------------------------------+-----------------------------+
//! worth |  mover, and the carry of waiter |       waiter, signed        |
//!       +--------------------------------+-----------------------------+
//! ```
//!
//! Shapes are counted in pairs of a cell and a direction, of which a board has
//! at most 3,600; *winning* counts cells.

use std::ops::{AddAssign, SubAssign};

use crate::gomoku::evaluate::{Worth, cell_value};
use crate::gomoku::shapes::{Counts, Shape, wins_next};

/// The low twelve bits: one shape of three bits for each direction.
pub(super) const CELL: usize = 1 << 12;

/// Fields of [`Totals::low`] whose sum says that a stone makes a four or more.
pub(super) const FOUR_OR_MORE: u64 = (1 << 36) - 1;

/// The sums over the empty cells, for one colour; see the module's page.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Totals {
    pub(super) low: u64,
    pub(super) high: u64,
    worth: u64,
}

impl AddAssign for Totals {
    #[inline(always)]
    fn add_assign(&mut self, other: Totals) {
        self.low = self.low.wrapping_add(other.low);
        self.high = self.high.wrapping_add(other.high);
        self.worth = self.worth.wrapping_add(other.worth);
    }
}

impl SubAssign for Totals {
    #[inline(always)]
    fn sub_assign(&mut self, other: Totals) {
        self.low = self.low.wrapping_sub(other.low);
        self.high = self.high.wrapping_sub(other.high);
        self.worth = self.worth.wrapping_sub(other.worth);
    }
}

impl Totals {
    /// Pairs of an empty cell and a direction whose next stone makes this
    /// shape. [`Shape::Nothing`] is not counted and gives 0.
    #[must_use]
    #[inline]
    pub fn count(&self, shape: Shape) -> u32 {
        let field = |word: u64, at: u32| (word >> at & 0xfff) as u32;
        match shape {
            Shape::Nothing => 0,
            Shape::ClosedTwo => field(self.high, 12),
            Shape::Two => field(self.high, 0),
            Shape::ClosedThree => field(self.low, 48),
            Shape::Three => field(self.low, 36),
            Shape::Four => field(self.low, 24),
            Shape::StraightFour => field(self.low, 12),
            Shape::Five => field(self.low, 0),
        }
    }

    /// Cells where one stone makes two completions of a row and no row yet: a
    /// straight four, or two fours.
    #[must_use]
    #[inline]
    pub fn winning_cells(&self) -> u32 {
        (self.high >> 24 & 0x3ff) as u32
    }

    /// All counts.
    #[must_use]
    pub fn counts(&self) -> Counts {
        Counts {
            shapes: Shape::ALL.map(|shape| self.count(shape)),
            winning_cells: self.winning_cells(),
        }
    }

    /// The sum of the cells' worths.
    #[must_use]
    #[inline]
    pub fn worth(&self) -> Worth {
        let waiter = self.worth as i32;
        let mover = (self.worth as i64).wrapping_sub(i64::from(waiter)) >> 32;
        Worth { mover: mover as i32, waiter }
    }
}

/// What each of the 4,096 cells adds. `forbids`: this colour may not make two
/// fours at once.
pub(super) fn table(forbids: bool) -> Box<[Totals; CELL]> {
    let Ok(table) =
        (0..CELL).map(|cell| of(cell, forbids)).collect::<Vec<_>>().into_boxed_slice().try_into()
    else {
        unreachable!("one entry for each cell")
    };
    table
}

fn of(cell: usize, forbids: bool) -> Totals {
    let mut counts = [0_u64; 8];
    for direction in 0..4 {
        counts[cell >> (3 * direction) & 7] += 1;
    }
    let [_, closed_two, two, closed_three, three, four, straight, five] = counts;
    let counts = counts.map(|count| count as u32);
    let winning = wins_next(counts, forbids);
    let Worth { mover, waiter } = cell_value(counts);
    let worth = (i64::from(mover) << 32).wrapping_add(i64::from(waiter)) as u64;
    Totals {
        low: five | straight << 12 | four << 24 | three << 36 | closed_three << 48,
        high: two | closed_two << 12 | u64::from(winning) << 24,
        worth,
    }
}
