//! The question: what is the Grundy value of a painting position?
//!
//! The Grundy value is the mex (the least number that is missing) of the
//! values of all successors. It is 0 exactly where the side to move loses, and
//! the value of parts that do not touch each other is the xor of their values.
//!
//! A column with one painted cell is a lone cell of value 1. A run of n
//! untouched columns has the value g(n): g(0) = 0, and g(n) is the mex of
//!
//! - g(i) xor g(n−1−i) xor 1 for 0 ≤ i ≤ n−1 (a cell is painted: two shorter
//!   runs and a lone cell are left), and
//! - g(i) xor g(n−2−i) for 0 ≤ i ≤ n−2 (a block is painted).
//!
//! # The roads
//! | road | limit | cost |
//! |---|---|---|
//! | [`Naive`]: mex over the cells themselves | 16 unpainted cells, 64 columns | up to 2¹⁶ positions |
//! | [`Recurrence`]: g by the two lines above | n ≤ 200,000 | n² steps, once |
//! | [`Optimized`]: g by its period of 12 | none | a look-up a run |
//!
//! A Grundy value has no length: the answers carry no remoteness.

mod naive;
pub mod optimized;
mod recurrence;

pub use naive::Naive;
pub use optimized::{Optimized, run_value};
pub use recurrence::Recurrence;
