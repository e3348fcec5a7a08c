//! The question: who wins a grid, and by which moves?
//!
//! The side to move wins exactly where the [Grundy value](super::grundy) is
//! not 0; a move wins exactly where it leaves 0.
//!
//! | road | limit | cost |
//! |---|---|---|
//! | [`Naive`] | 200,000 columns | mex over the cells where at most 16 are unpainted, else the quadratic recurrence |
//! | [`Optimized`] | 10¹⁸ columns | the painted columns; memory likewise |
//!
//! [`winning_moves`] lists the winning moves of a grid of any width as
//! [`Group`]s: arithmetic progressions of columns, so that 10¹⁸ winning moves
//! are some hundred lines, counted exactly.
//!
//! Only the winner is asked for: the answers carry no remoteness.

mod moves;
mod naive;
mod optimized;

pub use moves::{Columns, Group, WinningMoves, for_each_winning_group, winning_moves};
pub use naive::Naive;
pub use optimized::{Optimized, winner};
