//! The defender to move: every reply has to lose.

use tesuji_core::gomoku::Cell;

use super::build::{Built, join};
use super::moves::replies;
use super::nodes::{And, Done, INFINITE, UNKNOWN};
use super::search::{MORE, SIBLINGS, Search};
use super::zones::and;
use crate::gomoku::claim::Budget;
use crate::gomoku::keys::Key;
use crate::gomoku::proof::Class;
use crate::gomoku::proof::tree::Edge;
use crate::gomoku::shapes::optimized::Index;
use crate::gomoku::vcf::LONGEST;

/// Nodes of the first look for threats after a pass.
const PASSED: u64 = 250;

/// The most nodes of a look after a pass before the move counts as one that
/// threatens nothing.
const QUIET: u64 = 16_000;

/// The proof number of a move after which nothing is found that wins after a
/// pass, and what each further look adds to it.
const UNFOUND: u32 = 12;
const DEARER: u32 = 2;

/// Nodes of the solver of fours for the defender.
const DEFENDER: u64 = 100;

/// So many open replies add one to the proof number of the hardest.
const SHARE: u32 = 3;

/// What the key of a position with the defender to move has more.
const DEFENDS: Key = 0x3c6e_f372_fe94_f82b_a54f_f53a_5f1d_36f1;

