//! The algorithms of pawn chess.
//!
//! - [`value`]: who wins a position and how soon, by searching from it.
//! - [`table`]: the same for every position of a size at once.
//!
//! Both answer with the winner and the length in plies, where the winner
//! hurries and the loser delays; see [`tesuji_core::pawn_chess`] for the rules.

pub mod table;
pub mod value;
