//! The static value of a position.
//!
//! The question: what are the shapes worth that the two sides can make? Each
//! empty cell counts, for each side, the [weights](cell_value) of the shapes
//! that a stone would make there in the four directions; the side to move's sum
//! counts a quarter more, because it moves. Defined at every position that is
//! not over, also where a four stands. The value is seen from the side to move
//! and lies strictly within ±20,000.
//!
//! [`naive`] counts afresh; [`optimized`] reads sums that are kept stone by
//! stone. They are always equal.

pub mod naive;
pub mod optimized;
mod weights;

pub use weights::{cell_value, for_side};
