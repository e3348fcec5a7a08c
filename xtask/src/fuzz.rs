//! `cargo xtask fuzz`: the fuzz targets in turn, and what they did.
//!
//! With the nightly toolchain AddressSanitizer is on, else it runs on stable
//! without. The corpus in `fuzz/corpus/` stays from run to run, so a run that
//! is interrupted has lost nothing.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, bail};

use crate::files;
use crate::process::{cargo, stream, succeeds};
use crate::verdicts::Counts;
use crate::{tools, workspace};

/// The options of `fuzz`.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Options {
    #[command(subcommand)]
    action: Option<Action>,
    /// The checks; all where none is named
    #[arg(value_name = "CHECK")]
    checks: Vec<String>,
    /// Seconds for each check
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    time: u32,
    /// Minimise the corpus of each check afterwards
    #[arg(long)]
    minimise: bool,
    /// Without sanitizers, on the stable toolchain, also where there is a nightly
    #[arg(long)]
    stable: bool,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Keep a failing input as a regression
    Keep {
        /// The check that fails on it
        check: String,
        /// The input, such as a file of fuzz/artifacts
        file: PathBuf,
        /// What was wrong, in words and hyphens
        name: String,
        /// Make it smaller first, as long as it fails
        #[arg(long)]
        minimise: bool,
        /// Keep it although it passes: what was wrong is mended already
        #[arg(long, conflicts_with = "minimise")]
        mended: bool,
    },
}

/// Fuzzes, or keeps an input.
///
/// # Errors
/// Where a tool is missing or a check does not exist.
pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    if let Some(Action::Keep { check, file, name, minimise, mended }) = &options.action {
        let state = match (*mended, *minimise) {
            (true, _) => Kept::Mended,
            (false, true) => Kept::Smaller,
            (false, false) => Kept::Failing,
        };
        keep(check, file, name, state)?;
        return Ok(ExitCode::SUCCESS);
    }
    tools::FUZZ.needed()?;
    let checks = chosen(&options.checks)?;
    let nightly = !options.stable
        && succeeds(Command::new("cargo").arg("--version").env("RUSTUP_TOOLCHAIN", "nightly"));
    println!(
        "{} checks, {} s each, {}",
        checks.len(),
        options.time,
        if nightly { "AddressSanitizer (nightly)" } else { "no sanitizer (stable)" }
    );
    let mut failed = Vec::new();
    for (index, check) in checks.iter().enumerate() {
        println!("\n[{}/{}] {check}", index + 1, checks.len());
        if !fuzz(check, options, nightly)? {
            failed.push(check.as_str());
        }
    }
    println!("\nfuzz: {} checks, {} failed", checks.len(), failed.len());
    if !failed.is_empty() {
        println!("failed: {}", failed.join(", "));
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

/// The checks that are named, or all.
pub(crate) fn chosen(names: &[String]) -> anyhow::Result<Vec<String>> {
    let packages = workspace::packages()?;
    let fuzz = packages.iter().find(|package| package.name == "tesuji-fuzz");
    let all = &fuzz.context("the workspace has no tesuji-fuzz")?.binaries;
    if let Some(name) = names.iter().find(|name| !all.contains(name)) {
        bail!("{name} is no check; there are {}", all.join(", "));
    }
    Ok(if names.is_empty() { all.clone() } else { names.to_vec() })
}

/// The folders of a check: what libFuzzer writes, and what it only reads.
fn folders(check: &str) -> (PathBuf, [PathBuf; 2]) {
    let folder = |kind: &str| Path::new("fuzz").join(kind).join(check);
    (folder("corpus"), [folder("seeds"), folder("regressions")])
}

/// `cargo fuzz <action>`, of the toolchain that is to be used.
fn cargo_fuzz(action: &str, nightly: bool) -> Command {
    let mut command = cargo(["fuzz", action]);
    if nightly {
        command.env("RUSTUP_TOOLCHAIN", "nightly");
    } else {
        command.args(["-s", "none"]);
    }
    command
}

/// Fuzzes one check and says whether it held.
fn fuzz(check: &str, options: &Options, nightly: bool) -> anyhow::Result<bool> {
    let (corpus, read) = folders(check);
    fs::create_dir_all(&corpus)?;
    let logs = Path::new("target/xtask/fuzz");
    fs::create_dir_all(logs)?;
    // Built before the time runs.
    let built = cargo_fuzz("build", nightly).arg(check).stdin(Stdio::null()).output();
    let built = built.context("cargo fuzz")?;
    if !built.status.success() {
        bail!("{check} does not build:\n{}", String::from_utf8_lossy(&built.stderr));
    }
    let mut command = cargo_fuzz("run", nightly);
    command.arg(check).arg(&corpus).args(read.iter().filter(|folder| folder.exists()));
    command.arg("--").arg(format!("-max_total_time={}", options.time));
    command.args(["-print_final_stats=1", "-timeout=20", "-max_len=512", "-verbosity=1"]);
    let log = logs.join(format!("{check}.log"));
    let counts = std::path::absolute(logs.join(format!("{check}.stats")))?;
    let _ = fs::remove_file(&counts);
    let status = command
        .env("TESUJI_FUZZ_STATS", &counts)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(fs::File::create(&log)?)
        .status()
        .context("cargo fuzz")?;
    let text = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
    match Stats::of(&text) {
        Some(stats) => println!("{stats}"),
        None if status.success() => println!("no statistics; see {}", log.display()),
        None => {}
    }
    if let Some(counts) = fs::read_to_string(&counts).ok().as_deref().and_then(Counts::of) {
        print!("{}", counts.summary(check));
    }
    if !status.success() {
        // The panic with the position and the two roads, and how to replay it.
        let from = text.find("panicked at").map_or(0, |at| text[..at].rfind('\n').unwrap_or(0));
        let lines: Vec<&str> = text[from..].lines().filter(|line| !line.is_empty()).collect();
        println!("{}", lines[..lines.len().min(12)].join("\n"));
        let file = artifact(&text).unwrap_or("FILE");
        println!("the whole log: {}", log.display());
        println!("replay: cargo fuzz run -s none {check} {file}");
        println!("keep:   cargo xtask fuzz keep --minimise {check} {file} what-was-wrong");
        return Ok(false);
    }
    if options.minimise {
        stream(cargo_fuzz("cmin", nightly).arg(check).arg(&corpus))?;
    }
    Ok(true)
}

/// The file that libFuzzer says it has written the failing input to, from the
/// workspace's root.
fn artifact(log: &str) -> Option<&str> {
    let line = log.lines().find(|line| line.contains("Test unit written to "))?;
    let path = line.split("Test unit written to ").nth(1)?.trim();
    Some(path.find("fuzz/artifacts/").map_or(path, |at| &path[at..]))
}

/// What libFuzzer says of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stats {
    runs: u64,
    each_second: u64,
    coverage_before: u64,
    coverage: u64,
}

