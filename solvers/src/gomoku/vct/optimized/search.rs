//! Depth-first search with proof numbers.
//!
//! Two kinds of nodes take turns: the attacker's, where one move that wins is
//! enough, and the defender's, where every reply must lose. Each has two
//! numbers (see [`Effort`]), and the search goes where the fewest open ends are
//! left, down to a child whose numbers pass the limits that its siblings set.
//! Where many ways lead to one position plain sums count it often; here a sum
//! is its greatest term and a share of how many there are.
//!
//! A. Nagai, *Df-pn algorithm for searching AND/OR trees and its applications*
//! (2002); T. Ueda et al., *Weak proof-number search* (2008).

use super::recall::Recall;
use super::replies::{add, has, intersect};
use super::table::{Effort, INFINITE, Table};
use super::won::Won;
use super::{Class, SHORT};
use crate::gomoku::claim::Budget;
use crate::gomoku::keys::{self, Key};
use crate::gomoku::meter::Meter;
use crate::gomoku::shapes::Shape;
use crate::gomoku::shapes::optimized::{Index, ShapeBoard, Side, cells_of};
use crate::gomoku::tree::NodeId;
use crate::gomoku::vcf::{LONGEST, Vcf};

/// A move and what is known of the position after it.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) cell: Index,
    pub(super) is_known: bool,
    pub(super) effort: Effort,
    pub(super) key: Key,
}

/// One search: a board, a side, budgets.
pub(super) struct Search<'a> {
    pub(super) board: &'a mut ShapeBoard,
    pub(super) vcf: &'a mut Vcf,
    pub(super) table: &'a mut Table,
    pub(super) recall: &'a mut Recall,
    pub(super) won: &'a mut Won,
    /// The children of all nodes on the way down, one after another.
    pub(super) children: Vec<Child>,
    pub(super) attacker: Side,
    pub(super) class: Class,
    /// Stones at the root.
    pub(super) root: u32,
    /// Of the stones, the attacker attacking.
    pub(super) key: Key,
    /// What makes it the key with the defender attacking.
    pub(super) swap: Key,
    /// What the table's keys have more, by class.
    pub(super) salt: Key,
    pub(super) meter: Meter<'a>,
}

/// Nodes between two looks at clock and flag.
pub(super) const PERIOD: u64 = 1 << 8;

/// What the key of a position with the defender to move has more.
pub(super) const DEFENDS: Key = 0x9d39_247e_3377_6d41_2af7_3980_05aa_a5c7;

/// Nodes of the solver of fours for the attacker and the defender. What takes
/// more is found by the search itself, which plays the fours too.
pub(super) const ATTACKER: u64 = 40;
const DEFENDER: u64 = 10;

/// What a leaf costs more for each ply below the root, in sixteenths: without
/// it the search follows long lines of forced moves first.
const DEPTH: u32 = 4;

/// So many open children add one to a sum, at the attacker's and the defender's
/// nodes.
const OR_SHARE: u32 = 4;
const AND_SHARE: u32 = 1;

/// A child may pass its best sibling by this part before that one is turned to.
const SLACK: u32 = 8;

