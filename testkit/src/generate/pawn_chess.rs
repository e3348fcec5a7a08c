//! Bytes to positions of pawn chess.

use arbitrary::Unstructured;
use tesuji_core::pawn_chess::{Size, naive::Board};
use tesuji_core::{Game, Player};

/// A position of any size: a start, and some legal moves from there.
///
/// The start is the game's own, or pawns put anywhere but on their goal rows.
#[must_use]
pub fn position(bytes: &[u8]) -> Board {
    let mut bytes = Unstructured::new(bytes);
    let plies = pick(&mut bytes, 17);
    let size = size(&mut bytes, Size::MAX_CELLS);
    let board = start(&mut bytes, size, size.columns() as usize);
    walk(&mut bytes, board, plies).pop().unwrap_or(board)
}

/// A position that the naive solver takes little time for: up to 16 cells, or
/// up to two pawns a side on more. Where the moves end the game, the position
/// is mostly an earlier one.
#[must_use]
pub fn easy_position(bytes: &[u8]) -> Board {
    let mut bytes = Unstructured::new(bytes);
    let plies = pick(&mut bytes, 6);
    let largest = if pick(&mut bytes, 3) == 0 { Size::MAX_CELLS } else { 16 };
    let size = size(&mut bytes, largest);
    let columns = size.columns() as usize;
    let pawns = if size.cells() <= 16 { columns } else { columns.min(2) };
    let board = start(&mut bytes, size, pawns);
    let keeps_finished = pick(&mut bytes, 8) == 7;
    let mut boards = walk(&mut bytes, board, plies);
    boards.insert(0, board);
    let last = boards[boards.len() - 1];
    if keeps_finished || last.outcome().is_none() {
        return last;
    }
    boards[pick(&mut bytes, boards.len())]
}

/// A number below `below`; 0 where the bytes have run out.
pub fn pick(bytes: &mut Unstructured<'_>, below: usize) -> usize {
    bytes.int_in_range(0..=below - 1).unwrap_or(0)
}

/// A size of at most `largest` cells. Half of the time it is one of the
/// largest for its rows, where play is richest.
pub fn size(bytes: &mut Unstructured<'_>, largest: u32) -> Size {
    let sizes: Vec<Size> = Size::all().filter(|size| size.cells() <= largest).collect();
    let full: Vec<Size> = sizes
        .iter()
        .filter(|size| size.rows() <= 8 && (size.columns() + 1) * size.rows() > largest)
        .copied()
        .collect();
    let among = if pick(bytes, 2) == 0 { full } else { sizes };
    among[pick(bytes, among.len())]
}

/// The start, or up to `pawns` a side anywhere but on their goal rows.
pub fn start(bytes: &mut Unstructured<'_>, size: Size, pawns: usize) -> Board {
    if pawns == size.columns() as usize && pick(bytes, 4) == 0 {
        return Board::start(size);
    }
    let (columns, count) = (size.columns() as usize, size.cells() as usize);
    let mut cells = vec![None; count];
    for at in 0..2 * pawns {
        let player = Player::BOTH[at % 2];
        // Nearer to home rather than to the goal, where games are short.
        let cells_off = pick(bytes, count - columns).min(pick(bytes, count - columns));
        let cell = if player == Player::White { count - 1 - cells_off } else { cells_off };
        // Two pawns for one cell are one pawn: so the numbers vary.
        cells[cell].get_or_insert(player);
    }
    let to_move = Player::BOTH[pick(bytes, 2)];
    Board::from_cells(size, &cells, to_move).expect("nobody stands on a goal row")
}

/// The positions after each of up to `plies` moves, fewer where the game or
/// the bytes end.
pub fn walk(bytes: &mut Unstructured<'_>, mut board: Board, plies: usize) -> Vec<Board> {
    let mut boards = Vec::new();
    for _ in 0..plies {
        let moves = board.legal_moves();
        if moves.is_empty() || bytes.is_empty() {
            break;
        }
        board.play_unchecked(moves[pick(bytes, moves.len())]);
        boards.push(board);
    }
    boards
}

#[cfg(test)]
mod tests {
    use tesuji_solvers::HashSet;

    use super::*;

    /// Bytes of a multiplicative generator, so that the test needs no crate.
    fn inputs() -> impl Iterator<Item = Vec<u8>> {
        let mut state = 1_u64;
        std::iter::repeat_with(move || {
            let byte = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 56) as u8
            };
            std::iter::repeat_with(byte).take(64).collect()
        })
    }

    #[test]
    fn bytes_give_many_positions_of_many_sizes() {
        for make in [position, easy_position] {
            let boards: HashSet<Board> = inputs().take(1000).map(|bytes| make(&bytes)).collect();
            let sizes: HashSet<Size> = boards.iter().map(Board::size).collect();
            assert!(boards.len() > 700, "{} positions", boards.len());
            assert!(sizes.len() > 25, "{} sizes", sizes.len());
            assert!(boards.iter().any(|board| board.size().cells() == Size::MAX_CELLS));
            assert!(boards.iter().any(|board| board.outcome().is_some()));
        }
    }

    #[test]
    fn no_bytes_are_refused() {
        for length in 0..40 {
            for byte in [0, 1, 0x55, 0xff] {
                let bytes = vec![byte; length];
                assert_eq!(position(&bytes), position(&bytes));
                assert_eq!(easy_position(&bytes), easy_position(&bytes));
            }
        }
    }
}
