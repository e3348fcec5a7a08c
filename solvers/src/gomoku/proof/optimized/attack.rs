//! The attacker to move: one move that wins is enough.

use super::build::Built;
use super::moves::attacks;
use super::nodes::{ADVISED, Child, INFINITE, Or, UNKNOWN};
use super::search::{MORE, Search};
use crate::gomoku::claim::Budget;
use crate::gomoku::proof::tree::Edge;
use crate::gomoku::shapes::optimized::Index;

/// The proof number of a position of which little is known.
const OPEN: u32 = 4;

/// Work below a node before the adviser is asked. Its search has a quarter of
/// the nodes that were spent, and is asked again when they are four times as
/// many.
const ADVICE: u64 = 500_000;

impl Search<'_> {
    /// The node of the position on the board, the attacker to move.
    pub(super) fn or_node(&mut self) -> Result<u32, Budget> {
        let (key, _) = self.place.canonical();
        if let Some(&known) = self.store.or_of.get(&key) {
            return Ok(known);
        }
        let found = self.threats(self.look)?;
        let mut node = Or {
            pn: OPEN,
            work: 0,
            threats: self.look,
            advice: ADVICE,
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
    pub(super) fn attack(
        &mut self,
        id: u32,
        suggested: &[Index],
        follow: Option<Edge>,
    ) -> Result<(), Budget> {
        let before = self.spent();
        let (key, here) = self.place.canonical();
        let back = self.place.inverse(here);
        let at = id as usize;
        if !self.store.ors[at].is_expanded {
            let mut first: Vec<(Index, u32)> = Vec::new();
            if let Some(hints) = self.hints.get(&key) {
                let images = self.place.images(back);
                first.extend(
                    hints.iter().map(|&(cell, favour)| (images[usize::from(cell)], favour)),
                );
            }
            for &cell in suggested {
                if first.iter().all(|&(before, _)| before != cell) {
                    first.push((cell, 1));
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
                    self.won(at, &built);
                    return Ok(());
                }
                Err(threats) => self.store.ors[at].threats = threats,
            }
        }
        let node = &self.store.ors[at];
        if node.work >= node.advice {
            let work = node.work;
            let advised = self.advice(work / MORE)?;
            let advised = advised.map(|mv| self.place.images(here)[usize::from(mv)]);
            let node = &mut self.store.ors[at];
            node.advice = work.saturating_mul(MORE);
            for child in &mut node.moves {
                if Some(child.cell) == advised {
                    child.favour = child.favour.max(ADVISED);
                }
            }
        }
        // Others may have changed since.
        let mut best = UNKNOWN as usize;
        let mut least = INFINITE;
        for (n, child) in self.store.ors[at].moves.iter_mut().enumerate() {
            if child.node != UNKNOWN {
                child.pn = self.store.ands[child.node as usize].pn;
            }
            if child.price() < least {
                (best, least) = (n, child.price());
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
            self.won(at, &built);
            return Ok(());
        }
        or.pn = moves.iter().map(Child::price).min().unwrap_or(INFINITE).max(1);
        Ok(())
    }

    /// The node of the position on the board is won: its moves go.
    fn won(&mut self, at: usize, built: &Built) {
        let proof = self.keep(built);
        let node = &mut self.store.ors[at];
        node.proof = Some(proof);
        node.pn = 0;
        self.store.children -= node.moves.len();
        node.moves = Vec::new();
    }

    /// The move of an ordinary search, which is good where it is hard to say
    /// which move wins and easy to see that one is better.
    fn advice(&mut self, nodes: u64) -> Result<Option<Index>, Budget> {
        self.check()?;
        let limits = self.limits(nodes);
        let report = self.adviser.search(&self.place.position(), &limits, self.stop, |_| ());
        self.others += report.nodes;
        Ok(report.best.map(|mv| mv.index() as Index))
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
}
