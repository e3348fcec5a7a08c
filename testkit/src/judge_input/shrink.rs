//! From an input that a program fails to a smallest one.
//!
//! Fewer cases first, by halving (Zeller's delta debugging); then a plain
//! layout; then each case is reduced while it still fails; and where one case
//! is left, all smaller ones are tried in ascending order, many in one input
//! where the judge's format allows it. The first of them that fails is the
//! smallest there is; where none does, the case itself is.

use super::{Input, Judge, Layout, Smaller};

/// What became of one run of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trial {
    /// All answers are right.
    Passes,
    /// It fails, in the way that is shrunk.
    Fails {
        /// The first wrong case, from 0, where one is known.
        case: Option<usize>,
    },
    /// No answer: the shrinking is to end with what it has.
    Stop,
}

/// How much is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The most runs of the program.
    pub runs: u64,
}

/// What is known of the inputs that are smaller than the shrunk one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// Every smaller valid input passes: each was tried.
    Smallest {
        /// How many there are.
        cases: u64,
    },
    /// So many smaller ones were tried and pass; there are more.
    Sampled {
        /// How many were tried.
        cases: u64,
    },
    /// The budget was spent, or several cases are needed to fail.
    None,
}

/// A shrunk input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shrunk<C> {
    /// The input, which failed when it was last tried.
    pub input: Input<C>,
    /// What is known of smaller ones.
    pub proof: Proof,
    /// The runs of the program that it took.
    pub runs: u64,
}

/// Shrinks an input that fails. `trial` runs the program.
///
/// `first_wrong` is the first wrong case, from 0, where it is known. Every input
/// that is tried is valid.
pub fn shrink<J: Judge>(
    judge: &J,
    input: Input<J::Case>,
    first_wrong: Option<usize>,
    budget: Budget,
    trial: impl FnMut(&Input<J::Case>) -> Trial,
) -> Shrunk<J::Case> {
    let mut shrinker = Shrinker { judge, input, budget, trial, runs: 0, stopped: false };
    shrinker.fewer_cases(first_wrong);
    shrinker.plain_layout();
    shrinker.reduce();
    let proof = shrinker.smaller();
    Shrunk { input: shrinker.input, proof, runs: shrinker.runs }
}

struct Shrinker<'a, J: Judge, F> {
    judge: &'a J,
    input: Input<J::Case>,
    budget: Budget,
    trial: F,
    runs: u64,
    stopped: bool,
}

