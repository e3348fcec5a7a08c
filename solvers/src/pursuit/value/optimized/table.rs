//! All placements of one board, solved at once.

use tesuji_core::pursuit::{Cell, Speeds};
use tesuji_core::{Outcome, Player};

use super::sweep;
use super::symmetry::{Place, Symmetry, class};
use crate::{Answer, Refusal};

/// The value of every placement on one board with one pair of speeds.
///
/// What is stored is the remoteness with White to move, a `u16` for each class
/// of White's cell (one of up to eight alike) and each cell of Black:
///
/// ```text
///   index   (class · n + Black's row) · n + Black's column
///   odd     White wins in so many plies
///   even    Black wins in so many plies
///   0       a draw, or both pieces on one cell
/// ```
///
/// With Black to move a value is found from those after each of his moves.
///
/// # Cost
/// About n⁴/4 bytes stay. While it is made, four sets of one bit a placement
/// come on top, n⁴/16 bytes, and what is left free in their words. Work: a few
/// operations for each word of Black's cells, each of White's n²/8 cells and
/// each ply of the longest game, but only where something near has changed. A
/// look-up takes constant time with White to move, and one for each move with
/// Black to move.
#[derive(Clone, Debug)]
pub struct Table {
    n: u16,
    speeds: Speeds,
    remoteness: Vec<u16>,
    nodes: u64,
}

/// Speeds beyond n − 1 reach no further than n − 1.
fn clamp(n: u16, speeds: Speeds) -> Speeds {
    Speeds { white: speeds.white.min(n - 1), black: speeds.black.min(n - 1) }
}

impl Table {
    /// Solves the board.
    ///
    /// # Errors
    /// [`Refusal::Invalid`] where n is below 2 or a speed 0;
    /// [`Refusal::OutOfMemory`] where the tables cannot be had.
    pub fn new(n: u16, speeds: Speeds) -> Result<Table, Refusal> {
        Self::within(n, speeds, 1, u64::MAX)
    }

    /// Solves the board by so many threads (at least one) in no more than
    /// `memory` bytes, what it takes only while it works included. The table and
    /// its nodes are the same whatever the number of threads.
    ///
    /// # Errors
    /// As [`Table::new`]; [`Refusal::OutOfMemory`] also where `memory` is not
    /// enough.
    pub fn within(n: u16, speeds: Speeds, threads: usize, memory: u64) -> Result<Table, Refusal> {
        if n < 2 || speeds.white == 0 || speeds.black == 0 {
            let Speeds { white, black } = speeds;
            let why = format!("n = {n} with speeds {white} and {black} is no board");
            return Err(Refusal::Invalid(why));
        }
        let speeds = clamp(n, speeds);
        let (remoteness, nodes) = sweep::remoteness(n, speeds, threads, memory)?;
        Ok(Table { n, speeds, remoteness, nodes })
    }

    /// The number of rows and of columns.
    #[must_use]
    pub fn n(&self) -> u16 {
        self.n
    }

    /// Whether this is the table of such a board.
    #[must_use]
    pub fn covers(&self, n: u16, speeds: Speeds) -> bool {
        self.n == n && self.speeds == clamp(n, speeds)
    }

    /// The work that it took: steps of eight words of Black's cells.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The value of a placement. On one cell the pieces are a finished game,
    /// lost by the side to move.
    ///
    /// # Panics
    /// Where a cell is off the board.
    #[must_use]
    pub fn answer(&self, white: Cell, black: Cell, to_move: Player) -> Answer<Outcome> {
        let place = |cell: Cell| {
            let on_board = (1..=self.n).contains(&cell.row) && (1..=self.n).contains(&cell.column);
            assert!(on_board, "{cell} is off the board of n = {}", self.n);
            (usize::from(cell.row) - 1, usize::from(cell.column) - 1)
        };
        let plies = match to_move {
            _ if white == black => Some(0),
            Player::White => self.white_to_move(place(white), place(black)),
            Player::Black => self.black_to_move(place(white), place(black)),
        };
        match plies {
            None => Answer { value: Outcome::Draw, remoteness: None },
            Some(plies) => {
                let winner = if plies.is_multiple_of(2) { to_move.other() } else { to_move };
                Answer { value: Outcome::Win(winner), remoteness: Some(plies) }
            }
        }
    }

    #[inline]
    fn white_to_move(&self, white: Place, black: Place) -> Option<u32> {
        let n = usize::from(self.n);
        let symmetry = Symmetry::canonical(n, white);
        let (row, column) = symmetry.image(black);
        let stored = self.remoteness[(class(n, symmetry.image(white)) * n + row) * n + column];
        (stored != 0).then_some(stored.into())
    }

    fn black_to_move(&self, white: Place, black: Place) -> Option<u32> {
        let mut soonest = None;
        let mut latest = Some(0);
        for next in steps(self.n.into(), black, self.speeds.black.into()) {
            if next == white {
                return Some(1);
            }
            match self.white_to_move(white, next) {
                Some(plies) if plies.is_multiple_of(2) => {
                    soonest = Some(soonest.map_or(plies, |best: u32| best.min(plies)));
                }
                Some(plies) => latest = latest.map(|worst: u32| worst.max(plies)),
                None => latest = None,
            }
        }
        soonest.or(latest).map(|plies| plies + 1)
    }
}

/// The cells that a piece with this speed reaches in one move.
pub(super) fn steps(n: usize, (row, column): Place, speed: usize) -> impl Iterator<Item = Place> {
    let up = (1..=speed.min(row)).map(move |d| (row - d, column));
    let down = (1..=speed.min(n - 1 - row)).map(move |d| (row + d, column));
    let left = (1..=speed.min(column)).map(move |d| (row, column - d));
    let right = (1..=speed.min(n - 1 - column)).map(move |d| (row, column + d));
    up.chain(down).chain(left).chain(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_board_is_refused() {
        for (n, white, black) in [(1, 1, 1), (0, 1, 2), (2, 0, 1), (2, 1, 0)] {
            assert_eq!(
                Table::new(n, Speeds { white, black }).unwrap_err().to_string(),
                format!("n = {n} with speeds {white} and {black} is no board")
            );
        }
        assert!(Table::new(2, Speeds { white: 1, black: 1 }).is_ok());
    }

    #[test]
    fn a_speed_beyond_the_board_reaches_its_edge() {
        let table = Table::new(4, Speeds { white: 9, black: 3 }).unwrap();
        assert_eq!(table.n(), 4);
        assert!(table.covers(4, Speeds { white: 3, black: 65_535 }));
        assert!(!table.covers(4, Speeds { white: 2, black: 3 }));
        assert!(!table.covers(5, Speeds { white: 9, black: 3 }));
    }

    #[test]
    fn pieces_on_one_cell_are_a_loss_of_the_side_to_move() {
        let table = Table::new(4, Speeds { white: 1, black: 2 }).unwrap();
        let cell = Cell { row: 2, column: 3 };
        for to_move in Player::BOTH {
            let lost = Answer { value: Outcome::Win(to_move.other()), remoteness: Some(0) };
            assert_eq!(table.answer(cell, cell, to_move), lost);
        }
    }

    #[test]
    #[should_panic(expected = "(5,1) is off the board of n = 4")]
    fn a_cell_off_the_board_is_an_error_of_the_caller() {
        let table = Table::new(4, Speeds { white: 1, black: 2 }).unwrap();
        let cell = |row, column| Cell { row, column };
        let _ = table.answer(cell(1, 1), cell(5, 1), Player::White);
    }
}
