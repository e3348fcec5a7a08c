//! What is drawn from a seed, input by input.

use super::{Input, Judge, Layout, Random};

/// Which cases are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Kind {
    /// Cases as they come.
    Random,
    /// The cases that programs get wrong, in all layouts, over and over.
    Edge,
    /// The longest games, deepest boards, largest sizes.
    Long,
    /// All of them: first every edge once, then one long input for seven others.
    #[default]
    All,
}

/// Inputs of a kind from a seed, one after the other.
///
/// The sequence is a promise: the same seed gives the same inputs, whatever the
/// number that is asked for.
#[derive(Clone, Debug)]
pub struct Source {
    kind: Kind,
    random: Random,
    /// Inputs so far.
    drawn: usize,
    /// Edges so far.
    edges: usize,
}

impl Source {
    /// The inputs of this kind and seed.
    #[must_use]
    pub fn new(kind: Kind, seed: u64) -> Source {
        Source { kind, random: Random::new(seed), drawn: 0, edges: 0 }
    }

    /// The next input: at most this many cases, and at most what the judge puts
    /// in one.
    ///
    /// # Panics
    /// Where `most` is 0: an input has a case.
    pub fn next_input<J: Judge>(&mut self, judge: &mut J, most: usize) -> Input<J::Case> {
        assert!(most > 0, "an input has at least one case");
        let most = most.min(J::MOST_CASES);
        let at = self.drawn;
        self.drawn += 1;
        match self.kind {
            Kind::Edge => self.edge(judge, most),
            Kind::All if self.edges_left(judge) => self.edge(judge, most),
            Kind::Long => self.cases(judge, most, J::long),
            Kind::All if at % 8 == 7 => self.cases(judge, most, J::long),
            Kind::All | Kind::Random => {
                // Now and then a small T, down to a single case.
                let small = self.random.below(8) == 0;
                let most = if small { 1 + self.random.index(most) } else { most };
                self.cases(judge, most, J::random)
            }
        }
    }

    /// One input of exactly `count` cases, at most what the judge puts in one,
    /// of this kind, in which each case is drawn by itself: of all kinds about
    /// every fourth is an edge and every eighth is long. Always laid out
    /// plainly.
    ///
    /// # Panics
    /// Where `count` is 0: an input has a case.
    pub fn mixed_input<J: Judge>(&mut self, judge: &mut J, count: usize) -> Input<J::Case> {
        assert!(count > 0, "an input has at least one case");
        let edges = judge.edges();
        let mut draw = || match (self.kind, self.random.below(8)) {
            (Kind::Edge, _) | (Kind::All, 0 | 1) => edges[self.random.index(edges.len())].clone(),
            (Kind::Long, _) | (Kind::All, 2) => judge.long(&mut self.random),
            (Kind::All | Kind::Random, _) => judge.random(&mut self.random),
        };
        Input::plain((0..count.min(J::MOST_CASES)).map(|_| draw()).collect())
    }

    /// Whether the edges have not yet come in every layout.
    fn edges_left<J: Judge>(&self, judge: &J) -> bool {
        self.edges < judge.edges().len() * (1 + J::LAYOUTS.len())
    }

    /// The next edges: all of them plainly, then all in the next layout.
    fn edge<J: Judge>(&mut self, judge: &J, most: usize) -> Input<J::Case> {
        let edges = judge.edges();
        let layouts = [&[Layout::Plain], J::LAYOUTS].concat();
        let layout = layouts[self.edges / edges.len() % layouts.len()];
        let first = self.edges % edges.len();
        let cases: Vec<J::Case> = edges.into_iter().skip(first).take(most).collect();
        self.edges += cases.len();
        Input { cases, layout }
    }

    fn cases<J: Judge>(
        &mut self,
        judge: &mut J,
        count: usize,
        draw: fn(&mut J, &mut Random) -> J::Case,
    ) -> Input<J::Case> {
        Input::plain((0..count).map(|_| draw(judge, &mut self.random)).collect())
    }
}
