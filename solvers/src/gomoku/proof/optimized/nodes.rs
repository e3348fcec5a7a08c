//! What the search keeps of positions.
//!
//! Cells are those of the canonical image, so that a position's images are one
//! node.

use super::build::Built;
use super::zones::Zones;
use crate::HashMap;
use crate::gomoku::keys::Key;
use crate::gomoku::proof::tree::NodeId;
use crate::gomoku::shapes::optimized::Index;

/// A proof number that no search reaches: there is no win.
pub(super) const INFINITE: u32 = 1 << 30;

/// No node yet.
pub(super) const UNKNOWN: u32 = u32::MAX;

/// How much further a move is followed than others: one that is suggested or
/// advised, and one that is hinted at.
pub(super) const ADVISED: u32 = 8;
pub(super) const HINTED: u32 = 64;

/// A move or reply and what is known of the position after it.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) cell: Index,
    /// The node after it, or [`UNKNOWN`].
    pub(super) node: u32,
    /// An estimate until there is a node.
    pub(super) pn: u32,
    /// How much further than others it is followed; 1 for most.
    pub(super) favour: u32,
}

impl Child {
    /// What counts in the choice of a move. The number of the right one is
    /// mostly greater than those of moves of which less is known, so that a
    /// favoured one counts less than it has.
    pub(super) fn price(&self) -> u32 {
        if self.pn < INFINITE { self.pn / self.favour } else { self.pn }
    }
}

/// The attacker is to move.
pub(super) struct Or {
    pub(super) pn: u32,
    /// Nodes spent below, the solver of threats apart.
    pub(super) work: u64,
    /// Nodes that the solver of threats was given; the greatest number where
    /// it has shown that there is no win by threats.
    pub(super) threats: u64,
    /// With so much work the adviser is asked.
    pub(super) advice: u64,
    pub(super) moves: Vec<Child>,
    pub(super) is_expanded: bool,
    pub(super) proof: Option<u32>,
}

/// The defender is to move.
pub(super) struct And {
    pub(super) pn: u32,
    pub(super) work: u64,
    /// Nodes that were given to find out what wins if he passes; the greatest
    /// number where nothing does.
    pub(super) passed: u64,
    /// What wins if he passes.
    pub(super) default: Option<u32>,
    /// Replies that have no answer yet.
    pub(super) open: Vec<Child>,
    /// Those that have.
    pub(super) done: Vec<Done>,
}

impl And {
    /// A position where nothing is known to win.
    pub(super) fn holding() -> And {
        And { pn: INFINITE, work: 0, passed: 0, default: None, open: Vec::new(), done: Vec::new() }
    }
}

/// A reply that is answered.
#[derive(Clone, Copy)]
pub(super) struct Done {
    pub(super) cell: Index,
    pub(super) proof: u32,
    /// From the proof's own board to that of the node.
    pub(super) symmetry: usize,
}

/// A proof, its board as it was when it was built.
pub(super) struct Proof {
    pub(super) node: NodeId,
    /// From that board to the canonical one.
    pub(super) symmetry: usize,
    /// On the canonical one.
    pub(super) zones: Zones,
}

/// All nodes.
#[derive(Default)]
pub(super) struct Store {
    pub(super) ors: Vec<Or>,
    pub(super) ands: Vec<And>,
    pub(super) proofs: Vec<Proof>,
    pub(super) or_of: HashMap<Key, u32>,
    pub(super) and_of: HashMap<Key, u32>,
    /// Moves and replies that are kept.
    pub(super) children: usize,
}

impl Store {
    /// About how much they take.
    pub(super) fn bytes(&self) -> usize {
        self.ors.capacity() * size_of::<Or>()
            + self.ands.capacity() * size_of::<And>()
            + self.proofs.capacity() * size_of::<Proof>()
            + (self.or_of.capacity() + self.and_of.capacity()) * 2 * size_of::<Key>()
            + self.children * size_of::<Child>()
    }
}

/// Keeps what was built.
pub(super) fn proof_of(built: &Built, symmetry: usize, images: &[Index]) -> Proof {
    Proof { node: built.edge.node, symmetry, zones: built.zones.image(images) }
}
