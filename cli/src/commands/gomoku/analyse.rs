//! `tesuji gomoku analyse`: what each move of a game was worth.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::Args;
use serde::Serialize;
use tesuji_core::gomoku::{Cell, Rule, Variant, naive, sgf, text};
use tesuji_core::{Game, Outcome, Player};
use tesuji_solvers::gomoku::search::{Limits, Options, Report, Score, Searcher};

use super::Format;
use super::ask::object;
use super::position::{Asked, VariantArgs};
use super::search::{Budget, valued};
use super::words;
use crate::failure::{Exit, Failure};
use crate::input::Source;
use crate::output;

const AFTER_HELP: &str = "\
Examples:
  $ printf 'h8h9i9g7j10k11' | tesuji gomoku analyse --depth 6 -
  $ printf '(;GM[4]SZ[15];B[hh];W[hg];B[ii])' | tesuji gomoku analyse --time 50ms --format json -";

/// The time for each position where nothing else is given.
const TIME: Duration = Duration::from_millis(500);

/// Tell what each move of a game lost, and which wins were missed
///
/// The game is a record in SGF, of which the main line is read, or a list of
/// moves. Each position is searched; a move's loss is what the position was
/// worth to its side before it less what it is worth after it, in the unit of
/// `eval`. A search sees so far and no farther: more time tells more.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Analyse {
    /// The game: SGF, or moves as the other commands take them; `-` is standard
    /// input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    played: VariantArgs,

    #[command(flatten)]
    budget: Budget,

    /// What to write
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: Format,
}

impl Analyse {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let usual = self.played.variant(Rule::Freestyle)?;
        let source = Source::read(Some(&self.file))?;
        let (variant, moves) = self.read(&source, usual)?;
        let Budget { depth, nodes, time } = self.budget;
        let free = depth.is_none() && nodes.is_none() && time.is_none();
        let limits = Limits { depth, nodes, time: time.or(free.then_some(TIME)) };
        let mut judge = Judge { searcher: Searcher::new(Options::default()), limits };
        match self.format {
            Format::Text => page(&mut judge, variant, &moves),
            Format::Json => objects(&mut judge, variant, &moves),
        }
    }

    fn read(&self, source: &Source, usual: Variant) -> Result<(Variant, Vec<Cell>), Failure> {
        // Records come in all sorts of encodings: what is no UTF-8 is comment.
        let game = String::from_utf8_lossy(source.bytes());
        let read = if sgf::looks_like(&game) {
            sgf::read(&game, usual, self.played.rule).map(|record| (record.variant, record.moves))
        } else {
            text::game(&game, usual)
        };
        read.map_err(|error| source.refuse(&error))
    }
}

/// Judges positions.
struct Judge {
    searcher: Searcher,
    limits: Limits,
}

impl Judge {
    /// What is known of a position; also where the game is over.
    fn look(&mut self, board: &naive::Board) -> Report {
        self.searcher.search(board, &self.limits, &AtomicBool::new(false), |_| ())
    }
}

/// A move, judged.
struct Judged {
    cell: Cell,
    /// The position before it, and what the search says of that.
    board: naive::Board,
    before: Report,
    /// The value after it, for the side that made it, in plies from before it.
    after: Score,
    /// How the game ended with it.
    outcome: Option<Outcome>,
}

impl Judged {
    /// What it lost, where both values are values.
    fn loss(&self) -> Option<i32> {
        if self.before.best == Some(self.cell) {
            return Some(0);
        }
        match (self.before.score, self.after) {
            (Score::Value(before), Score::Value(after)) => Some((before - after).max(0)),
            (Score::Win(_), Score::Win(_)) | (Score::Loss(_), _) => Some(0),
            (_, Score::Win(_)) => Some(0),
            (Score::Win(_), _) | (_, Score::Loss(_)) => None,
        }
    }

    /// The plies of the win that it missed.
    fn missed(&self) -> Option<u32> {
        match (self.before.score, self.after) {
            (Score::Win(plies), Score::Value(_) | Score::Loss(_))
                if self.before.best != Some(self.cell) =>
            {
                Some(plies)
            }
            _ => None,
        }
    }

    /// The plies of the loss that it led into.
    fn blundered(&self) -> Option<u32> {
        match (self.before.score, self.after) {
            (Score::Value(_) | Score::Win(_), Score::Loss(plies)) => Some(plies),
            _ => None,
        }
    }

    fn note(&self) -> String {
        let mut notes = Vec::new();
        if let Some(plies) = self.missed() {
            notes.push(format!("misses a win in {plies}"));
        }
        if let Some(plies) = self.blundered() {
            notes.push(format!("loses in {plies}"));
        }
        if let Some(outcome) = self.outcome {
            notes.push(outcome.to_string());
        }
        notes.join(", ")
    }
}

