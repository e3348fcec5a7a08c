//! Backwards from the goals, 64 boards an operation.

use std::ops::Range;

use tesuji_core::sliding_four::packed::Board;
use tesuji_core::{Game, Outcome, Player};

use super::cube;
use super::ranking::{choose, halves, rank_set, unrank_set};
use super::shape::{Shape, cells_of};
use super::{CELLS, Counts, Histogram, Row};
use crate::sliding_four::fewer;
use crate::{Answer, Refusal, Solver};

/// Stands for "no goal can be reached".
pub(super) const NEVER: u8 = u8::MAX;

/// The least number of steps for each of a family of positions, a byte each.
///
/// A position is seen by its mover: the set of blanks, and which of the pieces
/// are the mover's own. Positions that differ by an exchange of the colours are
/// one, so with equal counts one array answers for both beginners.
#[derive(Clone, Debug)]
pub(super) struct Steps {
    /// How many of the pieces are the mover's.
    pub(super) own: u32,
    /// By rank of the blanks, then rank of the mover's among the pieces.
    pub(super) bytes: Vec<u8>,
}

/// The least numbers of steps of all boards with the same counts, from
/// [`Optimized::all`]: one byte a board, two where the colours' counts differ.
#[derive(Clone, Debug)]
pub struct Table {
    counts: Counts,
    steps: Vec<Steps>,
}

impl Table {
    /// The counts that the boards of this table have.
    #[must_use]
    pub const fn counts(&self) -> Counts {
        self.counts
    }

    /// The least number of steps to a goal from this position. Some dozens of
    /// operations.
    ///
    /// # Panics
    /// Where the board has other counts.
    #[must_use]
    pub fn steps(&self, position: &Board) -> Option<u32> {
        assert_eq!(Counts::from(position), self.counts, "{position} has other counts");
        self.look_up(position, position.to_move())
    }

    /// The least number of steps to a goal over both beginners; the side to
    /// move of `board` does not matter.
    ///
    /// # Panics
    /// Where the board has other counts.
    #[must_use]
    pub fn fewest(&self, board: &Board) -> Option<u32> {
        assert_eq!(Counts::from(board), self.counts, "{board} has other counts");
        let [white, black] = Player::BOTH.map(|first| self.look_up(board, first));
        fewer(white, black)
    }

    /// How many boards are how far from a goal where `first` begins.
    #[must_use]
    pub fn histogram(&self, first: Player) -> Histogram {
        let mut boards = [0; 256];
        for steps in self.steps.iter().filter(|steps| steps.own == self.counts.of(first)) {
            for &byte in &steps.bytes {
                boards[usize::from(byte)] += 1;
            }
        }
        let never = std::mem::take(&mut boards[usize::from(NEVER)]);
        let longest = boards.iter().rposition(|&count| count > 0);
        Histogram { steps: boards[..longest.map_or(0, |steps| steps + 1)].to_vec(), never }
    }

    /// Every board, ascending as [`Counts::starts`].
    pub fn rows(&self) -> impl Iterator<Item = Row> {
        self.counts.starts().map(|start| {
            let board = Board::from(start.begun_by(Player::White));
            Row {
                start,
                black_begins: self.look_up(&board, Player::Black),
                white_begins: self.look_up(&board, Player::White),
            }
        })
    }

    fn look_up(&self, board: &Board, first: Player) -> Option<u32> {
        let own = self.counts.of(first);
        let (blanks, colouring) = halves(board, first);
        let pieces = CELLS - self.counts.blanks();
        let steps = self.steps.iter().find(|steps| steps.own == own)?;
        let byte = steps.bytes[rank_set(blanks) * choose(pieces, own) + rank_set(colouring)];
        (byte != NEVER).then_some(byte.into())
    }
}

/// The fast road: breadth-first backwards from the goals over all boards with
/// the same counts, by sets of colourings (see the notes in `cube.rs`).
///
/// As a [`Solver`] it keeps the last table. It takes on every count. Its nodes
/// are the positions that it found a number for, goals included; positions that
/// are equal but for the colours count once.
#[derive(Clone, Default, Debug)]
pub struct Optimized {
    last: Option<Table>,
    nodes: u64,
}

impl Optimized {
    /// A solver that has done no work yet.
    #[must_use]
    pub fn new() -> Optimized {
        Optimized::default()
    }

    /// The table of all boards with these counts.
    ///
    /// Memory: a byte a board and colour, and seven or eight bits for each way
    /// to colour, with any counts, the cells that are not blank; 13 MB at most.
    /// Time: three milliseconds for the puzzle's counts, some tens at most.
    pub fn all(&mut self, counts: Counts) -> Table {
        self.all_of(&Shape::new(4, 4, 4), counts)
    }

    fn all_of(&mut self, shape: &Shape, counts: Counts) -> Table {
        let (steps, nodes) = all(shape, Player::BOTH.map(|colour| counts.of(colour)));
        self.nodes += nodes;
        Table { counts, steps }
    }
}

