//! A random sequence that its seed decides: SplitMix64 (Steele, Lea, Flood
//! 2014).

pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Below this; 0 where that is 0.
    pub(super) fn below(&mut self, count: usize) -> usize {
        let high = u128::from(self.next()) * count as u128;
        (high >> 64) as usize
    }
}
