//! The search: down to where the least seems to be left, one look there, and
//! back.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::Progress;
use super::build::{Built, built, graft, join};
use super::moves::{attacks, replies};
use super::nodes::{And, Child, Done, INFINITE, Or, Store, UNKNOWN, proof_of};
use super::place::Place;
use super::zones::and;
use crate::HashMap;
use crate::gomoku::claim::{Budget, Claim as Threats};
use crate::gomoku::keys::Key;
use crate::gomoku::proof::Class;
use crate::gomoku::proof::tree::{Arena, Edge, NodeId};
use crate::gomoku::search::Limits;
use crate::gomoku::shapes::optimized::Index;
use crate::gomoku::vct::{Class as Threes, Vct};

/// The proof number of a position of which little is known.
pub(super) const OPEN: u32 = 4;

/// Nodes of the first look for threats, the attacker to move.
pub(super) const LOOK: u64 = 400;

/// The same after a pass.
const PASSED: u64 = 250;

/// Each further look has so many times more.
const MORE: u64 = 4;

/// The most nodes of a look after a pass before the move counts as one that
/// threatens nothing.
const QUIET: u64 = 16_000;

/// The proof number of a move after which nothing is found that wins after a
/// pass, and what each further look adds.
const UNFOUND: u32 = 12;
const DEARER: u32 = 8;

/// Nodes of the solver of fours for the defender.
const DEFENDER: u64 = 100;
const LONGEST: u16 = 200;

/// So many open replies add one to the proof number of the hardest.
const SHARE: u32 = 3;

/// What answered so many other replies is tried.
const SIBLINGS: usize = 3;

/// What the key of a position with the defender to move has more.
const DEFENDS: Key = 0x3c6e_f372_fe94_f82b_a54f_f53a_5f1d_36f1;

pub(super) struct Search<'a> {
    pub(super) place: &'a mut Place,
    pub(super) vct: &'a mut Vct,
    pub(super) store: &'a mut Store,
    pub(super) arena: &'a mut Arena,
    pub(super) hints: &'a HashMap<Key, Vec<Index>>,
    pub(super) class: Class,
    /// Wins that were proved of other positions of the same game.
    pub(super) before: &'a [NodeId],
    pub(super) shares: bool,
    pub(super) begun: u64,
    pub(super) most: u64,
    pub(super) deadline: Option<Instant>,
    pub(super) memory: usize,
    /// Nodes of the first look for threats.
    pub(super) look: u64,
    pub(super) stop: &'a AtomicBool,
}

