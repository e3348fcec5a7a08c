//! What a certificate is: a claim about a position and the tree for it.
//!
//! A node is a position with the claimant to move, and says what he plays and
//! what follows each reply. The nodes are a graph without cycles: children
//! stand before their parents, and several edges may lead to one node, each
//! under a symmetry of the board. What the node's cells mean in the position
//! that an edge comes from is told by the edge: its symmetry takes the node's
//! board to that of the parent.

use std::error::Error;
use std::fmt::{self, Display};

use tesuji_core::gomoku::naive::Board;
use tesuji_core::gomoku::{Cell, Symmetry, Variant};
use tesuji_core::{Game, Player};

/// What is claimed of the claimant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// To move, he wins.
    Win,
    /// Whoever is to move, he does not lose: the other side has no win.
    Hold,
}

/// A claim: about which position, for whom, and what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    root: Board,
    claimant: Player,
    kind: Kind,
}

/// Why nothing can be claimed of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HeadError {
    /// The game is over: this side has won.
    Won(Player),
    /// A win is claimed for the side that is not to move.
    NotToMove(Player),
}

impl Display for HeadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HeadError::Won(player) => write!(f, "{player} has won already"),
            HeadError::NotToMove(player) => {
                write!(f, "a win is claimed for {player}, who is not to move")
            }
        }
    }
}

impl Error for HeadError {}

impl Head {
    /// The claim that this player wins this position or holds it.
    ///
    /// # Errors
    /// Where somebody has won already, or a win is claimed for the side that
    /// is not to move.
    pub fn new(root: Board, claimant: Player, kind: Kind) -> Result<Head, HeadError> {
        if let Some(player) = root.winner() {
            return Err(HeadError::Won(player));
        }
        if kind == Kind::Win && root.to_move() != claimant {
            return Err(HeadError::NotToMove(claimant));
        }
        Ok(Head { root, claimant, kind })
    }

    /// The position that the claim is about.
    #[must_use]
    pub fn root(&self) -> &Board {
        &self.root
    }

    /// The side that is claimed to win or to hold.
    #[must_use]
    pub fn claimant(&self) -> Player {
        self.claimant
    }

    /// What is claimed.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// What is played.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.root.variant()
    }
}

/// A node of a [`Certificate`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// Its place among all nodes, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node and how it lies on the board of the parent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// Where it leads.
    pub node: NodeId,
    /// What takes the node's cells to the parent's.
    pub symmetry: Symmetry,
}

impl From<NodeId> for Edge {
    /// The node as it lies.
    fn from(node: NodeId) -> Edge {
        Edge { node, symmetry: Symmetry::Identity }
    }
}

/// A reply that is answered in its own way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reply {
    /// Where the other side plays.
    pub cell: Cell,
    /// Of the node's edges, the one that answers.
    pub edge: u32,
    /// Whether the edge's node is the position after this very reply. Other
    /// replies may share its tree; see [`Node::Replies`].
    pub is_first: bool,
}

/// What answers the replies that a node does not name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rest {
    /// Nothing: all replies are named.
    None,
    /// A node that stands without the reply, as if the other side had passed.
    Default(Edge),
    /// The node of the first group of replies: they share its tree.
    First,
}

/// What the claimant, who is to move, does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node<'a> {
    /// Completes a row: on the least cell that does, where several do. Cells
    /// count row by row from the bottom.
    Five,
    /// Completes a row with this move.
    End(Cell),
    /// Makes a four. The least cell where the claimant's next stone completes
    /// a window of k cells with the move in it, and wins, is f: `next` stands
    /// after the reply f, and all others lose to f.
    Four {
        /// The move.
        mv: Cell,
        /// After the reply f.
        next: Edge,
    },
    /// A move, and what answers each reply.
    ///
    /// Replies come in groups, an edge each. The edge's node stands after the
    /// first reply of the group; the others share its tree, which is played as
    /// if the first reply's stone stood there as well.
    Replies {
        /// The move; none only at the root where the other side is to move.
        mv: Option<Cell>,
        /// All named replies, group by group.
        replies: &'a [Reply],
        /// An edge for each group.
        edges: &'a [Edge],
        /// What answers all others.
        rest: Rest,
    },
    /// Moves, if he does, and has nothing to fear: in every window of k cells
    /// one of which is empty stands a stone of his. Of a hold only.
    Dead {
        /// The move.
        mv: Option<Cell>,
    },
    /// Moves, if he does, and the board is full. Of a hold only.
    Full {
        /// The move.
        mv: Option<Cell>,
    },
    /// Moves, if he does, and answers a stone on one cell of a pair on the
    /// other: every window of k cells one of which is empty has a stone of his
    /// or both cells of a pair. Of a hold only.
    Pairs {
        /// The move.
        mv: Option<Cell>,
        /// Empty cells, no cell twice.
        pairs: &'a [[Cell; 2]],
    },
}

