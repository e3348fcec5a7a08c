//! Depth-first search over shape counts.
//!
//! The [`ShapeBoard`] knows at every position which cells make a four of
//! either side and how many complete a row, so that a node is a stone put and
//! taken and little else. What is added:
//!
//! - A four with two completions ends the search by a look at the shapes.
//! - The completion of a four is read off the row before the four is put, and
//!   with it the key of the position after the reply. A table says which of
//!   these have no win within so many moves, so that what is known to fail
//!   costs two loads.
//! - A reply that makes two completions of its own ends the try.
//! - Limits on the length grow by half each time. Each search tells the length
//!   up to which it has shown that there is no win, often more than its limit:
//!   where no line met the limit, of any length.
//! - Once a win is found, shorter ones are looked for until there are none.

mod search;
mod table;

use std::sync::atomic::AtomicBool;

use tesuji_core::Game;
use tesuji_core::Player;
use tesuji_core::gomoku::{Cell, Variant, naive};

use super::{Goal, longest};
use crate::gomoku::claim::{Budget, Claim, Win};
use crate::gomoku::keys::{self, Key};
use crate::gomoku::meter::Meter;
use crate::gomoku::search::Limits;
use crate::gomoku::shapes::optimized::{ShapeBoard, Side};
use crate::gomoku::tree::{Builder, NodeId};
use search::{Found, PERIOD, Search};
use table::{NEVER, Table};

/// A solver with its memory: what it knows of positions survives from one call
/// to the next, whatever is played.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use tesuji_core::gomoku::{Variant, text};
/// use tesuji_solvers::gomoku::search::Limits;
/// use tesuji_solvers::gomoku::vcf::{Goal, Vcf};
///
/// let position = text::parse("h8a1h9a2h10a3", Variant::default(), None)?;
/// let mut vcf = Vcf::default();
/// let claim = vcf.solve(&position, Goal::Least, &Limits::default(), &AtomicBool::new(false));
/// let win = claim.win().expect("a straight four");
/// assert_eq!((win.tree.moves(), win.is_least()), (2, true));
/// # Ok::<(), tesuji_core::ParseError>(())
/// ```
pub struct Vcf {
    table: Table,
    builder: Builder,
    /// The board of the last question of [`Vcf::solve`].
    board: Option<(Variant, ShapeBoard)>,
    nodes: u64,
}

/// What [`Vcf::look`] says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// The attacker wins.
    Win {
        /// His first move.
        mv: Cell,
        /// His moves in the win that was found.
        moves: u16,
    },
    /// There is no win by continuous fours.
    NoWin,
    /// A budget was spent before either was known.
    Unknown(Budget),
}

/// A search of one position, win and proof.
struct Run {
    win: Option<NodeId>,
    /// No win within so many moves.
    bound: u16,
    /// What was spent before the goal was met.
    spent: Option<Budget>,
}

impl Default for Vcf {
    /// A table of 4 MiB.
    fn default() -> Self {
        Vcf::new(4 << 20)
    }
}

