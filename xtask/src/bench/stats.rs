//! Medians, and what resampling says about them.

/// The middle of the values, or the mean of the two middle ones.
///
/// # Panics
/// Without a value.
pub(crate) fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let half = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[half] } else { (sorted[half - 1] + sorted[half]) / 2.0 }
}

/// A figure and the interval in which it lies with 99 % confidence.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Estimate {
    pub(crate) middle: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// The median of the launches' medians.
///
/// A process has its own luck with the layout of its memory, so the rounds of
/// one launch are not independent. The interval therefore comes from drawing
/// launches anew, and then rounds within each (a bootstrap of two stages).
///
/// # Panics
/// Without a launch, or where one has no rounds.
pub(crate) fn estimate(launches: &[Vec<f64>]) -> Estimate {
    const DRAWS: usize = 2_000;
    const BEYOND: f64 = 0.005;
    let medians: Vec<f64> = launches.iter().map(|rounds| median(rounds)).collect();
    let mut random = Random(0x5eed);
    let mut draws: Vec<f64> = (0..DRAWS)
        .map(|_| {
            let drawn: Vec<f64> = launches
                .iter()
                .map(|_| {
                    let rounds = &launches[random.below(launches.len())];
                    let again: Vec<f64> =
                        rounds.iter().map(|_| rounds[random.below(rounds.len())]).collect();
                    median(&again)
                })
                .collect();
            median(&drawn)
        })
        .collect();
    draws.sort_by(f64::total_cmp);
    let at = |share: f64| draws[((DRAWS - 1) as f64 * share).round() as usize];
    Estimate { middle: median(&medians), low: at(BEYOND), high: at(1.0 - BEYOND) }
}

/// Splitmix64: the same draws on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(z ^ z >> 31) * bound as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle() {
        assert_eq!(median(&[3.0]), 3.0);
        assert_eq!(median(&[9.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[9.0, 1.0, 2.0, 4.0]), 3.0);
    }

    #[test]
    fn the_interval_holds_the_truth_and_shrinks_with_agreement() {
        let same = estimate(&vec![vec![1.05; 8]; 4]);
        assert_eq!(same, Estimate { middle: 1.05, low: 1.05, high: 1.05 });
        let noise = |scale: f64| -> Vec<Vec<f64>> {
            let mut random = Random(7);
            let mut draw = |_| 1.0 + scale * (random.below(2001) as f64 / 1000.0 - 1.0);
            (0..5).map(|_| (0..9).map(&mut draw).collect()).collect()
        };
        let (calm, wild) = (estimate(&noise(0.01)), estimate(&noise(0.2)));
        assert!(calm.low <= 1.0 && 1.0 <= calm.high, "{calm:?}");
        assert!(wild.low < calm.low && calm.high < wild.high, "{wild:?} {calm:?}");
    }

    #[test]
    fn one_launch_of_another_mind_widens_the_interval() {
        let mut launches = vec![vec![1.0; 9]; 3];
        launches.push(vec![1.2; 9]);
        let estimate = estimate(&launches);
        assert_eq!((estimate.middle, estimate.low), (1.0, 1.0));
        assert!(estimate.high > 1.05, "{estimate:?}");
    }
}
