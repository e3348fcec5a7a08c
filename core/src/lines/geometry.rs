//! Which lines a board has, and where its cells lie on them.

use std::fmt::{self, Debug};
use std::sync::OnceLock;

use super::{Direction, MAX_K, MAX_SIDE, MIN_K, MIN_SIDE, NO_LINE};
use crate::gomoku::Cell;

const SIDES: usize = (MAX_SIDE - MIN_SIDE + 1) as usize;
const KS: usize = (MAX_K - MIN_K + 1) as usize;

/// Where a cell lies on one of its lines.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Slot {
    /// The line's index, or [`NO_LINE`].
    pub line: u8,
    /// The cell's bit, 1 to 30; 16 on [`NO_LINE`].
    pub bit: u8,
}

impl Slot {
    const NONE: Slot = Slot { line: NO_LINE, bit: 16 };

    /// Whether this line is kept.
    #[must_use]
    pub const fn is_kept(self) -> bool {
        self.line != NO_LINE
    }
}

/// One family: the lines `first .. first + count`, of `d` from `d_min` on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Family {
    /// The index of its first line.
    pub first: u8,
    /// The number of its lines.
    pub count: u8,
    /// The `d` of its first line.
    pub d_min: i8,
}

/// The tables of one board size and winning length, made once and shared.
///
/// 11 kB each; [`Geometry::get`] keeps every one that was ever asked for.
pub struct Geometry {
    width: u8,
    height: u8,
    k: u8,
    families: [Family; 4],
    slots: [[Slot; 4]; Cell::INDICES],
    /// The empty board, all lines.
    empty: [[u32; 2]; 256],
    /// The cell at bit 1 of each line.
    starts: [u16; 256],
    lengths: [u8; 256],
}

impl Geometry {
    /// The tables of a board `width` by `height` for rows of `k`.
    ///
    /// The first call for a size builds them (some microseconds); later calls
    /// load a pointer.
    ///
    /// # Panics
    /// Where a side is not 3 to 30 or `k` not 3 to 6.
    #[must_use]
    pub fn get(width: u8, height: u8, k: u8) -> &'static Geometry {
        static CACHE: [OnceLock<Box<Geometry>>; SIDES * SIDES * KS] =
            [const { OnceLock::new() }; SIDES * SIDES * KS];
        assert!(
            (MIN_SIDE..=MAX_SIDE).contains(&width)
                && (MIN_SIDE..=MAX_SIDE).contains(&height)
                && (MIN_K..=MAX_K).contains(&k),
            "no board of {width}x{height} with k = {k}"
        );
        let [w, h, k_index] = [width - MIN_SIDE, height - MIN_SIDE, k - MIN_K].map(usize::from);
        CACHE[(w * SIDES + h) * KS + k_index]
            .get_or_init(|| Box::new(Self::build(width, height, k)))
    }

    fn build(width: u8, height: u8, k: u8) -> Geometry {
        let mut geometry = Geometry {
            width,
            height,
            k,
            families: [Family { first: 0, count: 0, d_min: 0 }; 4],
            slots: [[Slot::NONE; 4]; Cell::INDICES],
            empty: [[u32::MAX; 2]; 256],
            starts: [0; 256],
            lengths: [0; 256],
        };
        let (w, h) = (i32::from(width), i32::from(height));
        let mut next_line = 0_u8;
        for (family, direction) in Direction::ALL.into_iter().enumerate() {
            let (low, high) = match direction {
                Direction::Row => (0, h - 1),
                Direction::Column => (0, w - 1),
                Direction::Diagonal => (1 - h, w - 1),
                Direction::AntiDiagonal => (0, w + h - 2),
            };
            let first = next_line;
            let mut d_min = None;
            for d in low..=high {
                let (column, row, length) = match direction {
                    Direction::Row => (0, d, w),
                    Direction::Column => (d, 0, h),
                    Direction::Diagonal => {
                        let (column, row) = (d.max(0), (-d).max(0));
                        (column, row, (w - column).min(h - row))
                    }
                    Direction::AntiDiagonal => {
                        let column = (d - (h - 1)).max(0);
                        (column, d - column, (w - column).min(d - column + 1))
                    }
                };
                if length < i32::from(k) && direction != Direction::Row {
                    continue;
                }
                d_min.get_or_insert(d);
                geometry.add(next_line, family, (column, row), length);
                next_line += 1;
            }
            geometry.families[family] = Family {
                first,
                count: next_line - first,
                d_min: i8::try_from(d_min.unwrap_or(0)).expect("d is within -29 to 58"),
            };
        }
        geometry
    }

    /// Enters the line of `length` cells that begins at `start`.
    fn add(&mut self, line: u8, family: usize, start: (i32, i32), length: i32) {
        let (columns, rows) = Direction::ALL[family].step();
        let cell_at = |i: i32| {
            let [column, row] = [start.0 + i * columns, start.1 + i * rows].map(|x| x as u8);
            Cell::new(column, row).expect("a line lies on the board")
        };
        for i in 0..length {
            self.slots[cell_at(i).index()][family] = Slot { line, bit: i as u8 + 1 };
        }
        let index = usize::from(line);
        self.empty[index] = [!(((1 << length) - 1) << 1); 2];
        self.starts[index] = cell_at(0).index() as u16;
        self.lengths[index] = length as u8;
    }

    /// The empty board's lines, `[white, black]`: walls in both.
    pub(super) const fn empty(&self) -> &[[u32; 2]; 256] {
        &self.empty
    }

    /// The number of columns.
    #[must_use]
    pub const fn width(&self) -> u8 {
        self.width
    }

    /// The number of rows.
    #[must_use]
    pub const fn height(&self) -> u8 {
        self.height
    }

    /// The length of the shortest line kept (rows apart).
    #[must_use]
    pub const fn k(&self) -> u8 {
        self.k
    }

    /// Whether the cell lies on this board.
    #[must_use]
    pub const fn contains(&self, cell: Cell) -> bool {
        cell.column() < self.width && cell.row() < self.height
    }

    /// The lines of one direction.
    #[must_use]
    pub const fn family(&self, direction: Direction) -> Family {
        self.families[direction as usize]
    }

    /// The number of lines kept; their indices are 0 up to here.
    #[must_use]
    pub const fn line_count(&self) -> u8 {
        let last = self.families[3];
        last.first + last.count
    }

    /// The direction of a line below [`Geometry::line_count`].
    #[must_use]
    pub fn direction(&self, line: u8) -> Direction {
        let family =
            self.families.iter().rposition(|family| family.first <= line && family.count > 0);
        Direction::ALL[family.unwrap_or(0)]
    }

    /// The number of cells of a line, 0 for [`NO_LINE`].
    #[must_use]
    pub const fn length(&self, line: u8) -> u8 {
        self.lengths[line as usize]
    }

    /// Where the cell lies on its four lines, in the order of
    /// [`Direction::ALL`]. Off the board no line is kept.
    #[must_use]
    pub const fn slots(&self, cell: Cell) -> &[Slot; 4] {
        &self.slots[cell.index() % Cell::INDICES]
    }

    /// The cell at this bit of this line of this direction. The bit must be a
    /// cell's, 1 to the line's length.
    #[must_use]
    pub const fn cell(&self, direction: Direction, line: u8, bit: u32) -> Cell {
        debug_assert!(bit >= 1 && bit <= self.lengths[line as usize] as u32);
        Cell::from_index(self.starts[line as usize] + (bit as u16 - 1) * direction.stride())
    }
}

