//! The search: down to where the least seems to be left, one look there, and
//! back.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::Progress;

use super::build::{Built, built, graft, upright};
use super::nodes::{INFINITE, Store, proof_of};
use super::place::Place;
use crate::HashMap;
use crate::gomoku::claim::{Budget, Claim as Threats};
use crate::gomoku::keys::Key;
use crate::gomoku::proof::Class;
use crate::gomoku::proof::tree::{Arena, Edge, NodeId};
use crate::gomoku::search::{Limits, Searcher};
use crate::gomoku::shapes::optimized::Index;
use crate::gomoku::vct::{Class as Threes, Vct};

/// Nodes of the first look for threats, the attacker to move.
pub(super) const LOOK: u64 = 25_600;

/// Each further look has so many times more.
pub(super) const MORE: u64 = 4;

/// What answered so many other replies is tried.
pub(super) const SIBLINGS: usize = 3;

pub(super) struct Search<'a> {
    pub(super) place: &'a mut Place,
    pub(super) vct: &'a mut Vct,
    pub(super) store: &'a mut Store,
    pub(super) arena: &'a mut Arena,
    pub(super) hints: &'a HashMap<Key, Vec<(Index, u32)>>,
    pub(super) class: Class,
    /// Wins that were proved of other positions of the same game.
    pub(super) before: &'a [NodeId],
    pub(super) shares: bool,
    /// The nodes of the solver of threats when the search began.
    pub(super) begun: u64,
    /// Those of the other solvers that were asked.
    pub(super) others: u64,
    /// Says which move it would play.
    pub(super) adviser: &'a mut Searcher,
    pub(super) most: u64,
    pub(super) deadline: Option<Instant>,
    pub(super) memory: usize,
    /// Nodes of the first look for threats.
    pub(super) look: u64,
    pub(super) stop: &'a AtomicBool,
}

impl Search<'_> {
    /// The nodes of this search so far.
    pub(super) fn spent(&self) -> u64 {
        self.vct.nodes() - self.begun + self.others
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
                let edge = self.built(proof).edge;
                return Ok(Some(upright(self.place, self.arena, edge)));
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

    pub(super) fn check(&self) -> Result<(), Budget> {
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

    /// So many nodes for another solver, and no more than are left.
    pub(super) fn limits(&self, nodes: u64) -> Limits {
        let left = self.most.saturating_sub(self.spent()).max(1);
        let time = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        Limits { nodes: Some(nodes.min(left)), time, ..Limits::default() }
    }

    /// A proof as the board lies now, where its position is on it.
    pub(super) fn built(&self, proof: u32) -> Built {
        built(self.place, &self.store.proofs[proof as usize])
    }

    /// Keeps a proof of the position on the board.
    pub(super) fn keep(&mut self, built: &Built) -> u32 {
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
    pub(super) fn threats(&mut self, nodes: u64) -> Result<Result<Built, u64>, Budget> {
        let limits = self.limits(nodes);
        let attacker = self.place.player();
        match self.vct.prove(&mut self.place.board, attacker, Threes::Threes, &limits, self.stop) {
            Threats::Win(win) => {
                let built = graft(self.place, self.arena, self.store, &win.tree, self.shares);
                debug_assert!(built.is_some(), "a reply is not answered: {:?}", self.place.board);
                Ok(built.ok_or(nodes))
            }
            Threats::NoWin => Ok(Err(u64::MAX)),
            Threats::Unknown(Budget::Nodes) if limits.nodes == Some(nodes) => Ok(Err(nodes)),
            Threats::Unknown(budget) => Err(budget),
        }
    }
}