impl<J: Judge, F: FnMut(&Input<J::Case>) -> Trial> Shrinker<'_, J, F> {
    /// Runs the program; `Some` where it fails.
    fn fails(&mut self, input: &Input<J::Case>) -> Option<Option<usize>> {
        if self.stopped || self.runs >= self.budget.runs {
            self.stopped = true;
            return None;
        }
        self.runs += 1;
        match (self.trial)(input) {
            Trial::Passes => None,
            Trial::Fails { case } => Some(case),
            Trial::Stop => {
                self.stopped = true;
                None
            }
        }
    }

    /// Takes the input where it fails.
    fn take(&mut self, input: Input<J::Case>) -> bool {
        let fails = self.fails(&input).is_some();
        if fails {
            self.input = input;
        }
        fails
    }

    fn with_cases(&self, cases: Vec<J::Case>) -> Input<J::Case> {
        Input { cases, layout: self.input.layout }
    }

    fn fewer_cases(&mut self, first_wrong: Option<usize>) {
        if let Some(case) = first_wrong.and_then(|case| self.input.cases.get(case)) {
            let alone = self.with_cases(vec![case.clone()]);
            if self.input.cases.len() > 1 && self.take(alone) {
                return;
            }
        }
        let mut parts = 2;
        while self.input.cases.len() > 1 && !self.stopped {
            let cases = self.input.cases.clone();
            let parts_now = parts.min(cases.len());
            let length = cases.len().div_ceil(parts_now);
            let alone = cases.chunks(length).map(<[_]>::to_vec);
            let without = (0..cases.len()).step_by(length).map(|start| {
                let end = (start + length).min(cases.len());
                [&cases[..start], &cases[end..]].concat()
            });
            // Of two parts each is the other's rest.
            let rests = without.filter(|_| parts_now > 2);
            let taken = alone.chain(rests).any(|cases| self.take(self.with_cases(cases)));
            if taken {
                parts = 2;
            } else if parts_now == cases.len() {
                return;
            } else {
                parts *= 2;
            }
        }
    }

    fn plain_layout(&mut self) {
        if self.input.layout != Layout::Plain {
            self.take(Input::plain(self.input.cases.clone()));
        }
    }

    fn reduce(&mut self) {
        for at in 0..self.input.cases.len() {
            while !self.stopped {
                let mut reductions = self.judge.reductions(&self.input.cases[at]);
                let taken = reductions.any(|case| {
                    let mut cases = self.input.cases.clone();
                    cases[at] = case;
                    self.take(self.with_cases(cases))
                });
                if !taken {
                    break;
                }
            }
        }
    }

    fn smaller(&mut self) -> Proof {
        let [case] = self.input.cases.as_slice() else { return Proof::None };
        let (cases, all) = match self.judge.smaller(case) {
            Smaller::All(cases) => (cases, true),
            Smaller::Sample(cases) => (cases, false),
        };
        let mut cases = cases.peekable();
        let mut tried = 0;
        while cases.peek().is_some() && !self.stopped {
            let batch: Vec<J::Case> = cases.by_ref().take(J::MOST_CASES).collect();
            let count = batch.len() as u64;
            let input = self.with_cases(batch);
            if let Some(wrong) = self.fails(&input)
                && let Some(before) = self.first_alone(&input, wrong)
            {
                tried += before;
                break;
            }
            tried += count;
        }
        match (self.stopped, all) {
            (true, _) => Proof::None,
            (false, true) => Proof::Smallest { cases: tried },
            (false, false) => Proof::Sampled { cases: tried },
        }
    }

    /// Takes the first case of the input that fails alone; hands back how many
    /// stand before it. None does where it takes several to fail.
    fn first_alone(&mut self, input: &Input<J::Case>, wrong: Option<usize>) -> Option<u64> {
        // The cases before a wrong answer have right ones.
        let first = wrong.unwrap_or(0);
        (first..input.cases.len())
            .find(|&at| self.take(self.with_cases(vec![input.cases[at].clone()])))
            .map(|at| at as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Painting, Random};
    use super::*;

    /// A program that fails on grids like these: all that is kept is needed.
    #[test]
    fn nothing_superfluous_is_kept() {
        let mut judge = Painting::new(None).unwrap();
        let mut random = Random::new(5);
        for _ in 0..20 {
            let cases: Vec<_> = (0..60).map(|_| judge.random(&mut random)).collect();
            let bad = |grid: &tesuji_core::painting::Grid| {
                grid.columns() >= 3 && grid.painted_count() >= 2
            };
            let trial = |input: &Input<_>| match input.cases.iter().position(bad) {
                None => Trial::Passes,
                case => Trial::Fails { case },
            };
            if cases.iter().any(bad) {
                let budget = Budget { runs: 1000 };
                let shrunk = shrink(&judge, Input::plain(cases), None, budget, trial);
                let [case] = shrunk.input.cases.as_slice() else { panic!("{shrunk:?}") };
                assert_eq!(case.to_string(), "3: 1,1 2,1");
                // Grids of one and two columns, and of three with one painted cell at most.
                assert_eq!(shrunk.proof, Proof::Smallest { cases: 4 + 16 + 1 + 6 });
            }
        }
    }

    #[test]
    fn cases_that_only_fail_together_stay_together() {
        let judge = Painting::new(None).unwrap();
        let grid = |columns| tesuji_core::painting::Grid::new(columns).unwrap();
        let cases: Vec<_> = (1..=40).map(grid).collect();
        let trial = |input: &Input<tesuji_core::painting::Grid>| {
            let has = |columns| input.cases.iter().any(|grid| grid.columns() == columns);
            if has(7) && has(31) { Trial::Fails { case: None } } else { Trial::Passes }
        };
        let shrunk = shrink(&judge, Input::plain(cases), None, Budget { runs: 1000 }, trial);
        assert_eq!(shrunk.input.cases, [grid(7), grid(31)]);
        assert_eq!(shrunk.proof, Proof::None);
    }

    #[test]
    fn a_spent_budget_ends_with_what_there_is() {
        let judge = Painting::new(None).unwrap();
        let grid = tesuji_core::painting::Grid::new(50).unwrap();
        for runs in 0..20 {
            let trial = |input: &Input<_>| {
                assert!(!input.cases.is_empty());
                Trial::Fails { case: None }
            };
            let input = Input::plain(vec![grid.clone(); 9]);
            let shrunk = shrink(&judge, input, None, Budget { runs }, trial);
            assert!(shrunk.runs <= runs);
        }
    }
}
