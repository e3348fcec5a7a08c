//! Painting: the Grundy value of a position, and who wins a grid of any width.
//!
//! - [`grundy`]: the value of a position and of a run of untouched columns.
//! - [`winner`]: Alice or Bob on a grid of up to 10¹⁸ columns, and every
//!   winning move, counted.

pub mod grundy;
pub mod winner;
