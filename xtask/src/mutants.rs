//! `cargo xtask mutants`: breaks core and solvers on purpose, one place at a
//! time, and asks whether a test notices.
//!
//! The unit tests of the mutated crate and testkit's quick set judge. What is
//! done is kept in `target/xtask/mutants`, from which an interrupted run goes
//! on. A survivor is killed by a better test, or explained in
//! `.cargo/mutants-explained.txt` by the expression that makes it equivalent.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};

use crate::process::{cargo, stream};
use crate::tools;

const OUT: &str = "target/xtask/mutants";
const EXPLAINED: &str = ".cargo/mutants-explained.txt";

/// The options of `mutants`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Files of core and solvers, or globs of them; all where none is named
    #[arg(value_name = "PATH")]
    paths: Vec<String>,
    /// The k-th of n parts, k from 0
    #[arg(long, value_name = "K/N", value_parser = shard)]
    shard: Option<String>,
    /// How many are built and judged at once
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: u32,
    /// Forget what was done before
    #[arg(long)]
    afresh: bool,
    /// List the mutants and run nothing
    #[arg(long)]
    list: bool,
}

fn shard(text: &str) -> Result<String, String> {
    let number = |text: &str| text.parse::<u32>().ok();
    let parts = text.split_once('/').and_then(|(k, n)| Some((number(k)?, number(n)?)));
    match parts {
        Some((k, n)) if k < n => Ok(text.to_owned()),
        _ => Err(format!("k/n with k from 0 to n-1 was expected, not {text:?}")),
    }
}

/// Runs them and sums up.
///
/// # Errors
/// Where the tool is missing, or the unchanged code does not pass.
pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    tools::MUTANTS.needed()?;
    if options.afresh {
        let _ = fs::remove_dir_all(OUT);
    }
    fs::create_dir_all(OUT)?;
    let mut command =
        cargo(["mutants", "--output", OUT, "--iterate", "--no-shuffle", "--colors=never"]);
    command.args(["--package", "tesuji-core", "--package", "tesuji-solvers"]);
    for path in &options.paths {
        command.args(["--file", path]);
    }
    if let Some(shard) = &options.shard {
        command.args(["--shard", shard]);
    }
    command.args(["--jobs", &options.jobs.to_string()]);
    if options.list {
        stream(command.arg("--list"))?;
        return Ok(ExitCode::SUCCESS);
    }
    // Testkit's quick set: properties and regressions, no enumeration. Cargo
    // takes the package beside the mutated one, which is named by cargo-mutants.
    command.args(["--test-workspace=false", "--timeout", "120", "--"]);
    command.args(["--package", "tesuji-testkit", "--lib"]);
    command.args(["--test", "properties", "--test", "regressions"]);
    command.env("TESUJI_QUICKCHECK", "200");
    // Exit code 2 is a survivor, 3 a time-out; both are summed up below.
    let ran = stream(&mut command);
    let results = Path::new(OUT).join("mutants.out");
    let read = |name: &str| -> anyhow::Result<Vec<String>> {
        let path = results.join(name);
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string());
        match (text, &ran) {
            (Ok(text), _) => Ok(text.lines().map(str::to_owned).collect()),
            (Err(_), Err(why)) => bail!("{why}"),
            (Err(error), Ok(())) => Err(error),
        }
    };
    let (mut caught, missed) = (read("caught.txt")?, read("missed.txt")?);
    // Runs before this one; the file is there from the second on.
    caught.extend(read("previously_caught.txt").unwrap_or_default());
    let (late, unviable) = (read("timeout.txt")?, read("unviable.txt")?);
    let explained = explained(&fs::read_to_string(EXPLAINED).unwrap_or_default())?;
    let survivors = unexplained(&missed, &explained);
    println!(
        "mutants: {} caught, {} late, {} unviable, {} survive, {} of them explained",
        caught.len(),
        late.len(),
        unviable.len(),
        missed.len(),
        missed.len() - survivors.len()
    );
    for survivor in &survivors {
        println!("survives: {survivor}");
    }
    if !survivors.is_empty() {
        println!(
            "a better test kills it; or explain it in {EXPLAINED}: `<mutant> # <why it is equivalent>`"
        );
        return Ok(ExitCode::FAILURE);
    }
    if caught.len() + late.len() + missed.len() + unviable.len() == 0 {
        // An unchanged tree that fails its own tests leaves nothing behind.
        ran?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A mutant without its place, which moves with every edit.
fn name(mutant: &str) -> String {
    let mut parts = mutant.splitn(4, ':');
    match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(file), Some(line), Some(_), Some(what)) if line.parse::<u32>().is_ok() => {
            format!("{file}:{what}")
        }
        _ => mutant.to_owned(),
    }
}

/// The mutants that are explained; each with a reason.
fn explained(text: &str) -> anyhow::Result<Vec<String>> {
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let entry = |line: &str| match line.split_once(" # ") {
        Some((mutant, why)) if !why.trim().is_empty() => Ok(name(mutant.trim())),
        _ => bail!("{EXPLAINED}: no reason in {line:?}"),
    };
    lines.map(entry).collect()
}

fn unexplained(missed: &[String], explained: &[String]) -> Vec<String> {
    missed.iter().filter(|mutant| !explained.contains(&name(mutant))).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_checked() {
        assert!(shard("0/4").is_ok() && shard("3/4").is_ok());
        for text in ["4/4", "0/0", "1", "a/b", "-1/4"] {
            assert!(shard(text).is_err(), "{text}");
        }
    }

    #[test]
    fn an_explanation_outlives_a_moved_line() {
        let missed = ["core/src/a.rs:12:5: replace + with - in f".to_owned()];
        let list = "# why\n\ncore/src/a.rs:99:1: replace + with - in f # f(0) is all there is\n";
        assert!(unexplained(&missed, &explained(list).unwrap()).is_empty());
        assert_eq!(unexplained(&missed, &[]), missed);
        assert!(explained("core/src/a.rs:1:1: replace + with - in f\n").is_err());
    }
}
