//! Sliding four on a board of any size, seen by the side to move.

mod sets;

use std::sync::OnceLock;

use tesuji_core::sliding_four::large::Shape;

use self::sets::{bits, bits64, fixed, gather, lines, moved, scatter, successor, symmetries};
use super::{Before, Hint, NEVER, Numbering, Value};

/// A shape and the pieces on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pieces {
    pub(crate) shape: Shape,
    pub(crate) white: u32,
    pub(crate) black: u32,
}

/// The numbering of one table.
#[derive(Debug)]
pub(crate) struct SlidingFour {
    pieces: Pieces,
    cells: u32,
    /// Each symmetry as the image of each cell; the first moves nothing.
    symmetries: Vec<[u8; 25]>,
    lines: Vec<u32>,
    /// Numbers of the mover's own pieces: one where the counts are equal.
    own: Vec<u32>,
    /// The sets of blanks that stand for their images, by own pieces and then
    /// ascending.
    rows: Vec<Row>,
    /// The number of rows for each entry of `own`.
    sets: usize,
    slots: u64,
    choose: Vec<[u32; 26]>,
}

/// All positions with these blanks and so many own pieces.
#[derive(Debug)]
struct Row {
    blanks: u32,
    own: u32,
    start: u64,
    /// Those symmetries but the first that leave the blanks, as images of each
    /// piece; and which colourings are stored.
    kept: Option<Box<Kept>>,
}

#[derive(Debug)]
struct Kept {
    images: Vec<[u8; 25]>,
    first: OnceLock<First>,
}

/// The colourings that are not after any image: a bit each, and the bits before
/// each word.
#[derive(Debug)]
struct First {
    bits: Vec<u64>,
    before: Vec<u32>,
}

impl SlidingFour {
    /// The positions, with either side to move: twice the boards.
    pub(crate) fn positions(pieces: Pieces) -> u128 {
        let cells = pieces.shape.cells();
        let mut boards = 2_u128;
        let mut product = 0_u32;
        let blanks = cells - pieces.white - pieces.black;
        for count in [pieces.white, pieces.black, blanks] {
            for i in 1..=count {
                product += 1;
                boards = boards * u128::from(product) / u128::from(i);
            }
        }
        boards
    }

    /// No position has more images than this, itself included.
    pub(crate) const IMAGES: u64 = 16;

    pub(crate) fn new(pieces: Pieces) -> SlidingFour {
        let shape = pieces.shape;
        let cells = shape.cells();
        let mut choose = vec![[0_u32; 26]; 26];
        for n in 0..26 {
            choose[n][0] = 1;
            for k in 1..=n {
                choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            }
        }
        let mut own = vec![pieces.white, pieces.black];
        own.dedup();
        let mut numbering = SlidingFour {
            pieces,
            cells,
            symmetries: symmetries(shape),
            lines: lines(shape),
            own,
            rows: Vec::new(),
            sets: 0,
            slots: 0,
            choose,
        };
        numbering.number();
        numbering
    }

    pub(crate) fn pieces(&self) -> Pieces {
        self.pieces
    }

    fn all(&self) -> u32 {
        (1 << self.cells) - 1
    }

