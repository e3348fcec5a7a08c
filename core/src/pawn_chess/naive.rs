//! The array board: a cell is an `Option<Player>`, and every rule is a loop.

use super::{Fault, Move, Rule, Size, Square};
use crate::{Game, Outcome, Player};

/// A position as an array of cells, the interchange form of pawn chess.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    size: Size,
    /// Row by row from Black's home row; what lies past the board is `None`.
    cells: [Option<Player>; 32],
    to_move: Player,
}

impl Board {
    /// A full row of pawns on each home row, White to move.
    #[must_use]
    pub fn start(size: Size) -> Board {
        let mut cells = [None; 32];
        for column in 0..size.columns() {
            cells[column as usize] = Some(Player::Black);
            cells[((size.rows() - 1) * size.columns() + column) as usize] = Some(Player::White);
        }
        Board { size, cells, to_move: Player::White }
    }

    /// The position with these cells, row by row from Black's home row.
    ///
    /// # Errors
    /// The first [`Fault`], where the position breaks a rule.
    ///
    /// # Panics
    /// Where `cells` are not as many as the board has.
    pub fn from_cells(
        size: Size,
        cells: &[Option<Player>],
        to_move: Player,
    ) -> Result<Board, Fault> {
        assert_eq!(cells.len(), size.cells() as usize, "the cells of a {size} board");
        let mut board = Board { size, cells: [None; 32], to_move };
        let mut pawns = [0, 0];
        let mut arrived = 0;
        for (cell, &content) in cells.iter().enumerate() {
            let Some(player) = content else { continue };
            board.cells[cell] = content;
            let count = &mut pawns[player as usize];
            *count += 1;
            if *count > size.columns() {
                return Err(Fault { rule: Rule::TooManyPawns(player), cell });
            }
            if board.is_goal(player, cell) {
                if player == to_move {
                    return Err(Fault { rule: Rule::WonBefore(player), cell });
                }
                arrived += 1;
                if arrived > 1 {
                    return Err(Fault { rule: Rule::WonTwice(player), cell });
                }
            }
        }
        Ok(board)
    }

    /// The board's size.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The cells, row by row from Black's home row.
    #[must_use]
    pub fn cells(&self) -> &[Option<Player>] {
        &self.cells[..self.size.cells() as usize]
    }

    /// How many pawns this side has.
    #[must_use]
    pub fn pawns(&self, player: Player) -> usize {
        self.cells().iter().filter(|&&cell| cell == Some(player)).count()
    }

    /// Whether `cell` lies on the goal row of `player`.
    #[must_use]
    pub fn is_goal(&self, player: Player, cell: usize) -> bool {
        let line = cell / self.size.columns() as usize;
        match player {
            Player::White => line == 0,
            Player::Black => line == self.size.rows() as usize - 1,
        }
    }

    /// The board with left and right exchanged. The value is the same.
    #[must_use]
    pub fn mirror(&self) -> Board {
        let columns = self.size.columns() as usize;
        let mut image = *self;
        for (cell, &content) in self.cells().iter().enumerate() {
            let column = cell % columns;
            image.cells[cell - column + (columns - 1 - column)] = content;
        }
        image
    }

    /// The board with the two ends, the colours and the side to move
    /// exchanged. The winner is the other one, the length is the same.
    #[must_use]
    pub fn flip(&self) -> Board {
        let (columns, rows) = (self.size.columns() as usize, self.size.rows() as usize);
        let mut image = *self;
        for (cell, &content) in self.cells().iter().enumerate() {
            let (line, column) = (cell / columns, cell % columns);
            image.cells[(rows - 1 - line) * columns + column] = content.map(Player::other);
        }
        image.to_move = self.to_move.other();
        image
    }

    /// The same cells with the other side to move.
    ///
    /// # Errors
    /// The [`Fault`], where that is no position: the game is over.
    pub fn with_to_move(&self, to_move: Player) -> Result<Board, Fault> {
        Board::from_cells(self.size, self.cells(), to_move)
    }

    fn cell_of(&self, square: Square) -> usize {
        let line = self.size.rows() as usize - 1 - usize::from(square.row);
        line * self.size.columns() as usize + usize::from(square.column)
    }

    fn at(&self, column: i32, row: i32) -> Option<(Square, Option<Player>)> {
        let inside = (0..self.size.columns() as i32).contains(&column)
            && (0..self.size.rows() as i32).contains(&row);
        inside.then(|| {
            let square = Square { column: column as u8, row: row as u8 };
            (square, self.cells[self.cell_of(square)])
        })
    }

    /// The side with a pawn on its goal row.
    fn arrived(&self) -> Option<Player> {
        let mut arrived = None;
        for (cell, &content) in self.cells().iter().enumerate() {
            arrived = arrived.or(content.filter(|&player| self.is_goal(player, cell)));
        }
        arrived
    }
}

impl Game for Board {
    const NAME: &'static str = "pawn_chess";
    type Move = Move;
    /// A move captures exactly where it is diagonal, so it can be taken back
    /// by itself.
    type Undo = ();

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(winner) = self.arrived() {
            return Some(Outcome::Win(winner));
        }
        let mut can_move = false;
        self.for_each_move(|_| can_move = true);
        (!can_move).then_some(Outcome::Win(self.to_move.other()))
    }

    fn for_each_move(&self, mut visit: impl FnMut(Move)) {
        if self.arrived().is_some() {
            return;
        }
        let ahead = match self.to_move {
            Player::White => 1,
            Player::Black => -1,
        };
        for row in 0..self.size.rows() as i32 {
            for column in 0..self.size.columns() as i32 {
                let Some((from, Some(pawn))) = self.at(column, row) else { continue };
                if pawn != self.to_move {
                    continue;
                }
                for side in [-1, 0, 1] {
                    let Some((to, content)) = self.at(column + side, row + ahead) else { continue };
                    let wanted = if side == 0 { None } else { Some(self.to_move.other()) };
                    if content == wanted {
                        visit(Move { from, to });
                    }
                }
            }
        }
    }

    fn play_unchecked(&mut self, mv: Move) {
        let (from, to) = (self.cell_of(mv.from), self.cell_of(mv.to));
        self.cells[to] = self.cells[from];
        self.cells[from] = None;
        self.to_move = self.to_move.other();
    }

    fn undo(&mut self, mv: Move, (): ()) {
        let (from, to) = (self.cell_of(mv.from), self.cell_of(mv.to));
        self.cells[from] = self.cells[to];
        self.cells[to] = mv.is_capture().then_some(self.to_move);
        self.to_move = self.to_move.other();
    }
}
