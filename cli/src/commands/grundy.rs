//! `tesuji grundy`: the Grundy values of a take-and-break game.

use std::io::{self, Write};

use clap::{Args, ValueEnum};
use serde::Serialize;
use tesuji_solvers::engine::grundy::{Naive, Optimized, Period, Ruleset};
use tesuji_solvers::octal::Code;
use tesuji_solvers::{Refusal, Solver};

use crate::failure::{Exit, Failure};
use crate::games::Road;
use crate::output;

const AFTER_HELP: &str = "\
Examples:
  $ tesuji grundy 0.77 --up-to 15
         0  0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7
  maximum 7, sum 43
  $ tesuji grundy painting --up-to 200 --period | tail -n 1
  period 12 from heap 71 on: proved by g(n + 12) = g(n) for n = 71 to 154 (Guy and Smith 1956)";

/// List the Grundy values of a take-and-break game, and prove their period
///
/// CODE is an octal or hexadecimal code such as 0.77 (Kayles) or 4.007: the
/// digit k places behind the dot is the sum of 1, 2, 4 and 8 where a move that
/// takes k tokens may leave no heap, one, two or three. `painting` is a run of
/// untouched columns of that game.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Grundy {
    /// The code of the game, or `painting`
    code: String,

    /// The largest heap
    #[arg(long, value_name = "N")]
    up_to: u64,

    /// Also tell the period, where these values prove one
    #[arg(long)]
    period: bool,

    /// Which of the two roads to take
    #[arg(long, value_enum, value_name = "ROAD", default_value_t)]
    solver: Road,

    /// What to write
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: Format,
}

/// What `grundy` writes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, ValueEnum)]
enum Format {
    /// Rows of twenty values, each behind its first heap, and their sum
    #[default]
    Text,
    /// One JSON object
    Json,
}

/// The object: `docs/json.md` describes every field.
#[derive(Serialize)]
struct Record<'a> {
    code: &'a str,
    solver: &'static str,
    up_to: u64,
    nodes: u64,
    maximum: u16,
    sum: u64,
    preperiod: Option<u64>,
    period: Option<u64>,
    checked_to: Option<u64>,
    values: &'a [u16],
}

impl Grundy {
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        let (name, ruleset) = if self.code == "painting" {
            (self.code.clone(), Ruleset::painting())
        } else {
            let code: Code = self
                .code
                .parse()
                .map_err(|error| Failure::argument("the code", &self.code, &error))?;
            (code.to_string(), code.ruleset())
        };
        let refused = |refusal: Refusal| Failure::message(refusal.to_string());
        let asked = self.period || self.format == Format::Json;
        match self.solver {
            Road::Naive => {
                let mut solver = Naive::new(ruleset);
                solver.values(self.up_to).map_err(refused)?;
                let nodes = solver.nodes();
                let period = if asked { solver.period(self.up_to).map_err(refused)? } else { None };
                self.write(&name, nodes, period, solver.values(self.up_to).map_err(refused)?)?;
            }
            Road::Optimized => {
                let mut solver = Optimized::new(ruleset);
                solver.values(self.up_to).map_err(refused)?;
                let nodes = solver.nodes();
                let period = if asked { solver.period(self.up_to).map_err(refused)? } else { None };
                self.write(&name, nodes, period, solver.values(self.up_to).map_err(refused)?)?;
            }
        }
        Ok(Exit::Done)
    }

    fn write(
        &self,
        code: &str,
        nodes: u64,
        period: Option<Period>,
        values: &[u16],
    ) -> io::Result<()> {
        const ROW: usize = 20;
        let maximum = values.iter().copied().max().unwrap_or(0);
        let sum = values.iter().copied().map(u64::from).sum();
        let mut out = output::data();
        if self.format == Format::Json {
            let record = Record {
                code,
                solver: self.solver.name(),
                up_to: self.up_to,
                nodes,
                maximum,
                sum,
                preperiod: period.map(|period| period.preperiod),
                period: period.map(|period| period.period),
                checked_to: period.map(|period| period.last_checked),
                values,
            };
            serde_json::to_writer(&mut out, &record)?;
            writeln!(out)?;
            return out.flush();
        }
        let width = maximum.to_string().len();
        for (row, values) in values.chunks(ROW).enumerate() {
            write!(out, "{:>8} ", row * ROW)?;
            for value in values {
                write!(out, " {value:>width$}")?;
            }
            writeln!(out)?;
        }
        writeln!(out, "maximum {maximum}, sum {sum}")?;
        match period {
            Some(period) => writeln!(out, "{period}")?,
            None if self.period => {
                writeln!(out, "no period is proved by the heaps 0 to {}", self.up_to)?;
            }
            None => {}
        }
        out.flush()
    }
}
