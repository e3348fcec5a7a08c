//! Gomoku: shapes, evaluation, search, wins by threats.

pub mod claim;
pub mod evaluate;
pub mod hold;
mod keys;
mod meter;
pub mod mnk;
pub mod rules;
pub mod search;
pub mod shapes;
pub mod tree;
pub mod vcf;
pub mod vct;
