//! Everything tried on an array of cells.

use std::sync::atomic::AtomicBool;

use tesuji_core::gomoku::Cell;
use tesuji_core::gomoku::naive::Board;
use tesuji_core::{Game, Outcome, Player};

use super::Class;
use crate::gomoku::claim::{Budget, Claim, Win};
use crate::gomoku::meter::Meter;
use crate::gomoku::search::Limits;
use crate::gomoku::tree::{Builder, NodeId};
use crate::gomoku::{vcf, vct};

/// A claim and the nodes that it took.
pub struct Report {
    /// The answer.
    pub claim: Claim,
    /// Positions looked at.
    pub nodes: u64,
}

/// Whether the side to move has a win of this class; where the game is over it
/// has none.
///
/// Lengths are tried from 1 on, so that a win is always a shortest. Every move
/// and every legal reply is played and nothing is remembered: the cost is the
/// number of games of that length.
#[must_use]
pub fn solve(position: &Board, class: Class, limits: &Limits, stop: &AtomicBool) -> Report {
    if position.outcome().is_some() {
        return Report { claim: Claim::NoWin, nodes: 0 };
    }
    let mut search = Search {
        board: position.clone(),
        attacker: position.to_move(),
        class,
        builder: Builder::new(),
        meter: Meter::new(limits, stop, 1),
        cut: false,
    };
    let claim = search.shortest(vcf::longest(limits));
    Report { claim, nodes: search.meter.nodes() }
}

struct Search<'a> {
    board: Board,
    attacker: Player,
    class: Class,
    builder: Builder,
    meter: Meter<'a>,
    /// Whether a move was left out because it would have been too late.
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
        Claim::Unknown(Budget::Depth)
    }

    /// A win in at most so many moves of the attacker, who is to move.
    fn attack(&mut self, moves: u16) -> Result<Option<NodeId>, Budget> {
        if moves == 0 {
            self.cut = true;
            return Ok(None);
        }
        for mv in self.board.legal_moves() {
            self.meter.visit()?;
            self.board.play_unchecked(mv);
            let node = match self.board.outcome() {
                Some(Outcome::Win(player)) if player == self.attacker => {
                    Ok(Some(self.builder.end(mv)))
                }
                Some(_) => Ok(None),
                None if self.threatens() => self.answer(mv, moves - 1),
                None => Ok(None),
            };
            self.board.undo(mv, ());
            if let Some(node) = node? {
                return Ok(Some(node));
            }
        }
        Ok(None)
    }

    /// Whether the move just played is of the class.
    fn threatens(&self) -> bool {
        if self.class == Class::All {
            return true;
        }
        let mut board = self.board.clone();
        board.set_to_move(self.attacker);
        // No win is longer than the board has room for. Without a limit the plain
        // solver tries every length there is.
        let empty = board.variant().cells().count() - board.stones().len();
        let limits = Limits { depth: Some(empty as u32), ..Limits::default() };
        let never = AtomicBool::new(false);
        let passed = vct::naive::solve(&board, vct::Class::Threes, &limits, &never).claim;
        matches!(passed, Claim::Win(_))
    }

    /// A move has been played, and the defender replies.
    fn answer(&mut self, mv: Cell, moves: u16) -> Result<Option<NodeId>, Budget> {
        let mut exceptions = Vec::new();
        for reply in self.board.legal_moves() {
            self.meter.visit()?;
            self.board.play_unchecked(reply);
            let next = if self.board.outcome().is_some() { Ok(None) } else { self.attack(moves) };
            self.board.undo(reply, ());
            match next? {
                None => return Ok(None),
                Some(next) => exceptions.push((reply, next)),
            }
        }
        Ok(Some(self.builder.push(mv, None, &exceptions)))
    }
}
