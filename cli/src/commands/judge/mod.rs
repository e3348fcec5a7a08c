//! `tesuji judge`: somebody's output against the right one.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use tesuji_testkit::judge_input::{Difference, Fault, Judge, compare};

use super::shown;
use crate::failure::{Exit, Failure};
use crate::games::judged::{self, Extent, Judged, Task};
use crate::input::Source;
use crate::output;

const AFTER_HELP: &str = "\
The exit code is 0 where all answers are right, 1 where one is wrong.

Examples:
  $ tesuji judge pursuit examples/pursuit.txt examples/pursuit.out
  the answer is right
  $ tesuji solve painting examples/painting.txt | tesuji judge painting examples/painting.txt -
  all 6 answers are right";

/// Check the output of a program
///
/// White space at line ends and a missing last line end are forgiven. The first
/// wrong case is shown: its position, what is expected, what was got, and what
/// kind of mistake that is.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct JudgeOutput {
    /// The game
    #[arg(value_parser = judged::parser())]
    game: Judged,

    /// The input that the program was given; `-` is standard input
    input: PathBuf,

    /// The output that it gave; `-` is standard input
    output: PathBuf,

    /// Forgive nothing: the output must be right to the byte
    #[arg(long)]
    strict: bool,

    /// Columns and rows of the board, for pawn chess [default: 4x4]
    #[arg(long, value_name = "WxH")]
    size: Option<Extent>,
}

impl JudgeOutput {
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        if self.size.is_some() && self.game != Judged::PawnChess {
            return Err(Failure::message(format!("{} has no --size", self.game.name())));
        }
        if self.input.as_os_str() == "-" && self.output.as_os_str() == "-" {
            return Err(Failure::message("only one of INPUT and OUTPUT can be standard input"));
        }
        self.game.with(self.size, &self)
    }
}

impl Task for &JudgeOutput {
    fn run<J: Judge>(self, mut judge: J) -> Result<Exit, Failure> {
        let source = Source::read(Some(&self.input))?;
        let cases = judge.read(source.bytes()).map_err(|error| source.refuse(&error))?;
        let printed = Source::read(Some(&self.output))?;
        let expected = judge
            .try_answers(&cases)
            .map_err(|(case, refusal)| Failure::refused(case, &refusal))?;
        let mut out = output::pages();
        let exit = match compare(&expected, printed.bytes(), self.strict) {
            None => {
                match cases.len() {
                    1 => writeln!(out, "the answer is right")?,
                    cases => writeln!(out, "all {cases} answers are right")?,
                }
                Exit::Done
            }
            Some(difference) => {
                write!(out, "{}", told(&judge, &cases, &difference))?;
                Exit::No
            }
        };
        out.flush()?;
        Ok(exit)
    }
}

/// The first wrong case, for a person.
fn told<J: Judge>(judge: &J, cases: &[J::Case], difference: &Difference) -> String {
    let mut text = match difference.fault {
        Fault::Extra => format!("after the last of {} answers: ", cases.len()),
        _ => format!("case {} of {}: ", difference.line + 1, cases.len()),
    };
    text += &format!("{}\n", difference.fault);
    if let Some(case) = cases.get(difference.line) {
        text += &shown::position(judge, case);
    }
    text += &shown::answers(difference);
    text
}
