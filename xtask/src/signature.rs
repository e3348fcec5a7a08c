//! `cargo xtask signature`: the node sums, one number a game.
//!
//! Searches count their nodes, the same on every machine. The sums over the
//! bench positions stand in `benches/signature.txt`, so a change that alters a
//! search says so in its own diff.

use std::fs;
use std::process::ExitCode;

use anyhow::{Context, bail};

use crate::files;
use crate::process::{capture, cargo};

const FILE: &str = "benches/signature.txt";

/// The options of `signature`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Write the sums into the committed file instead of comparing
    #[arg(long)]
    accept: bool,
}

/// Computes the sums, and compares.
///
/// # Errors
/// Where the program does not build or run, or the file cannot be read.
pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let sums = sums()?;
    print!("{sums}");
    if options.accept {
        files::write(FILE, &sums)?;
        println!("written to {FILE}");
        return Ok(ExitCode::SUCCESS);
    }
    let stored = fs::read_to_string(FILE).context(FILE)?;
    match differences(&stored, &sums) {
        None => {
            println!("signature: as in {FILE}");
            Ok(ExitCode::SUCCESS)
        }
        Some(why) => {
            println!("{why}");
            println!(
                "where that is meant: cargo xtask signature --accept, and name it in the commit"
            );
            Ok(ExitCode::FAILURE)
        }
    }
}

/// The step of the check.
///
/// # Errors
/// Where a sum differs or cannot be computed.
pub(crate) fn check() -> anyhow::Result<()> {
    if run(&Options { accept: false })? != ExitCode::SUCCESS {
        bail!("a search has changed: cargo xtask signature");
    }
    Ok(())
}

fn sums() -> anyhow::Result<String> {
    let program = ["run", "--quiet", "--release", "--package", "tesuji-benches"];
    capture(cargo(program).args(["--bin", "signature"]))
}

/// What differs, a line each.
fn differences(stored: &str, sums: &str) -> Option<String> {
    let of = |text: &str, game: &str| -> Option<String> {
        let entry = |line: &str| {
            line.split_once(' ').filter(|(name, _)| *name == game).map(|e| e.1.to_owned())
        };
        text.lines().find_map(entry)
    };
    let mut games: Vec<&str> = Vec::new();
    for line in stored.lines().chain(sums.lines()) {
        let game = line.split(' ').next().unwrap_or_default();
        if !games.contains(&game) {
            games.push(game);
        }
    }
    let word = |sum: Option<String>| sum.unwrap_or_else(|| "none".to_owned());
    let lines: Vec<String> = games
        .into_iter()
        .filter(|game| of(stored, game) != of(sums, game))
        .map(|game| {
            format!("{game}: {} stored, {} now", word(of(stored, game)), word(of(sums, game)))
        })
        .collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::differences;

    #[test]
    fn every_difference_is_named() {
        let stored = "pawn-chess 12\npursuit 34\n";
        assert_eq!(differences(stored, stored), None);
        assert_eq!(
            differences(stored, "pawn-chess 13\npursuit 34\n").as_deref(),
            Some("pawn-chess: 12 stored, 13 now")
        );
        assert_eq!(
            differences(stored, "pawn-chess 12\ngomoku 5\n").as_deref(),
            Some("pursuit: 34 stored, none now\ngomoku: none stored, 5 now")
        );
    }
}
