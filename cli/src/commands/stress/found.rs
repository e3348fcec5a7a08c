//! What is done with an input that a program fails on.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use tesuji_testkit::judge_input::{
    Budget, Difference, Input, Judge, Layout, Proof, Shrunk, Trial, shrink,
};

use super::program::quoted;
use super::run::Ran;
use super::verdict::{Limits, Wrong, shrinking_timeout};
use super::{Outcome, Session};
use crate::commands::{file, generate, shown};
use crate::failure::{Exit, Failure};
use crate::games::judged::Extent;
use crate::output::{self, style};

/// An input that fails, and what there is to say about it.
struct Found<C> {
    input: Input<C>,
    wrong: Wrong,
    ran: Ran,
    words: String,
}

/// So many of the cases of an input are drawn.
const DRAWN: usize = 3;

impl<J: Judge> Session<'_, J> {
    /// Shrinks the input, writes it down and tells about it.
    pub(super) fn found(
        &mut self,
        seed: u64,
        input: Input<J::Case>,
        wrong: Wrong,
        ran: Ran,
    ) -> Result<Exit, Failure> {
        // Before it is shrunk: that is no part of the speed.
        let (score, cases) = (self.score(seed), self.cases);
        let shrunk = self.shrunk(&input, &wrong);
        let Found { input: shown, wrong, ran, words } =
            self.confirmed(Found { input, wrong, ran, words: String::new() }, shrunk)?;
        self.bar.finish_and_clear();
        let (name, output) = self.save(&shown)?;
        let expected = self.judge.answers(&shown.cases);
        let error = style::ERROR;
        let mut out = output::pages();
        writeln!(out, "{error}{wrong}{error:#}")?;
        match cases {
            0 => writeln!(out, "found in the first input (seed {seed})")?,
            _ => writeln!(out, "found after {score}")?,
        }
        writeln!(out, "{words}")?;
        if shown.layout != Layout::Plain {
            let layout = shown.layout.name();
            writeln!(out, "The layout matters: {layout}. The same cases written plainly pass.")?;
        }
        tell(&mut out, &self.judge, &shown.cases, &expected, &wrong, &ran)?;
        if let (Wrong::Code(_) | Wrong::Signal(_), Some(_)) = (&wrong, self.limits.memory.0) {
            let memory = self.limits.memory;
            writeln!(
                out,
                "hint:     an allocation that fails can look so; more than {memory} tells"
            )?;
        }
        writeln!(out, "\ninput:    {}", name.display())?;
        writeln!(out, "answer:   {}", output.display())?;
        writeln!(out, "replay:   {}", self.replay_command(&name))?;
        out.flush()?;
        Ok(Exit::No)
    }

    fn shrunk(&mut self, input: &Input<J::Case>, wrong: &Wrong) -> Shrunk<J::Case> {
        let deadline = Instant::now() + self.stress.shrink_time.0;
        let limits = match wrong {
            Wrong::Time(limit) => {
                let timeout = shrinking_timeout(self.slowest, *limit);
                Limits { timeout, ..self.limits }
            }
            _ => self.limits,
        };
        let bar = self.bar.clone();
        let mut runs = 0_u64;
        // One judge knows what is smaller while the other one answers.
        let judge = self.judge.twin();
        shrink(&judge, input.clone(), wrong.case(), Budget { runs: u64::MAX }, |input| {
            if Instant::now() >= deadline {
                return Trial::Stop;
            }
            runs += 1;
            bar.set_message(format!("; shrinking, run {runs}"));
            bar.tick();
            match self.attempt(input, limits) {
                Ok(Outcome::Right) => Trial::Passes,
                Ok(Outcome::Wrong(other, _)) if other.is_like(wrong) => {
                    Trial::Fails { case: other.case() }
                }
                Ok(Outcome::Wrong(..)) => Trial::Passes,
                Ok(Outcome::Interrupted) | Err(_) => Trial::Stop,
            }
        })
    }

    /// Runs the shrunk input once more, with the limits as they were set. Where
    /// it does not fail, the input as it was found is what is shown.
    fn confirmed(
        &mut self,
        found: Found<J::Case>,
        shrunk: Shrunk<J::Case>,
    ) -> Result<Found<J::Case>, Failure> {
        const SOMETIMES: &str =
            "It does not fail every time: the same input passed when it was run again.";
        if let Some((wrong, ran)) = self.again(&shrunk.input, &found.wrong)? {
            let words = said(&self.judge, &shrunk);
            return Ok(Found { input: shrunk.input, wrong, ran, words });
        }
        let words = if self.runner.is_interrupted() {
            "It was not shrunk: this program was interrupted."
        } else if shrunk.input == found.input || self.again(&found.input, &found.wrong)?.is_none() {
            SOMETIMES
        } else {
            "It was not shrunk: smaller inputs fail only sometimes."
        };
        Ok(Found { words: words.to_owned(), ..found })
    }

    /// Runs the input with the full limits; `Some` where it fails alike.
    fn again(
        &mut self,
        input: &Input<J::Case>,
        wrong: &Wrong,
    ) -> Result<Option<(Wrong, Ran)>, Failure> {
        Ok(match self.attempt(input, self.limits)? {
            Outcome::Wrong(other, ran) if other.is_like(wrong) => Some((other, ran)),
            _ => None,
        })
    }

    /// Writes the input and its right output.
    fn save(&mut self, input: &Input<J::Case>) -> Result<(PathBuf, PathBuf), Failure> {
        let base = self.stress.save.clone();
        let base = base.unwrap_or_else(|| PathBuf::from(format!("failed-{}", J::GAME)));
        let with = |ending: &str| {
            let mut name = base.clone().into_os_string();
            name.push(ending);
            PathBuf::from(name)
        };
        let (name, output) = (with(".txt"), with(".out"));
        let answers = generate::answers(&mut self.judge, input)?;
        file::write(&name, &self.judge.write(input))?;
        file::write(&output, &answers)?;
        Ok((name, output))
    }

    fn replay_command(&self, name: &std::path::Path) -> String {
        let mut words = format!("tesuji stress {}", J::GAME);
        if let Some(size @ Extent::Board(_)) = self.stress.size {
            words += &format!(" --size {size}");
        }
        let Limits { timeout, memory, strict } = self.limits;
        words += &format!(" --timeout {timeout} --memory {memory}");
        if strict {
            words += " --strict";
        }
        let name = quoted(&name.to_string_lossy());
        format!("{words} --input {name} -- {}", self.runner.program())
    }
}

