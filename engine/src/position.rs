//! A position of a game as managers play it: with dead stones, and going on
//! after a row is finished where the game is continuous.

use tesuji_core::gomoku::{Cell, Forbidden, Rule, Shape, Variant, lines, naive};
use tesuji_core::lines::Direction;
use tesuji_core::{Game, Outcome, Player};

/// What a cell holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stone {
    /// A stone of this player.
    Of(Player),
    /// A stone that no row can hold: of a row that was finished in a continuous
    /// game, or put on a forbidden point there. It ends the rows of both
    /// players. Under caro it is nobody's enemy and blocks nothing.
    Dead,
}

/// Stones on a board, the rules, and the side to move.
///
/// In a continuous game a finished row wins nothing: its stones are dead from
/// then on, and play goes on until the board is full.
#[derive(Clone, Debug)]
pub struct Position {
    /// The living stones; dead ones are empty cells here.
    living: lines::Board,
    /// Ascending.
    dead: Vec<Cell>,
    continuous: bool,
    /// For each player, where there are dead stones: the board on which they
    /// block that player's rows, which is the opponent's stones.
    blocked: Option<Box<[lines::Board; 2]>>,
}

impl Position {
    /// The empty board, Black to move.
    #[must_use]
    pub fn new(variant: Variant, continuous: bool) -> Position {
        Position { living: lines::Board::new(variant), dead: Vec::new(), continuous, blocked: None }
    }

    /// The position of these stones, each on a cell of its own.
    ///
    /// # Panics
    /// Where a cell is off the board.
    #[must_use]
    pub fn of(
        variant: Variant,
        continuous: bool,
        stones: &[(Cell, Stone)],
        to_move: Player,
    ) -> Position {
        let mut position = Position::new(variant, continuous);
        for &(cell, stone) in stones {
            match stone {
                Stone::Of(player) => position.living.set(cell, Some(player)),
                Stone::Dead => position.dead.push(cell),
            }
        }
        position.dead.sort_unstable();
        position.living.set_to_move(to_move);
        position.settle();
        position
    }

