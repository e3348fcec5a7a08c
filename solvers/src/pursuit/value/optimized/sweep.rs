//! The sets of settled placements, grown ply by ply to the fixed point.
//!
//! Sets only grow, and what they have taken in stays in. A ply looks at a part
//! of a block only where the ply before settled something that could matter:
//! [`Grown`] says where.
//!
//! Both pieces on one cell is a loss of the side to move in 0 plies, so that
//! captures need no rule of their own.

use tesuji_core::pursuit::Speeds;

use super::plan::{Ghost, Grown, Plan, STEP, Shape, filled};
use super::spread::spread;
use super::symmetry::{Place, classes, triangle};
use super::word::{Word, below};
use crate::Refusal;

/// The remoteness of every placement with White to move, as [`super::Table`]
/// stores it, and the nodes. The speeds are from 1 to n − 1.
pub(super) fn remoteness(n: u16, speeds: Speeds, memory: u64) -> Result<(Vec<u16>, u64), Refusal> {
    match n {
        0..=16 => solve::<u16>(n, speeds, memory),
        17..=32 => solve::<u32>(n, speeds, memory),
        _ => solve::<u64>(n, speeds, memory),
    }
}

/// [`remoteness`] with words of this size, one a row or several.
fn solve<T: Word>(n: u16, speeds: Speeds, memory: u64) -> Result<(Vec<u16>, u64), Refusal> {
    let shape = Shape::new(n.into(), speeds.white.into(), speeds.black.into(), T::BITS);
    let bytes = shape.bytes();
    let refusal = || Refusal::OutOfMemory { asked: format!("n = {n}"), bytes };
    // No allocation is larger than half of what can be addressed.
    if bytes > memory.into() || bytes > isize::MAX as u128 {
        return Err(refusal());
    }
    Sweep::<T>::new(shape).ok_or_else(refusal)?.run()
}

/// A set of placements: a block for each cell of White.
struct Set<T> {
    words: Vec<T>,
    /// Where in each block the last ply changed something.
    grown: Vec<Grown>,
}

impl<T: Word> Set<T> {
    /// `None` where the memory cannot be had.
    fn new(shape: Shape, blocks: usize, lead: usize) -> Option<Self> {
        let words = filled(2 * lead + blocks * shape.stride, T::EMPTY)?;
        Some(Set { words, grown: filled(blocks, Grown::NOWHERE)? })
    }

    fn insert(&mut self, shape: Shape, lead: usize, block: usize, cell: Place) {
        let (word, bit) = shape.bit_of::<T>(cell);
        self.words[lead + block * shape.stride + word] |= bit;
        self.grown[block] = self.grown[block].with((word / STEP) as u32);
    }

    /// Adds what is new in this part of a class to the class's ghosts.
    fn copy_to_ghosts(&mut self, shape: Shape, ghosts: &[Ghost], part: Grown, new: &[T]) {
        for ghost in ghosts {
            let block = &mut self.words[ghost.block as usize * shape.stride..][..shape.stride];
            for (word, &columns) in (part.from as usize * STEP..).zip(new) {
                if columns == T::EMPTY {
                    continue;
                }
                let (row, first) = shape.place_of::<T>(word);
                columns.for_each(|column| {
                    let cell = ghost.symmetry.origin((row, first + column));
                    let (word, bit) = shape.bit_of::<T>(cell);
                    block[word] |= bit;
                });
            }
            let kept = ghost.symmetry.keeps_rows();
            self.grown[ghost.block as usize] =
                if kept { shape.rows_of(part) } else { shape.whole() };
        }
    }
}

/// What is settled. Where White moves, sets are of classes, with a lead, to be
/// shifted; where Black moves, of classes and ghosts.
struct Sweep<T> {
    shape: Shape,
    plan: Plan,
    remoteness: Vec<u16>,
    /// Where in a class's part of `remoteness` the columns of each word begin.
    entries: Vec<usize>,
    /// White to move, not won by White. It shrinks; that counts as growing.
    white_unwon: Set<T>,
    /// White to move, lost.
    white_lost: Set<T>,
    /// Black to move, won by Black.
    black_won: Set<T>,
    /// Black to move, lost. Bits off the board are in it, in classes, so that
    /// nothing is ever settled there.
    black_lost: Set<T>,
    /// What is new in one block.
    new: Vec<T>,
    /// For [`spread`] to work in.
    room: Vec<T>,
    nodes: u64,
}

