//! One certificate out of those for the replies to a move.

use std::error::Error;
use std::fmt::{self, Display};

use tesuji_core::gomoku::naive::Board;
use tesuji_core::gomoku::{Cell, Symmetry, Variant};
use tesuji_core::{Game, Player};
use tesuji_solvers::HashMap;

use crate::builder::Builder;
use crate::certificate::{Certificate, Edge, Head, HeadError, Kind, Node, NodeId, Reply, Rest};
use crate::check::geometry::Geometry;
use crate::check::position::Position;
use crate::check::set::Set;
use crate::check::{Fault, may_share_under, zone};

/// Why certificates cannot be joined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JoinError {
    /// Nothing can be claimed of the position.
    Head(HeadError),
    /// The move cannot be played.
    Move(Cell),
    /// The certificate for this reply claims something else.
    Other(Cell),
    /// The certificate for this reply is wrong.
    Wrong(Cell, Fault),
    /// None answers this reply.
    Open(Cell),
}

impl Display for JoinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JoinError::Head(error) => error.fmt(f),
            JoinError::Move(cell) => write!(f, "{cell} cannot be played"),
            JoinError::Other(cell) => {
                write!(f, "the certificate for the reply {cell} is of something else")
            }
            JoinError::Wrong(cell, fault) => write!(f, "the reply {cell}: {fault}"),
            JoinError::Open(cell) => write!(f, "nothing answers the reply {cell}"),
        }
    }
}

impl Error for JoinError {}

/// A certificate for a reply, judged, and what else it answers.
#[derive(Clone, Debug)]
pub struct Part {
    reply: Cell,
    certificate: Certificate,
    /// Outside it other replies share the tree; `None` where none may.
    zone: Option<Vec<Cell>>,
}

impl Part {
    /// Judges a certificate for the position after a reply.
    ///
    /// # Errors
    /// Where it is wrong.
    pub fn new(reply: Cell, certificate: Certificate) -> Result<Part, Fault> {
        let zone = zone(&certificate, 1)?;
        let head = certificate.head();
        let shares = may_share_under(head.variant().rule(), head.claimant());
        Ok(Part { reply, zone: zone.filter(|_| shares), certificate })
    }

    /// The reply that it is for.
    #[must_use]
    pub fn reply(&self) -> Cell {
        self.reply
    }

    /// What it proves of the position after the reply.
    #[must_use]
    pub fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// Its images, one for each image of its reply.
    fn images(&self, variant: Variant, symmetries: &[Symmetry]) -> Vec<(Symmetry, Cell)> {
        let mut images: Vec<(Symmetry, Cell)> = Vec::new();
        for &symmetry in symmetries {
            let reply = symmetry.apply(variant, self.reply);
            if images.iter().all(|&(_, known)| known != reply) {
                images.push((symmetry, reply));
            }
        }
        images
    }

    /// Whether a reply there to the same move loses to the same tree.
    #[must_use]
    pub fn answers(&self, reply: Cell) -> bool {
        let shares = || self.zone.as_ref().is_some_and(|zone| !zone.contains(&reply));
        reply == self.reply || shares()
    }
}

/// Whether one of these answers a reply, or does as one of the symmetries that
/// the position has.
#[must_use]
pub fn is_answered(variant: Variant, symmetries: &[Symmetry], parts: &[Part], reply: Cell) -> bool {
    parts.iter().any(|part| {
        let images = part.images(variant, symmetries);
        images.iter().any(|(one, _)| part.answers(one.inverse().apply(variant, reply)))
    })
}

/// The symmetries that leave a position as it is.
#[must_use]
pub fn symmetries_of(position: &Board) -> Vec<Symmetry> {
    let stones = position.stones();
    let all = Symmetry::of(position.variant()).iter().copied();
    all.filter(|&one| position.image(one).stones() == stones).collect()
}

/// A part as a symmetry of the position has it.
struct Image {
    part: usize,
    symmetry: Symmetry,
    reply: Cell,
    answers: Vec<Cell>,
}

