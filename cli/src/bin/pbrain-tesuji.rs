//! The gomoku engine alone, for managers that want one program: what
//! `tesuji gomoku engine` is.

use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    match tesuji_engine::run(io::stdin(), io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Where nobody hears it the exit code is left.
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(2)
        }
    }
}
