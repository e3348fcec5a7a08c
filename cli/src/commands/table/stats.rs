//! `tesuji table stats`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use tesuji_tables::stats::{self, Row};

use super::{failure, grouped, open, shown};
use crate::failure::{Exit, Failure, why};
use crate::output::{self, style};

const AFTER_HELP: &str = "\
Examples:
  $ tesuji table build pursuit --size 4 --out target/s.tsj > target/s.txt && tesuji table stats target/s.tsj --csv target/s.csv --svg target/s.svg";

/// Count the positions of a table by outcome and remoteness
///
/// For the side to move; with the first position of each kind as an example.
/// Positions that a symmetry maps onto one another are counted each, and once.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Stats {
    /// The table
    file: PathBuf,

    /// Also write them as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Also draw them
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl Stats {
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        let table = open(&self.file)?;
        let rows = stats::rows(&table).map_err(|error| failure(&self.file, &error))?;
        if let Some(path) = &self.csv {
            write_file(path, &stats::csv(&rows))?;
        }
        if let Some(path) = &self.svg {
            write_file(path, &stats::svg(&table.spec(), &rows))?;
        }
        let mut out = output::pages();
        let heading = style::HEADING;
        writeln!(out, "{heading}{}{heading:#}", table.spec())?;
        let cells: Vec<[String; 5]> = rows
            .iter()
            .map(|row| {
                let Row { outcome, remoteness, positions, slots, example, .. } = row;
                let remoteness = remoteness.map_or_else(|| "-".into(), |plies| plies.to_string());
                let [positions, slots] = [*positions, *slots].map(grouped);
                [outcome.name().into(), remoteness, positions, slots, example.clone()]
            })
            .collect();
        let names = ["for the mover", "in", "positions", "up to symmetry", "such as"];
        let width = |at: usize| {
            let longest = cells.iter().map(|row| row[at].len()).max().unwrap_or(0);
            longest.max(names[at].len())
        };
        let [a, b, c, d] = [0, 1, 2, 3].map(width);
        let [n0, n1, n2, n3, n4] = names;
        writeln!(out, "{heading}{n0:a$}  {n1:>b$}  {n2:>c$}  {n3:>d$}  {n4}{heading:#}")?;
        for [outcome, remoteness, positions, slots, example] in cells {
            writeln!(
                out,
                "{outcome:a$}  {remoteness:>b$}  {positions:>c$}  {slots:>d$}  {example}"
            )?;
        }
        let [positions, slots] = [table.positions(), table.slots()].map(grouped);
        writeln!(out, "{:a$}  {:>b$}  {positions:>c$}  {slots:>d$}", "all", "")?;
        out.flush()?;
        Ok(Exit::Done)
    }
}

fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text)
        .map_err(|error| Failure::message(format!("cannot write {}: {}", shown(path), why(&error))))
}