impl Vcf {
    /// A solver with a table of so many bytes, rounded down to a power of two
    /// and at least one MiB.
    #[must_use]
    pub fn new(table_bytes: usize) -> Vcf {
        Vcf { table: Table::new(table_bytes), builder: Builder::new(), board: None, nodes: 0 }
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

    /// Whether the side to move wins by continuous fours. Where the game is
    /// over there is no win. The nodes are kept exactly; clock and flag are
    /// looked at every thousand nodes. A win that is found before a budget is
    /// spent is claimed, with the least length as far as it is proved.
    pub fn solve(
        &mut self,
        position: &naive::Board,
        goal: Goal,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Claim {
        let mut board = self.board_of(position);
        // Most positions have no long row at all, which is soon seen.
        let is_over = (board.has_row(0) || board.has_row(1)) && position.winner().is_some();
        if is_over {
            self.board = Some((position.variant(), board));
            return Claim::NoWin;
        }
        let attacker = position.to_move();
        let key = keys::of(&board, attacker);
        let run = self.run(&mut board, key, attacker, goal, limits, stop);
        self.board = Some((position.variant(), board));
        match run {
            Run { win: Some(root), bound, .. } => {
                let tree = self.builder.tree(root);
                let at_least = tree.moves().min(bound.saturating_add(1));
                Claim::Win(Win { tree, at_least })
            }
            Run { spent: Some(budget), .. } => Claim::Unknown(budget),
            Run { .. } => Claim::NoWin,
        }
    }

    /// The same on a board of the caller's, for a search that has one and asks
    /// often: nothing is set up and no tree is made. The board is the same
    /// afterwards. Neither side may have a row that wins.
    ///
    /// It costs some hundred nanoseconds where nothing makes a four.
    pub fn look(
        &mut self,
        board: &mut ShapeBoard,
        attacker: Player,
        goal: Goal,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Look {
        match self.run(board, keys::of(board, attacker), attacker, goal, limits, stop) {
            Run { win: Some(root), .. } => {
                Look::Win { mv: self.builder.mv(root), moves: self.builder.length(root) }
            }
            Run { spent: Some(budget), .. } => Look::Unknown(budget),
            Run { .. } => Look::NoWin,
        }
    }

    /// A win by fours in at most so many nodes and moves, in [`Vcf::builder`]
    /// until the next question, for a search that keeps the [key](keys::of) of
    /// its board. An error says what was spent before it was known; longer wins
    /// are not asked about.
    pub(crate) fn find(
        &mut self,
        board: &mut ShapeBoard,
        key: Key,
        attacker: Side,
        longest: u16,
        nodes: u64,
        stop: &AtomicBool,
    ) -> Result<Option<NodeId>, Budget> {
        let attacker = if attacker == 0 { Player::Black } else { Player::White };
        let depth = 2 * u32::from(longest) - 1;
        let limits = Limits { depth: Some(depth), nodes: Some(nodes), ..Limits::default() };
        match self.run(board, key, attacker, Goal::Any, &limits, stop) {
            Run { win: Some(root), .. } => Ok(Some(root)),
            Run { spent: None | Some(Budget::Depth), .. } => Ok(None),
            Run { spent: Some(budget), .. } => Err(budget),
        }
    }

    /// The trees of the last question.
    pub(crate) fn builder(&self) -> &Builder {
        &self.builder
    }

    /// The same, to be taken out while the board is changed, and put back.
    pub(crate) fn builder_mut(&mut self) -> &mut Builder {
        &mut self.builder
    }

    /// The last board with the stones of this position.
    fn board_of(&mut self, position: &naive::Board) -> ShapeBoard {
        match self.board.take() {
            Some((variant, mut board)) if variant == position.variant() => {
                while !board.is_empty() {
                    board.undo();
                }
                for cell in variant.cells() {
                    if let Some(player) = position.get(cell) {
                        board.make(cell, player);
                    }
                }
                board
            }
            _ => ShapeBoard::from(position),
        }
    }

    fn run(
        &mut self,
        board: &mut ShapeBoard,
        key: Key,
        attacker: Player,
        goal: Goal,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Run {
        let rules = *board.rules();
        let side = usize::from(attacker == Player::White);
        self.builder.clear();
        let mut search = Search {
            board,
            table: &mut self.table,
            builder: &mut self.builder,
            attacker: side,
            ends_block: rules.walls_differ(),
            forbids: [rules.forbids && side == 0, rules.forbids && side == 1],
            attacker_wins: rules.wins[side],
            k: rules.k,
            key,
            meter: Meter::new(limits, stop, PERIOD),
        };
        let run = deepen(&mut search, goal, longest(limits));
        self.nodes += search.meter.nodes();
        run
    }
}

/// The first limit on the length of a win.
const FIRST: u16 = 6;

/// Searches with growing limits until there is a win or none, and then with
/// shrinking ones until the win is a shortest.
fn deepen(search: &mut Search<'_>, goal: Goal, longest: u16) -> Run {
    let mut run = Run { win: None, bound: 0, spent: None };
    let mut limit = FIRST.min(longest);
    if limit == 0 {
        run.spent = Some(Budget::Depth);
        return run;
    }
    loop {
        match search.attack(limit) {
            Err(budget) => {
                run.spent = Some(budget);
                return run;
            }
            Ok(Found::Win(root)) => {
                let moves = search.builder.length(root);
                run.win = Some(root);
                if goal == Goal::Any || moves <= run.bound.saturating_add(1) || moves == 1 {
                    return run;
                }
                limit = moves - 1;
            }
            Ok(Found::NoWin(bound)) => {
                debug_assert!(bound >= limit, "{bound} shows less than was asked, {limit}");
                run.bound = run.bound.max(bound);
                if run.win.is_some() || bound == NEVER {
                    return run;
                }
                if run.bound >= longest {
                    run.spent = Some(Budget::Depth);
                    return run;
                }
                limit = (limit + limit / 2).max(run.bound + 1).min(longest);
            }
        }
    }
}
