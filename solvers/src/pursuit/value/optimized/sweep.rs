//! The sets of settled placements, grown ply by ply to the fixed point.
//!
//! A *block* is the set of Black's cells for one cell of White: n words, then
//! words that stay empty up to the stride, a multiple of 8. The empty words are
//! at least as many as Black's speed, so that a whole array of blocks shifts by
//! rows in one go and nothing reaches the next block:
//!
//! ```text
//!   |<--- lead --->|<------ stride ------>|<------ stride ------>|
//!   +--------------+-----------+----------+-----------+----------+---
//!   | empty        | n rows of | empty    | n rows of | empty    | ...
//!   |              | class 0   |          | class 1   |          |
//!   +--------------+-----------+----------+-----------+----------+---
//! ```
//!
//! The classes' blocks are followed by *ghosts*: White's cells that he reaches
//! from a class and that are no class themselves. A ghost is the image of a
//! class, copied bit by bit; each bit is copied once in the whole run.

use std::mem::size_of;

use tesuji_core::pursuit::Speeds;

use super::row::{Row, Wide};
use super::symmetry::{Place, Symmetry, class, classes, triangle};
use super::table::steps;
use crate::Refusal;

/// Rows in one step of the loops: a stride is a multiple of this, so that the
/// compiler turns each step into a few vector instructions.
const STEP: usize = 8;

/// The remoteness of every placement with White to move, as [`super::Table`]
/// stores it, and the nodes. The speeds are from 1 to n − 1.
pub(super) fn remoteness(n: u8, speeds: Speeds, memory: u64) -> Result<(Vec<u16>, u64), Refusal> {
    let (n, plan) = (usize::from(n), Plan::new(n.into(), speeds));
    match n {
        0..=16 => Sweep::<u16>::new(plan, memory)?.run(),
        17..=32 => Sweep::<u32>::new(plan, memory)?.run(),
        33..=64 => Sweep::<u64>::new(plan, memory)?.run(),
        65..=128 => Sweep::<Wide<2>>::new(plan, memory)?.run(),
        129..=192 => Sweep::<Wide<3>>::new(plan, memory)?.run(),
        _ => Sweep::<Wide<4>>::new(plan, memory)?.run(),
    }
}

/// Which block stands for which cell of White, and where he goes from each.
struct Plan {
    n: usize,
    white_speed: usize,
    black_speed: usize,
    classes: usize,
    stride: usize,
    lead: usize,
    /// For each ghost: the class that it is an image of, and the symmetry that
    /// brings it there.
    ghosts: Vec<(usize, Symmetry)>,
    /// The blocks that White reaches, class after class.
    reached: Vec<u32>,
    /// Where in `reached` each class begins; one more for the end.
    begins: Vec<usize>,
}

impl Plan {
    fn new(n: usize, speeds: Speeds) -> Plan {
        let (white_speed, black_speed) = (usize::from(speeds.white), usize::from(speeds.black));
        let classes = classes(n);
        let mut block_of: Vec<Option<u32>> = vec![None; n * n];
        let (mut ghosts, mut reached, mut begins) = (Vec::new(), Vec::new(), vec![0]);
        for white in triangle(n) {
            for next in steps(n, white, white_speed) {
                let symmetry = Symmetry::canonical(n, next);
                let class = class(n, symmetry.image(next));
                let block = if symmetry.is_identity() {
                    class as u32
                } else {
                    *block_of[next.0 * n + next.1].get_or_insert_with(|| {
                        ghosts.push((class, symmetry));
                        (classes + ghosts.len() - 1) as u32
                    })
                };
                reached.push(block);
            }
            begins.push(reached.len());
        }
        let stride = (n + black_speed).next_multiple_of(STEP);
        let lead = black_speed;
        Plan { n, white_speed, black_speed, classes, stride, lead, ghosts, reached, begins }
    }

    fn reached_from(&self, class: usize) -> &[u32] {
        &self.reached[self.begins[class]..self.begins[class + 1]]
    }

    /// Words in the blocks of the classes, and in those of classes and ghosts.
    fn words(&self) -> (usize, usize) {
        (self.classes * self.stride, (self.classes + self.ghosts.len()) * self.stride)
    }

