//! The quiescence search: wins by continuous fours.

use super::moves::{Node, look};
use super::params;
use super::table::{Bound, Entry};
use super::worker::{Kind, MAX_PLY, NOWHERE, Scored, Worker, from_table, to_table};
use crate::gomoku::search::WIN;
use crate::gomoku::shapes::optimized::{Index, cells_of};

impl Worker<'_> {
    /// The quiescence search with its budget.
    pub(super) fn quiet(&mut self, alpha: i32, beta: i32, ply: usize, kind: Kind) -> i32 {
        let budget = params::QUIET_NODES[usize::from(kind != Kind::Pv)];
        self.quiet_until = self.nodes + budget;
        self.quiesce(alpha, beta, ply, 0)
    }

    /// Fours only, with their forced replies, to see wins by continuous fours.
    pub(super) fn quiesce(&mut self, mut alpha: i32, beta: i32, ply: usize, fours: u32) -> i32 {
        self.max_ply = self.max_ply.max(ply);
        if self.stopped {
            return 0;
        }
        match look(&mut self.board, &self.rules, self.side) {
            Node::Five(_) => return WIN - ply as i32 - 1,
            Node::Full => return 0,
            Node::Stuck => return ply as i32 - WIN,
            Node::Lost => return ply as i32 + 2 - WIN,
            Node::Winning(_) => return WIN - ply as i32 - 3,
            _ if ply >= MAX_PLY => return self.evaluate(),
            Node::Forced(replies) => {
                let mut best = ply as i32 + 2 - WIN;
                for &cell in replies.as_slice() {
                    self.play(cell, ply);
                    let score = -self.quiesce(-beta, -alpha, ply + 1, fours);
                    self.take_back(cell);
                    best = best.max(score);
                    alpha = alpha.max(best);
                    if alpha >= beta || self.stopped {
                        break;
                    }
                }
                return best;
            }
            Node::Threatened | Node::Quiet => {}
        }
        let value = self.evaluate();
        let mut best = value;
        if best >= beta || fours >= params::QUIET_FOURS || self.nodes >= self.quiet_until {
            return best;
        }
        if self.board.fours(self.side).iter().all(|&row| row == 0) {
            return best;
        }
        // The inner nodes look at fours near the last one only.
        let depth = if fours == 0 { 0 } else { -1 };
        if let Some(entry) = self.shared.table.probe(self.key) {
            let score = from_table(entry.score, ply);
            let cuts = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if cuts && entry.depth >= depth {
                return score;
            }
        }
        let old_alpha = alpha;
        alpha = alpha.max(best);
        let first = self.moves.len();
        for cell in cells_of(self.board.fours(self.side)) {
            let last = if fours > 0 && ply >= 2 { self.path[ply - 2] } else { NOWHERE };
            if last != NOWHERE && distance(cell, last) > params::QUIET_DISTANCE {
                continue;
            }
            let order = self.orders.attack(&self.board, cell, self.side);
            self.moves.push(Scored { cell, order });
        }
        let mut at = first;
        let mut best_move = None;
        while at < self.moves.len() {
            let Scored { cell, .. } = self.pick(at);
            at += 1;
            if self.is_illegal(cell) {
                continue;
            }
            self.play(cell, ply);
            let score = -self.quiesce(-beta, -alpha, ply + 1, fours + 1);
            self.take_back(cell);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                best_move = Some(cell);
                alpha = alpha.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        self.moves.truncate(first);
        let finished = self.nodes < self.quiet_until || best >= beta;
        if finished && !self.stopped {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > old_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let entry =
                Entry { cell: best_move, depth, bound, score: to_table(best, ply), eval: value };
            self.shared.table.store(self.key, &entry);
        }
        best
    }
}

fn distance(a: Index, b: Index) -> i32 {
    let rows = i32::from(a & 31) - i32::from(b & 31);
    let columns = i32::from(a >> 5) - i32::from(b >> 5);
    rows.abs().max(columns.abs())
}
