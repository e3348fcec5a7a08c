//! Gomoku, with renju, caro and the m,n,k games.
//!
//! Two players put stones on the cells of a board of 3 to 30 columns and rows
//! in turn, Black first; `k` in a row wins, in any of the four directions, 5
//! unless said and 3 to 6. Nothing moves and nothing is taken. A full board
//! without a winner is a draw.
//!
//! | rule | Black wins with | White wins with | forbidden to Black |
//! |---|---|---|---|
//! | freestyle | `k` or more | `k` or more | – |
//! | standard | exactly `k` | exactly `k` | – |
//! | renju | exactly `k` | `k` or more | overline, double-four, double-three |
//! | hybrid | exactly `k` | `k` or more | – |
//! | caro | `k` not blocked at both ends, or more | the same | – |
//! | caro-exact | exactly `k`, not blocked at both ends | the same | – |
//!
//! Blocked at both ends is a row with an enemy's stone directly at each end;
//! the edge of the board does not block.
//!
//! Renju's forbidden points are those of the Renju International Federation's
//! rules, on every board size ([`naive::Board::forbidden`] spells them out).
//! A forbidden move is illegal, and Black with none but forbidden points left
//! has lost. Stones that were put there by other means stand and win nothing.
//!
//! - [`naive`]: the board as an array, everything by definition.
//! - [`lines`]: the board on [line masks](crate::lines), shapes and forbidden
//!   points by lookup in [`windows`].
//! - [`text`]: positions on one line, and drawn; [`sgf`]: game records.
//! - [`symmetry`], [`zobrist`]: images, canonical form, keys.
//!
//! ```
//! use tesuji_core::gomoku::{Rule, Variant, lines, text};
//! use tesuji_core::{Game, Outcome, Player};
//!
//! let moves = "h8h7i7g9h6g5g7i6g8f8f6e5f5j10i10i11k9h10j12l10";
//! let position = text::parse(moves, Variant::default(), None)?;
//! let board = lines::Board::from(&position);
//! assert_eq!(board.outcome(), None);
//! assert!(board.makes_five("e7".parse()?, Player::White));
//! # Ok::<(), tesuji_core::ParseError>(())
//! ```

pub mod lines;
pub mod naive;
pub mod sgf;
pub mod symmetry;
pub mod text;
pub mod windows;
pub mod zobrist;

mod cell;
mod shape;
mod variant;

pub use crate::lines::{MAX_K, MAX_SIDE, MIN_K, MIN_SIDE};
pub use cell::Cell;
pub use shape::{Forbidden, Shape};
pub use symmetry::Symmetry;
pub use text::{Marks, parse};
pub use variant::{Rule, Variant, VariantError};
