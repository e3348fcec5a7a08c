//! Gomoku positions to bytes.

use std::collections::BTreeMap;

use tesuji_core::gomoku::{Cell, Rule, Variant, naive::Board};
use tesuji_core::{Game, Player};

use crate::generate::gomoku::{TOWARDS, wanted};

/// How many positions the search for an order of the stones may look at.
const BUDGET: u32 = 4_000;

/// The four bytes of a variant; every variant has some.
fn variant(variant: Variant) -> [u8; 4] {
    let rule = Rule::ALL.iter().position(|&rule| rule == variant.rule());
    let rule = rule.expect("ALL has every rule") as u8;
    match (variant.width(), variant.height(), variant.k()) {
        (15, 15, 5) => [rule, 0, 0, 0],
        (width, height, k) => [rule, 3, width - 3, (height - 3) * 4 + (k - 3)],
    }
}

/// For [`generate::gomoku::playout`](crate::generate::gomoku::playout): these
/// moves from the empty board, a legal game.
///
/// `None` where a move is farther from the last eight stones than the bytes
/// reach, or not legal.
#[must_use]
pub fn playout(of: Variant, moves: &[Cell]) -> Option<Vec<u8>> {
    let mut board = Board::new(of);
    let mut bytes = variant(of).to_vec();
    for (played, &mv) in moves.iter().enumerate() {
        let choice = *reachable(&board, &moves[..played]).get(&mv)?;
        if !board.is_legal(mv) {
            return None;
        }
        bytes.extend(choice);
        board.play_unchecked(mv);
    }
    Some(bytes)
}

/// For [`generate::gomoku::position`](crate::generate::gomoku::position): a
/// legal game that ends in this position, its stones in an order that a search
/// finds.
///
/// `None` where the numbers of stones do not tell the side to move, and where
/// the search finds no order within its budget.
#[must_use]
pub fn position(board: &Board) -> Option<Vec<u8>> {
    let [white, black] = Player::BOTH.map(|player| board.stones_of(player));
    let to_move = match black.len().checked_sub(white.len())? {
        0 => Player::Black,
        1 => Player::White,
        _ => return None,
    };
    if to_move != board.to_move() {
        return None;
    }
    let mut order = Order {
        board: Board::new(board.variant()),
        moves: Vec::new(),
        left: [white, black],
        budget: BUDGET,
    };
    order.search().then(|| playout(board.variant(), &order.moves)).flatten()
}

/// A search for a legal order of stones.
struct Order {
    board: Board,
    moves: Vec<Cell>,
    /// White's stones and Black's that are not on the board.
    left: [Vec<Cell>; 2],
    budget: u32,
}

impl Order {
    /// Depth first, as deep as there are stones: at most a board's cells.
    fn search(&mut self) -> bool {
        let player = self.board.to_move();
        if self.left[player as usize].is_empty() {
            return true;
        }
        if self.budget == 0 || self.board.outcome().is_some() {
            return false;
        }
        self.budget -= 1;
        let near = reachable(&self.board, &self.moves);
        // The loneliest first: what is in the middle can wait.
        let mut next: Vec<(usize, Cell)> = self.left[player as usize]
            .iter()
            .filter(|cell| near.contains_key(cell))
            .map(|&cell| (self.neighbours(cell), cell))
            .collect();
        next.sort_unstable();
        for (_, mv) in next {
            if !self.board.is_legal(mv) {
                continue;
            }
            self.left[player as usize].retain(|&cell| cell != mv);
            self.board.play_unchecked(mv);
            self.moves.push(mv);
            if self.search() {
                return true;
            }
            self.moves.pop();
            self.board.undo(mv, ());
            self.left[player as usize].push(mv);
        }
        false
    }

    /// How many stones that are still to come can be reached from here.
    fn neighbours(&self, cell: Cell) -> usize {
        let near = |other: &&Cell| {
            cell.column().abs_diff(other.column()) <= 2 && cell.row().abs_diff(other.row()) <= 2
        };
        self.left.iter().flatten().filter(near).count()
    }
}

/// The cells that two bytes lead to, with the first such bytes: a cell that is
/// asked for, or the first empty one behind it. Wins are allowed; what renju
/// forbids is not looked at, so that the cell before it hides the one behind.
fn reachable(board: &Board, moves: &[Cell]) -> BTreeMap<Cell, [u8; 2]> {
    let variant = board.variant();
    let cells: Vec<Cell> = variant.cells().collect();
    let mut found = BTreeMap::new();
    // 224 and more play whatever is legal, a win too.
    let near = (224..232).flat_map(|how| (0..TOWARDS).map(move |offset| [how, offset]));
    let anywhere = (0..=u8::MAX).map(|offset| [u8::MAX, offset]);
    for [how, offset] in near.chain(anywhere) {
        let asked = wanted(variant, moves, how, offset);
        let from = cells.iter().position(|&cell| cell == asked).unwrap_or(0);
        let mut order = cells[from..].iter().chain(&cells[..from]);
        if let Some(&cell) = order.find(|&&cell| board.get(cell).is_none()) {
            found.entry(cell).or_insert([how, offset]);
        }
    }
    found
}

/// For [`generate::gomoku::crowd`](crate::generate::gomoku::crowd), and under
/// renju for [`generate::gomoku::renju_crowd`](crate::generate::gomoku::renju_crowd):
/// any stones that lie within twelve columns. The last bytes leave `tail`
/// untouched, for a check that reads its sample from there.
///
/// `None` where they do not.
#[must_use]
pub fn crowd(board: &Board, tail: &[u8]) -> Option<Vec<u8>> {
    let of = board.variant();
    let stones = board.stones();
    let columns = || stones.iter().map(|(cell, _)| cell.column());
    let left = columns().min().unwrap_or(0);
    let bottom = stones.iter().map(|(cell, _)| cell.row()).min().unwrap_or(0);
    let span = (columns().max().unwrap_or(0) - left + 1).max(5);
    if span > 12 {
        return None;
    }
    // Of sixteen values the lowest are black, then one is white. An odd number
    // of black ones leaves Black to move.
    let (black, black_byte) = if board.to_move() == Player::Black { (3, 1) } else { (2, 0) };
    let mut bytes = variant(of).to_vec();
    bytes.extend([left, bottom, span - 5, black_byte, 1]);
    let value = |column: u8, row: u8| {
        let cell = Cell::new(column, row).filter(|&cell| of.contains(cell));
        match cell.and_then(|cell| board.get(cell)) {
            Some(Player::Black) => 0,
            Some(Player::White) => black,
            None => 15,
        }
    };
    let width = span.min(of.width() - left);
    for row in bottom..of.height() {
        for pair in 0..width.div_ceil(2) {
            let column = left + 2 * pair;
            bytes.push(value(column, row) | value(column + 1, row) << 4);
        }
    }
    bytes.extend_from_slice(tail);
    Some(bytes)
}

/// For the check `gomoku_board`, which knows no rule: size and length, then a
/// stone by three bytes.
#[must_use]
pub fn board(board: &Board) -> Vec<u8> {
    let of = board.variant();
    let mut bytes = vec![of.width() - 3, of.height() - 3, of.k() - 3];
    for (cell, player) in board.stones() {
        bytes.extend([cell.column(), cell.row(), u8::from(player == Player::White)]);
    }
    bytes
}
