//! Pawn chess, White to move.

mod hint;
pub(crate) mod sets;

use std::sync::OnceLock;

use tesuji_core::pawn_chess::Size;

use self::hint::Masks;
use self::sets::{Mirrored, Sets, bits};
use super::{Before, Hint, Numbering};

/// All positions with the same white pawns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// The first slot.
    pub(crate) start: u64,
    /// White's pawns.
    pub(crate) white: u32,
    /// The places that these leave free for Black.
    pub(crate) free: u32,
    /// By cell: its number among the free places, where it is one.
    pub(crate) index: [u8; 32],
    /// Which of [`PawnChess::mirrored`], for rows that are their own image.
    shape: u32,
}

const NO_SHAPE: u32 = u32::MAX;

/// The numbering of one size.
#[derive(Debug)]
pub(crate) struct PawnChess {
    size: Size,
    columns: u32,
    rows: u32,
    /// Of Black's places, those that are free.
    pub(crate) black_sets: Sets,
    /// Of White's cells, those behind the first row.
    pub(crate) white_sets: Sets,
    pub(crate) list: Vec<Row>,
    slots: u64,
    /// By number of White's set: which row, or `u32::MAX`.
    row_of: Vec<u32>,
    /// By cells that each column of the left half and the middle leaves free.
    shapes: Vec<[u8; 16]>,
    mirrored: Vec<OnceLock<Mirrored>>,
    /// By cells of a row, the row mirrored.
    turned: Vec<u32>,
    /// By cell, Black's place.
    place_of: [u8; 32],
    /// A row of cells.
    row: u32,
    /// Cells that Black may stand on: all but the last row.
    last: u32,
    masks: Masks,
}

/// The pawns of a position, one bit a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pawns {
    pub(crate) white: u32,
    pub(crate) black: u32,
}

impl PawnChess {
    /// How many positions a size has with White to move: by the white pawns
    /// off their home row and on it, and the black ones.
    pub(crate) fn positions(size: Size) -> u128 {
        let (columns, inner) = (size.columns(), size.cells() - 2 * size.columns());
        let choose = |n: u32, k: u32| {
            (0..k).fold(1_u128, |product, i| product * u128::from(n - i) / u128::from(i + 1))
        };
        let up_to = |n: u32, most: u32| -> u128 { (0..=most.min(n)).map(|k| choose(n, k)).sum() };
        (0..=columns.min(inner))
            .map(|off| {
                let home = up_to(columns, columns - off);
                choose(inner, off) * home * up_to(columns + inner - off, columns)
            })
            .sum()
    }

    pub(crate) fn new(size: Size) -> PawnChess {
        let (columns, rows) = (size.columns(), size.rows());
        let places = columns * (rows - 1);
        let turned = (0..1 << columns)
            .map(|row| bits(row).fold(0, |set, column| set | 1 << (columns - 1 - column)))
            .collect();
        let mut numbering = PawnChess {
            size,
            columns,
            rows,
            black_sets: Sets::new(places, columns),
            white_sets: Sets::new(places, columns),
            list: Vec::new(),
            slots: 0,
            row_of: Vec::new(),
            shapes: Vec::new(),
            mirrored: Vec::new(),
            turned,
            place_of: [0; 32],
            row: (1 << columns) - 1,
            last: places,
            masks: Masks::new(size),
        };
        for cell in 0..places {
            let (row, column) = (cell / columns, cell % columns);
            numbering.place_of[cell as usize] = (column * (rows - 1) + row) as u8;
        }
        numbering.number();
        numbering
    }

