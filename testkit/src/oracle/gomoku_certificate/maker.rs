//! Proofs of small positions, made by trying everything, in every form that a
//! certificate has: defaults, shared trees, nodes of several parents, pairs.
//! Bytes choose the forms, and some of the choices are wrong on purpose.

use std::iter::{Copied, Cycle};
use std::slice::Iter;

use tesuji_core::gomoku::naive::{Board, DIRECTIONS};
use tesuji_core::gomoku::{Cell, Symmetry};
use tesuji_core::{Game, Player};
use tesuji_proofs::check::zone;
use tesuji_proofs::{Builder, Certificate, Edge, Head, Kind, NodeId, Rest};

/// Bytes that choose, again and again.
pub(super) struct Choices<'a>(Cycle<Copied<Iter<'a, u8>>>);

impl<'a> Choices<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Choices<'a> {
        const NONE: &[u8] = &[0];
        Choices(if bytes.is_empty() { NONE } else { bytes }.iter().copied().cycle())
    }

    pub(super) fn byte(&mut self) -> u8 {
        self.0.next().unwrap_or(0)
    }

    pub(super) fn below(&mut self, count: usize) -> usize {
        (usize::from(self.byte()) << 8 | usize::from(self.byte())) % count.max(1)
    }
}

/// The most nodes that are tried.
const TRIES: u32 = 500;

pub(super) struct Maker<'a> {
    board: Board,
    claimant: Player,
    kind: Kind,
    builder: Builder,
    choices: Choices<'a>,
    tries: u32,
    /// Positions with the claimant to move and the nodes that stand for them.
    known: Vec<(Board, NodeId)>,
}

impl<'a> Maker<'a> {
    pub(super) fn new(root: &Board, claimant: Player, kind: Kind, choices: Choices<'a>) -> Self {
        Maker {
            board: root.clone(),
            claimant,
            kind,
            builder: Builder::new(),
            choices,
            tries: TRIES,
            known: Vec::new(),
        }
    }

    /// A certificate that may be right, where the tries suffice for one with
    /// so many moves of the claimant.
    pub(super) fn make(mut self, moves: u32) -> Option<Certificate> {
        let head = Head::new(self.board.clone(), self.claimant, self.kind).ok()?;
        let root = if self.board.to_move() == self.claimant {
            self.node(moves)?.node
        } else if let Some(leaf) = self.leaf(None) {
            leaf
        } else {
            self.answered(None, moves)?
        };
        Some(self.builder.finish(head, root))
    }

    fn enemy(&self) -> Player {
        self.claimant.other()
    }

    fn empty(&self) -> Vec<Cell> {
        self.board.variant().cells().filter(|&cell| self.board.get(cell).is_none()).collect()
    }

    fn with<T>(&mut self, cell: Cell, player: Player, then: impl FnOnce(&mut Self) -> T) -> T {
        self.board.set(cell, Some(player));
        let done = then(self);
        self.board.set(cell, None);
        done
    }

    fn wins_with(&mut self, cell: Cell, player: Player) -> bool {
        self.with(cell, player, |maker| maker.board.wins(player))
    }

    fn completions(&mut self, player: Player) -> Vec<Cell> {
        let empty = self.empty();
        empty.into_iter().filter(|&cell| self.wins_with(cell, player)).collect()
    }

    /// The claimant is to move.
    fn node(&mut self, moves: u32) -> Option<Edge> {
        self.tries = self.tries.checked_sub(1)?;
        if self.choices.byte().is_multiple_of(2)
            && let Some(edge) = {
                let most = usize::from(self.choices.byte().is_multiple_of(8));
                self.reuse(most)
            }
        {
            return Some(edge);
        }
        let node = self.fresh(moves)?;
        self.known.push((self.board.clone(), node));
        Some(node.into())
    }

    fn fresh(&mut self, moves: u32) -> Option<NodeId> {
        if let Some(&end) = self.completions(self.claimant).first() {
            let implied = self.choices.byte().is_multiple_of(2);
            return Some(if implied { self.builder.five() } else { self.builder.end(end) });
        }
        if let Some(leaf) = self.leaf(None) {
            return Some(leaf);
        }
        // The last move of a win completes a row.
        if moves < 2 {
            return None;
        }
        let mut cells = self.empty();
        let first = self.choices.below(cells.len());
        cells.rotate_left(first);
        cells.into_iter().find_map(|mv| {
            if self.claimant == Player::Black && self.board.forbidden(mv).is_some() {
                return None;
            }
            self.with(mv, self.claimant, |maker| {
                if !maker.completions(maker.enemy()).is_empty() {
                    return None;
                }
                maker.leaf(Some(mv)).or_else(|| maker.answered(Some(mv), moves - 1))
            })
        })
    }

