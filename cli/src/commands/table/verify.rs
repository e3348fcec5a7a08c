//! `tesuji table verify`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use tesuji_tables::{Table, TableError, Verdict, verify};

use super::limits::Limits;
use super::progress::Bar;
use super::{failure, grouped};
use crate::failure::{Exit, Failure};
use crate::output;

const AFTER_HELP: &str = "\
Examples:
  $ tesuji table build pawn-chess --size 3x3 --out target/v.tsj > target/v.txt && tesuji table verify target/v.tsj
  target/v.tsj: right: pawn-chess 3x3, 573 positions up to symmetry";

/// Judge a table: every checksum, and every value from those that follow
///
/// Each value is worked out from the values after each move of the naive board,
/// which shares nothing with what built the table. The exit code is 1 where the
/// table is wrong, and the first wrong position is named.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Verify {
    /// The table
    file: PathBuf,

    #[command(flatten)]
    limits: Limits,
}

impl Verify {
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        let mut bar = Bar::new();
        let verdict = Table::open(&self.file).and_then(|table| {
            let verdict = verify(&table, self.limits.options(), &mut |progress| bar.show(progress));
            verdict.map(|verdict| (table.spec(), verdict))
        });
        drop(bar);
        let mut out = output::pages();
        let name = super::shown(&self.file);
        let exit = match verdict {
            Ok((spec, Verdict::Right { slots })) => {
                let slots = grouped(slots);
                writeln!(out, "{name}: right: {spec}, {slots} positions up to symmetry")?;
                Exit::Done
            }
            Ok((_, Verdict::Wrong(wrong))) => {
                writeln!(out, "{name}: wrong: {}", wrong.position)?;
                writeln!(out, "  the table says: {}", wrong.stored)?;
                writeln!(out, "  its moves say:  {}", wrong.right)?;
                writeln!(out, "  slot {}; {} positions differ", wrong.slot, grouped(wrong.differ))?;
                Exit::No
            }
            // What cannot be read or held is no verdict.
            Err(error @ (TableError::Io(_) | TableError::TooLarge(_))) => {
                return Err(failure(&self.file, &error));
            }
            Err(error) => {
                writeln!(out, "{name}: wrong: {error}")?;
                Exit::No
            }
        };
        out.flush()?;
        Ok(exit)
    }
}