    fn number(&mut self) {
        let sets = &self.white_sets.list;
        let mut keys: Vec<(u32, u32, u32)> = sets
            .iter()
            .map(|set| set << self.columns)
            .filter(|&white| white <= self.mirror(white))
            .map(|white| {
                let steps = bits(white).map(|cell| cell / self.columns).sum();
                (white.count_ones(), steps, white)
            })
            .collect();
        keys.sort_unstable();
        self.row_of = vec![u32::MAX; sets.len()];
        let mut start = 0;
        for (row, (_, _, white)) in keys.into_iter().enumerate() {
            self.row_of[self.white_sets.rank(white >> self.columns) as usize] = row as u32;
            let free = self.free(white);
            let mut count = u64::from(self.black_sets.count(free.count_ones()));
            let mut shape = NO_SHAPE;
            if white == self.mirror(white) {
                let key = self.shape(free);
                let known = self.shapes.iter().position(|&shape| shape == key);
                let at = known.unwrap_or_else(|| {
                    self.shapes.push(key);
                    self.mirrored.push(OnceLock::new());
                    self.shapes.len() - 1
                });
                shape = at as u32;
                count = u64::midpoint(count, self.own_images(key));
            }
            let mut index = [0; 32];
            for cell in 0..self.last {
                let below = free & ((1 << self.place_of[cell as usize]) - 1);
                index[cell as usize] = below.count_ones() as u8;
            }
            self.list.push(Row { start, white, free, index, shape });
            start += count;
        }
        self.slots = start;
    }

    /// How many cells each column leaves free.
    fn shape(&self, free: u32) -> [u8; 16] {
        let mut shape = [0; 16];
        let height = self.rows - 1;
        for (column, count) in shape.iter_mut().enumerate().take(self.columns as usize) {
            *count = (free >> (column as u32 * height) & ((1 << height) - 1)).count_ones() as u8;
        }
        shape
    }

    /// How many sets of black pawns are their own image.
    fn own_images(&self, shape: [u8; 16]) -> u64 {
        let columns = self.columns as usize;
        let pairs: u32 = shape[..columns / 2].iter().map(|&count| u32::from(count)).sum();
        let single = if columns % 2 == 1 { u32::from(shape[columns / 2]) } else { 0 };
        // By members left, sets of the elements seen so far; a pair takes two.
        let mut sets = [0_u64; 12];
        sets[self.columns as usize] = 1;
        for (elements, weight) in [(pairs, 2), (single, 1)] {
            for _ in 0..elements {
                for left in 0..12 - weight {
                    sets[left] += sets[left + weight];
                }
            }
        }
        sets.iter().sum()
    }

    /// Which of its sets are stored, of a row that is its own image.
    pub(crate) fn mirrored(&self, row: &Row) -> Option<&Mirrored> {
        if row.shape == NO_SHAPE {
            return None;
        }
        Some(self.mirrored[row.shape as usize].get_or_init(|| self.pair(row.shape)))
    }

    fn pair(&self, shape: u32) -> Mirrored {
        let counts = &self.shapes[shape as usize][..self.columns as usize];
        let mut image = [0_u8; 32];
        let ends: Vec<u8> = counts
            .iter()
            .scan(0, |sum, &count| {
                *sum += count;
                Some(*sum)
            })
            .collect();
        let free = u32::from(*ends.last().expect("a board has a column"));
        for (column, &count) in counts.iter().enumerate() {
            let there = counts.len() - 1 - column;
            for i in 1..=count {
                image[usize::from(ends[column] - i)] = ends[there] - i;
            }
        }
        let sets = &self.black_sets.list[..self.black_sets.count(free) as usize];
        let mut first = vec![0_u64; sets.len().div_ceil(64)];
        for (place, &set) in sets.iter().enumerate() {
            let there = bits(set).fold(0, |set, i| set | 1_u32 << image[i as usize]);
            first[place / 64] |= u64::from(set <= there) << (place % 64);
        }
        let before = first
            .iter()
            .scan(0, |sum, word| {
                let before = *sum;
                *sum += word.count_ones();
                Some(before)
            })
            .collect();
        Mirrored { first, before }
    }

    /// The size.
    pub(crate) fn size(&self) -> Size {
        self.size
    }

