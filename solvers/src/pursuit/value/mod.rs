//! Who wins, and in how many plies under best play?
//!
//! # Contract
//! [`Naive`] takes a `naive::Board`, [`Optimized`] a `packed::Board`, of any
//! side to move and any speeds, finished games included (remoteness 0). The
//! value is [`Outcome::Win`](tesuji_core::Outcome::Win) of either side with the
//! remoteness in plies, the winner as fast as possible and the loser as slow as
//! possible, or [`Outcome::Draw`](tesuji_core::Outcome::Draw) where neither can
//! force a win.
//!
//! # Cost
//! With n² cells there are 2·n⁴ placements, and a game of L plies at most (for
//! speeds 1 and 2: L ≤ 3n).
//!
//! | solver | speeds | work | memory |
//! |---|---|---|---|
//! | [`Naive`] | 1 and 2 | 4n plies × n⁴ placements, each with its moves | as many map entries |
//! | [`Naive`] | others | L × 2·n⁴ placements, each with its moves | 2·n⁴ values |
//! | [`Optimized`] | any | at most L × n³/8 rows, each with its moves | n⁴/4 bytes of table and four sets of n⁴/8 bits |
//!
//! A draw is a statement about all play, however long: only a computation that
//! has come to its fixed point shows one, a bound on the depth never does.

mod naive;
mod optimized;

pub use naive::Naive;
pub use optimized::{Optimized, Table};
