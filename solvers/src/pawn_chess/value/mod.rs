//! Who wins this position, and in how many plies?
//!
//! The winner wins as fast as possible and the loser delays as long as
//! possible. A finished position is 0 plies from its end. Any position that a
//! board can hold is answered, whether or not the start leads to it.
//!
//! [`Naive`] visits every position that can follow and remembers its value.
//! It refuses boards of more than [`Naive::MAX_CELLS`] cells that have more
//! than [`Naive::MAX_PAWNS`] pawns. [`Optimized`] refuses nothing: from the
//! start it takes microseconds on 4×4, a millisecond on 5×5 and a fifth of a
//! second on 8×4, the hardest size of all.

mod naive;
mod optimized;

pub use naive::Naive;
pub use optimized::Optimized;
