//! `cargo xtask openings`: writes the balanced openings that matches begin with.
//!
//! Candidates come from a seed: three, four or five stones about the middle, no
//! two alike up to symmetry. Each is asked about on the command line of this
//! workspace, with a budget of nodes, so that the same list comes out on every
//! machine. One is kept where, under freestyle,
//!
//! - the value for the side to move lies within a bound of nothing, and
//! - neither side, were it to move, has a win that the search finds.
//!
//! Under standard, renju and caro what is kept is asked about again, and the
//! rules under which both hold too stand beside it.

mod candidates;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, bail};
use tesuji_core::gomoku::{Rule, Variant};

use crate::files;
use crate::match_play::OPENINGS;
use crate::process::{cargo, stream};
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
    #[arg(long, value_name = "VALUE", default_value_t = 30, value_parser = clap::value_parser!(i32).range(1..))]
    bound: i32,
    /// Nodes of each search
    #[arg(long, value_name = "N", default_value_t = 300_000, value_parser = clap::value_parser!(u64).range(1000..))]
    nodes: u64,
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
const BATCH: usize = 32;

/// Finds and writes them.
///
/// # Errors
/// Where the command line does not build, does not answer as expected, or the
/// file cannot be written.
pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    stream(&mut cargo(["build", "--release", "--package", "tesuji", "--bin", "tesuji"]))?;
    let found = found(options)?;
    files::write(&options.output, page(options, &found))?;
    println!("written to {}", options.output.display());
    Ok(ExitCode::SUCCESS)
}

/// An opening, with its value under each rule under which it is good.
type Found = (Opening, Vec<(Rule, i32)>);

/// As many good openings as are asked for.
fn found(options: &Options) -> anyhow::Result<Vec<Found>> {
    let count = options.count as usize;
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    let mut candidates = (0..).filter_map(|number| candidate(options.seed, number));
    while found.len() < count {
        let batch: Vec<Opening> = candidates
            .by_ref()
            .filter(|opening| seen.insert(opening.canonical()))
            .take(BATCH)
            .collect();
        let first = (options.nodes / FIRST_LOOK, options.bound.saturating_mul(FIRST_BOUND));
        let mut good: Vec<Found> = batch.into_iter().map(|opening| (opening, Vec::new())).collect();
        retain(&mut good, Rule::Freestyle, first)?;
        for rule in RULES {
            let judged = judged(&good, rule, (options.nodes, options.bound))?;
            for ((_, rules), value) in good.iter_mut().zip(judged) {
                rules.extend(value.map(|value| (rule, value)));
            }
            good.retain(|(_, rules)| rules.iter().any(|&(rule, _)| rule == RULES[0]));
        }
        found.extend(good);
        println!("{} of {count}, {} looked at", found.len().min(count), seen.len());
    }
    found.truncate(count);
    Ok(found)
}

/// Keeps what is good under this rule, with so many nodes and within this bound.
fn retain(openings: &mut Vec<Found>, rule: Rule, terms: (u64, i32)) -> anyhow::Result<()> {
    let mut good = judged(openings, rule, terms)?.into_iter();
    openings.retain(|_| good.next().flatten().is_some());
    Ok(())
}

/// The value of each opening that is good under this rule.
fn judged(
    openings: &[Found],
    rule: Rule,
    (nodes, bound): (u64, i32),
) -> anyhow::Result<Vec<Option<i32>>> {
    let variant = Variant::standard_size(rule);
    let mut questions = String::new();
    for (opening, _) in openings {
        for to_move in opening.sides() {
            writeln!(questions, "{variant}: {}", opening.text(to_move))?;
        }
    }
    let values = searched(&questions, nodes)?;
    if values.len() != 2 * openings.len() {
        bail!("{} answers to {} questions", values.len(), 2 * openings.len());
    }
    let is_good = |value: i32| value.abs() <= bound;
    Ok(values
        .chunks(2)
        .map(|both| {
            // Of the side whose turn it is not the value says that it has no win.
            both[1]?;
            both[0].filter(|&value| is_good(value))
        })
        .collect())
}

/// Asks about each line; `None` where the end is decided.
fn searched(questions: &str, nodes: u64) -> anyhow::Result<Vec<Option<i32>>> {
    let program =
        PathBuf::from("target/release").join(format!("tesuji{}", std::env::consts::EXE_SUFFIX));
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
    let mut text = format!(
        "# Balanced openings for matches of gomoku engines: the moves in turn, Black first, and the\n\
         # rules under which each is balanced. `cargo xtask openings` writes this file.\n\
         #\n\
         # On 15x15, a search of {nodes} nodes finds no win for either side, whoever is to move, and\n\
         # the value that stands behind each rule's name, for the side to move, within {bound} of\n\
         # nothing. No two are alike up to symmetry. Seed {seed}.\n\
         #\n\
         # A line begins with `board N` where what follows is meant for another board.\n\n",
        nodes = options.nodes,
        bound = options.bound,
        seed = options.seed,
    );
    for (opening, rules) in found {
        let names: Vec<&str> = rules.iter().map(|(rule, _)| rule.name()).collect();
        let values: Vec<String> = rules.iter().map(|(_, value)| value.to_string()).collect();
        let (moves, names, values) = (opening.moves(), names.join(" "), values.join(" "));
        text += &format!("{moves:<16} {names:<32} # {values}\n");
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
}