    /// Size, length and rule.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.living.variant()
    }

    /// Whether the game goes on after a row.
    #[must_use]
    pub fn is_continuous(&self) -> bool {
        self.continuous
    }

    /// The side to move, also where the game is over.
    #[must_use]
    pub fn to_move(&self) -> Player {
        self.living.to_move()
    }

    /// What a cell of the board holds.
    ///
    /// # Panics
    /// Where the cell is off the board.
    #[must_use]
    pub fn get(&self, cell: Cell) -> Option<Stone> {
        if self.dead.binary_search(&cell).is_ok() {
            return Some(Stone::Dead);
        }
        self.living.get(cell).map(Stone::Of)
    }

    /// All stones, cells ascending.
    #[must_use]
    pub fn stones(&self) -> Vec<(Cell, Stone)> {
        self.variant().cells().filter_map(|cell| Some((cell, self.get(cell)?))).collect()
    }

    /// The dead stones, ascending.
    #[must_use]
    pub fn dead(&self) -> &[Cell] {
        &self.dead
    }

    /// The living stones as searches take them; dead ones are empty cells.
    #[must_use]
    pub fn living(&self) -> naive::Board {
        naive::Board::from(&self.living)
    }

    /// The number of stones, living and dead.
    #[must_use]
    pub fn stone_count(&self) -> usize {
        usize::from(self.living.stone_count()) + self.dead.len()
    }

    /// Empty cells.
    #[must_use]
    pub fn empty_count(&self) -> usize {
        usize::from(self.variant().area()) - self.stone_count()
    }

    /// The board on which this player's rows are to be looked for.
    fn seen_by(&self, player: Player) -> &lines::Board {
        self.blocked.as_ref().map_or(&self.living, |boards| &boards[player as usize])
    }

    /// Why renju forbids Black this cell, whoever is to move; `None` where it
    /// does not, and where a stone lies.
    #[must_use]
    pub fn forbidden(&self, cell: Cell) -> Option<Forbidden> {
        if self.get(cell).is_some() {
            return None;
        }
        self.seen_by(Player::Black).forbidden(cell)
    }

    /// All points forbidden to Black, ascending.
    #[must_use]
    pub fn forbidden_points(&self) -> Vec<Cell> {
        self.variant().cells().filter(|&cell| self.forbidden(cell).is_some()).collect()
    }

    /// Whether the side to move may play there.
    #[must_use]
    pub fn is_legal(&self, cell: Cell) -> bool {
        self.winner().is_none() && self.is_open(cell)
    }

    /// The least legal move, where there is one.
    #[must_use]
    pub fn first_legal(&self) -> Option<Cell> {
        self.variant().cells().find(|&cell| self.is_legal(cell))
    }

    fn is_open(&self, cell: Cell) -> bool {
        self.variant().contains(cell)
            && self.get(cell).is_none()
            && (self.to_move() == Player::White || self.forbidden(cell).is_none())
    }

    /// The side that has a winning row; nobody wins a continuous game.
    fn winner(&self) -> Option<Player> {
        let sides = [self.to_move().other(), self.to_move()];
        sides.into_iter().find(|&side| !self.continuous && self.seen_by(side).wins(side))
    }

    /// How the game ended: `Some` exactly where no move can follow.
    ///
    /// Black with none but forbidden points left has lost; in a continuous game
    /// that, and a full board, end it in a draw.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(winner) = self.winner() {
            return Some(Outcome::Win(winner));
        }
        if self.empty_count() == 0 {
            return Some(Outcome::Draw);
        }
        let forbids = self.to_move() == Player::Black && self.variant().rule().forbids();
        if !forbids || self.variant().cells().any(|cell| self.is_open(cell)) {
            return None;
        }
        Some(if self.continuous { Outcome::Draw } else { Outcome::Win(Player::White) })
    }

    /// Puts a stone of the side to move on an empty cell of the board, also one
    /// that is forbidden; in a continuous game such a stone is dead at once.
    ///
    /// # Panics
    /// Where the cell is off the board.
    pub fn play(&mut self, cell: Cell) {
        debug_assert!(self.get(cell).is_none(), "{cell} is taken");
        let player = self.to_move();
        if self.continuous && player == Player::Black && self.forbidden(cell).is_some() {
            self.dead.push(cell);
            self.dead.sort_unstable();
        } else {
            self.living.set(cell, Some(player));
        }
        self.living.set_to_move(player.other());
        self.settle();
    }

    /// Removes the stone on this cell; says whether there was one. The side to
    /// move is the one that the counts of living stones name (equal: Black, one
    /// black more: White), and else the side whose stone it was. Stones that
    /// are dead stay so.
    ///
    /// # Panics
    /// Where the cell is off the board.
    pub fn take_back(&mut self, cell: Cell) -> bool {
        let Some(stone) = self.get(cell) else { return false };
        match stone {
            Stone::Dead => self.dead.retain(|&dead| dead != cell),
            Stone::Of(player) => {
                self.living.set(cell, None);
                let of = |player| self.living.stones_of(player).len();
                let (black, white) = (of(Player::Black), of(Player::White));
                self.living.set_to_move(side_by_counts(black, white).unwrap_or(player));
            }
        }
        self.settle();
        true
    }

    /// Plays on under these rules. Stones stay; where the game becomes a
    /// continuous one, those of finished rows are dead.
    pub fn set_rule(&mut self, rule: Rule, continuous: bool) {
        let before = self.variant();
        let Ok(variant) = Variant::new(before.width(), before.height(), before.k(), rule) else {
            return;
        };
        *self = Position::of(variant, continuous, &self.stones(), self.to_move());
    }

    /// In a continuous game the stones of finished rows die. Then the boards
    /// that both sides see are made anew.
    fn settle(&mut self) {
        self.look();
        if !self.continuous {
            return;
        }
        let of = |player| {
            let board = self.seen_by(player);
            let in_row = |&cell: &Cell| {
                Direction::ALL
                    .iter()
                    .any(|&along| board.pattern(cell, along, player).shape() == Shape::Five)
            };
            let stones = self.living.stones_of(player);
            if board.wins(player) {
                stones.into_iter().filter(in_row).collect()
            } else {
                Vec::new()
            }
        };
        let died: Vec<Cell> = Player::BOTH.into_iter().flat_map(of).collect();
        if died.is_empty() {
            return;
        }
        for &cell in &died {
            self.living.set(cell, None);
        }
        self.dead.extend(died);
        self.dead.sort_unstable();
        self.look();
    }

    fn look(&mut self) {
        let blocks = !matches!(self.variant().rule(), Rule::Caro | Rule::CaroExact);
        self.blocked = (!self.dead.is_empty() && blocks).then(|| {
            Box::new([Player::White, Player::Black].map(|player| {
                let mut board = self.living.clone();
                for &cell in &self.dead {
                    board.set(cell, Some(player.other()));
                }
                board
            }))
        });
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        (&self.living, &self.dead, self.continuous)
            == (&other.living, &other.dead, other.continuous)
    }
}

