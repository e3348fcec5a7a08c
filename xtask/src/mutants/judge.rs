//! Asks the quick set whether it notices a mutant.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
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
    /// Whether it judges only where it is quick.
    is_spare: bool,
    /// What it prints on the unchanged code, where that is its verdict.
    prints: Option<Vec<u8>>,
}

/// The judging calls, cheapest first.
pub(super) struct Judge {
    programs: BTreeMap<String, PathBuf>,
    folders: BTreeMap<&'static str, PathBuf>,
    /// By path, cheapest first on the unchanged code.
    stages: BTreeMap<String, Vec<Stage>>,
}

/// What judges a path: the checks whose names begin with one of these words, all
/// where there is none; and the prefix of its unit tests. What several games use
/// is judged by those of them that lean on it.
fn subject(path: &str) -> (&'static [&'static str], &'static str) {
    const MOVES: &[&str] =
        &["pawn_chess_moves", "pursuit_moves", "sliding_four_moves", "painting_moves"];
    const PARSE: &[&str] = &[
        "pawn_chess_parse",
        "pursuit_parse",
        "sliding_four_parse",
        "painting_parse",
        "octal_parse",
    ];
    const GOMOKU: &[&str] = &[
        "gomoku_board",
        "gomoku_winner",
        "gomoku_moves",
        "gomoku_forbidden",
        "gomoku_shapes",
        "gomoku_zobrist",
        "gomoku_parse",
    ];
    const OCTAL: &[&str] = &["octal_", "painting_grundy", "painting_winner"];
    for (part, checks, tests) in [
        ("src/pawn_chess", &["pawn_chess_", "table_read"][..], "pawn_chess"),
        ("src/pursuit", &["pursuit_", "table_read"], "pursuit"),
        ("core/src/gomoku", GOMOKU, "gomoku"),
        ("core/src/lines", GOMOKU, "lines"),
        ("src/gomoku/shapes", &["gomoku_shapes", "gomoku_forbidden"], "gomoku::shapes"),
        ("src/gomoku/evaluate", &["gomoku_evaluate"], "gomoku::evaluate"),
        ("src/gomoku/vcf", &["gomoku_vcf"], "gomoku::vcf"),
        ("src/gomoku/search", &["gomoku_search"], "gomoku::search"),
        ("src/gomoku", &["gomoku_vcf", "gomoku_search"], "gomoku"),
        ("src/sliding_four", &["sliding_four_", "table_read"], "sliding_four"),
        ("src/painting", &["painting_", "octal_grundy"], "painting"),
        ("src/octal", OCTAL, "octal"),
        ("src/engine/grundy", OCTAL, "engine::grundy"),
        ("core/src/perft.rs", &["pursuit_moves"], "perft"),
        ("core/src/game.rs", MOVES, "game"),
        ("core/src/text.rs", PARSE, "text"),
        ("core/src/packed.rs", &["pawn_chess_", "sliding_four_"], "packed"),
        ("solvers/src/solver.rs", &["pawn_chess_value", "pursuit_value"], "solver"),
    ] {
        if path.contains(part) {
            return (checks, tests);
        }
    }
    (&[""], "")
}

/// The games whose node sums guard a path: `cargo xtask signature` holds them.
fn sums(path: &str) -> &'static [&'static str] {
    for (part, games) in [
        ("src/pawn_chess", &["pawn-chess"][..]),
        ("src/pursuit", &["pursuit"]),
        ("src/gomoku", &["gomoku"]),
        ("src/lines", &["gomoku"]),
        ("src/sliding_four", &["sliding-four"]),
        ("src/painting", &["painting"]),
        ("src/octal", &["octal"]),
        ("src/engine/grundy", &["octal", "painting"]),
        ("core/src/packed.rs", &["pawn-chess", "sliding-four"]),
    ] {
        if path.contains(part) {
            return games;
        }
    }
    &[]
}

