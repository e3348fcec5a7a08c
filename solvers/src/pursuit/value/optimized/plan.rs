//! Where the sets lie in memory, what White reaches, and what it all takes.
//!
//! A *block* is the set of Black's cells for one cell of White: n rows of
//! `width` words, then free words up to the stride, a multiple of [`STEP`].
//! All blocks of one kind of set lie in one array:
//!
//! ```text
//!   |<--- lead --->|<------ stride ------>|<------ stride ------>|
//!   +--------------+-----------+----------+-----------+----------+---
//!   | free         | n rows of | free     | n rows of | free     | ...
//!   |              | class 0   |          | class 1   |          |
//!   +--------------+-----------+----------+-----------+----------+---
//! ```
//!
//! The classes are cut into *chunks*, one after the other, each with arrays of
//! its own, so that several threads can settle one ply: a thread writes the
//! chunk that it has taken and reads all.
//!
//! Where Black's speed is at most [`NEAR`], as many rows and one word are free
//! between two blocks, and as many columns in rows of several words: then the
//! cells that a move reaches are found by shifts that look at no edge. A faster
//! piece is looked after row by row and needs no room.
//!
//! The blocks of a chunk's classes are followed by *ghosts*: White's cells that
//! he reaches from a class and that are no class themselves. A ghost is the
//! image of a class, in the chunk of this class, copied bit by bit; each bit is
//! copied once in the whole run.

use std::mem::size_of;
use std::ops::Range;

use super::spread::NEAR;
use super::symmetry::{Place, Symmetry, class, classes, half, triangle};
use super::table::steps;
use super::word::Word;

/// Words in one step of the loops, so that the compiler turns each step into a
/// few vector instructions.
pub(super) const STEP: usize = 8;

/// The part of a block where something is new, in steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Grown {
    pub(super) from: u32,
    pub(super) to: u32,
}

impl Grown {
    pub(super) const NOWHERE: Grown = Grown { from: u32::MAX, to: 0 };

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.to <= self.from
    }

    /// The number of steps.
    #[inline]
    pub(super) fn len(self) -> u64 {
        self.to.saturating_sub(self.from).into()
    }

    #[inline]
    pub(super) fn steps(self) -> Range<u32> {
        self.from..self.to
    }

    /// The least part with both in it.
    #[inline]
    pub(super) fn join(self, other: Grown) -> Grown {
        Grown { from: self.from.min(other.from), to: self.to.max(other.to) }
    }

    /// The least part with this step in it as well.
    #[inline]
    pub(super) fn with(self, step: u32) -> Grown {
        self.join(Grown { from: step, to: step + 1 })
    }
}

/// A cell of White outside the triangle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ghost {
    /// The class that it is an image of.
    class: u32,
    /// Its block, in the chunk of its class.
    pub(super) block: u32,
    /// What brings it to its class.
    pub(super) symmetry: Symmetry,
}

/// Which block, of the sets where Black moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Block {
    pub(super) chunk: u32,
    /// From the start of the chunk.
    pub(super) block: u32,
}

/// Chunks for each of several threads. More share the work more evenly, and
/// cost more locks.
const CHUNKS: usize = 8;

/// Below so many words of a set, settling a ply is not worth another thread.
const ALONE: usize = 1 << 14;

/// Sizes, in words unless said otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    /// Rows of the board, and columns.
    pub(super) n: usize,
    /// White's speed, at most n − 1.
    pub(super) white_speed: usize,
    /// Black's speed, at most n − 1.
    pub(super) black_speed: usize,
    /// Columns in a word.
    pub(super) bits: usize,
    /// A row.
    pub(super) width: usize,
    /// A block and the free words behind it.
    pub(super) stride: usize,
    /// The free words before the first block of a chunk, where blocks are
    /// shifted.
    pub(super) lead: usize,
    /// The classes of a chunk but the last, which may have fewer.
    pub(super) chunk: usize,
    /// The threads that work.
    pub(super) threads: usize,
}

