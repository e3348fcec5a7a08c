//! From proof numbers to trees.
//!
//! The moves that win are kept, but not the wins by fours at the leaves and not
//! all moves where there were too many: what is lost is searched anew.

use super::WHOLE;
use super::replies::{Cells, Cover, has};
use super::search::{ATTACKER, Search};
use super::table::Effort;
use crate::HashMap;
use crate::gomoku::claim::Budget;
use crate::gomoku::keys::Key;
use crate::gomoku::shapes::Shape;
use crate::gomoku::shapes::optimized::{Index, cells_of};
use crate::gomoku::tree::{Builder, NodeId};
use crate::gomoku::vcf::LONGEST;
use tesuji_core::gomoku::Cell;

/// Trees of positions that are won, the attacker being to move.
#[derive(Default)]
pub(super) struct Trees {
    pub(super) builder: Builder,
    known: HashMap<Key, NodeId>,
}

/// Nodes for a win by fours that the search found within its small budget, with
/// what the solver of fours knew at the time.
const AGAIN: u64 = 100_000;

fn cell(index: Index) -> Cell {
    Cell::from_index(index)
}

impl Search<'_> {
    /// The tree of a position that is known to be won. As deep as the win is long.
    pub(super) fn extract(&mut self, trees: &mut Trees) -> Result<NodeId, Budget> {
        if let Some(&known) = trees.known.get(&self.key) {
            return Ok(known);
        }
        let root = self.extract_anew(trees)?;
        trees.known.insert(self.key, root);
        Ok(root)
    }

    fn extract_anew(&mut self, trees: &mut Trees) -> Result<NodeId, Budget> {
        if let Some(five) = self.board.completion(self.attacker) {
            return Ok(trees.builder.end(cell(five)));
        }
        let may_win = self.board.fives(self.defender()) == 0;
        if may_win && let Some(root) = self.fours(self.attacker, LONGEST, ATTACKER)? {
            return Ok(trees.builder.graft(self.vcf.builder(), root));
        }
        let key = self.key ^ self.salt;
        let mv = match self.won.find(key).or_else(|| self.table.best(key)) {
            Some(mv) => mv,
            None => {
                if may_win && let Some(root) = self.fours(self.attacker, LONGEST, AGAIN)? {
                    return Ok(trees.builder.graft(self.vcf.builder(), root));
                }
                let (effort, mv) = self.attack(WHOLE, true)?;
                debug_assert_eq!(effort, Effort::REACHED, "it is known to be won");
                mv
            }
        };
        self.put(mv, self.attacker);
        let node = self.answers(mv, trees);
        self.take(mv, self.attacker);
        node
    }

    /// The node of the attacker's move that has just been put.
    fn answers(&mut self, mv: Index, trees: &mut Trees) -> Result<NodeId, Budget> {
        let (cover, replies) = self.cover(AGAIN)?.expect("a move that wins is of the class");
        let mut exceptions = Vec::new();
        let default = self.default(cover, &replies, trees, &mut exceptions);
        for at in cells_of(&replies) {
            if self.is_forbidden(at, self.defender()) {
                continue;
            }
            self.put(at, self.defender());
            let next = self.extract(trees);
            self.take(at, self.defender());
            exceptions.push((cell(at), next?));
        }
        Ok(trees.builder.push(cell(mv), default, &exceptions))
    }

    /// What answers the replies that were not searched.
    fn default(
        &mut self,
        cover: Cover,
        replies: &Cells,
        trees: &mut Trees,
        exceptions: &mut Vec<(Cell, NodeId)>,
    ) -> Option<NodeId> {
        match cover {
            Cover::Nothing => None,
            Cover::Fours(root) => Some(trees.builder.graft(self.vcf.builder(), root)),
            Cover::Four(five) => {
                // What spoils this completion and leaves another.
                let (stops, count) = self.board.stops(five, self.attacker);
                for &at in &stops[..count] {
                    if has(replies, at) || exceptions.iter().any(|&(known, _)| known == cell(at)) {
                        continue;
                    }
                    self.put(at, self.defender());
                    let wins = self.board.is_vacant(five)
                        && self.board.makes(five, self.attacker, Shape::Five);
                    let other = self.board.completion(self.attacker).filter(|_| !wins);
                    self.take(at, self.defender());
                    if let Some(other) = other {
                        exceptions.push((cell(at), trees.builder.end(cell(other))));
                    }
                }
                Some(trees.builder.end(cell(five)))
            }
            Cover::Straight(straights) => {
                let trees_of: Vec<NodeId> =
                    straights.iter().map(|&(at, _)| self.straight(at, trees)).collect();
                // What spoils the first is answered by one that it leaves.
                let (_, spoiled) = &straights[0];
                for at in cells_of(spoiled).filter(|&at| !has(replies, at)) {
                    let other = straights.iter().position(|(_, spoils)| !has(spoils, at));
                    let other = other.expect("every reply that spoils them all is searched");
                    exceptions.push((cell(at), trees_of[other]));
                }
                Some(trees_of[0])
            }
        }
    }

    /// The node of a stone that makes two completions.
    fn straight(&mut self, at: Index, trees: &mut Trees) -> NodeId {
        self.board.put_for_fours(at, self.attacker);
        let mut fives = self.board.completions(self.attacker);
        let pair = fives.next().zip(fives.next());
        drop(fives);
        self.board.undo();
        let (first, second) = pair.expect("it makes two");
        let default = trees.builder.end(cell(first));
        let other = trees.builder.end(cell(second));
        trees.builder.push(cell(at), Some(default), &[(cell(first), other)])
    }
}
