//! The judge that plays each node once and reasons about the replies that it
//! does not play: `docs/zones.md` has the lemmas.

mod again;
mod leaf;
mod zones;

use tesuji_core::gomoku::{Cell, Rule};
use tesuji_core::{Game, Player};

use super::contexts::{Contexts, Needs, more, needs};
use super::fault::{Fault, FaultKind, Step};
use super::geometry::Geometry;
use super::position::Position;
use super::set::Set;
use crate::certificate::{Certificate, Edge, Kind, Node, NodeId, Rest};
use again::Stored;
use leaf::Leaf;
use zones::{Zones, extras_of};

/// A node whose children are being looked at.
struct Frame {
    id: NodeId,
    /// What takes its cells to the board's.
    symmetry: u8,
    mv: Option<u16>,
    /// The edge that is followed, or comes next.
    edge: usize,
    /// The named replies of the edges before it.
    passed: usize,
    /// The reply on the board for that edge.
    reply: Option<u16>,
    zones: Zones,
    named: Set,
    /// Of the tree that answers what is not named.
    rest: Option<Box<Zones>>,
}

enum Entered {
    /// Its zones are known.
    Done(Box<Zones>),
    /// It lies on the stack.
    Pushed,
}

/// What the walk found.
pub(super) struct Walked {
    /// The nodes that were played.
    pub(super) nodes: u64,
    /// The cells of the root's zone; `None` for all.
    pub(super) zone: Option<Vec<Cell>>,
}

struct Walk<'a> {
    certificate: &'a Certificate,
    geometry: &'a Geometry,
    position: Position<'a>,
    needs: Needs,
    stored: Vec<Option<Box<Stored>>>,
    stack: Vec<Frame>,
    path: Vec<Step>,
    claimant: Player,
    is_win: bool,
    shares: bool,
    nodes: u64,
}

/// Whether one stone of the opponent less never helps him, nor hinders the
/// claimant: what a tree that is shared by several replies supposes.
pub(super) fn may_share(rule: Rule, claimant: Player, kind: Kind) -> bool {
    let is_monotone = match rule {
        Rule::Freestyle | Rule::Caro => true,
        // White, the opponent, wins with k or more.
        Rule::Hybrid => claimant == Player::Black,
        Rule::Standard | Rule::Renju | Rule::CaroExact => false,
    };
    is_monotone && kind == Kind::Win
}

/// Judges a certificate, and finds the zone of its root for so many extra
/// stones.
pub(super) fn walk(certificate: &Certificate, extras: usize) -> Result<Walked, Fault> {
    let head = certificate.head();
    let claimant = head.claimant();
    let geometry = Geometry::new(head.variant());
    let rule = head.variant().rule();
    let extras = extras.min(geometry.k() - 1);
    let mut walk = Walk {
        certificate,
        geometry: &geometry,
        position: Position::new(&geometry, head.root(), claimant),
        needs: needs(certificate, 1 | 1 << extras),
        stored: (0..certificate.nodes()).map(|_| None).collect(),
        stack: Vec::new(),
        path: Vec::new(),
        claimant,
        is_win: head.kind() == Kind::Win,
        shares: may_share(rule, claimant, head.kind()),
        nodes: 0,
    };
    if !walk.is_win && rule.forbids() && claimant == Player::Black {
        return Err(walk.fault(FaultKind::Renju));
    }
    let zones = walk.run()?;
    let cells = zones.cells[extras].cells().map(|cell| geometry.cell(cell)).collect();
    Ok(Walked { nodes: walk.nodes, zone: (!zones.is_all(extras)).then_some(cells) })
}

