//! Test data for people whose program answers a judge's input: cases that are
//! always valid, their right answers, a comparison, and shrinking.
//!
//! [`Judge`] is what a game must tell; [`PawnChess`], [`Pursuit`],
//! [`SlidingFour`] and [`Painting`] are the games. What is made from a
//! [seed](crate::random) is the same on every machine and in every version.
//!
//! ```
//! use tesuji_testkit::judge_input::{Input, Judge, Kind, Painting, Source, compare};
//!
//! let mut judge = Painting::new(None)?;
//! let mut source = Source::new(Kind::All, 1);
//! let input: Input<_> = source.next_input(&mut judge, 10);
//! let expected = judge.answers(&input.cases);
//! // Feed `judge.write(&input)` to the program, and compare what it prints:
//! let printed = expected.join("\n");
//! assert_eq!(compare(&expected, printed.as_bytes(), false), None);
//! # Ok::<(), String>(())
//! ```

mod compare;
mod layout;
mod painting;
mod pawn_chess;
mod pursuit;
mod shrink;
mod sliding_four;
mod source;

use std::fmt::Debug;

use tesuji_core::ParseError;

pub use compare::{Difference, Fault, compare, reason};
pub use layout::Layout;
pub use painting::Painting;
pub use pawn_chess::PawnChess;
pub use pursuit::Pursuit;
pub use shrink::{Budget, Proof, Shrunk, Trial, shrink};
pub use sliding_four::SlidingFour;
pub use source::{Kind, Source};

/// One file of input: its cases, and how they are laid out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input<C> {
    /// The cases in their order, at least one.
    pub cases: Vec<C>,
    /// How they are written.
    pub layout: Layout,
}

impl<C> Input<C> {
    /// These cases, written plainly.
    #[must_use]
    pub fn plain(cases: Vec<C>) -> Input<C> {
        Input { cases, layout: Layout::Plain }
    }
}

/// A game with a judge: how its cases are made, written, answered and shrunk.
///
/// Every case of every method is valid: the judge may ask it. What is drawn
/// depends on the game's size, where it has one, and on the generator alone.
pub trait Judge {
    /// One case.
    type Case: Clone + Eq + Debug + 'static;

    /// The game as the command line names it.
    const GAME: &'static str;

    /// The most cases that the judge puts in one input.
    const MOST_CASES: usize;

    /// The layouts beside [`Layout::Plain`] that occur in the wild.
    const LAYOUTS: &'static [Layout];

    /// Another judge of the same size.
    #[must_use]
    fn twin(&self) -> Self
    where
        Self: Sized;

    /// The rules of a valid input, one a line, for a validator.
    fn rules(&self) -> Vec<String>;

    /// A case as it comes: small and large, easy and hard.
    fn random(&mut self, random: &mut Random) -> Self::Case;

    /// The cases that programs get wrong: all of them, in a settled order.
    fn edges(&self) -> Vec<Self::Case>;

    /// A case of the longest games, the deepest boards, the largest sizes.
    fn long(&mut self, random: &mut Random) -> Self::Case;

    /// The file of this input.
    fn write(&self, input: &Input<Self::Case>) -> Vec<u8>;

    /// Reads a file: the cases of any input that the game's parser takes.
    ///
    /// # Errors
    /// At the first fault.
    fn read(&self, bytes: &[u8]) -> Result<Vec<Self::Case>, ParseError>;

    /// The lines that the judge expects, without line ends.
    ///
    /// # Errors
    /// The number of the case, from 1, that is beyond the solver's limits, and
    /// why.
    fn try_answers(&mut self, cases: &[Self::Case]) -> Result<Vec<String>, (usize, Refusal)>;

    /// The lines that the judge expects for cases that this judge has made.
    ///
    /// # Panics
    /// Where a case comes from elsewhere and is beyond the solver's limits.
    fn answers(&mut self, cases: &[Self::Case]) -> Vec<String> {
        match self.try_answers(cases) {
            Ok(answers) => answers,
            Err((case, refusal)) => panic!("case {case} of {cases:?}: {refusal}"),
        }
    }

    /// The position on one line.
    fn position(&self, case: &Self::Case) -> String;

    /// The position drawn, a row a line.
    fn draw(&self, case: &Self::Case) -> Vec<String>;

    /// Cases that are smaller and much alike, the smallest first: what a greedy
    /// shrinker tries.
    fn reductions(&self, case: &Self::Case) -> Cases<Self::Case>;

    /// The cases that are smaller than this one, the smallest first.
    fn smaller(&self, case: &Self::Case) -> Smaller<Self::Case>;

    /// What makes a case smaller, in words.
    fn order(&self) -> &'static str;
}

/// Cases, made one by one.
pub type Cases<C> = Box<dyn Iterator<Item = C>>;

/// The cases below one, in ascending order.
pub enum Smaller<C> {
    /// Every one. There may be more than anybody can try.
    All(Cases<C>),
    /// A sample: all of them are too many, or in no order that could be walked.
    Sample(Cases<C>),
}

pub use crate::random::Random;
pub use tesuji_solvers::Refusal;
