//! `cargo xtask soak`: every check on random bytes, for hours.
//!
//! The checks take turns with ever more runs; each turn has a seed of its own,
//! so no run is repeated. What is done stands in `target/xtask/soak.json`, from
//! which the next soak goes on; an interruption loses the turn it falls in.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::Context;
use serde::{Deserialize, Serialize};

use crate::format::grouped;
use crate::fuzz;
use crate::process::cargo;

const FILE: &str = "target/xtask/soak.json";

/// The options of `soak`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// How long
    #[arg(long, value_name = "HOURS", default_value_t = 1.0)]
    hours: f64,
    /// Runs of a check in one turn
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    runs: u64,
    /// The checks; all where none is named
    #[arg(value_name = "CHECK")]
    checks: Vec<String>,
    /// Forget what was done before
    #[arg(long)]
    afresh: bool,
}

/// What has been done, over all soaks.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
struct State {
    /// The seed of the next turn.
    next_seed: u64,
    checks: BTreeMap<String, Done>,
}

#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
struct Done {
    runs: u64,
    failures: u64,
    seconds: f64,
}

/// Soaks until the time is up.
///
/// # Errors
/// Where the checks do not build, or the state cannot be kept.
pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let checks = fuzz::chosen(&options.checks)?;
    let mut state = match fs::read_to_string(FILE) {
        Ok(text) if !options.afresh => serde_json::from_str(&text).context(FILE)?,
        _ => State { next_seed: 1, ..State::default() },
    };
    let build = ["test", "--package", "tesuji-testkit", "--test", "properties", "--no-run"];
    crate::process::stream(&mut cargo(build))?;
    let end = Instant::now() + Duration::from_secs_f64(options.hours.max(0.0) * 3600.0);
    let mut failures = 0;
    'soak: loop {
        for check in &checks {
            if Instant::now() >= end {
                break 'soak;
            }
            let start = Instant::now();
            let seed = state.next_seed;
            state.next_seed += 1;
            let held = turn(check, options.runs, seed)?;
            let done = state.checks.entry(check.clone()).or_default();
            done.runs += options.runs;
            done.failures += u64::from(!held);
            done.seconds += start.elapsed().as_secs_f64();
            failures += u64::from(!held);
            let word = if held { "held" } else { "FAILED" };
            let left = end.saturating_duration_since(Instant::now()).as_secs();
            println!(
                "{check:<24} seed {seed:<6} {word:<6} {} runs so far, {left} s left",
                grouped(done.runs)
            );
            keep(&state)?;
        }
    }
    println!("\n{:<24} {:>15} {:>9} {:>9}", "check", "runs", "failures", "hours");
    for (check, done) in &state.checks {
        let hours = done.seconds / 3600.0;
        println!("{check:<24} {:>15} {:>9} {hours:>9.2}", grouped(done.runs), done.failures);
    }
    if failures > 0 {
        println!(
            "again: TESUJI_QUICKCHECK={} TESUJI_QUICKCHECK_SEED=SEED cargo test -p tesuji-testkit --test properties CHECK",
            options.runs
        );
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs one check this often; what it says is shown where it fails.
fn turn(check: &str, runs: u64, seed: u64) -> anyhow::Result<bool> {
    let mut test =
        cargo(["test", "--quiet", "--package", "tesuji-testkit", "--test", "properties"]);
    test.args(["--", "--exact", check]);
    test.env("TESUJI_QUICKCHECK", runs.to_string());
    test.env("TESUJI_QUICKCHECK_SEED", seed.to_string());
    let output = test.stdin(Stdio::null()).output().context("cargo test")?;
    if !output.status.success() {
        print!("{}", String::from_utf8_lossy(&output.stdout));
    }
    Ok(output.status.success())
}

/// Writes the state, whole or not at all.
fn keep(state: &State) -> anyhow::Result<()> {
    let part = Path::new(FILE).with_extension("part");
    fs::create_dir_all("target/xtask")?;
    fs::write(&part, serde_json::to_string_pretty(state)?)?;
    Ok(fs::rename(part, FILE)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_state_comes_back() {
        let done = Done { runs: 7, failures: 1, seconds: 2.5 };
        let state = State { next_seed: 9, checks: [("a".to_owned(), done)].into() };
        let text = serde_json::to_string(&state).unwrap();
        assert_eq!(serde_json::from_str::<State>(&text).unwrap(), state);
    }
}
