//! Wins by threats, by trying everything on an array.
//!
//! The attacker's moves are fours, or fours and threes. A *four* leaves at
//! least one cell that completes a row. A *three* leaves none, but some cell
//! that would leave two at once. Against a four the defender has the moves
//! after which nothing completes a row any more; against a three every legal
//! move. So a win found here is one against all defence, and a `false` says
//! that there is no win of this class in so many moves, and no more.

use tesuji_core::gomoku::naive::{Board, DIRECTIONS};
use tesuji_core::gomoku::{Cell, Rule};
use tesuji_core::{Game, Player};

/// What the attacker may play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// Continuous fours.
    Fours,
    /// Fours and threes.
    Threes,
}

/// The least number of the attacker's moves, the row itself counted, in which
/// the side to move wins by threats of this class; `None` where it does not
/// within `most` moves.
///
/// Costs a power of `most`; with fours alone the defender has hardly a choice
/// and ten are fine, with threes four take seconds.
#[must_use]
pub fn least_win(board: &Board, class: Class, most: u32) -> Option<u32> {
    let mut board = board.clone();
    (1..=most).find(|&moves| wins(&mut board, class, moves))
}

/// Whether the side to move wins by threats of this class in at most `moves`
/// moves of its own.
#[must_use]
pub fn wins(board: &mut Board, class: Class, moves: u32) -> bool {
    !winning_moves(board, class, moves, true).is_empty()
}

/// The first moves of all such wins, ascending, or of one with `one`.
#[must_use]
pub fn winning_moves(board: &mut Board, class: Class, moves: u32, one: bool) -> Vec<Cell> {
    let attacker = board.to_move();
    let mut found = Vec::new();
    if moves == 0 {
        return found;
    }
    for cell in empty(board) {
        if completes(board, cell, attacker) {
            found.push(cell);
        }
    }
    if !found.is_empty() || moves == 1 {
        return found;
    }
    let danger = completions(board, attacker.other());
    for cell in empty(board) {
        if one && !found.is_empty() {
            break;
        }
        board.play_unchecked(cell);
        // A row that the defender can complete must have been stopped, too.
        let stopped = danger.iter().all(|&row| !completes_if_empty(board, row, attacker.other()));
        let rows = completions_near(board, cell, attacker);
        let threatens = stopped
            && (!rows.is_empty()
                || (class == Class::Threes && moves > 2 && makes_three(board, cell, attacker)));
        board.undo(cell, ());
        if !threatens || (attacker == Player::Black && board.forbidden(cell).is_some()) {
            continue;
        }
        board.play_unchecked(cell);
        let replies = rows.first().map_or_else(|| empty(board), |&row| stops(board, row));
        let holds = all_lose(board, replies, class, moves - 1);
        board.undo(cell, ());
        if holds {
            found.push(cell);
        }
    }
    found
}

/// Whether the side to move loses after each of these replies, the attacker
/// having `moves` moves left.
fn all_lose(board: &mut Board, replies: Vec<Cell>, class: Class, moves: u32) -> bool {
    let defender = board.to_move();
    for cell in replies {
        if defender == Player::Black && board.forbidden(cell).is_some() {
            continue;
        }
        if completes(board, cell, defender) {
            return false;
        }
        board.play_unchecked(cell);
        // The quick wins first.
        let lost = (1..=moves).any(|moves| wins(board, class, moves));
        board.undo(cell, ());
        if !lost {
            return false;
        }
    }
    true
}

pub(crate) fn empty(board: &Board) -> Vec<Cell> {
    board.variant().cells().filter(|&cell| board.get(cell).is_none()).collect()
}

/// Whether a stone of the player on this empty cell completes a row.
pub(crate) fn completes(board: &Board, cell: Cell, player: Player) -> bool {
    DIRECTIONS.iter().any(|&way| row(board, cell, player, way).2)
}

