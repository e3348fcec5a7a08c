//! The board as an array of cells, written from the rules and nothing else.

mod forbidden;
mod shapes;

use std::fmt::{self, Display};
use std::str::FromStr;

use super::text::{self, Marks};
use super::{Cell, Rule, Symmetry, Variant};
use crate::{Game, Outcome, ParseError, Player};

/// Columns and rows to the next cell, in the four directions of a line.
pub const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// A position: an array of cells and the side to move.
///
/// Also the interchange form: stones may be set and removed at will with
/// [`Board::set`]. [`Game`]'s methods suppose a position that a game can reach,
/// or could but for the number of stones; above all that no more than one side
/// has won.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    variant: Variant,
    /// Row by row from the bottom.
    cells: Vec<Option<Player>>,
    to_move: Player,
}

impl Board {
    /// The empty board, Black to move.
    #[must_use]
    pub fn new(variant: Variant) -> Self {
        Board { variant, cells: vec![None; usize::from(variant.area())], to_move: Player::Black }
    }

    /// Size, length and rule.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    fn index(&self, cell: Cell) -> usize {
        assert!(self.variant.contains(cell), "{cell} is off {}", self.variant);
        usize::from(cell.row()) * usize::from(self.variant.width()) + usize::from(cell.column())
    }

    /// The stone on a cell.
    ///
    /// # Panics
    /// Where the cell is off the board.
    #[must_use]
    pub fn get(&self, cell: Cell) -> Option<Player> {
        self.cells[self.index(cell)]
    }

    /// Makes the cell hold this, whatever it held. The side to move stays.
    ///
    /// # Panics
    /// Where the cell is off the board.
    pub fn set(&mut self, cell: Cell, stone: Option<Player>) {
        let index = self.index(cell);
        self.cells[index] = stone;
    }

    /// Makes this side the one to move.
    pub fn set_to_move(&mut self, player: Player) {
        self.to_move = player;
    }

    /// All stones, cells ascending.
    #[must_use]
    pub fn stones(&self) -> Vec<(Cell, Player)> {
        self.variant.cells().filter_map(|cell| Some((cell, self.get(cell)?))).collect()
    }

    /// The stones of one colour, ascending.
    #[must_use]
    pub fn stones_of(&self, player: Player) -> Vec<Cell> {
        self.variant.cells().filter(|&cell| self.get(cell) == Some(player)).collect()
    }

    /// The cell so many steps away, where it is on the board.
    fn step(&self, cell: Cell, (columns, rows): (i32, i32), steps: i32) -> Option<Cell> {
        let column = u8::try_from(i32::from(cell.column()) + columns * steps).ok()?;
        let row = u8::try_from(i32::from(cell.row()) + rows * steps).ok()?;
        Cell::new(column, row).filter(|&cell| self.variant.contains(cell))
    }

    /// The stone so many steps away; `None` also off the board.
    fn look(&self, cell: Cell, direction: (i32, i32), steps: i32) -> Option<Player> {
        self.step(cell, direction, steps).and_then(|cell| self.get(cell))
    }

    /// Whether this player has a row that wins.
    #[must_use]
    pub fn wins(&self, player: Player) -> bool {
        let own = Some(player);
        self.variant.cells().any(|cell| {
            DIRECTIONS.iter().any(|&direction| {
                // A row is counted from its first stone.
                if self.get(cell) != own || self.look(cell, direction, -1) == own {
                    return false;
                }
                let mut length = 1;
                while self.look(cell, direction, length) == own {
                    length += 1;
                }
                let enemy = Some(player.other());
                let both_ends_blocked = self.look(cell, direction, -1) == enemy
                    && self.look(cell, direction, length) == enemy;
                row_wins(self.variant, player, length, both_ends_blocked)
            })
        })
    }

    /// The side that has a winning row; the side that moved last is asked
    /// first.
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        [self.to_move.other(), self.to_move].into_iter().find(|&player| self.wins(player))
    }

    /// Whether no cell is empty.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.cells.iter().all(Option::is_some)
    }

    /// Whether the side to move may play there, the game not being over.
    fn allows(&self, cell: Cell) -> bool {
        self.variant.contains(cell)
            && self.get(cell).is_none()
            && (self.to_move == Player::White || self.forbidden(cell).is_none())
    }

    /// The image under a symmetry of this board.
    ///
    /// # Panics
    /// Where the symmetry does not keep the board's sides.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> Board {
        let mut image = Board { to_move: self.to_move, ..Board::new(self.variant) };
        for (cell, player) in self.stones() {
            image.set(symmetry.apply(self.variant, cell), Some(player));
        }
        image
    }

    /// The least image, the same for all images of a position; see
    /// [`super::symmetry::canonical`].
    #[must_use]
    pub fn canonical(&self) -> Board {
        self.image(super::symmetry::canonical(self.variant, &self.stones()).0)
    }

    /// The drawn board, with coordinates: `X` black, `O` white, `!` a cell
    /// marked forbidden, brackets around the last move.
    #[must_use]
    pub fn draw(&self, marks: &Marks<'_>) -> String {
        text::draw(self.variant, |cell| self.get(cell), marks)
    }
}

/// Whether a row of exactly `length` stones wins: the table of rules.
fn row_wins(variant: Variant, player: Player, length: i32, both_ends_blocked: bool) -> bool {
    let k = i32::from(variant.k());
    match (variant.rule(), player) {
        (Rule::Freestyle, _) | (Rule::Renju | Rule::Hybrid, Player::White) => length >= k,
        (Rule::Standard, _) | (Rule::Renju | Rule::Hybrid, Player::Black) => length == k,
        (Rule::Caro, _) => length > k || (length == k && !both_ends_blocked),
        (Rule::CaroExact, _) => length == k && !both_ends_blocked,
    }
}

impl Game for Board {
    const NAME: &'static str = "gomoku";
    type Move = Cell;
    type Undo = ();

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(winner) = self.winner() {
            Some(Outcome::Win(winner))
        } else if self.is_full() {
            Some(Outcome::Draw)
        } else if !self.variant.cells().any(|cell| self.allows(cell)) {
            Some(Outcome::Win(self.to_move.other()))
        } else {
            None
        }
    }

    fn for_each_move(&self, mut visit: impl FnMut(Cell)) {
        if self.winner().is_none() {
            self.variant.cells().filter(|&cell| self.allows(cell)).for_each(&mut visit);
        }
    }

    fn is_legal(&self, mv: Cell) -> bool {
        self.winner().is_none() && self.allows(mv)
    }

    fn play_unchecked(&mut self, mv: Cell) {
        self.set(mv, Some(self.to_move));
        self.to_move = self.to_move.other();
    }

    fn undo(&mut self, mv: Cell, (): ()) {
        self.set(mv, None);
        self.to_move = self.to_move.other();
    }
}

impl Display for Board {
    /// The text form; with `{:#}` the drawn board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return f.write_str(&self.draw(&Marks::default()));
        }
        let [white, black] = Player::BOTH.map(|player| self.stones_of(player));
        text::write_position(f, self.variant, &black, &white, self.to_move)
    }
}

impl FromStr for Board {
    type Err = ParseError;

    /// [`text::parse`] with the default variant.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        text::parse(text, Variant::default(), None)
    }
}
