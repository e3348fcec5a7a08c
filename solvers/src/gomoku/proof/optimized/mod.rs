//! Proof numbers over wins by threats.
//!
//! - The attacker to move: a solver of threats looks first, and again with four
//!   times the nodes whenever the search below has spent as many. Then moves
//!   are tried, the best shapes first.
//! - The defender to move: if he passed, would the attacker win? The zone of
//!   that win says which replies matter. Without it all do.
//! - What answers one reply answers all that lie outside its zone; what
//!   answered a sibling is tried first.
//! - A move that is hinted at is followed further than others. Where much work
//!   has come to nothing an [ordinary search](crate::gomoku::search) is asked
//!   for such a hint.
//! - Nodes are kept, once for all images of a position, and the search goes
//!   from the root each time to where the least seems to be left.
//!
//! A proof is built as soon as its position is won, and kept.

mod attack;
mod build;
mod defend;
mod moves;
mod nodes;
mod place;
mod search;
mod zones;

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use tesuji_core::gomoku::Cell;
use tesuji_core::gomoku::naive::Board;
use tesuji_core::{Game, Player};

use super::tree::{Arena, NodeId};
use super::{Claim, Class};
use crate::HashMap;
use crate::gomoku::keys::Key;
use crate::gomoku::rules::Win;
use crate::gomoku::search::{Limits, Options, Searcher};
use crate::gomoku::shapes::optimized::Index;
use crate::gomoku::vct::Vct;
use nodes::{ADVISED, HINTED, Store};
use place::{Names, Place};
use search::{LOOK, Search};

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Nodes, those of the solvers of threats included.
    pub nodes: u64,
    /// Positions that are kept.
    pub positions: usize,
    /// The root's proof number: about how many open ends are left.
    pub proof: u32,
    /// The least number of moves that have to fail before the class has no
    /// win; 0 where that is shown.
    pub disproof: u32,
}

/// A solver with its memory: what it knows of positions survives from one call
/// to the next as long as rule, board and attacker are the same.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use tesuji_core::gomoku::{Variant, text};
/// use tesuji_solvers::gomoku::proof::{Class, Prover};
/// use tesuji_solvers::gomoku::search::Limits;
///
/// let position = text::parse("h8a1i9a15", Variant::default(), None)?;
/// let mut prover = Prover::default();
/// let limits = Limits { nodes: Some(20_000_000), ..Limits::default() };
/// let claim = prover.prove(&position, Class::All, &limits, &AtomicBool::new(false));
/// assert!(claim.win().is_some());
/// # Ok::<(), tesuji_core::ParseError>(())
/// ```
pub struct Prover {
    vct: Vct,
    adviser: Searcher,
    store: Store,
    arena: Arena,
    /// Rule, board, attacker and class of what is kept.
    about: Option<(tesuji_core::gomoku::Variant, Player, Class)>,
    /// Moves, each with its favour.
    hints: HashMap<Key, Vec<(Index, u32)>>,
    /// What the last hints were called by.
    names: Option<Names>,
    /// Wins that were proved, the last one last.
    before: Vec<NodeId>,
    memory: usize,
    look: u64,
    nodes: u64,
}

impl Default for Prover {
    /// Half a gigabyte.
    fn default() -> Self {
        Prover::new(1 << 29)
    }
}

/// Bytes of the tables of the solver of threats: what a processor's cache
/// nearly holds is faster than more.
const TABLES: usize = 16 << 20;

/// The most bytes of the adviser's table.
const ADVISER: usize = 4 << 20;

impl Prover {
    /// A solver that keeps about so many bytes, its tables of threats (16 MB at
    /// most) and its adviser's (4 MB) included.
    #[must_use]
    pub fn new(memory: usize) -> Prover {
        let tables = TABLES.min(memory / 4);
        let adviser = ADVISER.min(memory / 16);
        Prover {
            vct: Vct::new(tables),
            adviser: Searcher::new(Options { table_bytes: adviser, ..Options::default() }),
            store: Store::default(),
            arena: Arena::default(),
            about: None,
            hints: HashMap::default(),
            names: None,
            before: Vec::new(),
            memory: memory - tables - adviser,
            look: LOOK,
            nodes: 0,
        }
    }