/// What is known of smaller inputs.
fn said<J: Judge>(judge: &J, shrunk: &Shrunk<J::Case>) -> String {
    let order = judge.order();
    let runs = shrunk.runs;
    match shrunk.proof {
        Proof::Smallest { cases: 0 } => "This is the smallest input there is.".to_owned(),
        Proof::Smallest { cases } => format!(
            "No smaller input fails ({order}): {cases} were tried, all there are, in {runs} runs."
        ),
        Proof::Sampled { cases } => {
            format!("Of the smaller inputs ({order}) {cases} were tried, and none fails.")
        }
        Proof::None if shrunk.input.cases.len() > 1 => {
            format!("It takes {} cases together to fail.", shrunk.input.cases.len())
        }
        Proof::None => format!(
            "Shrunk in {runs} runs, until the time was over: there may be a smaller one ({order})."
        ),
    }
}

/// The position, what was expected and what came.
pub(super) fn tell<J: Judge>(
    out: &mut impl Write,
    judge: &J,
    cases: &[J::Case],
    expected: &[String],
    wrong: &Wrong,
    ran: &Ran,
) -> io::Result<()> {
    match wrong {
        Wrong::Answer(difference) => {
            if cases.len() > 1 {
                writeln!(out, "case {} of {}", difference.line + 1, cases.len())?;
            }
            if let Some(case) = cases.get(difference.line) {
                write!(out, "{}", shown::position(judge, case))?;
            }
            write!(out, "{}", shown::answers(difference))?;
        }
        _ => {
            for case in cases.iter().take(DRAWN) {
                write!(out, "{}", shown::position(judge, case))?;
            }
            if cases.len() > DRAWN {
                writeln!(out, "  and {} more cases\n", cases.len() - DRAWN)?;
            }
            // What came may be half a line: it is shown as it is.
            let difference = Difference {
                line: 0,
                expected: Some(
                    expected.iter().take(DRAWN).cloned().collect::<Vec<_>>().join(" / "),
                ),
                got: (!ran.output.is_empty()).then(|| ran.output.clone()),
                fault: tesuji_testkit::judge_input::Fault::Wrong,
            };
            write!(out, "{}", shown::answers(&difference))?;
        }
    }
    if ran.unread > 0 {
        writeln!(out, "unread:   the last {} bytes of its input", ran.unread)?;
    }
    if ran.errors_in_all > 0 {
        let start = shown::excerpt(ran.errors.trim_ascii_end());
        writeln!(out, "errors:   {start}")?;
        if ran.errors_in_all > ran.errors.len() as u64 {
            writeln!(out, "          ({} bytes on standard error in all)", ran.errors_in_all)?;
        }
    }
    Ok(())
}