impl Certificate {
    /// The certificate of a move that wins, from those for the replies to it.
    /// A reply without one must be answered by another's tree, or be the image
    /// of one that is. What several have in common is written once.
    ///
    /// # Errors
    /// Where the parts do not answer every reply, or are of something else.
    pub fn join(root: &Board, mv: Cell, parts: &[Part]) -> Result<Certificate, JoinError> {
        let claimant = root.to_move();
        let head = Head::new(root.clone(), claimant, Kind::Win).map_err(JoinError::Head)?;
        if !root.is_legal(mv) {
            return Err(JoinError::Move(mv));
        }
        let mut after = root.clone();
        after.play_unchecked(mv);
        for part in parts {
            let expected = after.is_legal(part.reply).then(|| {
                let mut position = after.clone();
                position.play_unchecked(part.reply);
                position
            });
            let head = part.certificate.head();
            if Some(head.root()) != expected.as_ref() || head.kind() != Kind::Win {
                return Err(JoinError::Other(part.reply));
            }
        }
        let groups = groups(&after, parts)?;
        let shares = may_share_under(root.variant().rule(), claimant);
        let geometry = Geometry::new(root.variant());
        let mut writer = Writer {
            geometry: &geometry,
            position: Position::new(&geometry, &after, claimant),
            claimant,
            builder: Builder::new(),
            written: Vec::new(),
            known: HashMap::default(),
        };
        let mut edges: Vec<(Vec<Cell>, Edge)> = Vec::new();
        for (number, (image, others)) in groups.iter().enumerate() {
            let part = &parts[image.part].certificate;
            let edge = writer.graft(part, image.symmetry, geometry.number(image.reply));
            let mut cells = vec![image.reply];
            // The others of the first group go with the rest.
            if number > 0 || !shares {
                cells.extend(others);
            }
            edges.push((cells, edge));
        }
        let groups: Vec<(&[Cell], Edge)> =
            edges.iter().map(|(cells, edge)| (&cells[..], *edge)).collect();
        let rest = if shares && !groups.is_empty() { Rest::First } else { Rest::None };
        let top = writer.builder.replies(Some(mv), &groups, rest);
        Ok(writer.builder.finish(head, top))
    }
}

/// Which parts are used, the one that answers most first, and what each
/// answers besides its own reply.
fn groups(after: &Board, parts: &[Part]) -> Result<Vec<(Image, Vec<Cell>)>, JoinError> {
    let mut open: Vec<Cell> = after.legal_moves();
    let mut images: Vec<Image> = Vec::new();
    let symmetries = symmetries_of(after);
    for (part, of) in parts.iter().enumerate() {
        for (symmetry, reply) in of.images(after.variant(), &symmetries) {
            let apply = |cell| symmetry.apply(after.variant(), cell);
            let answers = open.iter().copied().filter(|&cell| of.answers(cell)).map(apply);
            images.push(Image { part, symmetry, reply, answers: answers.collect() });
        }
    }
    let mut used: Vec<(Image, Vec<Cell>)> = Vec::new();
    while !open.is_empty() {
        let alone = open.iter().find_map(|cell| {
            let mut of = (0..images.len()).filter(|&at| images[at].answers.contains(cell));
            let first = of.next();
            if first.is_none() {
                Some(Err(*cell))
            } else {
                first.filter(|_| of.next().is_none()).map(Ok)
            }
        });
        let best = match alone {
            Some(Err(cell)) => return Err(JoinError::Open(cell)),
            Some(Ok(at)) => at,
            None => {
                let covers = |at: &usize| {
                    let image = &images[*at];
                    let new = open.iter().filter(|cell| image.answers.contains(cell)).count();
                    let is_used = used.iter().any(|(other, _)| other.part == image.part);
                    (new > 0, is_used, new)
                };
                let best = (0..images.len()).max_by_key(covers);
                best.ok_or_else(|| JoinError::Open(open[0]))?
            }
        };
        let image = images.swap_remove(best);
        for (_, others) in &mut used {
            others.retain(|&cell| cell != image.reply);
        }
        // Another part for the same reply is not needed any more.
        images.retain(|other| other.reply != image.reply);
        let mut others = Vec::new();
        open.retain(|cell| {
            let is_answered = image.answers.contains(cell);
            if is_answered && *cell != image.reply {
                others.push(*cell);
            }
            !is_answered
        });
        used.push((image, others));
    }
    used.sort_by_key(|(_, others)| std::cmp::Reverse(others.len()));
    Ok(used)
}

/// A node as it is written: the position on its own board, and what it says of
/// it. Another tree for the same position may have another zone.
#[derive(PartialEq, Eq, Hash)]
struct Content {
    own: Set,
    theirs: Set,
    kind: u8,
    mv: Option<Cell>,
    /// None leads to a five.
    edges: Vec<(Option<NodeId>, Symmetry)>,
    replies: Vec<(Cell, u32)>,
}

/// Writes several certificates into one.
struct Writer<'a> {
    geometry: &'a Geometry,
    position: Position<'a>,
    claimant: Player,
    builder: Builder,
    /// Of the certificate that is being written: where its nodes are.
    written: Vec<Option<NodeId>>,
    known: HashMap<Content, NodeId>,
}

