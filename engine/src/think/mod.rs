//! The engine: what to play, within the time and the memory that is given.
//!
//! In this order:
//!
//! 1. An opening by rule of thumb, where at most one stone lies.
//! 2. A look for a win by continuous fours of either side, by a solver that
//!    misses none within its budget. The own one is played.
//! 3. The search, which by itself completes a row, stops one, and where all is
//!    lost plays the move after which the end takes longest. It never resigns.
//! 4. Where the other side has a win by fours that the move of the search does
//!    not stop, a move that does.
//!
//! [`limits`] has the time and the memory. One thread alone, the same commands and a
//! budget of nodes in place of time give the same moves on every machine.

pub mod limits;

mod fours;
mod opening;
mod ranking;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use tesuji_core::gomoku::Cell;
use tesuji_solvers::gomoku::search::{Limits, Options, Report, Score, Searcher};
use tesuji_solvers::gomoku::vcf::Vcf;

use crate::position::Position;
use crate::protocol::Info;
use crate::session::{Choice, Said, Settings, Thinker, Turn};
use limits::{Time, table_bytes};

/// The table of an engine that counts nodes.
const SMALL: usize = 1 << 16;

/// The part of a turn's time, and of its nodes, that the look for a win by fours
/// may take: one in so many.
const FOURS_SHARE: u32 = 8;

/// The most nodes of that look: no table of positions without a win gains from
/// more.
const FOURS_NODES: u64 = 1 << 20;

/// The solver's table, in bytes.
const FOURS_TABLE: usize = 1 << 20;

/// A searcher with its memory, and how it is stopped.
pub struct Engine {
    /// Made when it is first needed, and anew when its memory changes.
    searcher: Option<Searcher>,
    /// The size of the searcher's table, as it was asked for.
    table: usize,
    fours: Vcf,
    stop: Arc<AtomicBool>,
    /// Nodes for each move, in place of all other limits.
    nodes: Option<u64>,
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine")
            .field("table", &self.table)
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}

impl Default for Engine {
    /// An engine that nobody stops.
    fn default() -> Engine {
        Engine::stopped_by(Arc::default())
    }
}

impl Engine {
    /// An engine that answers within some milliseconds once this flag is
    /// raised. It lowers the flag only where it raised it itself.
    #[must_use]
    pub fn stopped_by(stop: Arc<AtomicBool>) -> Engine {
        Engine { searcher: None, table: 0, fours: Vcf::new(FOURS_TABLE), stop, nodes: None }
    }

    /// An engine that makes at most so many nodes a move and looks at no clock.
    #[must_use]
    pub fn with_nodes(nodes: u64) -> Engine {
        Engine { nodes: Some(nodes), ..Engine::default() }
    }

    /// The time for this turn.
    fn time(&self, turn: &Turn<'_>) -> Time {
        match self.nodes {
            Some(_) => Time::unlimited(turn.read),
            None => Time::of(turn.settings, turn.read, turn.position.empty_count()),
        }
    }

    /// What bounds every search of a turn but its time.
    fn limits(&self, settings: &Settings, time: &Time) -> Limits {
        let most = time.at_once().then_some(limits::AT_ONCE);
        let nodes = self.nodes.or(most.into_iter().chain(settings.max_node).min());
        Limits { depth: settings.max_depth.filter(|_| self.nodes.is_none()), nodes, time: None }
    }

    /// The searcher, with the memory that these settings give it.
    ///
    /// New memory takes a millisecond a megabyte, so that within a turn it is
    /// only asked for where the old is too much, or far too little for a turn
    /// of seconds.
    fn searcher(&mut self, settings: &Settings) -> &mut Searcher {
        let (threads, wanted, fit) = match self.nodes {
            Some(_) => (1, SMALL, SMALL..=SMALL),
            None => {
                let wanted = table_bytes(settings);
                let exact = settings.hash_size.is_some();
                let most = if exact { wanted } else { limits::most_table(settings) };
                let least = if exact { wanted } else { wanted / 4 };
                (limits::threads(settings), wanted, least..=most)
            }
        };
        let serves = |searcher: &Searcher| searcher.options().threads == threads;
        let fits = fit.contains(&self.table);
        if !fits || !self.searcher.as_ref().is_some_and(serves) {
            // The old memory is given back first.
            self.searcher = None;
            self.table = wanted;
        }
        let options = Options { table_bytes: self.table, threads, exact: false };
        self.searcher.get_or_insert_with(|| Searcher::new(options))
    }

