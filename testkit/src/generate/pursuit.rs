//! Positions of pursuit, by legal play.

use arbitrary::Unstructured;
use tesuji_core::pursuit::naive::Board;
use tesuji_core::pursuit::{Cell, MAX_SIZE, Move, Speeds};
use tesuji_core::{Game, Player};

/// The most moves of a playout.
const LONGEST: usize = 24;

/// Boards around the powers of 2, up to the largest.
const LARGE: [u16; 8] = [255, 256, 257, 300, 1025, 4095, 4096, MAX_SIZE];

/// The greatest speed: every move of a position is played, so there may not be
/// too many.
const FASTEST: u16 = 255;

/// A position on a board of any size, mostly up to 20 and now and then as large
/// as there is, with any speeds, mostly the published ones: the end of
/// [`playout`].
#[must_use]
pub fn position(bytes: &[u8]) -> Board {
    end(playout(bytes))
}

/// A position that a naive solver answers in milliseconds: n up to 8, speeds up
/// to 4. A few are over.
#[must_use]
pub fn small(bytes: &[u8]) -> Board {
    let mut bytes = Unstructured::new(bytes);
    let size = byte(&mut bytes);
    // Small boards have few placements, and those are soon seen.
    let n = [8, 7, 8, 6, 7, 5, 8, 4, 7, 6, 3, 8, 5, 7, 8, 2][usize::from(size % 16)];
    let speed = byte(&mut bytes);
    let speeds = match speed % 16 {
        0..=7 => Speeds::default(),
        rest => Speeds { white: 1 + u16::from(rest % 4), black: 1 + u16::from(speed / 16 % 4) },
    };
    end(play(&mut bytes, n, speeds))
}

/// A start and the legal moves played from it. The bytes are: n, the speeds,
/// White's cell, Black's cell, the side to move, then one for each move.
#[must_use]
pub fn playout(bytes: &[u8]) -> (Board, Vec<Move>) {
    let mut bytes = Unstructured::new(bytes);
    let size = byte(&mut bytes);
    let n = match size {
        0..=223 => 2 + u16::from(size % 19),
        224..=239 => 2 + u16::from(size % 16) * 8,
        240..=247 => size.into(),
        248..=255 => LARGE[usize::from(size - 248)],
    };
    let speed = byte(&mut bytes);
    let speeds = match speed {
        0..=127 => Speeds::default(),
        128..=253 => {
            Speeds { white: 1 + u16::from(speed % 8), black: 1 + u16::from(speed / 8 % 8) }
        }
        254 => Speeds { white: 1, black: n.min(FASTEST) },
        255 => Speeds { white: FASTEST, black: 1 },
    };
    play(&mut bytes, n, speeds)
}

fn play(bytes: &mut Unstructured<'_>, n: u16, speeds: Speeds) -> (Board, Vec<Move>) {
    let white = Cell { row: coordinate(bytes, n), column: coordinate(bytes, n) };
    let mut black = Cell { row: coordinate(bytes, n), column: coordinate(bytes, n) };
    if white == black {
        black.column = 1 + black.column % n;
    }
    let to_move = Player::BOTH[usize::from(byte(bytes) % 2)];
    let start = Board::new(n, white, black, to_move, speeds).expect("made within its limits");
    let mut board = start;
    let mut moves = Vec::new();
    while moves.len() < LONGEST && !bytes.is_empty() {
        let choice = byte(bytes);
        let mut legal = board.legal_moves();
        if choice < 224 {
            // Most games go on: a capture is left out, where another move exists.
            legal.retain(|&mv| board.play(mv).is_ok_and(|next| next.outcome().is_none()));
        }
        let Some(last) = legal.len().checked_sub(1) else { break };
        let mv = legal[usize::from(choice) % (last + 1)];
        board.play_unchecked(mv);
        moves.push(mv);
    }
    (start, moves)
}

fn end((mut board, moves): (Board, Vec<Move>)) -> Board {
    for mv in moves {
        board.play_unchecked(mv);
    }
    board
}

/// A row or a column: any on a board up to 255, elsewhere one of 128 at either
/// end.
fn coordinate(bytes: &mut Unstructured<'_>, n: u16) -> u16 {
    match byte(bytes) {
        near if n <= 255 => 1 + u16::from(near) % n,
        near @ 0..=127 => 1 + u16::from(near),
        far => n - u16::from(255 - far),
    }
}

/// The next byte; 0 where there is none.
fn byte(bytes: &mut Unstructured<'_>) -> u8 {
    bytes.arbitrary().unwrap_or_default()
}
