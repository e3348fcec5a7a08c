//! Trees of holds: what the defender answers so that the attacker never wins.
//!
//! A node is a position in which the attacker is to move. Either nothing more
//! has to be looked at, because every row is closed to the attacker or pairs of
//! cells close what is left, or each of his moves has an answer: an *exception*
//! where one is named for the move, else the *default*. An answer is a move of
//! the defender's that completes a row of his own or leads to another node.
//!
//! ```text
//!   node ── any move but x ──► answer d ──► node: pairs a1 a2, c1 c2
//!     └── x ──► answer e ──► node: no row is open
//! ```
//!
//! The default also answers moves that its subtree was not made for: it uses
//! no cell that such a move takes. Further down, a move that the subtree takes
//! as played, or that it does not know, is once more one for the default.
//!
//! Nodes stand in one array, children before parents, and several answers may
//! lead to one node, seen from different sides of the board.

use tesuji_core::gomoku::{Cell, Symmetry};

/// A node of a [`Hold`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

/// What the defender plays, and what comes of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Answer {
    /// The attacker's move that this was made for: it answers other moves as
    /// if this one had been played. `None` where it does as if none had.
    pub to: Option<Cell>,
    /// The move.
    pub mv: Cell,
    /// The position after it; `None` where it is made to complete a row of the
    /// defender's. It may do so elsewhere too, and the game is over.
    pub then: Option<Edge>,
}

/// The way to a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Edge {
    /// The node.
    pub to: NodeId,
    /// What takes the cells of the node, and of all below it, to the board
    /// that the edge comes from.
    pub by: Symmetry,
}

/// What holds a position in which the attacker is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stand<'a> {
    /// Every row that wins has a stone of the defender's.
    Closed,
    /// Disjoint pairs of empty cells: every row without a stone of the
    /// defender's contains one. Where the attacker takes a cell of a pair the
    /// defender takes the other.
    Pairs(&'a [(Cell, Cell)]),
    /// An answer to every move.
    Answers {
        /// To any move that is not named.
        default: Answer,
        /// To these, ascending.
        exceptions: &'a [(Cell, Answer)],
    },
}

impl Stand<'_> {
    /// The answer to this move; `None` where nothing has to be answered in
    /// this way.
    #[must_use]
    pub fn answer(&self, mv: Cell) -> Option<Answer> {
        match self {
            Stand::Closed | Stand::Pairs(_) => None,
            Stand::Answers { default, exceptions } => {
                let at = exceptions.binary_search_by_key(&mv, |&(cell, _)| cell);
                Some(at.map_or(*default, |at| exceptions[at].1))
            }
        }
    }
}

/// How a hold begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// The attacker is to move, or nothing has to be played because every row
    /// is closed.
    Node(Edge),
    /// The defender is to move, and plays this.
    Answer(Answer),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Node {
    Closed,
    Pairs { first: u32, count: u32 },
    Answers { default: Answer, first: u32, count: u32 },
}

/// A hold: an answer to every move of the attacker's, to the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hold {
    nodes: Vec<Node>,
    pairs: Vec<(Cell, Cell)>,
    exceptions: Vec<(Cell, Answer)>,
    start: Start,
}

impl Hold {
    /// Where it begins.
    #[must_use]
    pub fn start(&self) -> Start {
        self.start
    }

    /// What holds the position of this node.
    #[must_use]
    pub fn stand(&self, id: NodeId) -> Stand<'_> {
        match self.nodes[id.0 as usize] {
            Node::Closed => Stand::Closed,
            Node::Pairs { first, count } => {
                Stand::Pairs(&self.pairs[first as usize..][..count as usize])
            }
            Node::Answers { default, first, count } => Stand::Answers {
                default,
                exceptions: &self.exceptions[first as usize..][..count as usize],
            },
        }
    }

    /// The number of nodes; 0 where the first move completes a row of the
    /// defender's.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the first move completes a row of the defender's.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}

/// Builds holds from their ends to their starts.
#[derive(Clone, Default, Debug)]
pub struct Builder {
    nodes: Vec<Node>,
    pairs: Vec<(Cell, Cell)>,
    exceptions: Vec<(Cell, Answer)>,
}

impl Builder {
    /// With nothing yet.
    #[must_use]
    pub fn new() -> Builder {
        Builder::default()
    }

