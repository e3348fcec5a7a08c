//! The board on line masks, with window lookups and a key kept up.

mod forbidden;

use std::fmt::{self, Display};
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use super::text::{self, Marks};
use super::windows::{Pattern, Windows};
use super::{Cell, Shape, Symmetry, Variant, naive, zobrist};
use crate::lines::{Direction, Geometry, Lines, Slot, bits};
use crate::{Game, Outcome, ParseError, Player};

/// A position on [`Lines`], with its Zobrist key and its winner kept up.
///
/// The winner after a move is four window lookups. A search that keeps counts
/// of its own may hold a [`Lines`] and the [`Windows`] themselves instead.
#[derive(Clone, Debug)]
pub struct Board {
    variant: Variant,
    lines: Lines,
    /// In the order of [`Player`].
    windows: [&'static Windows; 2],
    key: u64,
    stones: u16,
    to_move: Player,
    winner: Option<Player>,
}

impl Board {
    /// The empty board, Black to move.
    #[must_use]
    pub fn new(variant: Variant) -> Self {
        let geometry = Geometry::get(variant.width(), variant.height(), variant.k());
        Board {
            variant,
            lines: Lines::new(geometry),
            windows: Player::BOTH.map(|player| Windows::of(variant.rule(), variant.k(), player)),
            key: 0,
            stones: 0,
            to_move: Player::Black,
            winner: None,
        }
    }

    /// Size, length and rule.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The masks.
    #[must_use]
    pub const fn lines(&self) -> &Lines {
        &self.lines
    }

    /// The tables of this player's shapes.
    #[must_use]
    pub const fn windows(&self, player: Player) -> &'static Windows {
        self.windows[player as usize]
    }

    /// The Zobrist key of stones and side to move; see [`zobrist`].
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The number of stones.
    #[must_use]
    pub const fn stone_count(&self) -> u16 {
        self.stones
    }

