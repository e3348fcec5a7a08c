//! `tesuji gomoku engine`: the engine, for a manager of games.

use std::io;

use clap::Args;

use crate::failure::{Exit, Failure, why};

const AFTER_HELP: &str = "\
The program pbrain-tesuji is the same engine, for managers that want one file.

Examples:
  $ printf 'START 15\\nINFO timeout_turn 500\\nBEGIN\\n' | tesuji gomoku engine
  OK
  7,7";

/// Speak the Gomocup protocol on standard input and output
///
/// Commands are read a line each and answered a line each, as the protocol
/// says; 7,7 is h8. END, YXSTOP and the end of the input stop the engine while
/// it thinks. Without INFO about time a move takes a second.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Engine;

impl Engine {
    #[expect(clippy::unused_self, reason = "a command like the others")]
    pub(super) fn run(self) -> Result<Exit, Failure> {
        tesuji_engine::run(io::stdin(), io::stdout()).map_err(|error| match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::message(format!("the conversation broke off: {}", why(&error))),
        })?;
        Ok(Exit::Done)
    }
}
