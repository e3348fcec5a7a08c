//! Makes certificates from their ends to their roots.

use tesuji_core::gomoku::Cell;

use crate::certificate::{Certificate, Edge, Head, NodeId, Record, Reply, Rest, What};

/// Builds the tree of a [`Certificate`], children before their parents. It
/// believes everything; the judge does not.
///
/// A node may be used by any number of parents, where it stands for the same
/// position: the claimant's stones are the same, and the other side has those
/// that it had where the node was first come to, from the root and by the
/// order of edges, and at most one more.
///
/// ```
/// use tesuji_core::Player;
/// use tesuji_core::gomoku::{Variant, text};
/// use tesuji_proofs::{Builder, Head, Kind, read, write};
///
/// let root = text::parse("h8a1h9a3h10a5", Variant::default(), None)?;
/// let mut builder = Builder::new();
/// let five = builder.five();
/// let four = builder.four("h7".parse()?, five);
/// let head = Head::new(root, Player::Black, Kind::Win).expect("the game goes on");
/// let certificate = builder.finish(head, four);
/// let bytes = write(&certificate);
/// assert_eq!(read(&bytes), Ok(certificate));
/// # Ok::<(), tesuji_core::ParseError>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct Builder {
    records: Vec<Record>,
    edges: Vec<Edge>,
    replies: Vec<Reply>,
    pairs: Vec<[Cell; 2]>,
}

impl Builder {
    /// With nothing yet.
    #[must_use]
    pub fn new() -> Builder {
        Builder::default()
    }

    /// The number of nodes so far.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.records.len()
    }

    fn push(&mut self, what: What, mv: Option<Cell>, edges: u32, cells: (u32, u32)) -> NodeId {
        let edges = (self.edges.len() as u32 - edges, edges);
        self.records.push(Record { what, mv, edges, cells });
        NodeId(self.records.len() as u32 - 1)
    }

    /// [`Node::Five`](crate::Node::Five).
    pub fn five(&mut self) -> NodeId {
        self.push(What::Five, None, 0, (0, 0))
    }

    /// [`Node::End`](crate::Node::End).
    pub fn end(&mut self, mv: Cell) -> NodeId {
        self.push(What::End, Some(mv), 0, (0, 0))
    }

    /// [`Node::Four`](crate::Node::Four).
    pub fn four(&mut self, mv: Cell, next: impl Into<Edge>) -> NodeId {
        self.edges.push(next.into());
        self.push(What::Four, Some(mv), 1, (0, 0))
    }

    /// [`Node::Replies`](crate::Node::Replies): groups of replies with the
    /// edge that answers each.
    ///
    /// # Panics
    /// Where a group is empty, or the rest shares the tree of a first group
    /// that there is not.
    pub fn replies(&mut self, mv: Option<Cell>, groups: &[(&[Cell], Edge)], rest: Rest) -> NodeId {
        let first = self.replies.len() as u32;
        for (number, &(cells, edge)) in groups.iter().enumerate() {
            assert!(!cells.is_empty(), "a group of no replies");
            self.edges.push(edge);
            let edge = number as u32;
            let reply = |(at, &cell): (usize, &Cell)| Reply { cell, edge, is_first: at == 0 };
            self.replies.extend(cells.iter().enumerate().map(reply));
        }
        let mut edges = groups.len() as u32;
        let what = match rest {
            Rest::None => What::Named,
            Rest::Default(edge) => {
                self.edges.push(edge);
                edges += 1;
                What::WithDefault
            }
            Rest::First => {
                assert!(!groups.is_empty(), "there is no first group");
                What::WithFirst
            }
        };
        let cells = (first, self.replies.len() as u32 - first);
        self.push(what, mv, edges, cells)
    }

    /// [`Node::Dead`](crate::Node::Dead).
    pub fn dead(&mut self, mv: Option<Cell>) -> NodeId {
        self.push(What::Dead, mv, 0, (0, 0))
    }

    /// [`Node::Full`](crate::Node::Full).
    pub fn full(&mut self, mv: Option<Cell>) -> NodeId {
        self.push(What::Full, mv, 0, (0, 0))
    }

    /// [`Node::Pairs`](crate::Node::Pairs).
    pub fn pairs(&mut self, mv: Option<Cell>, pairs: &[[Cell; 2]]) -> NodeId {
        let cells = (self.pairs.len() as u32, pairs.len() as u32);
        self.pairs.extend(pairs);
        self.push(What::Pairs, mv, 0, cells)
    }

    /// The certificate with this root and the nodes that it needs, each behind
    /// its children in the order in which a walk from the root meets them.
    #[must_use]
    pub fn finish(self, head: Head, root: NodeId) -> Certificate {
        let Builder { records, edges, replies, pairs } = self;
        let all = Certificate { head, records, edges, replies, pairs };
        let mut numbers = vec![None; root.index() + 1];
        let mut kept = Builder::new();
        // A node and how many of its edges have been followed.
        let mut path = vec![(root, 0)];
        while let Some((id, followed)) = path.pop() {
            if let Some(edge) = all.edges(id).get(followed) {
                path.push((id, followed + 1));
                if numbers[edge.node.index()].is_none() {
                    path.push((edge.node, 0));
                }
            } else if numbers[id.index()].is_none() {
                numbers[id.index()] = Some(kept.copy(&all, id, &numbers));
            }
        }
        let Builder { records, edges, replies, pairs } = kept;
        Certificate { head: all.head, records, edges, replies, pairs }
    }

    /// A node of another arena, whose children have these numbers here.
    fn copy(&mut self, from: &Certificate, id: NodeId, numbers: &[Option<NodeId>]) -> NodeId {
        let record = from.record(id);
        let edges = from.edges(id);
        self.edges.extend(edges.iter().map(|edge| {
            let node = numbers[edge.node.index()].expect("children are copied first");
            Edge { node, ..*edge }
        }));
        let mut cells = record.cells;
        match record.what {
            What::Pairs => {
                let first = self.pairs.len() as u32;
                self.pairs.extend_from_slice(crate::certificate::part(&from.pairs, cells));
                cells.0 = first;
            }
            What::Named | What::WithDefault | What::WithFirst => {
                let first = self.replies.len() as u32;
                self.replies.extend_from_slice(crate::certificate::part(&from.replies, cells));
                cells.0 = first;
            }
            What::Five | What::End | What::Four | What::Dead | What::Full => {}
        }
        self.push(record.what, record.mv, edges.len() as u32, cells)
    }
}