/// The numbers of all positions with these counts, White's and Black's, each
/// colour's but once where they are equal; and how many have one.
pub(super) fn all(shape: &Shape, [white, black]: [u32; 2]) -> (Vec<Steps>, u64) {
    let mut sizes = vec![white, black];
    sizes.dedup();
    let mut search = Search::new(shape, shape.cells - white - black, &sizes);
    search.run();
    let steps: Vec<_> = sizes.iter().map(|&own| search.steps(own)).collect();
    let positions = steps.iter().map(|steps| steps.bytes.len() as u64).sum::<u64>();
    let open = search.open.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
    (steps, positions - open)
}

impl Solver<Board> for Optimized {
    const NAME: &'static str = "optimized";

    type Value = Outcome;

    /// Never refuses.
    fn solve(&mut self, position: &Board) -> Result<Answer<Outcome>, Refusal> {
        let counts = Counts::from(position);
        let table = match self.last.take() {
            Some(table) if table.counts == counts => table,
            _ => self.all(counts),
        };
        let remoteness = table.steps(position);
        self.last = Some(table);
        let value = if remoteness.is_some() { Outcome::Goal } else { Outcome::Stuck };
        Ok(Answer { value, remoteness })
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// A step, whoever's piece it moves: with these blanks, piece `from` leaves its
/// cell for a blank, and is piece `to` among those of the new blanks.
#[derive(Clone, Copy, Debug)]
struct Slide {
    /// The rank of the new blanks.
    blanks: u32,
    from: u8,
    to: u8,
}

/// The search, level by level.
///
/// For each set of blanks it keeps the set of colourings that have no number
/// yet, and the ones that the last level found. A step leads from blanks `S`
/// with colouring `c` to blanks `S'` with `c` rearranged, own and not own
/// exchanged because the turn passes. So what the next level finds for `S` is,
/// over all slides from `S`, what the last found for `S'`, complemented, the
/// moved piece put back into its place in the order, where that piece is own.
struct Search {
    pieces: u32,
    words: usize,
    /// The slides of all sets of blanks, by rank, and where each set's begin.
    slides: Vec<Slide>,
    begin: Vec<usize>,
    /// Colourings without a number, `words` a set of blanks.
    open: Vec<u64>,
    /// What the last level found, seen by the other side.
    fresh: Vec<u64>,
    /// Whether the last level found anything, by blanks.
    is_fresh: Vec<bool>,
    /// The numbers, bit by bit: plane `b` holds the colourings with bit `b`.
    planes: Vec<Vec<u64>>,
}

impl Search {
    fn new(shape: &Shape, blanks: u32, sizes: &[u32]) -> Search {
        let pieces = shape.cells - blanks;
        let words = cube::words(pieces);
        let sets = choose(shape.cells, blanks);
        let mut search = Search {
            pieces,
            words,
            slides: Vec::new(),
            begin: vec![0],
            open: vec![0; sets * words],
            fresh: vec![0; sets * words],
            is_fresh: vec![true; sets],
            planes: Vec::new(),
        };
        let valid: Vec<u64> = (0..words).map(|word| valid(word, pieces, sizes)).collect();
        let mut goals = vec![0; words];
        for rank in 0..sets {
            let blanks = unrank_set(rank, blanks, shape.cells);
            search.add_slides(shape, blanks);
            goals.fill(0);
            for &line in shape.lines.iter().filter(|&&line| line & blanks == 0) {
                add_line(&mut goals, line, blanks);
            }
            let range = rank * words..(rank + 1) * words;
            for ((goals, open), &valid) in
                goals.iter_mut().zip(&mut search.open[range.clone()]).zip(&valid)
            {
                *goals &= valid;
                *open = valid & !*goals;
            }
            cube::write_complement(&goals, &mut search.fresh[range], pieces);
        }
        search
    }

    fn add_slides(&mut self, shape: &Shape, blanks: u32) {
        let place = |cell: u32, blanks: u32| (!blanks & ((1 << cell) - 1)).count_ones() as u8;
        for to in cells_of(blanks) {
            for from in cells_of(shape.neighbours(to) & !blanks) {
                let after = blanks ^ (1 << to | 1 << from);
                self.slides.push(Slide {
                    blanks: rank_set(after) as u32,
                    from: place(from, blanks),
                    to: place(to, after),
                });
            }
        }
        self.begin.push(self.slides.len());
    }

    fn run(&mut self) {
        let mut next = vec![0; self.fresh.len()];
        let mut is_next = vec![false; self.is_fresh.len()];
        let mut found = vec![0; self.words];
        let mut depth = 0;
        while self.is_fresh.contains(&true) {
            depth += 1;
            assert!(depth < NEVER, "a number of steps beyond a byte");
            for (rank, is_next) in is_next.iter_mut().enumerate() {
                found.fill(0);
                for slide in &self.slides[self.begin[rank]..self.begin[rank + 1]] {
                    if self.is_fresh[slide.blanks as usize] {
                        let start = slide.blanks as usize * self.words;
                        let fresh = &self.fresh[start..start + self.words];
                        cube::add_moved(&mut found, fresh, slide.from.into(), slide.to.into());
                    }
                }
                let range = rank * self.words..(rank + 1) * self.words;
                let mut any = 0;
                for (found, open) in found.iter_mut().zip(&mut self.open[range.clone()]) {
                    *found &= *open;
                    *open ^= *found;
                    any |= *found;
                }
                *is_next = any != 0;
                cube::write_complement(&found, &mut next[range.clone()], self.pieces);
                if any != 0 {
                    self.note(range, &found, depth);
                }
            }
            std::mem::swap(&mut self.fresh, &mut next);
            std::mem::swap(&mut self.is_fresh, &mut is_next);
        }
    }

    /// Keeps a number for these colourings, as bits in the planes.
    fn note(&mut self, range: Range<usize>, found: &[u64], number: u8) {
        let needed = (u8::BITS - number.leading_zeros()) as usize;
        while self.planes.len() < needed {
            self.planes.push(vec![0; self.open.len()]);
        }
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            if number >> bit & 1 == 1 {
                for (plane, &found) in plane[range.clone()].iter_mut().zip(found) {
                    *plane |= found;
                }
            }
        }
    }

    /// The numbers of all positions with so many own pieces, [`NEVER`] where
    /// there is none.
    fn steps(&self, own: u32) -> Steps {
        match self.planes.len() {
            0..=4 => self.spread::<4>(own),
            _ => self.spread::<8>(own),
        }
    }

    /// [`Search::steps`], from at most `N` planes.
    fn spread<const N: usize>(&self, own: u32) -> Steps {
        let sets = self.is_fresh.len();
        let mut bytes = vec![0; sets * choose(self.pieces, own)];
        // The words that hold such colourings, with the places of these. They
        // ascend word by word, and so do their ranks.
        let words: Vec<(usize, &[u8])> = (0..self.words)
            .filter_map(|word| {
                let low = own.checked_sub(word.count_ones()).filter(|&low| low <= 6)?;
                let count = choose(self.pieces.min(6), low);
                Some((word, &PLACES[low as usize][..count]))
            })
            .collect();
        let mut rest = &mut bytes[..];
        for start in (0..sets).map(|rank| rank * self.words) {
            for &(word, places) in &words {
                let never = self.open[start + word];
                let mut planes = [0; N];
                for (to, plane) in planes.iter_mut().zip(&self.planes) {
                    *to = plane[start + word];
                }
                let (here, after) = rest.split_at_mut(places.len());
                rest = after;
                for (byte, &place) in here.iter_mut().zip(places) {
                    let bit = |word: u64| (word >> (place & 63)) as u8 & 1;
                    let number = (0..N).fold(0, |number, n| number | bit(planes[n]) << n);
                    *byte = number | (bit(never) * NEVER);
                }
            }
        }
        Steps { own, bytes }
    }
}

/// The colourings of the low six pieces, by the number of own ones.
const OF_SIZE: [u64; 7] = {
    let mut sets = [0; 7];
    let mut size = 0;
    while size < 7 {
        sets[size] = cube::of_size(size as u32);
        size += 1;
    }
    sets
};

/// The same as lists, ascending.
const PLACES: [[u8; 20]; 7] = {
    let mut places = [[0; 20]; 7];
    let mut lengths = [0; 7];
    let mut colouring = 0u8;
    while colouring < 64 {
        let size = colouring.count_ones() as usize;
        places[size][lengths[size]] = colouring;
        lengths[size] += 1;
        colouring += 1;
    }
    places
};

/// The colourings in this word with one of these numbers of own pieces.
fn valid(word: usize, pieces: u32, sizes: &[u32]) -> u64 {
    sizes
        .iter()
        .filter_map(|size| size.checked_sub(word.count_ones()))
        .filter(|&low| low <= 6)
        .fold(0, |set, low| set | OF_SIZE[low as usize])
        & cube::used(pieces)
}

/// Adds the colourings in which the cells of the line are all own or all not.
fn add_line(goals: &mut [u64], line: u32, blanks: u32) {
    // The line's pieces below 6 are a pattern within the word, the others bits
    // of the word's number.
    let (mut all, mut none, mut high) = (!0, !0, 0);
    for cell in cells_of(line) {
        let piece = (!blanks & ((1 << cell) - 1)).count_ones();
        if piece < 6 {
            all &= cube::own(piece, 0);
            none &= !cube::own(piece, 0);
        } else {
            high |= 1 << (piece - 6);
        }
    }
    for (word, goals) in goals.iter_mut().enumerate() {
        *goals |= if word & high == high { all } else { 0 };
        *goals |= if word & high == 0 { none } else { 0 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_a_position_with_a_number() {
        let mut optimized = Optimized::new();
        let mut nodes = |text: &str| {
            optimized.solve(&text.parse().unwrap()).unwrap();
            optimized.nodes()
        };
        let first = nodes("WWWO/BOOW/OOOO/OOOO w");
        assert_eq!(first, 43_268);
        assert_eq!(nodes("WWOO/WOOO/WOOB/OOOO b"), first, "the table knows it");
        assert_eq!(nodes("WWWO/OOOW/OOOO/OOOO b"), first + 92, "other counts");
    }
}