/// Judges every move in order, and hands each over.
fn judge(
    judge: &mut Judge,
    variant: Variant,
    moves: &[Cell],
    mut each: impl FnMut(usize, Judged) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut board = naive::Board::new(variant);
    let mut before = judge.look(&board);
    for (ply, &cell) in moves.iter().enumerate() {
        let mut next = board.clone();
        next.play_unchecked(cell);
        let outcome = next.outcome();
        let report = judge.look(&next);
        let after = report.score.backed_up();
        let before = std::mem::replace(&mut before, report);
        let board = std::mem::replace(&mut board, next);
        each(ply + 1, Judged { cell, board, before, after, outcome })?;
    }
    Ok(())
}

/// What a side did in a game.
#[derive(Default)]
struct Sum {
    moves: u32,
    loss: i64,
    missed: u32,
    blunders: u32,
}

impl Sum {
    fn add(&mut self, judged: &Judged) {
        self.moves += 1;
        self.loss += i64::from(judged.loss().unwrap_or(0));
        self.missed += u32::from(judged.missed().is_some());
        self.blunders += u32::from(judged.blundered().is_some());
    }
}

fn page(by: &mut Judge, variant: Variant, moves: &[Cell]) -> Result<Exit, Failure> {
    let mut out = output::pages();
    writeln!(out, "{variant}, {}", words::count(moves.len(), "move", "moves"))?;
    writeln!(
        out,
        "{:>4}  {:<9}{:>12}  {:<5}{:>12}{:>7}",
        "", "move", "value", "best", "value", "loss"
    )?;
    let mut sums = [Sum::default(), Sum::default()];
    let watched = std::io::stdout().is_terminal();
    judge(by, variant, moves, |ply, judged| {
        let mover = judged.board.to_move();
        sums[mover as usize].add(&judged);
        let best = judged.before.best.map_or("-".to_owned(), |best| best.to_string());
        let loss = judged.loss().map_or("-".to_owned(), |loss| loss.to_string());
        let row = format!(
            "{ply:>4}. {} {:<7}{:>12}  {best:<5}{:>12}{loss:>7}  {}",
            mover.letter(),
            judged.cell.to_string(),
            judged.after.to_string(),
            judged.before.score.to_string(),
            judged.note()
        );
        writeln!(out, "{}", row.trim_end())?;
        if watched {
            out.flush()?;
        }
        Ok(())
    })?;
    for player in [Player::Black, Player::White] {
        let sum = &sums[player as usize];
        writeln!(
            out,
            "{}: {}, {} lost, {} missed, {}",
            words::side(player),
            words::count(sum.moves as usize, "move", "moves"),
            sum.loss,
            words::count(sum.missed as usize, "win", "wins"),
            words::count(sum.blunders as usize, "losing move", "losing moves"),
        )?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// The fields of `docs/json.md` that only this command has.
#[derive(Serialize)]
struct Found {
    #[serde(rename = "move")]
    cell: String,
    value: Option<i32>,
    result: Option<&'static str>,
    plies: Option<u32>,
    best: String,
    best_value: Option<i32>,
    best_result: Option<&'static str>,
    best_plies: Option<u32>,
    loss: Option<i32>,
    missed_win: Option<u32>,
    losing_move: Option<u32>,
    depth: u32,
    pv: Vec<String>,
}

fn objects(by: &mut Judge, variant: Variant, moves: &[Cell]) -> Result<Exit, Failure> {
    let mut out = output::data();
    judge(by, variant, moves, |ply, judged| {
        let draw = judged.outcome.filter(|outcome| outcome.winner().is_none());
        let (value, result, plies) = valued(judged.after, draw);
        let plies = if draw.is_some() { Some(1) } else { plies };
        let (best_value, best_result, best_plies) = valued(judged.before.score, None);
        let found = Found {
            cell: judged.cell.to_string(),
            value,
            result,
            plies,
            // The game went on before the move, so that there was one.
            best: judged.before.best.unwrap_or(judged.cell).to_string(),
            best_value,
            best_result,
            best_plies,
            loss: judged.loss(),
            missed_win: judged.missed(),
            losing_move: judged.blundered(),
            depth: judged.before.depth,
            pv: words::names(&judged.before.pv),
        };
        let asked = Asked { number: ply, board: judged.board, last: None };
        writeln!(out, "{}", object("analyse", &asked, &found))?;
        out.flush()?;
        Ok(())
    })?;
    Ok(Exit::Done)
}