    /// What the arrays of [`Sweep`] take with words of this size.
    fn bytes(&self, word: usize) -> u128 {
        let (own, all) = self.words();
        let words = 3 * own + 2 * (own + 2 * self.lead) + 2 * all;
        let table = self.classes * self.n * self.n;
        words as u128 * word as u128 + table as u128 * size_of::<u16>() as u128
    }
}

/// The arrays of blocks. Where White moves, placements are White's; where
/// Black moves, they are Black's. *New* is what the last ply settled.
struct Sweep<R> {
    plan: Plan,
    remoteness: Vec<u16>,
    /// White to move, not settled. Never Black on White's own cell.
    white_open: Vec<R>,
    /// White to move, not won by White; with a lead, to be shifted. Black on
    /// White's own cell counts in: a move there is a capture, no loss.
    white_unwon: Vec<R>,
    /// White to move, newly lost; with a lead, to be shifted.
    white_lost_new: Vec<R>,
    /// Black to move, not settled. Never Black on White's own cell.
    black_open: Vec<R>,
    /// Black to move, won by Black; ghosts too.
    black_won: Vec<R>,
    /// Black to move, newly lost; ghosts too.
    black_lost_new: Vec<R>,
    /// Black to move, newly won; between times the work space of a shift.
    black_won_new: Vec<R>,
    nodes: u64,
}

impl<R: Row> Sweep<R> {
    fn new(plan: Plan, memory: u64) -> Result<Self, Refusal> {
        let bytes = plan.bytes(size_of::<R>());
        let refusal = || Refusal::OutOfMemory { asked: format!("n = {}", plan.n), bytes };
        if bytes > memory.into() {
            return Err(refusal());
        }
        let (own, all) = plan.words();
        let blocks = |words| filled(words, R::EMPTY).ok_or_else(refusal);
        Ok(Sweep {
            remoteness: filled(plan.classes * plan.n * plan.n, 0).ok_or_else(refusal)?,
            white_open: blocks(own)?,
            white_unwon: blocks(own + 2 * plan.lead)?,
            white_lost_new: blocks(own + 2 * plan.lead)?,
            black_open: blocks(own)?,
            black_won: blocks(all)?,
            black_lost_new: blocks(all)?,
            black_won_new: blocks(own)?,
            nodes: 0,
            plan,
        })
    }

    fn run(mut self) -> Result<(Vec<u16>, u64), Refusal> {
        self.captures();
        let (mut white_won_more, mut black_lost_more) = (true, false);
        let mut plies: u16 = 1;
        loop {
            self.nodes += (self.plan.classes * self.plan.n) as u64;
            plies = plies.checked_add(1).ok_or_else(|| Refusal::TooLarge {
                asked: format!("n = {}", self.plan.n),
                limit: "games of up to 65,535 plies".to_owned(),
            })?;
            if plies.is_multiple_of(2) {
                if black_lost_more {
                    self.black_lost_new.fill(R::EMPTY);
                }
                black_lost_more = white_won_more && self.black_loses();
                let white_lost_more = self.white_loses(plies);
                if !white_lost_more && !black_lost_more {
                    return Ok((self.remoteness, self.nodes));
                }
            } else {
                white_won_more = black_lost_more && self.white_wins(plies);
                self.black_wins();
            }
        }
    }

    /// Ply 1, and the cells that are never settled.
    fn captures(&mut self) {
        let Plan { n, white_speed, black_speed, stride, lead, .. } = self.plan;
        let full = R::first(n);
        for (block, white) in triangle(n).enumerate() {
            let at = block * stride;
            let others = |row| if row == white.0 { full & !R::bit(white.1) } else { full };
            for row in 0..n {
                self.white_open[at + row] = others(row);
                self.black_open[at + row] = others(row);
                self.white_unwon[lead + at + row] = full;
            }
            for (row, column) in steps(n, white, white_speed) {
                self.white_open[at + row] &= !R::bit(column);
                self.white_unwon[lead + at + row] &= !R::bit(column);
                self.remoteness[(block * n + row) * n + column] = 1;
            }
            for (row, column) in steps(n, white, black_speed) {
                self.black_open[at + row] &= !R::bit(column);
                self.black_won[at + row] |= R::bit(column);
                self.black_won_new[at + row] |= R::bit(column);
            }
        }
        self.plan.copy_to_ghosts(&self.black_won_new, &mut self.black_won);
    }

