//! Rare and common values: the sparse space method ("Winning Ways", chapter 4;
//! Flammenkamp), several heaps at a time, until a period is proved.
//!
//! In most games the values fall into two classes, told apart by the parity of
//! some of their bits, such that breaking a heap into two of different classes
//! gives an option of the common class, into two of the same class one of the
//! rare class (see `space.rs`). Nearly all heaps turn out to have common values. So
//!
//! 1. the options of the common class are found from the few rare heaps alone,
//!    all of them, and with them the least common value that is no option;
//! 2. it is the mex as soon as every rare value below it is seen to be an
//!    option, which a few common heaps of different values mostly confirm;
//! 3. for those that they leave, all pairs of heaps are looked at.
//!
//! The classes are found by counting and change as the values grow. The values
//! are exact whichever they are: a bad choice costs time. Where none is good
//! all options are looked at.
//!
//! Eight heaps are worked out together: for one rare heap their partners lie
//! side by side. Options with a heap of fewer than eight tokens come last, one
//! heap after the other, as the heaps before must be known for them.
//!
//! From a proved period on the values are copied.

mod lanes;
mod period;
mod space;
mod triples;

use lanes::{LANES, Marks};
use space::Space;
use triples::Triples;

use super::{Period, Ruleset, Take};
use crate::{Answer, Refusal, Solver};

/// g(0), g(1), … as far as they were asked for, and their period.
///
/// A node is a pair of heaps looked at, or a set of pairs where three heaps
/// may be left.
#[derive(Clone, Debug)]
pub struct Optimized {
    ruleset: Ruleset,
    values: Vec<u16>,
    /// A power of two above all values and all that stands beside.
    bound: usize,
    space: Space,
    marks: Marks,
    /// Pairs of heaps, where a move may leave three.
    triples: Option<Triples>,
    period: Option<Period>,
    /// The number of values at which the classes are looked for again.
    next_space: usize,
    /// The number of values at which a period is looked for again.
    next_period: usize,
    nodes: u64,
}

impl Optimized {
    /// The largest heap in a table of values.
    pub const MAX_HEAP: u64 = 1 << 28;

    /// Where a move may leave three heaps, the largest product of a heap and
    /// its value: the sets of pairs take so many bits, or twice as many.
    pub const MAX_PAIRS: usize = 1 << 26;

    /// How many nodes [`Solver::solve`] spends, about, on the period that gives
    /// the value of a heap beyond [`Optimized::MAX_HEAP`].
    pub const MAX_SEARCH: u64 = 1 << 30;

    /// So many heaps are worked out one by one, by all of their options.
    const FIRST: usize = 64;

    /// A table that holds nothing yet.
    #[must_use]
    pub fn new(ruleset: Ruleset) -> Optimized {
        let beside = ruleset.takes().iter().map(|take| usize::from(take.beside)).max();
        let in_three = ruleset.takes().iter().any(|take| take.leaves(3));
        Optimized {
            space: Space::plain(2),
            marks: Marks::new(),
            triples: in_three.then(Triples::default),
            values: vec![0],
            bound: (beside.unwrap_or(0) + 1).next_power_of_two().max(2),
            period: None,
            next_space: Optimized::FIRST,
            next_period: 2 * Optimized::FIRST,
            nodes: 0,
            ruleset,
        }
    }

    /// g(0) to g(`heap`).
    ///
    /// # Errors
    /// [`Refusal::TooLarge`] beyond [`Optimized::MAX_HEAP`], where a value is
    /// beyond 65535, or where three heaps may be left and the sets of pairs
    /// outgrow [`Optimized::MAX_PAIRS`]; [`Refusal::OutOfMemory`].
    pub fn values(&mut self, heap: u64) -> Result<&[u16], Refusal> {
        let wanted = entries(heap)?;
        let missing = (wanted + LANES).saturating_sub(self.values.len());
        self.values.try_reserve(missing).map_err(|_| out_of_memory(heap))?;
        while self.values.len() < wanted {
            if let Some(Period { period, .. }) = self.period {
                let from = self.values.len() - period as usize;
                let until = (wanted - period as usize).min(self.values.len());
                self.values.extend_from_within(from..until);
            } else {
                self.work_out(wanted)?;
            }
        }
        Ok(&self.values[..wanted])
    }

    /// The period that g(0) to g(`heap`) prove, with the least period and
    /// preperiod; `None` where they prove none.
    ///
    /// # Errors
    /// As [`Optimized::values`].
    pub fn period(&mut self, heap: u64) -> Result<Option<Period>, Refusal> {
        let (heaps, tokens) = self.ruleset.reach();
        self.values(heap)?;
        // It is the only one: others are longer, and take more values to prove.
        if let Some(proved) = self.period {
            return Ok((proved.last_checked + proved.period <= heap).then_some(proved));
        }
        Ok(match period::search(&self.values[..=heap as usize], heaps, tokens) {
            period::Search::Proved(period) => Some(period),
            period::Search::NotBefore(_) => None,
        })
    }

