//! Proofs and their zones, from their ends to their roots.

use tesuji_core::gomoku::Cell;

use super::nodes::{Proof, Store};
use super::place::Place;
use super::zones::{Cells, NONE, Zones, add, and, count, has, remove, without};
use crate::HashMap;
use crate::gomoku::keys::Key;
use crate::gomoku::proof::tree::{Arena, Edge, Node, NodeId, Rest};
use crate::gomoku::shapes::Shape;
use crate::gomoku::shapes::optimized::{Index, Side, cells_of};
use crate::gomoku::tree::{NodeId as ThreatId, Tree as Threats};

/// A proof of the position on the board.
#[derive(Clone)]
pub(super) struct Built {
    pub(super) edge: Edge,
    pub(super) zones: Zones,
}

/// A proof as the board lies now, where its position is on it.
pub(super) fn built(place: &Place, proof: &Proof) -> Built {
    let (_, here) = place.canonical();
    let back = place.inverse(here);
    let symmetry = place.symmetry(place.compose(back, proof.symmetry));
    let zones = proof.zones.image(place.images(back));
    Built { edge: Edge { node: proof.node, symmetry }, zones }
}

/// The node itself where it lies as the board does, else its image. What is
/// below it lies as it did.
pub(super) fn upright(place: &Place, arena: &mut Arena, edge: Edge) -> NodeId {
    let turn = place.number(edge.symmetry);
    if turn == 0 {
        return edge.node;
    }
    let cell = |cell: Cell| Cell::from_index(place.images(turn)[cell.index()]);
    let below = |edge: Edge| {
        let symmetry = place.compose(turn, place.number(edge.symmetry));
        Edge { symmetry: place.symmetry(symmetry), ..edge }
    };
    match arena.node(edge.node) {
        Node::Five { mv, is_only } => arena.five(cell(mv), is_only),
        Node::Four { mv, reply, next } => arena.four(cell(mv), cell(reply), below(next)),
        Node::Replies { mv, replies, edges, rest } => {
            let mut groups: Vec<(Vec<Cell>, Edge)> =
                edges.iter().map(|&edge| (Vec::new(), below(edge))).collect();
            replies.iter().for_each(|reply| groups[reply.edge as usize].0.push(cell(reply.cell)));
            let rest = match rest {
                Rest::Default(edge) => Rest::Default(below(edge)),
                Rest::None | Rest::First => rest,
            };
            arena.replies(cell(mv), &groups, rest)
        }
    }
}

fn cell(at: Index) -> Cell {
    Cell::from_index(at)
}

/// Makes a proof of a win by threats.
pub(super) struct Grafter<'a> {
    place: &'a mut Place,
    arena: &'a mut Arena,
    store: &'a Store,
    tree: &'a Threats,
    uses: HashMap<ThreatId, u32>,
    known: HashMap<(ThreatId, Key), Built>,
    shares: bool,
}

/// The proof of a win by threats of the position on the board. `None` where a
/// reply that matters is not answered, which no solver's tree leaves.
pub(super) fn graft(
    place: &mut Place,
    arena: &mut Arena,
    store: &Store,
    tree: &Threats,
    shares: bool,
) -> Option<Built> {
    let mut uses: HashMap<ThreatId, u32> = HashMap::default();
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
    let mut grafter =
        Grafter { place, arena, store, tree, uses, known: HashMap::default(), shares };
    grafter.node(tree.root())
}

