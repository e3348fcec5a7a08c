//! Writing strategies with their zones, from their ends to their roots.
//!
//! `docs/zones.md` has the lemmas. The judge has them by itself and believes
//! nothing that is found here: a zone that is too small names too few replies,
//! and he refuses the certificate. Here is what freestyle needs, where a row
//! stays won and no move is ever forbidden. Boards have at most 64 cells, as
//! the solver of m,n,k games takes them.

use std::error::Error;
use std::fmt::{self, Display};

use tesuji_core::Player;
use tesuji_core::gomoku::{Cell, Rule, Symmetry};
use tesuji_solvers::HashMap;

use crate::builder::Builder;
use crate::certificate::{Certificate, Edge, Head, HeadError, NodeId, Rest};
use crate::check::geometry::Geometry;
use crate::check::position::Position;

/// Why a strategy is none of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StrategyError {
    /// Nothing can be claimed of the position.
    Head(HeadError),
    /// The rule is not freestyle, or the board has more than 64 cells.
    Game,
    /// The strategy is for a board of another size.
    Size,
    /// The other side is to move, and the attacker has no stone that he could
    /// have played last.
    NoLast,
    /// A move or reply of the strategy on a cell that is taken.
    Taken(Cell),
    /// The move is to complete a row and does not.
    NoRow(Cell),
    /// The strategy lets the other side complete a row with this reply.
    Loses(Cell),
    /// The strategy does not answer this reply.
    Unanswered(Cell),
    /// More nodes than a certificate has.
    TooLarge,
}

impl Display for StrategyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StrategyError::Head(error) => error.fmt(f),
            StrategyError::Game => write!(
                f,
                "only strategies of freestyle on boards of at most {MOST_CELLS} cells are written"
            ),
            StrategyError::Size => f.write_str("the strategy is for a board of another size"),
            StrategyError::NoLast => f.write_str("the attacker has no stone, and is not to move"),
            StrategyError::Taken(cell) => write!(f, "the strategy plays {cell}, which is taken"),
            StrategyError::NoRow(cell) => write!(f, "{cell} completes no row"),
            StrategyError::Loses(cell) => write!(f, "the reply {cell} completes a row"),
            StrategyError::Unanswered(cell) => {
                write!(f, "the strategy does not answer the reply {cell}")
            }
            StrategyError::TooLarge => write!(f, "the proof has more than {MOST_NODES} nodes"),
        }
    }
}

impl Error for StrategyError {}

impl From<HeadError> for StrategyError {
    fn from(error: HeadError) -> StrategyError {
        StrategyError::Head(error)
    }
}

/// The largest board.
const MOST_CELLS: u16 = 64;

/// Nodes of the largest certificate that is written.
const MOST_NODES: usize = 1 << 28;

/// Cells as bits, by their numbers.
type Cells = u64;

fn bit(cell: u16) -> Cells {
    1 << cell
}

/// Ascending.
fn bits(mut cells: Cells) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        let first = (cells != 0).then(|| cells.trailing_zeros() as u16)?;
        cells &= cells - 1;
        Some(first)
    })
}

fn image(cells: Cells, images: &[u16]) -> Cells {
    bits(cells).fold(0, |all, cell| all | bit(images[usize::from(cell)]))
}

/// Of five zones k − 1 differ: no k is larger than 6.
const MOST_EXTRAS: usize = 5;

/// The zones for one extra stone, for two, and so on. Each has all cells of
/// the one before it.
#[derive(Clone, Copy)]
struct Zones([Cells; MOST_EXTRAS]);

impl Zones {
    /// These cells, however many stones there are.
    fn new(cells: Cells) -> Zones {
        Zones([cells; MOST_EXTRAS])
    }

    fn unite(&mut self, other: &Zones) {
        self.0.iter_mut().zip(other.0).for_each(|(zone, other)| *zone |= other);
    }

    /// A tree that answers these cells as one extra stone more.
    fn bear(&mut self, other: &Zones, cells: Cells) {
        self.unite(other);
        for (zone, above) in self.0.iter_mut().zip(&other.0[1..]) {
            if above & cells != 0 {
                *zone |= above;
            }
        }
    }

    fn image(&self, images: &[u16]) -> Zones {
        Zones(self.0.map(|zone| image(zone, images)))
    }
}

/// The cell as this symmetry has it, by its number.
pub(crate) fn placed(geometry: &Geometry, view: u8, cell: Cell) -> Result<u16, StrategyError> {
    if !geometry.variant.contains(cell) {
        return Err(StrategyError::Size);
    }
    Ok(geometry.images(view)[usize::from(geometry.number(cell))])
}

/// What the claimant does, and what follows. Cells go by their numbers.
pub(crate) trait Strategy {
    /// He is to move.
    type Turn: Copy;
    /// He has moved.
    type Stand: Copy;