    /// More values, at most until there are `wanted` or a few more.
    fn work_out(&mut self, wanted: usize) -> Result<(), Refusal> {
        let n = self.values.len();
        if n >= self.next_period {
            let (heaps, tokens) = self.ruleset.reach();
            match period::search(&self.values, heaps, tokens) {
                period::Search::Proved(period) => {
                    self.period = Some(period);
                    return Ok(());
                }
                period::Search::NotBefore(next) => {
                    self.next_period = next_look(n, next);
                }
            }
        }
        if n >= self.next_space {
            self.space = match self.triples {
                None => Space::find(&self.values, self.bound, &self.ruleset),
                Some(_) => Space::all(&self.values, self.bound),
            };
            self.next_space = n + n / 2;
        }
        if n < Optimized::FIRST {
            let value = self.one_by_all(n)?;
            self.push(value)?;
            return Ok(());
        }
        // Heaps too many do no harm, but where one may be refused.
        self.several(n, if self.triples.is_some() { LANES.min(wanted - n) } else { LANES })
    }

    /// The value of the heap n by all its options.
    fn one_by_all(&mut self, n: usize) -> Result<u16, Refusal> {
        self.marks.clear(self.bound);
        self.mark_whole(n, 0);
        for take in self.ruleset.takes() {
            let Some(left) = n.checked_sub(take.tokens as usize) else { continue };
            if take.leaves(2) {
                for a in 1..=left / 2 {
                    let value = self.values[a] ^ self.values[left - a] ^ take.beside;
                    self.marks.set(value, 0);
                }
                self.nodes += left as u64 / 2;
            }
        }
        self.mark_triples(n, 0)?;
        self.marks.first_missing(&self.space.all, 0, 0).1.ok_or_else(|| too_large(n))
    }

    /// Marks the options that leave no heap or one.
    fn mark_whole(&mut self, n: usize, lane: usize) {
        for take in self.ruleset.takes() {
            let Some(left) = n.checked_sub(take.tokens as usize) else { continue };
            if take.leaves(0) && left == 0 {
                self.marks.set(take.beside, lane);
            }
            if take.leaves(1) && left > 0 {
                self.marks.set(self.values[left] ^ take.beside, lane);
            }
        }
    }

    /// Marks the options that leave three heaps.
    fn mark_triples(&mut self, n: usize, lane: usize) -> Result<(), Refusal> {
        let Some(triples) = &mut self.triples else { return Ok(()) };
        if n * self.bound > Optimized::MAX_PAIRS {
            return Err(Refusal::TooLarge {
                asked: format!("a heap of {n} that may be broken into three"),
                limit: format!(
                    "the product of heaps and values goes to {}; the value before is {}",
                    Optimized::MAX_PAIRS,
                    self.values[n - 1]
                ),
            });
        }
        for take in self.ruleset.takes() {
            let Some(left) = n.checked_sub(take.tokens as usize) else { continue };
            if take.leaves(3) {
                let marks = &mut self.marks;
                let mark = |value: u16| marks.set(value ^ take.beside, lane);
                self.nodes += triples.options(&self.values, self.bound, left, mark);
            }
        }
        Ok(())
    }

    /// The values of the heaps from n on, so many as there are `lanes`.
    fn several(&mut self, n: usize, lanes: usize) -> Result<(), Refusal> {
        self.marks.clear(self.bound);
        let breaks: Vec<(usize, u16)> = breaks(&self.ruleset).collect();
        let mut pairs = 0;
        for &(tokens, beside) in &breaks {
            let Some(left) = n.checked_sub(tokens) else { continue };
            // Where all heaps are rare, half of them will do.
            let last = if self.space.is_plain() { (left + LANES) / 2 + 1 } else { left };
            pairs += self.marks.pass(&self.values, &self.space.rare, left, last, beside);
        }
        let mut common = [(0, None); LANES];
        self.space.least_common(&self.marks, n, &mut common);
        let confirmed = self.confirm(n, &breaks, &common, &mut pairs);
        self.nodes += pairs;
        for lane in 0..lanes {
            let n = n + lane;
            self.mark_whole(n, lane);
            self.mark_triples(n, lane)?;
            for &(tokens, beside) in &breaks {
                for a in 1..LANES {
                    if let Some(b @ 1..) = n.checked_sub(tokens + a) {
                        self.marks.set(self.values[a] ^ self.values[b] ^ beside, lane);
                    }
                }
            }
            self.nodes += (breaks.len() * (LANES - 1)) as u64;
            let classes = self.space.classes(n);
            let (_, least) = self.marks.first_missing(&classes.common, common[lane].0, lane);
            let least = least.ok_or_else(|| too_large(n))?;
            let value = match self.rare_below(n, lane, least, confirmed[lane], &breaks) {
                Some(rare) => rare,
                None => least,
            };
            self.push(value)?;
        }
        Ok(())
    }