impl Grafter<'_> {
    /// As deep as the win is long.
    fn node(&mut self, id: ThreatId) -> Option<Built> {
        if self.tree.is_end(id) {
            return five(self.place, self.arena);
        }
        let is_shared = self.uses.get(&id).is_some_and(|&uses| uses > 1);
        let key = (id, self.place.key());
        if is_shared && let Some(known) = self.known.get(&key) {
            return Some(known.clone());
        }
        // What is proved already is not written again.
        let known = self.store.or_of.get(&self.place.canonical().0);
        if let Some(proof) = known.and_then(|&node| self.store.ors[node as usize].proof) {
            return Some(built(self.place, &self.store.proofs[proof as usize]));
        }
        let mv = self.tree.mv(id).index() as Index;
        let attacker = self.place.attacker;
        self.place.put(mv, attacker);
        let built = self.replies(id, mv);
        self.place.take(mv, attacker);
        let built = built?;
        if is_shared {
            self.known.insert(key, built.clone());
        }
        Some(built)
    }

    fn after(&mut self, reply: Index, next: ThreatId) -> Option<Built> {
        let defender = self.place.defender();
        self.place.put(reply, defender);
        let built = self.node(next);
        self.place.take(reply, defender);
        built
    }

    fn replies(&mut self, id: ThreatId, mv: Index) -> Option<Built> {
        let (tree, default) = (self.tree, self.tree.default(id));
        let ends = default.is_some_and(|default| tree.is_end(default));
        if ends && !self.place.board.rules().walls_differ() {
            let fives = self.place.completions();
            if let &[reply, _, _, ..] = fives.as_slice() {
                // Of three it would depend on the symmetry which are named.
                let defender = self.place.defender();
                let default = Built {
                    edge: self.arena.five(cell(reply), false).into(),
                    zones: zone_of_end(self.place, reply),
                };
                self.place.put(reply, defender);
                let next = five(self.place, self.arena);
                self.place.take(reply, defender);
                let replies = [(reply, next?)];
                let default = Some(&default);
                return join(self.place, self.arena, mv, default, &replies, self.shares);
            }
            if let &[reply, ref others @ ..] = fives.as_slice() {
                let next = if others.is_empty() {
                    tree.exceptions(id).iter().find(|&&(named, _)| named == cell(reply))
                } else {
                    // Any other completion does.
                    None
                };
                let next = match next {
                    Some(&(_, next)) => Some(self.after(reply, next)?),
                    None if !others.is_empty() => {
                        let defender = self.place.defender();
                        self.place.put(reply, defender);
                        let next = five(self.place, self.arena);
                        self.place.take(reply, defender);
                        next
                    }
                    None => None,
                };
                if let Some(next) = next {
                    return Some(four(self.place, self.arena, mv, reply, &next));
                }
            }
        }
        let mut replies = Vec::with_capacity(tree.exceptions(id).len());
        for &(reply, next) in tree.exceptions(id) {
            let reply = reply.index() as Index;
            replies.push((reply, self.after(reply, next)?));
        }
        let Some(next) = default else {
            return join(self.place, self.arena, mv, None, &replies, self.shares);
        };
        let default = self.node(next)?;
        // Under exact rules the solver knows of more replies that they change
        // nothing than the zone says: they are answered one by one.
        for at in cells_of(&self.place.board.empty_cells()) {
            let is_open = default.zones.has(1, at)
                && replies.iter().all(|&(reply, _)| reply != at)
                && !is_forbidden(self.place, at, self.place.defender());
            if is_open {
                replies.push((at, self.after(at, next)?));
            }
        }
        join(self.place, self.arena, mv, Some(&default), &replies, self.shares)
    }
}

/// The attacker completes a row.
pub(super) fn five(place: &Place, arena: &mut Arena) -> Option<Built> {
    let fives = place.completions();
    let at = *fives.first()?;
    let zones = zone_of_end(place, at);
    Some(Built { edge: arena.five(cell(at), fives.len() == 1).into(), zones })
}

/// The zone of a completed row: its cell, and what keeps it unblocked.
fn zone_of_end(place: &Place, at: Index) -> Zones {
    let mut zones = Zones::new(place.board.rules().k);
    zones.add(at);
    let ends = place.keeps_won(at);
    let mut cells = NONE;
    ends.iter().for_each(|&end| add(&mut cells, end));
    if !ends.is_empty() {
        zones.add_from(ends.len(), &cells);
    }
    zones
}

/// What a move of the attacker, on the board, adds by itself.
fn zones_of_move(place: &Place, mv: Index) -> Zones {
    let mut zones = Zones::new(place.board.rules().k);
    zones.add(mv);
    place.add_danger(&mut zones);
    zones.all = is_fragile(place, mv);
    zones
}

/// Whether white stones elsewhere could have made this black move forbidden.
fn is_fragile(place: &Place, mv: Index) -> bool {
    place.attacker == 0
        && place.board.rules().forbids
        && place.board.directions(mv, 0, Shape::Three) > 1
}

/// A four, on the board, with one reply.
fn four(place: &Place, arena: &mut Arena, mv: Index, reply: Index, next: &Built) -> Built {
    let mut zones = zones_of_move(place, mv);
    zones.add(reply);
    zones.unite(&next.zones);
    let node = arena.four(cell(mv), cell(reply), next.edge);
    Built { edge: node.into(), zones }
}

