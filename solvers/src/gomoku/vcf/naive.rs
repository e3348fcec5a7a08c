//! Everything tried on an array of cells.

use std::sync::atomic::AtomicBool;

use tesuji_core::gomoku::Cell;
use tesuji_core::gomoku::naive::{Board, DIRECTIONS};
use tesuji_core::{Game, Player};

use super::{UNBOUNDED, longest};
use crate::gomoku::claim::{Budget, Claim, Win};
use crate::gomoku::meter::Meter;
use crate::gomoku::search::Limits;
use crate::gomoku::search::naive::threats::{
    completes, completions, completions_near, empty, stops,
};
use crate::gomoku::tree::{Builder, NodeId};

/// A claim and the nodes that it took.
pub struct Report {
    /// The answer.
    pub claim: Claim,
    /// Positions looked at.
    pub nodes: u64,
}

/// Whether the side to move wins by continuous fours; where the game is over
/// it does not.
///
/// Lengths are tried from 1 on, so that a win is always a shortest. Nothing is
/// remembered: the cost is a power of the length.
#[must_use]
pub fn solve(position: &Board, limits: &Limits, stop: &AtomicBool) -> Report {
    if position.winner().is_some() {
        return Report { claim: Claim::NoWin, nodes: 0 };
    }
    let mut search = Search {
        board: position.clone(),
        attacker: position.to_move(),
        builder: Builder::new(),
        meter: Meter::new(limits, stop, 1),
        cut: false,
    };
    let claim = search.shortest(longest(limits));
    Report { claim, nodes: search.meter.nodes() }
}

struct Search<'a> {
    board: Board,
    attacker: Player,
    builder: Builder,
    meter: Meter<'a>,
    /// Whether a four was left out because no move was left for it.
    cut: bool,
}

impl Search<'_> {
    fn shortest(&mut self, longest: u16) -> Claim {
        for moves in 1..=longest {
            self.cut = false;
            match self.attack(moves) {
                Err(budget) => return Claim::Unknown(budget),
                Ok(Some(root)) => {
                    let tree = self.builder.tree(root);
                    return Claim::Win(Win { at_least: tree.moves(), tree });
                }
                Ok(None) if !self.cut => return Claim::NoWin,
                Ok(None) => {}
            }
        }
        debug_assert!(longest < UNBOUNDED);
        Claim::Unknown(Budget::Depth)
    }

    /// A win in at most so many moves of the attacker, who is to move.
    fn attack(&mut self, moves: u16) -> Result<Option<NodeId>, Budget> {
        let fives = completions(&self.board, self.attacker);
        if let Some(&five) = fives.first().filter(|_| moves > 0) {
            return Ok(Some(self.builder.end(five)));
        }
        for mv in empty(&self.board) {
            if !self.is_four(mv) || self.is_forbidden(mv, self.attacker) {
                continue;
            }
            if moves < 2 {
                self.cut = true;
                return Ok(None);
            }
            self.meter.visit()?;
            self.board.play_unchecked(mv);
            let node = self.answer(mv, moves);
            self.board.undo(mv, ());
            if let Some(node) = node? {
                return Ok(Some(node));
            }
        }
        Ok(None)
    }

    /// The four has been played, and the defender replies.
    fn answer(&mut self, mv: Cell, moves: u16) -> Result<Option<NodeId>, Budget> {
        let defender = self.attacker.other();
        if !completions(&self.board, defender).is_empty() {
            return Ok(None);
        }
        let five = completions_near(&self.board, mv, self.attacker)[0];
        let default = self.builder.end(five);
        let mut exceptions = Vec::new();
        for reply in stops(&self.board, five) {
            if self.is_forbidden(reply, defender) {
                continue;
            }
            self.meter.visit()?;
            self.board.play_unchecked(reply);
            let holds = reply != five && completes(&self.board, five, self.attacker);
            let next = if holds { Ok(Some(default)) } else { self.attack(moves - 1) };
            self.board.undo(reply, ());
            match next? {
                None => return Ok(None),
                Some(next) if next == default => {}
                Some(next) => exceptions.push((reply, next)),
            }
        }
        Ok(Some(self.builder.push(mv, Some(default), &exceptions)))
    }

    fn is_forbidden(&self, cell: Cell, player: Player) -> bool {
        player == Player::Black && self.board.forbidden(cell).is_some()
    }

    /// Whether the attacker's stone here leaves a cell that completes a row.
    fn is_four(&mut self, cell: Cell) -> bool {
        let is_possible = DIRECTIONS.iter().any(|&direction| self.stones_near(cell, direction));
        if !is_possible {
            return false;
        }
        self.board.set(cell, Some(self.attacker));
        let is_four = !completions_near(&self.board, cell, self.attacker).is_empty();
        self.board.set(cell, None);
        is_four
    }

    /// Whether k − 2 of the attacker's stones lie within k − 1 steps, without
    /// which no row is one stone short after the next.
    fn stones_near(&self, cell: Cell, (columns, rows): (i32, i32)) -> bool {
        let k = i32::from(self.board.variant().k());
        let at = |steps: i32| {
            let column = u8::try_from(i32::from(cell.column()) + columns * steps).ok()?;
            let row = u8::try_from(i32::from(cell.row()) + rows * steps).ok()?;
            let cell =
                Cell::new(column, row).filter(|&cell| self.board.variant().contains(cell))?;
            self.board.get(cell)
        };
        let near = (1 - k..k).filter(|&steps| at(steps) == Some(self.attacker)).count();
        near as i32 >= k - 2
    }
}
