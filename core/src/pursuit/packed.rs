//! A whole position in one `u64`.
//!
//! ```text
//!  bit  63      57 56 55        48 47        40 39        32
//!      +----------+--+------------+------------+------------+
//!      | 0 ...  0 |b?|  Black's   |  White's   |     n      |
//!      |          |  |  speed     |  speed     |            |
//!      +----------+--+------------+------------+------------+
//!  bit  31        24 23        16 15         8 7          0
//!      +------------+------------+------------+------------+
//!      | Black's    | Black's    | White's    | White's    |
//!      | row        | column     | row        | column     |
//!      +------------+------------+------------+------------+
//!
//!  rows and columns from 0;  b? is 1 where Black is to move
//! ```
//!
//! A move adds its distance to, or takes it from, one byte and flips `b?`; no
//! carry can leave the byte, since the piece stays on the board. The game is
//! over where the two low half-words are equal.

use super::{Cell, Direction, Move, Speeds, naive};
use crate::{Game, Outcome, Player};

const SIDE: u64 = 1 << 56;

/// A position in one word, laid out as drawn on the [module's page](self).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Board(u64);

impl Board {
    const fn byte(self, at: u32) -> u8 {
        (self.0 >> at) as u8
    }

    const fn cell(self, at: u32) -> Cell {
        Cell { row: self.byte(at + 8) + 1, column: self.byte(at) + 1 }
    }

    /// The number of rows and of columns.
    #[must_use]
    pub const fn n(self) -> u8 {
        self.byte(32)
    }

    /// White's cell.
    #[must_use]
    pub const fn white(self) -> Cell {
        self.cell(0)
    }

    /// Black's cell.
    #[must_use]
    pub const fn black(self) -> Cell {
        self.cell(16)
    }

    /// How far each side may move.
    #[must_use]
    pub const fn speeds(self) -> Speeds {
        Speeds { white: self.byte(40), black: self.byte(48) }
    }

    /// The word itself. Two positions are one exactly where these are equal.
    #[must_use]
    pub const fn key(self) -> u64 {
        self.0
    }

    /// The low bit of the mover's half-word: 0 for White, 16 for Black.
    const fn mover(self) -> u32 {
        (self.0 >> 56 & 1) as u32 * 16
    }

    const fn over(self) -> bool {
        (self.0 ^ self.0 >> 16) & 0xffff == 0
    }

    /// Moves the piece whose column begins at bit `piece`.
    const fn shift(&mut self, piece: u32, direction: Direction, distance: u8) {
        let column = (distance as u64) << piece;
        self.0 = match direction {
            Direction::Up => self.0 - (column << 8),
            Direction::Down => self.0 + (column << 8),
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
        let speed = self.byte(40 + piece / 2);
        let last = self.n() - 1;
        let (row, column) = (self.byte(piece + 8), self.byte(piece));
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
        let half = |cell: Cell| u64::from(cell.row - 1) << 8 | u64::from(cell.column - 1);
        let Speeds { white, black } = board.speeds();
        let side = if board.to_move() == Player::White { 0 } else { SIDE };
        Board(
            half(board.white())
                | half(board.black()) << 16
                | u64::from(board.n()) << 32
                | u64::from(white) << 40
                | u64::from(black) << 48
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
        assert_eq!(key("20 3 4 5 6 w"), 0x0002_0114_0405_0203);
        assert_eq!(key("255 255 255 1 1 b speeds 255 7"), 0x0107_ffff_0000_fefe);
    }

    #[test]
    fn a_move_at_the_edge_carries_nothing_over() {
        let mut board: Board = "255 255 254 255 1 b speeds 254 254".parse().unwrap();
        let before = board;
        let line = ["right254", "left253", "up254", "up254"].map(|mv| mv.parse::<Move>().unwrap());
        for mv in line {
            assert!(board.is_legal(mv), "{mv} in {board}");
            board.play_unchecked(mv);
        }
        assert_eq!(board.to_string(), "255 1 1 1 255 b speeds 254 254");
        for mv in line.into_iter().rev() {
            board.undo(mv, ());
        }
        assert_eq!(board, before);
    }
}