    /// Black to move wins where some move leads to a new loss of White.
    fn black_wins(&mut self) {
        let Plan { lead, black_speed, .. } = self.plan;
        debug_assert_eq!(lead, black_speed);
        spread(&self.white_lost_new, &mut self.black_won_new, black_speed);
        let all = self.black_won.iter_mut();
        for ((new, open), won) in self.black_won_new.iter_mut().zip(&mut self.black_open).zip(all) {
            *new &= *open;
            *open &= !*new;
            *won |= *new;
        }
        self.plan.copy_to_ghosts(&self.black_won_new, &mut self.black_won);
    }

    /// Black to move loses where no move leads to what White has not won.
    fn black_loses(&mut self) -> bool {
        let spread_unwon = &mut self.black_won_new;
        spread(&self.white_unwon, spread_unwon, self.plan.black_speed);
        let mut any = R::EMPTY;
        let lost = self.black_lost_new.iter_mut();
        for ((unwon, open), lost) in spread_unwon.iter().zip(&mut self.black_open).zip(lost) {
            *lost = *open & !*unwon;
            *open &= *unwon;
            any |= *lost;
        }
        if any != R::EMPTY {
            let (own, ghosts) = self.black_lost_new.split_at_mut(self.plan.words().0);
            self.plan.copy_to_ghosts_alone(own, ghosts);
        }
        any != R::EMPTY
    }

    /// White to move loses where every move leads to a win of Black.
    fn white_loses(&mut self, plies: u16) -> bool {
        let Sweep { plan, white_open, white_lost_new, black_won, remoteness, .. } = self;
        let mut any = false;
        for class in 0..plan.classes {
            let reached = plan.reached_from(class);
            for step in (0..plan.stride).step_by(STEP) {
                let at = class * plan.stride + step;
                let open = block_step(white_open, at);
                let new = block_step(white_lost_new, plan.lead + at);
                new.copy_from_slice(open);
                if open.iter().all(|&row| row == R::EMPTY) {
                    continue;
                }
                for &block in reached {
                    let won = &black_won[block as usize * plan.stride + step..][..STEP];
                    for (row, won) in new.iter_mut().zip(won) {
                        *row &= *won;
                    }
                }
                for (open, new) in open.iter_mut().zip(&*new) {
                    *open &= !*new;
                }
                any |= plan.write(remoteness, class, step, new, plies);
            }
        }
        any
    }

    /// White to move wins where some move leads to a new loss of Black.
    fn white_wins(&mut self, plies: u16) -> bool {
        let Sweep { plan, white_open, white_unwon, black_lost_new, remoteness, .. } = self;
        let mut any = false;
        for class in 0..plan.classes {
            let reached = plan.reached_from(class);
            for step in (0..plan.stride).step_by(STEP) {
                let at = class * plan.stride + step;
                let mut new = [R::EMPTY; STEP];
                for &block in reached {
                    let lost = &black_lost_new[block as usize * plan.stride + step..][..STEP];
                    for (row, lost) in new.iter_mut().zip(lost) {
                        *row |= *lost;
                    }
                }
                let open = block_step(white_open, at);
                let unwon = block_step(white_unwon, plan.lead + at);
                for ((new, open), unwon) in new.iter_mut().zip(open).zip(unwon) {
                    *new &= *open;
                    *open &= !*new;
                    *unwon &= !*new;
                }
                any |= plan.write(remoteness, class, step, &new, plies);
            }
        }
        any
    }
}

impl Plan {
    /// Enters `plies` for the placements of these rows; whether there were any.
    fn write<R: Row>(
        &self,
        remoteness: &mut [u16],
        class: usize,
        step: usize,
        rows: &[R],
        plies: u16,
    ) -> bool {
        let mut any = false;
        for (row, &columns) in (step..).zip(rows) {
            if columns != R::EMPTY {
                any = true;
                let entries = &mut remoteness[(class * self.n + row) * self.n..][..self.n];
                columns.for_each(|column| entries[column] = plies);
            }
        }
        any
    }

    /// Adds what is new in the classes to the ghosts, which follow the classes
    /// in `all`.
    fn copy_to_ghosts<R: Row>(&self, new: &[R], all: &mut [R]) {
        self.copy_to_ghosts_alone(new, &mut all[self.words().0..]);
    }

