//! Boards, rules, move generation and text formats of five small games.
//!
//! Every game stands here twice: `naive`, an array of cells written from the
//! rules and nothing else, and a bit board. Both are a [`Game`], share one
//! move type and one text form, and so can be held against each other.
//!
//! This crate knows no search and does no I/O.
#![forbid(unsafe_code)]

pub mod game;
pub mod packed;
pub mod perft;
pub mod text;

pub mod pawn_chess;
pub mod pursuit;

pub mod sliding_four;

pub mod painting;

pub use game::{Game, IllegalMove, Outcome, Player};
pub use perft::{divide, perft};
pub use text::ParseError;
