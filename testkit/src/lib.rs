//! Checks that hold two roads to one answer against each other.
//!
//! A [`Check`] turns bytes into a question, has it answered by two independent
//! roads and panics where they differ. The same check is a property test (run
//! by quickcheck, which shrinks the bytes), a fuzz target, and the judge of the
//! stored regressions; [`registry::CHECKS`] lists them all.
//!
//! - [`generate`]: bytes to positions, one generator a game, by legal play.
//! - [`oracle`]: the checks of each game.
//! - [`registry`]: the list, by name.
//! - [`fnv`]: the checksum of the published totals.
#![forbid(unsafe_code)]

pub mod fnv;
pub mod generate;
pub mod oracle;
pub mod registry;

mod check;

pub use check::{Check, Verdict};
