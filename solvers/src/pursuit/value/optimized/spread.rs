//! The cells from which one move of Black reaches a set of cells.

use super::plan::{STEP, Shape};
use super::word::Word;

/// The greatest speed that is done by shifts over the edges of rows and blocks.
pub(super) const NEAR: usize = 8;

/// Finds the cells from which one move of Black reaches a cell of a block, in
/// as many words of it as `to` holds.
///
/// `from` begins a lead before the first of these words and ends no less than
/// a lead behind the last. Off the board it is empty; there `to` becomes
/// anything. For a speed beyond [`NEAR`] the words are the whole block, and
/// `room` is as large.
pub(super) fn spread<T: Word>(shape: Shape, from: &[T], to: &mut [T], room: &mut [T]) {
    match (shape.black_speed, shape.width) {
        (1, 1) => near::<T, 1, false>(shape, from, to),
        (2, 1) => near::<T, 2, false>(shape, from, to),
        (3, 1) => near::<T, 3, false>(shape, from, to),
        (1, _) => near::<T, 1, true>(shape, from, to),
        (2, _) => near::<T, 2, true>(shape, from, to),
        (3, _) => near::<T, 3, true>(shape, from, to),
        (..=NEAR, 1) => nearby::<T, false>(shape, from, to),
        (..=NEAR, _) => nearby::<T, true>(shape, from, to),
        _ => far(shape, from, to, room),
    }
}

/// [`spread`] with the speed known, in one pass. In rows of several words what
/// one word loses comes into the next, also from row to row: the columns that
/// are free there take it up.
fn near<T: Word, const SPEED: usize, const WIDE: bool>(shape: Shape, from: &[T], to: &mut [T]) {
    let at = shape.lead;
    let (to, _) = to.as_chunks_mut::<STEP>();
    let len = to.len();
    let steps = |at: usize| &from[at..].as_chunks::<STEP>().0[..len];
    let here = steps(at);
    let rows_above: [_; SPEED] = std::array::from_fn(|d| steps(at - (d + 1) * shape.width));
    let rows_below: [_; SPEED] = std::array::from_fn(|d| steps(at + (d + 1) * shape.width));
    let (before, behind) = if WIDE { (steps(at - 1), steps(at + 1)) } else { (here, here) };
    for step in 0..len {
        for word in 0..STEP {
            let row = here[step][word];
            let mut reached = T::EMPTY;
            for d in 0..SPEED {
                reached |= row.up(d + 1) | row.down(d + 1);
                reached |= rows_above[d][step][word] | rows_below[d][step][word];
                if WIDE {
                    reached |= before[step][word].down(T::BITS - (d + 1));
                    reached |= behind[step][word].up(T::BITS - (d + 1));
                }
            }
            to[step][word] = reached;
        }
    }
}

/// [`near`] with a pass for each distance.
fn nearby<T: Word, const WIDE: bool>(shape: Shape, from: &[T], to: &mut [T]) {
    let (at, len) = (shape.lead, to.len());
    let words = |at: usize| &from[at..][..len];
    let here = words(at);
    let (before, behind) = if WIDE { (words(at - 1), words(at + 1)) } else { (here, here) };
    to.fill(T::EMPTY);
    for d in 1..=shape.black_speed {
        let (above, below) = (words(at - d * shape.width), words(at + d * shape.width));
        for word in 0..len {
            let mut reached = here[word].up(d) | here[word].down(d) | above[word] | below[word];
            if WIDE {
                reached |= before[word].down(T::BITS - d) | behind[word].up(T::BITS - d);
            }
            to[word] |= reached;
        }
    }
}

/// [`spread`] of one block for any speed. `room` holds as much as the block.
fn far<T: Word>(shape: Shape, from: &[T], to: &mut [T], room: &mut [T]) {
    let Shape { n, black_speed, width, .. } = shape;
    let words = n * width;
    to.fill(T::EMPTY);
    let rows = from[..words].chunks_exact(width).zip(to.chunks_exact_mut(width));
    for (from, to) in rows {
        along(from, to, &mut room[..width], 1, black_speed);
    }
    along(&from[..words], &mut to[..words], &mut room[..words], width * T::BITS, black_speed);
}

