//! A whole position in one `u128`.
//!
//! ```text
//!  bit  127 113  112 111    96 95     80 79     64
//!      +--------+---+---------+---------+---------+
//!      | 0 .. 0 |b? | Black's | White's |    n    |
//!      |        |   | speed   | speed   |         |
//!      +--------+---+---------+---------+---------+
//!  bit  63     48 47     32 31     16 15      0
//!      +---------+---------+---------+---------+
//!      | Black's | Black's | White's | White's |
//!      | row     | column  | row     | column  |
//!      +---------+---------+---------+---------+
//!
//!  rows and columns from 0;  b? is 1 where Black is to move
//! ```
//!
//! A move adds its distance to, or takes it from, one field and flips `b?`; no
//! carry can leave the field, since the piece stays on the board. The game is
//! over where the two low quarters are equal.

use super::{Cell, Direction, Move, Speeds, naive};
use crate::{Game, Outcome, Player};

const SIDE: u128 = 1 << 112;

/// A position in one word, laid out as drawn on the [module's page](self).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Board(u128);

impl Board {
    const fn field(self, at: u32) -> u16 {
        (self.0 >> at) as u16
    }

    const fn cell(self, at: u32) -> Cell {
        Cell { row: self.field(at + 16) + 1, column: self.field(at) + 1 }
    }

    /// The number of rows and of columns.
    #[must_use]
    pub const fn n(self) -> u16 {
        self.field(64)
    }

    /// White's cell.
    #[must_use]
    pub const fn white(self) -> Cell {
        self.cell(0)
    }

    /// Black's cell.
    #[must_use]
    pub const fn black(self) -> Cell {
        self.cell(32)
    }

    /// How far each side may move.
    #[must_use]
    pub const fn speeds(self) -> Speeds {
        Speeds { white: self.field(80), black: self.field(96) }
    }

    /// The word itself. Two positions are one exactly where these are equal.
    #[must_use]
    pub const fn key(self) -> u128 {
        self.0
    }

    /// The low bit of the mover's quarter: 0 for White, 32 for Black.
    const fn mover(self) -> u32 {
        (self.0 >> 112 & 1) as u32 * 32
    }

    const fn over(self) -> bool {
        self.0 as u32 == (self.0 >> 32) as u32
    }

    /// Moves the piece whose column begins at bit `piece`.
    const fn shift(&mut self, piece: u32, direction: Direction, distance: u16) {
        let column = (distance as u128) << piece;
        self.0 = match direction {
            Direction::Up => self.0 - (column << 16),
            Direction::Down => self.0 + (column << 16),
            Direction::Left => self.0 - column,
            Direction::Right => self.0 + column,
        };
    }
}

impl Game for Board {
    const NAME: &'static str = "pursuit";

    type Move = Move;

    type Undo = ();

    fn to_move(&self) -> Player {
        if self.0 & SIDE == 0 { Player::White } else { Player::Black }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.over().then(|| Outcome::Win(self.to_move().other()))
    }

    fn for_each_move(&self, mut visit: impl FnMut(Move)) {
        if self.over() {
            return;
        }
        let piece = self.mover();
        let speed = self.field(80 + piece / 2);
        let last = self.n() - 1;
        let (row, column) = (self.field(piece + 16), self.field(piece));
        let room = [row, last - row, column, last - column];
        for (direction, room) in Direction::ALL.into_iter().zip(room) {
            for distance in 1..=room.min(speed) {
                visit(Move { direction, distance });
            }
        }
    }

    fn play_unchecked(&mut self, mv: Move) {
        self.shift(self.mover(), mv.direction, mv.distance);
        self.0 ^= SIDE;
    }

    fn undo(&mut self, mv: Move, (): ()) {
        self.0 ^= SIDE;
        let back = match mv.direction {
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
        };
        self.shift(self.mover(), back, mv.distance);
    }
}

impl From<naive::Board> for Board {
    fn from(board: naive::Board) -> Board {
        let quarter = |cell: Cell| u128::from(cell.row - 1) << 16 | u128::from(cell.column - 1);
        let Speeds { white, black } = board.speeds();
        let side = if board.to_move() == Player::White { 0 } else { SIDE };
        Board(
            quarter(board.white())
                | quarter(board.black()) << 32
                | u128::from(board.n()) << 64
                | u128::from(white) << 80
                | u128::from(black) << 96
                | side,
        )
    }
}

impl From<Board> for naive::Board {
    fn from(board: Board) -> naive::Board {
        naive::Board::new(board.n(), board.white(), board.black(), board.to_move(), board.speeds())
            .expect("a packed board was made from a naive one, by legal moves")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layout_is_the_one_drawn() {
        let key = |text: &str| text.parse::<Board>().unwrap().key();
        assert_eq!(key("20 3 4 5 6 w"), 0x0000_0002_0001_0014_0004_0005_0002_0003);
        let largest = key("65535 65535 65535 1 1 b speeds 65535 7");
        assert_eq!(largest, 0x0001_0007_ffff_ffff_0000_0000_fffe_fffe);
    }

    #[test]
    fn a_move_at_the_edge_carries_nothing_over() {
        let mut board: Board = "65535 65535 65534 65535 1 b speeds 65534 65534".parse().unwrap();
        let before = board;
        let line =
            ["right65534", "left65533", "up65534", "up65534"].map(|mv| mv.parse::<Move>().unwrap());
        for mv in line {
            assert!(board.is_legal(mv), "{mv} in {board}");
            board.play_unchecked(mv);
        }
        assert_eq!(board.to_string(), "65535 1 1 1 65535 b speeds 65534 65534");
        for mv in line.into_iter().rev() {
            board.undo(mv, ());
        }
        assert_eq!(board, before);
    }
}
