//! Making a table: the solver's values into a file.
//!
//! The values come in the order of the slots, worked out by all threads. As soon
//! as a part is full it is compressed by all threads and written at the end of
//! the unfinished file, `NAME.part`; while the disk is at it the next is begun.
//! A run that finds such a file of the same table goes on with it: the solver
//! works all values out again, which costs less than reading them, but the parts
//! that are there, and sound, are only held against the new values and not
//! compressed again. At the end the file gets its directory and its end record,
//! is synced, and takes its name.

mod pawn_chess;
mod pursuit;
mod sliding_four;
pub(crate) mod writer;

use std::path::Path;

use crate::error::TableError;
use crate::numbering::Value;
use crate::progress::Report;
use crate::spec::{Numbers, Spec};
use crate::threads;
use writer::Writer;

/// How to build.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The threads, at least one.
    pub threads: usize,
    /// The bytes of memory that may be taken.
    pub memory: u64,
}

impl Default for Options {
    /// All processors, all memory.
    fn default() -> Self {
        Options { threads: threads::available().get(), memory: u64::MAX }
    }
}

/// What a build did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Built {
    /// Slots of the table.
    pub slots: u64,
    /// The slots that an unfinished file had already.
    pub kept: u64,
    /// The bytes of the file.
    pub bytes: u64,
}

/// Builds a table. The file has the same bytes whatever the options.
///
/// # Errors
/// [`TableError::Refused`] or [`TableError::TooLarge`] where the table does not
/// fit; [`TableError::Io`] where it cannot be written, a finished part of it
/// remaining; [`TableError::Unfinished`] where the parts of an unfinished file
/// hold other values.
pub fn build(
    spec: Spec,
    path: &Path,
    options: Options,
    report: Report<'_>,
) -> Result<Built, TableError> {
    let options = Options { threads: options.threads.max(1), ..options };
    let numbers = spec.numbers()?;
    let mut writer = Writer::new(spec, &numbers, path, options, report)?;
    match &numbers {
        Numbers::PawnChess(numbers) => pawn_chess::values(numbers, options, &mut writer)?,
        Numbers::Pursuit(numbers) => pursuit::values(numbers, options, &mut writer)?,
        Numbers::SlidingFour(numbers) => sliding_four::values(numbers, options, &mut writer)?,
    }
    writer.finish()
}

/// Fills places with the values of a row's bytes, of those that are stored (all
/// where `None`), from the `before`-th of them on; how many places that were.
fn fill_from(
    places: &mut [Value],
    bytes: &[u8],
    stored: Option<impl Iterator<Item = usize>>,
    before: usize,
    value: impl Fn(u8) -> Value,
) -> usize {
    let mut filled = 0;
    let mut fill = |(place, byte): (&mut Value, u8)| {
        *place = value(byte);
        filled += 1;
    };
    match stored {
        None => places.iter_mut().zip(bytes[before..].iter().copied()).for_each(&mut fill),
        Some(stored) => {
            places.iter_mut().zip(stored.skip(before).map(|at| bytes[at])).for_each(&mut fill);
        }
    }
    filled
}
