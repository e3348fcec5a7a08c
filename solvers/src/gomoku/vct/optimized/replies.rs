//! Which replies of the defender can matter.
//!
//! After a three the attacker threatens to win if the defender passes. A reply
//! that leaves that win as it is loses to it, so only the others are played:
//! those on its *zone*. The zone of a win by fours W, in a position where the
//! defender has no cell that completes a row, is
//!
//! - every cell that the attacker plays in W, every reply that W answers, and
//!   every cell where W completes a row;
//! - wherever the defender is to reply in W, and where he is to move now, each
//!   cell where a stone of his makes a four;
//! - under caro the cells at the ends of the rows that W completes.
//!
//! One more stone of the defender outside of it leaves W as it is. It is on
//! none of W's cells, so only the defender can have gained by it, and all he
//! can gain in W, where each reply but one loses at once, is a completion of
//! his own. The first that he owes to the stone arises with a reply of W, or
//! with the stone itself; after the attacker's next four, at the latest, the
//! stone alone would make that four where he is to reply, so that its cell is
//! in the zone, unless the four has taken the completion or has won.
//!
//! What is forbidden can change with a stone far away. A white stone can take a
//! black four or three away and never make one, so that a black move stays
//! legal if it makes at most one three, fours that the zone guards apart; with
//! more it is *fragile*. A black stone can make a forbidden reply legal, so that
//! a win that lives on one has no zone. In both cases all replies are played.

use super::Class;
use super::search::{DEFENDS, Search};
use crate::gomoku::claim::Budget;
use crate::gomoku::shapes::Shape;
use crate::gomoku::shapes::optimized::{Index, Side, cells_of};
use crate::gomoku::tree::{Builder, NodeId};
use crate::gomoku::vcf::LONGEST;

/// Cells, one word a column.
pub(super) type Cells = [u32; 32];

pub(super) fn add(cells: &mut Cells, at: Index) {
    cells[usize::from(at >> 5 & 31)] |= 1 << (at & 31);
}

pub(super) fn has(cells: &Cells, at: Index) -> bool {
    cells[usize::from(at >> 5 & 31)] >> (at & 31) & 1 != 0
}

pub(super) fn intersect(cells: &mut Cells, others: &Cells) {
    for (column, others) in cells.iter_mut().zip(others) {
        *column &= others;
    }
}

fn unite(cells: &mut Cells, more: &Cells) {
    for (column, more) in cells.iter_mut().zip(more) {
        *column |= more;
    }
}

/// Why every reply outside of a set loses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Cover {
    /// The attacker has a four: what does not stop it loses to this completion.
    Four(Index),
    /// The attacker makes two completions here: the first cells that do, and the
    /// replies that each leaves open.
    Straight(Vec<(Index, Cells)>),
    /// This win by fours, in the solver's builder.
    Fours(NodeId),
    /// Nothing: all replies are played.
    Nothing,
}

/// Nodes for a win that answers most replies to a three.
const COVER: u64 = 1000;

/// Straight fours that are looked at after a three.
const STRAIGHTS: usize = 4;