    /// Whether no cell is empty.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.stones == self.variant.area()
    }

    /// The stone on a cell.
    ///
    /// # Panics
    /// Where the cell is off the board.
    #[must_use]
    pub fn get(&self, cell: Cell) -> Option<Player> {
        assert!(self.variant.contains(cell), "{cell} is off {}", self.variant);
        self.lines.get(cell)
    }

    /// Makes the cell hold this, whatever it held. The side to move stays; the
    /// winner is looked for on every line.
    ///
    /// # Panics
    /// Where the cell is off the board.
    pub fn set(&mut self, cell: Cell, stone: Option<Player>) {
        if let Some(player) = self.get(cell) {
            self.lines.remove(cell);
            self.key ^= zobrist::stone(cell, player);
            self.stones -= 1;
        }
        if let Some(player) = stone {
            self.lines.place(cell, player);
            self.key ^= zobrist::stone(cell, player);
            self.stones += 1;
        }
        self.find_winner();
    }

    /// Makes this side the one to move.
    pub fn set_to_move(&mut self, player: Player) {
        if self.to_move != player {
            self.key ^= zobrist::WHITE_TO_MOVE;
        }
        self.to_move = player;
        self.find_winner();
    }

    fn find_winner(&mut self) {
        let last_mover = self.to_move.other();
        self.winner = [last_mover, self.to_move].into_iter().find(|&player| self.wins(player));
    }

    /// All stones, cells ascending.
    #[must_use]
    pub fn stones(&self) -> Vec<(Cell, Player)> {
        self.variant.cells().filter_map(|cell| Some((cell, self.lines.get(cell)?))).collect()
    }

    /// The stones of one colour, ascending.
    #[must_use]
    pub fn stones_of(&self, player: Player) -> Vec<Cell> {
        let family = self.lines.geometry().family(Direction::Row);
        let mut stones: Vec<Cell> = (family.first..family.first + family.count)
            .flat_map(|row| {
                bits(self.lines.stones(row, player))
                    .map(move |bit| self.lines.geometry().cell(Direction::Row, row, bit))
            })
            .collect();
        stones.sort_unstable();
        stones
    }

    /// Whether this player has a row that wins: every line is looked at.
    #[must_use]
    pub fn wins(&self, player: Player) -> bool {
        let condition = self.windows(player).condition();
        (0..self.lines.geometry().line_count()).any(|line| {
            let (own, other) = self.lines.sides(line, player);
            condition.wins_line(self.variant.k(), own, other)
        })
    }

    /// The side that has a winning row. Known, not looked for.
    #[must_use]
    pub const fn winner(&self) -> Option<Player> {
        self.winner
    }

    /// The index of the player's window around a cell on one of its lines,
    /// with the slot; see [`Windows::index`]. Where the line is not kept the
    /// pattern is nothing.
    #[must_use]
    #[inline]
    pub const fn window(&self, cell: Cell, direction: Direction, player: Player) -> (Slot, usize) {
        let slot = self.lines.geometry().slots(cell)[direction as usize];
        let (own, other) = self.lines.sides(slot.line, player);
        (slot, self.windows(player).index(own, other, slot.bit as u32))
    }

    /// What the player's stone on this cell makes on one line, or would make:
    /// the cell must be empty or the player's.
    #[must_use]
    #[inline]
    pub const fn pattern(&self, cell: Cell, direction: Direction, player: Player) -> Pattern {
        self.windows(player).pattern(self.window(cell, direction, player).1)
    }

    /// [`Board::pattern`] in the order of [`Direction::ALL`].
    #[must_use]
    #[inline]
    pub fn patterns(&self, cell: Cell, player: Player) -> [Pattern; 4] {
        let windows = self.windows(player);
        self.lines.geometry().slots(cell).map(|slot| {
            let (own, other) = self.lines.sides(slot.line, player);
            windows.look(own, other, u32::from(slot.bit))
        })
    }

    /// Whether the player's stone on this empty cell wins.
    #[must_use]
    #[inline]
    pub fn makes_five(&self, cell: Cell, player: Player) -> bool {
        self.patterns(cell, player).iter().any(|pattern| pattern.shape() == Shape::Five)
    }

    /// The shape that the player has on a line as it stands, any five of the
    /// line counting: from what a stone on each of its empty cells would make.
    #[must_use]
    pub fn standing(&self, line: u8, player: Player) -> Shape {
        let windows = self.windows(player);
        let (own, other) = self.lines.sides(line, player);
        if windows.condition().wins_line(self.variant.k(), own, other) {
            return Shape::Five;
        }
        let mut best = Shape::Nothing;
        let mut fives = 0;
        for bit in bits(self.lines.empties(line)) {
            let shape = windows.look(own, other, bit).shape();
            fives += u32::from(shape == Shape::Five);
            best = best.max(shape);
        }
        match best {
            Shape::Five if fives > 1 => Shape::StraightFour,
            Shape::Five => Shape::Four,
            Shape::StraightFour => Shape::Three,
            Shape::Four => Shape::ClosedThree,
            Shape::Three => Shape::Two,
            Shape::ClosedThree => Shape::ClosedTwo,
            Shape::Two | Shape::ClosedTwo | Shape::Nothing => Shape::Nothing,
        }
    }

    /// Whether the side to move may play on this empty cell, the game not
    /// being over.
    fn allows(&self, cell: Cell) -> bool {
        self.to_move == Player::White || self.forbidden(cell).is_none()
    }

    /// The image under a symmetry of this board.
    ///
    /// # Panics
    /// Where the symmetry does not keep the board's sides.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> Board {
        let stones = self.stones();
        let image = stones.iter().map(|&(cell, p)| (symmetry.apply(self.variant, cell), p));
        Self::from_stones(self.variant, image, self.to_move)
    }

    /// The least image, the same for all images of a position; see
    /// [`super::symmetry::canonical`].
    #[must_use]
    pub fn canonical(&self) -> Board {
        let (_, stones) = super::symmetry::canonical(self.variant, &self.stones());
        Self::from_stones(self.variant, stones, self.to_move)
    }

    /// The least key of all images: the same for all images of a position.
    /// Costs a load a stone and symmetry; needs no canonical form.
    #[must_use]
    pub fn canonical_key(&self) -> u64 {
        let stones = self.stones();
        Symmetry::of(self.variant)
            .iter()
            .map(|symmetry| {
                let image = stones.iter().map(|&(cell, p)| (symmetry.apply(self.variant, cell), p));
                zobrist::key(image, self.to_move)
            })
            .fold(u64::MAX, u64::min)
    }

    /// The board with these stones, each on a cell of its own.
    fn from_stones(
        variant: Variant,
        stones: impl IntoIterator<Item = (Cell, Player)>,
        to_move: Player,
    ) -> Board {
        let mut board = Board::new(variant);
        for (cell, player) in stones {
            board.lines.place(cell, player);
            board.key ^= zobrist::stone(cell, player);
            board.stones += 1;
        }
        board.set_to_move(to_move);
        board
    }

    /// The drawn board, as the naive board draws it.
    #[must_use]
    pub fn draw(&self, marks: &Marks<'_>) -> String {
        text::draw(self.variant, |cell| self.lines.get(cell), marks)
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
            && self.variant == other.variant
            && self.to_move == other.to_move
            && self.lines == other.lines
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.variant.hash(state);
        self.key.hash(state);
    }
}

