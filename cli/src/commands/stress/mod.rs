//! `tesuji stress`: a program against generated input, until it is wrong.

mod found;
mod interrupt;
mod launch;
mod program;
mod quantity;
mod run;
mod system;
mod verdict;

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use tesuji_testkit::judge_input::{Input, Judge};

pub(crate) use self::launch::launched;

use self::interrupt::Interrupt;
use self::program::Program;
use self::quantity::{Memory, Time};
use self::run::{Ending, Ran, Runner};
use self::verdict::{Limits, Wrong, most_output};
use super::generate::Kind;
use crate::failure::{Exit, Failure};
use crate::games::judged::{self, Extent, Judged, Task};
use crate::{input, output};

/// Cases, where neither a number nor a time is asked for.
const COUNT: u64 = 10_000;

const AFTER_HELP: &str = "\
The exit code is 0 where no difference was found, 1 where one was.
docs/testing-your-solver.md tells more.

Examples:
  $ tesuji stress painting --count 500 -- tesuji solve painting
  $ tesuji stress sliding-four --time 1s --memory none -- tesuji solve sliding-four -
  $ tesuji stress pursuit --input examples/pursuit.txt -- tesuji solve pursuit
  the answer is right";

/// Test a program on generated input, and shrink what it gets wrong
///
/// The program reads a judge's input from standard input and writes the answers
/// to standard output. At the first wrong answer, crash, time-out or memory
/// overrun the input is shrunk to a smallest one that still fails, and written
/// to a file, with the right output beside it.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Stress {
    /// The game
    #[arg(value_parser = judged::parser())]
    game: Judged,

    /// The seed, any number [default: from the clock]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// Stop after so many cases [default: 10000, unless --time is given]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    count: Option<u64>,

    /// Stop after this time, such as 30s or 5m
    #[arg(long, value_name = "T")]
    time: Option<Time>,

    /// The longest that one run may take
    #[arg(long, value_name = "T", default_value = "2s")]
    timeout: Time,

    /// The most memory of a process, such as 256M; `none` for programs that reserve much and use
    /// little of it, as those of Java and Go do
    #[arg(long, value_name = "SIZE", default_value = "256M")]
    memory: Memory,

    /// Which cases
    #[arg(long, value_enum, value_name = "KIND", default_value_t)]
    kind: Kind,

    /// Only this size: a board of pawn chess (4x4), the n of pursuit, the N of painting
    #[arg(long, value_name = "SIZE")]
    size: Option<Extent>,

    /// Forgive nothing: the output must be right to the byte
    #[arg(long)]
    strict: bool,

    /// The longest that a failing input is shrunk
    #[arg(long, value_name = "T", default_value = "10s")]
    shrink_time: Time,

    /// Where a failing input goes: to NAME.txt, its right output to NAME.out
    /// [default: failed-GAME]
    #[arg(long, value_name = "NAME")]
    save: Option<PathBuf>,

    /// Run this input only, once, and shrink nothing
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "count", "time", "kind", "save"])]
    input: Option<PathBuf>,

    /// The program, and its arguments
    #[arg(required = true, last = true, value_name = "PROGRAM")]
    program: Vec<OsString>,
}

impl Stress {
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        self.game.with(self.size, &self)
    }

    fn limits(&self) -> Limits {
        Limits { timeout: self.timeout, memory: self.memory, strict: self.strict }
    }
}

impl Task for &Stress {
    fn run<J: Judge>(self, judge: J) -> Result<Exit, Failure> {
        let program = Program::find(&self.program)?;
        for words in system::shortcomings(self.memory.0.is_some()) {
            let _ = writeln!(std::io::stderr(), "note: {words}");
        }
        let interrupt = Interrupt::listen()
            .map_err(|error| Failure::message(format!("cannot listen for Ctrl-C: {error}")))?;
        let runner = Runner::new(program, self.memory.0, interrupt.clone())?;
        let mut session = Session {
            stress: self,
            judge,
            runner,
            limits: self.limits(),
            began: Instant::now(),
            cases: 0,
            inputs: 0,
            slowest: Duration::ZERO,
            errors: 0,
            bar: ProgressBar::hidden(),
        };
        let exit = match &self.input {
            Some(file) => session.replay(&input::Source::read(Some(file))?),
            None => session.search(),
        };
        session.bar.finish_and_clear();
        interrupt.obey();
        exit
    }
}

/// A program under test.
struct Session<'a, J> {
    stress: &'a Stress,
    judge: J,
    runner: Runner,
    limits: Limits,
    began: Instant,
    /// Cases and inputs that were answered rightly.
    cases: u64,
    inputs: u64,
    /// The longest of their runs, and the most bytes on standard error.
    slowest: Duration,
    errors: u64,
    bar: ProgressBar,
}

/// What one run came to.
enum Outcome {
    Right,
    Wrong(Wrong, Ran),
    /// Somebody wants this program to end.
    Interrupted,
}

