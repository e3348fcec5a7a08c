//! Bytes to positions of sliding four.

use arbitrary::Unstructured;
use tesuji_core::sliding_four::naive::{Board, Cells};
use tesuji_core::{Game, Player};

/// The position at the end of [`playout`].
#[must_use]
pub fn position(bytes: &[u8]) -> Board {
    *playout(bytes).last().expect("a playout has at least its start")
}

/// A legal playout, from its start on.
///
/// The bytes say the numbers of pieces (seven of each colour in most cases,
/// else any), how often two cells of a board of alternating colours are
/// exchanged, the beginner and up to fifteen steps. Alternating colours are far
/// from a goal, so the exchanges decide how near it is. Most playouts step
/// around the goals, so that they do not all end in one.
#[must_use]
pub fn playout(bytes: &[u8]) -> Vec<Board> {
    let mut u = Unstructured::new(bytes);
    let mut below = |count: usize| u.int_in_range(0..=count - 1).unwrap_or(0);

    let [white, black] = counts(&mut below);
    let mut cells = alternating(white, black);
    for _ in 0..below(14) {
        let (a, b) = (below(16), below(16));
        let old = cells[a / 4][a % 4];
        cells[a / 4][a % 4] = cells[b / 4][b % 4];
        cells[b / 4][b % 4] = old;
    }
    let mut board = Board::new(cells, Player::BOTH[below(2)]);
    let shy = below(8) > 0;

    let mut boards = vec![board];
    for _ in 0..below(16) {
        let mut moves = board.legal_moves();
        if shy {
            moves.retain(|&mv| board.play(mv).is_ok_and(|board| !board.is_goal()));
        }
        if moves.is_empty() {
            break;
        }
        board.play_unchecked(moves[below(moves.len())]);
        boards.push(board);
    }
    boards
}

/// The numbers of white and black pieces.
fn counts(below: &mut impl FnMut(usize) -> usize) -> [usize; 2] {
    match below(16) {
        0..=9 => [7, 7],
        // Any number of blanks that is quickly searched, the colours nearly even.
        10..=13 => {
            let pieces = 16 - [1, 1, 2, 2, 3, 3, 4, 0][below(8)];
            let white = pieces / 2 + below(3) - 1;
            [white, pieces - white]
        }
        // Few blanks and any colours.
        14 => {
            let pieces = 16 - below(4);
            let white = below(pieces + 1);
            [white, pieces - white]
        }
        // Anything.
        _ => {
            let pieces = below(17);
            let white = below(pieces + 1);
            [white, pieces - white]
        }
    }
}

/// So many pieces, row by row from the top, the colours alternating in each row
/// and no line nearly full: `BWBW/WBWB/WBWB/BWOO`. Blanks, and whatever there
/// is too much of, come last.
pub(crate) fn alternating(mut white: usize, mut black: usize) -> Cells {
    let mut cells = Cells::default();
    for (row, line) in cells.iter_mut().enumerate() {
        for (column, cell) in line.iter_mut().enumerate() {
            let white_next = black == 0 || white > 0 && (row + column + row / 2) % 2 == 1;
            let left = if white_next { &mut white } else { &mut black };
            if *left > 0 {
                *left -= 1;
                *cell = Some(if white_next { Player::White } else { Player::Black });
            }
        }
    }
    cells
}
