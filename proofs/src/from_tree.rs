//! A solver's win as a certificate.

use std::error::Error;
use std::fmt::{self, Display};

use tesuji_core::gomoku::Cell;
use tesuji_core::gomoku::naive::Board;
use tesuji_core::{Game, Player};
use tesuji_solvers::HashMap;
use tesuji_solvers::gomoku::tree::{NodeId as TreeId, Tree};

use crate::builder::Builder;
use crate::certificate::{Certificate, Edge, Head, HeadError, Kind, NodeId, Rest};
use crate::check::geometry::Geometry;
use crate::check::position::Position;
use crate::check::set::Set;

/// Why a tree is no win of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TreeError {
    /// Nothing can be claimed of the position.
    Head(HeadError),
    /// A move or reply of the tree on a cell that is taken.
    Taken(Cell),
    /// More nodes than a certificate has, which can only be where the tree
    /// shares nodes between positions that differ.
    TooLarge,
}

impl Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TreeError::Head(error) => error.fmt(f),
            TreeError::Taken(cell) => write!(f, "the tree plays {cell}, which is taken"),
            TreeError::TooLarge => write!(f, "the tree has more than {MOST_NODES} nodes"),
        }
    }
}

impl Error for TreeError {}

impl From<HeadError> for TreeError {
    fn from(error: HeadError) -> TreeError {
        TreeError::Head(error)
    }
}

/// Nodes of the largest certificate that is written.
const MOST_NODES: usize = 1 << 28;

impl Certificate {
    /// The certificate of a win that a solver has found for the side to move.
    /// What the tree does against a reply is done against it here, and
    /// whether that wins only the judge says.
    ///
    /// A node that the tree shares between positions that differ is written
    /// once for each.
    ///
    /// # Errors
    /// Where somebody has won the position, or the tree does not fit it.
    pub fn from_tree(root: &Board, tree: &Tree) -> Result<Certificate, TreeError> {
        let claimant = root.to_move();
        let head = Head::new(root.clone(), claimant, Kind::Win)?;
        let geometry = Geometry::new(root.variant());
        let mut writer = Writer {
            tree,
            position: Position::new(&geometry, root, claimant),
            geometry: &geometry,
            claimant,
            uses: uses(tree),
            known: HashMap::default(),
            builder: Builder::new(),
        };
        let top = writer.node(tree.root())?;
        Ok(writer.builder.finish(head, top))
    }
}

/// How many edges lead to each node that some lead to.
fn uses(tree: &Tree) -> HashMap<TreeId, u32> {
    let mut uses: HashMap<TreeId, u32> = HashMap::default();
    let mut todo = vec![tree.root()];
    while let Some(id) = todo.pop() {
        for child in tree.exceptions(id).iter().map(|&(_, id)| id).chain(tree.default(id)) {
            let uses = uses.entry(child).or_default();
            *uses += 1;
            if *uses == 1 {
                todo.push(child);
            }
        }
    }
    uses
}

struct Writer<'a> {
    tree: &'a Tree,
    position: Position<'a>,
    geometry: &'a Geometry,
    claimant: Player,
    uses: HashMap<TreeId, u32>,
    /// Nodes with several uses, where they have been written.
    known: HashMap<(TreeId, Set, Set), NodeId>,
    builder: Builder,
}

impl Writer<'_> {
    fn put(&mut self, cell: Cell, player: Player) -> Result<u16, TreeError> {
        if !self.geometry.variant.contains(cell) {
            return Err(TreeError::Taken(cell));
        }
        let number = self.geometry.number(cell);
        if !self.position.empty.contains(number) {
            return Err(TreeError::Taken(cell));
        }
        self.position.put(number, player);
        Ok(number)
    }

    /// As deep as the win is long: each call puts a stone.
    fn node(&mut self, id: TreeId) -> Result<NodeId, TreeError> {
        if self.builder.nodes() >= MOST_NODES {
            return Err(TreeError::TooLarge);
        }
        let is_shared = self.uses.get(&id).is_some_and(|&uses| uses > 1);
        let key = (id, self.position.own, self.position.theirs);
        if is_shared && let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let mv = self.tree.mv(id);
        let node = if self.tree.is_end(id) {
            let number =
                Some(self.geometry.number(mv)).filter(|_| self.geometry.variant.contains(mv));
            if number.is_some() && self.position.completion() == number {
                self.builder.five()
            } else {
                self.builder.end(mv)
            }
        } else {
            let number = self.put(mv, self.claimant)?;
            let node = self.replies(id, mv, number);
            self.position.take(number, self.claimant);
            node?
        };
        if is_shared {
            self.known.insert(key, node);
        }
        Ok(node)
    }

    fn replies(&mut self, id: TreeId, mv: Cell, number: u16) -> Result<NodeId, TreeError> {
        let (exceptions, default) = (self.tree.exceptions(id), self.tree.default(id));
        let five = self.position.completion_of(number);
        let ends = default.is_some_and(|default| self.tree.is_end(default));
        if let Some(five) = five.filter(|_| ends) {
            let cell = self.geometry.cell(five);
            if self.position.keeps_won(five).len() != 1 && self.completes_besides(five) {
                let next = self.builder.five();
                return Ok(self.builder.four(mv, next));
            }
            if let &[(reply, next)] = exceptions
                && reply == cell
            {
                let next = self.after(reply, next)?;
                return Ok(self.builder.four(mv, next));
            }
        }
        let mut groups: Vec<([Cell; 1], Edge)> = Vec::with_capacity(exceptions.len());
        for &(reply, next) in exceptions {
            groups.push(([reply], self.after(reply, next)?.into()));
        }
        let rest = match default {
            Some(default) => Rest::Default(self.node(default)?.into()),
            None => Rest::None,
        };
        let groups: Vec<(&[Cell], Edge)> =
            groups.iter().map(|(cells, edge)| (&cells[..], *edge)).collect();
        Ok(self.builder.replies(Some(mv), &groups, rest))
    }

    fn after(&mut self, reply: Cell, next: TreeId) -> Result<NodeId, TreeError> {
        let number = self.put(reply, self.claimant.other())?;
        let node = self.node(next);
        self.position.take(number, self.claimant.other());
        node
    }

    /// Whether a reply at this completion leaves another.
    fn completes_besides(&mut self, five: u16) -> bool {
        let enemy = self.claimant.other();
        self.position.put(five, enemy);
        let other = self.position.completion();
        self.position.take(five, enemy);
        other.is_some()
    }
}
