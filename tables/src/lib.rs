//! Whole games in files: every position's value, built, compressed, verified
//! and probed.
//!
//! - [`build`](build()) works a table out and writes it; it can be stopped at
//!   any moment and goes on where it was.
//! - [`Table`] opens a file, [`Probe`] asks it, many threads at once.
//! - [`verify`](verify()) is the judge of a file: it recomputes every value
//!   from those that follow, by the moves of the naive boards alone.
//! - [`stats`] has what the values are, counted.
//!
//! A value is the plies to the end under best play, seen by the side to move:
//! odd where it wins, even where it loses, [`NEVER`] for a draw. Of a puzzle it
//! is the steps to the goal. `docs/tables.md` has the format byte by byte.
//!
//! Nothing in a file is believed: not a length, not a count, not a symbol. A
//! file that is damaged gives a [`TableError`] with the place, in memory that
//! its own size bounds.
#![forbid(unsafe_code)]

mod ask;
mod build;
mod coder;
mod error;
mod format;
mod numbering;
mod part;
mod progress;
mod rules;
mod source;
mod spec;
pub mod stats;
mod table;
#[cfg(test)]
mod tests;
mod threads;
mod verify;

pub use ask::{Asked, Told};
pub use build::{Built, Options, build};
pub use error::{Place, TableError};
pub use format::Bin;
pub use numbering::{NEVER, Value};
pub use progress::{Progress, Report, Task};
pub use spec::Spec;
pub use table::{Probe, Table};
pub use threads::available;
pub use verify::{Verdict, Wrong, verify};
