//! What the results of a match say about the strength of two engines.
//!
//! The two games of an opening, with colours swapped, are not independent, so
//! that it is pairs that count: a pair yields 0, ½, 1, 1½ or 2 points, five
//! outcomes whose probabilities nobody knows (the *pentanomial* model). Of all
//! such distributions with a given mean the one under which the results are
//! likeliest gives the likelihood of that mean; the same with single games and
//! three outcomes is the *trinomial* model.
//!
//! - The sequential test is the generalized one of Wald's (X. Li, J. Liu,
//!   Z. Ying, "Generalized Sequential Probability Ratio Test for Separate
//!   Families of Hypotheses", 2014; for games: M. Van den Bergh, "The Generalized
//!   Sequential Probability Ratio Test for multinomial distributions", 2019,
//!   <https://www.cantate.be/Fishtest/GSPRT_approximation.pdf>, whose
//!   proposition 1.1 is the maximum that is computed here).
//! - The interval holds the means whose likelihood ratio to the best is not
//!   significant (A. B. Owen, "Empirical likelihood ratio confidence intervals
//!   for a single functional", 1988). It is good also where all games are won.

use std::fmt::{self, Display};

/// The 95 % quantile of chi-squared with one degree of freedom.
const CHI_SQUARED: f64 = 3.841_458_820_694_124;

/// What an outcome that has not been met counts for, so that its probability
/// is small and not nothing; also that of Fishtest.
const UNMET: f64 = 1e-3;

/// Outcomes from nothing to everything in equal steps, each with how often it
/// was met.
type Counts<'a> = &'a [u32];

/// The log-likelihood of the counts, up to a constant, under the likeliest
/// distribution of this mean, `0 < mean < 1`.
///
/// With `a` an outcome, `c` its count and `n` their sum, the maximum lies at
/// `p = c / (n (1 + t (a - mean)))` for the one `t` that gives that mean.
fn log_likelihood(counts: Counts<'_>, mean: f64) -> f64 {
    let steps = (counts.len() - 1) as f64;
    let met: Vec<(f64, f64)> = counts
        .iter()
        .enumerate()
        .map(|(i, &count)| (i as f64 / steps - mean, f64::from(count).max(UNMET)))
        .collect();
    let total: f64 = met.iter().map(|(_, count)| count).sum();
    // The sum falls as t grows; at the ends of this range it is without bound.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let t = f64::midpoint(low, high);
        let sum: f64 = met.iter().map(|(off, count)| count * off / (1.0 + t * off)).sum();
        if sum > 0.0 { low = t } else { high = t }
    }
    let t = f64::midpoint(low, high);
    met.iter().map(|(off, count)| count * (count / (total * (1.0 + t * off))).ln()).sum()
}

/// The mean outcome, of 0 to 1; nothing where nothing was counted.
fn mean(counts: Counts<'_>) -> Option<f64> {
    let steps = (counts.len() - 1) as f64;
    let total: f64 = counts.iter().map(|&count| f64::from(count)).sum();
    let sum: f64 = (0..).zip(counts).map(|(i, &count)| f64::from(i) * f64::from(count)).sum();
    (total > 0.0).then(|| sum / steps / total)
}

/// The difference in Elo at which this share of the points is expected.
pub(super) fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

/// The share of the points that is expected at this difference in Elo.
pub(super) fn share(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// A share of the points, with the 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Estimate {
    pub(super) share: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Estimate {
    /// `None` where nothing was counted.
    pub(super) fn of(counts: Counts<'_>) -> Option<Estimate> {
        const EDGE: f64 = 1e-9;
        let share = mean(counts)?;
        let inner = share.clamp(EDGE, 1.0 - EDGE);
        let best = log_likelihood(counts, inner);
        let edge = |far: f64| {
            let (mut inside, mut outside) = (inner, far);
            for _ in 0..100 {
                let middle = f64::midpoint(inside, outside);
                let ratio = 2.0 * (best - log_likelihood(counts, middle));
                if ratio <= CHI_SQUARED { inside = middle } else { outside = middle }
            }
            inside
        };
        Some(Estimate { share, low: edge(EDGE), high: edge(1.0 - EDGE) })
    }
}

impl Display for Estimate {
    /// `Elo +35, 95 % from -10 to +81`; beyond a thousand there is no saying.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |share: f64| match elo(share) {
            elo if elo > 1000.0 => "+1000 and more".to_owned(),
            elo if elo < -1000.0 => "-1000 and less".to_owned(),
            elo => format!("{elo:+.0}"),
        };
        let [share, low, high] = [self.share, self.low, self.high].map(text);
        write!(f, "Elo {share}, 95 % from {low} to {high}")
    }
}

/// A sequential probability ratio test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Sprt {
    /// The difference in Elo that is to be refuted.
    pub(super) elo0: f64,
    /// The one that is to be shown, which is greater.
    pub(super) elo1: f64,
    /// How often a difference of `elo0` may pass.
    pub(super) alpha: f64,
    /// How often one of `elo1` may fail.
    pub(super) beta: f64,
}

