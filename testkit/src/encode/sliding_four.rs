//! Positions of sliding four to bytes.

use tesuji_core::sliding_four::naive::Board;
use tesuji_core::{Game, Player};

use super::Choices;
use crate::generate::sliding_four::alternating;

/// For [`generate::sliding_four::position`](crate::generate::sliding_four::position):
/// a start from which nothing is played.
///
/// `None` where it takes more than thirteen exchanges of two cells to make the
/// position of a board of alternating colours; of the puzzle's boards few do.
#[must_use]
pub fn position(board: &Board) -> Option<Vec<u8>> {
    let wanted = board.cells().as_flattened();
    let [white, black] =
        Player::BOTH.map(|player| wanted.iter().filter(|&&cell| cell == Some(player)).count());
    let mut choices = Choices::new();
    if [white, black] == [7, 7] {
        choices.pick(0, 16);
    } else {
        choices.pick(15, 16);
        choices.pick(white + black, 17);
        choices.pick(white, white + black + 1);
    }
    let mut start = alternating(white, black);
    let cells = start.as_flattened_mut();
    let mut exchanges = Vec::new();
    for at in 0..16 {
        if cells[at] == wanted[at] {
            continue;
        }
        // One that is right on both cells then, where there is one.
        let fits = |&from: &usize| cells[from] == wanted[at] && cells[from] != wanted[from];
        let mut others = (at + 1..16).filter(fits);
        let first = others.clone().next()?;
        let from = others.find(|&from| wanted[from] == cells[at]).unwrap_or(first);
        cells.swap(at, from);
        exchanges.push((at, from));
    }
    if exchanges.len() > 13 {
        return None;
    }
    choices.pick(exchanges.len(), 14);
    for (a, b) in exchanges {
        choices.pick(a, 16);
        choices.pick(b, 16);
    }
    choices.pick(usize::from(board.to_move() == Player::Black), 2);
    Some(choices.into_bytes())
}