    fn copy_to_ghosts_alone<R: Row>(&self, new: &[R], ghosts: &mut [R]) {
        let blocks = ghosts.chunks_exact_mut(self.stride);
        for (ghost, &(class, symmetry)) in blocks.zip(&self.ghosts) {
            let rows = &new[class * self.stride..][..self.n];
            for (row, &columns) in rows.iter().enumerate() {
                columns.for_each(|column| {
                    let (row, column): Place = symmetry.origin((row, column));
                    ghost[row] |= R::bit(column);
                });
            }
        }
    }
}

/// One step of a block.
fn block_step<R>(blocks: &mut [R], at: usize) -> &mut [R] {
    &mut blocks[at..at + STEP]
}

/// A vector of `len` copies, or `None` where the memory cannot be had.
fn filled<T: Clone>(len: usize, value: T) -> Option<Vec<T>> {
    let mut vec = Vec::new();
    vec.try_reserve_exact(len).ok()?;
    vec.resize(len, value);
    Some(vec)
}

/// The cells from which one move of `speed` reaches a cell of `from`, which has
/// a lead of `speed` words and as many behind. Bits beyond the board may be set
/// in `to`, and words between the blocks may be filled.
fn spread<R: Row>(from: &[R], to: &mut [R], speed: usize) {
    match speed {
        1 => spread_by::<R, 1>(from, to),
        2 => spread_by::<R, 2>(from, to),
        3 => spread_by::<R, 3>(from, to),
        _ => {
            let len = to.len();
            for (to, &here) in to.iter_mut().zip(&from[speed..]) {
                let (mut left, mut right) = (here, here);
                *to = R::EMPTY;
                for _ in 0..speed {
                    (left, right) = (left.down_one(), right.up_one());
                    *to |= left | right;
                }
            }
            for distance in (0..=2 * speed).filter(|&distance| distance != speed) {
                for (to, &there) in to.iter_mut().zip(&from[distance..][..len]) {
                    *to |= there;
                }
            }
        }
    }
}

/// [`spread`] with the speed known, in one pass.
fn spread_by<R: Row, const SPEED: usize>(from: &[R], to: &mut [R]) {
    let len = to.len();
    let here = &from[SPEED..][..len];
    let above: [&[R]; SPEED] = std::array::from_fn(|d| &from[SPEED - 1 - d..][..len]);
    let below: [&[R]; SPEED] = std::array::from_fn(|d| &from[SPEED + 1 + d..][..len]);
    for at in 0..len {
        let (mut left, mut right) = (here[at], here[at]);
        let mut reached = R::EMPTY;
        for d in 0..SPEED {
            (left, right) = (left.down_one(), right.up_one());
            reached |= left | right | above[d][at] | below[d][at];
        }
        to[at] = reached;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_size_gives_the_same_table() {
        for (white, black) in [(1, 2), (2, 2), (1, 5), (8, 8), (2, 3)] {
            for n in 2..=16_u8 {
                let speeds = Speeds { white: white.min(n - 1), black: black.min(n - 1) };
                let plan = || Plan::new(n.into(), speeds);
                let expected = remoteness(n, speeds, u64::MAX).unwrap();
                let tables = [
                    Sweep::<u32>::new(plan(), u64::MAX).unwrap().run(),
                    Sweep::<u64>::new(plan(), u64::MAX).unwrap().run(),
                    Sweep::<Wide<2>>::new(plan(), u64::MAX).unwrap().run(),
                    Sweep::<Wide<3>>::new(plan(), u64::MAX).unwrap().run(),
                    Sweep::<Wide<4>>::new(plan(), u64::MAX).unwrap().run(),
                ];
                for table in tables {
                    assert_eq!(table.as_ref(), Ok(&expected), "n = {n}, {speeds:?}");
                }
            }
        }
    }

    #[test]
    fn the_last_row_and_column_of_a_full_word_count() {
        for n in [16, 32, 64] {
            let speeds = Speeds { white: 1, black: n - 1 };
            let (table, _) = remoteness(n, speeds, u64::MAX).unwrap();
            let n = usize::from(n);
            // White in the corner: he captures from two cells, and everything else but
            // his own cell is settled.
            assert_eq!(table[..n * n].iter().filter(|&&plies| plies == 1).count(), 2);
            assert_eq!(table[..n * n].iter().filter(|&&plies| plies == 0).count(), 1);
        }
    }
}
