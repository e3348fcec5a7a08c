//! From the cells around an empty cell to what either colour makes there.
//!
//! One side of a window has up to six cells of two bits, 4,096 raw patterns.
//! Most of them say the same: once a stone of each colour has been met, nothing
//! beyond can matter, and nothing beyond a wall ever does. So each side is first
//! looked up as one of a few hundred *views* (120 under freestyle), and the two
//! views together select one byte:
//!
//! ```text
//!   left 12 bits --> left view << shift -+
//!                                        +--> code: bit 6     black's stone is suspect
//!   right 12 bits -> right view ---------+          bits 5..3 what White makes
//!                                                   bits 2..0 what Black makes
//! ```
//!
//! For five in a row all three tables together take 20 to 60 kB, where a table
//! over the raw window of ten cells would take a megabyte.

use super::classify::{End, Made, Sets, View};
use crate::HashMap;
use crate::gomoku::rules::Ruleset;

/// Cells on a line: `00` wall, `01` black, `10` white, `11` empty, so that
/// what a shift brings in is wall.
pub(super) const EMPTY: u64 = 3;

/// The most cells to one side of a window.
pub(super) const MAX_REACH: u32 = 6;

const SIDES: usize = 1 << (2 * MAX_REACH);
const CODES: usize = 1 << 18;

/// The window tables of one set of rules.
pub(super) struct Windows {
    /// Cells to one side that matter: k − 1, or k where the end of a row does.
    pub(super) reach: u32,
    left: Box<[u32; SIDES]>,
    right: Box<[u16; SIDES]>,
    codes: Box<[u8; CODES]>,
}

impl Windows {
    pub(super) fn new(rules: &Ruleset) -> Windows {
        let reach = if rules.ends_matter() { rules.k } else { rules.k - 1 };
        let mut views: Vec<[View; 2]> = Vec::new();
        let mut numbers: HashMap<[View; 2], u16> = HashMap::default();
        let mut number_of = |pair: [View; 2]| {
            *numbers.entry(pair).or_insert_with(|| {
                views.push(pair);
                (views.len() - 1) as u16
            })
        };
        let mut left = boxed::<u32, SIDES>();
        let mut right = boxed::<u16, SIDES>();
        for raw in 0..1_usize << (2 * reach) {
            let cell = |i: u32| raw >> (2 * i) & 3;
            right[raw] = number_of(views_of(rules, reach, cell));
            left[raw] = u32::from(number_of(views_of(rules, reach, |i| cell(reach - 1 - i))));
        }
        let shift = usize::BITS - (views.len() - 1).leading_zeros();
        for view in left.iter_mut() {
            *view <<= shift;
        }
        let mut codes = boxed::<u8, CODES>();
        let mut sets: HashMap<(usize, View, View), Sets> = HashMap::default();
        for (l, left_pair) in views.iter().enumerate() {
            for (r, right_pair) in views.iter().enumerate() {
                let made: [Made; 2] = [0, 1].map(|side| {
                    let (l, r) = (left_pair[side], right_pair[side]);
                    let key = (side, View { own: 0, ..l }, View { own: 0, ..r });
                    sets.entry(key)
                        .or_insert_with(|| {
                            Sets::new(rules.wins[side], rules.k, (l.open, l.end), (r.open, r.end))
                        })
                        .of(l, r)
                });
                let suspect = rules.forbids && made[0].suspect;
                codes[l << shift | r] =
                    made[0].shape as u8 | (made[1].shape as u8) << 3 | u8::from(suspect) << 6;
            }
        }
        Windows { reach, left, right, codes }
    }

    /// The code of the empty cell whose bits on `line` start at `bit`.
    #[inline(always)]
    pub(super) fn code(&self, line: u64, bit: u32) -> u8 {
        let reach = self.reach;
        // The shift is split because cell 0 would need one of 64.
        let left = ((line << 1) << (63 - bit)) >> (64 - 2 * reach);
        let right = (line >> bit >> 2) & ((1 << (2 * reach)) - 1);
        let left = self.left[left as usize & (SIDES - 1)];
        let right = self.right[right as usize & (SIDES - 1)];
        self.codes[(left | u32::from(right)) as usize & (CODES - 1)]
    }
}

/// What Black and White see of one side; `cell(0)` is the nearest.
fn views_of(rules: &Ruleset, reach: u32, cell: impl Fn(u32) -> usize) -> [View; 2] {
    [1_usize, 2].map(|mine| {
        let mut view = View { open: 0, own: 0, end: End::Open };
        while view.open < reach {
            let here = cell(view.open);
            if here == 0 || here == 3 - mine {
                // A wall and an enemy differ only where a row blocked at both
                // ends does not win.
                let enemy = here != 0 || !rules.walls_differ();
                view.end = if enemy { End::Enemy } else { End::Wall };
                break;
            }
            view.own |= u32::from(here == mine) << view.open;
            view.open += 1;
        }
        view
    })
}

fn boxed<T: Copy + Default, const N: usize>() -> Box<[T; N]> {
    let Ok(array) = vec![T::default(); N].into_boxed_slice().try_into() else {
        unreachable!("the slice has N elements")
    };
    array
}
