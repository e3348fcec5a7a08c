//! The sets of settled placements, grown ply by ply to the fixed point.
//!
//! Sets only grow, and what they have taken in stays in. A ply looks at a part
//! of a block only where the ply before settled something that could matter:
//! [`Grown`] says where.
//!
//! Where Black moves, a ply settles sets from those where White moves, of the
//! same class, and where White moves from those where Black moves, of any chunk.
//! So what a ply reads it does not write, and threads take chunks of it
//! ([`Rounds`]) in any order: the sets after each ply are always the same.
//!
//! Both pieces on one cell is a loss of the side to move in 0 plies, so that
//! captures need no rule of their own.

use std::sync::{Mutex, RwLock, RwLockReadGuard};
use std::thread;

use tesuji_core::pursuit::Speeds;

use super::plan::{Grown, Plan, STEP, Shape, filled};
use super::rounds::{Alarm, Rounds};
use super::sets::{Black, Chunk, Room, Set, View, Views, White, views};
use super::spread::spread;
use super::symmetry::{classes, triangle};
use super::word::{Word, below};
use crate::Refusal;

/// The remoteness of every placement with White to move, as [`super::Table`]
/// stores it, and the nodes. The speeds are from 1 to n − 1.
pub(super) fn remoteness(
    n: u16,
    speeds: Speeds,
    threads: usize,
    memory: u64,
) -> Result<(Vec<u16>, u64), Refusal> {
    let shared = |shape: Shape| shape.shared(threads);
    match n {
        0..=16 => solve::<u16>(n, speeds, shared, memory),
        17..=32 => solve::<u32>(n, speeds, shared, memory),
        _ => solve::<u64>(n, speeds, shared, memory),
    }
}

/// [`remoteness`] with words of this size, one a row or several.
fn solve<T: Word>(
    n: u16,
    speeds: Speeds,
    shared: impl Fn(Shape) -> Shape,
    memory: u64,
) -> Result<(Vec<u16>, u64), Refusal> {
    let shape = Shape::new(n.into(), speeds.white.into(), speeds.black.into(), T::BITS);
    let shape = shared(shape);
    let bytes = shape.bytes();
    let refusal = || Refusal::OutOfMemory { asked: format!("n = {n}"), bytes };
    // No allocation is larger than half of what can be addressed.
    if bytes > memory.into() || bytes > isize::MAX as u128 {
        return Err(refusal());
    }
    // The largest first: where it cannot be had, nothing else is asked for.
    let placements = classes(shape.n) * shape.n * shape.n;
    let mut remoteness = filled(placements, 0).ok_or_else(refusal)?;
    let mut sweep = Sweep::<T>::new(shape, &mut remoteness).ok_or_else(refusal)?;
    sweep.captured();
    let nodes = sweep.run()?;
    Ok((remoteness, nodes))
}

/// All that is settled.
struct Sweep<'a, T> {
    shape: Shape,
    plan: Plan,
    /// Where in a class's part of the table the columns of each word begin.
    entries: Vec<usize>,
    chunks: Vec<Chunk<'a, T>>,
    rooms: Vec<Room<T>>,
}

/// No thread panics while it holds a lock, or all of them end.
const UNPOISONED: &str = "no other thread has panicked";

impl<'a, T: Word> Sweep<'a, T> {
    /// `None` where the memory cannot be had.
    fn new(shape: Shape, mut remoteness: &'a mut [u16]) -> Option<Self> {
        let Shape { n, width, stride, lead, threads, .. } = shape;
        let plan = Plan::new(shape)?;
        let mut entries = filled(stride, 0)?;
        for (word, entry) in entries[..n * width].iter_mut().enumerate() {
            let (row, column) = shape.place_of::<T>(word);
            *entry = row * n + column;
        }
        let chunk = |number| {
            let classes = shape.classes_of(number);
            let (own, rest) = std::mem::take(&mut remoteness).split_at_mut(classes.len() * n * n);
            remoteness = rest;
            let blocks = classes.len() + plan.ghosts_in(classes.clone());
            Some(Chunk {
                first: classes.start,
                white: Mutex::new(White {
                    remoteness: own,
                    unwon: Set::new(shape, classes.len(), lead)?,
                    lost: Set::new(shape, classes.len(), lead)?,
                }),
                black: Black {
                    won: RwLock::new(Set::new(shape, blocks, 0)?),
                    lost: RwLock::new(Set::new(shape, blocks, 0)?),
                },
            })
        };
        let chunks = (0..shape.chunks()).map(chunk).collect::<Option<_>>()?;
        let room = |_| {
            let (new, spread) = (filled(stride, T::EMPTY)?, filled(stride, T::EMPTY)?);
            Some(Room { new, spread, nodes: 0 })
        };
        let rooms = (0..threads).map(room).collect::<Option<_>>()?;
        Some(Sweep { shape, plan, entries, chunks, rooms })
    }

