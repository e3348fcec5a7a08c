//! `cargo xtask openings`: writes the balanced openings that matches begin with.
//!
//! Candidates come from a seed: three, four or five stones about the middle, no
//! two alike up to symmetry. Each is asked about by itself on the command line of
//! this workspace, with a budget of nodes, and played out by the engine of this
//! workspace, with another, so that the same list comes out on every machine. One
//! is kept where, under freestyle,
//!
//! - the value for the side to move lies within a bound of nothing,
//! - neither side, were it to move, has a win that the search finds, and
//! - of some games of the engine against itself, each with a little more nodes a
//!   move than the last, neither side wins more than five in eight.
//!
//! The last is what tells: a value near nothing says little of who wins. Under
//! standard, renju and caro what is kept is asked about again, and the rules under
//! which the first two hold too stand beside it.
//!
//! `--check` asks all that about the openings of a file, and says which of them
//! the engine of today does not find balanced.

mod candidates;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use anyhow::{Context, bail};
use tesuji_core::Player;
use tesuji_core::gomoku::{Rule, Variant};

use crate::files;
use crate::match_play::{OPENINGS, book};
use crate::player::engine;
use crate::process::{cargo, stream};
use crate::self_play::{self, Start};
use candidates::{Opening, candidate};

/// The options of `openings`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Openings
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=3000))]
    count: u32,
    /// The seed of the candidates
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The farthest that a value may lie from nothing
    #[arg(long, value_name = "VALUE", default_value_t = 200, value_parser = clap::value_parser!(i32).range(1..))]
    bound: i32,
    /// Nodes of each search
    #[arg(long, value_name = "N", default_value_t = 300_000, value_parser = clap::value_parser!(u64).range(1000..))]
    nodes: u64,
    /// Games that each is played out in; none is played where this is 0
    #[arg(long, value_name = "N", default_value_t = 8)]
    games: u32,
    /// Nodes of a move of the first of those games
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(100..))]
    play_nodes: u64,
    /// Ask about the openings of the file and write nothing
    #[arg(long)]
    check: bool,
    /// Where they are written
    #[arg(long, value_name = "FILE", default_value = OPENINGS)]
    output: PathBuf,
}

/// The rules that openings are asked about; the first must hold.
const RULES: [Rule; 4] = [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Caro];

/// One in so many nodes is spent on candidates, most of which are no good.
const FIRST_LOOK: u64 = 20;

/// How much farther from nothing a value may lie at the first look.
const FIRST_BOUND: i32 = 3;

/// Candidates that are looked at together.
const BATCH: usize = 128;

/// Finds and writes them.
///
/// # Errors
/// Where the programs do not build, do not answer as expected, or the file
/// cannot be read or written.
pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    stream(&mut cargo(["build", "--release", "--package", "tesuji", "--bin", "tesuji"]))?;
    let engine = engine::of_working_tree()?;
    let judges = Judges { options, search: kept()?, engine };
    if options.check {
        return judges.check();
    }
    let found = judges.found()?;
    files::write(&options.output, page(options, &found))?;
    println!("written to {}", options.output.display());
    Ok(ExitCode::SUCCESS)
}

/// The command line's program under another name, so that a build in another
/// terminal cannot change what is asked.
fn kept() -> anyhow::Result<PathBuf> {
    let folder = Path::new("target/xtask/openings");
    let name = format!("tesuji{}", std::env::consts::EXE_SUFFIX);
    fs::create_dir_all(folder)?;
    let (part, kept) = (folder.join(format!("{name}.part")), folder.join(&name));
    fs::copy(Path::new("target/release").join(&name), &part)?;
    fs::rename(&part, &kept)?;
    Ok(std::path::absolute(kept)?)
}

/// An opening with what was found about it.
struct Found {
    opening: Opening,
    /// Its value under each rule under which it is good.
    values: Vec<(Rule, i32)>,
    /// Games that Black and White have won, and draws.
    games: [u32; 3],
}

impl Found {
    fn new(opening: Opening) -> Found {
        Found { opening, values: Vec::new(), games: [0; 3] }
    }

    fn is_good(&self) -> bool {
        self.values.iter().any(|&(rule, _)| rule == RULES[0])
    }
}

/// Who is asked about openings, and on which terms.
struct Judges<'a> {
    options: &'a Options,
    search: PathBuf,
    engine: PathBuf,
}