/// Adds to `to` the set `from` moved up and down by 1 to `speed` times `unit`
/// columns, both taken as one long row. What has moved by 1 to k units, moved
/// by k more, has moved by 1 to 2k: log `speed` passes.
fn along<T: Word>(from: &[T], to: &mut [T], room: &mut [T], unit: usize, speed: usize) {
    for shift in [up::<T>, down::<T>] {
        room.copy_from_slice(from);
        shift(room, unit, false);
        let mut covered = 1;
        while covered < speed {
            let more = covered.min(speed - covered);
            shift(room, more * unit, true);
            covered += more;
        }
        for (to, &moved) in to.iter_mut().zip(&*room) {
            *to |= moved;
        }
    }
}

/// Moves a long row up by so many columns; keeps what was there, or not.
fn up<T: Word>(row: &mut [T], by: usize, keep: bool) {
    let (words, bits) = (by / T::BITS, by % T::BITS);
    for word in (0..row.len()).rev() {
        let there = |back: usize| word.checked_sub(words + back).map_or(T::EMPTY, |at| row[at]);
        let carried = if bits == 0 { T::EMPTY } else { there(1).down(T::BITS - bits) };
        let kept = if keep { row[word] } else { T::EMPTY };
        row[word] = kept | there(0).up(bits) | carried;
    }
}

/// As [`up`], down.
fn down<T: Word>(row: &mut [T], by: usize, keep: bool) {
    let (words, bits) = (by / T::BITS, by % T::BITS);
    for word in 0..row.len() {
        let there = |on: usize| row.get(word + words + on).copied().unwrap_or(T::EMPTY);
        let carried = if bits == 0 { T::EMPTY } else { there(1).up(T::BITS - bits) };
        let kept = if keep { row[word] } else { T::EMPTY };
        row[word] = kept | there(0).down(bits) | carried;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pursuit::value::optimized::table::steps;
    use crate::pursuit::value::optimized::word::below;

    /// A few sets of cells of each size, spread cell by cell and by words.
    fn agrees<T: Word>() {
        let sizes = [2, 3, T::BITS - 1, T::BITS, T::BITS + 1, 2 * T::BITS, 2 * T::BITS + 1];
        for n in sizes.into_iter().filter(|&n| n < 70) {
            for speed in [1, 2, 3, 4, 5, 8, 9, 15, 16, 17, n - 1] {
                let shape = Shape::new(n, 1, speed.min(n - 1), T::BITS);
                for modulus in [1, 2, 7, 61, 997] {
                    one_set::<T>(shape, modulus);
                }
            }
        }
    }

    fn one_set<T: Word>(shape: Shape, modulus: usize) {
        let n = shape.n;
        let cells = || (0..n).flat_map(|row| (0..n).map(move |column| (row, column)));
        let taken =
            |&(row, column): &(usize, usize)| (row * n + column + 1).is_multiple_of(modulus);
        // The blocks on either side are full, as far as blocks are.
        let mut from = vec![T::EMPTY; 3 * shape.stride + 2 * shape.lead];
        for block in [0, 2] {
            for row in 0..n {
                for word in 0..shape.width {
                    from[shape.lead + block * shape.stride + row * shape.width + word] =
                        below(n, word * T::BITS);
                }
            }
        }
        let at = shape.lead + shape.stride;
        let mut expected = vec![T::EMPTY; shape.stride];
        for cell in cells().filter(taken) {
            let (word, bit) = shape.bit_of(cell);
            from[at + word] |= bit;
            for next in steps(n, cell, shape.black_speed) {
                let (word, bit) = shape.bit_of(next);
                expected[word] |= bit;
            }
        }
        let (mut to, mut room) = (vec![!T::EMPTY; shape.stride], vec![T::EMPTY; shape.stride]);
        spread(shape, &from[shape.stride..], &mut to, &mut room);
        for cell in cells() {
            let (word, bit) = shape.bit_of::<T>(cell);
            let in_set = |set: &[T]| set[word] & bit != T::EMPTY;
            assert_eq!(in_set(&to), in_set(&expected), "{cell:?}, one in {modulus}, {shape:?}");
        }
    }

    #[test]
    fn words_spread_as_cells_do() {
        agrees::<u16>();
        agrees::<u32>();
        agrees::<u64>();
    }
}