impl<J: Judge> Session<'_, J> {
    /// Draws input after input until one is answered wrongly.
    fn search(&mut self) -> Result<Exit, Failure> {
        let clock = || std::time::UNIX_EPOCH.elapsed().unwrap_or_default().as_micros() as u64;
        let seed = self.stress.seed.unwrap_or_else(clock);
        let count = match (self.stress.count, self.stress.time) {
            (Some(count), _) => count,
            (None, Some(_)) => u64::MAX,
            (None, None) => COUNT,
        };
        self.bar = bar(count);
        let mut source = self.stress.kind.source(seed);
        let time_is_up = |session: &Self| {
            session.stress.time.is_some_and(|time| session.began.elapsed() >= time.0)
        };
        let mut interrupted = false;
        while self.cases < count && !time_is_up(self) {
            let left = usize::try_from(count - self.cases).unwrap_or(usize::MAX);
            let input = source.next_input(&mut self.judge, left);
            match self.attempt(&input, self.limits)? {
                Outcome::Right => {}
                Outcome::Wrong(wrong, ran) => return self.found(seed, input, wrong, ran),
                Outcome::Interrupted => {
                    interrupted = true;
                    break;
                }
            }
            self.cases += input.cases.len() as u64;
            self.inputs += 1;
            self.bar.set_position(self.cases);
        }
        self.bar.finish_and_clear();
        let mut out = output::pages();
        if interrupted {
            write!(out, "interrupted: ")?;
        }
        writeln!(out, "{}: no difference found", self.score(seed))?;
        if self.errors > 0 {
            writeln!(out, "it wrote up to {} bytes a run to standard error", self.errors)?;
        }
        out.flush()?;
        Ok(if self.cases == 0 && interrupted { Exit::Unknown } else { Exit::Done })
    }

    /// `10000 cases in 143 inputs, 5012 cases a second (seed 1)`.
    fn score(&self, seed: u64) -> String {
        let inputs = if self.inputs == self.cases {
            String::new()
        } else {
            format!(" in {} {}", self.inputs, if self.inputs == 1 { "input" } else { "inputs" })
        };
        let cases = if self.cases == 1 { "case" } else { "cases" };
        let a_second = self.cases as f64 / self.began.elapsed().as_secs_f64().max(1e-9);
        format!("{} {cases}{inputs}, {a_second:.0} cases a second (seed {seed})", self.cases)
    }

    /// Runs one input from a file.
    fn replay(&mut self, source: &input::Source) -> Result<Exit, Failure> {
        let cases = self.judge.read(source.bytes()).map_err(|error| source.refuse(&error))?;
        let expected = self
            .judge
            .try_answers(&cases)
            .map_err(|(case, refusal)| Failure::refused(case, &refusal))?;
        let outcome = self.attempt_bytes(source.bytes().to_vec(), &expected, self.limits)?;
        let mut out = output::pages();
        let exit = match outcome {
            Outcome::Right => {
                match cases.len() {
                    1 => writeln!(out, "the answer is right")?,
                    cases => writeln!(out, "all {cases} answers are right")?,
                }
                Exit::Done
            }
            Outcome::Wrong(wrong, ran) => {
                writeln!(out, "{wrong}")?;
                found::tell(&mut out, &self.judge, &cases, &expected, &wrong, &ran)?;
                Exit::No
            }
            Outcome::Interrupted => Exit::Unknown,
        };
        out.flush()?;
        Ok(exit)
    }

    /// Runs the program on this input and judges what it does.
    fn attempt(&mut self, input: &Input<J::Case>, limits: Limits) -> Result<Outcome, Failure> {
        let expected = self
            .judge
            .try_answers(&input.cases)
            .map_err(|(case, refusal)| Failure::refused(case, &refusal))?;
        self.attempt_bytes(self.judge.write(input), &expected, limits)
    }

    fn attempt_bytes(
        &mut self,
        input: Vec<u8>,
        expected: &[String],
        limits: Limits,
    ) -> Result<Outcome, Failure> {
        let ran = self.runner.run(input, most_output(expected), limits.timeout.0)?;
        if ran.ending == Ending::Interrupted {
            return Ok(Outcome::Interrupted);
        }
        match Wrong::of(&ran, expected, &limits) {
            Some(wrong) => Ok(Outcome::Wrong(wrong, ran)),
            None => {
                self.slowest = self.slowest.max(ran.time);
                self.errors = self.errors.max(ran.errors_in_all);
                Ok(Outcome::Right)
            }
        }
    }
}

/// The progress of a search, drawn on a terminal only.
fn bar(count: u64) -> ProgressBar {
    let known = count != u64::MAX;
    let bar = if known { ProgressBar::new(count) } else { ProgressBar::no_length() };
    let template = if known {
        "{bar:30} {pos} of {len} cases, {speed}, {elapsed}{msg}"
    } else {
        "{pos} cases, {speed}, {elapsed}{msg}"
    };
    let speed = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        // A bar that cannot be written to is not drawn.
        let _ = write!(out, "{:.0} cases a second", state.per_sec());
    };
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style.with_key("speed", speed)),
        Err(_) => bar,
    }
}
