//! One node: alpha-beta with a null window, and what is left out.

use super::moves::{Node, is_stuck, look};
use super::order::put_off;
use super::params;
use super::table::{Bound, Entry};
use super::worker::{Kind, MAX_PLY, NOWHERE, Scored, Worker, from_table, stone_key, to_table};
use crate::gomoku::search::{DECIDED, INFINITE, WIN};
use crate::gomoku::shapes::optimized::Index;
use tesuji_core::gomoku::zobrist;

impl Worker<'_> {
    /// The value of the position for the side to move, to this depth.
    ///
    /// Fail-soft: at most alpha is an upper bound, at least beta a lower one.
    /// Without meaning once `stopped` is set.
    pub(super) fn search(
        &mut self,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        ply: usize,
        kind: Kind,
    ) -> i32 {
        let exact = self.shared.options.exact;
        self.pv[ply].clear();
        self.max_ply = self.max_ply.max(ply);
        if self.stopped {
            return 0;
        }
        if exact && depth <= 0 {
            return if self.board.is_full() {
                0
            } else if is_stuck(&mut self.board, &self.rules, self.side) {
                ply as i32 - WIN
            } else {
                self.evaluate()
            };
        }
        let node = look(&mut self.board, &self.rules, self.side);
        let mut threatened = false;
        match node {
            Node::Five(cell) => {
                self.pv[ply].push(cell);
                return WIN - ply as i32 - 1;
            }
            Node::Full => return 0,
            Node::Stuck => return ply as i32 - WIN,
            _ if exact => {}
            Node::Winning(cell) => {
                self.pv[ply].push(cell);
                return WIN - ply as i32 - 3;
            }
            Node::Lost => return ply as i32 + 2 - WIN,
            _ if ply >= MAX_PLY => return self.evaluate(),
            Node::Forced(replies) => {
                return self.forced(replies.as_slice(), alpha, beta, depth, ply, kind);
            }
            Node::Threatened => threatened = true,
            Node::Quiet => {}
        }
        alpha = alpha.max(ply as i32 - WIN);
        beta = beta.min(WIN - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        if threatened && ply < params::LAST_EXTENSION {
            // A static value does not know whether the threat can be stopped.
            depth = depth.max(1);
        }
        if depth <= 0 {
            return self.quiet(alpha, beta, ply, kind);
        }
        let pv = kind == Kind::Pv;
        let (mut hash_move, mut static_value) = (None, None);
        if let Some(entry) = self.shared.table.probe(self.key) {
            hash_move = entry.cell;
            static_value = Some(entry.eval);
            if !pv && let Some(score) = self.cut(&entry, alpha, beta, depth, ply) {
                return score;
            }
        }
        let value = static_value.unwrap_or_else(|| self.evaluate());
        self.evals[ply] = value;
        let improving = ply < 2 || value > self.evals[ply - 2];
        if !pv
            && !exact
            && !threatened
            && let Some(score) = self.prune(alpha, beta, depth, ply, kind, value, improving)
        {
            return score;
        }
        let depth = if !exact && hash_move.is_none() && depth >= 5 { depth - 1 } else { depth };

        let first = self.moves.len();
        self.generate(hash_move, ply, threatened);
        let (mut best, mut best_move) = (-INFINITE, None);
        let old_alpha = alpha;
        let mut count = 0;
        let mut at = first;
        let shares = self.shared.busy.is_shared(depth);
        let mut is_wide = false;
        while at < self.moves.len() {
            let Scored { cell, order } = self.pick(at);
            at += 1;
            let put_off = put_off(order);
            if put_off.is_none() {
                if is_wide || self.is_illegal(cell) {
                    continue;
                }
                count += 1;
            }
            if shares
                && count > 1
                && !pv
                && let Some(score) = self.known_by_now(alpha, beta, depth, ply)
            {
                // Another thread has finished this node meanwhile.
                self.moves.truncate(first);
                self.shared.busy.leave(self.thread, depth);
                return score;
            }
            let number = put_off.unwrap_or(count);
            let own = self.orders.attack(&self.board, cell, self.side);
            let against = self.orders.defend(&self.board, cell, self.side);
            let important = own.max(against) >= params::IMPORTANT;
            if !exact && best > -DECIDED {
                if number > params::MAX_WIDTH.min(params::width(depth, improving)) {
                    if !shares {
                        break;
                    }
                    // What was put off comes last.
                    is_wide = true;
                    continue;
                }
                if !pv
                    && depth <= params::FUTILITY_DEPTH
                    && !important
                    && value + params::futility(depth) <= alpha
                {
                    continue;
                }
            }
            if shares {
                let child = self.key ^ stone_key(cell, self.side) ^ zobrist::WHITE_TO_MOVE;
                if number > 1
                    && put_off.is_none()
                    && self.shared.busy.is_taken(self.thread, depth, child)
                {
                    self.put_off(at - 1, number);
                    continue;
                }
                self.shared.busy.enter(self.thread, depth, child);
            }
            let child_depth = depth - 1;
            self.play(cell, ply);
            let mut score;
            if number == 1 {
                score = -self.search(
                    -beta,
                    -alpha,
                    child_depth,
                    ply + 1,
                    if pv { Kind::Pv } else { kind.child() },
                );
            } else {
                let mut reduced = child_depth;
                if !exact && depth >= 2 && number > 1 + usize::from(pv) {
                    let mut r =
                        i32::from(self.reductions[(depth as usize).min(63)][number.min(63)]);
                    r += i32::from(kind == Kind::Cut) - i32::from(pv);
                    r -= if important { 1 } else { 0 };
                    r += i32::from(!improving && !important);
                    if threatened {
                        r -= 1;
                    }
                    reduced = (child_depth - r.max(0)).max(0.min(child_depth));
                }
                score = -self.search(-alpha - 1, -alpha, reduced, ply + 1, Kind::Cut);
                if score > alpha && reduced < child_depth {
                    score = -self.search(-alpha - 1, -alpha, child_depth, ply + 1, kind.child());
                }
                if score > alpha && pv && score < beta {
                    score = -self.search(-beta, -alpha, child_depth, ply + 1, Kind::Pv);
                }
            }
            self.take_back(cell);
            if self.stopped {
                self.moves.truncate(first);
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(cell);
                    if pv {
                        self.extend_pv(ply, cell);
                    }
                    alpha = score;
                    if score >= beta {
                        self.reward(first, at, depth, ply);
                        break;
                    }
                }
            }
        }
        self.moves.truncate(first);
        if shares {
            self.shared.busy.leave(self.thread, depth);
        }
        if count == 0 {
            // No move stops the threat; or nothing but forbidden points is near.
            return if threatened && !exact { ply as i32 + 4 - WIN } else { value };
        }
        if threatened && !exact {
            // What was left out loses in four.
            best = best.max(ply as i32 + 4 - WIN);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > old_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.shared.table.store(
            self.key,
            &Entry { cell: best_move, depth, bound, score: to_table(best, ply), eval: value },
        );
        best
    }

    /// What the table's entry of this node decides.
    #[inline]
    fn cut(&self, entry: &Entry, alpha: i32, beta: i32, depth: i32, ply: usize) -> Option<i32> {
        let score = from_table(entry.score, ply);
        let exact = self.shared.options.exact;
        let deep = if exact { entry.depth == depth } else { entry.depth >= depth };
        let cuts = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        (deep && cuts).then_some(score)
    }

    /// What the table decides of this node by now.
    fn known_by_now(&self, alpha: i32, beta: i32, depth: i32, ply: usize) -> Option<i32> {
        let entry = self.shared.table.probe(self.key)?;
        self.cut(&entry, alpha, beta, depth, ply)
    }

    /// The forced replies to a four: all of them, to the same depth.
    fn forced(
        &mut self,
        replies: &[Index],
        mut alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        kind: Kind,
    ) -> i32 {
        let mut best = ply as i32 + 2 - WIN;
        self.evals[ply] = if ply > 0 { -self.evals[ply - 1] } else { 0 };
        for &cell in replies {
            self.play(cell, ply);
            let score = -self.search(-beta, -alpha, depth, ply + 1, kind);
            self.take_back(cell);
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                if kind == Kind::Pv {
                    self.extend_pv(ply, cell);
                }
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Razoring, reverse futility and the null move.
    #[allow(clippy::too_many_arguments)]
    fn prune(
        &mut self,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        kind: Kind,
        value: i32,
        improving: bool,
    ) -> Option<i32> {
        if depth <= params::RAZOR_DEPTH && value + params::razor(depth) < alpha && alpha < DECIDED {
            let score = self.quiet(alpha, alpha + 1, ply, kind);
            return Some(score);
        }
        if depth <= params::REVERSE_FUTILITY_DEPTH
            && beta > -DECIDED
            && value - params::reverse_futility(depth, improving) >= beta
        {
            return Some(value);
        }
        if depth >= params::NULL_DEPTH
            && value >= beta
            && beta > -DECIDED
            && ply > 0
            && self.path[ply - 1] != NOWHERE
        {
            self.path[ply] = NOWHERE;
            self.side ^= 1;
            self.key ^= zobrist::WHITE_TO_MOVE;
            let score = -self.search(
                -beta,
                1 - beta,
                depth - 1 - params::null_reduction(depth),
                ply + 1,
                kind.child(),
            );
            self.side ^= 1;
            self.key ^= zobrist::WHITE_TO_MOVE;
            if self.stopped {
                return Some(0);
            }
            if score >= beta {
                return Some(if score >= DECIDED { beta } else { score });
            }
        }
        None
    }

    fn extend_pv(&mut self, ply: usize, cell: Index) {
        let (here, below) = self.pv.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(cell);
        here[ply].extend_from_slice(&below[0]);
    }
}
