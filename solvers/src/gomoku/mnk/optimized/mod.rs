//! Proof-number search with zones, over words of 64 bits.
//!
//! - Rows that win are masks. A row with a stone of the defender's is closed,
//!   and what lies on no open row does not matter: positions that differ there
//!   alone, or by a symmetry, are one.
//! - The attacker to move wins by a cell that completes a row, or that is on
//!   two rows which miss two. The defender must stop a row that misses one;
//!   else, where the attacker would win by such threats in a row if nothing
//!   were played, only moves in that win's zone are left.
//! - The defender holds where no row is open, or where disjoint *pairs* of
//!   empty cells can be found of which each open row contains one.
//! - What refutes a move refutes all moves outside its zone (in the game of
//!   Hex this is known as the must-play region), for both sides.
//! - The numbers of a new position follow the sum of 2^-(empty cells) over its
//!   open rows. As a proof that the defender holds, where it is below a half,
//!   it was tried and gained nothing: pairs are found there anyway.
//!
//! Maker-Breaker, where the defender's own rows do not count, and the game
//! itself are searched in turn with ever more nodes. A hold of the former is
//! one of the latter, and where the defender has no open row of his own they
//! are one game. Zones of wins where his rows do count are narrow only along
//! threats in a row. His moves are those on any open row, also where it is
//! open to him alone: such a move may make the threat that saves him.

mod fours;
mod grid;
mod node;
mod pairing;
mod search;
mod strategy;
mod survey;
mod table;

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use tesuji_core::gomoku::naive::Board;
use tesuji_core::{Game, Player};

use super::{Claim, refuse};
use crate::Refusal;
use crate::gomoku::search::Limits;
use grid::Grid;
use node::{Node, Side};
use search::{End, Search};
use survey::Stones;
use table::Table;

/// The largest board.
pub const MOST_CELLS: u16 = 64;

/// Nodes of the first slice; each turn has four times those of the one before.
const SLICE: u64 = 2_000;

/// A solver with its memory: what it knows of a size and length survives from
/// one position to the next.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use tesuji_core::Player;
/// use tesuji_core::gomoku::{Rule, Variant, naive};
/// use tesuji_solvers::gomoku::mnk::{Claim, Mnk};
/// use tesuji_solvers::gomoku::search::Limits;
///
/// let mut mnk = Mnk::default();
/// let never = AtomicBool::new(false);
/// for (width, wins) in [(3, false), (4, true)] {
///     let board = naive::Board::new(Variant::new(width, 3, 3, Rule::Freestyle)?);
///     let claim = mnk.solve(&board, Player::Black, &Limits::default(), &never)?;
///     assert_eq!(matches!(claim, Claim::Win(_)), wins);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Mnk {
    table: Table,
    /// Of the last question.
    grid: Option<Grid>,
    nodes: u64,
}

impl Default for Mnk {
    /// A table of 32 MiB.
    fn default() -> Self {
        Mnk::new(32 << 20)
    }
}

impl Mnk {
    /// A solver with a table of so many bytes, rounded down to 40 times a
    /// power of two and at least 40 kB.
    #[must_use]
    pub fn new(table_bytes: usize) -> Mnk {
        Mnk { table: Table::new(table_bytes), grid: None, nodes: 0 }
    }

    /// Forgets all positions: the next question is as the first.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The nodes since the solver was made.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the attacker wins, and how, or how the defender holds.
    ///
    /// Nodes, those for writing the strategy down among them, are kept
    /// exactly; clock and flag are looked at every 256 nodes. A limit of depth
    /// means nothing here.
    ///
    /// # Errors
    /// Where the rule is not freestyle, the board has more than
    /// [`MOST_CELLS`], or somebody has won.
    pub fn solve(
        &mut self,
        position: &Board,
        attacker: Player,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Claim, Refusal> {
        refuse(position)?;
        let variant = position.variant();
        if variant.area() > MOST_CELLS {
            return Err(Refusal::TooLarge {
                asked: format!("a board of {} cells", variant.area()),
                limit: format!("{MOST_CELLS} cells"),
            });
        }
        // A new table is clear.
        if self.grid.as_ref().is_some_and(|grid| grid.variant() != variant) {
            self.table.clear();
        }
        let grid = self.grid.take().filter(|grid| grid.variant() == variant);
        let grid = grid.unwrap_or_else(|| Grid::new(variant));
        let of = |player| {
            position.stones_of(player).into_iter().fold(0, |all, cell| all | grid.bit(cell))
        };
        let stones = Stones { attacker: of(attacker), defender: of(attacker.other()) };
        let side = if position.to_move() == attacker { Side::Attacker } else { Side::Defender };
        let mut search = Search {
            grid: &grid,
            table: &mut self.table,
            nodes: 0,
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            slice: 0,
            deadline: limits.time.map(|time| Instant::now() + time),
            stop,
        };
        let claim = solve(&mut search, stones, side);
        self.nodes += search.nodes;
        self.grid = Some(grid);
        Ok(claim)
    }
}

fn solve(search: &mut Search<'_>, stones: Stones, side: Side) -> Claim {
    let mut nodes = SLICE;
    let mut breaker_holds = true;
    loop {
        for own in [false, true] {
            // Who wins Maker-Breaker may still not win the game.
            if !own && !breaker_holds {
                continue;
            }
            search.slice = search.nodes.saturating_add(if own { nodes / 4 } else { nodes });
            let node = Node { stones, side, own };
            match search.settle(node) {
                Err(End::Slice) => {}
                Err(End::Spent(budget)) => return Claim::Unknown(budget),
                Ok(known) => {
                    let wins = (known.success() == Some(true)) == (side == Side::Attacker);
                    if wins && !own {
                        breaker_holds = false;
                        continue;
                    }
                    return write(search, node, wins);
                }
            }
        }
        nodes = nodes.saturating_mul(4);
    }
}

/// The strategy of what is proved.
fn write(search: &mut Search<'_>, node: Node, wins: bool) -> Claim {
    search.slice = u64::MAX;
    let claim = if wins {
        strategy::win(search, node).map(Claim::Win)
    } else {
        strategy::hold(search, node).map(Claim::Hold)
    };
    claim.unwrap_or_else(|end| match end {
        End::Spent(budget) => Claim::Unknown(budget),
        End::Slice => unreachable!("a slice of all nodes"),
    })
}
