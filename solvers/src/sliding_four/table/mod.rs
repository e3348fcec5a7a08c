//! All boards with the same numbers of pieces: how many steps are left from
//! each, whoever begins?
//!
//! The question is that of [`steps`](super::steps), asked of every board with
//! given [`Counts`] at once. The answer is a table that knows, for each board
//! and each beginner, the least number of steps to a goal, or that there is
//! none. With seven pieces of each colour that is 411,840 boards.
//!
//! [`Naive`] makes a list of all positions and lets the numbers spread until
//! nothing changes; [`Optimized`] goes backwards from the goals, 64 boards an
//! operation.

use tesuji_core::Player;
use tesuji_core::sliding_four::{Start, naive as array, packed};

use super::fewer;

mod cube;
mod large;
mod naive;
mod optimized;
mod ranking;
mod search;
mod shape;

pub use large::Large;
pub use naive::{Naive, NaiveTable};
pub use optimized::{Optimized, Table};
pub use ranking::Ranking;

/// The cells of the board.
const CELLS: u32 = 16;

/// How many pieces of each colour are on a board; the rest is blank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Counts {
    white: u32,
    black: u32,
}

impl Counts {
    /// The published puzzle: seven of each colour, two blanks.
    pub const PUZZLE: Counts = Counts { white: 7, black: 7 };

    /// These numbers of pieces, or `None` where they are more than 16 together.
    #[must_use]
    pub const fn new(white: u32, black: u32) -> Option<Counts> {
        if white <= CELLS && black <= CELLS - white { Some(Counts { white, black }) } else { None }
    }

    /// The pieces of this colour.
    #[must_use]
    pub const fn of(self, colour: Player) -> u32 {
        match colour {
            Player::White => self.white,
            Player::Black => self.black,
        }
    }

    /// The blanks.
    #[must_use]
    pub const fn blanks(self) -> u32 {
        CELLS - self.white - self.black
    }

    /// The number of boards with these counts, 16! / (white! black! blanks!);
    /// at most 2,018,016.
    #[must_use]
    pub fn boards(self) -> u64 {
        let mut boards = 1;
        // After each factor the product is a binomial coefficient times the
        // product before, so every division is exact.
        let mut cells = 0;
        for pieces in [self.white, self.black, self.blanks()] {
            for i in 1..=u64::from(pieces) {
                cells += 1;
                boards = boards * cells / i;
            }
        }
        boards
    }

    /// Every board with these counts, in ascending order of its sixteen
    /// letters row by row, `B` before `O` before `W`; either colour may begin.
    pub fn starts(self) -> impl Iterator<Item = Start> {
        let mut next = Some(self.first());
        std::iter::from_fn(move || {
            let digits = next?;
            next = successor(digits);
            let mut cells = array::Cells::default();
            for (cell, digit) in cells.iter_mut().flatten().zip(digits) {
                *cell = [Some(Player::Black), None, Some(Player::White)][usize::from(digit)];
            }
            Some(Start { cells, first: None })
        })
    }

    /// The least arrangement: 0 for black, 1 for a blank, 2 for white.
    fn first(self) -> [u8; CELLS as usize] {
        let mut digits = [1; CELLS as usize];
        digits[..self.black as usize].fill(0);
        digits[(CELLS - self.white) as usize..].fill(2);
        digits
    }
}

impl From<&array::Board> for Counts {
    fn from(board: &array::Board) -> Counts {
        let [white, black] = Player::BOTH.map(|colour| board.count(colour) as u32);
        Counts { white, black }
    }
}

impl From<&packed::Board> for Counts {
    fn from(board: &packed::Board) -> Counts {
        let [white, black] = Player::BOTH.map(|colour| board.of(colour).count_ones());
        Counts { white, black }
    }
}

/// The next arrangement in ascending order, `None` after the last.
fn successor(mut digits: [u8; CELLS as usize]) -> Option<[u8; CELLS as usize]> {
    let rise = digits.windows(2).rposition(|pair| pair[0] < pair[1])?;
    let above = digits.iter().rposition(|&digit| digit > digits[rise])?;
    digits.swap(rise, above);
    digits[rise + 1..].reverse();
    Some(digits)
}

/// One board of a table, with the least numbers of steps to a goal; `None`
/// where there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// The board.
    pub start: Start,
    /// With Black stepping first.
    pub black_begins: Option<u32>,
    /// With White stepping first.
    pub white_begins: Option<u32>,
}

impl Row {
    /// Over both beginners.
    #[must_use]
    pub fn fewest(&self) -> Option<u32> {
        fewer(self.black_begins, self.white_begins)
    }
}

/// How many boards are how many steps from a goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Histogram {
    /// By number of steps, up to the longest there is.
    pub steps: Vec<u64>,
    /// The boards from which no goal can be reached.
    pub never: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_counted_and_ascend() {
        assert_eq!(Counts::PUZZLE.boards(), 411_840);
        assert_eq!(Counts::new(16, 0).unwrap().boards(), 1);
        assert_eq!(Counts::new(5, 5).unwrap().boards(), 2_018_016);
        assert!(Counts::new(9, 8).is_none() && Counts::new(17, 0).is_none());
        for (white, black) in [(0, 0), (1, 0), (0, 16), (2, 1), (14, 1), (8, 8)] {
            let counts = Counts::new(white, black).unwrap();
            let letters: Vec<_> = counts.starts().map(|start| start.to_string()).collect();
            assert_eq!(letters.len() as u64, counts.boards());
            assert!(letters.is_sorted_by(|a, b| a < b));
        }
    }
}
