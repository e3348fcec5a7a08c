//! The judge's road through many positions at a time.
//!
//! A position has White to move. Turned over it has Black to move, who was
//! White; what follows has White to move again, so it stands in the file as it
//! is, and all of it in few rows:
//!
//! ```text
//!   Black steps       the row of the white pawns, another place
//!   Black captures    the row of the white pawns without the one he takes
//! ```
//!
//! So the judge takes some sets of black pawns at a time, whose rows turned
//! over then stay at hand, and goes through the rows of the file: the slots of
//! each row that have these black pawns are neighbours.
//!
//! Pawns are sets of bits here and the moves are written anew, from the rules:
//! this uses nothing of `core` or the solvers. The naive board is asked about
//! one position in [`ASKED`], and in the tests about all.

use super::maps::Map;
use crate::error::TableError;
use crate::numbering::pawn_chess::sets::bits;
use crate::numbering::pawn_chess::{PawnChess, Pawns, Row};
use crate::numbering::{NEVER, Numbering as _, Value};
use crate::rules::{Found, Moves, Rules as _, from_moves};

/// One position in so many is judged by the naive board as well. A prime, so
/// that no pattern of the numbering keeps in step with it.
const ASKED: u64 = 251;

/// How many sets of black pawns are taken at a time.
const GROUP: usize = 32;

/// A value as the side likes it that moved there: the less the better.
const LIKED: [u8; 256] = {
    let mut liked = [0; 256];
    let mut value = 0;
    while value < 255 {
        liked[value] = (if value % 2 == 0 { value / 2 } else { 129 + (253 - value) / 2 }) as u8;
        value += 1;
    }
    // A draw is better than any loss.
    liked[255] = 128;
    liked
};

/// The value of a position by what is liked best after its moves.
fn value_of(liked: u8) -> Value {
    match liked {
        0..128 => 2 * Value::from(liked) + 1,
        128 => NEVER,
        _ => 254 - 2 * (Value::from(liked) - 129),
    }
}

/// The value of a byte.
fn value(byte: u8) -> Value {
    if byte == u8::MAX { NEVER } else { byte.into() }
}

/// The rows of a table.
pub(crate) struct Rows<'a> {
    rules: &'a PawnChess,
    lines: Vec<Line>,
}

/// What the judge goes through: a row in short.
struct Line {
    /// White's pawns, counted from the second row on.
    white: u32,
    /// Black's places that they take.
    taken: u32,
}

/// What a thread works with.
#[derive(Default)]
pub(crate) struct Room {
    group: Vec<Ahead>,
    moves: Moves<PawnChess>,
}

/// A set of black pawns, and what lies ahead of whoever moves against them,
/// seen turned over: in the row of the white pawns that they are then, or of
/// their mirror image.
#[derive(Default)]
struct Ahead {
    /// The black pawns, and their places.
    black: u32,
    places: u32,
    row: usize,
    /// From white pawns to black ones among the row's free places.
    map: Map,
    /// Places from which Black reaches his goal.
    wins: u32,
    /// Places with no white pawn before them.
    steps: u32,
    /// White pawns that Black may take, in the beginning of the list.
    targets: Vec<Target>,
    count: usize,
    is_own_image: bool,
    /// The row's values, of a row that is its own image.
    whole: Vec<u8>,
}

/// A white pawn that Black may take.
#[derive(Default)]
struct Target {
    /// The places it is taken from.
    from: u32,
    /// The row without it.
    row: usize,
    is_own_image: bool,
    /// The row's places in that row.
    map: Map,
    /// That row's places in the mirror, where it is its own image.
    image: Map,
    /// Its own place there.
    place: u32,
}

