//! Sliding four: the least number of steps to four in a line.
//!
//! - [`steps`]: for one board, breadth-first from it.
//! - [`table`]: for all boards with the same numbers of pieces at once,
//!   breadth-first backwards from the goals.
//!
//! Both answer for a position, where it is settled who steps first, and for a
//! board of which either colour may begin ("fewest"), which is what the puzzle
//! asks.

pub mod steps;
pub mod table;

/// The smaller of two numbers of steps, where `None` is "never".
pub(crate) fn fewer(a: Option<u32>, b: Option<u32>) -> Option<u32> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}