impl Shape {
    /// The shape for words of so many bits. A row is one word where it fits.
    pub(super) fn new(n: usize, white_speed: usize, black_speed: usize, bits: usize) -> Shape {
        let margin = if black_speed <= NEAR { black_speed } else { 0 };
        let width = if n <= bits { 1 } else { (n + margin).div_ceil(bits) };
        let lead = if margin > 0 { margin * width + 1 } else { 0 };
        let stride = (n * width + lead).next_multiple_of(STEP);
        let chunk = classes(n);
        Shape { n, white_speed, black_speed, bits, width, stride, lead, chunk, threads: 1 }
    }

    /// The same for so many threads (at least one), or fewer where there is too
    /// little work.
    pub(super) fn shared(self, threads: usize) -> Shape {
        let classes = classes(self.n);
        if threads < 2 || classes.saturating_mul(self.stride) < ALONE {
            return self;
        }
        let chunk = classes.div_ceil(threads.saturating_mul(CHUNKS));
        Shape { chunk, threads, ..self }
    }

    /// The number of chunks.
    pub(super) fn chunks(self) -> usize {
        classes(self.n).div_ceil(self.chunk)
    }

    /// The classes of this chunk.
    pub(super) fn classes_of(self, chunk: usize) -> Range<usize> {
        let first = chunk * self.chunk;
        first..classes(self.n).min(first + self.chunk)
    }

    /// The word of a block, and the bit in it, for this cell.
    #[inline]
    pub(super) fn bit_of<T: Word>(self, (row, column): Place) -> (usize, T) {
        (row * self.width + column / T::BITS, T::bit(column % T::BITS))
    }

    /// The row and the first column of a word of a block.
    #[inline]
    pub(super) fn place_of<T: Word>(self, word: usize) -> Place {
        // Most boards have rows of one word; a division is not free.
        if self.width == 1 { (word, 0) } else { (word / self.width, word % self.width * T::BITS) }
    }

    /// Where this step of a block is among the steps of all blocks.
    #[inline]
    pub(super) fn step(self, block: u32, step: u32) -> usize {
        block as usize * (self.stride / STEP) + step as usize
    }

    /// The whole block.
    pub(super) fn whole(self) -> Grown {
        Grown { from: 0, to: (self.stride / STEP) as u32 }
    }

    /// The steps within one move of Black from these.
    pub(super) fn around(self, part: Grown) -> Grown {
        if self.black_speed > NEAR { self.whole() } else { self.widened(part, self.lead) }
    }

    /// The steps with any word of the rows that these steps have words of.
    pub(super) fn rows_of(self, part: Grown) -> Grown {
        self.widened(part, self.width - 1)
    }

    fn widened(self, Grown { from, to }: Grown, words: usize) -> Grown {
        let more = words.div_ceil(STEP) as u32;
        Grown { from: from.saturating_sub(more), to: (to + more).min(self.whole().to) }
    }

    /// Cells outside the triangle that White reaches from a cell in it.
    ///
    /// To the right he leaves every row of the triangle; downwards every
    /// column, by its diagonal. What he reaches to the left lies below the
    /// diagonal too, no farther from it, and upwards he stays in.
    fn ghosts(self) -> u128 {
        let Shape { n, white_speed, .. } = self;
        let to_the_right = half(n) * white_speed.min(n - half(n));
        let down: u128 = (0..half(n)).map(|column| white_speed.min(n - 1 - column) as u128).sum();
        to_the_right as u128 + down
    }

    /// Moves of White from the classes, all together.
    fn moves(self) -> u128 {
        let Shape { n, white_speed, .. } = self;
        // Index i is the row of half(n) − i classes and the column of i + 1.
        let along = |index: usize| white_speed.min(index) + white_speed.min(n - 1 - index);
        (0..half(n)).map(|index| along(index) as u128 * (half(n) as u128 + 1)).sum()
    }

