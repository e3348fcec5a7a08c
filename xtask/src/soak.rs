//! `cargo xtask soak`: every check on random bytes, for hours.
//!
//! The checks take turns with ever more runs; each turn has a seed of its own,
//! so no run is repeated. What is done stands in `target/xtask/soak.json`, from
//! which the next soak goes on; an interruption loses the turn it falls in. A
//! turn that was ended from outside counts for nothing, and its seed is used
//! again.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::Context;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::files;
use crate::format::grouped;
use crate::fuzz;
use crate::process::{capture, cargo};

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
    /// Only say what was done before
    #[arg(long, conflicts_with = "afresh")]
    summary: bool,
}

/// What has been done, over all soaks.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
struct State {
    /// The seed of the next turn.
    next_seed: u64,
    checks: BTreeMap<String, Done>,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
struct Done {
    runs: u64,
    failures: u64,
    seconds: f64,
    /// The turns that failed: runs and seed.
    #[serde(default)]
    failed: Vec<(u64, u64)>,
    /// The turns that were ended from outside.
    #[serde(default)]
    ended: u64,
}

/// How a turn ended.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Turn {
    Held,
    /// The check failed, or brought the program down.
    Failed,
    /// Somebody ended the program, and how: that says nothing of the check.
    Ended(String),
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
    if options.summary {
        print!("{}", state.summary());
        return Ok(ExitCode::SUCCESS);
    }
    let program = program()?;
    let end = Instant::now() + Duration::from_secs_f64(options.hours.max(0.0) * 3600.0);
    let mut is_good = true;
    'soak: loop {
        for check in &checks {
            if Instant::now() >= end {
                break 'soak;
            }
            let start = Instant::now();
            let seed = state.next_seed;
            let turn = turn(&program, check, options.runs, seed)?;
            let done = state.checks.entry(check.clone()).or_default();
            let word = match &turn {
                Turn::Held => "held",
                Turn::Failed => "FAILED",
                Turn::Ended(_) => "ended",
            };
            match &turn {
                Turn::Ended(_) => done.ended += 1,
                Turn::Held | Turn::Failed => {
                    state.next_seed += 1;
                    done.runs += options.runs;
                    done.seconds += start.elapsed().as_secs_f64();
                    if turn == Turn::Failed {
                        is_good = false;
                        done.failures += 1;
                        done.failed.push((options.runs, seed));
                    }
                }
            }
            let left = end.saturating_duration_since(Instant::now()).as_secs();
            println!(
                "{check:<24} seed {seed:<6} {word:<6} {} runs so far, {left} s left",
                grouped(done.runs)
            );
            keep(&state)?;
            if let Turn::Ended(how) = turn {
                println!("the turn was ended from outside ({how}) and is not counted");
                break 'soak;
            }
        }
    }
    print!("\n{}", state.summary());
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl State {
    /// What was done, and the turns to repeat.
    fn summary(&self) -> String {
        let mut text = format!(
            "{:<24} {:>15} {:>9} {:>6} {:>9}\n",
            "check", "runs", "failures", "ended", "hours"
        );
        let mut all = Done::default();
        for (check, done) in &self.checks {
            text += &line(check, done);
            all.runs += done.runs;
            all.failures += done.failures;
            all.ended += done.ended;
            all.seconds += done.seconds;
        }
        text += &line("all", &all);
        for (check, done) in &self.checks {
            for (runs, seed) in &done.failed {
                text += &format!(
                    "again: TESUJI_QUICKCHECK={runs} TESUJI_QUICKCHECK_SEED={seed} \
                     cargo test -p tesuji-testkit --test properties -- --exact {check}\n"
                );
            }
        }
        text
    }
}

fn line(name: &str, done: &Done) -> String {
    let hours = done.seconds / 3600.0;
    let runs = grouped(done.runs);
    format!("{name:<24} {runs:>15} {:>9} {:>6} {hours:>9.2}\n", done.failures, done.ended)
}

