//! `cargo xtask vectors`: the answers of all stored vectors, computed again.
//!
//! Files of a judge's input with their output (`X.in` and `X.out` in
//! `testkit/data`, `X.txt` and `X.out` in `examples`) are answered by the
//! command line, by both roads. What has a form of its own (`pursuit.txt`,
//! checksums, boards with their steps) is computed again by the tests that
//! read it, which are run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use crate::process::{cargo, stream};

/// The options of `vectors`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Compute the answers again; without it the files are only listed
    #[arg(long)]
    check: bool,
    /// Only files and tests whose name contains this
    #[arg(value_name = "FILTER", default_value = "")]
    filter: String,
}

/// How long the naive road may take for a file.
const NAIVE: Duration = Duration::from_secs(60);

const GAMES: [&str; 5] = ["pawn_chess", "pursuit", "gomoku", "sliding_four", "painting"];

/// Computes them again.
///
/// # Errors
/// Where an answer differs or cannot be computed.
pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    if !options.check {
        for (game, input, output) in files()? {
            println!("{game:<13} {} with {}", input.display(), output.display());
        }
        println!("`cargo xtask vectors --check` computes the answers again");
        return Ok(ExitCode::SUCCESS);
    }
    stream(&mut cargo(["build", "--release", "--package", "tesuji"]))?;
    let mut wrong = 0;
    for (game, input, output) in files()? {
        if !input.to_string_lossy().contains(&options.filter) {
            continue;
        }
        let wanted = fs::read_to_string(&output).with_context(|| output.display().to_string())?;
        for road in ["naive", "optimized"] {
            let start = Instant::now();
            let verdict = match answer(&game, road, &input)? {
                Answer::Text(text) if text.lines().eq(wanted.lines()) => "ok",
                Answer::Text(_) => {
                    wrong += 1;
                    "WRONG"
                }
                Answer::Refused(_) if road == "naive" => "beyond the naive road",
                Answer::Refused(why) => bail!("{}: {why}", input.display()),
                Answer::Late => "left out: over a minute",
            };
            let seconds = start.elapsed().as_secs_f64();
            println!("{:<34} {road:<9} {seconds:>6.1} s  {verdict}", input.display());
        }
    }
    let tests = GAMES.into_iter().filter(|game| {
        game.contains(&options.filter) && Path::new(&format!("testkit/tests/{game}.rs")).exists()
    });
    let tests: Vec<&str> = tests.flat_map(|game| ["--test", game]).collect();
    if !tests.is_empty() {
        stream(cargo(["test", "--package", "tesuji-testkit"]).args(tests))?;
    }
    if wrong > 0 {
        println!(
            "{wrong} differ: `tesuji solve GAME FILE` shows the answer, `tesuji line` the play"
        );
        return Ok(ExitCode::FAILURE);
    }
    println!("vectors: all as stored");
    Ok(ExitCode::SUCCESS)
}

/// The game, the input and the output of each pair.
fn files() -> anyhow::Result<Vec<(String, PathBuf, PathBuf)>> {
    let mut files = Vec::new();
    for (folder, extension) in [("testkit/data", "in"), ("examples", "txt")] {
        for entry in fs::read_dir(folder).context(folder)? {
            let input = entry?.path();
            let output = input.with_extension("out");
            if input.extension().is_some_and(|e| e == extension) && output.exists() {
                let stem = input.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                let game = game_of(&stem).with_context(|| format!("{stem} is of no game"))?;
                files.push((game, input, output));
            }
        }
    }
    files.sort();
    Ok(files)
}

/// The game that a file of this name belongs to, as the command line names it.
fn game_of(stem: &str) -> Option<String> {
    GAMES.iter().map(|game| game.replace('_', "-")).find(|game| stem.starts_with(game.as_str()))
}

enum Answer {
    Text(String),
    Refused(String),
    Late,
}

/// Asks the program, and gives up on the naive road after a minute.
fn answer(game: &str, road: &str, input: &Path) -> anyhow::Result<Answer> {
    let out = Path::new("target/xtask/vectors.out");
    fs::create_dir_all("target/xtask")?;
    let program =
        Path::new("target/release/tesuji").with_extension(std::env::consts::EXE_EXTENSION);
    let mut child = Command::new(program)
        .args(["solve", game, "--solver", road])
        .arg(input)
        .stdin(Stdio::null())
        .stdout(fs::File::create(out)?)
        .stderr(fs::File::create(out.with_extension("err"))?)
        .spawn()?;
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if road == "naive" && start.elapsed() > NAIVE {
            child.kill()?;
            child.wait()?;
            return Ok(Answer::Late);
        }
        std::thread::park_timeout(Duration::from_millis(20));
    };
    if status.success() {
        return Ok(Answer::Text(fs::read_to_string(out)?));
    }
    Ok(Answer::Refused(fs::read_to_string(out.with_extension("err"))?.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::game_of;

    #[test]
    fn a_file_is_of_a_game() {
        assert_eq!(game_of("sliding-four-long").as_deref(), Some("sliding-four"));
        assert_eq!(game_of("pursuit").as_deref(), Some("pursuit"));
        assert_eq!(game_of("chess"), None);
    }
}