    /// A node for this position under a symmetry, with so many stones less at
    /// most.
    fn reuse(&self, most: usize) -> Option<Edge> {
        let variant = self.board.variant();
        let fits = |(known, _): &&(Board, NodeId), &symmetry: &Symmetry| {
            let image = known.image(symmetry);
            let enemy = self.enemy();
            let lacking = image.stones_of(enemy);
            let ours = self.board.stones_of(enemy);
            image.stones_of(self.claimant) == self.board.stones_of(self.claimant)
                && lacking.iter().all(|cell| ours.contains(cell))
                && ours.len() <= lacking.len() + most
        };
        self.known.iter().find_map(|entry| {
            let symmetry = Symmetry::of(variant).iter().find(|symmetry| fits(&entry, symmetry))?;
            Some(Edge { node: entry.1, symmetry: *symmetry })
        })
    }

    /// The zone for one extra stone of a tree in this position.
    fn zone(&mut self, edge: Edge) -> Vec<Cell> {
        let mut root = self.board.clone();
        root.set_to_move(self.claimant);
        // An edge is turned, a root is not.
        let all = self.empty();
        if edge.symmetry != Symmetry::Identity {
            return all;
        }
        let Ok(head) = Head::new(root, self.claimant, self.kind) else { return all };
        let certificate = self.builder.clone().finish(head, edge.node);
        zone(&certificate, 1).ok().flatten().unwrap_or(all)
    }

    /// Answers every reply to the claimant's last move, and forgets one
    /// now and then.
    fn answered(&mut self, mv: Option<Cell>, moves: u32) -> Option<NodeId> {
        let empty = self.empty();
        let mut rest = Rest::None;
        let mut needed = empty.clone();
        let how = self.choices.byte();
        if !how.is_multiple_of(8) {
            let default = self.node(moves)?;
            needed = self.zone(default);
            needed.retain(|cell| empty.contains(cell));
            rest = Rest::Default(default);
        }
        if how / 8 == 1 && self.choices.byte().is_multiple_of(4) && !needed.is_empty() {
            let at = self.choices.below(needed.len());
            needed.remove(at);
        }
        let mut groups: Vec<(Vec<Cell>, Edge)> = Vec::new();
        while let Some(reply) = needed.pop() {
            let shares = self.choices.byte().is_multiple_of(3);
            let (edge, zone) = self.with(reply, self.enemy(), |maker| {
                let edge = maker.node(moves)?;
                let zone = shares.then(|| maker.zone(edge));
                Some((edge, zone))
            })?;
            let mut cells = vec![reply];
            if let Some(zone) = zone {
                cells.extend(needed.extract_if(.., |cell| !zone.contains(cell)));
                if groups.is_empty() && self.choices.byte().is_multiple_of(3) {
                    // All that lies outside this tree's zone goes with it.
                    rest = Rest::First;
                    let has = |cell: &Cell| cells.contains(cell) || needed.contains(cell);
                    let more: Vec<Cell> = zone.iter().copied().filter(|cell| !has(cell)).collect();
                    needed.extend(more.into_iter().filter(|cell| empty.contains(cell)));
                    cells.truncate(1);
                }
            }
            groups.push((cells, edge));
        }
        let groups: Vec<(&[Cell], Edge)> =
            groups.iter().map(|(cells, edge)| (&cells[..], *edge)).collect();
        Some(self.builder.replies(mv, &groups, rest))
    }

    /// An end of a hold, where the position is one.
    fn leaf(&mut self, mv: Option<Cell>) -> Option<NodeId> {
        if self.kind == Kind::Win {
            return None;
        }
        if self.board.is_full() {
            return Some(self.builder.full(mv));
        }
        let open = self.open_windows();
        if open.is_empty() {
            return Some(self.builder.dead(mv));
        }
        let mut pairs: Vec<[Cell; 2]> = Vec::new();
        for window in &open {
            if pairs.iter().any(|pair| pair.iter().all(|cell| window.contains(cell))) {
                continue;
            }
            let is_free = |cell: &Cell| {
                self.board.get(*cell).is_none() && !pairs.iter().any(|pair| pair.contains(cell))
            };
            let free: Vec<Cell> = window.iter().copied().filter(is_free).collect();
            let &[one, other, ..] = &free[..] else { return None };
            pairs.push([one, other]);
        }
        Some(self.builder.pairs(mv, &pairs))
    }

    /// Windows with an empty cell and no stone of the claimant.
    fn open_windows(&self) -> Vec<Vec<Cell>> {
        let variant = self.board.variant();
        let window = |cell: Cell, (columns, rows): (i32, i32)| -> Option<Vec<Cell>> {
            let at = |step: i32| {
                let column = u8::try_from(i32::from(cell.column()) + columns * step).ok()?;
                let row = u8::try_from(i32::from(cell.row()) + rows * step).ok()?;
                Cell::new(column, row).filter(|&cell| variant.contains(cell))
            };
            (0..i32::from(variant.k())).map(at).collect()
        };
        let windows = variant
            .cells()
            .flat_map(|cell| DIRECTIONS.iter().filter_map(move |&way| window(cell, way)));
        let has =
            |window: &Vec<Cell>, stone| window.iter().any(|&cell| self.board.get(cell) == stone);
        windows.filter(|window| has(window, None) && !has(window, Some(self.claimant))).collect()
    }
}
