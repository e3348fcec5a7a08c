//! Sets of pawns, numbered.

/// The members of a set, ascending.
pub(crate) fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        bit
    })
}

/// Sets with at most so many members, ascending as numbers.
#[derive(Debug)]
pub(crate) struct Sets {
    pub(crate) list: Vec<u32>,
    /// By size of the universe and members that are still allowed, how many
    /// sets there are. Beyond a word there are none that matter.
    counts: Vec<[u32; 12]>,
    /// By byte of a set, members in higher bytes, and what the byte is: what
    /// its members add to the place, and from bit [`COUNT`] on their number.
    bytes: Box<[[[u32; 256]; 16]; 4]>,
    members: u32,
}

/// No list is longer than 2^COUNT, no set has more than 10 members.
pub(crate) const COUNT: u32 = 28;

impl Sets {
    pub(crate) fn new(universe: u32, members: u32) -> Sets {
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
        let mut bytes = Box::new([[[0; 256]; 16]; 4]);
        for (at, by_above) in bytes.iter_mut().enumerate() {
            for (above, by_byte) in by_above.iter_mut().enumerate().take(members as usize + 1) {
                for (byte, entry) in by_byte.iter_mut().enumerate() {
                    let set = (byte as u32) << (8 * at);
                    let fits = above as u32 + set.count_ones() <= members;
                    if !fits || u64::from(set) >> universe != 0 {
                        continue;
                    }
                    let mut left = members as usize - above - set.count_ones() as usize;
                    for element in bits(set) {
                        left += 1;
                        *entry += counts[element as usize][left];
                    }
                    *entry |= set.count_ones() << COUNT;
                }
            }
        }
        Sets { list, counts, bytes, members }
    }

    /// The most members of a set.
    pub(crate) fn members(&self) -> u32 {
        self.members
    }

    /// How many there are within the first `universe` elements.
    pub(crate) fn count(&self, universe: u32) -> u32 {
        self.counts[universe as usize][self.members as usize]
    }

    /// How many sets without more than so many members there are within the
    /// first `element`s: what a member adds to the place of a set, `left` being
    /// the members that may still come with it, itself included.
    pub(crate) fn below(&self, element: u32, left: u32) -> u32 {
        self.counts[element as usize][left as usize]
    }

    /// The place of a set in the list.
    pub(crate) fn rank(&self, set: u32) -> u32 {
        let mut sum = 0;
        for (at, byte) in set.to_le_bytes().into_iter().enumerate().rev() {
            sum += self.bytes[at][(sum >> COUNT) as usize][usize::from(byte)];
        }
        sum & ((1 << COUNT) - 1)
    }
}

/// One of each pair of black pawns that the mirror exchanges, for the white
/// pawns that are their own image and leave so many cells of each column.
#[derive(Debug)]
pub(crate) struct Mirrored {
    /// Bit `i` of all words: the set of place `i` is not after its image.
    pub(crate) first: Vec<u64>,
    /// How many such bits lie before each word.
    pub(crate) before: Vec<u32>,
}

impl Mirrored {
    pub(crate) fn rank(&self, place: u32) -> u32 {
        let (word, bit) = (place as usize / 64, place % 64);
        self.before[word] + (self.first[word] & ((1 << bit) - 1)).count_ones()
    }

    pub(crate) fn select(&self, rank: u32) -> u32 {
        let word = self.before.partition_point(|&before| before <= rank) - 1;
        let mut bits = self.first[word];
        for _ in self.before[word]..rank {
            bits &= bits - 1;
        }
        word as u32 * 64 + bits.trailing_zeros()
    }

    /// The first place that counts after this one; the last one's is beyond.
    pub(crate) fn next(&self, place: u32) -> u32 {
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
