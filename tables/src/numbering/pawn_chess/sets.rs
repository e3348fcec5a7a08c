//! Sets of pawns, numbered.

/// The members of a set, ascending.
pub(super) fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        bit
    })
}

/// Sets with at most so many members, ascending as numbers.
#[derive(Debug)]
pub(super) struct Sets {
    pub(super) list: Vec<u32>,
    /// By size of the universe and members that are still allowed, how many
    /// sets there are. Beyond a word there are none that matter.
    counts: Vec<[u32; 12]>,
    members: u32,
}

impl Sets {
    pub(super) fn new(universe: u32, members: u32) -> Sets {
        let mut counts = vec![[1_u32; 12]; universe as usize + 1];
        for size in 1..=universe as usize {
            for left in 1..=members as usize {
                counts[size][left] =
                    counts[size - 1][left].saturating_add(counts[size - 1][left - 1]);
            }
        }
        let mut list = vec![0_u32];
        for element in 0..universe {
            for at in 0..list.len() {
                if list[at].count_ones() < members {
                    list.push(list[at] | 1 << element);
                }
            }
        }
        Sets { list, counts, members }
    }

    /// How many there are within the first `universe` elements.
    pub(super) fn count(&self, universe: u32) -> u32 {
        self.counts[universe as usize][self.members as usize]
    }

    /// The place of a set in the list.
    pub(super) fn rank(&self, mut set: u32) -> u32 {
        let (mut rank, mut left) = (0, self.members as usize);
        while set != 0 {
            let highest = 31 - set.leading_zeros();
            set ^= 1 << highest;
            rank += self.counts[highest as usize][left];
            left -= 1;
        }
        rank
    }
}

/// One of each pair of black pawns that the mirror exchanges, for the white
/// pawns that are their own image and leave so many cells of each column.
#[derive(Debug)]
pub(super) struct Mirrored {
    /// Bit `i` of all words: the set of place `i` is not after its image.
    pub(super) first: Vec<u64>,
    /// How many such bits lie before each word.
    pub(super) before: Vec<u32>,
}

impl Mirrored {
    pub(super) fn rank(&self, place: u32) -> u32 {
        let (word, bit) = (place as usize / 64, place % 64);
        self.before[word] + (self.first[word] & ((1 << bit) - 1)).count_ones()
    }

    pub(super) fn select(&self, rank: u32) -> u32 {
        let word = self.before.partition_point(|&before| before <= rank) - 1;
        let mut bits = self.first[word];
        for _ in self.before[word]..rank {
            bits &= bits - 1;
        }
        word as u32 * 64 + bits.trailing_zeros()
    }

    /// The first place that counts after this one; the last one's is beyond.
    pub(super) fn next(&self, place: u32) -> u32 {
        let place = place + 1;
        let mut word = place as usize / 64;
        let mut bits = self.first.get(word).map_or(0, |bits| bits >> (place % 64) << (place % 64));
        while bits == 0 {
            word += 1;
            match self.first.get(word) {
                Some(&next) => bits = next,
                None => return u32::MAX,
            }
        }
        word as u32 * 64 + bits.trailing_zeros()
    }
}
