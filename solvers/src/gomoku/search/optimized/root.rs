//! The root: which moves there are, and one iteration after another.

use super::moves::{Node, defences, look};
use super::params;
use super::worker::{Kind, Worker};
use crate::gomoku::search::{DECIDED, INFINITE, WIN};
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

impl Worker<'_> {
    /// Iterations from depth 1 + `ahead` on; `done` gets depth, score, line and
    /// this thread's nodes after each. `roots` is left with the best move first.
    pub(super) fn deepen(
        &mut self,
        roots: &mut [Root],
        ahead: u32,
        last_depth: u32,
        forced: bool,
        mut done: impl FnMut(u32, i32, &[Index], u64),
    ) {
        if roots.is_empty() {
            return;
        }
        let exact = self.shared.options.exact;
        let first_depth = (1 + ahead).min(last_depth);
        let mut previous = 0;
        for depth in first_depth..=last_depth {
            let mut margin = params::ASPIRATION;
            let (mut alpha, mut beta) = if exact || depth < 4 {
                (-INFINITE, INFINITE)
            } else {
                (previous - margin, previous + margin)
            };
            let score = loop {
                let score = self.iterate(roots, alpha, beta, depth as i32);
                if self.stopped {
                    return;
                }
                if score <= alpha {
                    beta = (alpha + beta) / 2;
                    alpha = (score - margin).max(-INFINITE);
                } else if score >= beta {
                    beta = (score + margin).min(INFINITE);
                } else {
                    break score;
                }
                margin *= 4;
                if score.abs() >= DECIDED {
                    (alpha, beta) = (-INFINITE, INFINITE);
                }
            };
            previous = score;
            done(depth, score, &roots[0].pv, self.nodes);
            let plies = (WIN - score.abs()) as u32;
            if forced || (score.abs() >= DECIDED && depth >= plies) {
                return;
            }
        }
    }

    /// One search of all root moves. Moves that raise alpha come to the front.
    fn iterate(&mut self, roots: &mut [Root], mut alpha: i32, beta: i32, depth: i32) -> i32 {
        let exact = self.shared.options.exact;
        let mut best = -INFINITE;
        for i in 0..roots.len() {
            let cell = roots[i].cell;
            let completes = self.completes(cell);
            let score = if completes {
                self.pv[1].clear();
                WIN - 1
            } else {
                self.play(cell, 0);
                let mut score = -INFINITE;
                if i > 0 {
                    let important = self.important(cell);
                    let reduction = if exact || depth < 3 || i < 4 || important {
                        0
                    } else {
                        1 + i32::from(i > 12) + depth / 8
                    };
                    score = -self.search(-alpha - 1, -alpha, depth - 1 - reduction, 1, Kind::Cut);
                    if reduction > 0 && score > alpha {
                        score = -self.search(-alpha - 1, -alpha, depth - 1, 1, Kind::Cut);
                    }
                }
                if i == 0 || (score > alpha && score < beta) {
                    score = -self.search(-beta, -alpha, depth - 1, 1, Kind::Pv);
                }
                self.take_back(cell);
                score
            };
            if self.stopped {
                return best;
            }
            if score > best {
                best = score;
                if i == 0 || score > alpha {
                    roots[i].score = score;
                    let pv = std::iter::once(cell).chain(self.pv[1].iter().copied()).collect();
                    roots[i].pv = pv;
                    roots[..=i].rotate_right(1);
                }
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
        }
        best
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