    /// The cells seen in the mirror.
    pub(crate) fn mirror(&self, cells: u32) -> u32 {
        (0..self.rows).fold(0, |set, row| {
            let shift = row * self.columns;
            set | self.turned[(cells >> shift & self.row) as usize] << shift
        })
    }

    /// The cells seen from the other end of the board.
    pub(crate) fn turn(&self, cells: u32) -> u32 {
        cells.reverse_bits() >> (32 - self.size.cells())
    }

    /// Black's places of these cells, but those of the last row, which are none.
    pub(crate) fn places(&self, cells: u32) -> u32 {
        let inner = cells & ((1 << self.last) - 1);
        bits(inner).fold(0, |set, cell| set | 1 << self.place_of[cell as usize])
    }

    /// The cell of a place.
    pub(crate) fn cell_of(&self, place: u32) -> u32 {
        let height = self.rows - 1;
        place % height * self.columns + place / height
    }

    /// The black places that these white pawns leave free.
    fn free(&self, white: u32) -> u32 {
        ((1 << self.last) - 1) & !self.places(white)
    }

    /// Whether these pawns have a slot: none on its goal row, no more than
    /// columns a side, on the board and apart.
    pub(crate) fn holds(&self, Pawns { white, black }: Pawns) -> bool {
        white & (self.row | black) == 0
            && black >> self.last == 0
            && u64::from(white) >> self.size.cells() == 0
            && white.count_ones().max(black.count_ones()) <= self.columns
    }

    /// The row of these white pawns, which are not above their mirror image.
    pub(crate) fn row_number(&self, white: u32) -> usize {
        self.row_of[self.white_sets.rank(white >> self.columns) as usize] as usize
    }

    /// The slot of a position that has one; mirror images have the same.
    pub(crate) fn rank(&self, pawns: Pawns) -> u64 {
        debug_assert!(self.holds(pawns));
        let Pawns { mut white, mut black } = pawns;
        let image = self.mirror(white);
        if image < white {
            (white, black) = (image, self.mirror(black));
        }
        let row = &self.list[self.row_number(white)];
        let among = |black: u32| {
            bits(black).fold(0_u32, |set, cell| set | 1 << row.index[cell as usize & 31])
        };
        let mut set = among(black);
        if image != white || row.shape == NO_SHAPE {
            return row.start + u64::from(self.black_sets.rank(set));
        }
        set = set.min(among(self.mirror(black)));
        let mirrored = self.mirrored(row).expect("the row is its own image");
        row.start + u64::from(mirrored.rank(self.black_sets.rank(set)))
    }

    /// The slot of these black pawns in a row that is its own image, and how
    /// many positions that stands for; `None` where their image stands for them.
    pub(crate) fn one_of_images(&self, row: &Row, black: u32) -> Option<(u64, u64)> {
        let among =
            |black: u32| bits(black).fold(0, |set, cell| set | 1 << row.index[cell as usize]);
        let (set, image) = (among(black), among(self.mirror(black)));
        let place = self.mirrored(row)?.rank(self.black_sets.rank(set));
        (set <= image).then(|| (row.start + u64::from(place), if set < image { 2 } else { 1 }))
    }

    /// The white pawns of the row of this number among those stored.
    pub(crate) fn row(&self, row: usize) -> Option<u32> {
        self.list.get(row).map(|row| row.white)
    }

    /// The first slot of the row of this number; behind the last, the end.
    pub(crate) fn start(&self, row: usize) -> u64 {
        self.list.get(row).map_or(self.slots, |row| row.start)
    }

    /// The number of a slot's row, and the slots before it in that row.
    pub(crate) fn row_at(&self, slot: u64) -> (usize, usize) {
        let row = self.list.partition_point(|row| row.start <= slot) - 1;
        (row, (slot - self.list[row].start) as usize)
    }

