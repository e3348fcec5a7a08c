//! Renju's forbidden points, sentence by sentence as the Renju International
//! Federation defines them.

use super::{Board, DIRECTIONS};
use crate::Player;
use crate::gomoku::{Cell, Forbidden};

impl Board {
    /// Why this point is forbidden to Black, whoever is to move; `None` where
    /// it is not, where it is taken and under every rule but renju.
    ///
    /// A black move that makes exactly five wins, whatever else it makes.
    /// Otherwise it is forbidden where it makes six or more in a row, or two
    /// or more fours, or two or more threes. The definition recurses, one
    /// stone deeper each time.
    ///
    /// # Panics
    /// Where the cell is off the board.
    #[must_use]
    pub fn forbidden(&self, cell: Cell) -> Option<Forbidden> {
        if !self.variant.rule().forbids() || self.get(cell).is_some() {
            return None;
        }
        self.clone().why(cell)
    }

    /// All points forbidden to Black, ascending.
    #[must_use]
    pub fn forbidden_points(&self) -> Vec<Cell> {
        self.variant.cells().filter(|&cell| self.forbidden(cell).is_some()).collect()
    }

    /// The answer for an empty cell; the board is as before at the end.
    fn why(&mut self, cell: Cell) -> Option<Forbidden> {
        self.with_black(cell, |board| {
            if board.has_five(cell) {
                None
            } else if DIRECTIONS.iter().any(|&d| board.row_length(cell, d) > 5) {
                Some(Forbidden::Overline)
            } else if DIRECTIONS.iter().map(|&d| board.fours(cell, d)).sum::<usize>() >= 2 {
                Some(Forbidden::DoubleFour)
            } else if DIRECTIONS.iter().filter(|&&d| board.is_three(cell, d)).count() >= 2 {
                Some(Forbidden::DoubleThree)
            } else {
                None
            }
        })
    }

    /// Asks something of the board with one more black stone.
    fn with_black<T>(&mut self, cell: Cell, ask: impl FnOnce(&mut Board) -> T) -> T {
        self.set(cell, Some(Player::Black));
        let answer = ask(self);
        self.set(cell, None);
        answer
    }

    /// The unbroken black row through a black stone: the steps from the stone
    /// to its first and last cell.
    fn row(&self, cell: Cell, direction: (i32, i32)) -> (i32, i32) {
        let is_black = |steps| self.look(cell, direction, steps) == Some(Player::Black);
        let (mut first, mut last) = (0, 0);
        while is_black(first - 1) {
            first -= 1;
        }
        while is_black(last + 1) {
            last += 1;
        }
        (first, last)
    }

    fn row_length(&self, cell: Cell, direction: (i32, i32)) -> i32 {
        let (first, last) = self.row(cell, direction);
        last - first + 1
    }

    /// Whether a black stone stands in a row of exactly five.
    fn has_five(&self, cell: Cell) -> bool {
        DIRECTIONS.iter().any(|&direction| self.row_length(cell, direction) == 5)
    }

    /// The steps from a cell to the empty cells of its line that can share a
    /// five with it.
    fn empty_near(&self, cell: Cell, direction: (i32, i32)) -> Vec<i32> {
        (-4..=4)
            .filter(|&steps| {
                self.step(cell, direction, steps).is_some_and(|cell| self.get(cell).is_none())
            })
            .collect()
    }

    /// The sets of stones on this line, this stone among them, that one more
    /// black stone makes exactly five, each told by its steps from the stone.
    fn four_sets(&mut self, cell: Cell, direction: (i32, i32)) -> Vec<Vec<i32>> {
        let mut sets = Vec::new();
        for added in self.empty_near(cell, direction) {
            let fifth = self.step(cell, direction, added).expect("an empty cell of the board");
            let (first, last) = self.with_black(fifth, |board| board.row(cell, direction));
            if last - first + 1 == 5 && (first..=last).contains(&added) {
                sets.push((first..=last).filter(|&steps| steps != added).collect());
            }
        }
        sets
    }

    /// The number of fours on this line that hold the stone; different sets
    /// count separately.
    fn fours(&mut self, cell: Cell, direction: (i32, i32)) -> usize {
        let mut sets = self.four_sets(cell, direction);
        sets.sort_unstable();
        sets.dedup();
        sets.len()
    }

    /// Whether this line is a three that holds the stone: one more black stone
    /// makes a straight four of both, without at the same time making a five,
    /// where that stone is itself no forbidden point.
    fn is_three(&mut self, cell: Cell, direction: (i32, i32)) -> bool {
        self.empty_near(cell, direction).into_iter().any(|steps| {
            let added = self.step(cell, direction, steps).expect("an empty cell of the board");
            self.with_black(added, |board| {
                board.is_straight_four(cell, steps, direction) && !board.has_five(added)
            }) && self.why(added).is_none()
        })
    }

    /// Whether a stone and the one so many steps away stand in a straight
    /// four: four consecutive stones that two different stones make exactly
    /// five.
    fn is_straight_four(&mut self, cell: Cell, steps: i32, direction: (i32, i32)) -> bool {
        let (first, last) = self.row(cell, direction);
        last - first + 1 == 4
            && (first..=last).contains(&steps)
            && self.four_sets(cell, direction).len() >= 2
    }
}
