//! Checks that hold two roads to one answer against each other.
//!
//! A [`Check`] turns bytes into a question, has it answered by two independent
//! roads and panics where they differ. The same check is a property test (run
//! by quickcheck, which shrinks the bytes), a fuzz target, and the judge of the
//! stored regressions; [`registry::CHECKS`] lists them all.
//!
//! To check a board of your own, implement [`tesuji_core::Game`] for it with
//! the game's move type and hold it against the naive one (here the packed
//! board stands for yours):
//!
//! ```
//! use tesuji_core::pawn_chess::packed::Board as MyBoard;
//! use tesuji_testkit::{generate, oracle};
//!
//! let mut bytes = Vec::new();
//! for seed in 0..100_u8 {
//!     bytes.push(seed.wrapping_mul(151));
//!     let position = generate::pawn_chess::position(&bytes);
//!     let mine = MyBoard::from(position);
//!     oracle::game::same_position(&position, &mine); // moves, outcome, text
//!     oracle::game::play_then_undo(&mine);
//! }
//! ```
//!
//! - [`generate`]: bytes to positions, one generator a game, by legal play.
//! - [`encode`]: positions back to bytes, for inputs of the fuzzer.
//! - [`oracle`]: the checks of each game.
//! - [`registry`]: the list, by name.
//! - [`seeds`]: the stored vectors as inputs of the checks.
//! - [`conversation`]: what is said to a gomoku engine, and what it must answer.
//! - [`fnv`]: the checksum of the published totals.
//! - [`judge_input`]: test data for programs that answer a judge's input, and
//!   how a failing input is shrunk.
//! - [`random`]: the generator that it is drawn from.
#![forbid(unsafe_code)]

pub mod conversation;
pub mod encode;
pub mod fnv;
pub mod generate;
pub mod judge_input;
pub mod oracle;
pub mod random;
pub mod registry;
pub mod seeds;

mod check;

pub use check::{Check, Verdict};
