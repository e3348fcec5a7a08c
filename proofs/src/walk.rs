//! Walking a certificate's tree, to show it.

use tesuji_core::Player;
use tesuji_core::gomoku::Cell;

use crate::certificate::{Certificate, Edge, Node, NodeId, Rest};
use crate::check::geometry::Geometry;
use crate::check::position::Position;

/// What a [walk](Certificate::walk) meets, in the order of the game. Cells are
/// those of the position of the claim.
pub trait Visit {
    /// The claimant's move; `None` where the other side is to move at the root.
    fn plays(&mut self, mv: Option<Cell>);

    /// A group of replies begins, the first of them the one that its tree
    /// stands after; `None` for all that are not named.
    fn replies(&mut self, replies: Option<&[Cell]>, only: bool);

    /// What answers the group has been walked.
    fn answered(&mut self, only: bool);

    /// The claimant has won, or cannot lose any more.
    fn ends(&mut self);

    /// Whether the walk is to go on below this group; else it is left out.
    fn goes_on(&mut self) -> bool {
        true
    }
}

impl Certificate {
    /// Walks the tree as a tree: what several edges lead to is met several
    /// times. The longest answer of each node comes first.
    ///
    /// The certificate must be one that was judged; what another one shows is
    /// not said. As deep as the game is long.
    pub fn walk(&self, visit: &mut dyn Visit) {
        let geometry = Geometry::new(self.head().variant());
        let mut lengths: Vec<u32> = Vec::with_capacity(self.nodes());
        for id in self.ids() {
            let children = self.edges(id);
            let below = children.iter().map(|edge| lengths[edge.node.index()]).max();
            lengths.push(below.unwrap_or(0).saturating_add(1));
        }
        let claimant = self.head().claimant();
        let mut walker = Walker {
            certificate: self,
            geometry: &geometry,
            position: Position::new(&geometry, self.head().root(), claimant),
            claimant,
            lengths,
        };
        walker.node(self.root(), 0, visit);
    }

    /// The longest line: moves in turn, of a win the claimant's first. Where
    /// the longest answer is to any reply, the line ends before it.
    #[must_use]
    pub fn line(&self) -> Vec<Cell> {
        let mut line = Line::default();
        self.walk(&mut line);
        line.cells
    }
}

/// Keeps the first way down.
#[derive(Default)]
struct Line {
    cells: Vec<Cell>,
    is_done: bool,
}

impl Visit for Line {
    fn plays(&mut self, mv: Option<Cell>) {
        if !self.is_done {
            self.cells.extend(mv);
        }
    }

    fn replies(&mut self, replies: Option<&[Cell]>, _: bool) {
        if !self.is_done {
            match replies.and_then(|cells| cells.first()) {
                Some(&first) => self.cells.push(first),
                None => self.is_done = true,
            }
        }
    }

    fn answered(&mut self, _: bool) {
        self.is_done = true;
    }

    fn ends(&mut self) {
        self.is_done = true;
    }

    fn goes_on(&mut self) -> bool {
        !self.is_done
    }
}

struct Walker<'a> {
    certificate: &'a Certificate,
    geometry: &'a Geometry,
    position: Position<'a>,
    claimant: Player,
    /// Nodes on the longest way down from each.
    lengths: Vec<u32>,
}

impl Walker<'_> {
    fn node(&mut self, id: NodeId, symmetry: u8, visit: &mut dyn Visit) {
        let image = |cell| self.geometry.images(symmetry)[usize::from(self.geometry.number(cell))];
        match self.certificate.node(id) {
            Node::Five => {
                visit.plays(self.position.completion().map(|five| self.geometry.cell(five)));
                visit.ends();
            }
            Node::End(mv) => {
                visit.plays(Some(self.geometry.cell(image(mv))));
                visit.ends();
            }
            Node::Dead { mv } | Node::Full { mv } | Node::Pairs { mv, .. } => {
                if mv.is_some() {
                    visit.plays(mv.map(|mv| self.geometry.cell(image(mv))));
                }
                visit.ends();
            }
            Node::Four { mv, next } => {
                let own = image(mv);
                visit.plays(Some(self.geometry.cell(own)));
                if !self.put(own, self.claimant) {
                    return;
                }
                if let Some(reply) = self.position.completion_of(own) {
                    self.group(&[self.geometry.cell(reply)], next, symmetry, true, visit);
                }
                self.position.take(own, self.claimant);
            }
            Node::Replies { mv, replies, edges, rest } => {
                let own = mv.map(image);
                visit.plays(own.map(|own| self.geometry.cell(own)));
                if own.is_some_and(|own| !self.put(own, self.claimant)) {
                    return;
                }
                let mut groups: Vec<(Vec<Cell>, Edge)> =
                    edges.iter().map(|&edge| (Vec::new(), edge)).collect();
                for reply in replies {
                    let cell = self.geometry.cell(image(reply.cell));
                    groups[reply.edge as usize].0.push(cell);
                }
                if let Rest::Default(edge) = rest {
                    groups.push((Vec::new(), edge));
                }
                let length = |edge: &Edge| self.lengths[edge.node.index()];
                // The sort is stable, so that of equal ones the first comes first.
                groups.sort_by_key(|(_, edge)| std::cmp::Reverse(length(edge)));
                let only = groups.len() == 1;
                for (cells, edge) in groups {
                    self.group(&cells, edge, symmetry, only, visit);
                }
                own.iter().for_each(|&own| self.position.take(own, self.claimant));
            }
        }
    }

    fn put(&mut self, cell: u16, player: Player) -> bool {
        let is_free = self.position.empty.contains(cell);
        if is_free {
            self.position.put(cell, player);
        }
        is_free
    }

    fn group(&mut self, cells: &[Cell], edge: Edge, outer: u8, only: bool, visit: &mut dyn Visit) {
        if !visit.goes_on() {
            return;
        }
        visit.replies(Some(cells).filter(|cells| !cells.is_empty()), only);
        let reply = cells.first().map(|&first| self.geometry.number(first));
        let enemy = self.claimant.other();
        if reply.is_none_or(|reply| self.put(reply, enemy)) {
            self.node(edge.node, self.geometry.compose(outer, edge.symmetry), visit);
            reply.iter().for_each(|&reply| self.position.take(reply, enemy));
        }
        visit.answered(only);
    }
}
