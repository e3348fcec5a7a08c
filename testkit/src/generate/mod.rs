//! Bytes to positions: one generator a game.
//!
//! Each decodes a start and then plays legal moves, so that a changed byte is
//! nearly always another legal playout. No byte string is refused; when the
//! bytes run out the position stands.

pub mod gomoku;
pub mod gomoku_protocol;
pub mod octal;
pub mod painting;
pub mod pawn_chess;
pub mod pursuit;
pub mod sliding_four;

/// What an input of a parser's check begins with where the rest is the text
/// itself, and not choices that build one. No choices of any use begin so.
pub const VERBATIM: &[u8] = b"text:";

/// The text that an input gives as it stands, behind [`VERBATIM`].
#[must_use]
pub fn verbatim(bytes: &[u8]) -> Option<&[u8]> {
    bytes.strip_prefix(VERBATIM)
}