impl<T: Word> Sweep<T> {
    /// `None` where the memory cannot be had.
    fn new(shape: Shape) -> Option<Self> {
        let Shape { n, width, stride, lead, .. } = shape;
        // The largest first: where it cannot be had, nothing else is asked for.
        let remoteness = filled(classes(n) * n * n, 0)?;
        let plan = Plan::new(shape)?;
        let mut entries = filled(stride, 0)?;
        for (word, entry) in entries[..n * width].iter_mut().enumerate() {
            let (row, column) = shape.place_of::<T>(word);
            *entry = row * n + column;
        }
        let mut sweep = Sweep {
            shape,
            remoteness,
            entries,
            white_unwon: Set::new(shape, plan.classes, lead)?,
            white_lost: Set::new(shape, plan.classes, lead)?,
            black_won: Set::new(shape, plan.blocks, 0)?,
            black_lost: Set::new(shape, plan.blocks, 0)?,
            new: filled(stride, T::EMPTY)?,
            room: filled(stride, T::EMPTY)?,
            nodes: 0,
            plan,
        };
        sweep.captured();
        Some(sweep)
    }

    /// Ply 0: both pieces on one cell.
    fn captured(&mut self) {
        let Shape { n, width, stride, lead, .. } = self.shape;
        self.black_lost.words[..self.plan.classes * stride].fill(!T::EMPTY);
        for (class, white) in triangle(n).enumerate() {
            for word in 0..n * width {
                let columns = below(n, self.shape.place_of::<T>(word).1);
                self.white_unwon.words[lead + class * stride + word] = columns;
                self.black_lost.words[class * stride + word] = !columns;
            }
            self.white_lost.insert(self.shape, lead, class, white);
            self.black_lost.insert(self.shape, 0, class, white);
            for ghost in self.plan.ghosts_of(class) {
                let cell = ghost.symmetry.origin(white);
                self.black_lost.insert(self.shape, 0, ghost.block as usize, cell);
            }
        }
    }

    fn run(mut self) -> Result<(Vec<u16>, u64), Refusal> {
        for plies in 1..=u16::MAX {
            // Both sides look, whatever the first finds.
            let more = if plies.is_multiple_of(2) {
                self.black_settles::<false>() | self.white_loses(plies)
            } else {
                self.black_settles::<true>() | self.white_wins(plies)
            };
            if !more {
                return Ok((self.remoteness, self.nodes));
            }
        }
        Err(Refusal::TooLarge {
            asked: format!("n = {}", self.shape.n),
            limit: "games of up to 65,535 plies".to_owned(),
        })
    }

    /// White to move wins where some move leads to a loss of Black.
    fn white_wins(&mut self, plies: u16) -> bool {
        let Sweep { shape, plan, white_unwon, white_lost, black_lost, entries, .. } = self;
        let (unwon, _) = white_unwon.words[shape.lead..].as_chunks_mut::<STEP>();
        let (lost, _) = white_lost.words[shape.lead..].as_chunks::<STEP>();
        let (black_lost_steps, _) = black_lost.words.as_chunks::<STEP>();
        let mut more = false;
        for class in 0..plan.classes {
            let reached = plan.reached_from(class);
            let part = grown_in(&black_lost.grown, reached);
            let mut grown = Grown::NOWHERE;
            self.nodes += part.len();
            for step in part.steps() {
                let mut new = [T::EMPTY; STEP];
                for &block in reached {
                    let lost = &black_lost_steps[shape.step(block, step)];
                    new = each(|word| new[word] | lost[word]);
                }
                let at = shape.step(class as u32, step);
                let (unwon, lost) = (&mut unwon[at], &lost[at]);
                new = each(|word| new[word] & unwon[word] & !lost[word]);
                if is_empty(&new) {
                    continue;
                }
                *unwon = each(|word| unwon[word] & !new[word]);
                grown = grown.with(step);
                let table = &mut self.remoteness[class * shape.n * shape.n..];
                write(table, &entries[step as usize * STEP..], &new, plies);
            }
            more |= !grown.is_empty();
            white_unwon.grown[class] = grown;
        }
        more
    }