    fn push(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// No row is open.
    pub fn closed(&mut self) -> NodeId {
        self.push(Node::Closed)
    }

    /// These pairs hold.
    pub fn pairs(&mut self, pairs: &[(Cell, Cell)]) -> NodeId {
        let first = self.pairs.len() as u32;
        self.pairs.extend_from_slice(pairs);
        self.push(Node::Pairs { first, count: pairs.len() as u32 })
    }

    /// An answer to every move.
    pub fn answers(&mut self, default: Answer, exceptions: &[(Cell, Answer)]) -> NodeId {
        let first = self.exceptions.len();
        self.exceptions.extend_from_slice(exceptions);
        self.exceptions[first..].sort_unstable();
        let count = exceptions.len() as u32;
        self.push(Node::Answers { default, first: first as u32, count })
    }

    /// The hold that begins here, without the nodes that it does not need.
    #[must_use]
    pub fn hold(&self, start: Start) -> Hold {
        let mut hold = Hold { nodes: Vec::new(), pairs: Vec::new(), exceptions: Vec::new(), start };
        let edge = match start {
            Start::Node(edge) => Some(edge),
            Start::Answer(answer) => answer.then,
        };
        let Some(Edge { to: root, by }) = edge else { return hold };
        let count = root.0 as usize + 1;
        let mut needed = vec![false; count];
        needed[root.0 as usize] = true;
        // Parents come behind their children.
        for at in (0..count).rev() {
            if let (true, Node::Answers { default, first, count }) = (needed[at], self.nodes[at]) {
                let exceptions = &self.exceptions[first as usize..][..count as usize];
                let answers = exceptions.iter().map(|&(_, answer)| answer);
                for edge in answers.chain([default]).filter_map(|answer| answer.then) {
                    needed[edge.to.0 as usize] = true;
                }
            }
        }
        let mut moved = vec![NodeId(0); count];
        for at in (0..count).filter(|&at| needed[at]) {
            let of = |answer: Answer| Answer {
                then: answer.then.map(|edge| Edge { to: moved[edge.to.0 as usize], ..edge }),
                ..answer
            };
            let node = match self.nodes[at] {
                Node::Closed => Node::Closed,
                Node::Pairs { first, count } => {
                    let pairs = &self.pairs[first as usize..][..count as usize];
                    let first = hold.pairs.len() as u32;
                    hold.pairs.extend_from_slice(pairs);
                    Node::Pairs { first, count }
                }
                Node::Answers { default, first, count } => {
                    let exceptions = &self.exceptions[first as usize..][..count as usize];
                    let first = hold.exceptions.len() as u32;
                    hold.exceptions.extend(exceptions.iter().map(|&(mv, to)| (mv, of(to))));
                    Node::Answers { default: of(default), first, count }
                }
            };
            hold.nodes.push(node);
            moved[at] = NodeId(hold.nodes.len() as u32 - 1);
        }
        let edge = Edge { to: moved[root.0 as usize], by };
        hold.start = match start {
            Start::Node(_) => Start::Node(edge),
            Start::Answer(answer) => Start::Answer(Answer { then: Some(edge), ..answer }),
        };
        hold
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(text: &str) -> Cell {
        text.parse().expect("a cell")
    }

    #[test]
    fn a_hold_keeps_what_its_start_needs() {
        let mut builder = Builder::new();
        builder.closed();
        builder.pairs(&[(cell("h1"), cell("h2"))]);
        let closed = builder.closed();
        let pairs = [(cell("a1"), cell("a2")), (cell("b1"), cell("b2"))];
        let paired = builder.pairs(&pairs);
        let by = Symmetry::FlipRows;
        let to = |mv, then: Option<NodeId>| {
            let then = then.map(|to| Edge { to, by });
            Answer { to: None, mv: cell(mv), then }
        };
        builder.answers(to("g1", None), &[]);
        let exceptions = [(cell("c9"), to("c8", None)), (cell("c4"), to("c5", Some(paired)))];
        let node = builder.answers(to("e5", Some(closed)), &exceptions);
        let hold = builder.hold(Start::Answer(to("d4", Some(node))));
        assert_eq!(hold.len(), 3);
        let Start::Answer(Answer { then: Some(root), mv, .. }) = hold.start() else { panic!() };
        assert_eq!((mv, root.by), (cell("d4"), by));
        let answer = |mv| hold.stand(root.to).answer(cell(mv)).expect("every move has its answer");
        let stand = |mv| hold.stand(answer(mv).then.expect("a node").to);
        assert_eq!(answer("c9"), to("c8", None));
        assert_eq!(stand("c4"), Stand::Pairs(&pairs));
        assert_eq!(answer("a9").mv, cell("e5"));
        assert_eq!(stand("a9"), Stand::Closed);
        assert!(builder.hold(Start::Answer(to("d4", None))).is_empty());
    }
}
