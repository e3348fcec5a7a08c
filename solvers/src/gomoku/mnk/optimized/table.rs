//! What is known of positions: numbers while they are open, and for good the
//! answer with its zone and move.

/// The number of a proof that cannot be.
pub(super) const NEVER: u32 = u32::MAX;

/// What names a position: two disjoint sets of cells, the side to move, and
/// whether the defender's own rows count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Key {
    pub(super) first: u64,
    pub(super) second: u64,
    pub(super) kind: u8,
}

/// What is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// How much is missing to the mover's success: 0 where it is proved.
    pub(super) phi: u32,
    /// How much to his failure.
    pub(super) delta: u32,
    /// Of a proof: what else the other side may hold without harm.
    pub(super) zone: u64,
    /// The move that succeeds, a bit; 0 for none.
    pub(super) mv: u64,
}

impl Known {
    /// A proof.
    pub(super) fn settled(success: bool, zone: u64, mv: u64) -> Known {
        let (phi, delta) = if success { (0, NEVER) } else { (NEVER, 0) };
        Known { phi, delta, zone, mv }
    }

    /// Whether the mover succeeds, where it is proved.
    pub(super) fn success(&self) -> Option<bool> {
        match (self.phi, self.delta) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }
}

/// An entry, of 40 bytes; a move as the number of its bit.
#[derive(Clone, Copy)]
struct Entry {
    first: u64,
    second: u64,
    zone: u64,
    phi: u32,
    delta: u32,
    work: u32,
    kind: u8,
    mv: u8,
}

const NONE: u8 = 64;

const EMPTY: Entry =
    Entry { first: 0, second: 0, zone: 0, phi: 0, delta: 0, work: 0, kind: u8::MAX, mv: NONE };

impl Entry {
    fn is(&self, key: Key) -> bool {
        (self.first, self.second, self.kind) == (key.first, key.second, key.kind)
    }
}

/// Places of a bucket, of which the one with the least work gives way.
const BUCKET: usize = 4;

/// The least number of places.
const LEAST: usize = 1 << 10;

/// Buckets of four entries.
pub(super) struct Table {
    entries: Box<[Entry]>,
}

impl Table {
    /// A table of at most so many bytes, but of 40 kB at least.
    pub(super) fn new(bytes: usize) -> Table {
        let places = (bytes / size_of::<Entry>()).max(LEAST);
        Table { entries: vec![EMPTY; 1 << places.ilog2()].into() }
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(EMPTY);
    }

    fn bucket(&self, key: Key) -> usize {
        let second = key.second ^ u64::from(key.kind);
        let mixed = key.first.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ second.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(31);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed >> 32) as usize & (self.entries.len() - 1) & !(BUCKET - 1)
    }

    pub(super) fn get(&self, key: Key) -> Option<Known> {
        let bucket = self.bucket(key);
        let entry = self.entries[bucket..bucket + BUCKET].iter().find(|entry| entry.is(key))?;
        let mv = if entry.mv == NONE { 0 } else { 1 << entry.mv };
        Some(Known { phi: entry.phi, delta: entry.delta, zone: entry.zone, mv })
    }

    /// Notes what is known now, after so much more work on this position.
    pub(super) fn put(&mut self, key: Key, known: Known, work: u64) {
        let bucket = self.bucket(key);
        let bucket = &mut self.entries[bucket..bucket + BUCKET];
        let before = bucket.iter().position(|entry| entry.is(key));
        let work = u32::try_from(work).unwrap_or(u32::MAX);
        let (place, work) = match before {
            Some(place) => (place, bucket[place].work.saturating_add(work)),
            None => {
                let least = (0..BUCKET).min_by_key(|&at| bucket[at].work);
                (least.expect("a bucket has places"), work)
            }
        };
        bucket[place] = Entry {
            first: key.first,
            second: key.second,
            zone: known.zone,
            phi: known.phi,
            delta: known.delta,
            work,
            kind: key.kind,
            mv: if known.mv == 0 { NONE } else { known.mv.trailing_zeros() as u8 },
        };
    }
}
