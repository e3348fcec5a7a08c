//! `cargo xtask match`: which of two engines is stronger, and by how much.
//!
//! Engines are programs that speak the Gomocup protocol. Each opening of a book
//! is played twice, with colours swapped, each game by new processes. A naive
//! referee judges every move. An engine that dies, hangs, floods its output or
//! plays what is no move has lost that game, and the match goes on.

pub(crate) mod book;
mod game;
mod log;
mod record;
mod stats;
mod tally;
mod told;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tesuji_core::gomoku::{Cell, Rule, Variant};

pub(crate) use book::FILE as OPENINGS;
use game::{Limit, Played, Table, Terms};
use log::Log;
use record::{FORMAT, Record, Setup};
use stats::{Sprt, Verdict};
use tally::Tally;
use told::{in_sgf, told};

use crate::files;
use crate::player::Note;
use crate::player::engine::{Engine, Wanted};

/// A move's time where no limit is given, in milliseconds.
const TURN: u64 = 500;

/// The options of `match`.
#[derive(clap::Args)]
#[command(after_help = "\
An engine is a program with its arguments, in one word of the command line; `self`, the one of \
the working tree; or `rev:REV`, the one of a revision of git.

The exit code is 0 where the match was played to its end, 1 where a sequential test has refused \
--elo1, 3 where the match was interrupted.

Examples:
  $ cargo xtask match rev:HEAD rev:HEAD~10 --turn 100 --games 200 --sprt
  $ cargo xtask match self '/opt/engines/pbrain-other --quiet' --resume target/other.jsonl")]
pub(crate) struct Options {
    /// The first engine: A
    #[arg(value_name = "ENGINE_A")]
    first: Wanted,
    /// The second: B
    #[arg(value_name = "ENGINE_B")]
    second: Wanted,
    /// Games, an even number: each opening is played twice
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    games: u32,
    /// Write each game to this file of JSON lines as it ends, and go on where it ends
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// The time of a move, in milliseconds [default: 500]
    #[arg(long, value_name = "MS", conflicts_with = "nodes", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    turn: Option<u64>,
    /// The nodes of a move (INFO max_node, which not every engine knows), and no limit of time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The rule: freestyle, standard, renju, caro or caro-exact
    #[arg(long, value_name = "RULE", default_value = "freestyle")]
    rule: Rule,
    /// The side of the board
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u8).range(5..=30))]
    size: u8,
    /// The openings
    #[arg(long, value_name = "FILE", default_value = book::FILE)]
    openings: String,
    /// The memory of an engine, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 350, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    memory: u64,
    /// How far beyond its time a move is an overrun, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 25)]
    margin: u64,
    /// How far beyond its time an engine is taken to hang, and has lost, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 5000)]
    patience: u64,
    /// Write all games, as SGF
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    /// Add everything that is said to this file, standard error of the engines too
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Games that are played at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// The difference in Elo, A over B, that the sequential test is to refuse
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true)]
    elo0: f64,
    /// The one that it is to show
    #[arg(long, value_name = "ELO", default_value_t = 30.0, allow_negative_numbers = true)]
    elo1: f64,
    /// How often the test may accept wrongly
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    alpha: f64,
    /// How often it may refuse wrongly
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    beta: f64,
    /// End the match as soon as the test has an answer
    #[arg(long)]
    sprt: bool,
}