/// How a unit test is called, before its name.
const UNIT: &[&str] = &["--quiet", "--test-threads=1", "--exact"];

/// The seconds of CPU that the quick set may take; the dearest calls are left out.
const QUICK: f64 = 20.0;

/// The seconds of CPU that a test of testkit may take to be of the quick set.
const SPARE: u64 = 1;

/// The arguments that call this test.
fn unit(test: &str) -> Vec<String> {
    UNIT.iter().chain(&[test]).map(ToString::to_string).collect()
}

fn tests_of(program: &Path) -> anyhow::Result<Vec<String>> {
    let list = Command::new(program).args(["--list", "--format=terse"]).output()?;
    let list = String::from_utf8_lossy(&list.stdout).into_owned();
    Ok(list.lines().filter_map(|line| line.strip_suffix(": test").map(str::to_owned)).collect())
}

/// The programs of testkit with what can be enumerated of this path's game. Of
/// their tests those judge that are quick.
pub(super) fn exhaustive(path: &str) -> &'static [&'static str] {
    for (part, programs) in [
        ("src/pawn_chess", &["pawn_chess"][..]),
        ("src/pursuit", &["pursuit"]),
        ("core/src/gomoku", &["gomoku", "gomoku_text"]),
        ("src/gomoku/shapes", &["gomoku_shapes"]),
        ("src/gomoku/vcf", &["gomoku_vcf"]),
        ("src/gomoku/search", &["gomoku_search", "gomoku_tactics", "gomoku_walls"]),
        ("src/gomoku", &["gomoku_vcf"]),
        ("src/sliding_four", &["sliding_four", "sliding_large"]),
        ("src/painting", &["painting"]),
        ("src/octal", &["octal"]),
        ("src/engine/grundy", &["octal"]),
    ] {
        if path.contains(part) {
            return programs;
        }
    }
    &[]
}

