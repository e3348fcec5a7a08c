//! Asks the quick set whether it notices a mutant.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use super::results::Verdict;
use super::tree::Tree;

/// A call of a judging program, and the seconds of CPU that it may take.
#[derive(Clone, Debug)]
struct Stage {
    program: PathBuf,
    folder: PathBuf,
    arguments: Vec<String>,
    seconds: u64,
}

/// The judging calls, cheapest first.
pub(super) struct Judge {
    programs: BTreeMap<String, PathBuf>,
    folders: BTreeMap<&'static str, PathBuf>,
    /// By path, as measured on the unchanged code.
    stages: BTreeMap<String, Vec<Stage>>,
}

/// What judges a path: the checks whose names begin with one of these words, all
/// where there is none, for several games use it; and the prefix of its unit
/// tests.
fn subject(path: &str) -> (&'static [&'static str], &'static str) {
    const OCTAL: &[&str] = &["octal_", "painting_grundy", "painting_winner"];
    for (part, checks, tests) in [
        ("src/pawn_chess", &["pawn_chess_", "table_read"][..], "pawn_chess"),
        ("src/pursuit", &["pursuit_", "table_read"], "pursuit"),
        ("src/gomoku", &["gomoku_"], "gomoku"),
        ("src/lines", &["gomoku_"], "lines"),
        ("src/sliding_four", &["sliding_four_", "table_read"], "sliding_four"),
        ("src/painting", &["painting_", "octal_grundy"], "painting"),
        ("src/octal", OCTAL, "octal"),
        ("src/engine/grundy", OCTAL, "engine::grundy"),
    ] {
        if path.contains(part) {
            return (checks, tests);
        }
    }
    (&[""], "")
}

impl Judge {
    /// Measures the unchanged code with the tests of these paths.
    ///
    /// # Errors
    /// Where it does not pass.
    pub(super) fn new(
        tree: &Tree,
        programs: BTreeMap<String, PathBuf>,
        checks: &[String],
        paths: &[String],
    ) -> anyhow::Result<Judge> {
        let folders = ["core", "solvers", "testkit"].map(|name| (name, tree.folder(name)));
        let mut judge = Judge { programs, folders: folders.into(), stages: BTreeMap::new() };
        let mut measured: BTreeMap<Vec<Vec<String>>, Vec<u64>> = BTreeMap::new();
        for path in paths {
            let mut stages = judge.stages_of(path, checks)?;
            let calls: Vec<Vec<String>> =
                stages.iter().map(|stage| stage.arguments.clone()).collect();
            let seconds = match measured.get(&calls) {
                Some(seconds) => seconds.clone(),
                None => {
                    let mut seconds = Vec::new();
                    for stage in &stages {
                        let start = Instant::now();
                        let mut command = stage.command(0);
                        let output = command.output().context("a judging program")?;
                        if !output.status.success() {
                            let said = String::from_utf8_lossy(&output.stderr).into_owned();
                            bail!("the unchanged code fails {:?}: {said}", stage.arguments);
                        }
                        seconds.push(start.elapsed().as_secs_f64());
                    }
                    let all: f64 = seconds.iter().sum();
                    let each: Vec<String> = seconds.iter().map(|s| format!("{s:.1}")).collect();
                    println!("{path} and its like: {all:.1} s unchanged ({})", each.join(" + "));
                    seconds.iter().map(|s| 5 + (3.0 * s) as u64).collect()
                }
            };
            for (stage, seconds) in stages.iter_mut().zip(&seconds) {
                stage.seconds = *seconds;
            }
            measured.insert(calls, seconds);
            judge.stages.insert(path.clone(), stages);
        }
        Ok(judge)
    }

    fn stages_of(&self, path: &str, all: &[String]) -> anyhow::Result<Vec<Stage>> {
        let (names, tests) = subject(path);
        let is_meant = |check: &&String| names.iter().any(|name| check.starts_with(name));
        let checks: Vec<String> = all.iter().filter(is_meant).cloned().collect();
        let program = |name: &str| {
            let path = self.programs.get(name).with_context(|| format!("no program {name}"));
            path.cloned()
        };
        let quick = |runs: &str| -> anyhow::Result<Stage> {
            let arguments = [&[runs.to_owned()][..], &checks].concat();
            Ok(self.stage(program("quick")?, "testkit", arguments))
        };
        let unit = |package: &'static str, tests: &[&str]| -> anyhow::Result<Stage> {
            let arguments = ["--quiet", "--test-threads=1"].iter().chain(tests);
            let arguments = arguments.map(ToString::to_string).collect();
            Ok(self.stage(program(&format!("tesuji_{package}"))?, package, arguments))
        };
        let tests: Vec<&str> = if tests.is_empty() { Vec::new() } else { vec![tests] };
        let mut stages = vec![quick("10")?];
        // Solvers know core, and not the other way round.
        if path.starts_with("core/") {
            stages.push(unit("core", &tests)?);
        }
        stages.push(unit("solvers", &tests)?);
        stages.push(quick("300")?);
        Ok(stages)
    }

    fn stage(&self, program: PathBuf, folder: &str, arguments: Vec<String>) -> Stage {
        Stage { program, folder: self.folders[folder].clone(), arguments, seconds: 600 }
    }

    /// Runs the tests of its path until one notices.
    ///
    /// # Errors
    /// Where a program cannot be started.
    pub(super) fn verdict(&self, path: &str, number: u32) -> anyhow::Result<Verdict> {
        for stage in &self.stages[path] {
            let mut child = stage.command(number);
            let status = child.stdout(Stdio::null()).stderr(Stdio::null()).status()?;
            if ended_late(status) {
                return Ok(Verdict::Late);
            }
            if !status.success() {
                return Ok(Verdict::Caught);
            }
        }
        Ok(Verdict::Survives)
    }
}

impl Stage {
    /// The call with this mutant switched on, 0 for none.
    fn command(&self, number: u32) -> Command {
        // The limits are CPU time, which a busy machine does not shorten, and
        // memory: a mutant may ask for all that there is.
        let script = format!("ulimit -t {} && ulimit -v 8000000; exec \"$0\" \"$@\"", self.seconds);
        let mut command = Command::new("sh");
        command.args(["-c", &script]).arg(&self.program).args(&self.arguments);
        command.current_dir(&self.folder).stdin(Stdio::null());
        command.env("TESUJI_MUTANT", number.to_string()).env("RUST_BACKTRACE", "0");
        command.env("TESUJI_QUICKCHECK", "50");
        command
    }
}

/// Whether the limit of time ended it.
fn ended_late(status: std::process::ExitStatus) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt;
        // SIGKILL where it was not heard.
        matches!(status.signal(), Some(24 | 9))
    }
    #[cfg(not(unix))]
    {
        let _ = status;
        false
    }
}

/// Every so often, so that a long run is seen to live.
pub(super) struct Progress {
    start: Instant,
    shown: Instant,
}

impl Progress {
    pub(super) fn new() -> Progress {
        let now = Instant::now();
        Progress { start: now, shown: now }
    }

    /// After this many of all.
    pub(super) fn at(&mut self, done: usize, all: usize) {
        if self.shown.elapsed() > Duration::from_secs(20) || done == all {
            self.shown = Instant::now();
            println!("{done} of {all}, {:.0} s", self.start.elapsed().as_secs_f64());
        }
    }
}
