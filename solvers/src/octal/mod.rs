//! Octal games: take-and-break games written as a code of digits.
//!
//! The question and the two roads to its answer stand in
//! [`crate::engine::grundy`]; here is what a code means.

mod code;

pub use code::Code;