/// Measures the calls, joins those of a program that cost no more than its
/// start, and sorts them: most mutants are noticed by the first ones.
fn cheapest_first(stages: Vec<Stage>) -> anyhow::Result<(Vec<Stage>, Vec<f64>)> {
    const CHEAP: f64 = 0.1;
    let mut measured: Vec<(f64, Stage)> = Vec::new();
    for mut stage in stages {
        let Measured { code, prints, said, seconds } = stage.measured()?;
        if stage.is_spare && matches!(code, Some(137 | 152)) {
            continue;
        }
        if code != Some(0) {
            bail!("the unchanged code fails {:?}: {said}", stage.arguments);
        }
        if stage.prints.is_some() {
            stage.prints = Some(prints);
        }
        let is_unit = stage.arguments.iter().any(|argument| argument == UNIT[0]);
        let joins = |(other, of): &&mut (f64, Stage)| *other < CHEAP && of.program == stage.program;
        match measured.iter_mut().find(joins) {
            Some((all, other)) if is_unit && seconds < CHEAP => {
                other.arguments.extend_from_slice(&stage.arguments[UNIT.len()..]);
                *all += seconds / 10.0;
            }
            _ => measured.push((seconds, stage)),
        }
    }
    measured.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut all = 0.0;
    measured.retain(|(seconds, _)| {
        all += seconds;
        all <= QUICK
    });
    for (seconds, stage) in &mut measured {
        stage.seconds = 2 + (3.0 * *seconds) as u64;
    }
    let seconds = measured.iter().map(|measured| measured.0).collect();
    Ok((measured.into_iter().map(|measured| measured.1).collect(), seconds))
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
        let mut measured: BTreeMap<Vec<Vec<String>>, Vec<Stage>> = BTreeMap::new();
        for path in paths {
            let stages = judge.stages_of(path, checks)?;
            let calls: Vec<Vec<String>> =
                stages.iter().map(|stage| stage.arguments.clone()).collect();
            let stages = match measured.get(&calls) {
                Some(stages) => stages.clone(),
                None => {
                    let (stages, seconds) = cheapest_first(stages)?;
                    let all: f64 = seconds.iter().sum();
                    let last = seconds.last().copied().unwrap_or_default();
                    let calls = stages.len();
                    println!(
                        "{path} and its like: {all:.1} s unchanged in {calls} calls of up to {last:.1} s"
                    );
                    stages
                }
            };
            measured.insert(calls, stages.clone());
            judge.stages.insert(path.clone(), stages);
        }
        Ok(judge)
    }

    /// The checks on few inputs, each unit test, the checks on many inputs.
    fn stages_of(&self, path: &str, all: &[String]) -> anyhow::Result<Vec<Stage>> {
        let (names, prefix) = subject(path);
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
        let mut stages = vec![quick("10")?, quick("300")?];
        for package in ["core", "solvers"] {
            // Solvers know core, and not the other way round.
            if package == "core" && !path.starts_with("core/") {
                continue;
            }
            let program = program(&format!("tesuji_{package}"))?;
            for test in tests_of(&program)?.iter().filter(|test| test.starts_with(prefix)) {
                stages.push(self.stage(program.clone(), package, unit(test)));
            }
        }
        for &game in sums(path) {
            let stage = self.stage(program("signature")?, "testkit", vec![game.to_owned()]);
            stages.push(Stage { prints: Some(Vec::new()), ..stage });
        }
        for name in exhaustive(path) {
            let program = program(name)?;
            for test in tests_of(&program)? {
                let stage = self.stage(program.clone(), "testkit", unit(&test));
                stages.push(Stage { seconds: SPARE, is_spare: true, ..stage });
            }
        }
        Ok(stages)
    }

    fn stage(&self, program: PathBuf, folder: &str, arguments: Vec<String>) -> Stage {
        Stage {
            program,
            folder: self.folders[folder].clone(),
            arguments,
            seconds: 600,
            is_spare: false,
            prints: None,
        }
    }

    /// Runs the tests of its path until one notices.
    ///
    /// # Errors
    /// Where a program cannot be started.
    pub(super) fn verdict(&self, path: &str, number: u32) -> anyhow::Result<Verdict> {
        for stage in &self.stages[path] {
            let mut child = stage.command(number);
            child.stderr(Stdio::null());
            if stage.prints.is_none() {
                child.stdout(Stdio::null());
            }
            let output = child.output()?;
            if ended_late(output.status) {
                return Ok(Verdict::Late);
            }
            let differs = stage.prints.as_ref().is_some_and(|prints| *prints != output.stdout);
            if !output.status.success() || differs {
                return Ok(Verdict::Caught);
            }
        }
        Ok(Verdict::Survives)
    }
}

/// How a call ends on the unchanged code.
struct Measured {
    code: Option<i32>,
    prints: Vec<u8>,
    said: String,
    /// Of CPU.
    seconds: f64,
}

impl Stage {
    /// Runs it on the unchanged code.
    fn measured(&self) -> anyhow::Result<Measured> {
        let output = self.script("\"$0\" \"$@\"; code=$?; times >&2; exit $code", 0).output();
        let output = output.context("a judging program")?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        // The last line has the times of what was called, such as 0m1.250s.
        let time = |word: &str| -> Option<f64> {
            let (minutes, seconds) = word.strip_suffix('s')?.split_once('m')?;
            Some(60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?)
        };
        let last = said.lines().last().unwrap_or_default();
        let seconds = last.split_whitespace().filter_map(time).sum();
        Ok(Measured { code: output.status.code(), prints: output.stdout, said, seconds })
    }

    /// The call with this mutant switched on, 0 for none.
    fn command(&self, number: u32) -> Command {
        self.script("exec \"$0\" \"$@\"", number)
    }

    fn script(&self, call: &str, number: u32) -> Command {
        // The limits are CPU time, which a busy machine does not shorten, and
        // memory: a mutant may ask for all that there is.
        let script = format!("ulimit -t {} && ulimit -v 8000000; {call}", self.seconds);
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