    /// Which places of a row's sets of black pawns are stored, in order;
    /// `None` where all are.
    pub(crate) fn stored(&self, row: usize) -> Option<impl Iterator<Item = u32> + '_> {
        let mirrored = self.mirrored(&self.list[row])?;
        Some(mirrored.first.iter().zip(0..).flat_map(|(&word, at)| {
            (0..64).filter(move |bit| word >> bit & 1 != 0).map(move |bit| 64 * at + bit)
        }))
    }

    /// The number of positions that the slot stands for, one or two.
    pub(crate) fn images(&self, pawns: Pawns) -> u64 {
        let Pawns { white, black } = pawns;
        if self.mirror(white) == white && self.mirror(black) == black { 1 } else { 2 }
    }
}

/// A slot's row, place and pawns.
#[derive(Clone, Debug)]
pub(crate) struct Cursor {
    row: usize,
    white: u32,
    /// The free place's cell, as a set.
    cells: [u32; 32],
    /// The cells of each set of the first eight free places.
    low: [u32; 256],
    place: u32,
    end: u32,
    /// The set of free places, and the cells of those behind the first eight.
    set: u32,
    high: u32,
    black: u32,
}

impl Cursor {
    pub(crate) fn pawns(&self) -> Pawns {
        Pawns { white: self.white, black: self.black }
    }
}

impl PawnChess {
    fn enter(&self, row: usize, place: u32) -> Cursor {
        let Row { white, free, .. } = self.list[row];
        let mut cells = [0; 32];
        for (cell, place) in cells.iter_mut().zip(bits(free)) {
            *cell = 1 << self.cell_of(place);
        }
        let mut low = [0; 256];
        for set in 1..low.len() {
            // The set without its least member has been there before.
            low[set] = low[set & (set - 1)] | cells[set.trailing_zeros() as usize];
        }
        let end = self.black_sets.count(free.count_ones());
        let mut cursor = Cursor { row, white, cells, low, place, end, set: 0, high: 0, black: 0 };
        self.fill(&mut cursor);
        cursor
    }

    #[inline]
    fn fill(&self, cursor: &mut Cursor) {
        let set = self.black_sets.list[cursor.place as usize];
        // Sets come ascending, so that the high members seldom change.
        if (set ^ cursor.set) >> 8 != 0 {
            let high = bits(set & !0xff);
            cursor.high = high.fold(0, |cells, i| cells | cursor.cells[i as usize & 31]);
        }
        cursor.set = set;
        cursor.black = cursor.high | cursor.low[set as usize & 0xff];
    }
}

impl Numbering for PawnChess {
    type Cursor = Cursor;

    fn slots(&self) -> u64 {
        self.slots
    }

    fn contexts(&self) -> u16 {
        hint::CONTEXTS
    }

    fn cursor(&self, slot: u64) -> Cursor {
        let (at, before) = self.row_at(slot);
        let (row, rank) = (&self.list[at], before as u32);
        self.enter(at, self.mirrored(row).map_or(rank, |mirrored| mirrored.select(rank)))
    }

    #[inline]
    fn advance(&self, cursor: &mut Cursor) {
        let row = &self.list[cursor.row];
        cursor.place = match row.shape {
            NO_SHAPE => cursor.place + 1,
            _ => self.mirrored(row).map_or(u32::MAX, |mirrored| mirrored.next(cursor.place)),
        };
        if cursor.place < cursor.end {
            self.fill(cursor);
        } else if cursor.row + 1 < self.list.len() {
            *cursor = self.enter(cursor.row + 1, 0);
        }
    }

    #[inline]
    fn weight(&self, cursor: &Cursor) -> u64 {
        match self.list[cursor.row].shape {
            NO_SHAPE => 2,
            _ => self.images(cursor.pawns()),
        }
    }

    #[inline]
    fn hint(&self, cursor: &Cursor, before: &Before<'_>) -> Hint {
        self.masks.hint(cursor.white, cursor.black, before)
    }
}