/// What a test has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// As strong as `elo0` says, or weaker.
    H0,
    /// As strong as `elo1` says, or stronger.
    H1,
    /// More games are needed.
    Open,
}

impl Sprt {
    /// The log-likelihood ratio of `elo1` to `elo0`.
    pub(super) fn ratio(&self, counts: Counts<'_>) -> f64 {
        if mean(counts).is_none() {
            return 0.0;
        }
        log_likelihood(counts, share(self.elo1)) - log_likelihood(counts, share(self.elo0))
    }

    /// Wald's bounds: at or below the first H0 is accepted, at or above the
    /// second H1.
    pub(super) fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// What the counts decide.
    pub(super) fn verdict(&self, counts: Counts<'_>) -> Verdict {
        let ratio = self.ratio(counts);
        let [low, high] = self.bounds();
        if ratio <= low {
            Verdict::H0
        } else if ratio >= high {
            Verdict::H1
        } else {
            Verdict::Open
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    fn near(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() <= within, "{found} where {expected} was expected");
    }

    /// Tests that were run for Stockfish, with the ratios that are published in
    /// Fastchess's tests (app/tests/sprt_test.cpp), to their two digits.
    #[test]
    fn published_ratios_come_out() {
        let five = [223, 9863, 21279, 10037, 246];
        near(sprt(0.5, 2.5).ratio(&five), -3.07, 0.02);
        near(sprt(0.0, 2.0).ratio(&[871, 26175, 55983, 26678, 821]), -4.98, 0.02);
        // Losses, draws, wins.
        near(sprt(0.5, 2.5).ratio(&[21184, 40708, 21404]), -1.57, 0.02);
        near(sprt(0.0, 2.0).ratio(&[57030, 106_593, 57433]), -2.59, 0.02);
    }

    /// Where only two outcomes are met the likeliest distribution is binomial.
    #[test]
    fn wins_and_losses_alone_are_binomial() {
        let test = sprt(-20.0, 45.0);
        let (s0, s1) = (share(-20.0), share(45.0));
        let expected = 70.0 * (s1 / s0).ln() + 30.0 * ((1.0 - s1) / (1.0 - s0)).ln();
        near(test.ratio(&[30, 0, 70]), expected, 1e-2);
        near(test.ratio(&[30, 0, 0, 0, 70]), expected, 1e-2);
        // A win of all: the least share p that is not refuted has p^n = exp(-3.84/2).
        let all = Estimate::of(&[0, 0, 0, 0, 20]).unwrap();
        near(all.low, (-CHI_SQUARED / 40.0).exp(), 5e-3);
        near(all.high, 1.0, 1e-6);
    }

    #[test]
    fn an_interval_is_that_of_the_normal_distribution_where_games_are_many() {
        let counts = [300, 1000, 4000, 1500, 400];
        let mean = mean(&counts).unwrap();
        let variance: f64 = (0..5)
            .map(|i| f64::from(counts[i as usize]) * (f64::from(i) / 4.0 - mean).powi(2))
            .sum::<f64>()
            / 7200.0;
        let error = 1.959_964 * (variance / 7200.0).sqrt();
        let estimate = Estimate::of(&counts).unwrap();
        near(estimate.low, mean - error, 1e-4);
        near(estimate.high, mean + error, 1e-4);
        near(estimate.share, mean, 1e-12);
    }

    #[test]
    fn both_sides_are_treated_alike() {
        let counts = [3, 5, 7, 2, 9];
        let mirrored = [9, 2, 7, 5, 3];
        near(sprt(0.0, 30.0).ratio(&counts), -sprt(-30.0, 0.0).ratio(&mirrored), 1e-6);
        let (one, other) = (Estimate::of(&counts).unwrap(), Estimate::of(&mirrored).unwrap());
        near(one.low, 1.0 - other.high, 1e-6);
        assert!(one.low < one.share && one.share < one.high);
        assert_eq!(Estimate::of(&[0; 5]), None);
    }

    #[test]
    fn a_test_ends_at_its_bounds() {
        let test = sprt(0.0, 100.0);
        near(test.bounds()[1], 19_f64.ln(), 1e-12);
        near(test.bounds()[0], -19_f64.ln(), 1e-12);
        assert_eq!(test.verdict(&[0; 5]), Verdict::Open);
        assert_eq!(test.verdict(&[0, 0, 1, 0, 4]), Verdict::Open);
        assert_eq!(test.verdict(&[0, 2, 5, 10, 40]), Verdict::H1);
        assert_eq!(test.verdict(&[40, 10, 5, 2, 0]), Verdict::H0);
    }

    #[test]
    fn elo_and_share_say_the_same() {
        near(elo(0.75), 190.85, 0.01);
        near(share(0.0), 0.5, 0.0);
        near(elo(share(-123.0)), -123.0, 1e-9);
        let all = Estimate::of(&[0, 0, 0, 0, 1000]).unwrap().to_string();
        assert!(all.starts_with("Elo +1000 and more, 95 % from +"), "{all}");
    }
}
