//! Gomoku: shapes, evaluation, search.

pub mod evaluate;
pub mod rules;
pub mod search;
pub mod shapes;