    /// Marks pairs of common heaps until, in every lane, all rare values below
    /// the least common one are options, or the list is at its end. Returns,
    /// for each lane, how many of the rare values, ascending, surely are.
    fn confirm(
        &mut self,
        n: usize,
        breaks: &[(usize, u16)],
        common: &[(usize, Option<u16>); LANES],
        pairs: &mut u64,
    ) -> [usize; LANES] {
        let mut confirmed = [0; LANES];
        let mut chunks = self.space.confirming.chunks(Space::CHUNK);
        loop {
            let mut done = true;
            for lane in 0..LANES {
                let rare = &self.space.classes(n + lane).rare;
                let limit = common[lane].1.unwrap_or(u16::MAX);
                let (index, value) = self.marks.first_missing(rare, confirmed[lane], lane);
                confirmed[lane] = index;
                done &= value.is_none_or(|value| value > limit);
            }
            let Some(chunk) = chunks.next() else { break };
            if done {
                break;
            }
            for &(tokens, beside) in breaks {
                let Some(left) = n.checked_sub(tokens) else { continue };
                *pairs += self.marks.scattered(&self.values, chunk, left, beside);
            }
        }
        confirmed
    }

    /// The least rare value below `least` that is no option of n, if there is
    /// one; of the first `confirmed` it is known that they are.
    fn rare_below(
        &mut self,
        n: usize,
        lane: usize,
        least: u16,
        confirmed: usize,
        breaks: &[(usize, u16)],
    ) -> Option<u16> {
        let rare = self.space.classes(n).rare[confirmed..].iter();
        rare.copied().take_while(|&value| value < least).find(|&value| {
            let is_option = self.marks.is_set(value, lane)
                || breaks.iter().any(|&(tokens, beside)| {
                    let left = n.saturating_sub(tokens);
                    breaks_into(&self.values, left, value ^ beside, &mut self.nodes)
                });
            !is_option
        })
    }

    fn push(&mut self, value: u16) -> Result<(), Refusal> {
        let n = self.values.len();
        self.values.push(value);
        self.space.push(n, value);
        if usize::from(value) >= self.bound {
            self.bound = (usize::from(value) + 1).next_power_of_two();
            self.space.extend(self.bound);
        }
        Ok(())
    }
}

/// The moves that leave two heaps: tokens taken, value beside.
fn breaks(ruleset: &Ruleset) -> impl Iterator<Item = (usize, u16)> {
    let two = |take: &Take| take.leaves(2).then_some((take.tokens as usize, take.beside));
    ruleset.takes().iter().filter_map(two)
}

/// Whether the heap `left` can be broken into two that are worth this much.
fn breaks_into(values: &[u16], left: usize, value: u16, nodes: &mut u64) -> bool {
    // No stop within a chunk: so it runs on vectors.
    const CHUNK: usize = 64;
    let small = values[1..=left / 2].chunks(CHUNK);
    let large = values[left - left / 2..left].rchunks(CHUNK);
    small.zip(large).any(|(small, large)| {
        *nodes += small.len() as u64;
        let pairs = small.iter().zip(large.iter().rev());
        pairs.fold(false, |found, (x, y)| found | (x ^ y == value))
    })
}

/// How many values a table to this heap has.
fn entries(heap: u64) -> Result<usize, Refusal> {
    if heap > Optimized::MAX_HEAP {
        return Err(Refusal::TooLarge {
            asked: format!("a table of the heaps up to {heap}"),
            limit: format!("a table ends at {}", Optimized::MAX_HEAP),
        });
    }
    Ok(heap as usize + 1)
}

fn out_of_memory(heap: u64) -> Refusal {
    Refusal::OutOfMemory {
        asked: format!("a table of the heaps up to {heap}"),
        bytes: 2 * u128::from(heap),
    }
}

/// The number of values at which a period is looked for again, where there are n
/// and fewer than `next` prove none: a tenth more at least, or the search would
/// cost more than the values.
fn next_look(n: usize, next: usize) -> usize {
    next.clamp(n + n / 10, 2 * n)
}

fn too_large(n: usize) -> Refusal {
    Refusal::TooLarge {
        asked: format!("the value of a heap of {n}"),
        limit: "values go to 65535".into(),
    }
}

impl Solver<u64> for Optimized {
    const NAME: &'static str = "optimized";
    type Value = u16;

    /// The value of a heap of so many tokens, of any size where a period is
    /// proved.
    fn solve(&mut self, heap: &u64) -> Result<Answer<u16>, Refusal> {
        let answer = |value| Ok(Answer { value, remoteness: None });
        if self.period.is_none() {
            if *heap <= Optimized::MAX_HEAP {
                return answer(self.values(*heap)?[*heap as usize]);
            }
            while self.period.is_none() && self.nodes < Optimized::MAX_SEARCH {
                let known = self.values.len() as u64;
                self.values(known + known / 16)?;
            }
        }
        let Some(Period { preperiod, period, .. }) = self.period else {
            return Err(Refusal::TooLarge {
                asked: format!("a heap of {heap}"),
                limit: format!(
                    "no period is proved by the first {} heaps, and without one the largest is {}",
                    self.values.len(),
                    Optimized::MAX_HEAP
                ),
            });
        };
        let index = if *heap < preperiod { *heap } else { preperiod + (heap - preperiod) % period };
        answer(self.values[index as usize])
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests;