impl Options {
    fn test(&self) -> anyhow::Result<Sprt> {
        let Options { elo0, elo1, alpha, beta, .. } = *self;
        // Elo beyond this is a share of everything.
        if !(elo0 < elo1 && elo0 >= -2000.0 && elo1 <= 2000.0) {
            bail!("--elo0 {elo0} and --elo1 {elo1}: -2000 to 2000 were expected, in this order");
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            bail!(
                "--alpha {alpha} and --beta {beta}: more than 0, together less than 1 were expected"
            );
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }

    fn terms(&self) -> anyhow::Result<Terms> {
        if !self.games.is_multiple_of(2) {
            bail!(
                "--games {}: an even number was expected, for each opening is played twice",
                self.games
            );
        }
        if game::rule_bits(self.rule).is_none() {
            bail!("--rule {}: the protocol has no number for it", self.rule);
        }
        Ok(Terms {
            variant: Variant::new(self.size, self.size, 5, self.rule)?,
            limit: match self.nodes {
                Some(nodes) => Limit::Nodes(nodes),
                None => Limit::Turn(Duration::from_millis(self.turn.unwrap_or(TURN))),
            },
            memory: self.memory << 20,
            margin: Duration::from_millis(self.margin),
            patience: Duration::from_millis(self.patience),
        })
    }
}

/// Plays and sums up.
///
/// # Errors
/// Where an engine does not build or does not start, openings or files are
/// wrong, and where a file cannot be written.
pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let sprt = options.test()?;
    let terms = options.terms()?;
    let openings = book::read(&options.openings, terms.variant)?;
    let pairs = options.games as usize / 2;
    if openings.len() < pairs {
        eprintln!(
            "note: {} openings for {pairs} pairs of games: some are played again",
            openings.len()
        );
    }
    let engines = [Engine::of(&options.first)?, Engine::of(&options.second)?];
    let setup = Setup {
        tesuji_match: FORMAT,
        engines: [engines[0].identity()?, engines[1].identity()?],
        rule: terms.variant.rule().to_string(),
        size: options.size,
        turn: options.nodes.is_none().then(|| options.turn.unwrap_or(TURN)),
        nodes: options.nodes,
        memory: terms.memory,
        margin: options.margin,
        patience: options.patience,
        openings: openings.iter().map(|cells| written(cells)).collect(),
    };
    let resumed = options.resume.as_deref().map(|path| Record::open(path, &setup)).transpose()?;
    let (record, played) =
        resumed.map_or((None, Vec::new()), |(record, played)| (Some(record), played));
    let log = options.log.as_deref().map(Log::open).transpose()?;
    let given_up = interrupts()?;
    let folders = ["a", "b"].map(folder);
    let [first, second] = folders;
    let folders = [first?, second?];
    let table = Table { engines: &engines, terms: &terms, folders: &folders, given_up: &given_up };
    let names = named(&table, log.as_ref())?;
    let mut match_ = Match { table, openings: &openings, played, record, log, sprt, options };
    match_.play()?;
    match_.played.sort_by_key(|played| played.game);
    if let Some(path) = &options.sgf {
        let games = match_.played.iter().map(|played| in_sgf(played, terms.variant, &names));
        files::write(path, games.collect::<anyhow::Result<String>>()?)?;
    }
    let tally = match_.tally();
    print!("{}", tally.summary([&names[0], &names[1]], &sprt));
    let verdict = sprt.verdict(&tally.pairs());
    let is_played = match_.played.iter().filter(|played| played.game < options.games).count()
        == options.games as usize;
    Ok(if given_up.load(Relaxed) && !is_played {
        println!("interrupted");
        ExitCode::from(3)
    } else if verdict == Verdict::H0 {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

/// A folder of this engine, empty or not.
fn folder(name: &str) -> anyhow::Result<String> {
    let path = PathBuf::from("target/xtask/match").join(name);
    fs::create_dir_all(&path)?;
    Ok(std::path::absolute(path)?.display().to_string())
}

/// Starts both engines once: what does not play at all is no opponent.
fn named(table: &Table<'_>, log: Option<&Log>) -> anyhow::Result<[String; 2]> {
    let name = |engine: usize, letter| {
        let program = &table.engines[engine];
        let note = log.map(|log| log.note("-", letter));
        let name = table.name(engine, note).with_context(|| program.to_string())?;
        anyhow::Ok(if name.is_empty() {
            program.to_string()
        } else {
            format!("{name} ({program})")
        })
    };
    Ok([name(0, 'A')?, name(1, 'B')?])
}

fn written(cells: &[Cell]) -> String {
    cells.iter().map(ToString::to_string).collect()
}

/// A flag that is raised when somebody asks this program to end. Who asks twice
/// is obeyed at once.
fn interrupts() -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    for signal in
        [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP]
    {
        signal_hook::flag::register_conditional_default(signal, Arc::clone(&flag))?;
        signal_hook::flag::register(signal, Arc::clone(&flag))?;
    }
    Ok(flag)
}

/// A match under way.
struct Match<'a> {
    table: Table<'a>,
    openings: &'a [Vec<Cell>],
    /// The games that are over.
    played: Vec<Played>,
    record: Option<Record>,
    log: Option<Log>,
    sprt: Sprt,
    options: &'a Options,
}

impl Match<'_> {
    fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        self.played.iter().for_each(|played| tally.add(played));
        tally
    }

    /// Plays what is missing.
    fn play(&mut self) -> anyhow::Result<()> {
        let over: BTreeSet<u32> = self.played.iter().map(|played| played.game).collect();
        let games: Vec<u32> = (0..self.options.games).filter(|game| !over.contains(game)).collect();
        let mut tally = self.tally();
        let (options, sprt) = (self.options, self.sprt);
        let is_decided =
            |tally: &Tally| options.sprt && sprt.verdict(&tally.pairs()) != Verdict::Open;
        let bar = bar(u64::from(self.options.games), games.len() as u64);
        let next = AtomicUsize::new(if is_decided(&tally) { games.len() } else { 0 });
        let (sender, receiver) = mpsc::channel();
        let (table, openings, log) = (&self.table, self.openings, self.log.clone());
        let worker = |sender: mpsc::Sender<Played>| {
            while !table.given_up.load(Relaxed) {
                let Some(&game) = games.get(next.fetch_add(1, Relaxed)) else { return };
                let number = (game / 2) as usize % openings.len();
                let note =
                    |engine| log.as_ref().map(|log| log.note(&(game + 1).to_string(), engine));
                let notes: [Option<Arc<Note>>; 2] = [note('A'), note('B')];
                let Some(played) = table.play(game, (number, &openings[number]), notes) else {
                    return;
                };
                if sender.send(played).is_err() {
                    return;
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..options.concurrency {
                let sender = sender.clone();
                scope.spawn(|| worker(sender));
            }
            drop(sender);
            for played in receiver {
                if let Some(record) = &mut self.record
                    && let Err(error) = record.add(&played)
                {
                    // What cannot be kept need not be played.
                    table.given_up.store(true, Relaxed);
                    return Err(error);
                }
                tally.add(&played);
                let line = told(&played);
                if let Some(log) = &self.log {
                    log.line(&line);
                    log.flush();
                }
                bar.suspend(|| println!("{line}   {}", tally.short()));
                bar.set_message(tally.short());
                bar.inc(1);
                self.played.push(played);
                if is_decided(&tally) {
                    next.store(games.len(), Relaxed);
                }
            }
            Ok(())
        })?;
        bar.finish_and_clear();
        if let Some(log) = &self.log {
            log.flush();
        }
        Ok(())
    }
}

/// A bar on standard error, where that is a terminal.
fn bar(games: u64, left: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr());
    let style = "{bar:30} {pos} of {len} games, A {msg}, {eta} left";
    bar.set_style(ProgressStyle::with_template(style).expect("the template is one"));
    bar.set_position(games - left.min(games));
    bar.reset_eta();
    bar
}
