//! Exact solvers for five small games, each algorithm twice.
//!
//! `<game>::<algorithm>::naive` is the reference that a reader can check by
//! eye; `<game>::<algorithm>::optimized` is the fast road. Both answer the
//! question that the algorithm's module states.
//!
//! Solve a position, by both roads, and walk its best line:
//!
//! ```
//! use tesuji_core::{Outcome, Player, pawn_chess::{naive, packed}};
//! use tesuji_solvers::{Solver, pawn_chess::value, principal_variation};
//!
//! let position: naive::Board = "pppp/..../..../PPPP w".parse()?;
//! let slow = value::Naive::new().solve(&position)?;
//! let mut solver = value::Optimized::new();
//! let position = packed::Board::from(position);
//! let answer = solver.solve(&position)?;
//! assert_eq!(answer, slow);
//! assert_eq!((answer.value, answer.remoteness), (Outcome::Win(Player::White), Some(11)));
//! assert_eq!(principal_variation(&mut solver, &position)?.len(), 11);
//!
//! for (mv, after) in solver.solve_moves(&position)? {
//!     println!("{mv}: {} in {:?}", after.value, after.remoteness);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod engine;

pub mod pawn_chess;
pub mod pursuit;

pub mod gomoku;

pub mod sliding_four;

pub mod painting;

pub mod octal;

mod solver;

pub use solver::{Answer, MoveAnswers, Refusal, Solver, principal_variation};

/// The hash map of the naive memo tables.
///
/// `fxhash` is small, fast on short keys, complete and no longer maintained (RUSTSEC-2025-0057). `rustc-hash` has the same interface:
/// changing this line (and the one below) is the whole move.
#[expect(clippy::disallowed_types, reason = "this is the one place")]
pub type HashMap<K, V> = fxhash::FxHashMap<K, V>;

/// The hash set that goes with [`HashMap`].
#[expect(clippy::disallowed_types, reason = "this is the one place")]
pub type HashSet<K> = fxhash::FxHashSet<K>;
