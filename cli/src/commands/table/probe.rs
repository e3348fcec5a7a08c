//! `tesuji table probe`.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;

use clap::Args;
use tesuji_tables::{Probe, TableError};

use super::{failure, open};
use crate::failure::{Exit, Failure, printable};
use crate::output;

const AFTER_HELP: &str = "\
Examples:
  $ tesuji table build pawn-chess --size 3x3 --out target/p.tsj > target/p.txt && tesuji table probe target/p.tsj 'ppp/.../PPP w'
  ppp/.../PPP w: black wins in 6
    a1a2: black wins in 5
    b1b2: black wins in 5
    c1c2: black wins in 5";

/// Look positions up in a table, with the value after every move
///
/// A position is one line, as `tesuji games` shows it. With `-` each line of
/// standard input is one, and each is answered on a line, the moves behind it;
/// one that is bad gets `error` in its place, and the exit code is then 2.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Probes {
    /// The table
    file: PathBuf,

    /// Positions; `-` reads them from standard input
    #[arg(required = true, value_name = "POSITION")]
    positions: Vec<String>,

    /// The values alone, without the moves
    #[arg(long)]
    brief: bool,
}

/// The longest line that is read: no position is a tenth of it.
const LONGEST: u64 = 4096;

impl Probes {
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        let table = open(&self.file)?;
        let mut probe = Probe::new(&table);
        let mut out = output::data();
        if self.positions == ["-"] {
            return self.lines(&mut probe, &mut out);
        }
        // All of it is looked up before the first answer.
        let mut answers = Vec::new();
        for position in &self.positions {
            let asked = probe.ask(position).map_err(|error| match error {
                TableError::Position(why) => {
                    let position: String = position.chars().map(printable).collect();
                    Failure::message(format!("{position}: {why}"))
                }
                error => failure(&self.file, &error),
            })?;
            answers.push(asked);
        }
        for asked in answers {
            writeln!(out, "{}: {}", asked.position, asked.value)?;
            if !self.brief {
                for (mv, after) in asked.moves {
                    writeln!(out, "  {mv}: {after}")?;
                }
            }
        }
        out.flush()?;
        Ok(Exit::Done)
    }

    fn lines(&self, probe: &mut Probe<'_>, out: &mut impl Write) -> Result<Exit, Failure> {
        let mut input = io::stdin().lock();
        let mut exit = Exit::Done;
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let mut line = io::Read::take(&mut input, LONGEST);
            let read = line.read_until(b'\n', &mut bytes).map_err(|error| {
                Failure::message(format!("cannot read standard input: {error}"))
            })?;
            if read == 0 {
                break;
            }
            if read as u64 == LONGEST && bytes.last() != Some(&b'\n') {
                return Err(Failure::message(format!("a line is longer than {LONGEST} bytes")));
            }
            let text = String::from_utf8_lossy(&bytes);
            match self.line(probe, text.trim()) {
                Ok(answer) => writeln!(out, "{answer}")?,
                Err(TableError::Position(why)) => {
                    writeln!(out, "error {why}")?;
                    output::complain(&why);
                    exit = Exit::Bad;
                }
                Err(error) => return Err(failure(&self.file, &error)),
            }
        }
        out.flush()?;
        Ok(exit)
    }

    fn line(&self, probe: &mut Probe<'_>, text: &str) -> Result<String, TableError> {
        if self.brief {
            return Ok(probe.value(text)?.to_string());
        }
        let asked = probe.ask(text)?;
        let mut answer = asked.value.to_string();
        for (at, (mv, after)) in asked.moves.iter().enumerate() {
            answer.push_str(if at == 0 { "; " } else { ", " });
            answer.push_str(&format!("{mv}: {after}"));
        }
        Ok(answer)
    }
}