/// Whether this side's stone there is forbidden.
fn is_forbidden(place: &mut Place, at: Index, side: Side) -> bool {
    side == 0 && place.board.is_forbidden(at)
}

/// A move of the attacker, on the board, with what answers the replies that
/// were looked at, and what wins if the defender passes. Takes of the replies
/// what it needs. `None` where a reply has no answer.
pub(super) fn join(
    place: &mut Place,
    arena: &mut Arena,
    mv: Index,
    default: Option<&Built>,
    replies: &[(Index, Built)],
    shares: bool,
) -> Option<Built> {
    let empty = place.board.empty_cells();
    let mut needed = NONE;
    let mut forbidden = NONE;
    for at in cells_of(&empty) {
        if default.is_none_or(|default| default.zones.has(1, at)) {
            // A forbidden reply needs no answer unless an extra stone allows it.
            let cells = if is_forbidden(place, at, place.defender()) {
                &mut forbidden
            } else {
                &mut needed
            };
            add(cells, at);
        }
    }
    let groups = groups(&needed, replies, shares)?;
    let mut zones = zones_of_move(place, mv);
    zones.all |= forbidden != NONE;
    let mut named = NONE;
    let is_first = default.is_none() && shares && !groups.is_empty();
    let mut parts = Vec::with_capacity(groups.len());
    for (number, &(of, ref others)) in groups.iter().enumerate() {
        let (first, built) = &replies[of];
        zones.unite(&built.zones);
        add(&mut named, *first);
        let mut cells = vec![cell(*first)];
        if !(is_first && number == 0) {
            // The others of the first group go with the rest.
            cells.extend(cells_of(others).map(cell));
            cells_of(others).for_each(|at| add(&mut named, at));
            zones.bear(&built.zones, others);
        }
        parts.push((cells, built.edge));
    }
    cells_of(&named).for_each(|at| zones.add(at));
    let others = without(empty, &named);
    let rest = match default {
        Some(default) => {
            zones.bear(&default.zones, &others);
            Rest::Default(default.edge)
        }
        None if is_first => {
            zones.bear(&replies[groups[0].0].1.zones, &others);
            Rest::First
        }
        None => {
            zones.all |= others != NONE;
            Rest::None
        }
    };
    let node: NodeId = arena.replies(cell(mv), &parts, rest);
    Some(Built { edge: node.into(), zones })
}

/// Which replies are answered by their own trees, the one with most others
/// first, and for each the others that share its tree. Greedy: first what no
/// other tree answers, then what answers most. The second zone is asked, so that
/// the first of the whole tree does not grow by it.
fn groups(needed: &Cells, replies: &[(Index, Built)], shares: bool) -> Option<Vec<(usize, Cells)>> {
    let answers = |of: usize| {
        let (reply, built) = &replies[of];
        let mut cells = NONE;
        if has(needed, *reply) {
            add(&mut cells, *reply);
        }
        if shares && !built.zones.all {
            cells_of(&without(*needed, built.zones.of(2))).for_each(|at| add(&mut cells, at));
        }
        cells
    };
    let answered: Vec<Cells> = (0..replies.len()).map(answers).collect();
    let mut open = *needed;
    let mut groups: Vec<(usize, Cells)> = Vec::new();
    let mut take = |of: usize, open: &mut Cells| {
        let mut cells = and(answered[of], open);
        remove(&mut cells, replies[of].0);
        remove(open, replies[of].0);
        *open = without(*open, &cells);
        groups.iter_mut().for_each(|(_, cells)| remove(cells, replies[of].0));
        groups.push((of, cells));
    };
    let alone: Vec<usize> = cells_of(needed)
        .filter_map(|at| {
            let mut of = (0..replies.len()).filter(|&of| has(&answered[of], at));
            let only = of.next()?;
            of.next().is_none().then_some(only)
        })
        .collect();
    for of in alone {
        let (reply, _) = replies[of];
        if has(&open, reply) || cells_of(&open).any(|at| has(&answered[of], at)) {
            take(of, &mut open);
        }
    }
    while count(&open) > 0 {
        let covers = |of: &usize| count(&and(answered[*of], &open));
        let best = (0..replies.len()).max_by_key(covers).filter(|of| covers(of) > 0)?;
        take(best, &mut open);
    }
    groups.sort_by_key(|(_, others)| std::cmp::Reverse(count(others)));
    Some(groups)
}