    /// White to move loses where every move leads to a win of Black.
    fn white_loses(&mut self, plies: u16) -> bool {
        let Sweep { shape, plan, white_unwon, white_lost, black_won, entries, .. } = self;
        let (unwon, _) = white_unwon.words[shape.lead..].as_chunks::<STEP>();
        let (lost, _) = white_lost.words[shape.lead..].as_chunks_mut::<STEP>();
        let (black_won_steps, _) = black_won.words.as_chunks::<STEP>();
        let mut more = false;
        for class in 0..plan.classes {
            let reached = plan.reached_from(class);
            let part = grown_in(&black_won.grown, reached);
            let mut grown = Grown::NOWHERE;
            self.nodes += part.len();
            for step in part.steps() {
                let at = shape.step(class as u32, step);
                let (unwon, lost) = (&unwon[at], &mut lost[at]);
                let mut new = each(|word| unwon[word] & !lost[word]);
                if is_empty(&new) {
                    continue;
                }
                for &block in reached {
                    let won = &black_won_steps[shape.step(block, step)];
                    new = each(|word| new[word] & won[word]);
                }
                if is_empty(&new) {
                    continue;
                }
                *lost = each(|word| lost[word] | new[word]);
                grown = grown.with(step);
                let table = &mut self.remoteness[class * shape.n * shape.n..];
                write(table, &entries[step as usize * STEP..], &new, plies);
            }
            more |= !grown.is_empty();
            white_lost.grown[class] = grown;
        }
        more
    }

    /// Black to move wins where some move leads to a loss of White; he loses
    /// where no move leads to what White has not won.
    fn black_settles<const WINS: bool>(&mut self) -> bool {
        let Sweep { shape, plan, white_unwon, white_lost, black_won, black_lost, .. } = self;
        let (from, into, other) = if WINS {
            (&*white_lost, black_won, &*black_lost)
        } else {
            (&*white_unwon, black_lost, &*black_won)
        };
        let mut more = false;
        into.grown.fill(Grown::NOWHERE);
        for (class, &part) in from.grown.iter().enumerate() {
            if part.is_empty() {
                continue;
            }
            let part = shape.around(part);
            self.nodes += part.len();
            let words = class * shape.stride + part.from as usize * STEP;
            let new = &mut self.new[..part.len() as usize * STEP];
            spread(*shape, &from.words[words..], new, &mut self.room);
            let (into_steps, _) = into.words[words..][..new.len()].as_chunks_mut::<STEP>();
            let (other_steps, _) = other.words[words..][..new.len()].as_chunks::<STEP>();
            let mut grown = Grown::NOWHERE;
            let steps = new.as_chunks_mut::<STEP>().0.iter_mut().zip(into_steps).zip(other_steps);
            for (step, ((new, into), other)) in part.steps().zip(steps) {
                *new = each(|word| {
                    let settled = if WINS { new[word] } else { !new[word] };
                    settled & !(into[word] | other[word])
                });
                if !is_empty(new) {
                    grown = grown.with(step);
                    *into = each(|word| into[word] | new[word]);
                }
            }
            if !grown.is_empty() {
                more = true;
                into.grown[class] = grown;
                let new = &self.new[(grown.from - part.from) as usize * STEP..];
                let new = &new[..grown.len() as usize * STEP];
                into.copy_to_ghosts(*shape, plan.ghosts_of(class), grown, new);
            }
        }
        more
    }
}

/// The least part of a block in which one of these blocks has grown.
#[inline]
fn grown_in(grown: &[Grown], blocks: &[u32]) -> Grown {
    blocks.iter().fold(Grown::NOWHERE, |part, &block| part.join(grown[block as usize]))
}

