//! What the search needs to know of a board of one size.
//!
//! A set of cells is a `u32`, one bit a cell, numbered row by row from Black's
//! home row: White moves to lower bits, Black to higher ones.

use tesuji_core::pawn_chess::Size;

/// Masks and tables of one size. Made in about a microsecond.
#[derive(Clone, Debug)]
pub(super) struct Geometry {
    pub(super) size: Size,
    /// The columns: the shift that is a step ahead.
    pub(super) columns: u32,
    /// Every cell.
    pub(super) all: u32,
    /// Every cell but those of the leftmost column.
    pub(super) not_left: u32,
    /// Every cell but those of the rightmost column.
    pub(super) not_right: u32,
    /// White's way ahead.
    pub(super) white: Way,
    /// Black's way ahead.
    pub(super) black: Way,
    /// By byte of a set and value of that byte: its mirror image.
    mirror: [[u32; 256]; 4],
}

/// The board as one side sees it, goal row at distance 0.
#[derive(Clone, Debug)]
pub(super) struct Way {
    /// By distance: the cells no farther than this from the goal row.
    pub(super) near: [u32; 33],
    /// By cell: its distance from the goal row.
    pub(super) distance: [u8; 32],
    /// By cell: the cells from where an enemy pawn could stop a pawn that
    /// stands here and runs, its own side to move; see [`super::bounds`].
    pub(super) stops_mover: [u32; 32],
    /// The same with the enemy to move.
    pub(super) stops_waiter: [u32; 32],
}

impl Geometry {
    pub(super) fn new(size: Size) -> Geometry {
        let (columns, cells) = (size.columns(), size.cells());
        let all = u32::MAX >> (u32::BITS - cells);
        let (mut left, mut cell) = (0, 0);
        while cell < cells {
            left |= 1 << cell;
            cell += columns;
        }
        let mut mirror = [[0; 256]; 4];
        for (byte, images) in mirror.iter_mut().enumerate() {
            for bits in 1..256 {
                let cell = 8 * byte as u32 + (bits as u32).trailing_zeros();
                if cell < cells {
                    let column = cell % columns;
                    let image = cell - column + (columns - 1 - column);
                    images[bits] = images[bits & (bits - 1)] | 1 << image;
                }
            }
        }
        Geometry {
            size,
            columns,
            all,
            not_left: all & !left,
            not_right: all & !(left << (columns - 1)),
            white: Way::new(size, |row| row),
            black: Way::new(size, |row| size.rows() - 1 - row),
            mirror,
        }
    }

    /// The set with left and right exchanged.
    pub(super) fn mirror(&self, cells: u32) -> u32 {
        let byte = |at: u32| self.mirror[at as usize][(cells >> (8 * at) & 255) as usize];
        byte(0) | byte(1) | byte(2) | byte(3)
    }
}

impl Way {
    /// `distance` is that of a row, counted from Black's home row.
    fn new(size: Size, distance: impl Fn(u32) -> u32) -> Way {
        let (columns, rows) = (size.columns(), size.rows());
        let mut way =
            Way { near: [0; 33], distance: [0; 32], stops_mover: [0; 32], stops_waiter: [0; 32] };
        let row_mask = |row: u32| (u32::MAX >> (u32::BITS - columns)) << (row * columns);
        for row in 0..rows {
            let here = distance(row);
            for far in here..way.near.len() as u32 {
                way.near[far as usize] |= row_mask(row);
            }
            for column in 0..columns {
                let cell = (row * columns + column) as usize;
                way.distance[cell] = here as u8;
                for ahead in (0..rows).filter(|&ahead| distance(ahead) < here) {
                    let apart = here - distance(ahead);
                    let within = |columns_off: u32| {
                        let from = column.saturating_sub(columns_off);
                        let to = (column + columns_off).min(columns - 1);
                        let width = u32::MAX >> (u32::BITS - (to - from + 1));
                        width << (ahead * columns + from)
                    };
                    way.stops_mover[cell] |= within(apart / 2);
                    way.stops_waiter[cell] |= within(apart.div_ceil(2));
                }
            }
        }
        way
    }
}
