//! The search backwards from the goals, by sets of colourings.

use std::sync::Mutex;
use std::thread;

use super::cube;
use super::optimized::{NEVER, Steps};
use super::ranking::{choose, rank_set, unrank_set};
use super::shape::{Shape, cells_of};

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
pub(super) struct Search {
    pieces: u32,
    words: usize,
    /// The slides of all sets of blanks, by rank, and where each set's begin.
    slides: Vec<Slide>,
    begin: Vec<usize>,
    /// Colourings without a number, `words` a set of blanks.
    pub(super) open: Vec<u64>,
    /// What the last level found, seen by the other side.
    fresh: Vec<u64>,
    /// Whether the last level found anything, by blanks.
    is_fresh: Vec<bool>,
    /// The numbers, bit by bit: plane `b` holds the colourings with bit `b`.
    planes: Vec<Vec<u64>>,
    threads: usize,
}

/// Below so many words a level is not worth another thread.
const ALONE: usize = 1 << 17;

impl Search {
    pub(super) fn new(shape: &Shape, blanks: u32, sizes: &[u32], threads: usize) -> Search {
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
            threads: if sets * words < ALONE { 1 } else { threads.max(1) },
        };
        let all: Vec<u32> = (0..sets).map(|rank| unrank_set(rank, blanks, shape.cells)).collect();
        for &blanks in &all {
            search.add_slides(shape, blanks);
        }
        let valid: Vec<u64> = (0..words).map(|word| valid(word, pieces, sizes)).collect();
        let each = search.open.chunks_exact_mut(words).zip(search.fresh.chunks_exact_mut(words));
        share(search.threads, all.iter().zip(each), |goals, (&blanks, (open, fresh))| {
            goals.clear();
            goals.resize(words, 0);
            for &line in shape.lines.iter().filter(|&&line| line & blanks == 0) {
                add_line(goals, line, blanks);
            }
            for ((goals, open), &valid) in goals.iter_mut().zip(open).zip(&valid) {
                *goals &= valid;
                *open = valid & !*goals;
            }
            cube::write_complement(goals, fresh, pieces);
        });
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

    pub(super) fn run(&mut self) {
        let mut next = vec![0; self.fresh.len()];
        let mut is_next = vec![false; self.is_fresh.len()];
        let mut depth: u8 = 0;
        while self.is_fresh.contains(&true) {
            depth += 1;
            assert!(depth < NEVER, "a number of steps beyond a byte");
            let needed = (u8::BITS - depth.leading_zeros()) as usize;
            while self.planes.len() < needed {
                self.planes.push(vec![0; self.open.len()]);
            }
            self.level(depth, &mut next, &mut is_next);
            std::mem::swap(&mut self.fresh, &mut next);
            std::mem::swap(&mut self.is_fresh, &mut is_next);
        }
    }

    /// Finds the colourings of this depth: with each set of blanks by itself.
    fn level(&mut self, depth: u8, next: &mut [u64], is_next: &mut [bool]) {
        let Search { pieces, words, ref slides, ref begin, .. } = *self;
        let (fresh, is_fresh) = (&self.fresh, &self.is_fresh);
        let mut planes: Vec<_> = self
            .planes
            .iter_mut()
            .enumerate()
            .filter(|&(bit, _)| depth >> bit & 1 == 1)
            .map(|(_, plane)| plane.chunks_exact_mut(words))
            .collect();
        let sets = self.open.chunks_exact_mut(words).zip(next.chunks_exact_mut(words));
        let sets = sets.zip(is_next).enumerate().map(|(rank, ((open, next), is_next))| Blanks {
            rank,
            open,
            next,
            is_next,
            planes: planes.iter_mut().map(|plane| plane.next().expect("one a set")).collect(),
        });
        let work = |found: &mut Vec<u64>, set: Blanks<'_>| {
            found.clear();
            found.resize(words, 0);
            for slide in &slides[begin[set.rank]..begin[set.rank + 1]] {
                if is_fresh[slide.blanks as usize] {
                    let fresh = &fresh[slide.blanks as usize * words..][..words];
                    cube::add_moved(found, fresh, slide.from.into(), slide.to.into());
                }
            }
            let mut any = 0;
            for (found, open) in found.iter_mut().zip(set.open) {
                *found &= *open;
                *open ^= *found;
                any |= *found;
            }
            *set.is_next = any != 0;
            cube::write_complement(found, set.next, pieces);
            if any != 0 {
                for plane in set.planes {
                    plane.iter_mut().zip(&*found).for_each(|(plane, &found)| *plane |= found);
                }
            }
        };
        share(self.threads, sets, work);
    }

    /// The numbers of all positions with so many own pieces, [`NEVER`] where
    /// there is none.
    pub(super) fn steps(&self, own: u32) -> Steps {
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
        let row = bytes.len() / sets;
        let rows = bytes.chunks_exact_mut(row).zip((0..).step_by(self.words));
        share(self.threads, rows, |_, (mut rest, start): (&mut [u8], usize)| {
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
        });
        Steps { own, bytes }
    }
}

/// What a level writes of one set of blanks.
struct Blanks<'a> {
    rank: usize,
    open: &'a mut [u64],
    next: &'a mut [u64],
    is_next: &'a mut bool,
    /// Those of the bits that the level's number has.
    planes: Vec<&'a mut [u64]>,
}

/// `work` on each item, by so many threads, each with a buffer of its own.
fn share<T>(
    threads: usize,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(&mut Vec<u64>, T) + Sync,
) {
    if threads == 1 {
        let mut buffer = Vec::new();
        return items.for_each(|item| work(&mut buffer, item));
    }
    let items = Mutex::new(items);
    let run = || {
        let mut buffer = Vec::new();
        // The lock is not held while an item is worked on.
        let next = || items.lock().expect("no iterator of these panics").next();
        while let Some(item) = next() {
            work(&mut buffer, item);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(run);
        }
        run();
    });
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