    /// Ply 0: both pieces on one cell.
    fn captured(&mut self) {
        let Sweep { shape, ref plan, ref mut chunks, .. } = *self;
        let Shape { n, width, stride, lead, .. } = shape;
        let mut whites = triangle(n);
        for chunk in chunks {
            let white = chunk.white.get_mut().expect(UNPOISONED);
            let black_lost = chunk.black.lost.get_mut().expect(UNPOISONED);
            let classes = white.unwon.grown.len();
            black_lost.words[..classes * stride].fill(!T::EMPTY);
            for (class, cell) in (0..classes).zip(&mut whites) {
                for word in 0..n * width {
                    let columns = below(n, shape.place_of::<T>(word).1);
                    white.unwon.words[lead + class * stride + word] = columns;
                    black_lost.words[class * stride + word] = !columns;
                }
                white.lost.insert(shape, lead, class, cell);
                black_lost.insert(shape, 0, class, cell);
                for ghost in plan.ghosts_of(chunk.first + class) {
                    let cell = ghost.symmetry.origin(cell);
                    black_lost.insert(shape, 0, ghost.block as usize, cell);
                }
            }
        }
    }

    /// Settles ply after ply; the nodes.
    fn run(&mut self) -> Result<u64, Refusal> {
        let mut rooms = std::mem::take(&mut self.rooms);
        let rounds = Rounds::new(self.chunks.len() as u32, u16::MAX.into());
        let (first, others) = rooms.split_first_mut().expect("there is a thread");
        // A scope is not free for a board of a few cells.
        if others.is_empty() {
            self.work(&rounds, first);
        } else {
            thread::scope(|scope| {
                for room in others {
                    let (sweep, rounds) = (&*self, &rounds);
                    scope.spawn(move || sweep.work(rounds, room));
                }
                self.work(&rounds, first);
            });
        }
        if rounds.is_cut() {
            return Err(Refusal::TooLarge {
                asked: format!("n = {}", self.shape.n),
                limit: "games of up to 65,535 plies".to_owned(),
            });
        }
        Ok(rooms.iter().map(|room| room.nodes).sum())
    }

    /// Takes chunk after chunk of each ply, as one thread of several.
    fn work(&self, rounds: &Rounds, room: &mut Room<T>) {
        let _alarm = Alarm(rounds);
        let mut ply = 0;
        let mut read: Vec<RwLockReadGuard<'_, Set<T>>> = Vec::new();
        while let Some((plies, chunk)) = rounds.take(|| read.clear()) {
            if plies != ply || read.is_empty() {
                // These are what this ply adds to: others wait for them.
                read.clear();
                let sets = self.chunks.iter().map(|chunk| chunk.black.sets(plies)[1]);
                read.extend(sets.map(|set| set.read().expect(UNPOISONED)));
                ply = plies;
            }
            rounds.finish(self.settle(plies, chunk as usize, &read, room));
        }
    }

