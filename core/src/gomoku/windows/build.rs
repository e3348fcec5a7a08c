//! Building a window table from the definition of shapes.

use super::{Condition, ORIGIN, Pattern, Windows};
use crate::gomoku::Shape;

/// Builds a table frame by frame. A frame is where the first blockers stand
/// and what they are; its windows are the sets of stones between them.
pub(super) struct Builder {
    k: u32,
    condition: Condition,
    reach: u32,
    side_bits: u32,
    patterns: Vec<Pattern>,
    next: Vec<u16>,
    straight: Vec<u16>,
}

/// `left` cells before the stone and `right` cells behind it up to the first
/// blocker or the end of the window. In a set of stones the cells of the left
/// side come first, the farthest lowest; the stone itself has no bit.
#[derive(Clone, Copy)]
struct Frame {
    left: u32,
    right: u32,
    enemy: [bool; 2],
}

impl Builder {
    pub(super) fn new(condition: Condition, k: u8) -> Builder {
        let k = u32::from(k);
        let reach = if condition == Condition::AtLeast { k - 1 } else { k };
        let side_bits = reach + 1 + u32::from(condition.asks_enemy());
        let len = 1 << (2 * side_bits);
        Builder {
            k,
            condition,
            reach,
            side_bits,
            patterns: vec![Pattern::default(); len],
            next: vec![0; len],
            straight: vec![0; len],
        }
    }

    pub(super) fn build(mut self) -> Windows {
        let kinds: &[bool] = if self.condition.asks_enemy() { &[false, true] } else { &[false] };
        for left in 0..=self.reach {
            for right in 0..=self.reach {
                for &left_enemy in kinds {
                    for &right_enemy in kinds {
                        self.frame(Frame { left, right, enemy: [left_enemy, right_enemy] });
                    }
                }
            }
        }
        Windows {
            k: self.k as u8,
            condition: self.condition,
            reach: self.reach,
            side_bits: self.side_bits,
            patterns: self.patterns.into(),
            next: self.next.into(),
            straight: self.straight.into(),
        }
    }

    fn frame(&mut self, frame: Frame) {
        let cells = frame.left + frame.right;
        // One stone more is a larger number: it comes earlier.
        for stones in (0..1 << cells).rev() {
            let index = self.index(frame, stones);
            let (pattern, next, straight) = self.classify(frame, stones);
            self.patterns[index] = pattern;
            self.next[index] = next;
            self.straight[index] = straight;
        }
    }

    /// The index as [`Windows::index`] gives it.
    fn index(&self, frame: Frame, stones: u32) -> usize {
        let side = |code: u32, enemy: bool| code | u32::from(enemy) << (self.reach + 1);
        let left_stones = stones & ((1 << frame.left) - 1);
        let left = (left_stones << 1 | 1) << (self.reach - frame.left);
        let right = stones >> frame.left | 1 << frame.right;
        (side(left, frame.enemy[0]) << self.side_bits | side(right, frame.enemy[1])) as usize
    }

    fn classify(&self, frame: Frame, stones: u32) -> (Pattern, u16, u16) {
        let (before, after) = frame.row(stones);
        let length = before + 1 + after;
        let blocked = before == frame.left && after == frame.right && frame.enemy == [true, true];
        let overline = if length > self.k { Pattern::OVERLINE } else { 0 };
        if self.condition.holds(self.k, length, blocked) {
            return (Pattern(Shape::Five as u8 | overline), 0, 0);
        }
        let mut by_shape = [0_u16; Shape::ALL.len()];
        let mut straight = 0;
        let mut fours: Vec<u32> = Vec::new();
        for cell in 0..frame.left + frame.right {
            let added = 1 << cell;
            if stones & added != 0 {
                continue;
            }
            let made = self.patterns[self.index(frame, stones | added)].shape();
            by_shape[made as usize] |= frame.offset(cell);
            let (before, after) = frame.row(stones | added);
            let first = frame.left - before;
            // The row's cells, the stone itself left out.
            let row = ((1 << (before + after)) - 1) << first;
            let length = before + 1 + after;
            if made == Shape::StraightFour && length == self.k - 1 && row & added != 0 {
                straight |= frame.offset(cell);
            }
            if made == Shape::Five && length == self.k && !fours.contains(&(row & !added)) {
                fours.push(row & !added);
            }
        }
        let of = |shape: Shape| by_shape[shape as usize];
        let fives = of(Shape::Five).count_ones();
        let (shape, next) = if fives > 0 {
            (if fives > 1 { Shape::StraightFour } else { Shape::Four }, of(Shape::Five))
        } else {
            let steps = [
                (Shape::Three, Shape::StraightFour),
                (Shape::ClosedThree, Shape::Four),
                (Shape::Two, Shape::Three),
                (Shape::ClosedTwo, Shape::ClosedThree),
            ];
            steps
                .into_iter()
                .map(|(shape, next)| (shape, of(next)))
                .find(|&(_, next)| next != 0)
                .unwrap_or((Shape::Nothing, 0))
        };
        let three = if straight != 0 { Pattern::THREE } else { 0 };
        (Pattern(shape as u8 | (fours.len() as u8) << 3 | overline | three), next, straight)
    }
}

impl Frame {
    /// How far the row through the stone goes on before and behind it.
    fn row(self, stones: u32) -> (u32, u32) {
        let before =
            (0..self.left).rev().take_while(|&cell| stones >> cell & 1 != 0).count() as u32;
        let after = (stones >> self.left).trailing_ones().min(self.right);
        (before, after)
    }

    /// The cell's bit in a mask of offsets.
    fn offset(self, cell: u32) -> u16 {
        let from_left = ORIGIN - self.left + cell;
        1 << if cell < self.left { from_left } else { from_left + 1 }
    }
}
