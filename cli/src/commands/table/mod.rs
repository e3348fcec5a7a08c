//! `tesuji table`: whole games in files.

mod build;
mod info;
mod limits;
mod probe;
mod progress;
mod stats;
mod verify;

use std::path::Path;

use clap::{Args, Subcommand};
use tesuji_tables::{Table, TableError};

use crate::failure::{Exit, Failure, printable, why};

const AFTER_HELP: &str = "\
Examples:
  $ tesuji table build pawn-chess --size 3x4 --out target/pawn-chess-3x4.tsj --threads 1
  $ tesuji table build --help";

/// Build, verify, probe and count whole games
///
/// A table is a file with the value of every position of a game with one size:
/// who wins, in how many plies. `docs/tables.md` has its format.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP, arg_required_else_help = true)]
pub(crate) struct Tables {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Build(build::Build),
    Verify(verify::Verify),
    Probe(probe::Probes),
    Stats(stats::Stats),
    Info(info::Info),
}

impl Tables {
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        match self.command {
            Command::Build(build) => build.run(),
            Command::Verify(verify) => verify.run(),
            Command::Probe(probe) => probe.run(),
            Command::Stats(stats) => stats.run(),
            Command::Info(info) => info.run(),
        }
    }
}

/// A file's name as it may be printed.
fn shown(path: &Path) -> String {
    path.to_string_lossy().chars().map(printable).collect()
}

/// What is wrong with a file, or with what was asked of it.
fn failure(path: &Path, error: &TableError) -> Failure {
    Failure::message(match error {
        TableError::Io(error) => format!("{}: {}", shown(path), why(error)),
        error => format!("{}: {error}", shown(path)),
    })
}

fn open(path: &Path) -> Result<Table, Failure> {
    Table::open(path).map_err(|error| failure(path, &error))
}

/// Digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| std::str::from_utf8(group).expect("digits are ASCII"))
        .collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    #[test]
    fn digits_are_grouped_from_the_right() {
        for (number, text) in
            [(0, "0"), (999, "999"), (1000, "1,000"), (182_566_382, "182,566,382")]
        {
            assert_eq!(super::grouped(number), text);
        }
    }
}
