//! Iterative deepening with a null window, over threads that share a table.
//!
//! What every node looks at first are the threats, which the board's counts
//! tell without a scan:
//!
//! 1. The side to move completes a row: won in one.
//! 2. The other side could complete a row: it must be stopped, and where one
//!    stone cannot stop all, the node is lost in two. Under renju also where
//!    the stopping cell is forbidden.
//! 3. The side to move makes two completions at once: won in three, since by 2
//!    the other side completes nothing meanwhile. Not under caro, where one
//!    stone can stop both.
//! 4. The other side could do so: only a four, or a stone on a line of each
//!    such threat, is not lost in four. These are tried also where no depth is
//!    left.
//!
//! The rest is the field's: principal variation search, transposition table,
//! killers, counter moves and history for the order, late moves reduced and
//! left out, razoring and futility at the last plies, the null move, and a
//! quiescence search that follows continuous fours. All of that is in
//! [`Options::exact`] off, and so are 2 to 4, which see farther than the depth.
//!
//! Threads share the table and the root, whose moves they deal out (`stage.rs`),
//! and put moves off that another thread is at (`busy.rs`).
//!
//! No line is followed for more than 200 plies, which bounds the stack whatever
//! the board.

mod busy;
mod moves;
pub mod node;
mod order;
mod params;
mod quiet;
mod root;
mod stage;
mod table;
mod worker;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use tesuji_core::gomoku::{Cell, naive, zobrist};
use tesuji_core::{Game, Outcome, Player};

use super::{Limits, Options, Report, Score};
use crate::gomoku::rules::Ruleset;
use crate::gomoku::shapes::optimized::{Index, ShapeBoard};
use busy::Busy;
use root::root_moves;
use stage::{Ends, Stages};
use table::Table;
use worker::{MAX_PLY, Shared, Worker};

/// A search with its memory: the table survives from one call to the next.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use tesuji_core::gomoku::{Variant, text};
/// use tesuji_solvers::gomoku::search::{Limits, Options, Score, Searcher};
///
/// let position = text::parse("h8a1h9a2h10a3", Variant::default(), None)?;
/// let mut searcher = Searcher::new(Options { table_bytes: 1 << 20, ..Options::default() });
/// let limits = Limits { depth: Some(4), ..Limits::default() };
/// let report = searcher.search(&position, &limits, &AtomicBool::new(false), |_| ());
/// assert_eq!(report.score, Score::Win(3));
/// # Ok::<(), tesuji_core::ParseError>(())
/// ```
pub struct Searcher {
    options: Options,
    table: Table,
    /// The table serves one set of rules at a time.
    rules: Option<Ruleset>,
}

impl Searcher {
    /// A searcher with an empty table. Where the memory asked for cannot be
    /// had the table is made smaller, by halves.
    #[must_use]
    pub fn new(options: Options) -> Searcher {
        let options = Options { threads: options.threads.max(1), ..options };
        let mut bytes = options.table_bytes;
        let table = loop {
            if let Some(table) = Table::new(bytes) {
                break table;
            }
            bytes /= 2;
        };
        Searcher { options, table, rules: None }
    }

    /// How it searches.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Forgets all positions: the next search is as the first.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Searches `position` until a limit is met or `stop` is raised, which is
    /// looked at every few hundred nodes. After each finished iteration
    /// `on_iteration` gets what is known by then.
    pub fn search(
        &mut self,
        position: &naive::Board,
        limits: &Limits,
        stop: &AtomicBool,
        on_iteration: impl FnMut(&Report),
    ) -> Report {
        self.search_walled(position, &[], limits, stop, on_iteration)
    }

    /// The same on a board on which these empty cells are walls: no stone comes
    /// there, and rows end there as at the board's edge. The game must go on
    /// with them as without them.
    pub fn search_walled(
        &mut self,
        position: &naive::Board,
        walls: &[Cell],
        limits: &Limits,
        stop: &AtomicBool,
        mut on_iteration: impl FnMut(&Report),
    ) -> Report {
        let begin = Instant::now();
        let mut report = Report {
            best: None,
            score: Score::Value(0),
            depth: 0,
            selective_depth: 0,
            nodes: 0,
            pv: Vec::new(),
            time: begin.elapsed(),
        };
        if let Some(outcome) = position.outcome() {
            report.score = match outcome.winner() {
                Some(winner) if winner == position.to_move() => Score::Win(0),
                Some(_) => Score::Loss(0),
                None => Score::Value(0),
            };
            debug_assert!(matches!(outcome, Outcome::Win(_) | Outcome::Draw));
            return report;
        }
        let rules = Ruleset::from(position.variant());
        if self.rules.replace(rules).is_some_and(|before| before != rules) {
            self.table.clear();
        }
        self.table.new_search();
        let mut board = ShapeBoard::walled(rules, walls);
        let mut key = zobrist::key(position.stones(), position.to_move());
        for (cell, player) in position.stones() {
            board.make(cell, player);
        }
        for &wall in walls {
            // A stone of each colour: no position without walls has this key.
            key ^= zobrist::stone(wall, Player::Black) ^ zobrist::stone(wall, Player::White);
        }
        let side = usize::from(position.to_move() == Player::White);
        let shared = Shared {
            table: &self.table,
            options: &self.options,
            busy: Busy::new(self.options.threads, self.options.exact),
            stop,
            done: AtomicBool::new(false),
            deadline: limits.time.map(|time| begin + time),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
        };
        let others: Vec<_> = (1..self.options.threads).map(|_| board.clone()).collect();
        let worker = |thread, board| Worker::new(&shared, thread, board, rules, side, key);
        let mut main = worker(0, board);
        let roots = root_moves(&mut main);
        report.best = roots.first().map(|root| Cell::from_index(root.cell));
        report.pv = report.best.into_iter().collect();
        let ends = Ends {
            last_depth: limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 / 2),
            forced: roots.len() == 1 && limits.depth.is_none(),
            exact: self.options.exact,
        };
        let stages = Stages::new(roots, ends);
        let nodes = std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..)
                .zip(others)
                .map(|(thread, board)| {
                    let mut helper = worker(thread, board);
                    let stages = &stages;
                    scope.spawn(move || {
                        helper.work(stages, |_, _| ());
                        helper.nodes
                    })
                })
                .collect();
            main.work(&stages, |iteration, nodes| {
                report.depth = iteration.depth;
                report.score = Score::from_inner(iteration.score);
                report.pv = cells(&iteration.pv);
                report.best = report.pv.first().copied();
                report.nodes = nodes.max(shared.nodes.load(Relaxed));
                report.time = begin.elapsed();
                on_iteration(&report);
            });
            report.selective_depth = main.max_ply as u32;
            // A move found better in an unfinished iteration is better.
            if let Some(best) = stages.best()
                && report.best != Some(Cell::from_index(best.cell))
            {
                report.score = Score::from_inner(best.score);
                report.pv = cells(&best.pv);
                report.best = report.pv.first().copied();
            }
            shared.done.store(true, Relaxed);
            main.nodes + helpers.into_iter().map(|helper| helper.join().unwrap_or(0)).sum::<u64>()
        });
        report.nodes = nodes;
        report.time = begin.elapsed();
        report
    }
}

fn cells(line: &[Index]) -> Vec<Cell> {
    line.iter().map(|&cell| Cell::from_index(cell)).collect()
}
