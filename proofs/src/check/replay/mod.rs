//! The judge that believes no lemma: it plays the claimant's part as the
//! certificate says, against every reply or against random ones, on the array
//! board alone.

mod board;
mod play;
mod random;

use std::error::Error;
use std::fmt::{self, Display};

use self::play::{Choice, Play, Stop};
use self::random::Random;
use super::{Fault, Proved, proved};
use crate::certificate::Certificate;

/// The most cells that are replayed without a budget.
const MOST_CELLS: u16 = 81;

/// The most moves of the claimant that are replayed without a budget.
const MOST_MOVES: u32 = 5;

/// Why a replay proved nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotProved {
    /// The certificate is wrong.
    Wrong(Fault),
    /// It is not judged.
    Refused(Refusal),
}

/// Why a certificate was not replayed to its end. It says nothing about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// So large a board, or so long a tree, may take for ever: give a budget.
    TooLarge {
        /// Its cells.
        cells: u16,
        /// The claimant's moves.
        moves: u32,
    },
    /// So many replies have been played, and there are more.
    Budget(u64),
}

impl Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::TooLarge { cells, moves } => write!(
                f,
                "{moves} moves on {cells} cells are not replayed without a budget: it may take \
                 for ever beyond {MOST_MOVES} moves on {MOST_CELLS} cells"
            ),
            Refusal::Budget(replies) => {
                write!(f, "{replies} replies are played, and more are left")
            }
        }
    }
}

impl Display for NotProved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotProved::Wrong(fault) => fault.fmt(f),
            NotProved::Refused(refusal) => refusal.fmt(f),
        }
    }
}

impl Error for NotProved {}

impl From<Stop> for NotProved {
    fn from(stop: Stop) -> NotProved {
        match stop {
            Stop::Fault(fault) => NotProved::Wrong(fault),
            Stop::Budget(replies) => NotProved::Refused(Refusal::Budget(replies)),
        }
    }
}

/// Why [`exhaustive`] refuses a certificate where it has no budget.
#[must_use]
pub fn is_too_large(certificate: &Certificate) -> Option<Refusal> {
    let (cells, moves) = (certificate.head().variant().area(), certificate.moves());
    let is_small = cells <= MOST_CELLS && moves <= MOST_MOVES;
    (!is_small).then_some(Refusal::TooLarge { cells, moves })
}

/// Judges a certificate by playing every legal reply to each of its moves.
///
/// With no budget, in replies, it takes boards of up to 81 cells and trees of
/// up to five moves of the claimant. Each reply costs some microseconds, and
/// their number is about a power of the moves.
///
/// # Errors
/// The first line in which the claimant does not get what is claimed, or that
/// it is not judged.
pub fn exhaustive(certificate: &Certificate, budget: Option<u64>) -> Result<Proved, NotProved> {
    if let Some(refusal) = is_too_large(certificate).filter(|_| budget.is_none()) {
        return Err(NotProved::Refused(refusal));
    }
    let mut play = Play::new(certificate, Choice::All, budget.unwrap_or(u64::MAX));
    play.run()?;
    Ok(proved(certificate, play.replies))
}

/// What a sample has seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sampled {
    /// Lines that were played to their end, all as claimed.
    pub lines: u64,
    /// The replies in them.
    pub replies: u64,
}

/// Plays random lines of the opponent, on any board: half of the replies are
/// of those that the certificate names, and one that wins is played.
///
/// # Errors
/// The first line in which the claimant does not get what is claimed. That
/// there is none among the sample proves nothing.
pub fn sample(certificate: &Certificate, lines: u64, seed: u64) -> Result<Sampled, Fault> {
    let mut play = Play::new(certificate, Choice::One(Random::new(seed)), u64::MAX);
    for _ in 0..lines {
        match play.run() {
            Err(Stop::Fault(fault)) => return Err(fault),
            Ok(()) | Err(Stop::Budget(_)) => {}
        }
    }
    Ok(Sampled { lines, replies: play.replies })
}