impl Search<'_> {
    /// Pushes the defender's replies that have to be searched. `false` where
    /// the attacker's move is outside the class or too late.
    pub(super) fn replies(&mut self) -> Result<bool, Budget> {
        let is_four = self.board.fives(self.attacker) > 0;
        let key = self.key ^ DEFENDS ^ self.salt;
        if !is_four && let Some(replies) = self.recall.find(key) {
            cells_of(&replies).for_each(|at| self.push_reply(at));
            return Ok(true);
        }
        let Some((_, replies)) = self.cover(COVER)? else { return Ok(false) };
        cells_of(&replies).for_each(|at| self.push_reply(at));
        if !is_four {
            self.recall.note(key, &replies);
        }
        Ok(true)
    }

    /// What wins against most replies, and the replies that are left, legal or
    /// not. A win that answers a three is sought with so many nodes. `None`
    /// where the attacker's move is outside the class or too late.
    pub(super) fn cover(&mut self, most: u64) -> Result<Option<(Cover, Cells)>, Budget> {
        let (attacker, defender) = (self.attacker, self.defender());
        if self.board.fives(defender) > 0 {
            return Ok(None);
        }
        let mut replies = [0; 32];
        if let Some(five) = self.board.completion(attacker) {
            let (stops, count) = self.board.stops(five, attacker);
            for &at in &stops[..count] {
                self.put(at, defender);
                let holds = self.board.fives(attacker) == 0;
                self.take(at, defender);
                if holds {
                    add(&mut replies, at);
                }
            }
            return Ok(Some((Cover::Four(five), replies)));
        }
        let has_three = self.board.sums(attacker).count(Shape::StraightFour) > 0;
        if !has_three && self.class == Class::Threes {
            return Ok(None);
        }
        let straights = self.straights();
        if !straights.is_empty() {
            let mut replies = [u32::MAX; 32];
            for (_, open) in &straights {
                intersect(&mut replies, open);
            }
            unite(&mut replies, self.board.fours(defender));
            return Ok(Some((Cover::Straight(straights), replies)));
        }
        // Whether a move is of the class must be known; what answers a three
        // need not be.
        let (longest, nodes) = match self.class {
            Class::Threes => (LONGEST, most),
            Class::Threats(longest) => (longest, u64::MAX),
        };
        let Some(root) = self.fours(attacker, longest, nodes)? else {
            return Ok(has_three.then(|| (Cover::Nothing, self.board.empty_cells())));
        };
        let empty = self.board.empty_cells();
        Ok(Some(match self.zone_of(root, attacker) {
            Some(mut zone) => {
                intersect(&mut zone, &empty);
                (Cover::Fours(root), zone)
            }
            None => (Cover::Nothing, empty),
        }))
    }

    /// The zone of a win by fours of this side, to move, from the solver's
    /// builder; the other side has no completion.
    pub(super) fn zone_of(&mut self, root: NodeId, side: Side) -> Option<Cells> {
        let builder = std::mem::take(self.vcf.builder_mut());
        let mut zone = *self.board.fours(1 - side);
        let is_bounded = self.zone(&builder, root, side, &mut zone);
        *self.vcf.builder_mut() = builder;
        is_bounded.then_some(zone)
    }

    /// The cells where the attacker makes two completions with one stone, and
    /// for each the cells that spoil it: itself and the completions.
    fn straights(&mut self) -> Vec<(Index, Cells)> {
        let mut found = Vec::new();
        if self.board.rules().walls_differ() {
            // One stone at the end of a row may stop two.
            return found;
        }
        let attacker = self.attacker;
        let fours = *self.board.fours(attacker);
        for at in cells_of(&fours) {
            if found.len() == STRAIGHTS {
                break;
            }
            if !self.board.wins_next(at, attacker)
                || self.is_fragile(at, attacker)
                || self.is_forbidden(at, attacker)
            {
                continue;
            }
            let mut spoils = [0; 32];
            add(&mut spoils, at);
            self.board.put_for_fours(at, attacker);
            for five in self.board.completions(attacker) {
                add(&mut spoils, five);
            }
            self.board.undo();
            found.push((at, spoils));
        }
        found
    }

    /// Whether a stone of the other side far away could make this move
    /// forbidden.
    fn is_fragile(&self, at: Index, side: Side) -> bool {
        side == 0 && self.board.rules().forbids && self.board.directions(at, side, Shape::Three) > 1
    }

    /// Adds the zone of this side's win by fours, its first move not yet on the
    /// board. `false` where it has none. As deep as the win is long.
    fn zone(&mut self, builder: &Builder, id: NodeId, side: Side, zone: &mut Cells) -> bool {
        let at = builder.mv(id).index() as Index;
        if self.is_fragile(at, side) {
            return false;
        }
        add(zone, at);
        let Some(default) = builder.default(id) else {
            // It completes a row.
            let (stops, count) = self.board.stops(at, side);
            stops[..count].iter().for_each(|&stop| add(zone, stop));
            return true;
        };
        self.board.put_for_fours(at, side);
        unite(zone, self.board.fours(1 - side));
        let exceptions = builder.exceptions(id);
        let five = builder.mv(default);
        let lives_on_it = side == 1
            && self.board.rules().forbids
            && exceptions.iter().all(|&(reply, _)| reply != five);
        let mut is_bounded = !lives_on_it && self.zone(builder, default, side, zone);
        for &(reply, next) in exceptions {
            let reply = reply.index() as Index;
            add(zone, reply);
            self.board.put_for_fours(reply, 1 - side);
            is_bounded = is_bounded && self.zone(builder, next, side, zone);
            self.board.undo();
        }
        self.board.undo();
        is_bounded
    }
}
