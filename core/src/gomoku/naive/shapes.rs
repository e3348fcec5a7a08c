//! Shapes by their definition: recursion on one line.

use super::{Board, row_wins};
use crate::Player;
use crate::gomoku::{Cell, Shape, Variant};

/// One line with a stone's place on it, and whose shapes are asked for.
struct Line {
    cells: Vec<Option<Player>>,
    at: usize,
    player: Player,
    variant: Variant,
}

impl Board {
    /// The shape that the player's stone on this cell has, or would have, on
    /// this line: every five on the way to it holds the stone.
    ///
    /// The cell must be empty or the player's; the direction is one of
    /// [`super::DIRECTIONS`]. Costs the cube of the line's length.
    ///
    /// # Panics
    /// Where the cell is off the board.
    #[must_use]
    pub fn made(&self, cell: Cell, direction: (i32, i32), player: Player) -> Shape {
        let mut line = self.line_through(cell, direction, player);
        line.cells[line.at] = Some(player);
        shape(&mut line, 3, &|line| line.row_at_wins(line.at))
    }

    /// The shape that the player has on the line through this cell, as it
    /// stands: any five of the line counts. Costs the fourth power of the
    /// line's length.
    ///
    /// # Panics
    /// Where the cell is off the board.
    #[must_use]
    pub fn standing(&self, cell: Cell, direction: (i32, i32), player: Player) -> Shape {
        let mut line = self.line_through(cell, direction, player);
        shape(&mut line, 3, &|line| {
            (0..line.cells.len())
                .any(|at| line.cells[at] == Some(line.player) && line.row_at_wins(at))
        })
    }

    fn line_through(&self, cell: Cell, direction: (i32, i32), player: Player) -> Line {
        let mut first = 0;
        while self.step(cell, direction, first - 1).is_some() {
            first -= 1;
        }
        let cells = (first..)
            .map_while(|steps| self.step(cell, direction, steps))
            .map(|cell| self.get(cell))
            .collect();
        Line { cells, at: first.unsigned_abs() as usize, player, variant: self.variant }
    }
}

impl Line {
    /// Whether the row through this stone wins.
    fn row_at_wins(&self, at: usize) -> bool {
        let own = Some(self.player);
        let is_own = |cell: &&Option<Player>| **cell == own;
        let before = self.cells[..at].iter().rev().take_while(is_own).count();
        let after = self.cells[at..].iter().take_while(is_own).count();
        let enemy = Some(Some(self.player.other()));
        let left_end = (at - before).checked_sub(1).map(|i| self.cells[i]);
        let right_end = self.cells.get(at + after).copied();
        row_wins(
            self.variant,
            self.player,
            (before + after) as i32,
            left_end == enemy && right_end == enemy,
        )
    }
}

/// The shape, where at most `stones` more stones may be thought of: three tell
/// all shapes down to the closed two.
fn shape(line: &mut Line, stones: u32, five: &dyn Fn(&Line) -> bool) -> Shape {
    if five(line) {
        return Shape::Five;
    }
    if stones == 0 {
        return Shape::Nothing;
    }
    let mut fives = 0;
    let mut best = Shape::Nothing;
    for i in 0..line.cells.len() {
        if line.cells[i].is_none() {
            line.cells[i] = Some(line.player);
            let next = shape(line, stones - 1, five);
            line.cells[i] = None;
            fives += u32::from(next == Shape::Five);
            best = best.max(next);
        }
    }
    match (best, fives) {
        (Shape::Five, 1) => Shape::Four,
        (Shape::Five, _) => Shape::StraightFour,
        (Shape::StraightFour, _) => Shape::Three,
        (Shape::Four, _) => Shape::ClosedThree,
        (Shape::Three, _) => Shape::Two,
        (Shape::ClosedThree, _) => Shape::ClosedTwo,
        (Shape::Two | Shape::ClosedTwo | Shape::Nothing, _) => Shape::Nothing,
    }
}
