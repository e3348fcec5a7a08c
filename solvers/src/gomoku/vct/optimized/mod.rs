//! Proof numbers over shape counts.
//!
//! - At each of the attacker's nodes a [solver of fours](crate::gomoku::vcf)
//!   looks first, within a small budget, for a win of his and then for one of
//!   the defender's that has to be stopped.
//! - After a three only the replies are played that could spoil a win which
//!   the attacker would have if the defender passed (see `replies.rs` for the
//!   rule and why it holds). After a four, those that stop it.
//! - A table keeps the numbers of positions, from one question to the next, and
//!   another the moves that were generated, as a position is visited often.
//! - The wins that were found are kept beside the table, for the tree.

mod extract;
mod recall;
mod replies;
mod search;
mod table;
mod won;

use std::sync::atomic::AtomicBool;

use tesuji_core::gomoku::{Cell, naive};
use tesuji_core::{Game, Player};

use super::{Class, SHORT};
use crate::gomoku::claim::{Budget, Claim, Win};
use crate::gomoku::keys;
use crate::gomoku::meter::Meter;
use crate::gomoku::search::Limits;
use crate::gomoku::shapes::optimized::ShapeBoard;
use crate::gomoku::vcf::Vcf;
use extract::Trees;
use recall::Recall;
use search::{PERIOD, Search};
use table::{Effort, INFINITE, Table};
use won::Won;

/// A solver with its memory: what it knows of positions survives from one call
/// to the next, whatever is played.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use tesuji_core::gomoku::{Variant, text};
/// use tesuji_solvers::gomoku::search::Limits;
/// use tesuji_solvers::gomoku::vct::{Class, Vct};
///
/// let position = text::parse("h8a1h9a2g8a3i7a15", Variant::default(), None)?;
/// let mut vct = Vct::default();
/// let claim = vct.solve(&position, Class::Threes, &Limits::default(), &AtomicBool::new(false));
/// assert!(claim.win().is_some());
/// # Ok::<(), tesuji_core::ParseError>(())
/// ```
pub struct Vct {
    vcf: Vcf,
    table: Table,
    recall: Recall,
    won: Won,
    nodes: u64,
}

/// What [`Vct::look`] says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// The attacker wins, beginning with this move.
    Win(Cell),
    /// There is no win by continuous threats.
    NoWin,
    /// A budget was spent before either was known.
    Unknown(Budget),
}

impl Default for Vct {
    /// 32 MiB.
    fn default() -> Self {
        Vct::new(32 << 20)
    }
}

/// The parts of the memory of which the solver of fours has one, the moves
/// generated before another, and the wins two.
const SHARE: usize = 8;

impl Vct {
    /// A solver with tables of so many bytes, rounded down to powers of two and
    /// of something over a megabyte at least.
    #[must_use]
    pub fn new(table_bytes: usize) -> Vct {
        let share = table_bytes / SHARE;
        Vct {
            vcf: Vcf::new(share),
            recall: Recall::new(share),
            won: Won::new(2 * share),
            table: Table::new(table_bytes - 4 * share),
            nodes: 0,
        }
    }

    /// Forgets all positions: the next question is as the first.
    pub fn clear(&mut self) {
        self.vcf.clear();
        self.table.clear();
        self.recall.clear();
        self.won.clear();
    }

    /// The nodes since the solver was made: positions looked at, those of the
    /// solver of fours included.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the side to move wins by continuous threats. Where the game is
    /// over there is no win. Clock and flag are looked at every few hundred
    /// nodes; the depth of the limits is not asked. The win is one that was
    /// found, not a shortest, and its tree is built after the search, which the
    /// limit on nodes does not count.
    pub fn solve(
        &mut self,
        position: &naive::Board,
        class: Class,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Claim {
        if position.winner().is_some() {
            return Claim::NoWin;
        }
        self.prove(&mut ShapeBoard::from(position), position.to_move(), class, limits, stop)
    }

    /// The same on a board of the caller's, which is the same afterwards.
    /// Neither side may have a row that wins.
    pub(crate) fn prove(
        &mut self,
        board: &mut ShapeBoard,
        attacker: Player,
        class: Class,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Claim {
        self.with(board, attacker, class, limits, stop, |search| {
            match search.attack(WHOLE, false) {
                Err(budget) => Claim::Unknown(budget),
                Ok((Effort::REACHED, _)) => {
                    search.meter.lift();
                    let mut trees = Trees::default();
                    match search.extract(&mut trees) {
                        Ok(root) => {
                            let tree = trees.builder.tree(root);
                            Claim::Win(Win { tree, at_least: 1 })
                        }
                        Err(budget) => Claim::Unknown(budget),
                    }
                }
                Ok(_) => Claim::NoWin,
            }
        })
    }

    /// The same on a board of the caller's and without a tree. The board is the
    /// same afterwards. Neither side may have a row that wins.
    pub fn look(
        &mut self,
        board: &mut ShapeBoard,
        attacker: Player,
        class: Class,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Look {
        self.with(board, attacker, class, limits, stop, |search| {
            match search.attack(WHOLE, false) {
                Err(budget) => Look::Unknown(budget),
                Ok((Effort::REACHED, mv)) => Look::Win(Cell::from_index(mv)),
                Ok(_) => Look::NoWin,
            }
        })
    }

    /// The solver of fours, for a search that asks it as well.
    pub(crate) fn vcf(&mut self) -> &mut Vcf {
        &mut self.vcf
    }

    fn with<T>(
        &mut self,
        board: &mut ShapeBoard,
        attacker: Player,
        class: Class,
        limits: &Limits,
        stop: &AtomicBool,
        ask: impl FnOnce(&mut Search<'_>) -> T,
    ) -> T {
        if self.won.is_half_full() {
            // With their wins goes what the table says of them.
            self.won.clear();
            self.table.clear();
        }
        let side = usize::from(attacker == Player::White);
        let key = keys::of(board, attacker);
        let mut search = Search {
            vcf: &mut self.vcf,
            table: &mut self.table,
            recall: &mut self.recall,
            won: &mut self.won,
            children: Vec::new(),
            attacker: side,
            class,
            root: board.len() as u32,
            key,
            salt: keys::salt(match class {
                Class::Threes => 0,
                Class::Threats(longest) => u64::from(longest) + 1,
            }),
            swap: key ^ keys::of(board, attacker.other()),
            board,
            meter: Meter::new(limits, stop, PERIOD),
        };
        let answer = ask(&mut search);
        self.nodes += search.meter.nodes();
        answer
    }
}

/// No limit.
const WHOLE: Effort = Effort { own: INFINITE, other: INFINITE };
