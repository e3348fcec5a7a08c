//! Trees of wins: what the attacker plays, and what follows every reply.
//!
//! A node is a move of the attacker. After it either the game is won, or each
//! reply leads to another node: an *exception* where one is named for the
//! reply, else the *default*. So a four with one completion at x is one node:
//! its default completes at x, and its only exception is the reply at x.
//!
//! ```text
//!   four at m ── any reply but x ──► five at x
//!            └── x ──► the next four ── …
//! ```
//!
//! Nodes stand in one array, children before parents: no tree has a cycle, and
//! all walks end. Two replies may lead to one node.

use tesuji_core::gomoku::Cell;

/// A node of a [`Tree`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Node {
    mv: Cell,
    default: Option<NodeId>,
    /// Of the exceptions, among all.
    first: u32,
    count: u32,
    length: u16,
}

/// A win: a move of the attacker and an answer to each reply, to the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    /// The root is the last.
    nodes: Vec<Node>,
    exceptions: Vec<(Cell, NodeId)>,
}

impl Tree {
    /// The attacker's first move.
    #[must_use]
    pub fn root(&self) -> NodeId {
        NodeId(self.nodes.len() as u32 - 1)
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// The attacker's move at this node.
    #[must_use]
    pub fn mv(&self, id: NodeId) -> Cell {
        self.node(id).mv
    }

    /// The replies that are answered in their own way, ascending.
    #[must_use]
    pub fn exceptions(&self, id: NodeId) -> &[(Cell, NodeId)] {
        let node = self.node(id);
        &self.exceptions[node.first as usize..][..node.count as usize]
    }

    /// What answers every other reply; `None` where there is no other reply,
    /// or none at all because the move has won.
    #[must_use]
    pub fn default(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).default
    }

    /// Whether the move at this node wins at once.
    #[must_use]
    pub fn is_end(&self, id: NodeId) -> bool {
        self.default(id).is_none() && self.exceptions(id).is_empty()
    }

    /// What answers this reply; `None` where nothing does.
    #[must_use]
    pub fn after(&self, id: NodeId, reply: Cell) -> Option<NodeId> {
        let exceptions = self.exceptions(id);
        match exceptions.binary_search_by_key(&reply, |&(cell, _)| cell) {
            Ok(at) => Some(exceptions[at].1),
            Err(_) => self.default(id),
        }
    }

    /// The attacker's moves from this node on against the longest defence,
    /// this one and the last counted.
    #[must_use]
    pub fn length(&self, id: NodeId) -> u16 {
        self.node(id).length
    }

    /// The attacker's moves of the whole win; see [`Tree::length`].
    #[must_use]
    pub fn moves(&self) -> u16 {
        self.length(self.root())
    }

    /// The number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// No tree is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The longest defence: moves of both in turn, the attacker's first. Of
    /// equally long ones the least reply is taken. Where the only answer is
    /// the default no reply matters, and the line ends before it.
    #[must_use]
    pub fn line(&self) -> Vec<Cell> {
        let mut id = self.root();
        let mut line = vec![self.mv(id)];
        while let Some((reply, next)) = self.hardest(id) {
            line.extend([reply, self.mv(next)]);
            id = next;
        }
        line
    }

    /// The exception that lasts longest, the least of such replies.
    #[must_use]
    pub fn hardest(&self, id: NodeId) -> Option<(Cell, NodeId)> {
        let exceptions = self.exceptions(id).iter().copied();
        exceptions.rev().max_by_key(|&(_, next)| self.length(next))
    }
}

/// Builds trees from their ends to their roots, and forgets what has failed.
#[derive(Clone, Default, Debug)]
pub struct Builder {
    nodes: Vec<Node>,
    exceptions: Vec<(Cell, NodeId)>,
}

/// How far a [`Builder`] had come.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    nodes: usize,
    exceptions: usize,
}

impl Builder {
    /// With room for nothing yet.
    #[must_use]
    pub fn new() -> Builder {
        Builder { nodes: Vec::new(), exceptions: Vec::new() }
    }

