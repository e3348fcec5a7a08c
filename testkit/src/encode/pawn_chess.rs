//! Positions of pawn chess to bytes.

use tesuji_core::pawn_chess::{Move, Size, naive::Board};
use tesuji_core::{Game, Player};

use super::Choices;

/// For [`generate::pawn_chess::position`](crate::generate::pawn_chess::position):
/// the position as a start from which nothing is played.
///
/// `None` where a pawn stands on its goal row or a side has none.
#[must_use]
pub fn position(board: &Board) -> Option<Vec<u8>> {
    let mut choices = Choices::new();
    choices.pick(0, 17);
    start(&mut choices, board, Size::MAX_CELLS, board.size().columns() as usize)?;
    Some(choices.into_bytes())
}

/// For [`generate::pawn_chess::easy_position`](crate::generate::pawn_chess::easy_position).
///
/// `None` as for [`position`], and on more than 16 cells for more than two
/// pawns a side.
#[must_use]
pub fn easy_position(board: &Board) -> Option<Vec<u8>> {
    let size = board.size();
    let columns = size.columns() as usize;
    let small = size.cells() <= 16;
    let mut choices = Choices::new();
    choices.pick(0, 6);
    choices.pick(usize::from(small), 3);
    let (largest, pawns) = if small { (16, columns) } else { (Size::MAX_CELLS, columns.min(2)) };
    start(&mut choices, board, largest, pawns)?;
    // A finished position is kept: there is no earlier one.
    choices.pick(7, 8);
    Some(choices.into_bytes())
}

/// For the check `pawn_chess_moves`: a start, and the moves played from it.
///
/// `None` as for [`position`], and where a move is not legal.
#[must_use]
pub fn playout(board: &Board, moves: &[Move]) -> Option<Vec<u8>> {
    let mut choices = Choices::new();
    start(&mut choices, board, Size::MAX_CELLS, board.size().columns() as usize)?;
    let mut board = *board;
    for &mv in moves {
        let legal = board.legal_moves();
        choices.pick(legal.iter().position(|&other| other == mv)?, legal.len());
        board.play_unchecked(mv);
    }
    if !moves.is_empty() {
        // A playout goes on while there are bytes, and a move without a choice
        // takes none. This one is left over, or is the start of what follows.
        choices.byte(0);
    }
    Some(choices.into_bytes())
}

/// The size and the start, as `size` and `start` of the generator read them.
fn start(choices: &mut Choices, board: &Board, largest: u32, pawns: usize) -> Option<()> {
    let size = board.size();
    choices.pick(1, 2);
    let sizes: Vec<Size> = Size::all().filter(|size| size.cells() <= largest).collect();
    choices.pick(sizes.iter().position(|&other| other == size)?, sizes.len());

    let (columns, count) = (size.columns() as usize, size.cells() as usize);
    if pawns == columns {
        let is_start = *board == Board::start(size);
        choices.pick(usize::from(!is_start), 4);
        if is_start {
            return Some(());
        }
    }
    // From each side's own end; the last row of all is its goal.
    let offs = |player: Player| {
        let cells = (0..count).filter(|&cell| board.cells()[cell] == Some(player));
        cells.map(|cell| if player == Player::White { count - 1 - cell } else { cell }).collect()
    };
    let offs: [Vec<usize>; 2] = Player::BOTH.map(offs);
    let placed = |offs: &Vec<usize>| {
        (1..=pawns).contains(&offs.len()) && offs.iter().all(|&off| off < count - columns)
    };
    if !offs.iter().all(placed) {
        return None;
    }
    for at in 0..2 * pawns {
        // A pawn that comes twice is one pawn, so the first fills up.
        let offs = &offs[at % 2];
        let off = offs.get(at / 2).copied().unwrap_or(offs[0]);
        choices.pick(off, count - columns);
        choices.pick(off, count - columns);
    }
    choices.pick(usize::from(board.to_move() == Player::Black), 2);
    Some(())
}
