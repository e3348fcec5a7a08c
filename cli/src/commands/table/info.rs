//! `tesuji table info`.

use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::{grouped, open};
use crate::failure::{Exit, Failure};
use crate::output;

const AFTER_HELP: &str = "\
Examples:
  $ tesuji table build pawn-chess --size 3x3 --out target/i.tsj > target/i.txt && tesuji table info target/i.tsj";

/// Say what a file is a table of, and how large it is
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Info {
    /// The table
    file: PathBuf,
}

impl Info {
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        let table = open(&self.file)?;
        let (parts, blocks) = table.parts();
        let hash = table.hash().iter().fold(String::new(), |mut hash, byte| {
            write!(hash, "{byte:02x}").expect("a string takes all that is written");
            hash
        });
        let mut out = output::pages();
        writeln!(out, "table      {}", table.spec())?;
        writeln!(out, "positions  {}", grouped(table.positions()))?;
        writeln!(out, "stored     {} (one of each symmetric set)", grouped(table.slots()))?;
        writeln!(out, "bytes      {}", grouped(table.bytes()))?;
        writeln!(
            out,
            "bits       {:.4} a position stored",
            8.0 * table.bytes() as f64 / table.slots() as f64
        )?;
        writeln!(out, "parts      {parts}, with {} blocks", grouped(blocks))?;
        writeln!(out, "sha256     {hash} (stated; `verify` checks it)")?;
        out.flush()?;
        Ok(Exit::Done)
    }
}
