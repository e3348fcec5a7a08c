//! Depth-first proof-number search.
//!
//! A node has two numbers, seen from its mover: `phi` says how much is missing
//! to his success, `delta` how much to his failure. Success is a win for the
//! attacker, a hold for the defender.
//!
//! A mover fails where each of his moves does. A move that is refuted with a
//! zone refutes all moves outside that zone: the same strategy meets them. So
//! the moves that are left shrink to those inside all zones found so far, and
//! mostly there is soon none.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use super::grid::{Grid, bits};
use super::node::{Ending, Node, Seen, Side, Sight, Standing};
use super::table::{Key, Known, NEVER, Table};
use crate::gomoku::claim::Budget;

/// Of the moves that have to be refuted the hardest counts in full, each other
/// one by this part: their refutations are mostly the same.
const OTHERS: u32 = 3;

/// What ends a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// A budget of the caller's.
    Spent(Budget),
    /// The nodes of this slice.
    Slice,
}

/// What all searches of one question share.
pub(super) struct Search<'a> {
    pub(super) grid: &'a Grid,
    pub(super) table: &'a mut Table,
    pub(super) nodes: u64,
    pub(super) most_nodes: u64,
    /// The nodes at which this slice ends.
    pub(super) slice: u64,
    pub(super) deadline: Option<Instant>,
    pub(super) stop: &'a AtomicBool,
}

/// Where a position stands in the table, and the symmetry that takes it there.
type Place = (Key, usize);

#[derive(Clone, Copy, Default)]
struct Child {
    mv: u64,
    phi: u32,
    delta: u32,
    zone: u64,
    weight: u32,
    /// Whether the table has been asked.
    asked: bool,
}

