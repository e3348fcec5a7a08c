//! Prints the signature: a line a game, its name and its sum of nodes.

use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let sums = match tesuji_benches::positions::signature() {
        Ok(sums) => sums,
        Err(refusal) => {
            eprintln!("{refusal}");
            return ExitCode::FAILURE;
        }
    };
    let mut out = io::stdout().lock();
    for (game, nodes) in sums {
        if writeln!(out, "{game} {nodes}").is_err() {
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
