//! The root, which all threads of a search work at together.
//!
//! A *stage* is one search of all root moves with one window. Threads take moves
//! from it and bring results back: the first move, which sets the bar for the
//! others, is searched by all at once, each further move by the thread that
//! takes it, and where none is left to take, threads join in those that are not
//! finished. Whoever brings the result that ends a stage makes the next: a wider
//! window, or the next depth. The others notice at their next look at the clock
//! and leave what they were at.
//!
//! One thread alone goes through the moves in order, as if nothing were shared.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::params;
use super::root::Root;
use crate::gomoku::search::{DECIDED, INFINITE, WIN};
use crate::gomoku::shapes::optimized::Index;

/// The stage that is searched now.
pub(super) struct Stages {
    now: Mutex<Stage>,
    /// The number of the stage, to be looked at without the lock.
    number: AtomicU32,
}

/// Where the iterations end.
#[derive(Clone, Copy)]
pub(super) struct Ends {
    pub(super) last_depth: u32,
    /// One iteration tells all: there is one move.
    pub(super) forced: bool,
    /// No window but the whole.
    pub(super) exact: bool,
}

/// An iteration that is finished.
#[derive(Clone)]
pub(super) struct Iteration {
    pub(super) depth: u32,
    pub(super) score: i32,
    pub(super) pv: Vec<Index>,
}

/// A root move to be searched.
pub(super) struct Task {
    stage: u32,
    /// The place of the move in the stage's order, from 0.
    pub(super) place: usize,
    pub(super) cell: Index,
    pub(super) depth: i32,
    /// The best score of the stage when the task was taken, or the window's end.
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    Taken,
    Finished,
}

struct Stage {
    number: u32,
    ends: Ends,
    depth: u32,
    /// The window.
    low: i32,
    high: i32,
    margin: i32,
    /// The best score so far, and the larger of it and the window's end.
    best: i32,
    alpha: i32,
    /// The moves in the order of this stage, each with its state.
    order: Vec<(Index, State)>,
    /// The moves with what was found; those that raised alpha come to the front.
    roots: Vec<Root>,
    iterations: Vec<Iteration>,
    is_over: bool,
}

impl Stages {
    /// The first stage, of depth 1.
    pub(super) fn new(roots: Vec<Root>, ends: Ends) -> Stages {
        let mut stage = Stage {
            number: 0,
            ends,
            depth: 1,
            low: -INFINITE,
            high: INFINITE,
            margin: params::ASPIRATION,
            best: -INFINITE,
            alpha: -INFINITE,
            order: Vec::new(),
            is_over: roots.is_empty(),
            roots,
            iterations: Vec::new(),
        };
        stage.begin();
        Stages { number: AtomicU32::new(stage.number), now: Mutex::new(stage) }
    }

    fn lock(&self) -> MutexGuard<'_, Stage> {
        // A thread that panicked has left nothing half done.
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the stage of this number is searched no more.
    #[inline]
    pub(super) fn is_past(&self, stage: u32) -> bool {
        self.number.load(Relaxed) != stage
    }

    /// A move to search; `None` where all iterations are done.
    pub(super) fn take(&self) -> Option<Task> {
        let mut stage = self.lock();
        if stage.is_over {
            return None;
        }
        let find = |state| stage.order.iter().position(|&(_, of)| of == state);
        let place = match stage.order[0].1 {
            State::Finished => find(State::Open).or_else(|| find(State::Taken))?,
            _ => 0,
        };
        stage.order[place].1 = State::Taken;
        Some(Task {
            stage: stage.number,
            place,
            cell: stage.order[place].0,
            depth: stage.depth as i32,
            alpha: stage.alpha,
            beta: stage.high,
        })
    }

    /// Alpha as it stands by now; never less than when the task was taken.
    pub(super) fn alpha(&self, task: &Task) -> i32 {
        let stage = self.lock();
        if stage.number == task.stage { stage.alpha } else { task.alpha }
    }

    /// Brings back what a move is worth: exact above alpha, a bound below it and
    /// from beta on. `pv` is the line after the move.
    pub(super) fn finish(&self, task: &Task, score: i32, pv: &[Index]) {
        let mut stage = self.lock();
        if stage.number != task.stage || stage.order[task.place].1 == State::Finished {
            return;
        }
        stage.finish(task, score, pv);
        if stage.alpha >= stage.high || stage.order.iter().all(|&(_, of)| of == State::Finished) {
            stage.end();
            self.number.store(stage.number, Relaxed);
        }
    }

    /// The iterations finished so far, from the `from`-th on.
    pub(super) fn iterations(&self, from: usize) -> Vec<Iteration> {
        self.lock().iterations[from..].to_vec()
    }

    /// The best move so far, of an unfinished iteration too.
    pub(super) fn best(&self) -> Option<Root> {
        self.lock().roots.first().cloned()
    }
}

impl Task {
    /// The number of its stage.
    pub(super) fn stage(&self) -> u32 {
        self.stage
    }
}

impl Stage {
    fn finish(&mut self, task: &Task, score: i32, pv: &[Index]) {
        self.order[task.place].1 = State::Finished;
        if score <= self.best {
            return;
        }
        self.best = score;
        if (task.place == 0 || score > self.alpha)
            && let Some(at) = self.roots.iter().position(|root| root.cell == task.cell)
        {
            self.roots[at].score = score;
            self.roots[at].pv = [&[task.cell], pv].concat();
            self.roots[..=at].rotate_right(1);
        }
        self.alpha = self.alpha.max(score);
    }

    /// All moves are searched, or one is too good for the window.
    fn end(&mut self) {
        let score = self.best;
        if score <= self.low {
            self.high = i32::midpoint(self.low, self.high);
            self.low = (score - self.margin).max(-INFINITE);
        } else if score >= self.high {
            self.low = i32::midpoint(self.low, self.high);
            self.high = (score + self.margin).min(INFINITE);
        } else {
            self.next_depth(score);
            return;
        }
        self.margin *= 4;
        if score.abs() >= DECIDED {
            (self.low, self.high) = (-INFINITE, INFINITE);
        }
        self.begin();
    }

    fn next_depth(&mut self, score: i32) {
        let pv = self.roots[0].pv.clone();
        self.iterations.push(Iteration { depth: self.depth, score, pv });
        let plies = (WIN - score.abs()) as u32;
        self.is_over = self.ends.forced
            || self.depth >= self.ends.last_depth
            || (score.abs() >= DECIDED && self.depth >= plies);
        self.depth += 1;
        self.margin = params::ASPIRATION;
        (self.low, self.high) = if self.ends.exact || self.depth < 4 {
            (-INFINITE, INFINITE)
        } else {
            (score - self.margin, score + self.margin)
        };
        self.begin();
    }

    /// Opens all moves for the window.
    fn begin(&mut self) {
        self.number += 1;
        self.best = -INFINITE;
        self.alpha = self.low;
        self.order.clear();
        self.order.extend(self.roots.iter().map(|root| (root.cell, State::Open)));
    }
}