/// Builds the property tests and says where they are. They are run without
/// cargo, which would hide how they ended.
fn program() -> anyhow::Result<PathBuf> {
    let build = ["test", "--package", "tesuji-testkit", "--test", "properties", "--no-run"];
    println!("$ cargo {}", build.join(" "));
    let messages = capture(cargo(build).args(["--message-format", "json-render-diagnostics"]))?;
    let mut programs = messages.lines().filter_map(|line| {
        let message: Value = serde_json::from_str(line).ok()?;
        Some(PathBuf::from(message["executable"].as_str()?))
    });
    programs.next().context("cargo names no program of the property tests")
}

/// Runs one check this often; what it says is shown where it fails.
fn turn(program: &Path, check: &str, runs: u64, seed: u64) -> anyhow::Result<Turn> {
    let mut test = Command::new(program);
    test.args(["--quiet", "--exact", check]).current_dir("testkit");
    test.env("TESUJI_QUICKCHECK", runs.to_string());
    test.env("TESUJI_QUICKCHECK_SEED", seed.to_string());
    let output = test.stdin(Stdio::null()).output().context("the property tests")?;
    let turn = ending(output.status);
    if turn == Turn::Failed {
        print!(
            "{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
    }
    Ok(turn)
}

/// What an exit status says of the check.
fn ending(status: ExitStatus) -> Turn {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt;
        // Hang-up, interrupt, quit, kill (also by a system out of memory),
        // terminate, limit of time. What a program does to itself (abort,
        // overflow of the stack) is its failure.
        if let Some(signal @ (1 | 2 | 3 | 9 | 15 | 24)) = status.signal() {
            return Turn::Ended(format!("signal {signal}"));
        }
    }
    if status.success() { Turn::Held } else { Turn::Failed }
}

/// Writes the state, whole or not at all.
fn keep(state: &State) -> anyhow::Result<()> {
    files::write(FILE, serde_json::to_string_pretty(state)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state() -> State {
        let failed = vec![(20_000, 8)];
        let done = Done { runs: 40_000, failures: 1, seconds: 5400.0, failed, ended: 2 };
        State { next_seed: 9, checks: [("a_moves".to_owned(), done)].into() }
    }

    #[test]
    fn the_state_comes_back() {
        let text = serde_json::to_string(&state()).unwrap();
        assert_eq!(serde_json::from_str::<State>(&text).unwrap(), state());
        // As it was written before the failing turns were kept.
        let old =
            r#"{"next_seed": 9, "checks": {"a": {"runs": 7, "failures": 1, "seconds": 2.5}}}"#;
        assert_eq!(serde_json::from_str::<State>(old).unwrap().checks["a"].runs, 7);
    }

    #[test]
    fn the_summary_has_sums_and_what_to_run_again() {
        let summary = state().summary();
        let line = "a_moves                           40,000         1      2      1.50\n";
        assert!(summary.contains(line), "{summary}");
        assert!(summary.contains("\nall   "), "{summary}");
        let again = "TESUJI_QUICKCHECK=20000 TESUJI_QUICKCHECK_SEED=8 cargo test";
        assert!(summary.contains(again), "{summary}");
    }

    #[test]
    #[cfg(unix)]
    fn who_is_killed_has_not_failed() {
        let after = |script: &str| {
            let status = Command::new("sh").args(["-c", script]).stderr(Stdio::null()).status();
            ending(status.unwrap())
        };
        assert_eq!(after("exit 0"), Turn::Held);
        assert_eq!(after("exit 101"), Turn::Failed);
        assert_eq!(after("kill -ABRT $$"), Turn::Failed);
        assert_eq!(after("kill -SEGV $$"), Turn::Failed);
        // What a job in the background may have been told to ignore is left out.
        for signal in [9, 15] {
            assert_eq!(
                after(&format!("kill -{signal} $$")),
                Turn::Ended(format!("signal {signal}"))
            );
        }
    }
}