impl Debug for Geometry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Geometry({}x{}, k = {})", self.width, self.height, self.k)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On a square board with k = 5 each diagonal family has 2n - 9 lines, and
    /// the published formulas hold cell by cell.
    #[test]
    fn square_boards_follow_the_published_formulas() {
        for n in 5..=MAX_SIDE {
            let geometry = Geometry::get(n, n, 5);
            let families = Direction::ALL.map(|d| geometry.family(d));
            assert_eq!(families.map(|f| f.count), [n, n, 2 * n - 9, 2 * n - 9]);
            assert_eq!(families.map(|f| f.first), [0, n, 2 * n, 4 * n - 9]);
            let n = i32::from(n);
            let mut off = [0, 0];
            for c in 1..=n {
                for r in 1..=n {
                    let cell = Cell::new(c as u8 - 1, r as u8 - 1).expect("on the board");
                    let [_, _, main, anti] = *geometry.slots(cell);
                    if (c - r).abs() <= n - 5 {
                        assert_eq!(i32::from(main.line) - 2 * n, c - r + n - 5);
                        assert_eq!(i32::from(main.bit), r.min(c));
                    } else {
                        assert_eq!(main, Slot::NONE);
                        off[0] += 1;
                    }
                    if (6..=2 * n - 4).contains(&(r + c)) {
                        assert_eq!(i32::from(anti.line) - (4 * n - 9), r + c - 6);
                        assert_eq!(i32::from(anti.bit), c.min(n + 1 - r));
                    } else {
                        assert_eq!(anti, Slot::NONE);
                        off[1] += 1;
                    }
                    assert!(main.is_kept() || anti.is_kept() || n < 9, "neither kept at {cell}");
                }
            }
            assert_eq!(off, [20, 20], "{n}");
        }
    }

    #[test]
    fn every_line_gives_its_cells_back() {
        for (width, height, k) in [(3, 30, 3), (30, 3, 6), (30, 30, 3), (7, 5, 6), (15, 15, 5)] {
            let geometry = Geometry::get(width, height, k);
            assert_eq!((geometry.width(), geometry.height(), geometry.k()), (width, height, k));
            let mut entries = 0;
            for line in 0..geometry.line_count() {
                let direction = geometry.direction(line);
                for bit in 1..=geometry.length(line) {
                    let cell = geometry.cell(direction, line, u32::from(bit));
                    assert!(geometry.contains(cell));
                    assert_eq!(geometry.slots(cell)[direction as usize], Slot { line, bit });
                    entries += 1;
                }
            }
            let kept = (0..Cell::INDICES as u16)
                .flat_map(|index| geometry.slots(Cell::from_index(index)))
                .filter(|slot| slot.is_kept())
                .count();
            assert_eq!(entries, kept, "{geometry:?}");
        }
    }

    #[test]
    fn what_lies_off_the_board_is_on_no_line() {
        let geometry = Geometry::get(7, 5, 3);
        for index in 0..Cell::INDICES as u16 {
            let cell = Cell::from_index(index);
            let (column, row) = (index >> 5, index & 31);
            assert_eq!(geometry.contains(cell), column < 7 && row < 5, "{index}");
            assert!(geometry.contains(cell) || *geometry.slots(cell) == [Slot::NONE; 4]);
        }
        assert_eq!(geometry.length(NO_LINE), 0);
    }

    #[test]
    fn the_largest_board_fits_the_line_index() {
        let lines = Geometry::get(MAX_SIDE, MAX_SIDE, MIN_K).line_count();
        assert!(lines < NO_LINE, "{lines}");
        assert_eq!(lines, 170);
    }
}