impl Game for Board {
    const NAME: &'static str = "gomoku";
    type Move = Cell;
    type Undo = ();

    fn to_move(&self) -> Player {
        self.to_move
    }

    /// Known without a search but under renju, where the first point that is
    /// not forbidden is looked for.
    fn outcome(&self) -> Option<Outcome> {
        if let Some(winner) = self.winner {
            Some(Outcome::Win(winner))
        } else if self.is_full() {
            Some(Outcome::Draw)
        } else if self.to_move == Player::Black
            && self.variant.rule().forbids()
            && self.lines.find_empty(|cell| self.allows(cell)).is_none()
        {
            Some(Outcome::Win(Player::White))
        } else {
            None
        }
    }

    fn for_each_move(&self, mut visit: impl FnMut(Cell)) {
        if self.winner.is_some() {
            return;
        }
        self.lines.for_each_empty(|cell| {
            if self.allows(cell) {
                visit(cell);
            }
        });
    }

    fn is_legal(&self, mv: Cell) -> bool {
        self.winner.is_none()
            && self.variant.contains(mv)
            && self.lines.get(mv).is_none()
            && self.allows(mv)
    }

    fn play_unchecked(&mut self, mv: Cell) {
        self.lines.place(mv, self.to_move);
        if self.makes_five(mv, self.to_move) {
            self.winner = Some(self.to_move);
        }
        self.key ^= zobrist::stone(mv, self.to_move) ^ zobrist::WHITE_TO_MOVE;
        self.stones += 1;
        self.to_move = self.to_move.other();
    }

    fn undo(&mut self, mv: Cell, (): ()) {
        self.to_move = self.to_move.other();
        self.lines.remove(mv);
        self.key ^= zobrist::stone(mv, self.to_move) ^ zobrist::WHITE_TO_MOVE;
        self.stones -= 1;
        self.winner = None;
    }
}

impl From<&naive::Board> for Board {
    fn from(board: &naive::Board) -> Self {
        Self::from_stones(board.variant(), board.stones(), board.to_move())
    }
}

impl From<&Board> for naive::Board {
    fn from(board: &Board) -> Self {
        let mut naive = naive::Board::new(board.variant);
        for (cell, player) in board.stones() {
            naive.set(cell, Some(player));
        }
        naive.set_to_move(board.to_move);
        naive
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

    /// As the naive board reads it.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        Ok(Board::from(&text.parse::<naive::Board>()?))
    }
}