impl Judges<'_> {
    /// As many good openings as are asked for.
    fn found(&self) -> anyhow::Result<Vec<Found>> {
        let options = self.options;
        let count = options.count as usize;
        let mut seen = BTreeSet::new();
        let mut found: Vec<Found> = Vec::new();
        let mut candidates = (0..).filter_map(|number| candidate(options.seed, number));
        let first = (options.nodes / FIRST_LOOK, options.bound.saturating_mul(FIRST_BOUND));
        while found.len() < count {
            let mut batch: Vec<Found> = candidates
                .by_ref()
                .filter(|opening| seen.insert(opening.canonical()))
                .take(BATCH)
                .map(Found::new)
                .collect();
            let mut good = self.judged(&batch, RULES[0], first)?.into_iter();
            batch.retain(|_| good.next().flatten().is_some());
            self.look(&mut batch)?;
            found.extend(batch);
            println!("{} of {count}, {} looked at", found.len().min(count), seen.len());
        }
        found.truncate(count);
        Ok(found)
    }

    /// Asks all about these, and keeps what is good.
    fn look(&self, openings: &mut Vec<Found>) -> anyhow::Result<()> {
        let options = self.options;
        for rule in RULES {
            let judged = self.judged(openings, rule, (options.nodes, options.bound))?;
            for (found, value) in openings.iter_mut().zip(judged) {
                found.values.extend(value.map(|value| (rule, value)));
            }
            openings.retain(Found::is_good);
        }
        for game in 0..options.games {
            self.play_out(openings, game)?;
        }
        Ok(())
    }

    /// Plays this game of each opening, and keeps those that neither side has won
    /// too often.
    fn play_out(&self, openings: &mut Vec<Found>, game: u32) -> anyhow::Result<()> {
        let options = self.options;
        let more = options.play_nodes * u64::from(game) / u64::from(options.games);
        let nodes = options.play_nodes + more;
        let start = |found: &Found| Start { opening: found.opening.stones().to_vec(), nodes };
        let starts: Vec<Start> = openings.iter().map(start).collect();
        self_play::play(&self.engine, &starts, |number, played| {
            let result = match played.winner {
                Some(Player::Black) => 0,
                Some(Player::White) => 1,
                None => 2,
            };
            openings[number].games[result] += 1;
            Ok(())
        })?;
        openings.retain(|found| is_even(found.games, options.games));
        Ok(())
    }

    /// Asks about the openings of the file.
    fn check(&self) -> anyhow::Result<ExitCode> {
        let file = self.options.output.display().to_string();
        let mut openings: Vec<Found> = Vec::new();
        for stones in book::read(&file, Variant::default())? {
            openings.push(Found::new(Opening::of(stones)));
        }
        let all: Vec<String> = openings.iter().map(|found| found.opening.moves()).collect();
        self.look(&mut openings)?;
        let kept: BTreeSet<String> = openings.iter().map(|found| found.opening.moves()).collect();
        for moves in all.iter().filter(|moves| !kept.contains(*moves)) {
            println!("not balanced: {moves}");
        }
        println!("{file}: {} of {} openings are balanced", kept.len(), all.len());
        Ok(if kept.len() == all.len() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// The value of each opening that is good under this rule, with so many nodes
    /// and within this bound. Each is asked about by a program of its own, so that
    /// none depends on the others.
    fn judged(
        &self,
        openings: &[Found],
        rule: Rule,
        (nodes, bound): (u64, i32),
    ) -> anyhow::Result<Vec<Option<i32>>> {
        let variant = Variant::standard_size(rule);
        let judge = |found: &Found| -> anyhow::Result<Option<i32>> {
            let mut questions = String::new();
            for to_move in found.opening.sides() {
                writeln!(questions, "{variant}: {}", found.opening.text(to_move))?;
            }
            match searched(&self.search, &questions, nodes)?[..] {
                // Of the side whose turn it is not the value says that it has no win.
                [value, other] => Ok(other.and(value).filter(|value| value.abs() <= bound)),
                ref others => bail!("{} answers to two questions", others.len()),
            }
        };
        let next = AtomicUsize::new(0);
        let values: Mutex<Vec<anyhow::Result<Option<i32>>>> =
            Mutex::new((0..openings.len()).map(|_| Ok(None)).collect());
        let worker = || {
            while let Some((number, found)) =
                Some(next.fetch_add(1, Relaxed)).and_then(|n| Some((n, openings.get(n)?)))
            {
                let value = judge(found);
                if let Ok(mut values) = values.lock() {
                    values[number] = value;
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
                scope.spawn(worker);
            }
        });
        let Ok(values) = values.into_inner() else { bail!("a search was given up") };
        values.into_iter().collect()
    }
}

/// Whether neither side has won more than five in eight of so many games.
fn is_even([black, white, _]: [u32; 3], games: u32) -> bool {
    8 * black.max(white) <= 5 * games
}

/// Asks about each line; `None` where the end is decided.
fn searched(program: &Path, questions: &str, nodes: u64) -> anyhow::Result<Vec<Option<i32>>> {
    let mut child = Command::new(program)
        .args(["gomoku", "search", "--nodes", &nodes.to_string(), "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut input = child.stdin.take().context("an input")?;
    let questions = questions.to_owned();
    let writer = std::thread::spawn(move || input.write_all(questions.as_bytes()));
    let output = child.wait_with_output()?;
    writer.join().map_err(|_| anyhow::anyhow!("questions were not written"))??;
    if !output.status.success() {
        bail!("the search ended with {}", output.status);
    }
    String::from_utf8(output.stdout)?
        .lines()
        .map(|line| value(line).with_context(|| format!("{line:?} is no answer of a search")))
        .collect()
}

/// The value of `MOVE VALUE depth ...`; `Some(None)` where it is decided.
fn value(line: &str) -> Option<Option<i32>> {
    let (_, rest) = line.split_once(' ')?;
    let (value, _) = rest.split_once(" depth ")?;
    match value.parse() {
        Ok(value) => Some(Some(value)),
        Err(_) => (value.starts_with("win in ") || value.starts_with("loss in ")).then_some(None),
    }
}

/// The file.
fn page(options: &Options, found: &[Found]) -> String {
    let games = |side: usize| -> u32 { found.iter().map(|found| found.games[side]).sum() };
    let mut text = format!(
        "# Balanced openings for matches of gomoku engines: the moves in turn, Black first, and the\n\
         # rules under which each is balanced. `cargo xtask openings` writes this file.\n\
         #\n\
         # On 15x15, a search of {nodes} nodes finds no win for either side, whoever is to move, and\n\
         # the value that stands behind each rule's name, for the side to move, within {bound} of\n\
         # nothing. Of {count} games of the engine against itself under freestyle, with {play_nodes} nodes a\n\
         # move and more, neither side has won more than five in eight: behind the values stand\n\
         # those that Black has won and those that White has; of all {black}-{white}, {drawn} draws. No two\n\
         # openings are alike up to symmetry. Seed {seed}.\n\
         #\n\
         # A line begins with `board N` where what follows is meant for another board.\n\n",
        nodes = options.nodes,
        bound = options.bound,
        count = options.games,
        play_nodes = options.play_nodes,
        black = games(0),
        white = games(1),
        drawn = games(2),
        seed = options.seed,
    );
    for Found { opening, values, games: [black, white, _] } in found {
        let names: Vec<&str> = values.iter().map(|(rule, _)| rule.name()).collect();
        let numbers: Vec<String> = values.iter().map(|(_, value)| value.to_string()).collect();
        let (moves, names, numbers) = (opening.moves(), names.join(" "), numbers.join(" "));
        text += &format!("{moves:<16} {names:<32} # {numbers}; {black}-{white}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_a_search_are_read() {
        assert_eq!(value("f8 -73 depth 9 nodes 2 pv f8 i11"), Some(Some(-73)));
        assert_eq!(value("f8 win in 5 depth 9 nodes 2 pv f8"), Some(None));
        assert_eq!(value("f8 loss in 12 depth 9 nodes 2 pv f8"), Some(None));
        for line in ["", "f8", "error: no", "f8 much depth 9"] {
            assert_eq!(value(line), None, "{line}");
        }
    }

    #[test]
    fn a_side_may_win_five_in_eight() {
        assert!(is_even([5, 3, 0], 8) && is_even([3, 5, 0], 8) && is_even([0, 0, 0], 8));
        assert!(!is_even([6, 2, 0], 8) && !is_even([0, 6, 0], 8));
        assert!(is_even([0, 0, 0], 0));
    }
}
