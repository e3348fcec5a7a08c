//! Bytes to positions: one generator a game.
//!
//! Each decodes a start and then plays legal moves, so that a changed byte is
//! nearly always another legal playout. No byte string is refused; when the
//! bytes run out the position stands.

pub mod gomoku;
pub mod octal;
pub mod painting;
pub mod pawn_chess;
pub mod pursuit;
pub mod sliding_four;
