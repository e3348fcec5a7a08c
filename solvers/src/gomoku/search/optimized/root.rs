//! The root: which moves there are, and how one of them is searched.

use super::moves::{Node, defences, look};
use super::params;
use super::stage::{Iteration, Stages, Task};
use super::worker::{Kind, Worker};
use crate::gomoku::search::{INFINITE, WIN};
use crate::gomoku::shapes::optimized::{Index, cells_of};

/// A root move with what the last search of it found.
#[derive(Clone, Debug)]
pub(super) struct Root {
    pub(super) cell: Index,
    pub(super) score: i32,
    pub(super) pv: Vec<Index>,
}

/// The moves of the root, the most promising first: those that win or are
/// forced where there are such, and else those near the stones. At least one
/// wherever a legal move is left.
pub(super) fn root_moves(worker: &mut Worker<'_>) -> Vec<Root> {
    let (rules, side) = (worker.rules, worker.side);
    let all = worker.board.empty_cells();
    let near = worker.board.near_stones(3);
    let middle = ((rules.width as Index / 2) << 5) | (rules.height as Index / 2);
    let mut cells = if worker.shared.options.exact {
        all
    } else {
        match look(&mut worker.board, &rules, side) {
            Node::Five(cell) | Node::Winning(cell) => only(&[cell]),
            Node::Forced(replies) => only(replies.as_slice()),
            // Stopping one of several rows is as good as anything.
            Node::Lost => *worker.board.fours(side ^ 1),
            Node::Threatened => {
                let mut cells = defences(&mut worker.board, &rules, side);
                for (row, four) in cells.iter_mut().zip(worker.board.fours(side)) {
                    *row |= four;
                }
                cells
            }
            _ if worker.board.is_empty() => only(&[middle]),
            _ => near,
        }
    };
    let mut legal = legal_of(worker, &cells);
    for wider in [near, all] {
        if legal.is_empty() {
            cells = wider;
            legal = legal_of(worker, &cells);
        }
    }
    legal.sort_by_key(|&(order, cell)| (-order, cell));
    legal.into_iter().map(|(_, cell)| Root { cell, score: -INFINITE, pv: vec![cell] }).collect()
}

fn only(cells: &[Index]) -> [u32; 32] {
    let mut rows = [0; 32];
    for &cell in cells {
        rows[usize::from(cell >> 5)] |= 1 << (cell & 31);
    }
    rows
}

fn legal_of(worker: &mut Worker<'_>, cells: &[u32; 32]) -> Vec<(i32, Index)> {
    let side = worker.side;
    let mut legal = Vec::new();
    for cell in cells_of(cells) {
        if side == 1 || !worker.board.is_forbidden(cell) {
            let attack = worker.orders.attack(&worker.board, cell, side);
            legal.push((attack + worker.orders.defend(&worker.board, cell, side), cell));
        }
    }
    legal
}

impl<'a> Worker<'a> {
    /// Searches root moves until all iterations are done or the search is
    /// stopped. `done` gets each finished iteration, by whichever thread, and
    /// this thread's nodes.
    pub(super) fn work(&mut self, stages: &'a Stages, mut done: impl FnMut(&Iteration, u64)) {
        let mut told = 0;
        loop {
            let task = stages.take().filter(|_| !self.is_ended);
            for iteration in stages.iterations(told) {
                told += 1;
                done(&iteration, self.nodes);
            }
            let Some(task) = task else { return };
            self.stage = Some((stages, task.stage()));
            self.stopped = false;
            let score = self.search_root_move(&task, stages);
            if !self.stopped {
                let (score, line) = (score, std::mem::take(&mut self.pv[1]));
                stages.finish(&task, score, &line);
                self.pv[1] = line;
            }
        }
    }

    fn search_root_move(&mut self, task: &Task, stages: &Stages) -> i32 {
        let Task { place, cell, depth, mut alpha, beta, .. } = *task;
        if self.completes(cell) {
            self.pv[1].clear();
            return WIN - 1;
        }
        self.play(cell, 0);
        let mut score = -INFINITE;
        if place > 0 {
            let important = self.important(cell);
            let reduction = if self.shared.options.exact || depth < 3 || place < 4 || important {
                0
            } else {
                1 + i32::from(place > 12) + depth / 8
            };
            score = -self.search(-alpha - 1, -alpha, depth - 1 - reduction, 1, Kind::Cut);
            if reduction > 0 && score > alpha {
                score = -self.search(-alpha - 1, -alpha, depth - 1, 1, Kind::Cut);
            }
        }
        if place == 0 || (score > alpha && score < beta) {
            alpha = stages.alpha(task);
            score = -self.search(-beta, -alpha, depth - 1, 1, Kind::Pv);
        }
        self.take_back(cell);
        score
    }

    fn completes(&self, cell: Index) -> bool {
        use crate::gomoku::shapes::Shape;
        (0..4).any(|direction| self.board.shape(cell, self.side, direction) == Shape::Five)
    }

    fn important(&self, cell: Index) -> bool {
        // The stone lies already: its shapes are those from before it came.
        let (own, other) = (self.side ^ 1, self.side);
        self.orders.attack(&self.board, cell, own).max(self.orders.defend(&self.board, cell, own))
            >= params::IMPORTANT
            || self.board.sums(other).winning_cells() > 0
    }
}
