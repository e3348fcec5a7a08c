//! The checks of each game, as functions from bytes to a verdict.

pub mod game;
pub mod gomoku;
pub mod gomoku_certificate;
pub mod gomoku_mnk;
pub mod gomoku_proof;
pub mod gomoku_protocol;
pub mod gomoku_search;
pub mod gomoku_vcf;
pub mod gomoku_vct;
pub mod octal;
pub mod painting;
pub mod pawn_chess;
pub mod pursuit;
pub mod sliding_four;
pub mod table;
