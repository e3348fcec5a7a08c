//! `tesuji games`: the games, their limits and their formats.

use std::io::{self, Write};

use clap::Args;

use crate::draw::wrap;
use crate::failure::{Exit, Failure};
use crate::games::{self, About, GameName, ROOMS};
use crate::output::{self, style};

const AFTER_HELP: &str = "\
Examples:
  $ tesuji games
  $ tesuji games painting";

/// Explain the games, their limits and their formats
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Games {
    /// Only this one
    #[arg(value_parser = games::parser())]
    game: Option<GameName>,
}

impl Games {
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        let width = output::width().clamp(40, 100);
        let mut out = output::pages();
        match self.game {
            Some(game) => explain(&mut out, &game.room().about(), width)?,
            None => {
                for (i, room) in ROOMS.into_iter().enumerate() {
                    if i > 0 {
                        writeln!(out)?;
                    }
                    explain(&mut out, &room.about(), width)?;
                }
            }
        }
        out.flush()?;
        Ok(Exit::Done)
    }
}

fn explain(out: &mut impl Write, about: &About, width: usize) -> io::Result<()> {
    let heading = style::HEADING;
    writeln!(out, "{heading}{}{heading:#}", about.name)?;
    indented(out, "  ", wrap(about.title, width - 2))?;
    if !about.rules.is_empty() {
        writeln!(out)?;
        for rule in about.rules.lines() {
            indented(out, "  ", wrap(rule, width - 2))?;
        }
    }
    let mut entries: Vec<(&str, String)> = Vec::new();
    let mut entry = |name, text: &str| {
        if !text.is_empty() {
            entries.push((name, text.to_owned()));
        }
    };
    entry("judge", about.judge);
    entry("input", about.input);
    entry("output", about.output);
    entry("position", about.position.0);
    entry("such as", about.position.1);
    entry("options", &about.options.join(", "));
    entries.extend(about.limits.iter().cloned());
    writeln!(out)?;
    let longest = entries.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, text) in &entries {
        for (i, line) in wrap(text, width - longest - 4).into_iter().enumerate() {
            let name = if i == 0 { name } else { "" };
            writeln!(out, "  {heading}{name:longest$}{heading:#}  {line}")?;
        }
    }
    let (input, output) = about.sample;
    if !input.is_empty() {
        writeln!(out)?;
        writeln!(out, "  {heading}sample input{heading:#}")?;
        indented(out, "    ", input.lines())?;
        writeln!(out, "  {heading}sample output{heading:#}")?;
        indented(out, "    ", output.lines())?;
    }
    Ok(())
}

/// Writes lines behind an indent, empty ones without it.
fn indented(
    out: &mut impl Write,
    indent: &str,
    lines: impl IntoIterator<Item: AsRef<str>>,
) -> io::Result<()> {
    for line in lines {
        let line = line.as_ref();
        let indent = if line.is_empty() { "" } else { indent };
        writeln!(out, "{indent}{line}")?;
    }
    Ok(())
}
