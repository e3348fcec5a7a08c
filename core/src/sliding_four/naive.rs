//! The board as an array of cells, written from the rules and nothing else.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::{Cell, HEIGHT, Move, WIDTH, text};
use crate::text::{Cursor, ParseError};
use crate::{Game, Outcome, Player};

/// The cells by row and column, both from 0 at the top left; `None` is a blank.
pub type Cells = [[Option<Player>; WIDTH]; HEIGHT];

/// A position: the cells and who steps next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Board {
    cells: Cells,
    to_move: Player,
}

impl Board {
    /// The position with these cells and this side to move. Any number of
    /// pieces of either colour is a board.
    #[must_use]
    pub const fn new(cells: Cells, to_move: Player) -> Board {
        Board { cells, to_move }
    }

    /// The cells, by row and column.
    #[must_use]
    pub const fn cells(&self) -> &Cells {
        &self.cells
    }

    /// What stands on the cell; `None` is a blank.
    #[must_use]
    pub const fn at(&self, cell: Cell) -> Option<Player> {
        self.cells[cell.row()][cell.column()]
    }

    /// The number of pieces of this colour.
    #[must_use]
    pub fn count(&self, colour: Player) -> usize {
        self.cells.iter().flatten().filter(|&&cell| cell == Some(colour)).count()
    }

    /// Whether a row, a column or a long diagonal is full of one colour.
    #[must_use]
    pub fn is_goal(&self) -> bool {
        Player::BOTH.into_iter().any(|colour| {
            let on = |row: usize, column: usize| self.cells[row][column] == Some(colour);
            (0..4).any(|row| (0..4).all(|column| on(row, column)))
                || (0..4).any(|column| (0..4).all(|row| on(row, column)))
                || (0..4).all(|i| on(i, i))
                || (0..4).all(|i| on(i, 3 - i))
        })
    }

    fn put(&mut self, cell: Cell, piece: Option<Player>) {
        self.cells[cell.row()][cell.column()] = piece;
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
        let mut can_move = false;
        self.for_each_move(|_| can_move = true);
        if can_move { None } else { Some(Outcome::Stuck) }
    }

    fn for_each_move(&self, mut visit: impl FnMut(Move)) {
        if self.is_goal() {
            return;
        }
        for from in Cell::all().filter(|&cell| self.at(cell) == Some(self.to_move)) {
            for to in Cell::all().filter(|&cell| self.at(cell).is_none() && from.touches(cell)) {
                visit(Move { from, to });
            }
        }
    }

    fn play_unchecked(&mut self, mv: Move) {
        self.put(mv.to, self.at(mv.from));
        self.put(mv.from, None);
        self.to_move = self.to_move.other();
    }

    fn undo(&mut self, mv: Move, (): ()) {
        self.put(mv.from, self.at(mv.to));
        self.put(mv.to, None);
        self.to_move = self.to_move.other();
    }
}

impl Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write_rows(f, &self.cells)?;
        write!(f, " {}", self.to_move.letter())
    }
}

/// Reads `BWBO/WBWB/BWBW/WBWO b`. A text without the side to move is refused:
/// it is a [`Start`](super::Start).
impl FromStr for Board {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Board, ParseError> {
        let mut cursor = Cursor::new(text);
        let cells = text::read_rows(&mut cursor)?;
        match text::read_side(&mut cursor)? {
            Some(to_move) => Ok(Board { cells, to_move }),
            None => Err(cursor.expected("the side to move, w or b")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Board {
        text.parse().unwrap()
    }

    #[test]
    fn the_side_to_move_slides_its_own_pieces() {
        let names =
            |text: &str| board(text).legal_moves().iter().map(Move::to_string).collect::<Vec<_>>();
        assert_eq!(names("BWBO/WBWB/BWBW/WBWO b"), ["c4d4", "d3d4"]);
        assert_eq!(names("BWBO/WBWB/BWBW/WBWO w"), ["d2d1", "c1d1"]);
        assert_eq!(names("OOOO/OOOO/OOOO/OOOO w"), [""; 0]);
    }

    #[test]
    fn all_ten_lines_are_goals_and_blanks_are_none() {
        for goal in [
            "WWWW/OOOO/OOOO/OOOO",
            "OOOO/OOOO/OOOO/BBBB",
            "WOOO/WOOO/WOOO/WOOO",
            "OOOB/OOOB/OOOB/OOOB",
            "WOOO/OWOO/OOWO/OOOW",
            "OOOB/OOBO/OBOO/BOOO",
        ] {
            for side in ["w", "b"] {
                assert_eq!(
                    board(&format!("{goal} {side}")).outcome(),
                    Some(Outcome::Goal),
                    "{goal}"
                );
            }
        }
        assert_eq!(board("OOOO/BBBW/OOOO/OOOO w").outcome(), None);
        assert_eq!(board("OOOO/OOOO/OOOO/OOOO w").outcome(), Some(Outcome::Stuck));
        assert_eq!(board("BWBB/BBWW/BWWW/WWOO b").outcome(), Some(Outcome::Stuck));
        assert_eq!(board("BWBB/BBWW/BWWW/WWOO w").outcome(), None);
    }

    #[test]
    fn a_position_without_a_side_is_refused() {
        let error = "BWBO/WBWB/BWBW/WBWO".parse::<Board>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 1, column 20: expected the side to move, w or b, found the end of the input"
        );
    }
}
