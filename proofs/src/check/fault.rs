//! The first wrong step of a certificate.

use std::error::Error;
use std::fmt::{self, Display};

use tesuji_core::gomoku::Cell;

/// A move of the way to a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A move, of whoever was to move.
    Move(Cell),
    /// Any reply that goes with the default.
    Other,
}

/// Why a certificate proves nothing: the first wrong step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The moves that lead to it from the position of the claim.
    pub path: Vec<Step>,
    /// What is wrong there.
    pub kind: FaultKind,
}

/// What is wrong with a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// A hold of Black's under renju, where he may run out of moves.
    Renju,
    /// The claimant is to move where the opponent should be, or the other way.
    Side,
    /// A node without a move that is not the root.
    NoMove,
    /// A move or a named reply on a cell that is taken.
    Taken(Cell),
    /// A move that renju forbids.
    Forbidden(Cell),
    /// The move is said to win and does not.
    NoWin(Cell),
    /// The move wins, and the tree goes on.
    Won(Cell),
    /// The claimant is said to complete a row and cannot.
    NoFive,
    /// The move is said to make a four and does not.
    NoFour(Cell),
    /// The reply wins.
    ReplyWins(Cell),
    /// Nothing answers this reply.
    Unanswered(Cell),
    /// The reply is not named, and could matter to the tree that is to answer
    /// it: it lies in its zone.
    Matters(Cell),
    /// The reply is named twice.
    Twice(Cell),
    /// Replies share a tree, which this rule does not allow.
    Shares(Cell),
    /// The board is full, and nobody has won.
    Draw,
    /// The node stands for another position, which was come to before.
    Elsewhere,
    /// No win has such an end.
    NotAWin,
    /// The opponent can still fill the window that begins and ends here.
    Open(Cell, Cell),
    /// A cell of a pair is taken, or is in another pair as well.
    Pair(Cell),
    /// Cells are empty.
    NotFull,
}

impl Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaultKind::Renju => f.write_str("no hold of Black's is judged under renju"),
            FaultKind::Side => f.write_str("the wrong side is to move"),
            FaultKind::NoMove => f.write_str("the claimant is to move and does not"),
            FaultKind::Taken(cell) => write!(f, "{cell} is taken"),
            FaultKind::Forbidden(cell) => write!(f, "{cell} is forbidden"),
            FaultKind::NoWin(cell) => write!(f, "{cell} does not win"),
            FaultKind::Won(cell) => write!(f, "{cell} wins already, and the tree goes on"),
            FaultKind::NoFive => f.write_str("no row can be completed"),
            FaultKind::NoFour(cell) => write!(f, "{cell} makes no four"),
            FaultKind::ReplyWins(cell) => write!(f, "the reply {cell} wins"),
            FaultKind::Unanswered(cell) => write!(f, "the reply {cell} is not answered"),
            FaultKind::Matters(cell) => {
                write!(f, "the reply {cell} has no answer of its own, and needs one")
            }
            FaultKind::Twice(cell) => write!(f, "the reply {cell} is answered twice"),
            FaultKind::Shares(cell) => {
                write!(f, "the reply {cell} shares a tree, which proves nothing under this rule")
            }
            FaultKind::Draw => f.write_str("the board is full, and nobody has won"),
            FaultKind::Elsewhere => f.write_str("the tree that follows is of another position"),
            FaultKind::NotAWin => f.write_str("no win ends like this"),
            FaultKind::Open(first, last) => {
                write!(f, "the cells from {first} to {last} can still be filled")
            }
            FaultKind::Pair(cell) => write!(f, "{cell} cannot be in the pair"),
            FaultKind::NotFull => f.write_str("the board is not full"),
        }
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            f.write_str("at once: ")?;
        } else {
            f.write_str("after")?;
            for step in &self.path {
                match step {
                    Step::Move(cell) => write!(f, " {cell}")?,
                    Step::Other => f.write_str(" …")?,
                }
            }
            f.write_str(": ")?;
        }
        self.kind.fmt(f)
    }
}

impl Error for Fault {}