    fn number(&mut self) {
        let count = self.cells - self.pieces.white - self.pieces.black;
        let pieces = self.cells - count;
        let mut sets = Vec::new();
        let mut blanks = (1_u32 << count) - 1;
        while blanks <= self.all() {
            if self.symmetries.iter().all(|images| blanks <= moved(blanks, images)) {
                sets.push(blanks);
            }
            if blanks == 0 {
                break;
            }
            blanks = successor(blanks);
        }
        self.sets = sets.len();
        let mut start = 0;
        for &own in &self.own.clone() {
            for &blanks in &sets {
                let at = self.all() & !blanks;
                let images: Vec<[u8; 25]> = self.symmetries[1..]
                    .iter()
                    .filter(|images| moved(blanks, images) == blanks)
                    .map(|images| {
                        let mut of_pieces = [0; 25];
                        for (cell, piece) in bits(at).zip(0..) {
                            let image = 1 << images[cell as usize];
                            of_pieces[piece as usize] = (at & (image - 1)).count_ones() as u8;
                        }
                        of_pieces
                    })
                    .collect();
                let mut colourings = u64::from(self.choose[pieces as usize][own as usize]);
                if !images.is_empty() {
                    // Burnside: the orbits are the mean number of fixed sets.
                    let fixed: u64 = images.iter().map(|images| fixed(images, pieces, own)).sum();
                    colourings = (colourings + fixed) / (images.len() as u64 + 1);
                }
                let kept =
                    (!images.is_empty()).then(|| Box::new(Kept { images, first: OnceLock::new() }));
                self.rows.push(Row { blanks, own, start, kept });
                start += colourings;
            }
        }
        self.slots = start;
    }

    fn first<'a>(&self, row: &Row, kept: &'a Kept) -> &'a First {
        kept.first.get_or_init(|| {
            let pieces = self.pieces.white + self.pieces.black;
            let count = self.choose[pieces as usize][row.own as usize] as usize;
            let mut first = First { bits: vec![0; count.div_ceil(64)], before: Vec::new() };
            let mut set = (1_u32 << row.own) - 1;
            for place in 0..count {
                let is_first = kept.images.iter().all(|images| set <= moved(set, images));
                first.bits[place / 64] |= u64::from(is_first) << (place % 64);
                if set != 0 {
                    set = successor(set);
                }
            }
            let mut sum = 0;
            for word in &first.bits {
                first.before.push(sum);
                sum += word.count_ones();
            }
            first
        })
    }

    /// The place of a set among those with as many elements.
    fn place(&self, set: u32) -> u32 {
        bits(set).zip(1..).map(|(at, size)| self.choose[at as usize][size]).sum()
    }

    /// The set of this place.
    fn set(&self, mut place: u32, own: u32) -> u32 {
        let (mut set, mut left) = (0, own);
        for at in (0..self.cells).rev() {
            let below = self.choose[at as usize][left as usize];
            if left > 0 && place >= below {
                place -= below;
                left -= 1;
                set |= 1 << at;
            }
        }
        set
    }

    /// The slot of a position: its blanks and the mover's own pieces.
    pub(crate) fn rank(&self, blanks: u32, own: u32) -> u64 {
        let (least, symmetry) = self
            .symmetries
            .iter()
            .map(|images| (moved(blanks, images), images))
            .min_by_key(|image| image.0)
            .expect("there is a symmetry");
        let set = gather(moved(own, symmetry), self.all() & !least);
        let count = own.count_ones();
        let of_own = self.own.iter().position(|&own| own == count).unwrap_or(0);
        let rows = &self.rows[of_own * self.sets..][..self.sets];
        let row = &rows[rows.partition_point(|row| row.blanks < least)];
        let Some(kept) = &row.kept else { return row.start + u64::from(self.place(set)) };
        let set = kept.images.iter().map(|images| moved(set, images)).fold(set, u32::min);
        let (first, place) = (self.first(row, kept), self.place(set));
        let (word, bit) = (place as usize / 64, place % 64);
        let before = first.before[word] + (first.bits[word] & ((1 << bit) - 1)).count_ones();
        row.start + u64::from(before)
    }

    /// The number of a slot's row, and the slots before it in that row.
    pub(crate) fn row_at(&self, slot: u64) -> (usize, usize) {
        let row = self.rows.partition_point(|row| row.start <= slot) - 1;
        (row, (slot - self.rows[row].start) as usize)
    }

    /// The blanks and own pieces of the row of this number, and the places of
    /// the colourings that are stored; `None` where all are.
    pub(crate) fn row(
        &self,
        row: usize,
    ) -> Option<(u32, u32, Option<impl Iterator<Item = usize> + '_>)> {
        let row = self.rows.get(row)?;
        let places = row.kept.as_ref().map(|kept| {
            let first = self.first(row, kept);
            first.bits.iter().enumerate().flat_map(|(at, &word)| {
                (0..64).filter(move |bit| word >> bit & 1 != 0).map(move |bit| 64 * at + bit)
            })
        });
        Some((row.blanks, row.own, places))
    }

    fn is_goal(&self, own: u32, other: u32) -> bool {
        self.lines.iter().any(|&line| line & own == line || line & other == line)
    }
}

