//! What is settled, in chunks.

use std::sync::{Mutex, RwLock};

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

/// The sets of all chunks, to look blocks up in. With `ONE` there is one chunk,
/// and which it is need not be asked: small boards spend much of their time so.
#[derive(Clone, Copy)]
pub(super) struct View<'s, T, const ONE: bool> {
    first: Views<'s, T>,
    all: &'s [Views<'s, T>],
}

/// A set's words in steps, and where it has grown.
pub(super) type Views<'s, T> = (&'s [[T; STEP]], &'s [Grown]);

/// Each set as a [`View`] has it.
pub(super) fn views<'s, T: Word>(set: &'s Set<T>) -> Views<'s, T> {
    (set.words.as_chunks::<STEP>().0, &set.grown)
}

impl<'s, T: Word, const ONE: bool> View<'s, T, ONE> {
    /// Of these chunks: one, or several.
    pub(super) fn new(all: &'s [Views<'s, T>]) -> Self {
        View { first: all[0], all }
    }

    #[inline(always)]
    fn chunk(self, number: u32) -> Views<'s, T> {
        if ONE { self.first } else { self.all[number as usize] }
    }

    /// A step of a block.
    #[inline(always)]
    pub(super) fn step(
        self,
        shape: Shape,
        Block { chunk, block }: Block,
        step: u32,
    ) -> &'s [T; STEP] {
        &self.chunk(chunk).0[shape.step(block, step)]
    }

    /// The least part of a block in which one of these blocks has grown.
    #[inline(always)]
    pub(super) fn grown_in(self, blocks: &[Block]) -> Grown {
        let grown = |&Block { chunk, block }: &Block| self.chunk(chunk).1[block as usize];
        blocks.iter().map(grown).fold(Grown::NOWHERE, Grown::join)
    }
}
