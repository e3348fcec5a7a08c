//! What a threat solver claims: a win, no win of its class, or that it does
//! not know.

use std::fmt::{self, Display};

use super::tree::Tree;

/// The answer of a threat solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The attacker wins.
    Win(Win),
    /// There is no win of the solver's class, of any length. Wins of other
    /// kinds there may be.
    NoWin,
    /// This budget was spent before either was known. It never means a no.
    Unknown(Budget),
}

impl Claim {
    /// The win, where it is one.
    #[must_use]
    pub fn win(&self) -> Option<&Win> {
        match self {
            Claim::Win(win) => Some(win),
            Claim::NoWin | Claim::Unknown(_) => None,
        }
    }
}

/// A win and what is known of its length.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Win {
    /// The whole win, against every reply.
    pub tree: Tree,
    /// No win of this class has fewer of the attacker's moves: proved.
    pub at_least: u16,
}

impl Win {
    /// Whether it is proved that no win of this class is shorter.
    #[must_use]
    pub fn is_least(&self) -> bool {
        self.at_least == self.tree.moves()
    }
}

/// What ran out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Budget {
    /// The nodes.
    Nodes,
    /// The time.
    Time,
    /// The length of wins that was asked for.
    Depth,
    /// The memory.
    Memory,
    /// The flag was raised.
    Stopped,
}

impl Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Budget::Nodes => "the nodes are spent",
            Budget::Time => "the time is over",
            Budget::Depth => "longer wins were not looked for",
            Budget::Memory => "the memory is full",
            Budget::Stopped => "it was stopped",
        })
    }
}
