//! Gomoku positions: by play, and for what knows no play by setting stones.

use arbitrary::Unstructured;
use tesuji_core::gomoku::{Cell, Rule, Variant, naive};
use tesuji_core::{Game, Player};

/// Half of all boards are five in a row on 15x15, a quarter small enough to
/// fill up, a quarter of any size and length; every rule comes as often.
fn variant(u: &mut Unstructured<'_>) -> Variant {
    let rule = Rule::ALL[usize::from(byte(u)) % 6];
    let [kind, size, k] = [byte(u), byte(u), byte(u)];
    let (width, height, k) = match kind % 4 {
        0 | 1 => (15, 15, 5),
        2 => (3 + size % 5, 3 + size / 5 % 5, 3 + k % 3),
        _ => (3 + size % 28, 3 + (size / 28 * 3 + k / 4) % 28, 3 + k % 4),
    };
    let k = if rule == Rule::Renju { 5 } else { k };
    Variant::new(width, height, k, rule).expect("sides 3 to 30, k 3 to 6")
}

/// The next byte, 0 when there is none.
fn byte(u: &mut Unstructured<'_>) -> u8 {
    u.arbitrary().unwrap_or(0)
}

/// A playout: what is played, and the moves from the empty board.
///
/// Four bytes choose the variant, then two bytes a move: near one of the last
/// stones mostly, so that stones cluster. Where that cell cannot be played the
/// next one that can is. Seven moves in eight avoid a win, so that boards get
/// dense and still some games are finished.
#[must_use]
pub fn playout(bytes: &[u8]) -> (Variant, Vec<Cell>) {
    let mut u = Unstructured::new(bytes);
    let variant = variant(&mut u);
    let cells: Vec<Cell> = variant.cells().collect();
    let mut board = naive::Board::new(variant);
    let mut moves: Vec<Cell> = Vec::new();
    while !u.is_empty() && board.outcome().is_none() {
        let [how, offset] = [byte(&mut u), byte(&mut u)];
        let wanted = wanted(variant, &moves, how, offset);
        let first = cells.iter().position(|&cell| cell == wanted).unwrap_or(0);
        let order = || cells[first..].iter().chain(&cells[..first]).copied();
        let legal = || order().filter(|&cell| board.is_legal(cell));
        let quiet = legal().find(|&cell| how >= 224 || !wins_at(&board, cell));
        let Some(mv) = quiet.or_else(|| legal().next()) else { break };
        board.play_unchecked(mv);
        moves.push(mv);
    }
    (variant, moves)
}

/// The position of a playout, without the move that ends the game where one
/// does; and how many moves that leaves.
#[must_use]
pub fn going_on(bytes: &[u8]) -> (naive::Board, usize) {
    let (variant, mut moves) = playout(bytes);
    loop {
        let mut board = naive::Board::new(variant);
        moves.iter().for_each(|&mv| board.play_unchecked(mv));
        if board.outcome().is_none() || moves.pop().is_none() {
            return (board, moves.len());
        }
    }
}

/// A small position that goes on: freestyle with three to five in a row on at
/// most 36 cells, of which 1 to 10 are empty, and 7 to 16 on the larger boards.
///
/// Four bytes choose the board, the length, the number of stones and who is to
/// move, then a byte a move: one of the cells that can be played, none that
/// ends the game while there are others. Where the bytes end it goes on with
/// the first.
#[must_use]
pub fn small(bytes: &[u8]) -> naive::Board {
    /// Columns, rows and the fewest empty cells.
    const SIZES: [(u8, u8, usize); 12] = [
        (3, 3, 1),
        (4, 3, 1),
        (3, 4, 1),
        (4, 4, 1),
        (5, 3, 1),
        (5, 4, 1),
        (4, 5, 1),
        (3, 6, 1),
        (5, 5, 7),
        (6, 5, 7),
        (6, 6, 7),
        (7, 4, 7),
    ];
    let mut u = Unstructured::new(bytes);
    let [size, k, empty, side] = [(); 4].map(|()| byte(&mut u));
    let (width, height, least) = SIZES[usize::from(size % 12)];
    let k = [3, 4, 4, 5][usize::from(k % 4)].max(if least > 1 { 4 } else { 3 });
    let variant = Variant::new(width, height, k, Rule::Freestyle).expect("a small board");
    let mut board = naive::Board::new(variant);
    let empty = least + usize::from(empty) % 10;
    while board.legal_moves().len() > empty {
        let choice = usize::from(byte(&mut u));
        let quiet: Vec<Cell> =
            board.legal_moves().into_iter().filter(|&mv| !wins_at(&board, mv)).collect();
        if quiet.is_empty() {
            break;
        }
        board.play_unchecked(quiet[choice % quiet.len()]);
    }
    // One in four has not the side to move that the stones say.
    if side % 4 == 0 {
        board.set_to_move(board.to_move().other());
    }
    board
}

