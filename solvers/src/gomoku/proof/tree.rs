//! Trees of proofs: what the attacker plays, and what follows every reply.
//!
//! A node is a position with the attacker to move. Other than a
//! [tree of threats](crate::gomoku::tree) it says in which position each of its
//! nodes stands, so that an edge may turn the board and several replies may
//! share what answers one of them:
//!
//! ```text
//!   m ── r, and with it s and t ──► the position after r, as if r were there
//!    └── any other ──► the position without a reply, or that after the first r
//! ```
//!
//! Nodes stand in one array, children before parents.

use tesuji_core::gomoku::{Cell, Symmetry};

/// A node of a [`Tree`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// Its place among all nodes, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node and what takes its cells to the board of the node before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// Where it leads.
    pub node: NodeId,
    /// The node's board as the parent sees it.
    pub symmetry: Symmetry,
}

impl From<NodeId> for Edge {
    fn from(node: NodeId) -> Edge {
        Edge { node, symmetry: Symmetry::Identity }
    }
}

/// A reply with an answer of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reply {
    /// Where the defender plays.
    pub cell: Cell,
    /// Of the node's edges, the one that answers.
    pub edge: u32,
    /// Whether the edge leads to the position after this very reply.
    pub is_first: bool,
}

/// What answers the replies that a node does not name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rest {
    /// Nothing: all that can be played are named.
    None,
    /// The position without a reply.
    Default(Edge),
    /// The position after the first reply of the first group.
    First,
}

