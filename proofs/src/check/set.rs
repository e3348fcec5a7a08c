//! Sets of cells.

/// Words of the largest board's set: 900 cells.
const WORDS: usize = 15;

/// A set of cells, by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Set([u64; WORDS]);

impl Set {
    pub(crate) const EMPTY: Set = Set([0; WORDS]);

    pub(crate) fn insert(&mut self, cell: u16) {
        self.0[usize::from(cell / 64)] |= 1 << (cell % 64);
    }

    pub(crate) fn remove(&mut self, cell: u16) {
        self.0[usize::from(cell / 64)] &= !(1 << (cell % 64));
    }

    pub(crate) fn contains(&self, cell: u16) -> bool {
        self.0[usize::from(cell / 64)] >> (cell % 64) & 1 == 1
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    pub(crate) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub(crate) fn add(&mut self, other: &Set) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
    }

    pub(crate) fn and(mut self, other: &Set) -> Set {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
        self
    }

    pub(crate) fn without(mut self, other: &Set) -> Set {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= !other);
        self
    }

    /// The first 64 cells.
    pub(crate) fn word(&self) -> u64 {
        self.0[0]
    }

    /// Ascending.
    pub(crate) fn cells(self) -> impl Iterator<Item = u16> {
        self.0.into_iter().enumerate().flat_map(|(at, mut word)| {
            std::iter::from_fn(move || {
                let bit = word.checked_ilog2().map(|_| word.trailing_zeros())?;
                word &= word - 1;
                Some(at as u16 * 64 + bit as u16)
            })
        })
    }

    /// Every cell at its image.
    pub(crate) fn image(self, of: &[u16]) -> Set {
        let mut image = Set::EMPTY;
        self.cells().for_each(|cell| image.insert(of[usize::from(cell)]));
        image
    }

    /// As many words as hold this many cells, for keeping.
    pub(crate) fn trimmed(&self, cells: u16) -> Box<[u64]> {
        self.0[..usize::from(cells.div_ceil(64))].into()
    }
}

impl From<&[u64]> for Set {
    fn from(words: &[u64]) -> Set {
        let mut set = Set::EMPTY;
        set.0[..words.len()].copy_from_slice(words);
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_was_put_in() {
        let mut set = Set::EMPTY;
        let cells = [0, 1, 63, 64, 127, 128, 500, 899];
        cells.iter().for_each(|&cell| set.insert(cell));
        assert!(set.cells().eq(cells));
        assert_eq!(set.len(), 8);
        assert!(set.contains(899) && !set.contains(898));
        assert_eq!(Set::from(&*set.trimmed(900)), set);
        let turned: Vec<u16> = (0..900).rev().collect();
        assert!(set.image(&turned).cells().eq([0, 399, 771, 772, 835, 836, 898, 899]));
        let mut other = set;
        other.remove(63);
        assert!(set.without(&other).cells().eq([63]));
        assert_eq!(set.and(&other), other);
        other.insert(63);
        assert_eq!(set, other);
        assert!(set.without(&set).is_empty());
    }
}
