//! Shapes kept up to date stone by stone.
//!
//! A stone changes what can be made on the empty cells of its four lines, at
//! most 4 away (5 where the end of a row decides whether it wins, k where k is
//! another): some thirty cells. Each line is one word of two bits a cell, and
//! the window around a changed cell is looked up for both colours at once
//! (see the table's file). What a cell held before goes to a log, so that a
//! stone is taken back by copying.
//!
//! ```text
//!         31 28 27 25 24 22 21 19 18 16 15 14 13 12 11  9 8   6 5   3 2   0
//!        +-----+-----+-----+-----+-----+-----------+-----+-----+-----+-----+
//!  cell  |  -  | anti| diag| row | col |  suspect  | anti| diag| row | col |
//!        +-----+-----+-----+-----+-----+-----------+-----+-----+-----+-----+
//!               what White makes        a bit for    what Black makes
//!                                       a direction
//! ```
//!
//! Suspect is a direction in which a black stone makes an overline, or two
//! fours that are no straight four, under renju.

mod classify;
mod query;
mod rows;
mod totals;
mod windows;

use std::sync::{Arc, Mutex};

use crate::gomoku::rules::Ruleset;
pub(crate) use query::{STRIDES, cells_of};
use tesuji_core::Player;
use tesuji_core::gomoku::{Cell, naive};
pub use totals::Totals;
use totals::{CELL, FOUR_OR_MORE};
use windows::{EMPTY, MAX_REACH, Windows};

/// The tables of one set of rules.
struct Tables {
    rules: Ruleset,
    windows: Windows,
    totals: [Box<[Totals; CELL]>; 2],
    /// For each cell of a line, the low bits of the cells within reach.
    near: [u64; 32],
}

impl Tables {
    fn of(rules: &Ruleset) -> Arc<Tables> {
        static MADE: Mutex<Vec<Arc<Tables>>> = Mutex::new(Vec::new());
        let mut made = MADE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        // The size of the board is no part of the tables.
        let key = Ruleset { width: 0, height: 0, ..*rules };
        if let Some(tables) = made.iter().find(|tables| tables.rules == key) {
            return Arc::clone(tables);
        }
        let windows = Windows::new(rules);
        let reach = windows.reach;
        let span = 0x5555_5555_5555_5555_u64 >> (64 - 2 * (2 * reach + 1));
        let near = std::array::from_fn(|at| {
            let (at, reach) = (at as u32, reach);
            if at >= reach { span << (2 * (at - reach)) } else { span >> (2 * (reach - at)) }
        });
        let tables = Arc::new(Tables {
            rules: key,
            windows,
            totals: [totals::table(rules.forbids), totals::table(false)],
            near,
        });
        made.push(Arc::clone(&tables));
        tables
    }
}

/// A cell as `column << 5 | row`, both from 0: [`Cell::index`].
pub(crate) type Index = u16;

/// A side where speed counts: 0 is Black, 1 is White.
pub(crate) type Side = usize;

/// The most cells whose shapes one stone can change.
const MAX_CHANGES: usize = 4 * 2 * MAX_REACH as usize;

/// Room for the changes of a whole game on the largest board.
const LOG: usize = (1024 * MAX_CHANGES).next_power_of_two();

/// What undo puts back.
#[derive(Clone, Copy)]
struct Before {
    totals: [Totals; 2],
    changes: u32,
    rows: u32,
    cell: Index,
    side: u8,
}

/// A board that knows at every moment what a stone on any empty cell makes.
#[derive(Clone)]
pub struct ShapeBoard {
    tables: Arc<Tables>,
    state: State,
}

#[derive(Clone)]
struct State {
    rules: Ruleset,
    /// By direction: columns, rows, diagonals (row − column + 32), anti-diagonals
    /// (row + column).
    lines: [[u64; 64]; 4],
    /// Per cell: bits 0–11 what Black makes, 12–15 suspect directions, 16–27
    /// what White makes.
    shapes: Box<[u32; 1024]>,
    totals: [Totals; 2],
    stones: [[u32; 32]; 2],
    /// Cells of the board that are walls, by column.
    walls: [u32; 32],
    /// Cells that are no walls.
    cells: usize,
    fours: [[u32; 32]; 2],
    played: Vec<Before>,
    changes: Box<[u64; LOG]>,
    change_count: usize,
    rows: Vec<(u8, u8, u32)>,
}

impl ShapeBoard {
    /// An empty board.
    #[must_use]
    pub fn new(rules: Ruleset) -> ShapeBoard {
        ShapeBoard::walled(rules, &[])
    }

