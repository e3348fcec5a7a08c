//! The rules as the fast boards ask for them.

use tesuji_core::gomoku::{Rule, Variant};

/// Which rows win.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Win {
    /// k or more.
    AtLeast,
    /// Exactly k.
    Exactly,
    /// More than k, or k that are not blocked at both ends by enemy stones.
    Caro,
    /// Exactly k, not blocked at both ends by enemy stones.
    CaroExact,
}

/// A rule, a board and a row length, taken apart by colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ruleset {
    /// Stones in a row to win, 3 to 6.
    pub k: u32,
    /// Columns, 3 to 30.
    pub width: u32,
    /// Rows, 3 to 30.
    pub height: u32,
    /// Black's and White's winning rows.
    pub wins: [Win; 2],
    /// Whether Black has forbidden points.
    pub forbids: bool,
}

impl Ruleset {
    /// Whether the cell beyond a row can decide whether it wins.
    #[must_use]
    pub fn ends_matter(&self) -> bool {
        self.wins != [Win::AtLeast; 2]
    }

    /// How far from a cell another can lie that changes what a stone there
    /// makes.
    #[must_use]
    pub fn reach(&self) -> u32 {
        if self.ends_matter() { self.k } else { self.k - 1 }
    }

    /// Whether the board's edge blocks less than an enemy stone.
    #[must_use]
    pub fn walls_differ(&self) -> bool {
        self.wins.iter().any(|win| matches!(win, Win::Caro | Win::CaroExact))
    }
}

impl From<Variant> for Ruleset {
    fn from(variant: Variant) -> Ruleset {
        let wins = match variant.rule() {
            Rule::Freestyle => [Win::AtLeast; 2],
            Rule::Standard => [Win::Exactly; 2],
            Rule::Renju | Rule::Hybrid => [Win::Exactly, Win::AtLeast],
            Rule::Caro => [Win::Caro; 2],
            Rule::CaroExact => [Win::CaroExact; 2],
        };
        Ruleset {
            k: u32::from(variant.k()),
            width: u32::from(variant.width()),
            height: u32::from(variant.height()),
            wins,
            forbids: variant.rule().forbids(),
        }
    }
}