    /// All bytes that solving takes: the table, the sets, and what it needs to
    /// find its way. Exact but for what the allocator adds, and some words for
    /// each chunk.
    pub(super) fn bytes(self) -> u128 {
        let Shape { n, stride, lead, bits, threads, .. } = self;
        let (cells, classes, ghosts) = ((n * n) as u128, classes(n) as u128, self.ghosts());
        let (stride, lead, blocks) = (stride as u128, lead as u128, classes + ghosts);
        let words = 2 * (2 * lead * self.chunks() as u128 + classes * stride)
            + 2 * blocks * stride
            + 2 * stride * threads as u128;
        let parts = [
            (classes * cells, size_of::<u16>()),
            (words, bits / 8),
            (2 * classes + 2 * blocks, size_of::<Grown>()),
            (self.moves() + cells, size_of::<Block>()),
            (2 * (classes + 1) + stride, size_of::<usize>()),
            (ghosts, size_of::<Ghost>()),
        ];
        parts.into_iter().map(|(count, size)| count * size as u128).sum()
    }
}

/// What White reaches from each class, and the ghosts of each.
#[derive(Debug)]
pub(super) struct Plan {
    /// The blocks that White reaches, class after class.
    reached: Vec<Block>,
    /// Where in `reached` each class begins; one more for the end.
    reached_begins: Vec<usize>,
    /// The ghosts, class after class.
    ghosts: Vec<Ghost>,
    /// Where in `ghosts` each class begins; one more for the end.
    ghosts_begin: Vec<usize>,
}

impl Plan {
    /// `None` where the memory cannot be had.
    pub(super) fn new(shape: Shape) -> Option<Plan> {
        const NO_BLOCK: Block = Block { chunk: u32::MAX, block: u32::MAX };
        let Shape { n, white_speed, chunk, .. } = shape;
        let classes = classes(n);
        let block =
            |class: usize| Block { chunk: (class / chunk) as u32, block: (class % chunk) as u32 };
        let mut block_of = filled(n * n, NO_BLOCK)?;
        for (class, white) in triangle(n).enumerate() {
            block_of[white.0 * n + white.1] = block(class);
        }
        let mut ghosts = room(usize::try_from(shape.ghosts()).ok()?)?;
        for (row, column) in triangle(n).flat_map(|white| steps(n, white, white_speed)) {
            let block = &mut block_of[row * n + column];
            if *block == NO_BLOCK {
                // Which it is turns out when the ghosts have their order.
                block.chunk = 0;
                let symmetry = Symmetry::canonical(n, (row, column));
                let class = class(n, symmetry.image((row, column))) as u32;
                ghosts.push(Ghost { class, block: (row * n + column) as u32, symmetry });
            }
        }
        ghosts.sort_unstable_by_key(|ghost| (ghost.class, ghost.block));
        let mut ghosts_begin = room(classes + 1)?;
        let mut begin = 0;
        for class in 0..=classes {
            while ghosts.get(begin).is_some_and(|ghost| (ghost.class as usize) < class) {
                begin += 1;
            }
            ghosts_begin.push(begin);
        }
        for chunk in 0..shape.chunks() {
            let classes = shape.classes_of(chunk);
            let ghosts = &mut ghosts[ghosts_begin[classes.start]..ghosts_begin[classes.end]];
            for (ghost, block) in ghosts.iter_mut().zip(classes.len() as u32..) {
                let cell = std::mem::replace(&mut ghost.block, block);
                block_of[cell as usize] = Block { chunk: chunk as u32, block };
            }
        }
        let mut reached = room(usize::try_from(shape.moves()).ok()?)?;
        let mut reached_begins = room(classes + 1)?;
        reached_begins.push(0);
        for white in triangle(n) {
            let next = steps(n, white, white_speed);
            reached.extend(next.map(|(row, column)| block_of[row * n + column]));
            reached_begins.push(reached.len());
        }
        Some(Plan { reached, reached_begins, ghosts, ghosts_begin })
    }

