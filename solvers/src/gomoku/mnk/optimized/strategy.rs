//! The strategy behind a proof.
//!
//! The table may have lost what the proof needs, so what is missing is searched
//! again. Zones are taken from what is written and not from the table: another
//! search may have found another strategy. Positions with the same open rows
//! share their part of the strategy, which uses cells of those rows alone.

use tesuji_core::gomoku::{Cell, Symmetry};

use super::fours::Fours;
use super::grid::{Grid, bits};
use super::node::{Besides, Ending, Node, Seen, Side, Sight, Standing};
use super::search::{End, Search};
use super::survey::{Stones, lowest};
use crate::HashMap;
use crate::gomoku::hold::{self, Answer, Edge, Hold, Start};
use crate::gomoku::mnk::Win;
use crate::gomoku::tree;

/// What names a position; see [`Search::naming`].
type Name = (u64, u64, u8);

/// What refutes some moves, and those of them that nothing earlier does.
struct Refutation<T> {
    by: T,
    moves: u64,
}

/// The refutations of enough of these moves, and their zone.
fn refutations<T>(
    search: &mut Search<'_>,
    node: Node,
    mut left: u64,
    mut refute: impl FnMut(&mut Search<'_>, Node) -> Result<(T, u64), End>,
) -> Result<(Vec<Refutation<T>>, u64), End> {
    let mut found = Vec::new();
    let mut zone = 0;
    while left != 0 {
        // The known refutation that leaves the fewest moves.
        let mut best: Option<(u32, u64)> = None;
        for mv in bits(left) {
            let known = search.known(node.child(mv)).filter(|known| known.success() == Some(true));
            if let Some(known) = known {
                let rest = (left & known.zone & !mv).count_ones();
                if best.is_none_or(|(least, _)| rest < least) {
                    best = Some((rest, mv));
                }
            }
        }
        let mv = best.map_or(lowest(left), |(_, mv)| mv);
        let (by, its) = refute(search, node.child(mv))?;
        let rest = left & its & !mv;
        found.push(Refutation { by, moves: left & !rest });
        zone |= its;
        left = rest;
    }
    Ok((found, zone))
}

/// The move of a mover who is known to succeed.
fn success(search: &mut Search<'_>, node: Node) -> Result<u64, End> {
    let known = search.known(node).filter(|known| known.success().is_some());
    let known = match known {
        Some(known) => known,
        None => search.settle(node)?,
    };
    debug_assert_eq!(known.success(), Some(true), "it was proved: {node:?}");
    Ok(known.mv)
}

/// A win from here.
pub(super) fn win(search: &mut Search<'_>, node: Node) -> Result<Win, End> {
    let mut writer = Wins { builder: tree::Builder::new(), known: HashMap::default() };
    match node.side {
        Side::Attacker => {
            let (root, _) = writer.attack(search, node)?;
            Ok(Win::Move(writer.builder.tree(root)))
        }
        Side::Defender => {
            let replies = writer.defend(search, node)?;
            let tree = |id| writer.builder.tree(id);
            let exceptions = replies.exceptions.iter();
            let mut exceptions: Vec<_> = exceptions.map(|&(mv, id)| (mv, tree(id))).collect();
            exceptions.sort_unstable_by_key(|&(mv, _)| mv);
            Ok(Win::Replies { default: tree(replies.default), exceptions })
        }
    }
}

struct Wins {
    builder: tree::Builder,
    known: HashMap<Name, (tree::NodeId, u64)>,
}

struct Replies {
    default: tree::NodeId,
    exceptions: Vec<(Cell, tree::NodeId)>,
    zone: u64,
}

impl Wins {
    /// The attacker moves. As deep as there are empty cells, as is
    /// [`Wins::defend`].
    fn attack(&mut self, search: &mut Search<'_>, node: Node) -> Result<(tree::NodeId, u64), End> {
        let grid = search.grid;
        let seen = Seen::new(grid, node);
        let name = search.naming(&seen);
        if let Some(&known) = self.known.get(&name) {
            return Ok(known);
        }
        let found = match seen.sight(grid) {
            Sight::Win { how: Ending::Row(mv), zone } => (self.builder.end(grid.cell(mv)), zone),
            Sight::Win { how: Ending::Fork(mv, cells), zone } => (self.fork(grid, mv, cells), zone),
            _ => {
                let mv = success(search, node)?;
                let replies = self.defend(search, seen.node.child(mv))?;
                let Replies { default, exceptions, zone } = replies;
                let id = self.builder.push(grid.cell(mv), Some(default), &exceptions);
                (id, zone | mv)
            }
        };
        self.known.insert(name, found);
        Ok(found)
    }

    /// A move that leaves two cells which complete a row.
    fn fork(&mut self, grid: &Grid, mv: u64, cells: u64) -> tree::NodeId {
        let Replies { default, exceptions, .. } = self.late(grid, cells);
        self.builder.push(grid.cell(mv), Some(default), &exceptions)
    }

    /// The defender can stop but one of these.
    fn late(&mut self, grid: &Grid, cells: u64) -> Replies {
        let first = lowest(cells);
        let default = self.builder.end(grid.cell(first));
        let other = self.builder.end(grid.cell(cells & !first));
        Replies { default, exceptions: vec![(grid.cell(first), other)], zone: cells }
    }

    /// The defender moves.
    fn defend(&mut self, search: &mut Search<'_>, node: Node) -> Result<Replies, End> {
        let grid = search.grid;
        let seen = Seen::new(grid, node);
        let (moves, zone, besides) = match seen.sight(grid) {
            Sight::Win { how: Ending::Late(cells), zone } => {
                return Ok(Replies { zone, ..self.late(grid, cells) });
            }
            Sight::Open { moves, zone, besides } => (moves, zone, besides),
            _ => unreachable!("the defender was proved to lose: {node:?}"),
        };
        let mut default = match besides {
            Besides::Nothing => None,
            Besides::Row(cell) => Some(self.builder.end(grid.cell(cell))),
            Besides::Fours(fours) => Some(self.fours(grid, &fours)),
        };
        let (found, its) =
            refutations(search, seen.node, moves, |search, node| self.attack(search, node))?;
        let mut exceptions = Vec::new();
        for Refutation { moves, by } in found {
            if default.is_none() {
                default = Some(by);
            } else {
                exceptions.extend(bits(moves).map(|reply| (grid.cell(reply), by)));
            }
        }
        let default = default.expect("a row is open, so there are moves");
        Ok(Replies { default, exceptions, zone: zone | its })
    }

    fn fours(&mut self, grid: &Grid, fours: &Fours) -> tree::NodeId {
        let mut moves = fours.moves().iter().rev();
        let &(mv, cells) = moves.next().expect("a win has a move");
        let mut next =
            if cells == 0 { self.builder.end(grid.cell(mv)) } else { self.fork(grid, mv, cells) };
        for &(mv, stop) in moves {
            let five = self.builder.end(grid.cell(stop));
            next = self.builder.push(grid.cell(mv), Some(five), &[(grid.cell(stop), next)]);
        }
        next
    }
}

/// A hold from here.
pub(super) fn hold(search: &mut Search<'_>, node: Node) -> Result<Hold, End> {
    let mut writer = Holds { builder: hold::Builder::new(), known: HashMap::default() };
    let seen = Seen::new(search.grid, node);
    let start = match node.side {
        Side::Attacker => Start::Node(writer.attack(search, node)?.0),
        Side::Defender if seen.survey.rows().is_empty() => {
            Start::Node(Edge { to: writer.builder.closed(), by: Symmetry::Identity })
        }
        Side::Defender => Start::Answer(writer.defend(search, node, None)?.0),
    };
    Ok(writer.builder.hold(start))
}

struct Holds {
    builder: hold::Builder,
    /// By names that are least among their images.
    known: HashMap<Name, (hold::NodeId, u64)>,
}

impl Holds {
    /// The attacker moves; the node is written for an image of the position,
    /// the same for all its images. As deep as there are empty cells, as is
    /// [`Holds::defend`].
    fn attack(&mut self, search: &mut Search<'_>, node: Node) -> Result<(Edge, u64), End> {
        let grid = search.grid;
        let (first, second, kind) = search.naming(&Seen::new(grid, node));
        let (symmetry, first, second) = grid.canonical(first, second);
        let back = grid.inverse(symmetry);
        let by = grid.symmetry(back);
        let name = (first, second, kind);
        if let Some(&(to, zone)) = self.known.get(&name) {
            return Ok((Edge { to, by }, grid.image(back, zone)));
        }
        let image = |word| grid.image(symmetry, word);
        let Stones { attacker, defender } = node.stones;
        let stones = Stones { attacker: image(attacker), defender: image(defender) };
        let (to, zone) = self.attack_here(search, Node { stones, ..node })?;
        self.known.insert(name, (to, zone));
        Ok((Edge { to, by }, grid.image(back, zone)))
    }

    fn attack_here(
        &mut self,
        search: &mut Search<'_>,
        node: Node,
    ) -> Result<(hold::NodeId, u64), End> {
        let grid = search.grid;
        let seen = Seen::new(grid, node);
        let node = seen.node;
        let row = |cell| Answer { to: None, mv: grid.cell(cell), then: None };
        let (moves, zone, forced) = match seen.sight(grid) {
            Sight::Hold { how: Standing::Closed, zone } => {
                return Ok((self.builder.closed(), zone));
            }
            Sight::Hold { how: Standing::Pairs(pairs), zone } => {
                let pairs: Vec<_> = pairs.as_slice().iter().map(|&pair| two(grid, pair)).collect();
                return Ok((self.builder.pairs(&pairs), zone));
            }
            Sight::Hold { how: Standing::Late(cells), zone } => {
                let first = lowest(cells);
                let exceptions = [(grid.cell(first), row(cells & !first))];
                return Ok((self.builder.answers(row(first), &exceptions), zone));
            }
            Sight::Open { moves, zone, besides: Besides::Row(cell) } => {
                (moves, zone, Some(row(cell)))
            }
            Sight::Open { moves, zone, .. } => (moves, zone, None),
            Sight::Hold { how: Standing::Row(_), .. } | Sight::Win { .. } => {
                unreachable!("the attacker was proved not to win: {node:?}")
            }
        };
        let (found, its) = refutations(search, node, moves, |search, child| {
            let to = child.stones.attacker & !node.stones.attacker;
            self.defend(search, child, Some(grid.cell(to)))
        })?;
        let mut exceptions = Vec::new();
        let default = forced.unwrap_or_else(|| found[0].by);
        for Refutation { moves, by } in &found[usize::from(forced.is_none())..] {
            exceptions.extend(bits(*moves).map(|to| (grid.cell(to), *by)));
        }
        Ok((self.builder.answers(default, &exceptions), zone | its))
    }

    /// The defender moves, after this move of the attacker's.
    fn defend(
        &mut self,
        search: &mut Search<'_>,
        node: Node,
        to: Option<Cell>,
    ) -> Result<(Answer, u64), End> {
        let grid = search.grid;
        let seen = Seen::new(grid, node);
        if let Sight::Hold { how: Standing::Row(mv), zone } = seen.sight(grid) {
            return Ok((Answer { to, mv: grid.cell(mv), then: None }, zone));
        }
        let mv = success(search, node)?;
        let (edge, zone) = self.attack(search, seen.node.child(mv))?;
        Ok((Answer { to, mv: grid.cell(mv), then: Some(edge) }, zone | mv))
    }
}

/// The cells of a word of two bits.
fn two(grid: &Grid, pair: u64) -> (Cell, Cell) {
    let first = lowest(pair);
    (grid.cell(first), grid.cell(pair & !first))
}
