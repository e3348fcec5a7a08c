//! Gomoku: shapes, evaluation, search, wins by threats, proofs of any win.

pub mod claim;
pub mod evaluate;
pub mod hold;
mod keys;
mod meter;
pub mod mnk;
pub mod proof;
pub mod rules;
pub mod search;
pub mod shapes;
pub mod tree;
pub mod vcf;
pub mod vct;