fn wins_at(board: &naive::Board, cell: Cell) -> bool {
    let mut after = board.clone();
    after.play_unchecked(cell);
    after.wins(board.to_move())
}

/// How many offsets there are from a stone: two cells in each direction.
pub(crate) const TOWARDS: u8 = 25;

/// The cell that a move's two bytes ask for.
pub(crate) fn wanted(variant: Variant, moves: &[Cell], how: u8, offset: u8) -> Cell {
    let (w, h) = (i32::from(variant.width()), i32::from(variant.height()));
    let (how, offset) = (usize::from(how % 32), i32::from(offset));
    let base = match how {
        // Anywhere: one move in thirty-two.
        31 => return at((offset * 7) % w, (offset * 5) % h),
        // Close to one of the last eight stones.
        _ => moves.iter().rev().nth(how % 8),
    };
    let (column, row) =
        base.map_or((w / 2, h / 2), |cell| (i32::from(cell.column()), i32::from(cell.row())));
    at((column + offset % 5 - 2).clamp(0, w - 1), (row + offset / 5 % 5 - 2).clamp(0, h - 1))
}

fn at(column: i32, row: i32) -> Cell {
    Cell::new(column as u8, row as u8).expect("within the board")
}

/// A position that a game reaches: a [`playout`] played out.
#[must_use]
pub fn position(bytes: &[u8]) -> naive::Board {
    let (variant, moves) = playout(bytes);
    let mut board = naive::Board::new(variant);
    for mv in moves {
        board.play_unchecked(mv);
    }
    board
}

/// Stones in a rectangle of the board, whether a game could reach them or not:
/// rows of any length, winners of both colours, thickets of threes. For what is
/// asked of stones and not of games: who has a row, shapes, forbidden points.
///
/// Four bytes choose the variant, five the rectangle and how many cells in
/// sixteen are black and white, then each byte sets two cells.
#[must_use]
pub fn crowd(bytes: &[u8]) -> naive::Board {
    let mut u = Unstructured::new(bytes);
    let variant = variant(&mut u);
    crowd_on(variant, &mut u)
}

/// A [`crowd`] under renju; `bytes` chooses everything else.
#[must_use]
pub fn renju_crowd(bytes: &[u8]) -> naive::Board {
    let mut u = Unstructured::new(bytes);
    let any = variant(&mut u);
    let variant = Variant::new(any.width(), any.height(), 5, Rule::Renju).expect("sides as before");
    crowd_on(variant, &mut u)
}

fn crowd_on(variant: Variant, u: &mut Unstructured<'_>) -> naive::Board {
    let [left, bottom, columns, black, white] = [(); 5].map(|()| byte(u));
    let (left, bottom) = (left % variant.width(), bottom % variant.height());
    let columns = (5 + columns % 8).min(variant.width() - left);
    let (black, white) = (2 + black % 7, white % 6);
    let mut board = naive::Board::new(variant);
    'rows: for row in bottom..variant.height() {
        for pair in 0..columns.div_ceil(2) {
            if u.is_empty() {
                break 'rows;
            }
            let two = byte(u);
            for (column, value) in [(2 * pair, two & 15), (2 * pair + 1, two >> 4)] {
                let cell = Cell::new(left + column, row).filter(|&cell| variant.contains(cell));
                let stone = match value {
                    v if v < black => Some(Player::Black),
                    v if v < black + white => Some(Player::White),
                    _ => None,
                };
                if let (Some(cell), true) = (cell, column < columns) {
                    board.set(cell, stone);
                }
            }
        }
    }
    if black % 2 == 0 {
        board.set_to_move(Player::White);
    }
    board
}
