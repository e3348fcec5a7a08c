//! `tesuji completions`: completion scripts for shells.

use std::io::Write;

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

use crate::failure::{Exit, Failure};
use crate::{Cli, output};

const AFTER_HELP: &str = "\
A shell finds the script where its completions lie, such as
  bash  ~/.local/share/bash-completion/completions/tesuji
  zsh   a folder of $fpath, as _tesuji
  fish  ~/.config/fish/completions/tesuji.fish

Examples:
  $ tesuji completions bash";

/// Write a completion script for a shell
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        // The generator panics where a write fails, so it never meets the pipe itself.
        let mut script = Vec::new();
        generate(self.shell, &mut Cli::command(), "tesuji", &mut script);
        let mut out = output::data();
        out.write_all(&script)?;
        out.flush()?;
        Ok(Exit::Done)
    }
}