    /// An empty board on which these cells are walls: no stone comes there, and
    /// rows end there as at the board's edge. Cells off the board are ignored.
    #[must_use]
    pub fn walled(rules: Ruleset, cells: &[Cell]) -> ShapeBoard {
        let mut walls = [0_u32; 32];
        for cell in cells {
            let (column, row) = (u32::from(cell.column()), u32::from(cell.row()));
            if column < rules.width && row < rules.height {
                walls[column as usize] |= 1 << row;
            }
        }
        let walled: u32 = walls.iter().map(|row| row.count_ones()).sum();
        let mut lines = [[0_u64; 64]; 4];
        for y in 0..rules.width as usize {
            for x in (0..rules.height as usize).filter(|x| walls[y] >> x & 1 == 0) {
                lines[0][y] |= EMPTY << (2 * x);
                lines[1][x] |= EMPTY << (2 * y);
                lines[2][x + 32 - y] |= EMPTY << (2 * x);
                lines[3][x + y] |= EMPTY << (2 * x);
            }
        }
        let Ok(changes) = vec![0_u64; LOG].into_boxed_slice().try_into() else { unreachable!() };
        let tables = Tables::of(&rules);
        let mut board = ShapeBoard {
            tables,
            state: State {
                rules,
                lines,
                shapes: Box::new([0; 1024]),
                totals: [Totals::default(); 2],
                stones: [[0; 32]; 2],
                walls,
                cells: (rules.width * rules.height) as usize - walled as usize,
                fours: [[0; 32]; 2],
                played: Vec::with_capacity(1024),
                changes,
                change_count: 0,
                rows: Vec::with_capacity(1024),
            },
        };
        board.look_everywhere();
        board
    }

    /// Looks up every cell of the empty board: where k is below 5 a first
    /// stone makes a shape.
    fn look_everywhere(&mut self) {
        let ShapeBoard { tables, state } = self;
        for column in 0..state.rules.width as usize {
            let walls = state.walls[column];
            for row in (0..state.rules.height as usize).filter(|row| walls >> row & 1 == 0) {
                let shapes = &mut state.shapes[column << 5 | row];
                *shapes = [
                    (0, column, row),
                    (1, row, column),
                    (2, row + 32 - column, row),
                    (3, row + column, row),
                ]
                .into_iter()
                .map(|(d, line, at)| {
                    spread(tables.windows.code(state.lines[d][line], 2 * at as u32), d)
                })
                .sum();
                for colour in 0..2 {
                    let adds = tables.totals[colour][index(*shapes, colour)];
                    state.totals[colour] += adds;
                    if adds.low & FOUR_OR_MORE != 0 {
                        state.fours[colour][column] |= 1 << row;
                    }
                }
            }
        }
    }

    /// The sums over all empty cells, for one player.
    #[must_use]
    #[inline]
    pub fn totals(&self, player: Player) -> &Totals {
        self.sums(1 - player as usize)
    }

    /// The same by [`Side`].
    #[inline]
    pub(crate) fn sums(&self, side: Side) -> &Totals {
        &self.state.totals[side & 1]
    }

    /// Puts a stone of this player on an empty cell of the board. Any other
    /// cell is a bug of the caller: the counts are then unspecified, or this
    /// panics.
    #[inline]
    pub fn make(&mut self, cell: Cell, player: Player) {
        self.put(cell.index() as Index, 1 - player as usize);
    }

    /// The same by index and [`Side`].
    #[inline]
    pub(crate) fn put(&mut self, cell: Index, side: Side) {
        self.state.put::<true>(&self.tables, cell, side);
    }

    /// The same for those who ask only about fours, straight fours and rows:
    /// what the totals count besides, and the worth, stay as they were until
    /// the stone is taken back.
    #[inline]
    pub(crate) fn put_for_fours(&mut self, cell: Index, side: Side) {
        self.state.put::<false>(&self.tables, cell, side);
    }

    /// Takes the last stone back; nothing where there is none.
    #[inline]
    pub fn undo(&mut self) {
        self.state.undo();
    }
}

impl PartialEq for ShapeBoard {
    /// Whether all stones and all counts are alike, however they came there.
    fn eq(&self, other: &ShapeBoard) -> bool {
        let (a, b) = (&self.state, &other.state);
        let empty = self.empty_cells();
        a.rules == b.rules
            && a.lines == b.lines
            && a.totals == b.totals
            && a.stones == b.stones
            && a.fours == b.fours
            && cells_of(&empty)
                .all(|cell| a.shapes[usize::from(cell)] == b.shapes[usize::from(cell)])
    }
}

impl std::fmt::Debug for ShapeBoard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ShapeBoard")
            .field("rules", &self.state.rules)
            .field("stones", &self.state.stones)
            .field("totals", &self.state.totals)
            .finish_non_exhaustive()
    }
}

impl From<&naive::Board> for ShapeBoard {
    fn from(position: &naive::Board) -> ShapeBoard {
        let mut board = ShapeBoard::new(Ruleset::from(position.variant()));
        for (cell, player) in position.stones() {
            board.make(cell, player);
        }
        board
    }
}

