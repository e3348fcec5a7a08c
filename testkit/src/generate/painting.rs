//! Bytes to painting positions, and to judge files.

use arbitrary::Unstructured;
use tesuji_core::Game;
use tesuji_core::painting::{ALICE, BOB, Cell, Grid, MAX_COLUMNS, Move, naive};

/// The most columns of [`tiny`]: 14 cells, few enough for mex over the cells.
pub const TINY_COLUMNS: u64 = 7;

/// A legal playout on 1 to 64 columns, a quarter of the time at most 10.
///
/// The first byte chooses the width, the second how many moves at most, every
/// later one a move.
#[must_use]
pub fn position(bytes: &[u8]) -> naive::Board {
    let mut bytes = Unstructured::new(bytes);
    let width = u64::from(byte(&mut bytes));
    let columns = if width < 64 { 1 + width % 10 } else { 1 + width % 64 };
    let plies = u64::from(byte(&mut bytes)) % (columns + columns / 2 + 2);
    playout(columns, plies, &mut bytes)
}

/// A legal playout on 2 to [`TINY_COLUMNS`] columns, the widest most often.
#[must_use]
pub fn tiny(bytes: &mut Unstructured<'_>) -> naive::Board {
    const WIDTHS: [u64; 8] = [7, 6, 7, 5, 7, 6, 4, 2];
    let width = byte(bytes);
    let plies = u64::from(byte(bytes) % 7);
    playout(WIDTHS[usize::from(width % 8)], plies, bytes)
}

/// A grid of 1 to `widest` columns (at most [`MAX_COLUMNS`]) with a few cells
/// painted, either side to move.
///
/// Cells are painted near the ends, near each other and anywhere, so that
/// short and long runs, lone cells and full columns all come.
#[must_use]
pub fn grid(bytes: &mut Unstructured<'_>, widest: u64, most_moves: u8) -> Grid {
    let columns = 1 + word(bytes) % widest.min(MAX_COLUMNS);
    let moves = byte(bytes) % (most_moves + 1);
    let mut grid = Grid::new(columns).expect("the width is in range");
    let mut last = 1;
    for _ in 0..moves {
        let shape = byte(bytes);
        let distance = word(bytes);
        let column = match shape >> 3 & 3 {
            0 => last + distance % 4,
            1 => columns - distance % columns.min(200),
            _ => 1 + distance % columns,
        };
        let row = 1 + (shape & 1);
        let mv =
            if shape & 6 == 6 { Move::Block(column) } else { Move::Cell(Cell::new(row, column)) };
        // A move that the grid does not allow is left out.
        if grid.play(mv).is_ok() {
            last = column;
        }
    }
    grid
}

/// A judge file, mostly a good one, with whatever white space the bytes choose,
/// and in about a third of the cases one fault.
#[must_use]
pub fn judge_file(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = Unstructured::new(bytes);
    let style = byte(&mut bytes);
    let fault = byte(&mut bytes);
    let count = 1 + byte(&mut bytes) % 4;
    let value = word(&mut bytes);
    let at = usize::from(byte(&mut bytes));
    let mut cases: Vec<Vec<[u64; 2]>> = (0..count).map(|_| case(&mut bytes, style)).collect();
    let mut number_of_cases = u64::from(count);
    let mut tail = "";
    if fault < 80 {
        let case = &mut cases[at % usize::from(count)];
        let columns = case[0][0];
        // Line 0 is N and M; where there is no pair, they take the fault.
        let line = at % case.len();
        let pair = if line == 0 { case.len() - 1 } else { line };
        match fault % 16 {
            0 => tail = "1",
            1 => number_of_cases += 1,
            2 => number_of_cases = value,
            3 => case[0][1] += 1,
            4 => case[0][1] = case[0][1].wrapping_sub(1),
            5 => case[0][1] = value,
            6 => case[0][0] = value,
            7 => case[0][0] = 0,
            8 => case[pair][0] = 3,
            9 => case[pair][0] = 0,
            10 => case[pair][1] = 0,
            11 => case[pair][1] = columns + 1,
            12 => case[pair][usize::from(at % 2 == 0)] = value,
            13 => case[pair].reverse(),
            14 => drop(case.remove(pair)),
            // Some cell for another one: mostly one that is painted twice.
            _ => case[pair] = case[1 % case.len()],
        }
    }
    let (blank, end) = match style >> 2 & 7 {
        0 => ("\t", "\n"),
        1 => (" ", "\r\n"),
        2 => ("  ", " \n"),
        3 => (" ", " "),
        4 => (" ", "\r"),
        _ => (" ", "\n"),
    };
    let mut text = format!("{number_of_cases}{end}");
    for [a, b] in cases.concat() {
        text += &format!("{a}{blank}{b}{end}");
    }
    text += tail;
    if style & 64 != 0 {
        text.truncate(text.trim_end().len());
    }
    let mut text = text.into_bytes();
    if (80..100).contains(&fault) {
        let at = at % text.len();
        text[at] = value as u8;
    }
    text
}

/// The lines of a case: N and M, then its pairs in an order of `style`.
fn case(bytes: &mut Unstructured<'_>, style: u8) -> Vec<[u64; 2]> {
    let widest = [9, 40, 130_000, MAX_COLUMNS][usize::from(byte(bytes) % 4)];
    let grid = grid(bytes, widest, 24);
    let mut cells: Vec<Cell> = grid.painted().collect();
    if style & 1 == 1 {
        cells.reverse();
    }
    if style & 2 == 2 {
        cells.sort_by_key(|cell| cell.row);
    }
    let mut lines = vec![[grid.columns(), cells.len() as u64]];
    lines.extend(cells.into_iter().map(|cell| [u64::from(cell.row), cell.column]));
    lines
}

/// At most `plies` moves, a byte each, until the bytes run out.
fn playout(columns: u64, plies: u64, bytes: &mut Unstructured<'_>) -> naive::Board {
    let mut board = naive::Board::new(columns).expect("the width is in range");
    for _ in 0..plies {
        if bytes.is_empty() {
            break;
        }
        let choice = usize::from(byte(bytes));
        let moves = board.legal_moves();
        if moves.is_empty() {
            break;
        }
        board.play_unchecked(moves[choice * moves.len() / 256]);
    }
    board
}

/// The same cells with the other side to move.
#[must_use]
pub fn other_side(board: &naive::Board) -> naive::Board {
    let to_move = if board.to_move() == ALICE { BOB } else { ALICE };
    naive::Board::from_cells(board.columns(), board.painted(), to_move)
        .expect("the cells are a board's")
}

/// The next byte, 0 where there is none.
pub(crate) fn byte(bytes: &mut Unstructured<'_>) -> u8 {
    bytes.arbitrary().unwrap_or(0)
}

/// The next eight bytes as a number, the missing ones 0; a leading byte cuts
/// its length, so that small numbers come as often as large ones.
pub(crate) fn word(bytes: &mut Unstructured<'_>) -> u64 {
    let length = byte(bytes) % 8 + 1;
    (0..length).fold(0, |number, _| number << 8 | u64::from(byte(bytes)))
}
