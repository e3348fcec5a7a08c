//! Prints the signature: a line a game, its name and its sum of nodes. With
//! names of games it prints theirs alone.

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use tesuji_benches::positions::SIGNATURE;

fn main() -> ExitCode {
    let games: Vec<String> = env::args().skip(1).collect();
    if let Some(other) = games.iter().find(|&game| !SIGNATURE.iter().any(|(name, _)| name == game))
    {
        eprintln!("{other:?} is no game of the signature");
        return ExitCode::from(2);
    }
    let mut out = io::stdout().lock();
    for (game, sum) in SIGNATURE {
        if !games.is_empty() && !games.iter().any(|name| name == game) {
            continue;
        }
        let nodes = match sum() {
            Ok(nodes) => nodes,
            Err(refusal) => {
                eprintln!("{refusal}");
                return ExitCode::FAILURE;
            }
        };
        if writeln!(out, "{game} {nodes}").is_err() {
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
