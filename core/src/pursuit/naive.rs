//! The board as the rules tell it: a size, two cells and the side to move.

use super::{Cell, Direction, InvalidBoard, MIN_SIZE, Move, Speeds};
use crate::{Game, Outcome, Player};

/// A position, for the eye. 16 bytes, copied freely.
///
/// Its text form is on the [game's page](super).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Board {
    n: u16,
    white: Cell,
    black: Cell,
    to_move: Player,
    speeds: Speeds,
}

impl Board {
    /// The position with these pieces. On one cell they are a finished game,
    /// lost by the side to move.
    ///
    /// # Errors
    /// [`InvalidBoard`] where n is below 2, a cell off the board or a speed 0.
    pub fn new(
        n: u16,
        white: Cell,
        black: Cell,
        to_move: Player,
        speeds: Speeds,
    ) -> Result<Board, InvalidBoard> {
        if n < MIN_SIZE {
            return Err(InvalidBoard::Size(n));
        }
        for cell in [white, black] {
            if cell.row < 1 || cell.row > n || cell.column < 1 || cell.column > n {
                return Err(InvalidBoard::OffBoard(cell, n));
            }
        }
        if speeds.white == 0 || speeds.black == 0 {
            return Err(InvalidBoard::Speeds(speeds));
        }
        Ok(Board { n, white, black, to_move, speeds })
    }

    /// The number of rows and of columns.
    #[must_use]
    pub fn n(&self) -> u16 {
        self.n
    }

    /// White's cell.
    #[must_use]
    pub fn white(&self) -> Cell {
        self.white
    }

    /// Black's cell.
    #[must_use]
    pub fn black(&self) -> Cell {
        self.black
    }

    /// How far each side may move.
    #[must_use]
    pub fn speeds(&self) -> Speeds {
        self.speeds
    }

    fn piece(&mut self, player: Player) -> &mut Cell {
        match player {
            Player::White => &mut self.white,
            Player::Black => &mut self.black,
        }
    }

    /// Where a move from `cell` ends, if on the board.
    fn destination(&self, cell: Cell, mv: Move) -> Option<Cell> {
        let (row, column) = (i32::from(cell.row), i32::from(cell.column));
        let distance = i32::from(mv.distance);
        let (row, column) = match mv.direction {
            Direction::Up => (row - distance, column),
            Direction::Down => (row + distance, column),
            Direction::Left => (row, column - distance),
            Direction::Right => (row, column + distance),
        };
        let n = i32::from(self.n);
        let on_board = row >= 1 && row <= n && column >= 1 && column <= n;
        on_board.then_some(Cell { row: row as u16, column: column as u16 })
    }
}

impl Game for Board {
    const NAME: &'static str = "pursuit";

    type Move = Move;

    /// A capture removes nothing: both pieces stay, on one cell.
    type Undo = ();

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.white == self.black).then(|| Outcome::Win(self.to_move.other()))
    }

    fn for_each_move(&self, mut visit: impl FnMut(Move)) {
        if self.outcome().is_some() {
            return;
        }
        let from = match self.to_move {
            Player::White => self.white,
            Player::Black => self.black,
        };
        for direction in Direction::ALL {
            for distance in 1..=self.speeds.of(self.to_move) {
                let mv = Move { direction, distance };
                if self.destination(from, mv).is_none() {
                    break;
                }
                visit(mv);
            }
        }
    }

    /// # Panics
    /// Where the move leaves the board.
    fn play_unchecked(&mut self, mv: Move) {
        let mover = self.to_move;
        let from = *self.piece(mover);
        let to = self.destination(from, mv).expect("a legal move stays on the board");
        *self.piece(mover) = to;
        self.to_move = mover.other();
    }

    /// # Panics
    /// Where `mv` cannot have led here.
    fn undo(&mut self, mv: Move, (): ()) {
        let mover = self.to_move.other();
        let direction = match mv.direction {
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
        };
        let to = *self.piece(mover);
        let from = self.destination(to, Move { direction, ..mv });
        *self.piece(mover) = from.expect("the move taken back came from the board");
        self.to_move = mover;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Board {
        text.parse().unwrap()
    }

    fn moves(text: &str) -> String {
        board(text).legal_moves().iter().map(|mv| format!("{mv} ")).collect()
    }

    #[test]
    fn white_goes_one_cell_and_black_one_or_two() {
        assert_eq!(moves("9 5 5 1 1 w"), "up1 down1 left1 right1 ");
        assert_eq!(moves("9 5 5 1 1 b"), "down1 down2 right1 right2 ");
        assert_eq!(moves("9 1 1 2 9 b"), "up1 down1 down2 left1 left2 ");
        assert_eq!(moves("9 5 5 1 1 w speeds 3 1"), {
            "up1 up2 up3 down1 down2 down3 left1 left2 left3 right1 right2 right3 "
        });
        assert_eq!(moves("2 1 1 2 2 b speeds 65535 65535"), "up1 left1 ");
    }

    #[test]
    fn black_passes_over_white() {
        assert_eq!(moves("9 1 2 1 1 b"), "down1 down2 right1 right2 ");
        let passed =
            board("9 1 2 1 1 b").play(Move { direction: Direction::Right, distance: 2 }).unwrap();
        assert_eq!(passed.to_string(), "9 1 2 1 3 w");
    }

    #[test]
    fn a_capture_ends_the_game_with_the_loser_to_move() {
        let over =
            board("9 1 2 1 1 b").play(Move { direction: Direction::Right, distance: 1 }).unwrap();
        assert_eq!(over.to_string(), "9 1 2 1 2 w");
        assert_eq!(over.outcome(), Some(Outcome::Win(Player::Black)));
        assert!(over.legal_moves().is_empty());
        assert_eq!(board("9 1 2 1 2 b").outcome(), Some(Outcome::Win(Player::White)));
        assert_eq!(board("9 1 2 1 3 b").outcome(), None);
    }

    #[test]
    fn what_is_no_board_is_refused() {
        let cell = |row, column| Cell { row, column };
        let new = |n, white, black, speeds| Board::new(n, white, black, Player::White, speeds);
        let usual = Speeds::default();
        assert_eq!(new(1, cell(1, 1), cell(1, 1), usual), Err(InvalidBoard::Size(1)));
        for off in [cell(0, 1), cell(1, 0), cell(4, 1), cell(1, 4)] {
            assert_eq!(new(3, off, cell(1, 1), usual), Err(InvalidBoard::OffBoard(off, 3)));
            assert_eq!(new(3, cell(1, 1), off, usual), Err(InvalidBoard::OffBoard(off, 3)));
        }
        for speeds in [Speeds { white: 0, black: 2 }, Speeds { white: 1, black: 0 }] {
            let refused = new(3, cell(1, 1), cell(2, 2), speeds);
            assert_eq!(refused, Err(InvalidBoard::Speeds(speeds)));
        }
    }
}
