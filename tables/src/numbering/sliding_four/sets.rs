//! Sets of cells and pieces, and the symmetries that move them.

use tesuji_core::sliding_four::large::Shape;

/// The elements of a set, ascending.
pub(super) fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        bit
    })
}

pub(super) fn moved(set: u32, images: &[u8; 25]) -> u32 {
    bits(set).fold(0, |image, at| image | 1 << images[at as usize & 31])
}

/// The bits of `set` at the places of `mask`, moved together.
pub(super) fn gather(set: u32, mask: u32) -> u32 {
    bits(set & mask).fold(0, |out, at| out | 1 << (mask & ((1 << at) - 1)).count_ones())
}

/// The low bits of `set` at the places of `mask`.
pub(super) fn scatter(set: u32, mask: u32) -> u32 {
    bits(mask).zip(0..).fold(0, |out, (at, i)| out | (set >> i & 1) << at)
}

/// The next set with as many elements, ascending as numbers. Not of the empty
/// set.
pub(super) fn successor(set: u32) -> u32 {
    let low = set & set.wrapping_neg();
    let risen = set + low;
    risen | ((set ^ risen) / low) >> 2
}

/// How many sets of so many pieces a symmetry maps onto themselves.
pub(super) fn fixed(images: &[u8; 25], pieces: u32, own: u32) -> u64 {
    // By size, the sets of the cycles seen so far.
    let mut sets = [0_u64; 26];
    sets[0] = 1;
    let mut seen = 0_u32;
    for piece in 0..pieces {
        if seen >> piece & 1 != 0 {
            continue;
        }
        let (mut at, mut length) = (piece, 0);
        while seen >> at & 1 == 0 {
            seen |= 1 << at;
            at = images[at as usize].into();
            length += 1;
        }
        for size in (length..26).rev() {
            sets[size] += sets[size - length];
        }
    }
    sets[own as usize]
}

/// The symmetries of a board: four, or eight where it is a square.
pub(super) fn symmetries(shape: Shape) -> Vec<[u8; 25]> {
    let (width, height) = (shape.width(), shape.height());
    let mut all: Vec<[u8; 25]> = Vec::new();
    for transpose in [false, true] {
        for flip in 0..4 {
            if transpose && width != height {
                continue;
            }
            let mut images = [0; 25];
            for cell in 0..shape.cells() {
                let (mut row, mut column) = (cell / width, cell % width);
                if transpose {
                    (row, column) = (column, row);
                }
                if flip & 1 != 0 {
                    row = height - 1 - row;
                }
                if flip & 2 != 0 {
                    column = width - 1 - column;
                }
                images[cell as usize] = (row * width + column) as u8;
            }
            // On a board of one row or column some are the same map.
            if !all.contains(&images) {
                all.push(images);
            }
        }
    }
    all
}

/// The goals, as sets of cells.
pub(super) fn lines(shape: Shape) -> Vec<u32> {
    let (width, height, length) =
        (shape.width() as i32, shape.height() as i32, shape.line() as i32);
    let mut lines = Vec::new();
    for (right, down) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
        for row in 0..height {
            for column in 0..width {
                let end = (column + (length - 1) * right, row + (length - 1) * down);
                if (0..width).contains(&end.0) && (0..height).contains(&end.1) {
                    let cell = |i: i32| (row + i * down) * width + column + i * right;
                    lines.push((0..length).fold(0, |line, i| line | 1 << cell(i)));
                }
            }
        }
    }
    lines
}

/// The elements of a larger set, ascending.
pub(super) fn bits64(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        bit
    })
}
