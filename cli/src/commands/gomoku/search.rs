//! `tesuji gomoku search`: the best move, the line expected, the value.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::Args;
use serde::Serialize;
use tesuji_core::gomoku::{Cell, Marks, lines, naive};
use tesuji_core::{Game, Outcome, Player};
use tesuji_solvers::Refusal;
use tesuji_solvers::gomoku::search::{Limits, Options, Report, Score, Searcher};

use super::ask::{Ask, run};
use super::minimax;
use super::position::{Asked, PositionArgs};
use super::words::{self, in_words, names, paragraph};
use crate::failure::{Exit, Failure};
use crate::games::Road;

const AFTER_HELP: &str = "\
Examples:
  $ tesuji gomoku search --depth 10 h8g7f6
  $ tesuji gomoku search --rule renju --time 0.5 --threads 2 h8h9i7
  $ printf 'h8a1h9a2h10a3\\nh8a1h9a2h10\\n' | tesuji gomoku search --depth 6 -";

/// Seconds of thinking where no limit is given.
const SECONDS: u64 = 5;

/// Find the best move
///
/// Ends when the first limit is met or the end is decided; without any limit
/// after 5 seconds. The value is from the side to move, in the unit of `eval`.
/// A win is one against every reply; a loss against those looked at. Each
/// iteration is reported where standard error is a terminal. With `-` each
/// position is answered by `MOVE VALUE depth D nodes N pv MOVES`, and the table
/// of positions serves all of them.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Search {
    #[command(flatten)]
    position: PositionArgs,

    #[command(flatten)]
    budget: Budget,

    /// Threads that search together; with more than one no two runs are alike
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,

    /// Leave no legal move out and look no farther than the depth: the value is
    /// then the one of minimax
    #[arg(long)]
    exact: bool,

    /// Which of the two roads to take; naive is minimax, and takes --depth alone
    #[arg(long, value_enum, value_name = "ROAD", default_value_t)]
    solver: Road,
}

#[derive(Args, Debug)]
pub(super) struct Budget {
    /// Plies of the last iteration
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) depth: Option<u32>,

    /// Nodes of each search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: Option<u64>,

    /// Time for each search, in seconds, such as 0.5 or 2, or as 500ms
    #[arg(long, value_name = "SECONDS", value_parser = duration)]
    pub(super) time: Option<Duration>,
}

/// Reads `2`, `0.5`, `2s`, `500ms`.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let (digits, unit) = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(digits), _) => (digits, 1e-3),
        (None, Some(digits)) => (digits, 1.0),
        (None, None) => (text, 1.0),
    };
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let number = Some(digits).filter(|_| plain).and_then(|digits| digits.parse::<f64>().ok());
    number
        .map(|number| number * unit)
        .filter(|seconds| (0.0..=1e6).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected seconds up to a million, such as 0.5, 2 or 500ms".to_owned())
}

impl Search {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let Budget { depth, nodes, time } = self.budget;
        if self.solver == Road::Naive {
            let Some(depth) =
                depth.filter(|_| nodes.is_none() && time.is_none() && self.threads == 1)
            else {
                return Err(Failure::message(
                    "--solver naive is minimax to a fixed depth: it takes --depth and neither \
                     --nodes, --time nor --threads",
                ));
            };
            return run(minimax::Question { depth }, &self.position);
        }
        let free = depth.is_none() && nodes.is_none() && time.is_none();
        let time = time.or(free.then_some(Duration::from_secs(SECONDS)));
        let options =
            Options { threads: usize::from(self.threads), exact: self.exact, ..Options::default() };
        let question = Question {
            searcher: Searcher::new(options),
            limits: Limits { depth, nodes, time },
            progress: io::stderr().is_terminal(),
        };
        run(question, &self.position)
    }
}

struct Question {
    searcher: Searcher,
    limits: Limits,
    /// Whether somebody watches.
    progress: bool,
}

impl Question {
    fn search(&mut self, board: &naive::Board) -> Report {
        let mover = board.to_move();
        let progress = self.progress;
        self.searcher.search(board, &self.limits, &AtomicBool::new(false), |report| {
            if progress {
                // Where nobody can be told any more, the answer still can.
                let _ = writeln!(io::stderr(), "{}", iteration(report, mover));
            }
        })
    }
}

/// What is known after an iteration, in one line of a terminal.
fn iteration(report: &Report, mover: Player) -> String {
    /// Moves of the line that are shown.
    const MOVES: usize = 8;
    let shown = &report.pv[..report.pv.len().min(MOVES)];
    let more = if report.pv.len() > MOVES { " ..." } else { "" };
    format!(
        "depth {:>2}  {:>8.2} s  {:>11} nodes  {:>12} for {mover}  {}{more}",
        report.depth,
        report.time.as_secs_f64(),
        report.nodes,
        report.score.to_string(),
        in_words(shown)
    )
}

/// The fields of `docs/json.md` that only this command has.
#[derive(Serialize)]
pub(super) struct Found {
    pub(super) solver: &'static str,
    pub(super) best: Option<String>,
    pub(super) value: Option<i32>,
    pub(super) result: Option<&'static str>,
    pub(super) plies: Option<u32>,
    pub(super) depth: u32,
    pub(super) selective_depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) milliseconds: u64,
    pub(super) nodes_per_second: Option<u64>,
    pub(super) pv: Vec<String>,
}