    /// Forgets everything and keeps the memory.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.exceptions.clear();
    }

    /// Where it stands now.
    #[must_use]
    pub fn mark(&self) -> Mark {
        Mark { nodes: self.nodes.len(), exceptions: self.exceptions.len() }
    }

    /// Forgets all nodes since the mark, which no older node refers to.
    pub fn rewind(&mut self, mark: Mark) {
        self.nodes.truncate(mark.nodes);
        self.exceptions.truncate(mark.exceptions);
    }

    /// A move that wins at once.
    pub fn end(&mut self, mv: Cell) -> NodeId {
        self.push(mv, None, &[])
    }

    /// A move and what answers the replies to it.
    pub fn push(
        &mut self,
        mv: Cell,
        default: Option<NodeId>,
        exceptions: &[(Cell, NodeId)],
    ) -> NodeId {
        let first = self.exceptions.len();
        self.exceptions.extend_from_slice(exceptions);
        self.exceptions[first..].sort_unstable();
        let children = exceptions.iter().map(|&(_, id)| id).chain(default);
        let longest = children.map(|id| self.length(id)).max().unwrap_or(0);
        self.nodes.push(Node {
            mv,
            default,
            first: first as u32,
            count: exceptions.len() as u32,
            length: longest + 1,
        });
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// As [`Tree::mv`].
    #[must_use]
    pub fn mv(&self, id: NodeId) -> Cell {
        self.nodes[id.0 as usize].mv
    }

    /// As [`Tree::length`].
    #[must_use]
    pub fn length(&self, id: NodeId) -> u16 {
        self.nodes[id.0 as usize].length
    }

    /// As [`Tree::default`].
    #[must_use]
    pub fn default(&self, id: NodeId) -> Option<NodeId> {
        self.nodes[id.0 as usize].default
    }

    /// As [`Tree::exceptions`].
    #[must_use]
    pub fn exceptions(&self, id: NodeId) -> &[(Cell, NodeId)] {
        let node = &self.nodes[id.0 as usize];
        &self.exceptions[node.first as usize..][..node.count as usize]
    }

    /// Copies what another builder has below this node.
    ///
    /// Costs a walk over all of its nodes up to this one.
    pub fn graft(&mut self, from: &Builder, root: NodeId) -> NodeId {
        let nodes = &from.nodes[..=root.0 as usize];
        let below = |node: &Node| {
            let range = node.first as usize..(node.first + node.count) as usize;
            from.exceptions[range].iter().copied()
        };
        let mut needed = vec![false; nodes.len()];
        needed[root.0 as usize] = true;
        // Parents come behind their children.
        for (at, node) in nodes.iter().enumerate().rev() {
            if needed[at] {
                let children = below(node).map(|(_, id)| id).chain(node.default);
                children.for_each(|child| needed[child.0 as usize] = true);
            }
        }
        let mut moved = vec![NodeId(0); nodes.len()];
        for (at, node) in nodes.iter().enumerate().filter(|&(at, _)| needed[at]) {
            let first = self.exceptions.len() as u32;
            let of = |id: NodeId| moved[id.0 as usize];
            self.exceptions.extend(below(node).map(|(cell, id)| (cell, of(id))));
            self.nodes.push(Node { default: node.default.map(of), first, ..*node });
            moved[at] = NodeId(self.nodes.len() as u32 - 1);
        }
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// The tree below this node, without the nodes that it does not need.
    #[must_use]
    pub fn tree(&self, root: NodeId) -> Tree {
        let mut needed = Builder::new();
        needed.graft(self, root);
        Tree { nodes: needed.nodes, exceptions: needed.exceptions }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(text: &str) -> Cell {
        text.parse().expect("a cell")
    }

    #[test]
    fn a_tree_keeps_what_its_root_needs() {
        let mut builder = Builder::new();
        let forgotten = builder.end(cell("a9"));
        let five = builder.end(cell("a5"));
        let six = builder.end(cell("a6"));
        let mark = builder.mark();
        builder.push(cell("b1"), Some(forgotten), &[]);
        builder.rewind(mark);
        let four = builder.push(cell("a1"), Some(five), &[(cell("a5"), six)]);
        let exceptions = [(cell("c9"), five), (cell("c8"), four), (cell("c7"), four)];
        let root = builder.push(cell("c5"), Some(six), &exceptions);
        let tree = builder.tree(root);
        assert_eq!((tree.len(), tree.moves()), (4, 3));
        let line: Vec<String> = tree.line().iter().map(Cell::to_string).collect();
        assert_eq!(line, ["c5", "c7", "a1", "a5", "a6"]);
        let after = |reply| tree.after(tree.root(), cell(reply)).map(|id| tree.mv(id));
        assert_eq!(after("c9"), Some(cell("a5")));
        assert_eq!(after("d4"), Some(cell("a6")));
        assert!(tree.is_end(tree.after(tree.root(), cell("c9")).unwrap()));
        assert!(!tree.is_end(tree.root()));
    }
}