    /// His move, and how he stands then; `None` where it completes a row.
    fn turn(&self, turn: Self::Turn) -> Result<(u16, Option<Self::Stand>), StrategyError>;

    /// What he has to do.
    fn stand(&self, stand: Self::Stand) -> Result<Standing<Self::Turn>, StrategyError>;

    /// What he does against this reply.
    fn answer(&self, stand: Self::Stand, reply: u16) -> Result<Self::Turn, StrategyError>;
}

/// What has to be done after a move of the claimant's.
pub(crate) enum Standing<T> {
    /// Nothing: the other side has no row.
    Closed,
    /// A stone on one cell of a pair is met on the other.
    Pairs(Vec<[u16; 2]>),
    /// Each reply has its answer, and this goes on as if there had been none.
    Answers(Option<T>),
}

/// A tree of the position on the board, and its zones.
#[derive(Clone, Copy)]
pub(crate) struct Built {
    edge: Edge,
    zones: Zones,
    /// The cell of a row that is completed at once, where it is the only one.
    five: Option<u16>,
}

/// What is written of a position, as it lies where it is least of its images.
struct Known {
    node: NodeId,
    /// What takes the node's cells there.
    symmetry: u8,
    zones: Zones,
}

/// A position in which a strategy is played, and what is written so far.
pub(crate) struct Writer<'a, S> {
    strategy: S,
    geometry: &'a Geometry,
    position: Position<'a>,
    claimant: Player,
    builder: Builder,
    /// By both sides' stones, the claimant being to move. One tree does for a
    /// position, however the strategy comes to it.
    known: HashMap<(Cells, Cells), Known>,
}

