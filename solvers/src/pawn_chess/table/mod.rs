//! The value of every position of a size.
//!
//! The table of W×H holds every position with 0 to W pawns a side of which
//! none stands on its goal row, each with White and with Black to move (the
//! one is the other turned over, see
//! [`flip`](tesuji_core::pawn_chess::naive::Board::flip)). Positions without a
//! move are in it; finished positions with a pawn on its goal row are not, and
//! the solvers answer them from the board. On 4×4 it has 282,122 positions to
//! each side, on 5×5 it has 182,566,382.
//!
//! A pawn's distance from its goal row summed over all pawns gives the
//! *remaining steps*. A step lowers them by one, a capture by more, so a
//! position can be valued as soon as all with fewer remaining steps are.
//! [`Naive`] goes through them in this order, position by position.
//! [`Optimized`] goes in an order that follows from it, by rows of positions
//! with the same white pawns; see there. [`Layers`] does so too, on several
//! threads, hands every row over as soon as it is done and keeps what is still
//! needed: the road to tables that are larger than memory.

mod naive;
mod optimized;

pub use naive::Naive;
pub use optimized::{Layer, Layers, Optimized, Ranking, Row, Table, remoteness};