/// The fields `value`, `result` and `plies`.
pub(super) fn valued(
    score: Score,
    outcome: Option<Outcome>,
) -> (Option<i32>, Option<&'static str>, Option<u32>) {
    match (score, outcome) {
        (_, Some(Outcome::Draw)) => (None, Some("draw"), Some(0)),
        (Score::Value(value), _) => (Some(value), None, None),
        (Score::Win(plies), _) => (None, Some("win"), Some(plies)),
        (Score::Loss(plies), _) => (None, Some("loss"), Some(plies)),
    }
}

impl Found {
    /// The value in few words, as [`Score`] says it.
    fn value(&self) -> String {
        match (self.value, self.result, self.plies) {
            (Some(value), ..) => value.to_string(),
            (None, Some("draw"), _) | (None, None, _) | (None, _, None) => "draw".to_owned(),
            (None, Some(result), Some(plies)) => format!("{result} in {plies}"),
        }
    }

    /// The answer on one line.
    pub(super) fn line(&self) -> String {
        let dash = || "-".to_owned();
        format!(
            "{} {} depth {} nodes {} pv {}",
            self.best.clone().unwrap_or_else(dash),
            self.value(),
            self.depth,
            self.nodes.map_or_else(dash, |nodes| nodes.to_string()),
            if self.pv.is_empty() { dash() } else { self.pv.join(" ") }
        )
    }
}

fn per_second(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64
}

/// The value as a sentence.
pub(super) fn sentence(score: Score, mover: Player) -> String {
    let wins = |side: Player, plies: u32| {
        format!("{} wins in {}.", words::side(side), words::count(plies as usize, "ply", "plies"))
    };
    match score {
        Score::Win(plies) => wins(mover, plies),
        Score::Loss(plies) => wins(mover.other(), plies),
        Score::Value(value) => format!("{value} for {}: nothing is decided.", words::side(mover)),
    }
}

/// `1. h8 2. g7`.
fn numbered(moves: &[Cell]) -> String {
    let moves: Vec<String> = (1..).zip(moves).map(|(ply, mv)| format!("{ply}. {mv}")).collect();
    moves.join(" ")
}

/// Draws the position with the move that was found in brackets; says so where
/// the game is over, and then there is no more to say.
pub(super) fn draw(
    board: &naive::Board,
    best: Option<Cell>,
    out: &mut impl Write,
) -> io::Result<bool> {
    let forbidden = match board.to_move() {
        Player::Black => lines::Board::from(board).forbidden_points(),
        Player::White => Vec::new(),
    };
    write!(out, "{}", board.draw(&Marks { forbidden: &forbidden, last: best }))?;
    writeln!(out, "{board}")?;
    if let Some(outcome) = board.outcome() {
        writeln!(out, "The game is over: {outcome}.")?;
        return Ok(false);
    }
    Ok(true)
}

impl Ask for Question {
    fn name(&self) -> &'static str {
        "search"
    }

    type Found = Found;

    fn find(&mut self, asked: &Asked) -> Result<Found, Refusal> {
        let report = self.search(&asked.board);
        let (value, result, plies) = valued(report.score, asked.board.outcome());
        Ok(Found {
            solver: Road::Optimized.name(),
            best: report.best.map(|cell| cell.to_string()),
            value,
            result,
            plies,
            depth: report.depth,
            selective_depth: Some(report.selective_depth),
            nodes: Some(report.nodes),
            milliseconds: u64::try_from(report.time.as_millis()).unwrap_or(u64::MAX),
            nodes_per_second: Some(per_second(report.nodes, report.time)),
            pv: names(&report.pv),
        })
    }

    fn line(&self, found: &Found) -> String {
        found.line()
    }

    fn page(&mut self, asked: &Asked, out: &mut impl Write) -> Result<(), Failure> {
        let board = &asked.board;
        let report = self.search(board);
        if !draw(board, report.best, out)? {
            return Ok(());
        }
        writeln!(out, "Best: {}", in_words(report.best.as_slice()))?;
        writeln!(out, "Value: {}", sentence(report.score, board.to_move()))?;
        paragraph(out, &format!("Line: {}", numbered(&report.pv)))?;
        writeln!(out, "Depth: {}, longest line {}", report.depth, report.selective_depth)?;
        let seconds = report.time.as_secs_f64();
        let speed = per_second(report.nodes, report.time);
        writeln!(out, "Nodes: {} in {seconds:.2} s, {speed} a second", report.nodes)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_a_unit_or_are_seconds() {
        let good = |text: &str| duration(text).map(|time| time.as_millis());
        assert_eq!(good("2"), Ok(2000));
        assert_eq!(good("0.25"), Ok(250));
        assert_eq!(good("3s"), Ok(3000));
        assert_eq!(good("500ms"), Ok(500));
        assert_eq!(good("0"), Ok(0));
        for bad in ["", "s", "ms", "-1", "+1", "1e3", "inf", "nan", "1m", "1 s", "1.2.3", "1000001"]
        {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn an_iteration_is_one_short_line() {
        let cell = |text: &str| text.parse().expect("a cell");
        let report = Report {
            best: Some(cell("ad30")),
            score: Score::Loss(123),
            depth: 12,
            selective_depth: 123,
            nodes: 123_456,
            pv: vec![cell("ad30"); 123],
            time: Duration::from_millis(1234),
        };
        assert_eq!(
            iteration(&report, Player::Black),
            "depth 12      1.23 s       123456 nodes   loss in 123 for black  \
             ad30 ad30 ad30 ad30 ad30 ad30 ad30 ad30 ..."
        );
    }
}