/// The nodes as they are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Record {
    pub(crate) what: What,
    pub(crate) mv: Option<Cell>,
    /// Of the edges: those of the groups, and then the default's.
    pub(crate) edges: (u32, u32),
    /// Of the replies, or of the pairs.
    pub(crate) cells: (u32, u32),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum What {
    Five,
    End,
    Four,
    Named,
    WithDefault,
    WithFirst,
    Dead,
    Full,
    Pairs,
}

/// A claim and its tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    pub(crate) head: Head,
    /// The root is the last.
    pub(crate) records: Vec<Record>,
    pub(crate) edges: Vec<Edge>,
    pub(crate) replies: Vec<Reply>,
    pub(crate) pairs: Vec<[Cell; 2]>,
}

pub(crate) fn part<T>(all: &[T], (first, count): (u32, u32)) -> &[T] {
    &all[first as usize..][..count as usize]
}

impl Certificate {
    /// What it claims.
    #[must_use]
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// The same tree with another claim. It is no better for it: the judge
    /// decides.
    #[must_use]
    pub fn with_head(self, head: Head) -> Certificate {
        Certificate { head, ..self }
    }

    /// The node that stands for the position that the claim is about.
    #[must_use]
    pub fn root(&self) -> NodeId {
        NodeId(self.records.len() as u32 - 1)
    }

    /// The number of nodes; none has 0.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.records.len()
    }

    /// All nodes, children before their parents.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> {
        (0..self.records.len() as u32).map(NodeId)
    }

    /// What the claimant does there.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Node<'_> {
        let record = self.record(id);
        let Record { mv, cells, .. } = *record;
        let edges = part(&self.edges, record.edges);
        let named =
            |edges, rest| Node::Replies { mv, replies: part(&self.replies, cells), edges, rest };
        match (record.what, mv, edges) {
            (What::End, Some(mv), _) => Node::End(mv),
            (What::Four, Some(mv), &[next]) => Node::Four { mv, next },
            (What::Five | What::End | What::Four, ..) => Node::Five,
            (What::WithDefault, _, [groups @ .., default]) => {
                named(groups, Rest::Default(*default))
            }
            (What::WithFirst, ..) => named(edges, Rest::First),
            (What::Named | What::WithDefault, ..) => named(edges, Rest::None),
            (What::Dead, ..) => Node::Dead { mv },
            (What::Full, ..) => Node::Full { mv },
            (What::Pairs, ..) => Node::Pairs { mv, pairs: part(&self.pairs, cells) },
        }
    }

    pub(crate) fn record(&self, id: NodeId) -> &Record {
        &self.records[id.index()]
    }

    /// All edges of a node, the default's last.
    pub(crate) fn edges(&self, id: NodeId) -> &[Edge] {
        part(&self.edges, self.record(id).edges)
    }

    /// The claimant's moves in the longest line, the last one counted; those
    /// that a hold makes without its tree are not.
    ///
    /// Costs a walk over the nodes.
    #[must_use]
    pub fn moves(&self) -> u32 {
        let mut longest: Vec<u32> = Vec::with_capacity(self.records.len());
        for id in 0..self.records.len() {
            let children = self.edges(NodeId(id as u32));
            let below = children.iter().map(|edge| longest[edge.node.index()]).max().unwrap_or(0);
            let record = &self.records[id];
            // A four that is not answered is completed.
            let least = u32::from(record.what == What::Four);
            let own = u32::from(record.what == What::Five || record.mv.is_some());
            longest.push(below.max(least).saturating_add(own));
        }
        longest.last().copied().unwrap_or(0)
    }
}