impl Search<'_> {
    /// The node of the position on the board, the defender to move.
    pub(super) fn and_node(&mut self) -> Result<u32, Budget> {
        let key = self.place.canonical().0 ^ DEFENDS;
        if let Some(&known) = self.store.and_of.get(&key) {
            return Ok(known);
        }
        let mut node = And::holding();
        if !self.holds()? {
            self.pass(&mut node, PASSED)?;
        }
        self.store.children += node.open.len();
        self.store.ands.push(node);
        let id = self.store.ands.len() as u32 - 1;
        self.store.and_of.insert(key, id);
        Ok(id)
    }

    /// Whether the defender, to move, holds or wins at once.
    fn holds(&mut self) -> Result<bool, Budget> {
        let (attacker, defender) = (self.place.attacker, self.place.defender());
        if self.place.board.fives(defender) > 0 || self.place.board.is_full() {
            return Ok(true);
        }
        if self.place.board.fives(attacker) > 0 {
            return Ok(false);
        }
        let key = self.place.key() ^ DEFENDS;
        let vcf = self.vct.vcf();
        let before = vcf.nodes();
        let found = vcf.find(&mut self.place.board, key, defender, LONGEST, DEFENDER, self.stop);
        self.others += vcf.nodes() - before;
        match found {
            Ok(win) => Ok(win.is_some()),
            Err(Budget::Nodes) => Ok(false),
            Err(budget) => Err(budget),
        }
    }

    /// Looks for what wins if the defender passes, and sets the replies.
    fn pass(&mut self, node: &mut And, nodes: u64) -> Result<(), Budget> {
        let (_, here) = self.place.canonical();
        let mut matter = self.place.board.empty_cells();
        match self.threats(nodes)? {
            Ok(built) => {
                if !built.zones.all {
                    matter = and(matter, built.zones.of(1));
                }
                node.default = Some(self.keep(&built));
                node.passed = nodes;
            }
            Err(passed) => node.passed = passed,
        }
        let is_open = node.default.is_none();
        if is_open && node.passed == u64::MAX && self.class == Class::Threats {
            node.pn = INFINITE;
            return Ok(());
        }
        let mut open = replies(self.place, &matter);
        let images = self.place.images(here);
        open.iter_mut().for_each(|child| child.cell = images[usize::from(child.cell)]);
        open.retain(|child| node.done.iter().all(|done| done.cell != child.cell));
        node.open = open;
        node.pn = pn_of(node);
        Ok(())
    }

    /// One look below a node with the defender to move that is open.
    pub(super) fn defend(
        &mut self,
        id: u32,
        mv: Index,
        follow: Option<Edge>,
    ) -> Result<(), Budget> {
        let before = self.spent();
        let at = id as usize;
        let (_, here) = self.place.canonical();
        let back = self.place.inverse(here);
        let node = &self.store.ands[at];
        let is_due = node.passed < QUIET || node.work >= node.passed;
        if node.default.is_none() && node.passed != u64::MAX && is_due {
            let nodes = node.passed.saturating_mul(MORE);
            let mut node = std::mem::replace(&mut self.store.ands[at], And::holding());
            let looked = self.pass(&mut node, nodes);
            node.work += self.spent() - before;
            self.store.ands[at] = node;
            return looked;
        }
        let mut hardest = 0;
        let mut most = 0;
        for (n, child) in self.store.ands[at].open.iter_mut().enumerate() {
            if child.node != UNKNOWN {
                child.pn = self.store.ors[child.node as usize].pn;
            }
            if child.pn > most {
                (hardest, most) = (n, child.pn);
            }
        }
        // A reply whose position was won elsewhere is answered first.
        if let Some(won) = self.store.ands[at].open.iter().position(|child| child.pn == 0) {
            hardest = won;
        }
        let Some(&child) = self.store.ands[at].open.get(hardest) else {
            self.store.ands[at].pn = 0;
            return Ok(());
        };
        let reply = self.place.images(back)[usize::from(child.cell)];
        let siblings = self.siblings(id, back);
        let follow = follow.filter(|edge| self.turned(*edge, self.arena.mv(edge.node)) == mv);
        let follow = follow.and_then(|edge| self.followed(edge, reply));
        let follow = follow.or_else(|| siblings.first().copied());
        let mut first: Vec<Index> = Vec::new();
        for &edge in follow.iter().chain(&siblings) {
            let mv = self.turned(edge, self.arena.mv(edge.node));
            if mv != reply && !first.contains(&mv) {
                first.push(mv);
            }
        }
        let defender = self.place.defender();
        self.place.put(reply, defender);
        let looked = if child.node == UNKNOWN {
            self.or_node()
        } else if self.store.ors[child.node as usize].pn > 0 {
            self.attack(child.node, &first, follow).map(|()| child.node)
        } else {
            Ok(child.node)
        };
        let won = match looked {
            Ok(answer) => self.store.ors[answer as usize].proof.map(|proof| {
                let built = self.built(proof);
                (proof, built)
            }),
            Err(_) => None,
        };
        self.place.take(reply, defender);
        let answer = looked?;
        let pn = self.store.ors[answer as usize].pn;
        let node = &mut self.store.ands[at];
        node.open[hardest].node = answer;
        node.open[hardest].pn = pn;
        if let Some((proof, built)) = won {
            node.open.remove(hardest);
            let symmetry = self.place.compose(here, self.place.number(built.edge.symmetry));
            node.done.push(Done { cell: child.cell, proof, symmetry });
            if self.shares && !built.zones.all {
                // It answers those outside its zone as well. Where the second zone
                // is asked, the first of this position does not grow.
                let zones = built.zones.image(self.place.images(here));
                node.open.retain(|child| zones.has(2, child.cell));
            }
        }
        let spent = self.spent() - before;
        let node = &mut self.store.ands[at];
        node.work += spent;
        node.pn = pn_of(node);
        Ok(())
    }

    /// What answered the other replies, the last first, as it lies on the board.
    fn siblings(&self, id: u32, back: usize) -> Vec<Edge> {
        let done = self.store.ands[id as usize].done.iter().rev().take(SIBLINGS);
        done.map(|done| Edge {
            node: self.store.proofs[done.proof as usize].node,
            symmetry: self.place.symmetry(self.place.compose(back, done.symmetry)),
        })
        .collect()
    }

    /// A cell of a tree's node on the board.
    fn turned(&self, edge: Edge, cell: Cell) -> Index {
        let images = self.place.images(self.place.number(edge.symmetry));
        images[cell.index()]
    }

    /// What a tree that lies so does against a reply.
    fn followed(&self, edge: Edge, reply: Index) -> Option<Edge> {
        let number = self.place.number(edge.symmetry);
        let images = self.place.images(self.place.inverse(number));
        let reply = Cell::from_index(images[usize::from(reply)]);
        let next = self.arena.after(edge.node, reply)?;
        let symmetry = self.place.compose(number, self.place.number(next.symmetry));
        Some(Edge { node: next.node, symmetry: self.place.symmetry(symmetry) })
    }

    /// All replies to the attacker's move, on the board, are answered.
    pub(super) fn win(&mut self, id: u32, mv: Index) -> Option<Built> {
        let (_, here) = self.place.canonical();
        let back = self.place.inverse(here);
        let node = &self.store.ands[id as usize];
        let (done, default) = (node.done.clone(), node.default);
        let default = default.map(|proof| self.built(proof));
        let defender = self.place.defender();
        let mut replies = Vec::with_capacity(done.len());
        for Done { cell, proof, .. } in done {
            let reply = self.place.images(back)[usize::from(cell)];
            self.place.put(reply, defender);
            replies.push((reply, self.built(proof)));
            self.place.take(reply, defender);
        }
        let built = join(self.place, self.arena, mv, default.as_ref(), &replies, self.shares);
        debug_assert!(built.is_some(), "every reply was answered");
        built
    }
}

/// The proof number of a position with the defender to move.
fn pn_of(node: &And) -> u32 {
    let most = node.open.iter().map(|child| child.pn).max().unwrap_or(0);
    if most >= INFINITE {
        return INFINITE;
    }
    if node.open.is_empty() {
        return 0;
    }
    if node.default.is_none() && node.passed < QUIET && node.done.is_empty() {
        // More nodes may find what wins after a pass.
        return UNFOUND + DEARER * (node.passed / PASSED).ilog(MORE);
    }
    most + (node.open.len() as u32 - 1) / SHARE
}
