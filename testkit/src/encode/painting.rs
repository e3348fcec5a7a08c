//! Painting positions to bytes.

use tesuji_core::Game;
use tesuji_core::painting::{ALICE, Cell, Grid, MAX_COLUMNS, Move, naive};

use super::Choices;

/// The widths of [`generate::painting::tiny`](crate::generate::painting::tiny)
/// by the byte that chooses them.
const TINY_WIDTHS: [(u64, u8); 5] = [(7, 0), (6, 1), (5, 3), (4, 6), (2, 7)];

/// For [`generate::painting::position`](crate::generate::painting::position).
///
/// `None` on more than 64 columns, and where too many moves lead to it or their
/// number is never that of the side to move.
#[must_use]
pub fn position(board: &naive::Board) -> Option<Vec<u8>> {
    let mut choices = Choices::new();
    let columns = board.columns();
    choices.byte(match columns {
        ..=10 => columns as u8 - 1,
        11..=64 => 63 + columns as u8,
        _ => return None,
    });
    let moves = moves(columns, &board.painted().collect::<Vec<_>>(), board, |count| {
        count < columns + columns / 2 + 2
    })?;
    choices.byte(moves.len() as u8);
    playout(&mut choices, columns, &moves);
    Some(choices.into_bytes())
}

/// For [`generate::painting::tiny`](crate::generate::painting::tiny); `false`
/// where no bytes lead there, and then nothing is written.
#[must_use]
pub fn tiny(choices: &mut Choices, board: &naive::Board) -> bool {
    let columns = board.columns();
    let width = TINY_WIDTHS.iter().find(|entry| entry.0 == columns);
    let painted: Vec<Cell> = board.painted().collect();
    let moves = moves(columns, &painted, board, |count| count < 7);
    let (Some(&(_, width)), Some(moves)) = (width, moves) else { return false };
    choices.byte(width);
    choices.byte(moves.len() as u8);
    playout(choices, columns, &moves);
    true
}

/// For [`generate::painting::grid`](crate::generate::painting::grid), of the
/// same limits; `false` where no bytes lead there, and then nothing is written.
#[must_use]
pub fn grid(choices: &mut Choices, grid: &Grid, widest: u64, most_moves: u8) -> bool {
    let columns = grid.columns();
    let painted: Vec<Cell> = grid.painted().collect();
    let fits = |count| count <= u64::from(most_moves);
    let parity = painted.len().is_multiple_of(2) == (grid.to_move() == ALICE);
    let moves = decomposed(&painted, parity, fits);
    let Some(moves) = moves.filter(|_| columns <= widest.min(MAX_COLUMNS)) else { return false };
    choices.word(columns - 1);
    choices.byte(moves.len() as u8);
    for mv in moves {
        // Bits 3 and 4: the column is counted from the left edge.
        let (shape, column) = match mv {
            Move::Cell(cell) => (0x10 | (cell.row - 1), cell.column),
            Move::Block(column) => (0x16, column),
        };
        choices.byte(shape);
        choices.word(column - 1);
    }
    true
}

fn moves(
    columns: u64,
    painted: &[Cell],
    board: &naive::Board,
    fits: impl Fn(u64) -> bool,
) -> Option<Vec<Move>> {
    let start = naive::Board::new(columns).ok()?;
    let same_side = start.to_move() == board.to_move();
    decomposed(painted, painted.len().is_multiple_of(2) == same_side, fits)
}

/// Moves that paint these cells, which ascend: cell by cell where that leaves
/// the right side to move (after an even number of blocks or an odd one) and is
/// short enough; else with as many
/// blocks, from the left, as it takes.
fn decomposed(
    painted: &[Cell],
    even_blocks: bool,
    fits: impl Fn(u64) -> bool,
) -> Option<Vec<Move>> {
    let cell_by_cell = |cells: &[Cell]| cells.iter().map(|&cell| Move::Cell(cell)).collect();
    let mut moves: Vec<Move> = Vec::new();
    let mut rest = painted.to_vec();
    loop {
        let all = (moves.len() + rest.len()) as u64;
        if fits(all) && moves.len().is_multiple_of(2) == even_blocks {
            let last: Vec<Move> = cell_by_cell(&rest);
            moves.extend(last);
            return Some(moves);
        }
        let block = rest
            .iter()
            .map(|cell| Move::Block(cell.column))
            .find(|block| block.cells().all(|cell| rest.contains(&cell)))?;
        rest.retain(|&cell| block.cells().all(|other| other != cell));
        moves.push(block);
    }
}

/// A byte for each move, as the generator reads it.
fn playout(choices: &mut Choices, columns: u64, moves: &[Move]) {
    let mut board = naive::Board::new(columns).expect("the width is a board's");
    for &mv in moves {
        let legal = board.legal_moves();
        let at = legal.iter().position(|&other| other == mv).expect("unpainted cells are legal");
        choices.byte((at * 256).div_ceil(legal.len()) as u8);
        board.play_unchecked(mv);
    }
}