impl Walk<'_> {
    fn fault(&self, kind: FaultKind) -> Fault {
        Fault { path: self.path.clone(), kind }
    }

    fn k(&self) -> usize {
        self.geometry.k()
    }

    /// The fault of this name at a cell.
    fn at(&self, kind: fn(Cell) -> FaultKind, cell: u16) -> Fault {
        self.fault(kind(self.geometry.cell(cell)))
    }

    fn step(&mut self, cell: Option<u16>) {
        self.path.push(cell.map_or(Step::Other, |cell| Step::Move(self.geometry.cell(cell))));
    }

    /// The zones of the root.
    fn run(&mut self) -> Result<Box<Zones>, Fault> {
        let root = Edge::from(self.certificate.root());
        if let Entered::Done(zones) = self.enter(root, 0)? {
            return Ok(zones);
        }
        loop {
            let zones = match self.follow()? {
                Some(Entered::Pushed) => continue,
                Some(Entered::Done(zones)) => zones,
                None => self.leave()?,
            };
            if self.stack.is_empty() {
                return Ok(zones);
            }
            self.path.pop();
            self.answered(&zones)?;
        }
    }

    /// Comes to a node. The reply that leads to it is on the board and at the
    /// end of the path.
    fn enter(&mut self, edge: Edge, outer: u8) -> Result<Entered, Fault> {
        let id = edge.node;
        let symmetry = self.geometry.compose(outer, edge.symmetry);
        if let Some(stored) = &self.stored[id.index()] {
            return self.again(id, stored, symmetry).map(Entered::Done);
        }
        self.nodes += 1;
        let image = |cell| self.geometry.images(symmetry)[usize::from(self.geometry.number(cell))];
        let certificate = self.certificate;
        let contexts = self.needs.contexts[id.index()];
        let (mv, leaf) = match certificate.node(id) {
            Node::Five => {
                let five = self.position.completion().ok_or(self.fault(FaultKind::NoFive))?;
                (Some(five), Some(Leaf::Won))
            }
            Node::End(mv) => (Some(image(mv)), Some(Leaf::Won)),
            Node::Dead { mv } => (mv.map(image), Some(Leaf::Dead)),
            Node::Full { mv } => (mv.map(image), Some(Leaf::Full)),
            Node::Pairs { mv, pairs } => {
                let pairs = pairs.iter().map(|pair| pair.map(image)).collect();
                (mv.map(image), Some(Leaf::Pairs(pairs)))
            }
            Node::Four { mv, .. } => (Some(image(mv)), None),
            Node::Replies { mv, .. } => (mv.map(image), None),
        };
        let is_over = matches!(leaf, None | Some(Leaf::Won));
        if mv.is_none() && is_over && !self.stack.is_empty() {
            return Err(self.fault(FaultKind::NoMove));
        }
        if self.stack.is_empty() && (mv.is_some() || is_over) {
            // Only an end without a move is for either side.
            let to_move = self.certificate.head().root().to_move();
            if (to_move == self.claimant) != mv.is_some() {
                return Err(self.fault(FaultKind::Side));
            }
        }
        let mut zones = Zones::EMPTY;
        if let Some(mv) = mv {
            self.play(mv, matches!(leaf, Some(Leaf::Won)))?;
            for extras in extras_of(contexts) {
                zones.cells[extras].insert(mv);
            }
            if self.is_fragile(mv) {
                zones.all = contexts & !1;
            }
        }
        let Some(leaf) = leaf else {
            self.open(id, symmetry, mv, zones)?;
            return Ok(Entered::Pushed);
        };
        self.leaf(&leaf, mv, contexts, &mut zones)?;
        if let Some(mv) = mv {
            self.position.take(mv, self.claimant);
            self.path.pop();
        }
        self.store(id, symmetry, &zones);
        Ok(Entered::Done(Box::new(zones)))
    }

    /// Plays a move of the claimant, which wins or does not.
    fn play(&mut self, mv: u16, is_last: bool) -> Result<(), Fault> {
        if !self.position.empty.contains(mv) {
            return Err(self.at(FaultKind::Taken, mv));
        }
        let forbids = self.geometry.variant.rule().forbids() && self.claimant == Player::Black;
        if forbids && self.position.board.forbidden(self.geometry.cell(mv)).is_some() {
            return Err(self.at(FaultKind::Forbidden, mv));
        }
        match (self.position.wins_at(mv, self.claimant), is_last) {
            (true, false) => return Err(self.at(FaultKind::Won, mv)),
            (false, true) => return Err(self.at(FaultKind::NoWin, mv)),
            _ => {}
        }
        self.position.put(mv, self.claimant);
        self.step(Some(mv));
        Ok(())
    }

    /// Whether white stones elsewhere could make this black move forbidden.
    fn is_fragile(&self, mv: u16) -> bool {
        self.claimant == Player::Black
            && self.geometry.variant.rule().forbids()
            && !self.position.wins_at(mv, Player::Black)
            && self.position.possible_threes(mv) > 1
    }

    /// A move has been played, and the opponent is to reply.
    fn open(
        &mut self,
        id: NodeId,
        symmetry: u8,
        mv: Option<u16>,
        mut zones: Zones,
    ) -> Result<(), Fault> {
        if let Some(reply) = self.position.threat() {
            return Err(self.at(FaultKind::ReplyWins, reply));
        }
        if self.is_win && self.position.empty.is_empty() {
            return Err(self.fault(FaultKind::Draw));
        }
        let contexts = self.needs.contexts[id.index()];
        if let Some(most) = extras_of(contexts).last() {
            let dangerous = self.position.dangerous(most);
            for extras in extras_of(contexts) {
                zones.cells[extras].add(&dangerous[extras]);
            }
        }
        let frame = Frame {
            id,
            symmetry,
            mv,
            edge: 0,
            passed: 0,
            reply: None,
            zones,
            named: Set::EMPTY,
            rest: None,
        };
        self.stack.push(frame);
        Ok(())
    }

    /// Goes to the next child, if there is one more.
    fn follow(&mut self) -> Result<Option<Entered>, Fault> {
        let frame = self.stack.last().expect("a node is being looked at");
        let (at, symmetry, passed) = (frame.edge, frame.symmetry, frame.passed);
        let Some(&edge) = self.certificate.edges(frame.id).get(at) else { return Ok(None) };
        let reply = match self.certificate.node(frame.id) {
            Node::Four { mv, .. } => {
                let mv = self.image(symmetry, mv);
                let four = self.position.completion_of(mv);
                Some(four.ok_or_else(|| self.without_last(self.at(FaultKind::NoFour, mv)))?)
            }
            Node::Replies { replies, .. } => {
                replies.get(passed).map(|reply| self.image(symmetry, reply.cell))
            }
            _ => None,
        };
        if let Some(reply) = reply {
            self.name(reply)?;
            self.position.put(reply, self.claimant.other());
        }
        self.stack.last_mut().expect("it is still there").reply = reply;
        self.step(reply);
        self.enter(edge, symmetry).map(Some)
    }

    /// A fault of the move that ends the path.
    fn without_last(&self, mut fault: Fault) -> Fault {
        fault.path.pop();
        fault
    }

    fn image(&self, symmetry: u8, cell: Cell) -> u16 {
        self.geometry.images(symmetry)[usize::from(self.geometry.number(cell))]
    }

    /// Notes a reply that is answered in its own way.
    fn name(&mut self, reply: u16) -> Result<(), Fault> {
        if !self.position.empty.contains(reply) {
            return Err(self.at(FaultKind::Taken, reply));
        }
        let frame = self.stack.last_mut().expect("a node is being looked at");
        if frame.named.contains(reply) {
            return Err(self.at(FaultKind::Twice, reply));
        }
        frame.named.insert(reply);
        let contexts = self.needs.contexts[frame.id.index()];
        for extras in extras_of(contexts) {
            frame.zones.cells[extras].insert(reply);
        }
        Ok(())
    }

    /// The child at the end of the edge that is followed has these zones.
    fn answered(&mut self, zones: &Zones) -> Result<(), Fault> {
        let k = self.k();
        let frame = self.stack.last_mut().expect("a node is being looked at");
        let (at, symmetry, id) = (frame.edge, frame.symmetry, frame.id);
        frame.edge += 1;
        if let Some(reply) = frame.reply.take() {
            self.position.take(reply, self.claimant.other());
        }
        let contexts = self.needs.contexts[id.index()];
        let frame = self.stack.last_mut().expect("a node is being looked at");
        let Node::Replies { replies, edges, rest, .. } = self.certificate.node(id) else {
            for extras in extras_of(contexts) {
                frame.zones.add(extras, zones, extras);
            }
            return Ok(());
        };
        let is_default = at == edges.len();
        if is_default || (rest == Rest::First && at == 0) {
            frame.rest = Some(Box::new(*zones));
        }
        if is_default {
            return Ok(());
        }
        for extras in extras_of(contexts) {
            frame.zones.add(extras, zones, extras);
        }
        if rest == Rest::First && at == 0 && !self.shares {
            let first = self.image(symmetry, replies[0].cell);
            return Err(self.at(FaultKind::Shares, first));
        }
        let first = frame.passed;
        let others = replies[first + 1..].iter().take_while(|reply| !reply.is_first);
        frame.passed += 1 + others.clone().count();
        for reply in others {
            let reply = self.image(symmetry, reply.cell);
            self.name(reply)?;
            if !self.shares {
                return Err(self.at(FaultKind::Shares, reply));
            }
            let mut cell = Set::EMPTY;
            cell.insert(reply);
            let matters = !zones.of(1, &cell).is_empty();
            if contexts & 1 == 1 && matters {
                return Err(self.at(FaultKind::Matters, reply));
            }
            let frame = self.stack.last_mut().expect("a node is being looked at");
            for extras in extras_of(contexts) {
                let above = more(extras, k);
                if !zones.of(above, &cell).is_empty() {
                    frame.zones.add(extras, zones, above);
                }
                frame.zones.all |= u8::from(matters) << extras;
            }
        }
        Ok(())
    }

    /// All children are done: every other reply is looked at, and the move
    /// taken back.
    fn leave(&mut self) -> Result<Box<Zones>, Fault> {
        let k = self.k();
        let Some(mut frame) = self.stack.pop() else { return Ok(Box::new(Zones::EMPTY)) };
        let contexts = self.needs.contexts[frame.id.index()];
        let others = self.position.empty.without(&frame.named);
        if let Node::Four { .. } = self.certificate.node(frame.id) {
            // The five is the default, and the only named cell is where it is.
            let five = frame.named.cells().next().expect("a four has its reply");
            let mut rest = Zones::EMPTY;
            let ends = self.position.keeps_won(five);
            for extras in 1..k {
                let needs_them = ends.iter().filter(|_| extras >= ends.len());
                needs_them.for_each(|&end| rest.cells[extras].insert(end));
            }
            frame.rest = Some(Box::new(rest));
        }
        if let Some(rest) = &frame.rest {
            for extras in extras_of(contexts) {
                frame.zones.add(extras, rest, extras);
                let above = more(extras, k);
                if !rest.of(above, &others).is_empty() {
                    frame.zones.add(extras, rest, above);
                }
            }
        }
        let left = frame.rest.as_ref().map_or(others, |rest| rest.of(1, &others));
        if contexts & 1 == 1 {
            let mut open = left.cells().filter(|&reply| self.may_reply(reply));
            if let Some(reply) = open.next() {
                let kind =
                    if frame.rest.is_some() { FaultKind::Matters } else { FaultKind::Unanswered };
                return Err(self.at(kind, reply));
            }
        }
        if !left.is_empty() {
            extras_of(contexts).for_each(|extras| frame.zones.all |= 1 << extras);
        }
        if let Some(mv) = frame.mv {
            self.position.take(mv, self.claimant);
            self.path.pop();
        }
        self.store(frame.id, frame.symmetry, &frame.zones);
        Ok(Box::new(frame.zones))
    }

    /// Whether the opponent may play there.
    fn may_reply(&self, reply: u16) -> bool {
        self.claimant == Player::Black
            || self.position.board.forbidden(self.geometry.cell(reply)).is_none()
    }

    /// Whether the edge that is followed must hold with no extra stone.
    fn is_needed_alone(&self) -> bool {
        self.stack.last().is_none_or(|frame| {
            self.needs.contexts[frame.id.index()] & 1 == 1 && frame.reply.is_some()
        })
    }
}
