//! The command line of tesuji.
//!
//! It knows no rules: what it prints comes from the boards and solvers. One
//! file a command in [`commands`], one file a game in [`games`].

mod answers;
mod commands;
mod draw;
mod failure;
mod games;
mod input;
mod output;

use std::process::ExitCode;

use clap::Parser;

use crate::commands::Command;
use crate::failure::{Exit, Failure};
use crate::output::Colour;

const AFTER_HELP: &str = "\
Exit codes: 0 done, or yes; 1 the answer is no; 2 bad usage, input or file; 3 unknown.

Examples:
  $ tesuji solve pawn-chess examples/pawn-chess.txt
  $ tesuji games";

/// Solves small board games exactly and shows why
#[derive(Parser, Debug)]
#[command(version, after_help = AFTER_HELP, max_term_width = 100, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,

    /// When to write colours
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "WHEN",
        default_value_t,
        display_order = 100
    )]
    color: Colour,
}

fn main() -> ExitCode {
    if let Some(code) = commands::stress::launched() {
        return code;
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help is asked for and not refused; a reader that is gone has had enough of it.
            let _ = error.print();
            return if error.use_stderr() { Exit::Bad.into() } else { Exit::Done.into() };
        }
    };
    cli.color.choose();
    match cli.command.run() {
        Ok(exit) => exit.into(),
        Err(Failure::ClosedPipe) => Exit::Done.into(),
        Err(failure) => {
            output::complain(&failure);
            Exit::Bad.into()
        }
    }
}