impl Search<'_> {
    fn spent(&self) -> u64 {
        self.vct.nodes() - self.begun
    }

    /// The node of the win, or none of the class.
    pub(super) fn run(&mut self, tell: &mut dyn FnMut(Progress)) -> Result<Option<NodeId>, Budget> {
        let root = self.or_node()?;
        let follow = self.before.last().copied().map(Edge::from);
        let before = self.before.iter().rev().take(SIBLINGS);
        let suggested: Vec<Index> =
            before.map(|&node| self.arena.mv(node).index() as Index).collect();
        let mut told = Instant::now();
        loop {
            let node = &self.store.ors[root as usize];
            if let Some(proof) = node.proof {
                return Ok(Some(self.built(proof).edge.node));
            }
            if node.pn >= INFINITE {
                return Ok(None);
            }
            if told.elapsed() > Duration::from_millis(10) {
                told = Instant::now();
                let disproof = node.moves.iter().filter(|child| child.pn < INFINITE).count();
                tell(Progress {
                    nodes: self.spent(),
                    positions: self.store.ors.len() + self.store.ands.len(),
                    proof: node.pn,
                    disproof: (disproof as u32).max(1),
                });
                if self.store.bytes() + self.arena.bytes() > self.memory {
                    return Err(Budget::Memory);
                }
            }
            self.check()?;
            self.attack(root, &suggested, follow)?;
        }
    }

    fn check(&self) -> Result<(), Budget> {
        if self.spent() >= self.most {
            return Err(Budget::Nodes);
        }
        if self.stop.load(Relaxed) {
            return Err(Budget::Stopped);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Budget::Time);
        }
        Ok(())
    }

    /// A proof as the board lies now, where its position is on it.
    fn built(&self, proof: u32) -> Built {
        built(self.place, &self.store.proofs[proof as usize])
    }

    /// Keeps a proof of the position on the board.
    fn keep(&mut self, built: &Built) -> u32 {
        let (_, here) = self.place.canonical();
        // The tree may come from another image.
        let of = self.place.number(built.edge.symmetry);
        let symmetry = self.place.compose(here, of);
        let proof = proof_of(built, symmetry, self.place.images(here));
        self.store.proofs.push(proof);
        self.store.proofs.len() as u32 - 1
    }

    /// A win by threats of the attacker, as if he were to move. The number is
    /// the greatest where there is none.
    fn threats(&mut self, nodes: u64) -> Result<Result<Built, u64>, Budget> {
        let left = self.most.saturating_sub(self.spent()).max(1);
        let time = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let limits = Limits { nodes: Some(nodes.min(left)), time, ..Limits::default() };
        let attacker = self.place.player();
        match self.vct.prove(&mut self.place.board, attacker, Threes::Threes, &limits, self.stop) {
            Threats::Win(win) => {
                let built = graft(self.place, self.arena, self.store, &win.tree, self.shares);
                debug_assert!(built.is_some(), "a reply is not answered: {:?}", self.place.board);
                Ok(built.ok_or(nodes))
            }
            Threats::NoWin => Ok(Err(u64::MAX)),
            Threats::Unknown(Budget::Nodes) if nodes <= left => Ok(Err(nodes)),
            Threats::Unknown(budget) => Err(budget),
        }
    }

    /// The node of the position on the board, the attacker to move.
    fn or_node(&mut self) -> Result<u32, Budget> {
        let (key, _) = self.place.canonical();
        if let Some(&known) = self.store.or_of.get(&key) {
            return Ok(known);
        }
        let found = self.threats(self.look)?;
        let mut node = Or {
            pn: OPEN,
            work: 0,
            threats: self.look,
            moves: Vec::new(),
            is_expanded: false,
            proof: None,
        };
        match found {
            Ok(built) => {
                node.proof = Some(self.keep(&built));
                node.pn = 0;
            }
            Err(threats) => node.threats = threats,
        }
        if self.place.board.is_full() {
            node.pn = INFINITE;
        }
        self.store.ors.push(node);
        let id = self.store.ors.len() as u32 - 1;
        self.store.or_of.insert(key, id);
        Ok(id)
    }

    /// One look below a node with the attacker to move that is open. What is
    /// suggested and the tree that is followed are of the board as it lies.
    fn attack(&mut self, id: u32, suggested: &[Index], follow: Option<Edge>) -> Result<(), Budget> {
        let before = self.spent();
        let (key, here) = self.place.canonical();
        let back = self.place.inverse(here);
        let at = id as usize;
        if !self.store.ors[at].is_expanded {
            let mut first: Vec<Index> = Vec::new();
            if let Some(hints) = self.hints.get(&key) {
                first.extend(hints.iter().map(|&cell| self.place.images(back)[usize::from(cell)]));
            }
            for &cell in suggested {
                if !first.contains(&cell) {
                    first.push(cell);
                }
            }
            let mut moves = attacks(self.place, &first);
            let images = self.place.images(here);
            moves.iter_mut().for_each(|child| child.cell = images[usize::from(child.cell)]);
            self.store.children += moves.len();
            let node = &mut self.store.ors[at];
            node.moves = moves;
            node.is_expanded = true;
        }
        let node = &self.store.ors[at];
        if node.threats != u64::MAX && node.work >= node.threats {
            let nodes = node.threats.saturating_mul(MORE);
            match self.threats(nodes)? {
                Ok(built) => {
                    let proof = self.keep(&built);
                    let node = &mut self.store.ors[at];
                    node.proof = Some(proof);
                    node.pn = 0;
                    self.store.children -= node.moves.len();
                    node.moves = Vec::new();
                    return Ok(());
                }
                Err(threats) => self.store.ors[at].threats = threats,
            }
        }
        // Others may have changed since.
        let mut best = UNKNOWN as usize;
        let mut least = INFINITE;
        for (n, child) in self.store.ors[at].moves.iter_mut().enumerate() {
            if child.node != UNKNOWN {
                child.pn = self.store.ands[child.node as usize].pn;
            }
            if child.pn < least {
                (best, least) = (n, child.pn);
            }
        }
        if least >= INFINITE {
            self.store.ors[at].pn = INFINITE;
            return Ok(());
        }
        let child = self.store.ors[at].moves[best];
        let mv = self.place.images(back)[usize::from(child.cell)];
        let attacker = self.place.attacker;
        self.place.put(mv, attacker);
        let looked = self.defend_child(child, mv, follow);
        let built = match looked {
            Ok(node) if self.store.ands[node as usize].pn == 0 => self.win(node, mv),
            _ => None,
        };
        self.place.take(mv, attacker);
        let node = looked?;
        let pn = self.store.ands[node as usize].pn;
        let spent = self.spent() - before;
        let or = &mut self.store.ors[at];
        or.work += spent;
        let moves = &mut or.moves;
        moves[best].node = node;
        moves[best].pn = pn;
        if let Some(built) = built {
            let proof = self.keep(&built);
            let node = &mut self.store.ors[at];
            node.proof = Some(proof);
            node.pn = 0;
            self.store.children -= node.moves.len();
            node.moves = Vec::new();
            return Ok(());
        }
        or.pn = moves.iter().map(|child| child.pn).min().unwrap_or(INFINITE).max(1);
        Ok(())
    }

    /// The attacker's move is on the board: makes its node or looks below it.
    fn defend_child(
        &mut self,
        child: Child,
        mv: Index,
        follow: Option<Edge>,
    ) -> Result<u32, Budget> {
        if child.node == UNKNOWN {
            return self.and_node();
        }
        if self.store.ands[child.node as usize].pn > 0 {
            self.defend(child.node, mv, follow)?;
        }
        Ok(child.node)
    }

    /// The node of the position on the board, the defender to move.
    fn and_node(&mut self) -> Result<u32, Budget> {
        let key = self.place.canonical().0 ^ DEFENDS;
        if let Some(&known) = self.store.and_of.get(&key) {
            return Ok(known);
        }
        let mut node = And {
            pn: INFINITE,
            work: 0,
            passed: 0,
            default: None,
            open: Vec::new(),
            done: Vec::new(),
        };
        if !self.loses()? {
            self.pass(&mut node, PASSED)?;
        }
        self.store.children += node.open.len();
        self.store.ands.push(node);
        let id = self.store.ands.len() as u32 - 1;
        self.store.and_of.insert(key, id);
        Ok(id)
    }

    /// Whether the defender, to move, holds or wins at once.
    fn loses(&mut self) -> Result<bool, Budget> {
        let (attacker, defender) = (self.place.attacker, self.place.defender());
        if self.place.board.fives(defender) > 0 || self.place.board.is_full() {
            return Ok(true);
        }
        if self.place.board.fives(attacker) > 0 {
            return Ok(false);
        }
        let key = self.place.key() ^ DEFENDS;
        let found =
            self.vct.vcf().find(&mut self.place.board, key, defender, LONGEST, DEFENDER, self.stop);
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
    fn defend(&mut self, id: u32, mv: Index, follow: Option<Edge>) -> Result<(), Budget> {
        let before = self.spent();
        let at = id as usize;
        let (_, here) = self.place.canonical();
        let back = self.place.inverse(here);
        let node = &self.store.ands[at];
        let is_due = node.passed < QUIET || node.work >= node.passed;
        if node.default.is_none() && node.passed != u64::MAX && is_due {
            let nodes = node.passed.saturating_mul(MORE);
            let mut node = std::mem::replace(&mut self.store.ands[at], nothing());
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
    fn turned(&self, edge: Edge, cell: tesuji_core::gomoku::Cell) -> Index {
        let images = self.place.images(self.place.number(edge.symmetry));
        images[cell.index()]
    }

    /// What a tree that lies so does against a reply.
    fn followed(&self, edge: Edge, reply: Index) -> Option<Edge> {
        let number = self.place.number(edge.symmetry);
        let images = self.place.images(self.place.inverse(number));
        let reply = tesuji_core::gomoku::Cell::from_index(images[usize::from(reply)]);
        let next = self.arena.after(edge.node, reply)?;
        let symmetry = self.place.compose(number, self.place.number(next.symmetry));
        Some(Edge { node: next.node, symmetry: self.place.symmetry(symmetry) })
    }

    /// All replies to the attacker's move, on the board, are answered.
    fn win(&mut self, id: u32, mv: Index) -> Option<Built> {
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

fn nothing() -> And {
    And { pn: INFINITE, work: 0, passed: 0, default: None, open: Vec::new(), done: Vec::new() }
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