impl State {
    fn put<const ALL: bool>(&mut self, tables: &Tables, cell: Index, side: Side) {
        let (x, y) = (usize::from(cell & 31), usize::from(cell >> 5 & 31));
        self.played.push(Before {
            totals: self.totals,
            changes: self.change_count as u32,
            rows: self.rows.len() as u32,
            cell,
            side: side as u8,
        });
        let own = self.shapes[usize::from(cell) & 1023];
        let mut totals = self.totals;
        for (colour, sum) in totals.iter_mut().enumerate() {
            *sum -= tables.totals[colour][index(own, colour)];
        }
        self.stones[side & 1][y] |= 1 << x;
        for colour in 0..2 {
            if self.fours[colour][y] >> x & 1 != 0 {
                self.rows.push((colour as u8, y as u8, self.fours[colour][y]));
                self.fours[colour][y] &= !(1 << x);
            }
        }
        let flip = 2 - side as u64;
        self.line::<0, ALL>(tables, &mut totals, cell, y, x, flip);
        self.line::<1, ALL>(tables, &mut totals, cell, x, y, flip);
        self.line::<2, ALL>(tables, &mut totals, cell, x + 32 - y, x, flip);
        self.line::<3, ALL>(tables, &mut totals, cell, x + y, x, flip);
        self.totals = totals;
    }

    #[inline(always)]
    fn line<const D: usize, const ALL: bool>(
        &mut self,
        tables: &Tables,
        totals: &mut [Totals; 2],
        cell: Index,
        line: usize,
        at: usize,
        flip: u64,
    ) {
        const STEP: [i32; 4] = [1, 32, 33, -31];
        let mask: u32 = !(7 << (3 * D) | 1 << (12 + D) | 7 << (16 + 3 * D));
        let word = self.lines[D][line & 63] ^ flip << (2 * at);
        self.lines[D][line & 63] = word;
        let mut near = word & (word >> 1) & tables.near[at & 31];
        while near != 0 {
            let bit = near.trailing_zeros();
            near &= near - 1;
            let code = tables.windows.code(word, bit);
            let there = (i32::from(cell) + (bit as i32 / 2 - at as i32) * STEP[D]) as usize & 1023;
            let old = self.shapes[there];
            let new = old & mask | spread(code, D);
            if ALL && new == old {
                continue;
            }
            self.shapes[there] = new;
            self.changes[self.change_count & (LOG - 1)] = u64::from(old) | (there as u64) << 32;
            self.change_count += usize::from(new != old);
            if !ALL && !makes_four(old ^ new, old | new) {
                continue;
            }
            for (colour, sum) in totals.iter_mut().enumerate() {
                let before = tables.totals[colour][index(old, colour)];
                let after = tables.totals[colour][index(new, colour)];
                *sum += after;
                *sum -= before;
                if (before.low & FOUR_OR_MORE != 0) != (after.low & FOUR_OR_MORE != 0) {
                    let row = &mut self.fours[colour][there >> 5];
                    self.rows.push((colour as u8, (there >> 5) as u8, *row));
                    *row ^= 1 << (there & 31);
                }
            }
        }
    }

    fn undo(&mut self) {
        let Some(before) = self.played.pop() else { return };
        self.totals = before.totals;
        while self.change_count > before.changes as usize {
            self.change_count -= 1;
            let change = self.changes[self.change_count & (LOG - 1)];
            self.shapes[(change >> 32) as usize & 1023] = change as u32;
        }
        while self.rows.len() > before.rows as usize {
            if let Some((colour, row, bits)) = self.rows.pop() {
                self.fours[usize::from(colour & 1)][usize::from(row & 31)] = bits;
            }
        }
        let (x, y) = (usize::from(before.cell & 31), usize::from(before.cell >> 5 & 31));
        let flip = 2 - u64::from(before.side);
        self.stones[usize::from(before.side & 1)][y] &= !(1 << x);
        self.lines[0][y] ^= flip << (2 * x);
        self.lines[1][x] ^= flip << (2 * y);
        self.lines[2][x + 32 - y] ^= flip << (2 * x);
        self.lines[3][x + y] ^= flip << (2 * x);
    }
}

/// Whether one of the eight shapes, which differ in these bits and together have
/// those, was or is a four or more: 5, 6 or 7. Never false where one is.
#[inline(always)]
fn makes_four(differ: u32, any: u32) -> bool {
    const LOW: u32 = 0o1111 | 0o1111 << 16;
    let differ = differ | differ >> 1 | differ >> 2;
    any >> 2 & (any >> 1 | any) & differ & LOW != 0
}

/// A window's code at its direction's place in a cell's shapes.
#[inline(always)]
fn spread(code: u8, direction: usize) -> u32 {
    let code = u32::from(code);
    ((code & 7) | (code & 0x38) << 13) << (3 * direction) | (code >> 6) << (12 + direction)
}

#[inline(always)]
fn index(shapes: u32, colour: usize) -> usize {
    (shapes >> (16 * colour)) as usize & (CELL - 1)
}