/// A step of words, each made from its number. Made in full before it is
/// stored: the compiler sees that it touches nothing that it reads.
#[inline(always)]
fn each<T>(word: impl FnMut(usize) -> T) -> [T; STEP] {
    std::array::from_fn(word)
}

#[inline(always)]
fn is_empty<T: Word>(words: &[T; STEP]) -> bool {
    words.iter().fold(T::EMPTY, |any, &word| any | word) == T::EMPTY
}

/// Enters `plies` for the placements of these words.
#[inline]
fn write<T: Word>(table: &mut [u16], entries: &[usize], words: &[T; STEP], plies: u16) {
    for (&entry, &columns) in entries.iter().zip(words) {
        if columns != T::EMPTY {
            columns.for_each(|column| table[entry + column] = plies);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_size_gives_the_same_table() {
        for (white, black) in [(1, 2), (2, 2), (1, 5), (8, 8), (2, 3), (1, 1), (3, 1)] {
            for n in (2..=24_u16).chain([31, 32, 33, 46, 47, 48, 49]) {
                let speeds = Speeds { white: white.min(n - 1), black: black.min(n - 1) };
                let (expected, _) = solve::<u64>(n, speeds, u64::MAX).unwrap();
                for table in [solve::<u16>(n, speeds, u64::MAX), solve::<u32>(n, speeds, u64::MAX)]
                {
                    assert!(table.unwrap().0 == expected, "n = {n}, {speeds:?}");
                }
            }
        }
    }

    #[test]
    fn the_last_row_and_column_of_a_full_word_count() {
        for n in [16, 32, 64, 128] {
            let speeds = Speeds { white: 1, black: n - 1 };
            let (table, _) = remoteness(n, speeds, u64::MAX).unwrap();
            let n = usize::from(n);
            // White in the corner: he captures from two cells, and everything else but
            // his own cell is settled.
            assert_eq!(table[..n * n].iter().filter(|&&plies| plies == 1).count(), 2);
            assert_eq!(table[..n * n].iter().filter(|&&plies| plies == 0).count(), 1);
        }
    }

    /// What is held where [`Shape::bytes`] says how much it will be.
    fn held<T: Word>(shape: Shape) -> usize {
        let sweep = Sweep::<T>::new(shape).unwrap();
        let sets = [&sweep.white_unwon, &sweep.white_lost, &sweep.black_won, &sweep.black_lost];
        let of_set = |set: &Set<T>| size_of_val(&*set.words) + size_of_val(&*set.grown);
        sets.into_iter().map(of_set).sum::<usize>()
            + size_of_val(&*sweep.remoteness)
            + size_of_val(&*sweep.entries)
            + size_of_val(&*sweep.new)
            + size_of_val(&*sweep.room)
            + sweep.plan.bytes(shape)
    }

    #[test]
    fn the_bytes_are_counted_before_they_are_asked_for() {
        for n in (2..20).chain([31, 32, 33, 40]) {
            for (white, black) in [(1, 2), (3, 1), (2, 8), (1, 9), (n - 1, n - 1)] {
                let (white, black) = (white.min(n - 1), black.min(n - 1));
                let shape = |bits| Shape::new(n, white, black, bits);
                assert_eq!(shape(16).bytes(), held::<u16>(shape(16)) as u128, "{:?}", shape(16));
                assert_eq!(shape(32).bytes(), held::<u32>(shape(32)) as u128, "{:?}", shape(32));
                assert_eq!(shape(64).bytes(), held::<u64>(shape(64)) as u128, "{:?}", shape(64));
            }
        }
    }

    #[test]
    fn a_row_is_one_word_of_the_least_size_that_holds_it() {
        for (n, bits) in [(16, 16), (17, 32), (32, 32), (33, 64)] {
            let speeds = Speeds { white: 1, black: 2 };
            let refusal = remoteness(n, speeds, 0).unwrap_err();
            let bytes = Shape::new(n.into(), 1, 2, bits).bytes();
            assert_eq!(refusal, Refusal::OutOfMemory { asked: format!("n = {n}"), bytes });
        }
    }
}
