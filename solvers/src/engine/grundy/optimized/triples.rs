//! Three heaps: the set of the values of all pairs, for each total.

/// For each total j the set of g(b) xor g(c) with b + c = j and b, c ≥ 1, as
/// bits: the value v is bit v mod 64 of word v / 64. A set ends with the bound
/// that held when it was made.
#[derive(Clone, Default, Debug)]
pub(super) struct Triples {
    pairs: Vec<Vec<u64>>,
    /// For each value r the union of the pairs that go with a heap of value r.
    unions: Vec<u64>,
}

impl Triples {
    /// Calls `mark` with the value of every way to break `total` into three
    /// heaps, each value as often as it comes. `bound` is a power of two above
    /// all values. Returns the sets that were joined.
    ///
    /// Let a be the least of the three: all pairs of `total` − a go with it.
    /// They are joined by the value r of a, and r is put in once a union.
    pub(super) fn options(
        &mut self,
        values: &[u16],
        bound: usize,
        total: usize,
        mut mark: impl FnMut(u16),
    ) -> u64 {
        let words = bound.div_ceil(64);
        for total in self.pairs.len()..total {
            let mut set = vec![0; words];
            for b in 1..=total / 2 {
                let value = values[b] ^ values[total - b];
                set[usize::from(value / 64)] |= 1_u64 << (value % 64);
            }
            self.pairs.push(set);
        }
        self.unions.clear();
        self.unions.resize(bound * words, 0);
        let others = self.pairs[..total].iter().rev();
        for (&a, pairs) in values[1..].iter().zip(others).take(total / 3) {
            let union = &mut self.unions[usize::from(a) * words..][..words];
            for (union, pairs) in union.iter_mut().zip(pairs) {
                *union |= pairs;
            }
        }
        // First the high bits of r, which change words; then the low ones,
        // which are the same for many r, within the words.
        let mut moved_words = vec![0; bound.min(64) * words];
        for (r, union) in self.unions.chunks_exact(words).enumerate() {
            let moved_words = &mut moved_words[r % 64 * words..][..words];
            for (index, &word) in union.iter().enumerate() {
                moved_words[index ^ (r / 64)] |= word;
            }
        }
        let mut reached = vec![0; words];
        for (low, moved_words) in moved_words.chunks_exact(words).enumerate() {
            for (reached, &word) in reached.iter_mut().zip(moved_words) {
                *reached |= moved(word, low);
            }
        }
        for (index, word) in reached.into_iter().enumerate() {
            let mut left = word;
            while left != 0 {
                mark((index * 64) as u16 + left.trailing_zeros() as u16);
                left &= left - 1;
            }
        }
        total as u64 / 3
    }
}

/// The set of v xor r for all v of a set of numbers below 64: halves, quarters
/// and so on change places for the bits of r.
fn moved(set: u64, r: usize) -> u64 {
    const LOW: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    let swap = |set: u64, (bit, low): (usize, u64)| {
        if r >> bit & 1 == 0 {
            return set;
        }
        let by = 1 << bit;
        (set & low) << by | set >> by & low
    };
    (0..).zip(LOW).fold(set, swap)
}
