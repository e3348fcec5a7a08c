//! The values of runs, by the recurrence as it stands.

use crate::Refusal;

/// g(0), g(1), … as far as they were asked for, each from all before it.
///
/// A node is an option looked at, mirror images once: n for g(n).
#[derive(Clone, Debug, Default)]
pub struct Recurrence {
    values: Vec<u8>,
    nodes: u64,
}

impl Recurrence {
    /// The longest run. Its value takes 2·10¹⁰ steps, some ten seconds.
    pub const MAX_RUN: u64 = 200_000;

    /// A table that holds nothing yet.
    #[must_use]
    pub fn new() -> Recurrence {
        Recurrence::default()
    }

    /// g(n), the value of a run of n untouched columns.
    ///
    /// # Errors
    /// [`Refusal::TooLarge`] beyond [`Recurrence::MAX_RUN`].
    pub fn run_value(&mut self, n: u64) -> Result<u8, Refusal> {
        if n > Recurrence::MAX_RUN {
            return Err(Refusal::TooLarge {
                asked: format!("a run of {n} columns"),
                limit: format!(
                    "the quadratic recurrence takes {}; the optimized road takes any",
                    Recurrence::MAX_RUN
                ),
            });
        }
        let n = n as usize;
        while self.values.len() <= n {
            let next = self.mex_of_options(self.values.len());
            self.values.push(next);
        }
        Ok(self.values[n])
    }

    /// The options looked at so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    fn mex_of_options(&mut self, n: usize) -> u8 {
        let g = &self.values;
        let mut reached = [false; 256];
        // A cell leaves runs that add up to n - 1, a block to n - 2. What is
        // left and right of the move may be exchanged: half of them are all.
        for (left, lone) in [(n.checked_sub(1), 1), (n.checked_sub(2), 0)] {
            let Some(total) = left else { continue };
            let half = total / 2 + 1;
            for (a, b) in g[..half].iter().zip(g[..=total].iter().rev()) {
                reached[usize::from(a ^ b ^ lone)] = true;
            }
            self.nodes += half as u64;
        }
        let mex = (0..=u8::MAX).find(|&value| !reached[usize::from(value)]);
        mex.expect("the values of this game stay far below 256")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_and_its_mirror_image_are_looked_at_once() {
        let mut recurrence = Recurrence::new();
        assert_eq!((recurrence.run_value(6), recurrence.nodes()), (Ok(3), (1..=6).sum()));
        assert_eq!((recurrence.run_value(3), recurrence.nodes()), (Ok(2), 21));
    }

    #[test]
    fn the_longest_run_is_taken_and_the_next_one_refused() {
        let mut recurrence = Recurrence::new();
        recurrence.values = vec![7; Recurrence::MAX_RUN as usize + 1];
        assert_eq!(recurrence.run_value(200_000), Ok(7));
        for n in [200_001, 200_002, u64::MAX] {
            let refusal = recurrence.run_value(n).unwrap_err();
            assert!(refusal.to_string().starts_with(&format!("a run of {n} columns is")));
        }
    }
}
