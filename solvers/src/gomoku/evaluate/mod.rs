//! The static value of a position.
//!
//! The question: what are the shapes worth that the two sides can make? Each
//! empty cell counts, for each side, the [worth](cell_value) of what a stone would
//! make there in the four directions together: to the side to move one number, to
//! the other side another, for a threat that may be carried out at once is not
//! one that may be stopped first. Defined at every position that is not over,
//! also where a four stands. The value is seen from the side to move and lies
//! strictly within ±20,000.
//!
//! [`naive`] counts afresh; [`optimized`] reads sums that are kept stone by
//! stone. They are always equal. The numbers are the definition, which both
//! roads share (`weights.rs`).

pub mod naive;
pub mod optimized;

mod weights;
mod worth;

pub use worth::{Worth, cell_value, for_side};
