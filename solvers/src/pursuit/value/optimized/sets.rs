//! What is settled, in chunks.

use std::sync::{Mutex, RwLock, RwLockReadGuard};

use super::plan::{Block, Ghost, Grown, STEP, Shape, filled};
use super::symmetry::Place;
use super::word::Word;

/// A set of placements: a block for each cell of White, of a chunk.
pub(super) struct Set<T> {
    pub(super) words: Vec<T>,
    /// Where in each block the last ply changed something.
    pub(super) grown: Vec<Grown>,
}

impl<T: Word> Set<T> {
    /// `None` where the memory cannot be had.
    pub(super) fn new(shape: Shape, blocks: usize, lead: usize) -> Option<Self> {
        let words = filled(2 * lead + blocks * shape.stride, T::EMPTY)?;
        Some(Set { words, grown: filled(blocks, Grown::NOWHERE)? })
    }

    pub(super) fn insert(&mut self, shape: Shape, lead: usize, block: usize, cell: Place) {
        let (word, bit) = shape.bit_of::<T>(cell);
        self.words[lead + block * shape.stride + word] |= bit;
        self.grown[block] = self.grown[block].with((word / STEP) as u32);
    }

    /// Adds what is new in this part of a class to the class's ghosts.
    pub(super) fn copy_to_ghosts(
        &mut self,
        shape: Shape,
        ghosts: &[Ghost],
        part: Grown,
        new: &[T],
    ) {
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

/// What is settled of the classes of a chunk.
pub(super) struct Chunk<'a, T> {
    /// The number of its first class.
    pub(super) first: usize,
    pub(super) white: Mutex<White<'a, T>>,
    pub(super) black: Black<T>,
}

/// White to move: sets of classes, with a lead, to be shifted.
pub(super) struct White<'a, T> {
    pub(super) remoteness: &'a mut [u16],
    /// Not won by White. It shrinks; that counts as growing.
    pub(super) unwon: Set<T>,
    pub(super) lost: Set<T>,
}

/// Black to move: sets of classes and ghosts.
pub(super) struct Black<T> {
    pub(super) won: RwLock<Set<T>>,
    /// Bits off the board are in it, in classes, so that nothing is ever
    /// settled there.
    pub(super) lost: RwLock<Set<T>>,
}

impl<T> Black<T> {
    /// What this ply adds to, and what it reads.
    pub(super) fn sets(&self, plies: u32) -> [&RwLock<Set<T>>; 2] {
        let sets = [&self.lost, &self.won];
        if plies.is_multiple_of(2) { sets } else { [sets[1], sets[0]] }
    }
}

/// What a thread works in.
pub(super) struct Room<T> {
    /// What is new in one block.
    pub(super) new: Vec<T>,
    /// For [`spread`](super::spread::spread) to work in.
    pub(super) spread: Vec<T>,
    pub(super) nodes: u64,
}

/// The steps of a block among those of all chunks.
#[inline]
pub(super) fn steps_of<'s, T: Word>(
    shape: Shape,
    sets: &'s [RwLockReadGuard<'_, Set<T>>],
    Block { chunk, block }: Block,
) -> &'s [[T; STEP]] {
    let words = &sets[chunk as usize].words[block as usize * shape.stride..][..shape.stride];
    words.as_chunks::<STEP>().0
}

/// The least part of a block in which one of these blocks has grown.
#[inline]
pub(super) fn grown_in<T>(sets: &[RwLockReadGuard<'_, Set<T>>], blocks: &[Block]) -> Grown {
    let grown = |&Block { chunk, block }: &Block| sets[chunk as usize].grown[block as usize];
    blocks.iter().map(grown).fold(Grown::NOWHERE, Grown::join)
}
