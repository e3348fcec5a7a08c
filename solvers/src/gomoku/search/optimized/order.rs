//! Which moves come first, and what is remembered of those that were good.

use super::moves::defences;
use super::params;
use super::worker::{NOWHERE, Scored, Worker};
use crate::gomoku::shapes::optimized::{Index, cells_of};

/// Less than the order value of every move that comes for the first time.
const LAST: i32 = i32::MIN / 2;

/// The place of a move that was put off.
const GONE: i32 = i32::MIN;

/// The number in its node of a move with this order value, where it was put off
/// before.
#[inline]
pub(super) fn put_off(order: i32) -> Option<usize> {
    (order <= LAST).then(|| (LAST - order) as usize)
}

impl Worker<'_> {
    /// Pushes the moves of this node with their order values.
    pub(super) fn generate(&mut self, hash_move: Option<Index>, ply: usize, threatened: bool) {
        let exact = self.shared.options.exact;
        let mut cells = if exact { self.board.empty_cells() } else { self.board.near_stones(2) };
        if threatened {
            let stops = defences(&mut self.board, &self.rules, self.side);
            let fours = self.board.fours(self.side);
            for ((row, stop), four) in cells.iter_mut().zip(stops).zip(fours) {
                *row = stop | four;
            }
        }
        let killers = self.killers[ply];
        let last = if ply > 0 { self.path[ply - 1] } else { NOWHERE };
        let counter = self.counters[self.side][usize::from(last)];
        for cell in cells_of(&cells) {
            let mut order = self.orders.attack(&self.board, cell, self.side)
                + self.orders.defend(&self.board, cell, self.side);
            order += i32::from(self.history[self.side][usize::from(cell)]) / params::HISTORY_SHARE;
            if killers.contains(&cell) || counter == cell {
                order += params::KILLER;
            }
            if Some(cell) == hash_move {
                order = i32::MAX;
            }
            self.moves.push(Scored { cell, order });
        }
    }

    /// Moves the best of the moves from `at` on to `at`.
    #[inline]
    pub(super) fn pick(&mut self, at: usize) -> Scored {
        let rest = &mut self.moves[at..];
        let mut best = 0;
        let mut order = rest[0].order;
        for (i, scored) in rest.iter().enumerate().skip(1) {
            if scored.order > order {
                order = scored.order;
                best = i;
            }
        }
        rest.swap(0, best);
        rest[0]
    }

    /// Puts the move at this place, the so-manieth of the node, behind all
    /// others.
    #[cold]
    pub(super) fn put_off(&mut self, at: usize, number: usize) {
        let cell = self.moves[at].cell;
        self.moves[at].order = GONE;
        self.moves.push(Scored { cell, order: LAST - number as i32 });
    }

    /// The move before `at` refuted the node: it and the moves tried before it
    /// are remembered.
    pub(super) fn reward(&mut self, first: usize, at: usize, depth: i32, ply: usize) {
        let cell = self.moves[at - 1].cell;
        let bonus = (depth * depth * 4 + 32 * depth).min(1_600);
        self.age_history(cell, bonus);
        for i in first..at - 1 {
            if self.moves[i].order != GONE {
                self.age_history(self.moves[i].cell, -bonus);
            }
        }
        if self.killers[ply][0] != cell {
            self.killers[ply] = [cell, self.killers[ply][0]];
        }
        if ply > 0 && self.path[ply - 1] != NOWHERE {
            self.counters[self.side][usize::from(self.path[ply - 1])] = cell;
        }
    }

    fn age_history(&mut self, cell: Index, bonus: i32) {
        let entry = &mut self.history[self.side][usize::from(cell)];
        let old = i32::from(*entry);
        *entry = (old + bonus - old * bonus.abs() / params::MAX_HISTORY) as i16;
    }
}