impl<'a> Rows<'a> {
    pub(super) fn new(rules: &'a PawnChess) -> Rows<'a> {
        let columns = rules.size().columns();
        let line = |row: &Row| Line { white: row.white >> columns, taken: rules.places(row.white) };
        Rows { rules, lines: rules.list.iter().map(line).collect() }
    }

    /// How many groups of black pawns there are.
    pub(crate) fn groups(&self) -> usize {
        self.rules.black_sets.list.len().div_ceil(GROUP)
    }

    /// Judges the positions with the black pawns of this group, all values
    /// being those given, with 255 for none. Tells of each the slot, how many
    /// positions that stands for, the stored value and the right one; and
    /// gives back how many slots they are.
    ///
    /// # Errors
    /// Where the naive board judges otherwise.
    pub(crate) fn judge(
        &self,
        group: usize,
        values: &[u8],
        room: &mut Room,
        mut see: impl FnMut(u64, u64, Value, Value),
    ) -> Result<u64, TableError> {
        let rules = self.rules;
        let sets = &rules.black_sets.list[group * GROUP..];
        let sets = &sets[..GROUP.min(sets.len())];
        room.group.resize_with(GROUP, Ahead::default);
        for (ahead, &places) in room.group.iter_mut().zip(sets) {
            ahead.fill(rules, places, values);
        }
        let group = &room.group[..sets.len()];
        let common = sets.iter().fold(u32::MAX, |common, set| common & set);
        let mut done = 0;
        for (line, row) in self.lines.iter().zip(&rules.list) {
            if line.taken & common != 0 {
                continue;
            }
            let is_own_image = rules.mirrored(row).is_some();
            let mut last = None;
            for ahead in group.iter().filter(|ahead| ahead.places & line.taken == 0) {
                let (slot, positions) = match last {
                    _ if is_own_image => match rules.one_of_images(row, ahead.black) {
                        Some(found) => found,
                        None => continue,
                    },
                    // The sets between them are none of this row.
                    Some(last) => (last + 1, 2),
                    None => {
                        let pawns = Pawns { white: row.white, black: ahead.black };
                        (rules.rank(pawns), 2)
                    }
                };
                last = Some(slot);
                let right = ahead.value(rules, values, line.white);
                see(slot, positions, value(values[slot as usize]), right);
                done += 1;
                if slot.is_multiple_of(ASKED) {
                    let pawns = Pawns { white: row.white, black: ahead.black };
                    self.ask(pawns, slot, right, values, &mut room.moves)?;
                }
            }
        }
        Ok(done)
    }

    /// Asks the naive board about a position.
    #[cold]
    fn ask(
        &self,
        pawns: Pawns,
        slot: u64,
        right: Value,
        values: &[u8],
        moves: &mut Moves<PawnChess>,
    ) -> Result<(), TableError> {
        let (rules, board) = (self.rules, self.rules.of(pawns));
        let numbered = rules.find(&board);
        if numbered != Ok(Found::Slot(slot)) || rules.cursor(slot).pawns() != pawns {
            let why = format!("{board} is in slot {slot} and looked for in {numbered:?}");
            return Err(TableError::Position(why));
        }
        let mut look = |slot| Ok(value(values[slot as usize]));
        let naive = from_moves(rules, &board, moves, &mut look)?;
        if naive != right {
            let why = format!("{board} is judged {right}, and {naive} by the naive board");
            return Err(TableError::Position(why));
        }
        Ok(())
    }
}

impl Ahead {
    /// For the black pawns on these places.
    fn fill(&mut self, rules: &PawnChess, places: u32, values: &[u8]) {
        let (columns, rows) = (rules.size().columns(), rules.size().rows());
        self.places = places;
        self.black = bits(places).fold(0, |set, place| set | 1 << rules.cell_of(place));
        let turned = rules.turn(self.black);
        let image = rules.mirror(turned);
        self.row = rules.row_number(turned.min(image));
        let row = &rules.list[self.row];
        let place = |cell: u32| match row.white >> cell & 1 {
            0 => 1 << row.index[cell as usize],
            _ => 0,
        };
        let places: Vec<u32> = (columns..columns * rows)
            .map(|white| {
                let cell = rules.turn(1 << white);
                let cell = if image < turned { rules.mirror(cell) } else { cell };
                place(cell.trailing_zeros())
            })
            .collect();
        self.map.fill(&places);

        let sides = |cell: u32| {
            let column = cell % columns;
            let left = if column > 0 { 1 << (cell - 1) } else { 0 };
            let right = if column + 1 < columns { 1 << (cell + 1) } else { 0 };
            left | right
        };
        let cells: Vec<u32> = bits(row.free).map(|place| rules.cell_of(place)).collect();
        (self.wins, self.steps) = (0, 0);
        for &cell in &cells {
            let next = cell + columns;
            let is_open = row.white >> next & 1 == 0;
            if next < columns * (rows - 1) {
                self.steps |= if is_open { place(cell) } else { 0 };
            } else if is_open || sides(next) & row.white != 0 {
                self.wins |= place(cell);
            }
        }
        let inner = (1 << (columns * (rows - 1))) - 1;
        self.count = 0;
        for taken in bits(row.white & inner) {
            if self.targets.len() == self.count {
                self.targets.push(Target::default());
            }
            let from = bits(sides(taken - columns)).fold(0, |set, cell| set | place(cell));
            self.targets[self.count].fill(rules, row, &cells, taken, from);
            self.count += 1;
        }
        self.is_own_image = rules.mirrored(row).is_some();
        if self.is_own_image {
            self.unfold(rules, row, values);
        }
    }

    /// The values of all places of a row that is its own image.
    fn unfold(&mut self, rules: &PawnChess, row: &Row, values: &[u8]) {
        let sets = &rules.black_sets;
        let mirrored = rules.mirrored(row).expect("the row is its own image");
        let mut image = Map::default();
        image.fill(&mirror(rules, row));
        let end = sets.count(row.free.count_ones());
        self.whole.clear();
        self.whole.resize(end as usize, 0);
        let (mut place, mut slot) = (0, row.start);
        while place < end {
            for place in [place, sets.rank(image.of(sets.list[place as usize]))] {
                self.whole[place as usize] = values[slot as usize];
            }
            place = mirrored.next(place);
            slot += 1;
        }
    }

