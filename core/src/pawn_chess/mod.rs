//! Pawn chess: two rows of pawns, and the first to cross the board wins.
//!
//! A board has W columns and H rows, with W·H at most 32 and H at least 3
//! ([`Size`]); the judge's board (UVa 10838) is 4×4. The first line of a
//! position is Black's home row, the last line White's. `P` is a white pawn,
//! `p` a black one, `.` an empty cell.
//!
//! - White moves up, towards the first line; Black moves down.
//! - A pawn steps one cell straight ahead onto an empty cell, or one cell
//!   diagonally ahead onto an enemy pawn, which it captures. There is no
//!   double step, no capture en passant and no promotion.
//! - A pawn that reaches the far row, its *goal row*, wins at once.
//! - A side to move that has no legal move, be it for want of pawns, loses at
//!   once.
//!
//! Every move brings a pawn one row nearer to its goal, so no position comes
//! twice, no game is drawn, and with at most W pawns a side no game is longer
//! than 2·W·(H − 1) plies.
//!
//! A position is one line, its rows joined by `/` and then the side to move:
//! `pppp/..../..../PPPP w`. It is accepted where it keeps to [`Rule`]: at most
//! W pawns a side, and on a goal row at most the one pawn that has just won.
//!
//! [`naive::Board`] is an array of cells, [`packed::Board`] a word of two-bit
//! cells; [`judge`] reads and writes the judge's files.

pub mod judge;
pub mod naive;
pub mod packed;

mod moves;
mod rule;
mod size;
mod text;

pub use moves::{Move, Square};
pub use rule::{Fault, Rule};
pub use size::{BadSize, Size};