impl<'a, S: Strategy> Writer<'a, S> {
    /// At the position of the claim, whose board this is.
    pub(crate) fn new(
        geometry: &'a Geometry,
        head: &Head,
        strategy: S,
    ) -> Result<Writer<'a, S>, StrategyError> {
        let variant = geometry.variant;
        if variant.rule() != Rule::Freestyle || variant.area() > MOST_CELLS {
            return Err(StrategyError::Game);
        }
        Ok(Writer {
            strategy,
            geometry,
            position: Position::new(geometry, head.root(), head.claimant()),
            claimant: head.claimant(),
            builder: Builder::new(),
            known: HashMap::default(),
        })
    }

    /// The certificate with this root.
    pub(crate) fn finish(self, head: Head, root: &Built) -> Certificate {
        self.builder.finish(head, root.edge.node)
    }

    /// Writes what is done in the position on the board, the claimant being to
    /// move. As deep as there are empty cells.
    pub(crate) fn turn(&mut self, turn: S::Turn) -> Result<Built, StrategyError> {
        if let Some(known) = self.known() {
            return Ok(known);
        }
        if self.builder.nodes() >= MOST_NODES {
            return Err(StrategyError::TooLarge);
        }
        let (mv, then) = self.strategy.turn(turn)?;
        if !self.position.empty.contains(mv) {
            return Err(StrategyError::Taken(self.geometry.cell(mv)));
        }
        // It may complete a row that it was not made for.
        if self.position.wins_at(mv, self.claimant) {
            return Ok(self.end(mv));
        }
        let stand = then.ok_or(StrategyError::NoRow(self.geometry.cell(mv)))?;
        let built = self.moved(mv, stand)?;
        self.keep(&built);
        Ok(built)
    }

    /// Writes this move of the claimant's and what follows it.
    pub(crate) fn moved(&mut self, mv: u16, stand: S::Stand) -> Result<Built, StrategyError> {
        self.position.put(mv, self.claimant);
        let built = self.stand(Some(mv), stand);
        self.position.take(mv, self.claimant);
        built
    }

    /// Writes what follows the move, which is on the board, if there is one.
    pub(crate) fn stand(
        &mut self,
        mv: Option<u16>,
        stand: S::Stand,
    ) -> Result<Built, StrategyError> {
        if let Some(reply) = self.position.threat() {
            return Err(StrategyError::Loses(self.geometry.cell(reply)));
        }
        let default = match self.strategy.stand(stand)? {
            Standing::Closed => return Ok(self.dead(mv)),
            Standing::Pairs(pairs) => return Ok(self.pairs(mv, &pairs)),
            Standing::Answers(default) => default,
        };
        let default = default.map(|turn| self.turn(turn)).transpose()?;
        // Those that could matter to the default.
        let empty = self.position.empty.word();
        let needed = default.map_or(empty, |default| empty & default.zones.0[0]);
        let mut replies = Vec::with_capacity(needed.count_ones() as usize);
        for reply in bits(needed) {
            let answer = self.strategy.answer(stand, reply)?;
            let built = self.after(reply, |writer| {
                // A full board is held, whatever was to be played there.
                let is_full = writer.position.empty.is_empty();
                if is_full { Ok(writer.dead(None)) } else { writer.turn(answer) }
            });
            replies.push((reply, built?));
        }
        Ok(self.replies(mv, &replies, default.as_ref()))
    }

    fn after<T>(&mut self, reply: u16, then: impl FnOnce(&mut Self) -> T) -> T {
        let enemy = self.claimant.other();
        self.position.put(reply, enemy);
        let done = then(self);
        self.position.take(reply, enemy);
        done
    }

    /// The least image of the position, and what takes the board there.
    fn least(&self) -> ((Cells, Cells), u8) {
        let (own, theirs) = (self.position.own.word(), self.position.theirs.word());
        let of = |symmetry: u8| {
            let images = self.geometry.images(symmetry);
            ((image(own, images), image(theirs, images)), symmetry)
        };
        let count = Symmetry::of(self.geometry.variant).len() as u8;
        (1..count).map(of).fold(((own, theirs), 0), Ord::min)
    }

    /// The tree of the position on the board where one is written.
    fn known(&self) -> Option<Built> {
        let (key, here) = self.least();
        let known = self.known.get(&key)?;
        let back = self.geometry.inverse(here);
        let symmetry = self.geometry.compose(back, Symmetry::ALL[usize::from(known.symmetry)]);
        let edge = Edge { node: known.node, symmetry: Symmetry::ALL[usize::from(symmetry)] };
        let zones = known.zones.image(self.geometry.images(back));
        Some(Built { edge, zones, five: None })
    }

    /// Keeps the tree of the position on the board, which has just been
    /// written.
    fn keep(&mut self, built: &Built) {
        let (key, symmetry) = self.least();
        let zones = built.zones.image(self.geometry.images(symmetry));
        self.known.insert(key, Known { node: built.edge.node, symmetry, zones });
    }

    fn cell(&self, number: Option<u16>) -> Option<Cell> {
        number.map(|number| self.geometry.cell(number))
    }

    /// The claimant completes a row.
    fn end(&mut self, mv: u16) -> Built {
        // Of two such cells the one that is meant would depend on the symmetry
        // under which the node is used.
        let is_only = self.after(mv, |writer| writer.position.completion().is_none());
        let node =
            if is_only { self.builder.five() } else { self.builder.end(self.geometry.cell(mv)) };
        Built { edge: node.into(), zones: Zones::new(bit(mv)), five: is_only.then_some(mv) }
    }

    fn dead(&mut self, mv: Option<u16>) -> Built {
        let node = self.builder.dead(self.cell(mv));
        Built { edge: node.into(), zones: Zones::new(mv.map_or(0, bit)), five: None }
    }

    fn pairs(&mut self, mv: Option<u16>, pairs: &[[u16; 2]]) -> Built {
        let cells: Vec<[Cell; 2]> =
            pairs.iter().map(|pair| pair.map(|cell| self.geometry.cell(cell))).collect();
        let node = self.builder.pairs(self.cell(mv), &cells);
        let zone = pairs.as_flattened().iter().chain(&mv).fold(0, |all, &cell| all | bit(cell));
        Built { edge: node.into(), zones: Zones::new(zone), five: None }
    }

    /// A move, on the board, with what answers the replies that are named, and
    /// all others.
    fn replies(
        &mut self,
        mv: Option<u16>,
        replies: &[(u16, Built)],
        default: Option<&Built>,
    ) -> Built {
        let empty = self.position.empty.word();
        let named = replies.iter().fold(0, |all, &(reply, _)| all | bit(reply));
        let mut zones = Zones::new(mv.map_or(0, bit) | named);
        let dangerous = self.position.dangerous(MOST_EXTRAS);
        zones.0.iter_mut().zip(&dangerous[1..]).for_each(|(zone, set)| *zone |= set.word());
        replies.iter().for_each(|(_, built)| zones.unite(&built.zones));
        // Where all are named nothing goes with the default.
        let others = empty & !named;
        let default = default.filter(|_| others != 0);
        if let Some(default) = default {
            zones.bear(&default.zones, others);
        }
        let node = match (mv, replies, default) {
            (Some(mv), &[(reply, next)], Some(&Built { five: Some(five), .. }))
                if reply == five && self.position.completion_of(mv) == Some(five) =>
            {
                self.builder.four(self.geometry.cell(mv), next.edge)
            }
            _ => {
                let cells: Vec<[Cell; 1]> =
                    replies.iter().map(|&(reply, _)| [self.geometry.cell(reply)]).collect();
                let groups: Vec<(&[Cell], Edge)> = cells
                    .iter()
                    .zip(replies)
                    .map(|(cell, (_, built))| (&cell[..], built.edge))
                    .collect();
                let rest = default.map_or(Rest::None, |default| Rest::Default(default.edge));
                self.builder.replies(self.cell(mv), &groups, rest)
            }
        };
        Built { edge: node.into(), zones, five: None }
    }
}