impl Stats {
    /// From its log.
    fn of(log: &str) -> Option<Stats> {
        let stat = |name: &str| -> Option<u64> {
            let line = log.lines().find_map(|line| line.strip_prefix(name))?;
            line.trim().parse().ok()
        };
        let coverage = |event: &str| -> Option<u64> {
            let line = log.lines().find(|line| line.contains(event))?;
            line.split("cov: ").nth(1)?.split_whitespace().next()?.parse().ok()
        };
        Some(Stats {
            runs: stat("stat::number_of_executed_units:")?,
            each_second: stat("stat::average_exec_per_sec:")?,
            coverage_before: coverage("INITED")?,
            coverage: coverage("DONE")?,
        })
    }
}

impl std::fmt::Display for Stats {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Stats { runs, each_second, coverage_before, coverage } = *self;
        let new = coverage.saturating_sub(coverage_before);
        write!(f, "{runs} runs, {each_second} a second, coverage {coverage} ({new} new)")
    }
}

/// How many smaller inputs are tried.
const TRIES: &str = "20000";

/// The state in which an input is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kept {
    /// As it is; it must fail.
    Failing,
    /// The least that fails like it.
    Smaller,
    /// As it is, whether it fails or not.
    Mended,
}

/// Copies a failing input to the regressions.
fn keep(check: &str, file: &Path, name: &str, state: Kept) -> anyhow::Result<()> {
    chosen(&[check.to_owned()])?;
    let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || !name.chars().all(good) {
        bail!("{name:?}: say what was wrong in words of a-z and 0-9 with hyphens between");
    }
    let mut bytes = fs::read(file).with_context(|| file.display().to_string())?;
    let folder = Path::new("fuzz/regressions").join(check);
    let to = folder.join(name);
    if to.exists() {
        bail!("{} exists already", to.display());
    }
    if state != Kept::Mended {
        let out = Path::new("target/xtask/fuzz/minimised");
        fs::create_dir_all("target/xtask/fuzz")?;
        let program = ["run", "--quiet", "--profile", "test", "--package", "tesuji-testkit"];
        let mut command = cargo(program);
        command.args(["--example", "minimise", "--", check]).arg(file).arg(out);
        command.arg(if state == Kept::Smaller { TRIES } else { "0" }).env("RUST_BACKTRACE", "0");
        stream(&mut command).context("nothing is kept, for it does not fail; see --mended")?;
        bytes = fs::read(out)?;
    }
    // The same bytes under another name would be the same test.
    for entry in fs::read_dir(&folder).into_iter().flatten() {
        let stored = entry?.path();
        if fs::read(&stored)? == bytes {
            bail!("{} has the same bytes", stored.display());
        }
    }
    files::write(&to, bytes)?;
    println!("kept as {}; git add it, and see it fail:", to.display());
    println!("cargo test -p tesuji-testkit --test regressions");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_are_read() {
        let log = "#8 INITED cov: 310 ft: 900 corp: 7/10b exec/s: 0 rss: 40Mb\n\
                   #99 NEW    cov: 320 ft: 950 corp: 8/11b\n\
                   #52000 DONE   cov: 333 ft: 1000 corp: 9/99b lim: 512\n\
                   stat::number_of_executed_units: 52000\n\
                   stat::average_exec_per_sec:     8666\n";
        let stats = Stats::of(log).unwrap();
        assert_eq!(stats.to_string(), "52000 runs, 8666 a second, coverage 333 (23 new)");
        assert_eq!(Stats::of("nothing"), None);
    }

    #[test]
    fn the_failing_input_is_found_in_the_log() {
        let log = "artifact_prefix='/w/fuzz/artifacts/a_b/'; \
                   Test unit written to /w/fuzz/artifacts/a_b/crash-01\nBase64: AA==\n";
        assert_eq!(artifact(log), Some("fuzz/artifacts/a_b/crash-01"));
        assert_eq!(artifact("Test unit written to ./crash-01"), Some("./crash-01"));
        assert_eq!(artifact("nothing"), None);
    }

    #[test]
    fn what_is_no_check_or_no_name_is_refused() {
        assert!(chosen(&["no_such_check".to_owned()]).is_err());
        let keep = |name| keep("pursuit_moves", Path::new("no-such-file"), name, Kept::Mended);
        assert!(keep("Bad Name").is_err_and(|why| why.to_string().contains("hyphens")));
        assert!(keep("good-name").is_err_and(|why| why.to_string() == "no-such-file"));
    }
}
