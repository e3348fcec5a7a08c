//! Logistic regression.

use super::features::{CLASSES, Sample};
use super::weights::{QUARTERS, Weights};

/// How the weights are sought.
pub(super) struct Terms {
    pub(super) iterations: u32,
    /// A weight is drawn to where it was as by so many positions.
    pub(super) hold: f64,
    /// Of a unit of the value, in logits.
    pub(super) scale: f64,
}

/// Tempo, movers, waiters: what a value is a sum of, as one vector.
const PARAMETERS: usize = 1 + 2 * CLASSES;

type Vector = [f64; PARAMETERS];

fn vector(weights: &Weights) -> Vector {
    let mut vector = [0.0; PARAMETERS];
    vector[0] = weights.tempo.into();
    for class in 0..CLASSES {
        vector[1 + class] = weights.mover[class].into();
        vector[1 + CLASSES + class] = weights.waiter[class].into();
    }
    vector
}

fn rounded(vector: &Vector) -> Weights {
    let round = |at: usize| vector[at].round().clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    Weights {
        tempo: round(0).into(),
        mover: std::array::from_fn(|class| round(1 + class)),
        waiter: std::array::from_fn(|class| round(1 + CLASSES + class)),
    }
}

/// Calls `visit` with each parameter that the value of this position has, and
/// what it is multiplied with.
fn visit(sample: &Sample, mut visit: impl FnMut(usize, f64)) {
    visit(0, 1.0);
    for &(class, count) in &sample.mover {
        visit(1 + usize::from(class), f64::from(count));
    }
    for &(class, count) in &sample.waiter {
        visit(1 + CLASSES + usize::from(class), -f64::from(count));
    }
}

/// The value in units.
fn value(sample: &Sample, vector: &Vector) -> f64 {
    let mut sum = 0.0;
    visit(sample, |at, factor| sum += factor * vector[at]);
    sum / QUARTERS
}

/// What the side to move may hope for, by this value.
fn chance(value: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-value * scale).exp())
}

/// What is lost by having hoped so.
fn regret(chance: f64, result: f64) -> f64 {
    const EDGE: f64 = 1e-12;
    let chance = chance.clamp(EDGE, 1.0 - EDGE);
    -(result * chance.ln() + (1.0 - result) * (1.0 - chance).ln())
}

/// The mean regret under these weights, in nats.
pub(super) fn loss(samples: &[Sample], weights: &Weights, scale: f64) -> f64 {
    let vector = vector(weights);
    let regret = |s: &Sample| regret(chance(value(s, &vector), scale), s.result);
    samples.iter().map(regret).sum::<f64>() / samples.len().max(1) as f64
}

/// The scale under which these weights foretell best.
pub(super) fn scale(samples: &[Sample], weights: &Weights) -> f64 {
    let vector = vector(weights);
    let values: Vec<(f64, f64)> = samples.iter().map(|s| (value(s, &vector), s.result)).collect();
    let loss = |scale: f64| -> f64 {
        values.iter().map(|&(value, result)| regret(chance(value, scale), result)).sum()
    };
    // The loss is convex in the scale: a search by thirds, of its logarithm.
    let (mut low, mut high) = (-12.0_f64, 0.0_f64);
    for _ in 0..60 {
        let [a, b] = [low + (high - low) / 3.0, high - (high - low) / 3.0];
        if loss(a.exp()) < loss(b.exp()) { high = b } else { low = a }
    }
    f64::midpoint(low, high).exp()
}

/// Weights that foretell the results of these positions, and stay where they
/// were where the positions say nothing. `told` gets each step and the loss
/// before it.
///
/// Steepest descent with a step of each weight's own (D. Kingma, J. Ba, Adam,
/// 2014), over all positions at a time, so that nothing is left to chance.
pub(super) fn fit(
    samples: &[Sample],
    from: &Weights,
    terms: &Terms,
    mut told: impl FnMut(u32, f64),
) -> Weights {
    const DECAY: [f64; 2] = [0.9, 0.999];
    /// The first steps, in quarters of a unit; the last are a tenth of them.
    const STEP: f64 = 4.0;
    let origin = vector(from);
    let mut now = origin;
    let mut moments = [[0.0; PARAMETERS]; 2];
    let scale = terms.scale / QUARTERS;
    let count = samples.len().max(1) as f64;
    for step in 0..terms.iterations {
        let mut gradient = [0.0; PARAMETERS];
        let mut loss = 0.0;
        for sample in samples {
            let chance = chance(value(sample, &now), terms.scale);
            loss += regret(chance, sample.result);
            let slope = (chance - sample.result) * scale;
            visit(sample, |at, factor| gradient[at] += factor * slope);
        }
        told(step, loss / count);
        let size = STEP * 0.1_f64.powf(f64::from(step) / f64::from(terms.iterations));
        for at in 0..PARAMETERS {
            // A position that is in doubt bends its loss by a quarter of the
            // scale's square.
            let held = terms.hold * (now[at] - origin[at]) * scale * scale / 4.0;
            let slope = (gradient[at] + held) / count;
            moments[0][at] = DECAY[0] * moments[0][at] + (1.0 - DECAY[0]) * slope;
            moments[1][at] = DECAY[1] * moments[1][at] + (1.0 - DECAY[1]) * slope * slope;
            let [first, second] =
                [0, 1].map(|i| moments[i][at] / (1.0 - DECAY[i].powi(step as i32 + 1)));
            if second > 0.0 {
                now[at] -= size * first / second.sqrt();
            }
        }
    }
    rounded(&now)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flat() -> Weights {
        Weights { tempo: 0, mover: [40; CLASSES], waiter: [40; CLASSES] }
    }

    /// Games in which class 5 decides for who has it and class 9 says nothing.
    fn samples() -> Vec<Sample> {
        let sample = |mover: &[(u16, u16)], waiter: &[(u16, u16)], result| Sample {
            mover: mover.to_vec(),
            waiter: waiter.to_vec(),
            result,
        };
        let mut samples = Vec::new();
        for n in 0..400 {
            let often = f64::from(u8::from(n % 10 != 0));
            samples.push(sample(&[(5, 1), (9, n % 3)], &[], often));
            samples.push(sample(&[], &[(5, 1), (9, n % 5)], 1.0 - often));
            samples.push(sample(&[(9, n % 2)], &[(9, n % 3)], 0.5));
        }
        samples
    }

    #[test]
    fn what_wins_is_worth_more_afterwards() {
        let (samples, before) = (samples(), flat());
        let scale = scale(&samples, &before);
        let terms = Terms { iterations: 300, hold: 1.0, scale };
        let after = fit(&samples, &before, &terms, |_, _| ());
        assert!(loss(&samples, &after, scale) < loss(&samples, &before, scale));
        assert!(after.mover[5] > 2 * after.mover[9].abs(), "{} {}", after.mover[5], after.mover[9]);
        assert!(after.waiter[5] > 2 * after.waiter[9].abs());
        // No position has it.
        assert_eq!((after.mover[77], after.waiter[77]), (40, 40));
        assert_eq!(after, fit(&samples, &before, &terms, |_, _| ()));
    }

    #[test]
    fn what_is_held_stays() {
        let samples = samples();
        let scale = scale(&samples, &flat());
        let held = Terms { iterations: 200, hold: 1e12, scale };
        let after = fit(&samples, &flat(), &held, |_, _| ());
        let moved = |weights: &[i16; CLASSES]| weights.iter().any(|w| (w - 40).abs() > 3);
        assert!(!moved(&after.mover) && !moved(&after.waiter));
    }
}