    /// Settles a ply of a chunk; whether it finds anything.
    fn settle(
        &self,
        plies: u32,
        number: usize,
        read: &[RwLockReadGuard<'_, Set<T>>],
        room: &mut Room<T>,
    ) -> bool {
        let chunk = &self.chunks[number];
        let mut white = chunk.white.lock().expect(UNPOISONED);
        let white = &mut *white;
        let mut into = chunk.black.sets(plies)[0].write().expect(UNPOISONED);
        let (first, other) = (chunk.first, &read[number]);
        // Both sides look, whatever the first finds.
        let black_settles = if plies.is_multiple_of(2) {
            self.black_settles::<false>(first, &white.unwon, &mut into, other, room)
        } else {
            self.black_settles::<true>(first, &white.lost, &mut into, other, room)
        };
        let plies = plies as u16;
        let white_settles = if let [set] = read {
            self.white_settles::<true>(plies, first, white, &[views(set)], room)
        } else {
            let all: Vec<_> = read.iter().map(|set| views(set)).collect();
            self.white_settles::<false>(plies, first, white, &all, room)
        };
        black_settles | white_settles
    }

    /// White's half of [`Sweep::settle`].
    fn white_settles<const ONE: bool>(
        &self,
        plies: u16,
        first: usize,
        white: &mut White<'_, T>,
        read: &[Views<'_, T>],
        room: &mut Room<T>,
    ) -> bool {
        let view = View::<T, ONE>::new(read);
        if plies.is_multiple_of(2) {
            self.white_loses(plies, first, white, view, room)
        } else {
            self.white_wins(plies, first, white, view, room)
        }
    }

    /// White to move wins where some move leads to a loss of Black.
    fn white_wins<const ONE: bool>(
        &self,
        plies: u16,
        first: usize,
        white: &mut White<'_, T>,
        black_lost: View<'_, T, ONE>,
        room: &mut Room<T>,
    ) -> bool {
        let Sweep { shape, plan, entries, .. } = self;
        let (unwon, _) = white.unwon.words[shape.lead..].as_chunks_mut::<STEP>();
        let (lost, _) = white.lost.words[shape.lead..].as_chunks::<STEP>();
        let tables = white.remoteness.chunks_exact_mut(shape.n * shape.n);
        let mut more = false;
        for (class, (table, all_grown)) in tables.zip(&mut white.unwon.grown).enumerate() {
            let reached = plan.reached_from(first + class);
            let part = black_lost.grown_in(reached);
            let mut grown = Grown::NOWHERE;
            room.nodes += part.len();
            for step in part.steps() {
                let mut new = [T::EMPTY; STEP];
                for &block in reached {
                    let lost = black_lost.step(*shape, block, step);
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
                write(table, &entries[step as usize * STEP..], &new, plies);
            }
            more |= !grown.is_empty();
            *all_grown = grown;
        }
        more
    }

    /// White to move loses where every move leads to a win of Black.
    fn white_loses<const ONE: bool>(
        &self,
        plies: u16,
        first: usize,
        white: &mut White<'_, T>,
        black_won: View<'_, T, ONE>,
        room: &mut Room<T>,
    ) -> bool {
        let Sweep { shape, plan, entries, .. } = self;
        let (unwon, _) = white.unwon.words[shape.lead..].as_chunks::<STEP>();
        let (lost, _) = white.lost.words[shape.lead..].as_chunks_mut::<STEP>();
        let tables = white.remoteness.chunks_exact_mut(shape.n * shape.n);
        let mut more = false;
        for (class, (table, all_grown)) in tables.zip(&mut white.lost.grown).enumerate() {
            let reached = plan.reached_from(first + class);
            let part = black_won.grown_in(reached);
            let mut grown = Grown::NOWHERE;
            room.nodes += part.len();
            for step in part.steps() {
                let at = shape.step(class as u32, step);
                let (unwon, lost) = (&unwon[at], &mut lost[at]);
                let mut new = each(|word| unwon[word] & !lost[word]);
                if is_empty(&new) {
                    continue;
                }
                for &block in reached {
                    let won = black_won.step(*shape, block, step);
                    new = each(|word| new[word] & won[word]);
                }
                if is_empty(&new) {
                    continue;
                }
                *lost = each(|word| lost[word] | new[word]);
                grown = grown.with(step);
                write(table, &entries[step as usize * STEP..], &new, plies);
            }
            more |= !grown.is_empty();
            *all_grown = grown;
        }
        more
    }

    /// Black to move wins where some move leads to a loss of White; he loses
    /// where no move leads to what White has not won.
    fn black_settles<const WINS: bool>(
        &self,
        first: usize,
        from: &Set<T>,
        into: &mut Set<T>,
        other: &Set<T>,
        room: &mut Room<T>,
    ) -> bool {
        let Sweep { shape, plan, .. } = self;
        let mut more = false;
        into.grown.fill(Grown::NOWHERE);
        for (class, &part) in from.grown.iter().enumerate() {
            if part.is_empty() {
                continue;
            }
            let part = shape.around(part);
            room.nodes += part.len();
            let words = class * shape.stride + part.from as usize * STEP;
            let new = &mut room.new[..part.len() as usize * STEP];
            spread(*shape, &from.words[words..], new, &mut room.spread);
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
                let new = &room.new[(grown.from - part.from) as usize * STEP..];
                let new = &new[..grown.len() as usize * STEP];
                into.copy_to_ghosts(*shape, plan.ghosts_of(first + class), grown, new);
            }
        }
        more
    }
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
                let (expected, _) = solve::<u64>(n, speeds, |shape| shape, u64::MAX).unwrap();
                for table in [
                    solve::<u16>(n, speeds, |shape| shape, u64::MAX),
                    solve::<u32>(n, speeds, |shape| shape, u64::MAX),
                ] {
                    assert!(table.unwrap().0 == expected, "n = {n}, {speeds:?}");
                }
            }
        }
    }

    /// The table and the nodes, whatever the threads and the chunks.
    #[test]
    fn threads_settle_the_same() {
        for (white, black) in [(1, 2), (2, 2), (1, 5), (8, 9), (1, 1), (3, 1)] {
            for n in [2, 3, 6, 11, 20, 33, 40, 67] {
                let speeds = Speeds { white: white.min(n - 1), black: black.min(n - 1) };
                let expected = solve::<u64>(n, speeds, |shape| shape, u64::MAX).unwrap();
                for (threads, chunk) in [(1, 2), (2, 3), (4, 1), (2, 40)] {
                    let shared =
                        |shape: Shape| Shape { threads, chunk: shape.chunk.min(chunk), ..shape };
                    let found = solve::<u64>(n, speeds, shared, u64::MAX).unwrap();
                    assert!(found == expected, "n = {n}, {speeds:?}, {threads} threads");
                }
            }
        }
        // As many threads as are asked for where it is worth it.
        let shape = Shape::new(60, 1, 2, 64).shared(3);
        assert_eq!((shape.threads, shape.chunks()), (3, 24));
        assert_eq!(Shape::new(20, 1, 2, 32).shared(3), Shape::new(20, 1, 2, 32));
    }

    #[test]
    fn the_last_row_and_column_of_a_full_word_count() {
        for n in [16, 32, 64, 128] {
            let speeds = Speeds { white: 1, black: n - 1 };
            let (table, _) = remoteness(n, speeds, 1, u64::MAX).unwrap();
            let n = usize::from(n);
            // White in the corner: he captures from two cells, and everything else but
            // his own cell is settled.
            assert_eq!(table[..n * n].iter().filter(|&&plies| plies == 1).count(), 2);
            assert_eq!(table[..n * n].iter().filter(|&&plies| plies == 0).count(), 1);
        }
    }

    /// What is held where [`Shape::bytes`] says how much it will be.
    fn held<T: Word>(shape: Shape) -> usize {
        let mut remoteness = vec![0; classes(shape.n) * shape.n * shape.n];
        let table = size_of_val(&*remoteness);
        let sweep = Sweep::<T>::new(shape, &mut remoteness).unwrap();
        let of_set = |set: &Set<T>| size_of_val(&*set.words) + size_of_val(&*set.grown);
        let of_chunk = |chunk: &Chunk<'_, T>| {
            let white = chunk.white.lock().unwrap();
            let black = [&chunk.black.won, &chunk.black.lost].map(|set| set.read().unwrap());
            of_set(&white.unwon) + of_set(&white.lost) + of_set(&black[0]) + of_set(&black[1])
        };
        let of_room = |room: &Room<T>| size_of_val(&*room.new) + size_of_val(&*room.spread);
        table
            + sweep.chunks.iter().map(of_chunk).sum::<usize>()
            + sweep.rooms.iter().map(of_room).sum::<usize>()
            + size_of_val(&*sweep.entries)
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
        let shared = Shape::new(60, 1, 2, 64).shared(3);
        assert_eq!(shared.bytes(), held::<u64>(shared) as u128);
    }

    #[test]
    fn a_row_is_one_word_of_the_least_size_that_holds_it() {
        for (n, bits) in [(16, 16), (17, 32), (32, 32), (33, 64)] {
            let speeds = Speeds { white: 1, black: 2 };
            let refusal = remoteness(n, speeds, 1, 0).unwrap_err();
            let bytes = Shape::new(n.into(), 1, 2, bits).bytes();
            assert_eq!(refusal, Refusal::OutOfMemory { asked: format!("n = {n}"), bytes });
        }
    }
}