/// What the attacker does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node<'a> {
    /// Completes a row on this cell.
    Five {
        /// The move.
        mv: Cell,
        /// No other cell does.
        is_only: bool,
    },
    /// Makes a four that is completed at `reply`: there the defender plays, or
    /// he has lost. Where two cells complete it, `next` completes the other.
    Four {
        /// The move.
        mv: Cell,
        /// The one reply that is answered.
        reply: Cell,
        /// After it.
        next: Edge,
    },
    /// Plays a move.
    Replies {
        /// The move.
        mv: Cell,
        /// The named replies, group by group.
        replies: &'a [Reply],
        /// An edge for each group.
        edges: &'a [Edge],
        /// What answers all others.
        rest: Rest,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum What {
    Five { is_only: bool },
    Four(Cell),
    Named,
    WithDefault,
    WithFirst,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Record {
    what: What,
    mv: Cell,
    length: u16,
    edges: (u32, u32),
    replies: (u32, u32),
}

/// Nodes, children before parents; a [`Tree`] is one that its root needs.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Arena {
    records: Vec<Record>,
    edges: Vec<Edge>,
    replies: Vec<Reply>,
}

fn part<T>(all: &[T], (first, count): (u32, u32)) -> &[T] {
    &all[first as usize..][..count as usize]
}

impl Arena {
    pub(super) fn bytes(&self) -> usize {
        self.records.len() * size_of::<Record>()
            + self.edges.len() * size_of::<Edge>()
            + self.replies.len() * size_of::<Reply>()
    }

    fn push(&mut self, what: What, mv: Cell, edges: u32, replies: u32) -> NodeId {
        let edges = (self.edges.len() as u32 - edges, edges);
        let replies = (self.replies.len() as u32 - replies, replies);
        let below = part(&self.edges, edges).iter().map(|edge| self.length(edge.node)).max();
        let length = below.unwrap_or(0).saturating_add(1);
        self.records.push(Record { what, mv, length, edges, replies });
        NodeId(self.records.len() as u32 - 1)
    }

    pub(super) fn five(&mut self, cell: Cell, is_only: bool) -> NodeId {
        self.push(What::Five { is_only }, cell, 0, 0)
    }

    pub(super) fn four(&mut self, mv: Cell, reply: Cell, next: Edge) -> NodeId {
        self.edges.push(next);
        self.push(What::Four(reply), mv, 1, 0)
    }

    pub(super) fn replies(&mut self, mv: Cell, groups: &[(Vec<Cell>, Edge)], rest: Rest) -> NodeId {
        let before = self.replies.len();
        for (number, (cells, edge)) in groups.iter().enumerate() {
            self.edges.push(*edge);
            let edge = number as u32;
            let reply = |(at, &cell): (usize, &Cell)| Reply { cell, edge, is_first: at == 0 };
            self.replies.extend(cells.iter().enumerate().map(reply));
        }
        let mut edges = groups.len() as u32;
        let what = match rest {
            Rest::None => What::Named,
            Rest::First => What::WithFirst,
            Rest::Default(edge) => {
                self.edges.push(edge);
                edges += 1;
                What::WithDefault
            }
        };
        self.push(what, mv, edges, (self.replies.len() - before) as u32)
    }

    pub(super) fn length(&self, id: NodeId) -> u16 {
        self.records[id.index()].length
    }

    pub(super) fn mv(&self, id: NodeId) -> Cell {
        self.records[id.index()].mv
    }

    pub(super) fn node(&self, id: NodeId) -> Node<'_> {
        let record = &self.records[id.index()];
        let mv = record.mv;
        let edges = part(&self.edges, record.edges);
        let named = |edges, rest| Node::Replies {
            mv,
            replies: part(&self.replies, record.replies),
            edges,
            rest,
        };
        match (record.what, edges) {
            (What::Four(reply), &[next]) => Node::Four { mv, reply, next },
            (What::WithDefault, [groups @ .., default]) => named(groups, Rest::Default(*default)),
            (What::WithFirst, _) => named(edges, Rest::First),
            (What::Named | What::WithDefault, _) => named(edges, Rest::None),
            (What::Five { is_only }, _) => Node::Five { mv, is_only },
            (What::Four(_), _) => Node::Five { mv, is_only: false },
        }
    }

    /// What the tree does against a reply, on its own board.
    pub(super) fn after(&self, id: NodeId, reply: Cell) -> Option<Edge> {
        match self.node(id) {
            Node::Five { .. } => None,
            Node::Four { reply: stop, next, .. } => (stop == reply).then_some(next),
            Node::Replies { replies, edges, rest, .. } => {
                match (replies.iter().find(|named| named.cell == reply), rest) {
                    (Some(named), _) => Some(edges[named.edge as usize]),
                    (None, Rest::Default(edge)) => Some(edge),
                    (None, Rest::First) => Some(edges[0]),
                    (None, Rest::None) => None,
                }
            }
        }
    }

    /// The nodes that this one needs.
    pub(super) fn tree(&self, root: NodeId) -> Tree {
        let mut needed = vec![false; root.index() + 1];
        needed[root.index()] = true;
        // Parents come behind their children.
        for at in (0..needed.len()).rev() {
            if needed[at] {
                let edges = part(&self.edges, self.records[at].edges);
                edges.iter().for_each(|edge| needed[edge.node.index()] = true);
            }
        }
        let mut kept = Arena::default();
        let mut moved = vec![NodeId(0); needed.len()];
        for at in (0..needed.len()).filter(|&at| needed[at]) {
            let record = &self.records[at];
            let edges = part(&self.edges, record.edges).iter();
            kept.edges.extend(edges.map(|edge| Edge { node: moved[edge.node.index()], ..*edge }));
            kept.replies.extend_from_slice(part(&self.replies, record.replies));
            moved[at] = kept.push(record.what, record.mv, record.edges.1, record.replies.1);
        }
        Tree(kept)
    }
}

/// A proved win: a move of the attacker and an answer to each reply, to the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree(Arena);

impl Tree {
    /// The position that is won.
    #[must_use]
    pub fn root(&self) -> NodeId {
        NodeId(self.0.records.len() as u32 - 1)
    }

    /// What the attacker does there.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Node<'_> {
        self.0.node(id)
    }

    /// The attacker's move there, as the node's own board has it.
    #[must_use]
    pub fn mv(&self, id: NodeId) -> Cell {
        self.0.mv(id)
    }

    /// The attacker's moves from there on against the longest defence, this
    /// one and the last counted.
    #[must_use]
    pub fn length(&self, id: NodeId) -> u16 {
        self.0.length(id)
    }

    /// The number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.records.len()
    }

    /// No tree is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// All nodes, children before parents.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> {
        (0..self.0.records.len() as u32).map(NodeId)
    }
}