    /// The same with other first budgets: what one does not find soon, another
    /// may. 0 is the usual one.
    #[must_use]
    pub fn varied(mut self, way: u32) -> Prover {
        self.look = match way % 4 {
            0 => LOOK,
            1 => LOOK / 4,
            2 => LOOK * 4,
            _ => LOOK / 16,
        };
        self
    }

    /// Forgets all positions and keeps the hints: the next question is as the
    /// first.
    pub fn clear(&mut self) {
        self.vct.clear();
        self.adviser.clear();
        self.store = Store::default();
        self.arena = Arena::default();
        self.before.clear();
    }

    /// The nodes since the solver was made, those of the solvers of threats
    /// included.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Says what the attacker should play in a position, and in its images: it is
    /// tried before all others and followed much further, and proves nothing by
    /// itself. Costs the keys of the position's images.
    pub fn hint(&mut self, position: &Board, mv: Cell) {
        self.favour(position, mv, HINTED);
    }

    /// As [`Prover::hint`], of a move that may be wrong: it is followed less far.
    pub fn suggest(&mut self, position: &Board, mv: Cell) {
        self.favour(position, mv, ADVISED);
    }

    fn favour(&mut self, position: &Board, mv: Cell, favour: u32) {
        if !position.is_legal(mv) {
            return;
        }
        let (variant, attacker) = (position.variant(), position.to_move());
        let names = self.names.take().filter(|names| names.are_of(variant, attacker));
        let names = self.names.insert(names.unwrap_or_else(|| Names::new(variant, attacker)));
        let (key, images) = names.canonical(position);
        let mv = images[mv.index()];
        let moves = self.hints.entry(key).or_default();
        match moves.iter_mut().find(|(before, _)| *before == mv) {
            Some((_, most)) => *most = favour.max(*most),
            None => moves.push((mv, favour)),
        }
    }

    /// Whether the side to move has a win of the class. Where the game is over
    /// there is none. Clock and flag are looked at every few hundred nodes; the
    /// depth of the limits is not asked.
    pub fn prove(
        &mut self,
        position: &Board,
        class: Class,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Claim {
        self.watch(position, class, limits, stop, &mut |_| {})
    }

    /// The same, and tells how far it has come, some hundred times a second.
    pub fn watch(
        &mut self,
        position: &Board,
        class: Class,
        limits: &Limits,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(Progress),
    ) -> Claim {
        if position.outcome().is_some() {
            return Claim::NoWin;
        }
        let attacker = position.to_move();
        let about = Some((position.variant(), attacker, class));
        if self.about != about {
            self.clear();
            self.about = about;
        }
        let mut place = Place::new(position, attacker);
        let rules = *place.board.rules();
        let begun = self.vct.nodes();
        let defender = rules.wins[place.defender()];
        let shares = matches!(defender, Win::AtLeast | Win::Caro)
            && rules.wins[place.attacker] != Win::CaroExact
            && !rules.forbids;
        let mut search = Search {
            place: &mut place,
            vct: &mut self.vct,
            store: &mut self.store,
            arena: &mut self.arena,
            hints: &self.hints,
            class,
            before: &self.before,
            shares,
            begun,
            others: 0,
            adviser: &mut self.adviser,
            most: limits.nodes.unwrap_or(u64::MAX),
            deadline: limits.time.map(|time| Instant::now() + time),
            memory: self.memory,
            look: self.look,
            stop,
        };
        let found = search.run(tell);
        self.nodes += search.spent();
        match found {
            Ok(Some(root)) => {
                self.before.push(root);
                Claim::Win(self.arena.tree(root))
            }
            Ok(None) => Claim::NoWin,
            Err(budget) => Claim::Unknown(budget),
        }
    }
}
