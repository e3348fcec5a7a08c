//! The definition: every option of every heap, and a period by trying all.

use super::{Period, Ruleset};
use crate::{Answer, Refusal, Solver};

/// g(0), g(1), … as far as they were asked for, each from all of its options.
///
/// A node is an option looked at; orders of the same heaps are one option.
#[derive(Clone, Debug)]
pub struct Naive {
    ruleset: Ruleset,
    values: Vec<u16>,
    nodes: u64,
}

impl Naive {
    /// The largest heap; a few seconds.
    pub const MAX_HEAP: u64 = 50_000;

    /// The largest heap where a move may leave three.
    pub const MAX_HEAP_IN_THREE: u64 = 1_000;

    /// A table that holds nothing yet.
    #[must_use]
    pub fn new(ruleset: Ruleset) -> Naive {
        Naive { ruleset, values: Vec::new(), nodes: 0 }
    }

    /// g(0) to g(`heap`).
    ///
    /// # Errors
    /// [`Refusal::TooLarge`] for a heap beyond the limits, or a value beyond
    /// 65535.
    pub fn values(&mut self, heap: u64) -> Result<&[u16], Refusal> {
        let in_three = self.ruleset.takes().iter().any(|take| take.leaves(3));
        let limit = if in_three { Naive::MAX_HEAP_IN_THREE } else { Naive::MAX_HEAP };
        if heap > limit {
            return Err(Refusal::TooLarge {
                asked: format!("a heap of {heap}"),
                limit: format!("option by option it is {limit}; the optimized road takes more"),
            });
        }
        let last = heap as usize;
        while self.values.len() <= last {
            let value = self.mex_of_options()?;
            self.values.push(value);
        }
        Ok(&self.values[..=last])
    }

    /// The mex of the options of the first heap without a value.
    fn mex_of_options(&mut self) -> Result<u16, Refusal> {
        let g = &self.values;
        let n = g.len();
        // The xor of numbers has no more bits than they have.
        let beside = self.ruleset.takes().iter().map(|take| take.beside);
        let largest = g.iter().copied().chain(beside).max().unwrap_or(0);
        let bound = (usize::from(largest) + 1).next_power_of_two();
        let mut reached = vec![false; bound + 1];
        for take in self.ruleset.takes() {
            let Some(left) = n.checked_sub(take.tokens as usize) else { continue };
            if take.leaves(0) && left == 0 {
                reached[usize::from(take.beside)] = true;
                self.nodes += 1;
            }
            if take.leaves(1) && left > 0 {
                reached[usize::from(g[left] ^ take.beside)] = true;
                self.nodes += 1;
            }
            if take.leaves(2) {
                for a in 1..=left / 2 {
                    reached[usize::from(g[a] ^ g[left - a] ^ take.beside)] = true;
                    self.nodes += 1;
                }
            }
            if take.leaves(3) {
                for a in 1..=left / 3 {
                    for b in a..=(left - a) / 2 {
                        let three = g[a] ^ g[b] ^ g[left - a - b];
                        reached[usize::from(three ^ take.beside)] = true;
                        self.nodes += 1;
                    }
                }
            }
        }
        let mex = reached.iter().position(|&is_option| !is_option).unwrap_or(bound);
        u16::try_from(mex).map_err(|_| Refusal::TooLarge {
            asked: format!("the value of a heap of {n}"),
            limit: "values go to 65535".into(),
        })
    }

    /// The period that g(0) to g(`heap`) prove, with the least period and
    /// preperiod; `None` where they prove none.
    ///
    /// # Errors
    /// As [`Naive::values`].
    pub fn period(&mut self, heap: u64) -> Result<Option<Period>, Refusal> {
        let takes = self.ruleset.takes().iter();
        let k = takes.clone().map(|take| u64::from(take.tokens)).max().unwrap_or(0);
        let s = if takes.clone().any(|take| take.leaves(3)) {
            3
        } else if takes.clone().any(|take| take.leaves(2)) {
            2
        } else {
            1
        };
        let g = self.values(heap)?;
        for period in 1..=heap {
            // Back from the end as long as the values are those one period on.
            let alike = |m: &u64| g[*m as usize] == g[(*m + period) as usize];
            let matches = (0..=heap - period).rev().take_while(alike).count() as u64;
            let preperiod = heap - period + 1 - matches;
            let last_checked = s * preperiod.max(1) + (s - 1) * period + k - s;
            if last_checked <= heap - period {
                return Ok(Some(Period { preperiod, period, last_checked }));
            }
        }
        Ok(None)
    }
}

impl Solver<u64> for Naive {
    const NAME: &'static str = "naive";
    type Value = u16;

    /// The value of a heap of so many tokens.
    fn solve(&mut self, heap: &u64) -> Result<Answer<u16>, Refusal> {
        let value = self.values(*heap)?[*heap as usize];
        Ok(Answer { value, remoteness: None })
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::grundy::Take;
    use crate::octal::Code;

    #[test]
    fn a_node_is_an_option() {
        for (code, nodes) in
            [("0.3", 40), ("0.77", 820), ("4.0", 400), ("0.8", 1_708), ("0.F7", 2_528)]
        {
            let mut naive = Naive::new(code.parse::<Code>().unwrap().ruleset());
            naive.values(40).unwrap();
            assert_eq!(naive.nodes(), nodes, "{code}");
        }
    }

    #[test]
    fn the_largest_heap_is_taken_and_the_next_one_refused() {
        for (heaps, limit) in [(0b111, 50_000), (0b1111, 1_000)] {
            let take = Take { tokens: 1, heaps, beside: 0 };
            let mut naive = Naive::new(Ruleset::new([take]).unwrap());
            naive.values = vec![3; limit as usize + 1];
            let answer = Answer { value: 3, remoteness: None };
            assert_eq!(naive.solve(&limit), Ok(answer));
            assert_eq!(
                naive.solve(&(limit + 1)).unwrap_err().to_string(),
                format!(
                    "a heap of {} is beyond the limit: option by option it is {limit}; the \
                     optimized road takes more",
                    limit + 1
                )
            );
        }
    }

    #[test]
    fn where_no_heap_breaks_the_values_are_remainders() {
        let takes = (1..=255).map(|tokens| Take { tokens, heaps: 0b11, beside: 0 });
        let mut naive = Naive::new(Ruleset::new(takes).unwrap());
        assert_eq!(naive.values(300).unwrap()[255..258], [255, 0, 1]);
    }
}
