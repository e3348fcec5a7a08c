//! What every solver has in common: a question, an answer, a count of work.

use std::error::Error;
use std::fmt::{self, Debug, Display};

use tesuji_core::Game;

/// The exact value of a position, and how far away its end is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Answer<V> {
    /// An [`Outcome`](tesuji_core::Outcome) under best play, or a Grundy value.
    pub value: V,
    /// Plies to the end under best play: the winner hurries, the loser delays.
    /// `None` where there is no end (a draw, a puzzle without a solution) or
    /// where the question has no length (a Grundy value).
    pub remoteness: Option<u32>,
}

/// Every legal move, ascending, with the answer of the position it leads to.
pub type MoveAnswers<P, V> = Vec<(<P as Game>::Move, Answer<V>)>;

/// Why a solver did not answer. It never means a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The position lies beyond what this solver takes on.
    TooLarge {
        /// What was asked, such as `a board of 25 cells`.
        asked: String,
        /// The limit, and where to go instead.
        limit: String,
    },
    /// The tables for this position would not fit in memory.
    OutOfMemory {
        /// What was asked, such as `n = 60000`.
        asked: String,
        /// The bytes that it takes.
        bytes: u128,
    },
    /// The position is none that this question can be asked of.
    Invalid(String),
}

impl Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::TooLarge { asked, limit } => write!(f, "{asked} is beyond the limit: {limit}"),
            Refusal::OutOfMemory { asked, bytes } => {
                write!(f, "{asked} takes {bytes} bytes of memory, which cannot be had")
            }
            Refusal::Invalid(why) => f.write_str(why),
        }
    }
}

impl Error for Refusal {}

/// A solver of positions of type `P`.
pub trait Solver<P> {
    /// `naive` or `optimized`, as `--solver` names it.
    const NAME: &'static str;

    /// What it finds out.
    type Value: Copy + Eq + Debug;

    /// The exact answer.
    ///
    /// # Errors
    /// A [`Refusal`] where the position is beyond the limits that the solver
    /// states; no solver hangs or guesses instead.
    fn solve(&mut self, position: &P) -> Result<Answer<Self::Value>, Refusal>;

    /// The work done since the solver was made, counted as its page says; the
    /// same for the same questions in the same order, on every machine.
    fn nodes(&self) -> u64;

    /// Every legal move, ascending, with the answer of the position it leads
    /// to (remoteness counted from there).
    ///
    /// # Errors
    /// As [`Solver::solve`].
    fn solve_moves(&mut self, position: &P) -> Result<MoveAnswers<P, Self::Value>, Refusal>
    where
        P: Game,
    {
        position
            .legal_moves()
            .into_iter()
            .map(|mv| {
                let mut child = position.clone();
                child.play_unchecked(mv);
                Ok((mv, self.solve(&child)?))
            })
            .collect()
    }
}

/// One best line of play from `position`: at each step the least of the best
/// moves, to the end of the game or until nothing more can be forced.
///
/// Best is what keeps the value and brings the end one ply nearer, so the line
/// is as long as the remoteness.
///
/// # Errors
/// As [`Solver::solve`].
pub fn principal_variation<P, S>(solver: &mut S, position: &P) -> Result<Vec<P::Move>, Refusal>
where
    P: Game,
    S: Solver<P>,
{
    let mut line = Vec::new();
    let mut position = position.clone();
    let mut answer = solver.solve(&position)?;
    while let Some(left) = answer.remoteness.and_then(|plies| plies.checked_sub(1)) {
        let next = Answer { value: answer.value, remoteness: Some(left) };
        let best = solver.solve_moves(&position)?.into_iter().find(|&(_, child)| child == next);
        let Some((mv, _)) = best else {
            unreachable!("no move of {position} leads to {next:?}: the solver contradicts itself")
        };
        line.push(mv);
        position.play_unchecked(mv);
        answer = next;
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use tesuji_core::Outcome;
    use tesuji_core::pursuit::naive::Board;

    use super::*;
    use crate::pursuit::value::Naive;

    #[test]
    fn a_refusal_says_what_was_asked_and_where_it_ends() {
        for (refusal, text) in [
            (
                Refusal::TooLarge { asked: "n = 21".into(), limit: "n up to 20".into() },
                "n = 21 is beyond the limit: n up to 20",
            ),
            (
                Refusal::OutOfMemory { asked: "n = 60000".into(), bytes: 7 },
                "n = 60000 takes 7 bytes of memory, which cannot be had",
            ),
            (Refusal::Invalid("no board".into()), "no board"),
        ] {
            assert_eq!(refusal.to_string(), text);
        }
    }

    #[test]
    fn a_best_line_is_as_long_as_the_remoteness() {
        let mut solver = Naive::new();
        for text in ["4 1 1 4 4 w", "5 1 1 5 4 b", "4 2 2 2 2 w", "4 1 1 1 2 w"] {
            let board: Board = text.parse().unwrap();
            let answer = solver.solve(&board).unwrap();
            let line = principal_variation(&mut solver, &board).unwrap();
            assert_eq!(line.len(), answer.remoteness.unwrap() as usize, "{text}");
            let end = line.into_iter().fold(board, |board, mv| board.play(mv).unwrap());
            assert_eq!(end.outcome(), Some(answer.value), "{text}");
        }
        let draw: Board = "3 1 1 3 3 w speeds 2 2".parse().unwrap();
        assert_eq!(solver.solve(&draw).unwrap().value, Outcome::Draw);
        assert_eq!(principal_variation(&mut solver, &draw), Ok(vec![]));
    }

    #[test]
    fn moves_are_answered_one_by_one_ascending() {
        let mut solver = Naive::new();
        let board: Board = "4 1 1 3 2 w".parse().unwrap();
        let answers = solver.solve_moves(&board).unwrap();
        let moves: Vec<_> = answers.iter().map(|&(mv, _)| mv).collect();
        assert_eq!(moves, board.legal_moves());
        for (mv, answer) in answers {
            assert_eq!(solver.solve(&board.play(mv).unwrap()), Ok(answer));
        }
    }
}