impl Eq for Position {}

/// The side to move that these counts name, where they do.
#[must_use]
pub fn side_by_counts(black: usize, white: usize) -> Option<Player> {
    match black.checked_sub(white)? {
        0 => Some(Player::Black),
        1 => Some(Player::White),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(text: &str) -> Cell {
        text.parse().expect("a cell")
    }

    fn played(continuous: bool, rule: Rule, moves: &str) -> Position {
        let mut position = Position::new(Variant::standard_size(rule), continuous);
        for mv in moves.split(' ') {
            assert!(position.is_legal(cell(mv)), "{mv}");
            position.play(cell(mv));
        }
        position
    }

    const FIVE: &str = "h8 a1 h9 a2 h10 a3 h11 a4 h12";

    #[test]
    fn a_row_ends_a_game_and_not_a_continuous_one() {
        let won = played(false, Rule::Freestyle, FIVE);
        assert_eq!(won.outcome(), Some(Outcome::Win(Player::Black)));
        let on = played(true, Rule::Freestyle, FIVE);
        assert_eq!(on.outcome(), None);
        assert_eq!(on.dead(), ["h8", "h9", "h10", "h11", "h12"].map(cell));
        assert_eq!(on.get(cell("h8")), Some(Stone::Dead));
        assert!(!on.is_legal(cell("h8")));
        // White's four is a row with one more, and dies as well.
        let both = {
            let mut on = on.clone();
            on.play(cell("a5"));
            on
        };
        assert_eq!((both.dead().len(), both.stone_count()), (10, 10));
        // The rule may change under way.
        let mut changed = won.clone();
        changed.set_rule(Rule::Freestyle, true);
        assert_eq!(changed, on);
    }

    #[test]
    fn dead_stones_end_rows() {
        let stones = |dead: &str| {
            let mut stones: Vec<_> = ["h8", "h9", "h10", "h11", "h12", "h13"]
                .map(|text| (cell(text), Stone::Of(Player::Black)))
                .into_iter()
                .filter(|(stone, _)| *stone != cell(dead))
                .collect();
            stones.push((cell(dead), Stone::Dead));
            stones
        };
        let outcome = |rule, stones: &[_]| {
            Position::of(Variant::standard_size(rule), false, stones, Player::White).outcome()
        };
        let black = Some(Outcome::Win(Player::Black));
        assert_eq!(outcome(Rule::Freestyle, &stones("h10")), None);
        assert_eq!(outcome(Rule::Freestyle, &stones("h13")), black);
        // Exactly five: a dead stone is no sixth.
        assert_eq!(outcome(Rule::Standard, &stones("h13")), black);
        // Nobody's enemy: it blocks no end under caro.
        let mut caro = stones("h13");
        caro.push((cell("h7"), Stone::Of(Player::White)));
        assert_eq!(outcome(Rule::Caro, &caro), black);
    }

    #[test]
    fn what_is_taken_back_names_the_side_to_move() {
        let mut position = played(false, Rule::Freestyle, "h8 h9 h10");
        assert!(position.take_back(cell("h9")));
        // Two black stones and no white one: White's stone is missing.
        assert_eq!(position.to_move(), Player::White);
        assert!(position.take_back(cell("h8")));
        assert_eq!(position.to_move(), Player::White);
        assert!(!position.take_back(cell("h8")));
        assert!(position.take_back(cell("h10")));
        assert_eq!(position, Position::new(position.variant(), false));
        let mut won = played(false, Rule::Freestyle, FIVE);
        assert!(won.take_back(cell("h12")));
        assert_eq!((won.outcome(), won.to_move()), (None, Player::Black));
    }
}
