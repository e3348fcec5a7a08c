//! Everything tried on an array of cells.

use std::sync::atomic::AtomicBool;

use tesuji_core::gomoku::naive::{Board, DIRECTIONS};
use tesuji_core::gomoku::{Cell, Shape};
use tesuji_core::{Game, Player};

use super::{Class, SHORT};
use crate::gomoku::claim::{Budget, Claim, Win};
use crate::gomoku::meter::Meter;
use crate::gomoku::search::Limits;
use crate::gomoku::search::naive::threats::{
    along, completes, completions, completions_near, empty, makes_straight_four, near, stops,
};
use crate::gomoku::tree::{Builder, NodeId};
use crate::gomoku::vcf;

/// A claim and the nodes that it took.
pub struct Report {
    /// The answer.
    pub claim: Claim,
    /// Positions looked at.
    pub nodes: u64,
}

/// Whether the side to move wins by continuous threats of this class; where
/// the game is over it does not.
///
/// Lengths are tried from 1 on, so that a win is always a shortest. Every legal
/// reply is played: the cost is a power of the length with the board's size as
/// its base, and four moves on a small board are much.
#[must_use]
pub fn solve(position: &Board, class: Class, limits: &Limits, stop: &AtomicBool) -> Report {
    if position.winner().is_some() {
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

/// Whether, with the defender to move, a threat of this class stands on the
/// board: a four or a three of the attacker, or a win by fours if the defender
/// passed.
///
/// The attacker's last move is needed, as a threat to win by fours that is no
/// three counts only if that move makes something.
#[must_use]
pub fn threatens(position: &Board, last: Cell, class: Class) -> bool {
    threatens_at(position, last, class, empty(position))
}

/// The same where all cells are given at which a stone of the attacker may make
/// a straight four.
fn threatens_at(position: &Board, last: Cell, class: Class, cells: Vec<Cell>) -> bool {
    let attacker = position.to_move().other();
    if !completions(position, attacker).is_empty() {
        return true;
    }
    let mut board = position.clone();
    if cells.into_iter().any(|cell| makes_straight_four(&mut board, cell, attacker)) {
        return true;
    }
    let Class::Threats(longest) = class else { return false };
    board.set_to_move(attacker);
    let depth = Some(2 * u32::from(longest) - 1);
    let limits = Limits { depth, ..Limits::default() };
    let passed = vcf::naive::solve(&board, &limits, &AtomicBool::new(false)).claim;
    if !matches!(passed, Claim::Win(_)) {
        return false;
    }
    board.set(last, None);
    let makes = |cell, way, least| board.made(cell, way, attacker) >= least;
    let reach = i32::from(board.variant().k()) - 1;
    let joins_four = |way| {
        let makes_four = |cell| DIRECTIONS.iter().any(|&way| makes(cell, way, Shape::Four));
        longest > SHORT || along(&board, last, way, reach).into_iter().any(makes_four)
    };
    !completions(&board, attacker.other()).is_empty()
        || DIRECTIONS.iter().any(|&way| {
            makes(last, way, Shape::ClosedThree)
                || (makes(last, way, Shape::ClosedTwo) && joins_four(way))
        })
}

struct Search<'a> {
    board: Board,
    attacker: Player,
    class: Class,
    builder: Builder,
    meter: Meter<'a>,
    /// Whether a threat was left out because no move was left for it.
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
        let fives = completions(&self.board, self.attacker);
        if let Some(&five) = fives.first().filter(|_| moves > 0) {
            return Ok(Some(self.builder.end(five)));
        }
        let cells = empty(&self.board);
        let threes = |cell: &Cell| makes_straight_four(&mut self.board, *cell, self.attacker);
        let stands: Vec<Cell> = cells.iter().copied().filter(threes).collect();
        for mv in cells {
            if self.is_forbidden(mv, self.attacker) {
                continue;
            }
            self.board.play_unchecked(mv);
            let is_late = !completions(&self.board, self.attacker.other()).is_empty();
            // A stone makes new ones on its own lines alone.
            let mut threes = near(&self.board, mv);
            threes.extend(stands.iter().filter(|&&cell| cell != mv));
            if is_late || !threatens_at(&self.board, mv, self.class, threes) {
                self.board.undo(mv, ());
                continue;
            }
            let node = if moves < 2 {
                self.cut = true;
                Ok(None)
            } else {
                self.meter.visit().and_then(|()| self.answer(mv, moves))
            };
            self.board.undo(mv, ());
            if let Some(node) = node? {
                return Ok(Some(node));
            }
        }
        Ok(None)
    }

    /// The threat has been played, and the defender replies.
    fn answer(&mut self, mv: Cell, moves: u16) -> Result<Option<NodeId>, Budget> {
        let defender = self.attacker.other();
        let five = completions_near(&self.board, mv, self.attacker).first().copied();
        // What does not stop a four loses to it.
        let default = five.map(|five| self.builder.end(five));
        let replies = five.map_or_else(|| empty(&self.board), |five| stops(&self.board, five));
        let mut exceptions = Vec::new();
        for reply in replies {
            if self.is_forbidden(reply, defender) {
                continue;
            }
            self.meter.visit()?;
            self.board.play_unchecked(reply);
            let holds = |five: Cell| reply != five && completes(&self.board, five, self.attacker);
            let next = match default.filter(|_| five.is_some_and(holds)) {
                Some(default) => Ok(Some(default)),
                // The quick wins first.
                None => (1..moves).find_map(|moves| self.attack(moves).transpose()).transpose(),
            };
            self.board.undo(reply, ());
            match next? {
                None => return Ok(None),
                Some(next) if Some(next) == default => {}
                Some(next) => exceptions.push((reply, next)),
            }
        }
        Ok(Some(self.builder.push(mv, default, &exceptions)))
    }

    fn is_forbidden(&self, cell: Cell, player: Player) -> bool {
        player == Player::Black && self.board.forbidden(cell).is_some()
    }
}