    /// The bytes that it holds, and those that it takes only while it is made.
    #[cfg(test)]
    pub(super) fn bytes(&self, shape: Shape) -> usize {
        size_of_val(&*self.reached)
            + size_of_val(&*self.reached_begins)
            + size_of_val(&*self.ghosts)
            + size_of_val(&*self.ghosts_begin)
            + shape.n * shape.n * size_of::<Block>()
    }

    #[inline]
    pub(super) fn reached_from(&self, class: usize) -> &[Block] {
        &self.reached[self.reached_begins[class]..self.reached_begins[class + 1]]
    }

    #[inline]
    pub(super) fn ghosts_of(&self, class: usize) -> &[Ghost] {
        &self.ghosts[self.ghosts_begin[class]..self.ghosts_begin[class + 1]]
    }

    /// How many ghosts these classes have.
    pub(super) fn ghosts_in(&self, classes: Range<usize>) -> usize {
        self.ghosts_begin[classes.end] - self.ghosts_begin[classes.start]
    }
}

/// An empty vector with room for `len`, or `None` where it cannot be had.
fn room<T>(len: usize) -> Option<Vec<T>> {
    let mut vec = Vec::new();
    vec.try_reserve_exact(len).ok()?;
    Some(vec)
}

/// A vector of `len` copies, or `None` where the memory cannot be had.
pub(super) fn filled<T: Clone>(len: usize, value: T) -> Option<Vec<T>> {
    let mut vec = room(len)?;
    vec.resize(len, value);
    Some(vec)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_ghosts_are_counted_before_they_are_made() {
        for n in 2..=23 {
            for white_speed in 1..n {
                let shape = Shape::new(n, white_speed, 1, 64);
                let plan = Plan::new(shape).unwrap();
                assert_eq!(plan.ghosts.len() as u128, shape.ghosts(), "{shape:?}");
                assert_eq!(plan.reached.len() as u128, shape.moves(), "{shape:?}");
                let ghosts = (0..classes(n)).flat_map(|class| plan.ghosts_of(class));
                assert!(ghosts.eq(&plan.ghosts), "{shape:?}");
            }
        }
    }

    /// Whatever the chunks, a class reaches the same cells of White.
    #[test]
    fn blocks_of_chunks_are_those_of_one() {
        for (n, white_speed) in [(2, 1), (7, 2), (12, 1), (13, 12)] {
            let cells = |shape: Shape| {
                let plan = Plan::new(shape).unwrap();
                let cell = |Block { chunk, block }| {
                    let classes = shape.classes_of(chunk as usize);
                    match (block as usize).checked_sub(classes.len()) {
                        None => (classes.start + block as usize, None),
                        Some(ghost) => {
                            let first = plan.ghosts_begin[classes.start];
                            let Ghost { class, symmetry, .. } = plan.ghosts[first + ghost];
                            (class as usize, Some(symmetry))
                        }
                    }
                };
                plan.reached.iter().map(|&block| cell(block)).collect::<Vec<_>>()
            };
            let shape = Shape::new(n, white_speed, 1, 64);
            let expected = cells(shape);
            for chunk in 1..=classes(n) {
                assert_eq!(cells(Shape { chunk, ..shape }), expected, "{chunk} of n = {n}");
            }
        }
    }

    #[test]
    fn rows_take_as_many_words_as_they_need() {
        let width = |n, black_speed| Shape::new(n, 1, black_speed, 64).width;
        assert_eq!([width(64, 2), width(65, 2), width(126, 2), width(127, 2)], [1, 2, 2, 3]);
        assert_eq!([width(128, 9), width(129, 9), width(300, 2), width(65535, 2)], [2, 3, 5, 1025]);
    }
}
