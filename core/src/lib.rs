//! Boards, rules, move generation and text formats of five small games.
//!
//! Every game stands here twice: `naive`, an array of cells written from the
//! rules and nothing else, and a bit board. Both are a [`Game`], share one
//! move type and one text form, and so can be held against each other.
//!
//! This crate knows no search and does no I/O.
//!
//! ```
//! use tesuji_core::pawn_chess::{Size, naive, packed};
//! use tesuji_core::{Game, perft};
//!
//! let plain = naive::Board::start(Size::JUDGE);
//! let fast: packed::Board = "pppp/..../..../PPPP w".parse()?;
//! assert_eq!(plain.legal_moves(), fast.legal_moves());
//! assert_eq!(perft(&fast, 5), 1170);
//!
//! let fast = fast.play("b1b2".parse()?).expect("a pawn may step ahead");
//! assert_eq!(fast.to_string(), "pppp/..../.P../P.PP b");
//! // A move that the rules forbid comes back, and the position with it.
//! let refused = fast.play("b1b2".parse()?).unwrap_err();
//! assert_eq!(refused.position, fast);
//! # Ok::<(), tesuji_core::ParseError>(())
//! ```
#![forbid(unsafe_code)]

pub mod game;
pub mod lines;
pub mod packed;
pub mod perft;
pub mod text;

pub mod pawn_chess;
pub mod pursuit;

pub mod gomoku;

pub mod sliding_four;

pub mod painting;

pub use game::{Game, IllegalMove, Outcome, Player};
pub use perft::{divide, perft};
pub use text::ParseError;