impl Search<'_> {
    /// Positions that are the same up to symmetry, and what can no more matter,
    /// have one place.
    fn place(&self, seen: &Seen) -> Place {
        let (first, second, kind) = self.naming(seen);
        let (symmetry, first, second) = self.grid.canonical(first, second);
        (Key { first, second, kind }, symmetry)
    }

    /// What names a position but for symmetry. In Maker-Breaker: the
    /// attacker's stones and the empty cells of the open rows, which are those
    /// rows. Else all stones, cells on no open row being given to the defender.
    pub(super) fn naming(&self, seen: &Seen) -> (u64, u64, u8) {
        let Node { stones, side, own } = seen.node;
        let kind = u8::from(side == Side::Attacker) | u8::from(own) << 1;
        if own {
            let idle = stones.empty(self.grid) & !seen.reach();
            (stones.attacker, stones.defender | idle, kind)
        } else {
            let open = self.grid.windows().iter().filter(|&row| row & stones.defender == 0);
            let cells = open.fold(0, |cells, row| cells | row);
            (cells & stones.attacker, cells & !stones.attacker, kind)
        }
    }

    fn get(&self, (key, symmetry): Place) -> Option<Known> {
        let known = self.table.get(key)?;
        let back = self.grid.inverse(symmetry);
        let image = |word| self.grid.image(back, word);
        Some(Known { zone: image(known.zone), mv: image(known.mv), ..known })
    }

    fn put(&mut self, (key, symmetry): Place, known: Known, work: u64) -> Known {
        let image = |word| self.grid.image(symmetry, word);
        let there = Known { zone: image(known.zone), mv: image(known.mv), ..known };
        self.table.put(key, there, work);
        known
    }

    fn visit(&mut self) -> Result<(), End> {
        if self.nodes >= self.most_nodes {
            return Err(End::Spent(Budget::Nodes));
        }
        if self.nodes >= self.slice {
            return Err(End::Slice);
        }
        if self.nodes.is_multiple_of(256) {
            if self.stop.load(Relaxed) {
                return Err(End::Spent(Budget::Stopped));
            }
            if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Err(End::Spent(Budget::Time));
            }
        }
        self.nodes += 1;
        Ok(())
    }

    /// What the table knows.
    pub(super) fn known(&self, node: Node) -> Option<Known> {
        self.get(self.place(&Seen::new(self.grid, node)))
    }

    /// Searches until it is settled.
    pub(super) fn settle(&mut self, node: Node) -> Result<Known, End> {
        self.search(node, NEVER, NEVER)
    }

    /// Searches until one of the numbers meets its limit. As deep as there are
    /// empty cells.
    fn search(&mut self, node: Node, most_phi: u32, most_delta: u32) -> Result<Known, End> {
        self.visit()?;
        let before = self.nodes;
        let seen = Seen::new(self.grid, node);
        let node = seen.node;
        let place = self.place(&seen);
        let (mut left, mut zone) = match seen.sight(self.grid) {
            Sight::Win { how, zone } => {
                let mv = match how {
                    Ending::Row(mv) | Ending::Fork(mv, _) => mv,
                    Ending::Late(_) => 0,
                };
                let known = Known::settled(node.side == Side::Attacker, zone, mv);
                return Ok(self.put(place, known, 1));
            }
            Sight::Hold { how, zone } => {
                let mv = if let Standing::Row(mv) = how { mv } else { 0 };
                let known = Known::settled(node.side == Side::Defender, zone, mv);
                return Ok(self.put(place, known, 1));
            }
            Sight::Open { moves, zone, .. } => (moves, zone),
        };
        // At the first visit most children are new: they are looked up when
        // their turn comes.
        let is_first = self.get(place).is_none();
        let mut children = [Child::default(); 64];
        let children = self.children(&seen, left, is_first, &mut children);
        loop {
            for child in children.iter() {
                if child.delta == 0 {
                    let known = Known::settled(true, child.zone | child.mv, child.mv);
                    return Ok(self.put(place, known, self.nodes - before));
                }
                if child.phi == 0 && left & child.mv != 0 {
                    left &= child.zone & !child.mv;
                    zone |= child.zone;
                }
            }
            if left == 0 {
                let known = Known::settled(false, zone, 0);
                return Ok(self.put(place, known, self.nodes - before));
            }
            let (mut phi, mut second, mut hardest, mut best) = (NEVER, NEVER, 0, 0);
            let mut others = 0;
            for (at, child) in children.iter().enumerate() {
                if left & child.mv == 0 {
                    continue;
                }
                others += 1;
                hardest = hardest.max(child.phi);
                if child.delta < phi {
                    (second, phi, best) = (phi, child.delta, at);
                } else {
                    second = second.min(child.delta);
                }
            }
            let others = (others - 1) / OTHERS;
            let delta = hardest.saturating_add(others);
            if phi >= most_phi || delta >= most_delta {
                let known = Known { phi, delta, zone: 0, mv: 0 };
                return Ok(self.put(place, known, self.nodes - before));
            }
            let child = node.child(children[best].mv);
            let known = if children[best].asked { None } else { self.known(child) };
            let known = match known {
                Some(known) => known,
                None => {
                    // A quarter more than the second best, so that the search
                    // does not go to and fro.
                    let second = second.saturating_add(1 + second / 4);
                    self.search(child, most_delta - others, most_phi.min(second))?
                }
            };
            let child = &mut children[best];
            (child.phi, child.delta, child.zone) = (known.phi, known.delta, known.zone);
            child.asked = true;
        }
    }

    /// The children by these moves, the weightiest first. The table is not
    /// asked where they are new.
    fn children<'b>(
        &self,
        seen: &Seen,
        moves: u64,
        new: bool,
        children: &'b mut [Child; 64],
    ) -> &'b mut [Child] {
        let weights = seen.survey.weights(u32::from(self.grid.variant().k()));
        let mut count = 0;
        for mv in bits(moves) {
            let weight = weights[mv.trailing_zeros() as usize];
            let known = if new { None } else { self.known(seen.node.child(mv)) };
            let asked = !new;
            let known = known.unwrap_or_else(|| self.guess(seen, weight));
            let Known { phi, delta, zone, .. } = known;
            children[count] = Child { mv, phi, delta, zone, weight, asked };
            count += 1;
        }
        let children = &mut children[..count];
        children.sort_unstable_by_key(|child| (std::cmp::Reverse(child.weight), child.mv));
        children
    }

    /// The numbers of a child that nothing is known of, the move to it having
    /// this weight. They follow the sum of 2^-(empty cells) over the open rows
    /// after the move: below 1/2 the defender holds (Erdős and Selfridge), and
    /// the greater it is the better for the attacker.
    fn guess(&self, seen: &Seen, weight: u32) -> Known {
        let unit = 1u32 << self.grid.variant().k();
        let after = match seen.node.side {
            Side::Attacker => seen.survey.sum + weight,
            Side::Defender => seen.survey.sum - weight,
        };
        // 8 / (sum + 1/10) and 8 (sum - 1/2), the sum being in units.
        let win = 1 + 80 * unit / (10 * after + unit);
        let hold = 1 + (16 * after).saturating_sub(8 * unit) / (2 * unit);
        let (phi, delta) = match seen.node.side {
            Side::Attacker => (hold, win),
            Side::Defender => (win, hold),
        };
        Known { phi, delta, zone: 0, mv: 0 }
    }
}
