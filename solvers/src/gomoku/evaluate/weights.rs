//! The numbers of the evaluation. They are its definition, so that both roads
//! share them; they were set by hand.

/// What a cell is worth to a side whose stone makes one shape there, by
/// [`Shape`](crate::gomoku::shapes::Shape). A four alone is worth little more
/// than the three that it uses up.
const SHAPE: [i32; 8] = [0, 2, 6, 8, 24, 28, 90, 200];

/// The largest value.
const MOST: i32 = 19_999;

/// What an empty cell is worth to the side whose stone there makes so many of
/// each shape.
#[must_use]
pub fn cell_value(counts: [u32; 8]) -> i32 {
    counts.iter().zip(SHAPE).map(|(&count, worth)| count as i32 * worth).sum()
}

/// The value for the side to move, from the sums over its own cells and over
/// the other side's.
#[must_use]
#[inline]
pub fn for_side(own: i32, other: i32) -> i32 {
    (own + own / 4 - other).clamp(-MOST, MOST)
}
