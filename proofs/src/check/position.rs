//! The position that the judge has before it: the array board, and beside it
//! how many stones each window has.

use tesuji_core::Player;
use tesuji_core::gomoku::naive::Board;
use tesuji_core::gomoku::{Cell, Rule};

use super::geometry::{Geometry, MOST_K};
use super::set::Set;

/// Windows that are looked at in one step.
const WINDOWS: usize = 32;

/// What a window with a stone of the claimant's counts more.
const OWN: u8 = 16;

/// A place of the walled grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Empty,
    Stone(Player),
    Wall,
}

pub(crate) struct Position<'a> {
    pub(crate) geometry: &'a Geometry,
    pub(crate) board: Board,
    claimant: Player,
    /// Row by row with a wall all around.
    grid: Vec<Place>,
    /// Of each window: the opponent's stones, and 16 times the claimant's.
    counts: Vec<u8>,
    /// Windows with k − 1 stones of the opponent and none of the claimant.
    pub(crate) fours: u32,
    pub(crate) own: Set,
    pub(crate) theirs: Set,
    pub(crate) empty: Set,
}

/// A row through a cell.
struct Row {
    length: usize,
    ends: [i32; 2],
}

impl<'a> Position<'a> {
    pub(crate) fn new(geometry: &'a Geometry, root: &Board, claimant: Player) -> Position<'a> {
        let variant = geometry.variant;
        let stride = usize::from(variant.width()) + 2;
        let mut position = Position {
            geometry,
            board: Board::new(variant),
            claimant,
            grid: vec![Place::Wall; stride * (usize::from(variant.height()) + 2)],
            counts: vec![0; geometry.windows()],
            fours: 0,
            own: Set::EMPTY,
            theirs: Set::EMPTY,
            empty: Set::EMPTY,
        };
        for cell in 0..geometry.area() {
            let place = position.place(cell);
            position.grid[place] = Place::Empty;
            position.empty.insert(cell);
        }
        for (cell, player) in root.stones() {
            position.put(geometry.number(cell), player);
        }
        position
    }

    fn stride(&self) -> i32 {
        i32::from(self.geometry.variant.width()) + 2
    }

    fn place(&self, cell: u16) -> usize {
        let width = u16::from(self.geometry.variant.width());
        (usize::from(cell / width) + 1) * (usize::from(width) + 2) + usize::from(cell % width) + 1
    }

    /// Whether a player is the claimant's enemy.
    fn weight(&self, player: Player) -> u8 {
        if player == self.claimant { OWN } else { 1 }
    }

    pub(crate) fn cell(&self, number: u16) -> Cell {
        self.geometry.cell(number)
    }

    /// Puts a stone on an empty cell.
    pub(crate) fn put(&mut self, cell: u16, player: Player) {
        let four = self.geometry.k() as u8 - 1;
        let weight = self.weight(player);
        for &window in self.geometry.through(cell) {
            let count = &mut self.counts[usize::from(window)];
            self.fours -= u32::from(*count == four);
            *count += weight;
            self.fours += u32::from(*count == four);
        }
        self.change(cell, Some(player));
    }

    /// Takes a player's stone.
    pub(crate) fn take(&mut self, cell: u16, player: Player) {
        let four = self.geometry.k() as u8 - 1;
        let weight = self.weight(player);
        for &window in self.geometry.through(cell) {
            let count = &mut self.counts[usize::from(window)];
            self.fours -= u32::from(*count == four);
            *count -= weight;
            self.fours += u32::from(*count == four);
        }
        self.change(cell, None);
    }

    fn change(&mut self, cell: u16, stone: Option<Player>) {
        let place = self.place(cell);
        self.grid[place] = stone.map_or(Place::Empty, Place::Stone);
        self.board.set(self.cell(cell), stone);
        match stone {
            None => {
                self.empty.insert(cell);
                self.own.remove(cell);
                self.theirs.remove(cell);
            }
            Some(player) => {
                self.empty.remove(cell);
                let stones = if player == self.claimant { &mut self.own } else { &mut self.theirs };
                stones.insert(cell);
            }
        }
    }

    /// The player's row through this cell, as if he had a stone there.
    fn row(&self, cell: u16, step: i32, player: Player) -> Row {
        let place = self.place(cell) as i32;
        let mut length = 1;
        let ends = [-step, step].map(|step| {
            let mut at = place + step;
            while self.grid[at as usize] == Place::Stone(player) {
                length += 1;
                at += step;
            }
            at
        });
        Row { length, ends }
    }

    fn steps(&self) -> [i32; 4] {
        let stride = self.stride();
        [1, stride, stride + 1, stride - 1]
    }

    fn rows(&self, cell: u16, player: Player) -> [Row; 4] {
        self.steps().map(|step| self.row(cell, step, player))
    }

    /// How many of a row's ends have an enemy's stone.
    fn blocked(&self, row: &Row, player: Player) -> usize {
        let enemy = Place::Stone(player.other());
        row.ends.iter().filter(|&&end| self.grid[end as usize] == enemy).count()
    }

    fn row_wins(&self, row: &Row, player: Player) -> bool {
        let k = self.geometry.k();
        let is_open = || self.blocked(row, player) < 2;
        match self.geometry.variant.rule() {
            Rule::Freestyle => row.length >= k,
            Rule::Standard => row.length == k,
            Rule::Renju | Rule::Hybrid if player == Player::White => row.length >= k,
            Rule::Renju | Rule::Hybrid => row.length == k,
            Rule::Caro => row.length > k || (row.length == k && is_open()),
            Rule::CaroExact => row.length == k && is_open(),
        }
    }

    /// Whether a stone of the player here, put or thought of, is in a row that
    /// wins.
    pub(crate) fn wins_at(&self, cell: u16, player: Player) -> bool {
        let wins = self.rows(cell, player).iter().any(|row| self.row_wins(row, player));
        debug_assert_eq!(wins, self.naive_wins_at(cell, player), "{player} at {cell}");
        wins
    }

    /// The same by the array board, where nobody has won before.
    fn naive_wins_at(&self, cell: u16, player: Player) -> bool {
        let mut board = self.board.clone();
        board.set(self.cell(cell), Some(player));
        board.wins(player)
    }

    /// The claimant has won with the stone on this cell. The cells of which one
    /// must stay free of the opponent's stones so that the row is not blocked;
    /// none where nothing blocks it. Of several rows the one that takes most.
    pub(crate) fn keeps_won(&self, cell: u16) -> Vec<u16> {
        if !matches!(self.geometry.variant.rule(), Rule::Caro | Rule::CaroExact) {
            return Vec::new();
        }
        let mut needed = Vec::new();
        for row in self.rows(cell, self.claimant) {
            if !self.row_wins(&row, self.claimant) {
                continue;
            }
            let is_empty = |end: &&i32| self.grid[**end as usize] == Place::Empty;
            let has_wall = row.ends.iter().any(|&end| self.grid[end as usize] == Place::Wall);
            if row.length > self.geometry.k() || has_wall {
                return Vec::new();
            }
            let open: Vec<u16> =
                row.ends.iter().filter(is_empty).map(|&end| self.at(end)).collect();
            if open.len() > needed.len() {
                needed = open;
            }
        }
        needed
    }

    fn at(&self, place: i32) -> u16 {
        let (row, column) = (place / self.stride() - 1, place % self.stride() - 1);
        (row * i32::from(self.geometry.variant.width()) + column) as u16
    }

    /// The empty cell of a window that lacks one stone.
    fn gap(&self, window: usize) -> Option<u16> {
        self.geometry.window(window).iter().copied().find(|&cell| self.empty.contains(cell))
    }

    /// Where the opponent would win at once.
    pub(crate) fn threat(&self) -> Option<u16> {
        if self.fours == 0 {
            return None;
        }
        let four = self.geometry.k() as u8 - 1;
        let windows = (0..self.counts.len()).filter(|&window| self.counts[window] == four);
        let mut gaps = windows.filter_map(|window| self.gap(window));
        gaps.find(|&cell| self.wins_at(cell, self.claimant.other()))
    }

    /// The least of these windows' cells where the claimant would win at once.
    fn least(&self, windows: impl Iterator<Item = usize>) -> Option<u16> {
        let four = OWN * (self.geometry.k() as u8 - 1);
        windows
            .filter(|&window| self.counts[window] == four)
            .filter_map(|window| self.gap(window))
            .filter(|&cell| self.wins_at(cell, self.claimant))
            .min()
    }

    /// The least cell where the claimant would win at once.
    pub(crate) fn completion(&self) -> Option<u16> {
        self.least(0..self.counts.len())
    }

    /// The least cell where he would win by a window through this cell.
    pub(crate) fn completion_of(&self, cell: u16) -> Option<u16> {
        self.least(self.geometry.through(cell).iter().map(|&window| usize::from(window)))
    }

    /// Windows in which the opponent could still fill a cell and the claimant
    /// has none.
    pub(crate) fn open_windows(&self) -> impl Iterator<Item = &[u16]> {
        let k = self.geometry.k() as u8;
        let open = move |&window: &usize| self.counts[window] < k;
        (0..self.counts.len()).filter(open).map(|window| self.geometry.window(window))
    }

    /// For each number of extra stones from one to this: the empty cells of
    /// windows that the opponent fills with his next stone and so many extra ones.
    pub(crate) fn dangerous(&self, most: usize) -> [Set; MOST_K] {
        let k = self.geometry.k();
        let least = (k - 1).saturating_sub(most) as u8;
        let is_open = |count: u8| count.wrapping_sub(least) < k as u8 - least;
        let mut cells = [Set::EMPTY; MOST_K];
        // Most windows are passed over, many at once.
        for (part, counts) in self.counts.chunks(WINDOWS).enumerate() {
            if counts.iter().fold(0, |any, &count| any | u8::from(is_open(count))) == 0 {
                continue;
            }
            let open = counts.iter().enumerate().filter(|&(_, &count)| is_open(count));
            for (at, &count) in open {
                let cells = &mut cells[(k - 1 - usize::from(count)).max(1)];
                let window = self.geometry.window(part * WINDOWS + at);
                window.iter().for_each(|&cell| cells.insert(cell));
            }
        }
        for extras in 1..=most {
            let fewer = cells[extras - 1];
            cells[extras].add(&fewer);
            cells[extras] = cells[extras].and(&self.empty);
        }
        cells
    }

    /// Directions in which the black stone on this cell could be in a three of
    /// renju's: one more black stone makes a straight four, whether that stone
    /// is allowed or makes a five elsewhere. White stones only take threes
    /// away.
    pub(crate) fn possible_threes(&self, cell: u16) -> usize {
        let black = Place::Stone(Player::Black);
        let place = self.place(cell) as i32;
        let is_three = |&step: &i32| {
            let inside = |steps: i32| {
                // The whole way must be on the board.
                let towards = steps.signum();
                (1..=steps.abs())
                    .all(|n| self.grid[(place + step * towards * n) as usize] != Place::Wall)
            };
            (-4..=4).filter(|&steps| steps != 0 && inside(steps)).any(|steps| {
                let added = place + step * steps;
                let at = |place: i32| {
                    if place == added { black } else { self.grid[place as usize] }
                };
                if self.grid[added as usize] != Place::Empty {
                    return false;
                }
                let (mut first, mut last) = (place, place);
                while at(first - step) == black {
                    first -= step;
                }
                while at(last + step) == black {
                    last += step;
                }
                let holds = (first..=last).contains(&added);
                let open = |end: i32, step: i32| {
                    at(end + step) == Place::Empty && at(end + 2 * step) != black
                };
                holds && last - first == 3 * step && open(first, -step) && open(last, step)
            })
        };
        self.steps().iter().filter(|step| is_three(step)).count()
    }
}
