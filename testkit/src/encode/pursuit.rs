//! Positions of pursuit to bytes.

use tesuji_core::pursuit::{Speeds, naive::Board};
use tesuji_core::{Game, Player};

/// For [`generate::pursuit::position`](crate::generate::pursuit::position) and
/// [`generate::pursuit::playout`](crate::generate::pursuit::playout): a start
/// from which nothing is played.
///
/// `None` where the pieces stand on one cell, where no byte means the size (all
/// up to 20 have one) or the speeds (all up to 8 have one).
#[must_use]
pub fn position(board: &Board) -> Option<Vec<u8>> {
    let n = board.n();
    let size = match n {
        2..=20 => n - 2,
        240..=247 => n,
        _ => (224..240).find(|size| 2 + size % 16 * 8 == n)?,
    };
    let speeds = match board.speeds() {
        speeds if speeds == Speeds::default() => 0,
        Speeds { white: white @ 1..=8, black: black @ 1..=8 } => 128 + white - 1 + (black - 1) * 8,
        _ => return None,
    };
    start(board, size as u8, speeds as u8)
}

/// For [`generate::pursuit::small`](crate::generate::pursuit::small).
///
/// `None` as for [`position`], for n above 8 and for speeds above 4.
#[must_use]
pub fn small(board: &Board) -> Option<Vec<u8>> {
    const SIZES: [u8; 7] = [15, 10, 7, 5, 3, 1, 0];
    let size = *SIZES.get(usize::from(board.n()).checked_sub(2)?)?;
    let speeds = match board.speeds() {
        speeds if speeds == Speeds::default() => 0,
        Speeds { white: white @ 1..=4, black: black @ 1..=4 } => 8 + white - 1 + (black - 1) * 16,
        _ => return None,
    };
    start(board, size, speeds as u8)
}

fn start(board: &Board, size: u8, speeds: u8) -> Option<Vec<u8>> {
    let (white, black) = (board.white(), board.black());
    if white == black {
        return None;
    }
    let cells = [white.row, white.column, black.row, black.column];
    let to_move = u8::from(board.to_move() == Player::Black);
    let coordinates = cells.map(|number| (number - 1) as u8);
    Some([&[size, speeds][..], &coordinates, &[to_move]].concat())
}
