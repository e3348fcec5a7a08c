//! The board as it follows from what was said: stones, rules, the end.

use tesuji_core::gomoku::{Cell, Rule, Shape, Variant, naive};
use tesuji_core::{Outcome, Player};
use tesuji_engine::position::{Position, Stone};

/// Stones, the side to move, and what is played.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) width: u8,
    pub(super) height: u8,
    pub(super) rule: Rule,
    pub(super) continuous: bool,
    pub(super) stones: Vec<(Cell, Stone)>,
    pub(super) to_move: Player,
}

impl Board {
    /// The cell of a column and a row, where it lies on the board.
    pub(super) fn cell(&self, at: &[u32]) -> Option<Cell> {
        let (width, height) = (u32::from(self.width), u32::from(self.height));
        let on = at[0] < width && at[1] < height;
        Cell::new(at[0].min(255) as u8, at[1].min(255) as u8).filter(|_| on)
    }

    pub(super) fn get(&self, cell: Cell) -> Option<Stone> {
        self.stones.iter().find(|&&(at, _)| at == cell).map(|&(_, stone)| stone)
    }

    /// No stones, Black to move.
    pub(super) fn clear(&mut self) {
        self.stones.clear();
        self.to_move = Player::Black;
    }

    /// The board on which this player's rows are to be looked for: dead stones
    /// are the opponent's, and under caro, where they block nothing, none.
    fn seen_by(&self, player: Player) -> naive::Board {
        let variant = Variant::new(self.width, self.height, 5, self.rule);
        let caro = matches!(self.rule, Rule::Caro | Rule::CaroExact);
        let mut seen = naive::Board::new(variant.expect("a size that START took"));
        for &(cell, stone) in &self.stones {
            match stone {
                Stone::Of(player) => seen.set(cell, Some(player)),
                Stone::Dead if caro => {}
                Stone::Dead => seen.set(cell, Some(player.other())),
            }
        }
        seen.set_to_move(self.to_move);
        seen
    }

    fn is_forbidden(&self, cell: Cell) -> bool {
        self.get(cell).is_none() && self.seen_by(Player::Black).forbidden(cell).is_some()
    }

    pub(super) fn forbidden_points(&self) -> Vec<Cell> {
        let seen = self.seen_by(Player::Black);
        let cells = seen.variant().cells();
        cells.filter(|&cell| self.get(cell).is_none() && seen.forbidden(cell).is_some()).collect()
    }

    pub(super) fn is_legal(&self, cell: Cell) -> bool {
        let black = self.to_move == Player::Black;
        self.outcome().is_none() && self.get(cell).is_none() && !(black && self.is_forbidden(cell))
    }

    pub(super) fn outcome(&self) -> Option<Outcome> {
        if !self.continuous {
            for player in [self.to_move.other(), self.to_move] {
                if self.seen_by(player).wins(player) {
                    return Some(Outcome::Win(player));
                }
            }
        }
        let seen = self.seen_by(Player::Black);
        let mut empty = seen.variant().cells().filter(|&cell| self.get(cell).is_none()).peekable();
        if empty.peek().is_none() {
            return Some(Outcome::Draw);
        }
        let stuck = self.to_move == Player::Black
            && self.rule.forbids()
            && empty.all(|cell| seen.forbidden(cell).is_some());
        match (stuck, self.continuous) {
            (false, _) => None,
            (true, true) => Some(Outcome::Draw),
            (true, false) => Some(Outcome::Win(Player::White)),
        }
    }

    pub(super) fn play(&mut self, cell: Cell) {
        let foul = self.continuous && self.is_forbidden(cell);
        let stone = match self.to_move {
            Player::Black if foul => Stone::Dead,
            player => Stone::Of(player),
        };
        self.stones.push((cell, stone));
        self.to_move = self.to_move.other();
        self.bury();
    }

    pub(super) fn take_back(&mut self, cell: Cell) {
        let stone = self.get(cell);
        self.stones.retain(|&(at, _)| at != cell);
        if let Some(Stone::Of(player)) = stone {
            let count = |of| self.stones.iter().filter(|&&(_, s)| s == Stone::Of(of)).count();
            self.to_move = match count(Player::Black).checked_sub(count(Player::White)) {
                Some(0) => Player::Black,
                Some(1) => Player::White,
                _ => player,
            };
        }
        self.bury();
    }

    /// In a continuous game the stones of finished rows die.
    pub(super) fn bury(&mut self) {
        if !self.continuous {
            return;
        }
        let [white, black] = Player::BOTH.map(|player| self.seen_by(player));
        for (cell, stone) in &mut self.stones {
            let (seen, player) = match *stone {
                Stone::Of(Player::White) => (&white, Player::White),
                Stone::Of(Player::Black) => (&black, Player::Black),
                Stone::Dead => continue,
            };
            let along = |&direction| seen.made(*cell, direction, player) == Shape::Five;
            if seen.wins(player) && naive::DIRECTIONS.iter().any(along) {
                *stone = Stone::Dead;
            }
        }
    }

    /// Holds the engine's board against this one.
    pub(super) fn agrees(&self, position: &Position) -> Result<(), String> {
        let mut stones = self.stones.clone();
        stones.sort_unstable();
        let variant = position.variant();
        if (variant.width(), variant.height()) != (self.width, self.height) {
            return Err(format!("the engine's board is {variant}"));
        }
        if (variant.rule(), position.is_continuous()) != (self.rule, self.continuous) {
            return Err(format!("the engine plays {variant}"));
        }
        if position.stones() != stones {
            return Err(format!("the engine's stones are {:?}", position.stones()));
        }
        if position.to_move() != self.to_move {
            return Err(format!("the engine thinks that {} is to move", position.to_move()));
        }
        if position.outcome() != self.outcome() {
            return Err(format!("the engine's outcome is {:?}", position.outcome()));
        }
        Ok(())
    }
}