impl Writer<'_> {
    /// Writes a judged certificate for the position after this reply, as a
    /// symmetry has it.
    fn graft(&mut self, from: &Certificate, symmetry: Symmetry, reply: u16) -> Edge {
        self.written = vec![None; from.nodes()];
        let root = Edge { node: from.root(), symmetry };
        self.below(from, root, 0, Some(reply))
    }

    /// A node whose cells this symmetry takes to the board, where its position
    /// is. As deep as the tree.
    fn node(&mut self, from: &Certificate, id: NodeId, symmetry: u8) -> NodeId {
        if let Some(known) = self.written[id.index()] {
            return known;
        }
        if from.node(id) == Node::Five {
            // A byte, which is less than what leads to one that is written, and
            // of two fives the one that is meant depends on the symmetry.
            return self.builder.five();
        }
        let image = |cell| self.geometry.images(symmetry)[usize::from(self.geometry.number(cell))];
        let (kind, mv, edges, named) = match from.node(id) {
            Node::End(mv) => (1, Some(mv), Vec::new(), Vec::new()),
            Node::Four { mv, next } => {
                let own = image(mv);
                self.position.put(own, self.claimant);
                let reply = self.position.completion_of(own);
                let next = self.below(from, next, symmetry, reply);
                self.position.take(own, self.claimant);
                (2, Some(mv), vec![next], Vec::new())
            }
            Node::Replies { mv, replies, edges, rest } => {
                let own = mv.map(image);
                own.iter().for_each(|&own| self.position.put(own, self.claimant));
                let mut below = Vec::with_capacity(edges.len() + 1);
                for (number, &edge) in edges.iter().enumerate() {
                    let of = |reply: &&Reply| reply.edge as usize == number;
                    let first = replies.iter().find(of).map(|reply| image(reply.cell));
                    below.push(self.below(from, edge, symmetry, first));
                }
                let kind = match rest {
                    Rest::None => 3,
                    Rest::First => 4,
                    Rest::Default(edge) => {
                        below.push(self.below(from, edge, symmetry, None));
                        5
                    }
                };
                own.iter().for_each(|&own| self.position.take(own, self.claimant));
                let named = replies.iter().map(|reply| (reply.cell, reply.edge)).collect();
                (kind, mv, below, named)
            }
            // A win has no other ends.
            Node::Five | Node::Dead { .. } | Node::Full { .. } | Node::Pairs { .. } => {
                (0, None, Vec::new(), Vec::new())
            }
        };
        let back = self.geometry.images(self.geometry.inverse(symmetry));
        let content = Content {
            own: self.position.own.image(back),
            theirs: self.position.theirs.image(back),
            kind,
            mv,
            edges: edges
                .iter()
                .zip(from.edges(id))
                .map(|(edge, old)| {
                    let is_five = from.node(old.node) == Node::Five;
                    ((!is_five).then_some(edge.node), edge.symmetry)
                })
                .collect(),
            replies: named,
        };
        let node = match self.known.get(&content) {
            Some(&known) => known,
            None => {
                let node = self.write(&content, &edges);
                self.known.insert(content, node);
                node
            }
        };
        self.written[id.index()] = Some(node);
        node
    }

    /// Writes a node whose children are written.
    fn write(&mut self, content: &Content, edges: &[Edge]) -> NodeId {
        match (content.kind, content.mv, edges) {
            (1, Some(mv), _) => self.builder.end(mv),
            (2, Some(mv), &[next]) => self.builder.four(mv, next),
            (3..=5, mv, _) => {
                let count = edges.len() - usize::from(content.kind == 5);
                let mut groups: Vec<Vec<Cell>> = vec![Vec::new(); count];
                content.replies.iter().for_each(|&(cell, edge)| groups[edge as usize].push(cell));
                let named: Vec<(&[Cell], Edge)> =
                    groups.iter().map(Vec::as_slice).zip(edges.iter().copied()).collect();
                let rest = match content.kind {
                    3 => Rest::None,
                    4 => Rest::First,
                    _ => Rest::Default(edges[count]),
                };
                self.builder.replies(mv, &named, rest)
            }
            _ => self.builder.five(),
        }
    }

    /// The edge to a child, after this reply or none.
    fn below(&mut self, from: &Certificate, edge: Edge, outer: u8, reply: Option<u16>) -> Edge {
        let enemy = self.claimant.other();
        reply.iter().for_each(|&reply| self.position.put(reply, enemy));
        let inner = self.geometry.compose(outer, edge.symmetry);
        let node = self.node(from, edge.node, inner);
        reply.iter().for_each(|&reply| self.position.take(reply, enemy));
        Edge { node, ..edge }
    }
}