/// The row that a stone of the player on this cell is part of, in this
/// direction: how many of his stones lie before it and behind it, and whether
/// it wins.
fn row(
    board: &Board,
    cell: Cell,
    player: Player,
    (columns, rows): (i32, i32),
) -> (usize, usize, bool) {
    let variant = board.variant();
    let k = usize::from(variant.k());
    let walk = |sign: i32| {
        let mut length = 0;
        loop {
            let steps = sign * (length + 1);
            let stone = look(board, cell, columns * steps, rows * steps);
            if stone != Some(player) {
                return (length as usize, stone);
            }
            length += 1;
        }
    };
    let ((before, low), (behind, high)) = (walk(-1), walk(1));
    let length = before + 1 + behind;
    let blocked = low == Some(player.other()) && high == Some(player.other());
    let wins = match (variant.rule(), player) {
        (Rule::Freestyle, _) | (Rule::Renju | Rule::Hybrid, Player::White) => length >= k,
        (Rule::Standard, _) | (Rule::Renju | Rule::Hybrid, Player::Black) => length == k,
        (Rule::Caro, _) => length > k || (length == k && !blocked),
        (Rule::CaroExact, _) => length == k && !blocked,
    };
    (before, behind, wins)
}

/// Whether a stone of the player on this empty cell makes a straight four in
/// some direction: two cells of the line complete a row that holds it.
pub(crate) fn makes_straight_four(board: &mut Board, cell: Cell, player: Player) -> bool {
    let reach = i32::from(board.variant().k()) + 1;
    board.set(cell, Some(player));
    let makes = DIRECTIONS.iter().any(|&way| {
        let completes = |&steps: &i32| {
            at(board, cell, way.0 * steps, way.1 * steps).is_some_and(|there| {
                let (before, behind, wins) = row(board, there, player, way);
                let between = steps.unsigned_abs() as usize;
                let holds = if steps > 0 { before >= between } else { behind >= between };
                board.get(there).is_none() && wins && holds
            })
        };
        (-reach..=reach).filter(completes).count() > 1
    });
    board.set(cell, None);
    makes
}

fn look(board: &Board, cell: Cell, columns: i32, rows: i32) -> Option<Player> {
    at(board, cell, columns, rows).and_then(|cell| board.get(cell))
}

fn at(board: &Board, cell: Cell, columns: i32, rows: i32) -> Option<Cell> {
    let column = u8::try_from(i32::from(cell.column()) + columns).ok()?;
    let row = u8::try_from(i32::from(cell.row()) + rows).ok()?;
    Cell::new(column, row).filter(|&cell| board.variant().contains(cell))
}

fn completes_if_empty(board: &Board, cell: Cell, player: Player) -> bool {
    board.get(cell).is_none() && completes(board, cell, player)
}

/// All cells where the player completes a row.
pub(crate) fn completions(board: &Board, player: Player) -> Vec<Cell> {
    empty(board).into_iter().filter(|&cell| completes(board, cell, player)).collect()
}

/// The empty cells on the lines of this cell, at most k + 1 away.
pub(crate) fn near(board: &Board, cell: Cell) -> Vec<Cell> {
    let reach = i32::from(board.variant().k()) + 1;
    DIRECTIONS.into_iter().flat_map(|way| along(board, cell, way, reach)).collect()
}

/// The empty cells on this line of the cell, at most so many away.
pub(crate) fn along(
    board: &Board,
    cell: Cell,
    (columns, rows): (i32, i32),
    reach: i32,
) -> Vec<Cell> {
    (-reach..=reach)
        .filter_map(|steps| at(board, cell, columns * steps, rows * steps))
        .filter(|&there| board.get(there).is_none())
        .collect()
}

/// The cells on the lines of this stone where its player completes a row.
pub(crate) fn completions_near(board: &Board, stone: Cell, player: Player) -> Vec<Cell> {
    near(board, stone).into_iter().filter(|&cell| completes(board, cell, player)).collect()
}

/// The replies that could keep a row from being completed here: the cell
/// itself, and, because caro's rows can be blocked at their ends, those near.
pub(crate) fn stops(board: &Board, completion: Cell) -> Vec<Cell> {
    let mut cells = near(board, completion);
    cells.push(completion);
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// Whether this stone leaves a cell on its lines where the player could make
/// two completions at once.
fn makes_three(board: &mut Board, stone: Cell, player: Player) -> bool {
    near(board, stone).into_iter().any(|cell| {
        board.set(cell, Some(player));
        let rows = completions_near(board, cell, player);
        board.set(cell, None);
        rows.len() > 1
    })
}
