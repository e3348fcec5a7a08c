//! `tesuji man`: the manual pages, for whoever packs the program.

use std::io::Write;

use clap::{Args, Command, CommandFactory};

use crate::failure::{Exit, Failure};
use crate::{Cli, output};

const AFTER_HELP: &str = "\
Examples:
  $ tesuji man solve";

/// Write a manual page, in roff
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Man {
    /// The command, such as solve; of the program itself where none is named
    command: Vec<String>,

    /// List the pages that there are, and write none
    #[arg(long, conflicts_with = "command")]
    list: bool,
}

impl Man {
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        let mut root = Cli::command().disable_help_subcommand(true);
        root.build();
        let mut out = output::data();
        if self.list {
            for name in names(&root, "tesuji") {
                writeln!(out, "{name}")?;
            }
            return Ok(Exit::Done);
        }
        let mut page = &root;
        let mut name = "tesuji".to_owned();
        for word in &self.command {
            let found = page.get_subcommands().find(|command| command.get_name() == word);
            page =
                found.ok_or_else(|| Failure::message(format!("{name} has no command {word}")))?;
            name = format!("{name}-{word}");
        }
        // The writer never meets the pipe itself, whose end is no error.
        let mut text = Vec::new();
        clap_mangen::Man::new(page.clone()).date("").render(&mut text)?;
        out.write_all(&text)?;
        out.flush()?;
        Ok(Exit::Done)
    }
}

/// The command and all below it that are shown, each with those above it.
fn names(command: &Command, name: &str) -> Vec<String> {
    let shown = command.get_subcommands().filter(|below| !below.is_hide_set());
    let below = shown.flat_map(|below| names(below, &format!("{name} {}", below.get_name())));
    std::iter::once(name.to_owned()).chain(below).collect()
}
