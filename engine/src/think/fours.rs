//! Wins by continuous fours, which a search may see late: the own one is
//! played, and one of the other side's is not left standing.

use tesuji_core::Game;
use tesuji_core::gomoku::Cell;
use tesuji_core::gomoku::naive::Board;
use tesuji_solvers::gomoku::claim::Claim;
use tesuji_solvers::gomoku::search::{Limits, Report, Score};
use tesuji_solvers::gomoku::vcf::Goal;

use super::limits::Time;
use super::{Engine, FOURS_NODES, FOURS_SHARE};
use crate::position::Position;
use crate::session::Turn;

/// The most nodes after a move that may stop a win by fours, and the most moves
/// that are tried: some milliseconds in all, when the turn is nearly over.
const AFTER: u64 = 1_000;
const STOPS: usize = 8;

impl Engine {
    fn fours(&mut self, position: &Board, limits: &Limits) -> Claim {
        self.fours.solve(position, Goal::Any, limits, &self.stop)
    }

    /// What the look for a win by fours may take.
    fn share(limits: &Limits, time: &Time) -> Limits {
        let nodes = limits.nodes.map_or(FOURS_NODES, |nodes| nodes / u64::from(FOURS_SHARE));
        let nodes = Some(nodes.min(FOURS_NODES));
        Limits { nodes, time: time.part(FOURS_SHARE).left(), ..*limits }
    }

    /// A win by continuous fours, as a search would report it.
    pub(super) fn win_by_fours(
        &mut self,
        turn: &Turn<'_>,
        limits: &Limits,
        time: &Time,
    ) -> Option<Report> {
        if !turn.position.dead().is_empty() {
            return None;
        }
        let before = self.fours.nodes();
        let claim = self.fours(&turn.position.living(), &Engine::share(limits, time));
        let win = claim.win()?;
        let pv = win.tree.line();
        Some(Report {
            best: pv.first().copied(),
            // Every move but the last has a reply.
            score: Score::Win(2 * u32::from(win.tree.moves()) - 1),
            depth: 0,
            selective_depth: pv.len() as u32,
            nodes: self.fours.nodes() - before,
            pv,
            time: turn.read.elapsed(),
        })
    }

    /// The line by which the other side would win by fours, were it to move.
    pub(super) fn threatened(
        &mut self,
        position: &Position,
        limits: &Limits,
        time: &Time,
    ) -> Option<Vec<Cell>> {
        if !position.dead().is_empty() {
            return None;
        }
        let mut passed = position.living();
        passed.set_to_move(position.to_move().other());
        let claim = self.fours(&passed, &Engine::share(limits, time));
        Some(claim.win()?.tree.line())
    }

    /// The move of the search, or the first cell of this line that leaves the
    /// other side no win by fours where that one does.
    pub(super) fn stopping(&mut self, position: &Position, best: Cell, line: &[Cell]) -> Cell {
        let limits = Limits { nodes: Some(AFTER), ..Limits::default() };
        let stops = line.iter().copied().filter(|&cell| position.is_legal(cell)).take(STOPS);
        for cell in std::iter::once(best).chain(stops) {
            let mut after = position.living();
            after.play_unchecked(cell);
            if after.outcome().is_some() || self.fours(&after, &limits).win().is_none() {
                return cell;
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use tesuji_core::Player;
    use tesuji_core::gomoku::{Variant, text};

    use super::*;
    use crate::position::Stone;

    #[test]
    fn a_win_by_fours_is_not_left_to_the_other_side() {
        // Black would win by g8 and another four; White is to move.
        let stones = "d8 e8 f8 g9 g10 | c8 h4 l11 m12 a1";
        let board = text::parse(stones, Variant::default(), Some(Player::White));
        let board = board.expect("a position");
        let stones = board.stones().into_iter().map(|(cell, player)| (cell, Stone::Of(player)));
        let stones: Vec<(Cell, Stone)> = stones.collect();
        let position = Position::of(board.variant(), false, &stones, Player::White);
        let mut engine = Engine::with_nodes(100_000);
        let time = Time::unlimited(std::time::Instant::now());
        let limits = Limits { nodes: Some(100_000), ..Limits::default() };
        let line = engine.threatened(&position, &limits, &time).expect("Black has a win by fours");
        let cell = |name: &str| -> Cell { name.parse().expect("a cell") };
        let played = engine.stopping(&position, cell("o15"), &line);
        assert!(line.contains(&played), "{played} of {line:?}");
        let mut after = board.clone();
        after.play_unchecked(played);
        assert!(engine.fours(&after, &limits).win().is_none());
        // A move that stops it is left alone.
        assert_eq!(engine.stopping(&position, cell("g8"), &line), cell("g8"));
    }
}