/// A slot's row and colouring.
#[derive(Clone, Debug)]
pub(crate) struct Cursor {
    row: usize,
    place: u32,
    /// The own pieces among the pieces.
    set: u32,
    /// The cells of the pieces.
    pieces: u32,
    pub(crate) blanks: u32,
    pub(crate) own: u32,
}

impl Numbering for SlidingFour {
    type Cursor = Cursor;

    fn slots(&self) -> u64 {
        self.slots
    }

    fn contexts(&self) -> u16 {
        CONTEXTS
    }

    fn cursor(&self, slot: u64) -> Cursor {
        let (at, before) = self.row_at(slot);
        let (row, rank) = (&self.rows[at], before as u32);
        let place = match &row.kept {
            None => rank,
            Some(kept) => {
                let first = self.first(row, kept);
                let word = first.before.partition_point(|&before| before <= rank) - 1;
                let bit = bits64(first.bits[word]).nth((rank - first.before[word]) as usize);
                64 * word as u32 + bit.expect("the word has so many")
            }
        };
        let pieces = self.all() & !row.blanks;
        let set = self.set(place, row.own);
        let own = scatter(set, pieces);
        Cursor { row: at, place, set, pieces, blanks: row.blanks, own }
    }

    fn advance(&self, cursor: &mut Cursor) {
        let row = &self.rows[cursor.row];
        let count = self.choose[cursor.pieces.count_ones() as usize][row.own as usize];
        loop {
            cursor.place += 1;
            if cursor.place == count {
                if let Some(next) = self.rows.get(cursor.row + 1) {
                    *cursor = self.cursor(next.start);
                }
                return;
            }
            cursor.set = successor(cursor.set);
            let is_stored = row.kept.as_ref().is_none_or(|kept| {
                let word = self.first(row, kept).bits[cursor.place as usize / 64];
                word >> (cursor.place % 64) & 1 != 0
            });
            if is_stored {
                cursor.own = scatter(cursor.set, cursor.pieces);
                return;
            }
        }
    }

    fn weight(&self, cursor: &Cursor) -> u64 {
        let row = &self.rows[cursor.row];
        let kept = row.kept.as_ref().map_or(0, |kept| {
            kept.images.iter().filter(|images| moved(cursor.set, images) == cursor.set).count()
        });
        let sides = if self.pieces.white == self.pieces.black { 2 } else { 1 };
        sides * self.symmetries.len() as u64 / (kept as u64 + 1)
    }

    fn hint(&self, cursor: &Cursor, before: &Before<'_>) -> Hint {
        let (own, other) = (cursor.own, cursor.pieces & !cursor.own);
        if self.is_goal(own, other) {
            return Hint::Known(0);
        }
        // Lines that lack one cell, which is blank.
        let lacking = |side: u32| {
            let lines = self.lines.iter().filter(|&&line| {
                (line & !side).count_ones() == 1 && line & !side & cursor.blanks != 0
            });
            (lines.count() as u16).min(2)
        };
        let stored = if before.stored == NEVER { 0 } else { before.stored.min(14) + 1 };
        Hint::Coded { context: (stored * 3 + lacking(own)) * 3 + lacking(other), guess: 0 }
    }
}

/// The classes of the last stored value, of lines of one's own that lack a cell
/// and of those of the other side.
const CONTEXTS: u16 = 16 * 3 * 3;

/// The value of steps as the solver has them.
pub(crate) fn of_byte(byte: u8) -> Value {
    if byte == u8::MAX { NEVER } else { byte.into() }
}
