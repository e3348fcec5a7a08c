//! Renju's forbidden points by window lookups.
//!
//! Four lookups settle nearly every point: a five, an overline, the number of
//! fours, the number of lines that look like a three. Only two such lines ask
//! the recursive question, whether the stone that would make the straight four
//! may be played at all.

use super::Board;
use crate::Player;
use crate::gomoku::windows::{Pattern, Windows};
use crate::gomoku::{Cell, Forbidden, Shape};
use crate::lines::{Direction, Lines, bits};

/// What a black stone would be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Point {
    Five,
    Free,
    Forbidden(Forbidden),
}

impl Board {
    /// Why this point is forbidden to Black, whoever is to move; `None` where
    /// it is not, where it is taken and under every rule but renju.
    ///
    /// Four lookups for most points. The recursion goes one stone deeper each
    /// time, so never deeper than there are empty cells. No bound on its work
    /// is known but that; the costliest points that a hill climb over periodic
    /// patterns of 30x30 found took a third of a millisecond.
    ///
    /// # Panics
    /// Where the cell is off the board.
    #[must_use]
    pub fn forbidden(&self, cell: Cell) -> Option<Forbidden> {
        if !self.variant.rule().forbids() || self.get(cell).is_some() {
            return None;
        }
        let windows = self.windows(Player::Black);
        let point = match at_sight(&self.lines, windows, cell) {
            Ok(point) => point,
            Err(threes) => by_threes(&mut self.lines.clone(), windows, cell, threes),
        };
        match point {
            Point::Five | Point::Free => None,
            Point::Forbidden(why) => Some(why),
        }
    }

    /// All points forbidden to Black, ascending.
    #[must_use]
    pub fn forbidden_points(&self) -> Vec<Cell> {
        let mut points = Vec::new();
        if self.variant.rule().forbids() {
            self.lines.for_each_empty(|cell| {
                if self.forbidden(cell).is_some() {
                    points.push(cell);
                }
            });
        }
        points.sort_unstable();
        points
    }
}

/// The cells of each line that make a straight four, 0 where it is no three.
type Threes = [u32; 4];

/// What four lookups tell: the answer, or the two and more lines that are
/// threes unless the stones that prove it are forbidden.
#[inline]
fn at_sight(lines: &Lines, windows: &Windows, cell: Cell) -> Result<Point, Threes> {
    let mut all = 0;
    let mut threes = 0;
    let mut fours = 0;
    let mut five = false;
    let slots = lines.geometry().slots(cell);
    let indices = slots.map(|slot| {
        let (own, other) = lines.sides(slot.line, Player::Black);
        windows.index(own, other, u32::from(slot.bit))
    });
    for index in indices {
        let pattern = windows.pattern(index);
        five |= pattern.shape() == Shape::Five;
        fours += pattern.fours();
        threes += u8::from(pattern.is_three());
        all |= pattern.0;
    }
    if five {
        Ok(Point::Five)
    } else if all & Pattern::OVERLINE != 0 {
        Ok(Point::Forbidden(Forbidden::Overline))
    } else if fours >= 2 {
        Ok(Point::Forbidden(Forbidden::DoubleFour))
    } else if threes < 2 {
        Ok(Point::Free)
    } else {
        let mut cells = [0; 4];
        for ((cells, slot), index) in cells.iter_mut().zip(slots).zip(indices) {
            *cells = windows.straight(index, u32::from(slot.bit));
        }
        Err(cells)
    }
}

/// Counts the threes whose straight four may be made; the board is as before
/// at the end.
fn by_threes(lines: &mut Lines, windows: &Windows, cell: Cell, threes: Threes) -> Point {
    lines.place(cell, Player::Black);
    let slots = *lines.geometry().slots(cell);
    let mut count = 0;
    for (i, direction) in Direction::ALL.into_iter().enumerate() {
        let real = bits(threes[i]).any(|bit| {
            let added = lines.geometry().cell(direction, slots[i].line, bit);
            let point = match at_sight(lines, windows, added) {
                Ok(point) => point,
                Err(threes) => by_threes(lines, windows, added, threes),
            };
            point == Point::Free
        });
        count += u32::from(real);
        let left = threes[i + 1..].iter().filter(|&&cells| cells != 0).count() as u32;
        if count >= 2 || count + left < 2 {
            break;
        }
    }
    lines.remove(cell);
    if count >= 2 { Point::Forbidden(Forbidden::DoubleThree) } else { Point::Free }
}
