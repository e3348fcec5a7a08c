//! Wins by continuous threats.
//!
//! The question: can the attacker, who is to move, win so that after each of
//! his moves but the last a *four* or a *three* of his stands on the board? A
//! four is a cell where his next stone completes a row that wins. A three is a
//! cell where his next stone makes a [straight four](super::shapes::Shape), as
//! shapes are defined: on one line, whatever is forbidden. Which of his stones
//! make it does not matter, so that a move which has to stop a four of the
//! defender keeps the win in the class where an older three still stands.
//!
//! The defender replies as he likes: he blocks, anywhere, or makes fours of his
//! own. A win is one against every legal reply. Moves that threaten to win by
//! fours and leave no three (two closed threes that cross, say) are a wider
//! [`Class`], and "no win" says nothing about it unless it was asked for.
//!
//! - [`naive::solve`]: depth-first with growing length over the array board;
//!   every legal reply is played.
//! - [`optimized::Vct`]: proof numbers over [shape counts](super::shapes), with
//!   a [solver of fours](super::vcf) for either side at every node.
//!
//! Both answer with a [`Claim`](super::claim::Claim) and its tree.

pub mod naive;
pub mod optimized;

pub use optimized::Vct;

/// What the attacker's moves leave.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Class {
    /// A four or a three of his.
    #[default]
    Threes,
    /// The same, or the threat to [win by fours](super::vcf) in at most so many
    /// moves if the defender passed.
    ///
    /// A move that threatens only this stops a four of the defender, or makes a
    /// closed three at least, or a closed two that such a win can use. A row of
    /// two needs three more stones; so in three moves they are all of the win's,
    /// and the first is a four of another row within reach on the same line. In
    /// more moves any closed two counts.
    Threats(u16),
}

/// The most moves of a win in which a two becomes five by the win's own stones
/// alone.
const SHORT: u16 = 3;