impl Search<'_> {
    pub(super) fn defender(&self) -> Side {
        1 - self.attacker
    }
    pub(super) fn put(&mut self, at: Index, side: Side) {
        self.board.put_for_fours(at, side);
        self.key ^= keys::stone(at, side);
    }

    pub(super) fn take(&mut self, at: Index, side: Side) {
        self.board.undo();
        self.key ^= keys::stone(at, side);
    }

    /// Whether this side's move is forbidden.
    pub(super) fn is_forbidden(&mut self, at: Index, side: Side) -> bool {
        side == 0 && self.board.is_forbidden(at)
    }

    /// The attacker is to move: searches until one of the efforts reaches its
    /// limit, and says both and the best move. The board is the same
    /// afterwards, whatever comes out.
    pub(super) fn attack(
        &mut self,
        limit: Effort,
        is_known: bool,
    ) -> Result<(Effort, Index), Budget> {
        self.meter.visit()?;
        let before = self.meter.nodes();
        let first = self.children.len();
        if let Some(best) = self.won.find(self.key ^ self.salt) {
            return Ok((Effort::REACHED, best));
        }
        let found = match self.attacks(is_known) {
            Ok(Some(best)) => Ok((Effort::REACHED, best)),
            Ok(None) => self.search(first, limit, true),
            Err(budget) => Err(budget),
        };
        self.leave(first, before, true, found)
    }

    /// The same with the defender to move, an attacker's stone just put.
    pub(super) fn defend(&mut self, limit: Effort) -> Result<(Effort, Index), Budget> {
        self.meter.visit()?;
        let before = self.meter.nodes();
        let first = self.children.len();
        let found = match self.replies() {
            Ok(true) => self.search(first, limit, false),
            Ok(false) => Ok((Effort::REACHED, 0)),
            Err(budget) => Err(budget),
        };
        self.leave(first, before, false, found)
    }

    /// Notes what was found, nothing where a budget was spent.
    fn leave(
        &mut self,
        first: usize,
        before: u64,
        attacks: bool,
        found: Result<(Effort, Index), Budget>,
    ) -> Result<(Effort, Index), Budget> {
        self.children.truncate(first);
        let (effort, best) = found?;
        let key = self.key ^ self.salt ^ if attacks { 0 } else { DEFENDS };
        self.table.note(key, effort, self.meter.nodes() - before + 1, best);
        if attacks && effort == Effort::REACHED {
            self.won.note(key, best);
        }
        Ok((effort, best))
    }

    /// Pushes the attacker's moves, or says which one wins by fours.
    fn attacks(&mut self, is_known: bool) -> Result<Option<Index>, Budget> {
        if let Some(five) = self.board.completion(self.attacker) {
            return Ok(Some(five));
        }
        if let Some(danger) = self.board.completion(self.defender()) {
            let (stops, count) = self.board.stops(danger, self.defender());
            for &at in &stops[..count] {
                self.push_attack(at);
            }
            return Ok(None);
        }
        if let Some(cells) = self.recall.find(self.key ^ self.salt) {
            cells_of(&cells).for_each(|at| self.push_attack(at));
            return Ok(None);
        }
        // A position that was looked at before has no win by fours, or none
        // that is soon found.
        if !is_known && let Some(root) = self.fours(self.attacker, LONGEST, ATTACKER)? {
            return Ok(Some(self.vcf.builder().mv(root).index() as Index));
        }
        // Where the defender threatens to win by fours, a move has to spoil it or
        // to be a four.
        let mut cells = self.board.empty_cells();
        if let Some(root) = self.fours(self.defender(), LONGEST, DEFENDER)?
            && let Some(zone) = self.zone_of(root, self.defender())
        {
            intersect(&mut cells, &zone);
        }
        // A three that stands, though it wins nothing now: any move leaves it.
        let stands = self.board.sums(self.attacker).count(Shape::StraightFour) > 0;
        let least = match self.class {
            _ if stands => Shape::Nothing,
            Class::Threes => Shape::Three,
            Class::Threats(_) => Shape::ClosedThree,
        };
        let has_fours = self.board.fours(self.attacker).iter().any(|&column| column != 0);
        let mut moves = [0; 32];
        for at in cells_of(&cells) {
            if self.board.makes_at_least(at, self.attacker, least)
                || (has_fours && self.makes_two(at))
            {
                add(&mut moves, at);
                self.push_attack(at);
            }
        }
        self.recall.note(self.key ^ self.salt, &moves);
        Ok(None)
    }

    /// Whether the attacker's stone here makes a closed two at least of which a
    /// win by fours of the class can make use: see [`Class::Threats`].
    fn makes_two(&self, at: Index) -> bool {
        let Class::Threats(longest) = self.class else { return false };
        let reach = self.board.rules().k as i32 - 1;
        let is_four =
            |at: Option<Index>| at.is_some_and(|at| has(self.board.fours(self.attacker), at));
        (0..4).any(|direction| {
            self.board.shape(at, self.attacker, direction) >= Shape::ClosedTwo
                && (longest > SHORT
                    || (-reach..=reach)
                        .any(|steps| is_four(self.board.along(at, direction, steps))))
        })
    }

    /// A win by fours for this side, as if it were to move, in so many moves and
    /// nodes. `None` is no proof that there is none unless the nodes are without
    /// limit.
    pub(super) fn fours(
        &mut self,
        side: Side,
        longest: u16,
        nodes: u64,
    ) -> Result<Option<NodeId>, Budget> {
        let key = if side == self.attacker { self.key } else { self.key ^ self.swap };
        let most = nodes.min(self.meter.left());
        let before = self.vcf.nodes();
        let found = self.vcf.find(self.board, key, side, longest, most, self.meter.stop());
        self.meter.add(self.vcf.nodes() - before);
        match found {
            Err(Budget::Nodes) if most == nodes => Ok(None),
            found => found,
        }
    }

    fn ply(&self) -> u32 {
        self.board.len() as u32 - self.root
    }

    /// Pushes a move of the attacker's, if it is legal.
    fn push_attack(&mut self, at: Index) {
        if !self.is_forbidden(at, self.attacker) {
            let key = self.key ^ keys::stone(at, self.attacker);
            self.children.push(Child { cell: at, is_known: false, effort: Effort::MISSED, key });
        }
    }

    /// Pushes a reply, if it is legal.
    pub(super) fn push_reply(&mut self, at: Index) {
        if !self.is_forbidden(at, self.defender()) {
            let key = self.key ^ keys::stone(at, self.defender());
            self.children.push(Child { cell: at, is_known: false, effort: Effort::MISSED, key });
        }
    }

    /// What the table knows of the children from `first` on, or a guess. In a
    /// loop of its own, so that the looks do not wait for each other.
    fn look_up(&mut self, first: usize, attacks: bool) {
        let salt = if attacks { DEFENDS ^ self.salt } else { self.salt };
        let far = self.ply() * DEPTH / 16;
        for child in &mut self.children[first..] {
            if let Some(effort) = self.table.effort(child.key ^ salt) {
                (child.is_known, child.effort) = (true, effort);
            } else if attacks {
                let makes = |least| self.board.makes_at_least(child.cell, self.attacker, least);
                let other = if makes(Shape::Three) { 2 } else { 4 };
                child.effort = Effort { own: 1, other: other + far };
            } else {
                child.effort = Effort { own: 1 + far, other: 1 };
            }
        }
    }

    /// Looks at the children from `first` on until the node is settled or
    /// reaches its limits.
    fn search(
        &mut self,
        first: usize,
        limit: Effort,
        attacks: bool,
    ) -> Result<(Effort, Index), Budget> {
        let side = if attacks { self.attacker } else { self.defender() };
        self.look_up(first, attacks);
        loop {
            let children = &self.children[first..];
            // The least effort that a child leaves to us, and the next.
            let (mut least, mut next, mut at) = (INFINITE, INFINITE, 0);
            let (mut most, mut open) = (0, 0);
            for (i, child) in children.iter().enumerate() {
                let Effort { own, other } = child.effort;
                if other < least {
                    (next, least, at) = (least, other, i);
                } else if other < next {
                    next = other;
                }
                if own > 0 {
                    most = most.max(own);
                    open += 1;
                }
            }
            let share = if attacks { OR_SHARE } else { AND_SHARE };
            let shared = if open > 1 { (open - 1) / share } else { 0 };
            let other = if least == 0 {
                INFINITE
            } else if open == 0 {
                0
            } else {
                (most + shared).min(INFINITE - 1)
            };
            let effort = Effort { own: least, other };
            let best = children.get(at).map_or(0, |child| child.cell);
            if effort.is_settled() || effort.own >= limit.own || effort.other >= limit.other {
                return Ok((effort, best));
            }
            let child = children[at];
            let within = Effort {
                own: limit.other.saturating_sub(shared).max(child.effort.own + 1),
                other: limit.own.min((next + 1 + next / SLACK).min(INFINITE)),
            };
            self.put(child.cell, side);
            debug_assert_eq!(self.key, child.key);
            let found =
                if attacks { self.defend(within) } else { self.attack(within, child.is_known) };
            self.take(child.cell, side);
            let (effort, _) = found?;
            let child = &mut self.children[first + at];
            child.effort = effort;
            child.is_known = true;
        }
    }
}
