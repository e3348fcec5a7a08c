//! The algorithms of [pursuit](tesuji_core::pursuit).
//!
//! - [`value`]: who wins, and in how many plies.

pub mod value;