    /// The value of the position with these white pawns, from those that
    /// follow.
    #[inline]
    fn value(&self, rules: &PawnChess, values: &[u8], white: u32) -> Value {
        let black = self.map.of(white);
        if black & self.wins != 0 {
            return 1;
        }
        let sets = &rules.black_sets;
        let mut best = None;
        let mut see = |value: u8| {
            let liked = LIKED[usize::from(value)];
            best = Some(best.map_or(liked, |best: u8| best.min(liked)));
        };
        let steps = black & self.steps & !(black >> 1);
        if steps != 0 {
            let here = if self.is_own_image {
                &self.whole
            } else {
                &values[rules.list[self.row].start as usize..]
            };
            // A pawn that steps changes places with its neighbour, and the
            // number of the set grows by that of the sets between.
            let place = sets.rank(black);
            let first = sets.members() - black.count_ones();
            for (left, from) in (first..).zip(bits(black)) {
                if steps >> from & 1 != 0 {
                    see(here[(place + sets.below(from, left)) as usize]);
                }
            }
        }
        for target in &self.targets[..self.count] {
            for from in bits(black & target.from) {
                see(values[target.slot(rules, black, 1 << from) as usize]);
            }
        }
        best.map_or(0, value_of)
    }
}

impl Target {
    /// For the white pawn on this cell of a row, whose free places lie on the
    /// cells given, and the places that it is taken from.
    fn fill(&mut self, rules: &PawnChess, row: &Row, cells: &[u32], taken: u32, from: u32) {
        let left = row.white & !(1 << taken);
        let image = rules.mirror(left);
        self.row = rules.row_number(left.min(image));
        let there = &rules.list[self.row];
        let place = |cell: u32| {
            let cell = if image < left { rules.mirror(1 << cell).trailing_zeros() } else { cell };
            1 << there.index[cell as usize]
        };
        let places: Vec<u32> = cells.iter().map(|&cell| place(cell)).collect();
        self.map.fill(&places);
        self.place = place(taken);
        self.from = from;
        self.is_own_image = rules.mirrored(there).is_some();
        if self.is_own_image {
            self.image.fill(&mirror(rules, there));
        }
    }

    /// The slot after a capture by this place's pawn.
    fn slot(&self, rules: &PawnChess, black: u32, from: u32) -> u64 {
        let set = self.map.of(black ^ from) | self.place;
        let row = &rules.list[self.row];
        if !self.is_own_image {
            return row.start + u64::from(rules.black_sets.rank(set));
        }
        let set = set.min(self.image.of(set));
        let mirrored = rules.mirrored(row).expect("the row is its own image");
        row.start + u64::from(mirrored.rank(rules.black_sets.rank(set)))
    }
}

/// The free places of a row that is its own image, in the mirror.
fn mirror(rules: &PawnChess, row: &Row) -> Vec<u32> {
    let image = |place| rules.mirror(1 << rules.cell_of(place)).trailing_zeros();
    bits(row.free).map(|place| 1 << row.index[image(place) as usize]).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::tests::Random;

    /// Every position, with values that no game has, against the naive board.
    #[test]
    fn rows_judge_as_the_naive_board_does() {
        for size in ["1x3", "1x12", "2x3", "2x7", "3x3", "3x5", "4x3", "5x3", "6x3", "4x4"] {
            let rules = PawnChess::new(size.parse().unwrap());
            let mut random = Random(rules.slots());
            // Few losses and no win at once: both would decide most positions.
            let values: Vec<u8> = (0..rules.slots())
                .map(|_| match random.below(8) {
                    0 => 2 * random.below(128) as u8,
                    1 => u8::MAX,
                    _ => 2 * random.below(127) as u8 + 1,
                })
                .collect();
            let rows = rules.by_rows().unwrap();
            let (mut room, mut judged) = (Room::default(), BTreeMap::new());
            for group in 0..rows.groups() {
                let before = judged.len();
                let count =
                    rows.judge(group, &values, &mut room, |slot, positions, stored, right| {
                        assert_eq!(stored, value(values[slot as usize]));
                        assert!(
                            judged.insert(slot, (positions, right)).is_none(),
                            "slot {slot} again"
                        );
                    });
                assert_eq!(count.unwrap(), (judged.len() - before) as u64);
            }
            assert_eq!(judged.len() as u64, rules.slots(), "{size}");
            let mut moves = Moves::<PawnChess>::new();
            let mut cursor = rules.cursor(0);
            for slot in 0..rules.slots() {
                if slot > 0 {
                    rules.advance(&mut cursor);
                }
                let board = rules.board(&cursor);
                let mut look = |slot| Ok(value(values[slot as usize]));
                let right = from_moves(&rules, &board, &mut moves, &mut look).unwrap();
                assert_eq!(judged[&slot], (rules.weight(&cursor), right), "{board}");
            }
        }
    }

    /// What is liked best is what the naive road finds best.
    #[test]
    fn liking_goes_by_value() {
        for byte in 0..=u8::MAX {
            let best = match value(byte) {
                NEVER => NEVER,
                value => value + 1,
            };
            assert_eq!(value_of(LIKED[usize::from(byte)]), best);
        }
    }
}
