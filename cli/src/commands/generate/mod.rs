//! `tesuji generate`: valid judge input from a seed.

mod polygon;

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use tesuji_testkit::judge_input::{Input, Judge, Layout, Source};

use super::file;
use crate::failure::{Exit, Failure};
use crate::games::judged::{self, Extent, Judged, Task};
use crate::output;

const AFTER_HELP: &str = "\
The generator is xoshiro256** seeded by SplitMix64: the same seed gives the same
input on every machine and in every version. docs/testing-your-solver.md tells more.

Examples:
  $ tesuji generate pawn-chess --count 3 --seed 7
  $ tesuji generate sliding-four --seed 2 | tesuji solve sliding-four
  $ tesuji generate painting --kind edge | tesuji solve painting";

/// Make valid judge input, with its right output
///
/// One input is written: as many cases as asked for, where the judge's format
/// holds several. With --polygon, as many inputs as asked for are written to a
/// folder.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Generate {
    /// The game
    #[arg(value_parser = judged::parser())]
    game: Judged,

    /// Cases of the input; with --polygon, inputs [default: 1 where the format holds one, else 10;
    /// with --polygon 20; all for --kind edge]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: Option<u32>,

    /// The seed, any number
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Which cases
    #[arg(long, value_enum, value_name = "KIND", default_value_t)]
    kind: Kind,

    /// Only this size: a board of pawn chess (4x4), the n of pursuit, the N of painting
    #[arg(long, value_name = "SIZE")]
    size: Option<Extent>,

    /// Write the right output to this file
    #[arg(long, value_name = "FILE", conflicts_with = "polygon")]
    answers: Option<PathBuf>,

    /// Write numbered inputs (01) and outputs (01.a) to this folder, which must be new or empty
    #[arg(long, value_name = "DIR")]
    polygon: Option<PathBuf>,
}

/// Which cases are made.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, ValueEnum)]
pub(crate) enum Kind {
    /// As they come: small and large, easy and hard
    Random,
    /// Those that programs get wrong, in every layout that occurs
    Edge,
    /// The longest games, deepest boards, largest sizes
    Long,
    /// All of these
    #[default]
    All,
}

impl Kind {
    pub(crate) fn source(self, seed: u64) -> Source {
        use tesuji_testkit::judge_input::Kind as Drawn;
        let kind = match self {
            Kind::Random => Drawn::Random,
            Kind::Edge => Drawn::Edge,
            Kind::Long => Drawn::Long,
            Kind::All => Drawn::All,
        };
        Source::new(kind, seed)
    }
}

impl Generate {
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        self.game.with(self.size, &self)
    }

    /// The one input for standard output.
    fn input<J: Judge>(&self, judge: &mut J) -> Result<Input<J::Case>, Failure> {
        let several = if self.kind == Kind::Edge { J::MOST_CASES } else { 10 };
        let count = self.count.map_or(several.min(J::MOST_CASES), |count| count as usize);
        if count > J::MOST_CASES {
            let cases = if J::MOST_CASES == 1 { "case" } else { "cases" };
            return Err(Failure::message(format!(
                "--count: an input of {} has at most {} {cases}; --polygon DIR writes several inputs",
                J::GAME,
                J::MOST_CASES
            )));
        }
        let mut source = self.kind.source(self.seed);
        if self.kind == Kind::Edge {
            // One input stands for all: it has the layout that has everything,
            // or else the edge, and the layout, that the seed picks.
            let edges = judge.edges();
            if J::MOST_CASES == 1 {
                let layouts = 1 + J::LAYOUTS.len();
                let at = (self.seed % (edges.len() * layouts) as u64) as usize;
                let inputs = std::iter::repeat_with(|| source.next_input(judge, 1));
                return Ok(inputs.take(at + 1).last().expect("there is an edge"));
            }
            let layout = J::LAYOUTS.last().copied().unwrap_or(Layout::Plain);
            return Ok(Input { cases: edges.into_iter().take(count).collect(), layout });
        }
        Ok(source.mixed_input(judge, count))
    }
}

impl Task for &Generate {
    fn run<J: Judge>(self, mut judge: J) -> Result<Exit, Failure> {
        if let Some(folder) = &self.polygon {
            polygon::write(folder, self, &mut judge)?;
            return Ok(Exit::Done);
        }
        let input = self.input(&mut judge)?;
        let text = judge.write(&input);
        if let Some(path) = &self.answers {
            file::write(path, &answers(&mut judge, &input)?)?;
        }
        let mut out = output::data();
        out.write_all(&text)?;
        out.flush()?;
        Ok(Exit::Done)
    }
}

/// The right output of an input.
pub(super) fn answers<J: Judge>(judge: &mut J, input: &Input<J::Case>) -> Result<Vec<u8>, Failure> {
    let lines = judge
        .try_answers(&input.cases)
        .map_err(|(case, refusal)| Failure::refused(case, &refusal))?;
    Ok(lines.iter().flat_map(|line| [line.as_bytes(), b"\n"].concat()).collect())
}
