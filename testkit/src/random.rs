//! The random generator: xoshiro256**, seeded by SplitMix64.
//!
//! Both are by Blackman and Vigna (<https://prng.di.unimi.it>, public domain)
//! and are written out here, in forty lines, because their output is a promise:
//! what is made from a seed is the same on every machine and in every version.
//! A dependency could keep that promise only as long as nobody updates it.
//!
//! It is no secret generator; a seed is a name for a sequence.

/// A running generator. 32 bytes.
///
/// ```
/// use tesuji_testkit::random::Random;
///
/// let mut random = Random::new(1);
/// assert_eq!(random.next_u64(), 12_966_619_160_104_079_557);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Random([u64; 4]);

impl Random {
    /// The generator of this seed. Any number is a seed, also 0.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        let mut state = seed;
        Random([(); 4].map(|()| split_mix(&mut state)))
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.0;
        let result = b.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        result
    }

    /// A number below `limit`, each as likely as the next: the high half of a
    /// product, drawn again where the low half would favour some (Lemire 2019).
    ///
    /// # Panics
    /// Where `limit` is 0: there is no such number.
    pub fn below(&mut self, limit: u64) -> u64 {
        assert!(limit > 0, "no number is below 0");
        let unfair = limit.wrapping_neg() % limit;
        loop {
            let product = u128::from(self.next_u64()) * u128::from(limit);
            if product as u64 >= unfair {
                return (product >> 64) as u64;
            }
        }
    }

    /// [`Random::below`] for an index.
    ///
    /// # Panics
    /// Where `limit` is 0.
    pub fn index(&mut self, limit: usize) -> usize {
        self.below(limit as u64) as usize
    }

    /// Puts the items in an order, each order as likely as the next (Fisher and
    /// Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }
}

/// The next number of SplitMix64.
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers that the authors' C programs print.
    #[test]
    fn both_generators_are_the_published_ones() {
        let mut state = 1_234_567;
        let numbers = [(); 5].map(|()| split_mix(&mut state));
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(numbers, published);
        let mut random = Random([1, 2, 3, 4]);
        let numbers = [(); 8].map(|()| random.next_u64());
        let published = [
            11_520,
            0,
            1_509_978_240,
            1_215_971_899_390_074_240,
            1_216_172_134_540_287_360,
            607_988_272_756_665_600,
            16_172_922_978_634_559_625,
            8_476_171_486_693_032_832,
        ];
        assert_eq!(numbers, published);
    }

    #[test]
    fn what_is_made_of_a_seed_never_changes() {
        let mut random = Random::new(7);
        let numbers: Vec<u64> = (1..=12).map(|limit| random.below(limit * limit)).collect();
        let mut letters = *b"abcdefgh";
        random.shuffle(&mut letters);
        assert_eq!(numbers, [0, 1, 7, 15, 24, 31, 2, 6, 32, 15, 65, 105]);
        assert_eq!(&letters, b"eadbfcgh");
    }

    #[test]
    fn every_number_and_every_order_comes_about_equally_often() {
        let mut random = Random::new(3);
        let mut counts = [0; 5];
        (0..50_000).for_each(|_| counts[random.index(5)] += 1);
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
        let mut orders = [[0; 3]; 3];
        for _ in 0..30_000 {
            let mut items = [0, 1, 2];
            random.shuffle(&mut items);
            items.iter().enumerate().for_each(|(at, &item)| orders[at][item] += 1);
        }
        assert!(orders.as_flattened().iter().all(|count| (9_500..10_500).contains(count)));
    }
}
