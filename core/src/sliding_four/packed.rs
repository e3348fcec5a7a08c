//! The bit board: sixteen two-bit cells in the low half of a word.
//!
//! ```text
//!   bit  31 30   29 28         5  4    3  2    1  0
//!       +--+--+ +--+--+     +--+--+ +--+--+ +--+--+
//!       |b  w | |b  w | ... |b  w | |b  w | |b  w |
//!       +--+--+ +--+--+     +--+--+ +--+--+ +--+--+
//! cell    15      14           2       1       0
//!         d1      c1           c4      b4      a4
//!
//!   00 blank    01 white    10 black    11 never
//! ```
//!
//! One row is eight bits. The layout is that of [`crate::packed::Cells`]; bits
//! 32 to 63 are 0, and the side to move is kept beside the word.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::{Cell, Move, WIDTH, naive};
use crate::packed::{Cells, Mask, bit, cells_of, down, first, up};
use crate::text::ParseError;
use crate::{Game, Outcome, Player};

/// All sixteen cells.
pub const ALL: Mask = first(16);

/// The top row, `a4` to `d4`.
pub const TOP_ROW: Mask = first(4);

/// The left column, `a4` to `a1`.
pub const LEFT_COLUMN: Mask = bit(0) | bit(4) | bit(8) | bit(12);

/// The right column, `d4` to `d1`.
pub const RIGHT_COLUMN: Mask = bit(3) | bit(7) | bit(11) | bit(15);

/// `a4` to `d1`.
pub const DIAGONAL: Mask = bit(0) | bit(5) | bit(10) | bit(15);

/// `d4` to `a1`.
pub const ANTI_DIAGONAL: Mask = bit(3) | bit(6) | bit(9) | bit(12);

const ROW: u32 = WIDTH as u32;

/// Whether one of the ten lines lies in this set of cells. A dozen operations.
#[must_use]
pub const fn has_line(set: Mask) -> bool {
    let beside = set & down(set, 1);
    let below = set & down(set, ROW);
    beside & down(beside, 2) & LEFT_COLUMN != 0
        || below & down(below, 2 * ROW) & TOP_ROW != 0
        || set & DIAGONAL == DIAGONAL
        || set & ANTI_DIAGONAL == ANTI_DIAGONAL
}

/// A position: the cells, drawn on the module's page, and who steps next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Board {
    cells: Cells,
    to_move: Player,
}

impl Board {
    /// The position with these cells, or `None` where a cell is both colours or
    /// where a bit above the sixteen cells is set.
    #[must_use]
    pub const fn new(cells: Cells, to_move: Player) -> Option<Board> {
        let twice = cells.white() & cells.black();
        if twice == 0 && cells.occupied() & !ALL == 0 {
            Some(Board { cells, to_move })
        } else {
            None
        }
    }

    /// The cells.
    #[must_use]
    pub const fn cells(self) -> Cells {
        self.cells
    }

    /// The cells of this colour's pieces.
    #[must_use]
    pub const fn of(self, colour: Player) -> Mask {
        match colour {
            Player::White => self.cells.white(),
            Player::Black => self.cells.black(),
        }
    }

    /// The blank cells.
    #[must_use]
    pub const fn blanks(self) -> Mask {
        ALL & !self.cells.occupied()
    }

    /// Whether four pieces of one colour stand in a line.
    #[must_use]
    pub const fn is_goal(self) -> bool {
        has_line(self.cells.white()) || has_line(self.cells.black())
    }

    /// The blanks that a piece of `own` can enter from the left, from the
    /// right, from above and from below.
    const fn landings(own: Mask, blanks: Mask) -> [Mask; 4] {
        [
            up(own & !RIGHT_COLUMN, 1) & blanks,
            down(own & !LEFT_COLUMN, 1) & blanks,
            up(own, ROW) & blanks,
            down(own, ROW) & blanks,
        ]
    }

    /// Moves whatever stands on `from` to the blank `to`, and passes the turn.
    fn slide(&mut self, from: Cell, to: Cell) {
        let (from, to) = (2 * from.index(), 2 * to.index());
        let piece = self.cells.0 >> from & 0b11;
        self.cells.0 ^= piece << from | piece << to;
        self.to_move = self.to_move.other();
    }
}

impl Game for Board {
    const NAME: &'static str = "sliding_four";

    type Move = Move;
    type Undo = ();

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.is_goal() {
            return Some(Outcome::Goal);
        }
        let [a, b, c, d] = Board::landings(self.of(self.to_move), self.blanks());
        if a | b | c | d == 0 { Some(Outcome::Stuck) } else { None }
    }

    fn for_each_move(&self, mut visit: impl FnMut(Move)) {
        if self.is_goal() {
            return;
        }
        let landings = Board::landings(self.of(self.to_move), self.blanks());
        for (landing, back) in landings.into_iter().zip([-1, 1, -4, 4]) {
            for to in cells_of(landing) {
                visit(Move { from: cell(to.wrapping_add_signed(back)), to: cell(to) });
            }
        }
    }

    fn play_unchecked(&mut self, mv: Move) {
        self.slide(mv.from, mv.to);
    }

    fn undo(&mut self, mv: Move, (): ()) {
        self.slide(mv.to, mv.from);
    }
}

/// The cell of an index below 16.
fn cell(index: u32) -> Cell {
    Cell::from_index(index as usize).expect("a landing and its neighbour lie on the board")
}

impl From<&naive::Board> for Board {
    fn from(board: &naive::Board) -> Board {
        let mask = |colour| {
            Cell::all()
                .filter(|&cell| board.at(cell) == Some(colour))
                .fold(0, |mask, cell| mask | bit(cell.index() as u32))
        };
        let cells = Cells::from_masks(mask(Player::White), mask(Player::Black));
        Board { cells, to_move: board.to_move() }
    }
}

impl From<naive::Board> for Board {
    fn from(board: naive::Board) -> Board {
        Board::from(&board)
    }
}

impl From<&Board> for naive::Board {
    fn from(board: &Board) -> naive::Board {
        let mut cells = naive::Cells::default();
        for colour in Player::BOTH {
            for index in cells_of(board.of(colour)) {
                let cell = cell(index);
                cells[cell.row()][cell.column()] = Some(colour);
            }
        }
        naive::Board::new(cells, board.to_move)
    }
}

impl From<Board> for naive::Board {
    fn from(board: Board) -> naive::Board {
        naive::Board::from(&board)
    }
}

impl Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        naive::Board::from(self).fmt(f)
    }
}

/// Reads what [`naive::Board`] reads.
impl FromStr for Board {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Board, ParseError> {
        text.parse::<naive::Board>().map(Board::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_ten_lines() {
        let fours = (0..1u32 << 16).filter(|set| set.count_ones() == 4);
        let lines = fours.filter(|&set| {
            has_line(
                (0..16).filter(|&cell| set >> cell & 1 == 1).fold(0, |mask, cell| mask | bit(cell)),
            )
        });
        assert_eq!(lines.count(), 10);
        assert!(!has_line(ALL & !(DIAGONAL | bit(1) | bit(4) | bit(11) | bit(14) | ANTI_DIAGONAL)));
    }

    #[test]
    fn only_sixteen_cells_of_one_colour_each_are_a_board() {
        assert!(Board::new(Cells(0b11), Player::White).is_none());
        assert!(Board::new(Cells(1 << 32), Player::White).is_none());
        assert!(Board::new(Cells(0xAAAA_5555), Player::White).is_some());
    }
}
