//! `cargo xtask tune`: sets the evaluation's weights by regression on games.
//!
//! The engine of the working tree plays itself from the openings of matches, each
//! followed by some stones at random, so that no two games are alike. Of every
//! position in which nothing is decided the result of its game is kept. Weights
//! are then sought under which the values foretell the results best: the chance to
//! win being the logistic function of the value (A. Nepomniachtchi and others call
//! that Texel's method, after P. Österlund's engine, 2014). With the weights as
//! they are, the one scale that fits the games best is found first and kept, so
//! that a unit stays what it is and margins of the search keep their meaning.
//!
//! The same seed and options on the same engine give the same weights. Games are
//! kept as they end, and a run goes on where it was stopped.

mod features;
mod fit;
mod games;
mod weights;

use std::path::PathBuf;
use std::process::ExitCode;

use tesuji_core::Player;
use tesuji_core::gomoku::Variant;

use crate::files;
use crate::match_play::book;
use features::Sample;
use games::Games;
use weights::Weights;

/// The options of `tune`.
#[derive(clap::Args)]
#[command(after_help = "\
What comes out is worth as much as it wins:
  $ cargo xtask tune
  $ cargo xtask match self rev:HEAD --nodes 20000 --games 400 --concurrency 4 --sprt
  $ cargo xtask signature --accept")]
pub(crate) struct Options {
    /// Games
    #[arg(long, value_name = "N", default_value_t = 8000, value_parser = clap::value_parser!(u32).range(2..=10_000_000))]
    games: u32,
    /// Nodes of a move
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Steps of the regression
    #[arg(long, value_name = "N", default_value_t = 400)]
    iterations: u32,
    /// The seed of the stones after the openings
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How strongly a weight is held where it was, for games seldom tell of it: as
    /// so many positions would
    #[arg(long, value_name = "N", default_value_t = 30.0)]
    hold: f64,
    /// Units of the value in a logit; the scale that fits the weights as they are
    /// best, where none is given
    #[arg(long, value_name = "UNITS")]
    logit: Option<f64>,
    /// The games [default: target/xtask/tune/SEED-NODES.jsonl]
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Fit the games of these files too, which earlier runs have left
    #[arg(long, value_name = "FILE")]
    with: Vec<PathBuf>,
    /// The openings
    #[arg(long, value_name = "FILE", default_value = book::FILE)]
    openings: String,
    /// The weights, which are read and written
    #[arg(long, value_name = "FILE", default_value = weights::FILE)]
    weights: PathBuf,
    /// Say what comes out and write nothing
    #[arg(long)]
    dry_run: bool,
}

/// Plays what is missing, fits and writes.
///
/// # Errors
/// Where the engine does not build or play, or a file cannot be read or written.
pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let before = Weights::read(&options.weights)?;
    let openings = book::read(&options.openings, Variant::default())?;
    let default = || format!("target/xtask/tune/{}-{}.jsonl", options.seed, options.nodes).into();
    let data = options.data.clone().unwrap_or_else(default);
    let games = Games { openings, nodes: options.nodes, seed: options.seed };
    let mut played = games.played(&data, options.games)?;
    for path in &options.with {
        played.extend(games::kept(path)?);
    }
    let won = |side| played.iter().filter(|game| game.winner == Some(side)).count();
    println!(
        "{} games, Black has won {}, White {}",
        played.len(),
        won(Player::Black),
        won(Player::White)
    );
    let (mut fitted, mut kept): (Vec<Sample>, Vec<Sample>) = (Vec::new(), Vec::new());
    for (number, game) in played.iter().enumerate() {
        // One game in ten is not fitted: what is foretold of it tells what was learnt.
        let samples = if number % 10 == 0 { &mut kept } else { &mut fitted };
        features::of(game, samples);
    }
    println!("{} positions, {} of them kept for the proof", fitted.len() + kept.len(), kept.len());
    let scale = options.logit.map_or_else(|| fit::scale(&fitted, &before), f64::recip);
    println!("{:.0} units are a logit", 1.0 / scale);
    let told = |name: &str, weights: &Weights| {
        let [own, other] = [&fitted, &kept].map(|samples| fit::loss(samples, weights, scale));
        println!("{name}: loss {own:.5}, on what was kept {other:.5}");
    };
    told("before", &before);
    let terms = fit::Terms { iterations: options.iterations, hold: options.hold, scale };
    let after = fit::fit(&fitted, &before, &terms, |step, loss| {
        if step.is_multiple_of(50) {
            println!("step {step}: loss {loss:.5}");
        }
    });
    told("after", &after);
    if !options.dry_run {
        files::write(&options.weights, after.text())?;
        println!("written to {}", options.weights.display());
    }
    Ok(ExitCode::SUCCESS)
}