    /// Searches a position, until the time is up.
    fn search(
        &mut self,
        position: &Position,
        settings: &Settings,
        limits: &Limits,
        time: &Time,
    ) -> Report {
        let stop = Arc::clone(&self.stop);
        let searcher = self.searcher(settings);
        let limits = Limits { time: time.left(), ..*limits };
        let mut ended = false;
        let (living, dead) = (position.living(), position.dead());
        let report = searcher.search_walled(&living, dead, &limits, &stop, |_| {
            if time.is_nearly_over() && !stop.load(Relaxed) {
                ended = true;
                stop.store(true, Relaxed);
            }
        });
        if ended {
            stop.store(false, Relaxed);
        }
        report
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }
}

impl Thinker for Engine {
    fn new_game(&mut self, settings: &Settings) {
        // Made now, while no turn's time runs.
        self.searcher(settings).clear();
        self.fours.clear();
    }

    fn objection(&mut self, settings: &Settings, info: &Info) -> Option<String> {
        let about_memory = matches!(info, Info::MaxMemory(_) | Info::ThreadNum(_));
        limits::objection(settings).filter(|_| about_memory)
    }

    fn best(&mut self, turn: &Turn<'_>) -> (Cell, Said) {
        let (best, report) = self.choice(turn);
        let said = report.as_ref().map(|report| said(report, turn)).into_iter().collect();
        (best, said)
    }

    fn best_of(&mut self, turn: &Turn<'_>, count: usize) -> (Cell, Said) {
        let ranked = self.rank(turn, count);
        let said = (1..).zip(&ranked).map(|(place, ranked)| format!("{place}: {ranked}")).collect();
        let best = ranked.first().map(|ranked| ranked.cell);
        (best.unwrap_or_else(|| any(turn.position)), said)
    }

    fn open(&mut self, turn: &Turn<'_>) -> ([Cell; 3], Said) {
        let openings = opening::balanced(turn.position.variant());
        let whole = self.time(turn);
        let limits = self.limits(turn.settings, &whole);
        let mut best: Option<([Cell; 3], i64)> = None;
        for (i, stones) in openings.iter().enumerate() {
            let mut position = turn.position.clone();
            stones.iter().for_each(|&cell| position.play(cell));
            let time = whole.part((openings.len() - i) as u32);
            let report = self.search(&position, turn.settings, &limits, &time);
            let off = worth(report.score).abs();
            if best.is_none_or(|(_, least)| off < least) {
                best = Some((*stones, off));
            }
            if self.is_stopped() {
                break;
            }
        }
        (best.map_or(openings[0], |(stones, _)| stones), Vec::new())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> (Choice, Said) {
        let (best, report) = self.choice(turn);
        // With a good judgement of the position one of the two colours is never
        // worse than to let the other side choose after two more stones.
        let worse = report.as_ref().is_some_and(|report| worth(report.score) < 0);
        let said = report.as_ref().map(|report| said(report, turn)).into_iter().collect();
        (if worse { Choice::Swap } else { Choice::Stay(best) }, said)
    }
}

impl Engine {
    /// The move to play, and what the search found, where it was asked.
    fn choice(&mut self, turn: &Turn<'_>) -> (Cell, Option<Report>) {
        let position = turn.position;
        if let Some(cell) = opening::rule_of_thumb(position) {
            return (cell, None);
        }
        let time = self.time(turn);
        let limits = self.limits(turn.settings, &time);
        if let Some(report) = self.win_by_fours(turn, &limits, &time) {
            return (report.best.unwrap_or_else(|| any(position)), Some(report));
        }
        let line = self.threatened(position, &limits, &time);
        let report = self.search(position, turn.settings, &limits, &time);
        let best = report.best.filter(|&cell| position.is_legal(cell));
        let best = best.unwrap_or_else(|| any(position));
        let best = match (line, report.score) {
            (Some(line), Score::Value(_)) => self.stopping(position, best, &line),
            _ => best,
        };
        (best, Some(report))
    }
}

/// A legal move.
fn any(position: &Position) -> Cell {
    let cell = position.first_legal();
    cell.unwrap_or_else(|| unreachable!("{position:?} is over and was asked for a move"))
}

/// Moves of a line that are told.
const TOLD: usize = 12;

fn moves(line: &[Cell]) -> String {
    let shown = &line[..line.len().min(TOLD)];
    shown.iter().map(|cell| format!(" {cell}")).collect()
}

/// What a search found, in a line.
fn said(report: &Report, turn: &Turn<'_>) -> String {
    format!(
        "depth {}-{} value {} nodes {} time {} ms pv{}",
        report.depth,
        report.selective_depth,
        report.score,
        report.nodes,
        turn.read.elapsed().as_millis(),
        moves(&report.pv)
    )
}

/// A score as a number, for the side to move.
fn worth(score: Score) -> i64 {
    /// Above every value.
    const WIN: i64 = 1_000_000;
    match score {
        Score::Value(value) => i64::from(value),
        Score::Win(plies) => WIN - i64::from(plies),
        Score::Loss(plies) => i64::from(plies) - WIN,
    }
}
