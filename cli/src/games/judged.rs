//! The games that a judge asks about, as generators of input and as judges.

use std::fmt::{self, Display};
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use tesuji_testkit::judge_input::{Judge, Painting, PawnChess, Pursuit, SlidingFour};

use super::{ROOMS, Room, Size, painting, pawn_chess, pursuit, sliding_four};
use crate::failure::{Exit, Failure};

/// A game with a judge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Judged {
    PawnChess,
    Pursuit,
    SlidingFour,
    Painting,
}

impl Judged {
    const ALL: [(&'static str, Judged); 4] = [
        (PawnChess::GAME, Judged::PawnChess),
        (Pursuit::GAME, Judged::Pursuit),
        (SlidingFour::GAME, Judged::SlidingFour),
        (Painting::GAME, Judged::Painting),
    ];

    /// As the command line names it.
    pub(crate) fn name(self) -> &'static str {
        Judged::ALL[self as usize].0
    }

    /// What else the command line knows of it.
    pub(crate) fn room(self) -> &'static dyn Room {
        match self {
            Judged::PawnChess => &pawn_chess::PawnChess,
            Judged::Pursuit => &pursuit::Pursuit,
            Judged::SlidingFour => &sliding_four::SlidingFour,
            Judged::Painting => &painting::Painting,
        }
    }

    /// Does something with the judge of this game and size.
    ///
    /// # Errors
    /// Where the game has no such size; and those of the task.
    pub(crate) fn with<T: Task>(self, size: Option<Extent>, task: T) -> Result<Exit, Failure> {
        let number = || match size {
            None => Ok(None),
            Some(Extent::Number(number)) => Ok(Some(number)),
            Some(size) => {
                let name = self.name();
                Err(Failure::message(format!("--size: {name} takes one number, not {size}")))
            }
        };
        let bad = |error: String| Failure::message(format!("--size: {error}"));
        match self {
            Judged::PawnChess => {
                let size = match size {
                    None => None,
                    Some(Extent::Board(size)) => Some(size),
                    Some(Extent::Number(_)) => {
                        return Err(bad("pawn-chess takes columns x rows, such as 5x4".into()));
                    }
                };
                task.run(PawnChess::new(pawn_chess::size(size)?))
            }
            Judged::Pursuit => task.run(Pursuit::new(number()?).map_err(bad)?),
            Judged::SlidingFour if size.is_some() => {
                Err(Failure::message("sliding-four has no --size"))
            }
            Judged::SlidingFour => task.run(SlidingFour::new()),
            Judged::Painting => task.run(Painting::new(number()?).map_err(bad)?),
        }
    }
}

/// What is done with any game's judge.
pub(crate) trait Task {
    fn run<J: Judge>(self, judge: J) -> Result<Exit, Failure>;
}

/// What `--size` means to a game: a board of pawn chess, the n of pursuit, the
/// N of painting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Extent {
    Board(Size),
    Number(u64),
}

impl FromStr for Extent {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Extent, Self::Err> {
        if let Ok(size) = text.parse() {
            return Ok(Extent::Board(size));
        }
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        match text.parse() {
            Ok(number) if digits && number > 0 => Ok(Extent::Number(number)),
            _ => Err("expected columns x rows, such as 5x4, or one number"),
        }
    }
}

impl Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Extent::Board(size) => size.fmt(f),
            Extent::Number(number) => number.fmt(f),
        }
    }
}

/// Takes the name of a game with a judge.
pub(crate) fn parser() -> impl TypedValueParser<Value = Judged> {
    let names = ROOMS.iter().map(|room| room.about()).filter(|about| !about.judge.is_empty());
    let names = names.map(|about| PossibleValue::new(about.name).help(about.title));
    PossibleValuesParser::new(names).try_map(|name| {
        let game = Judged::ALL.into_iter().find(|&(known, _)| known == name);
        game.map(|(_, game)| game).ok_or("there is no such game")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_with_a_judge_are_these() {
        let rooms = ROOMS.iter().map(|room| room.about()).filter(|about| !about.judge.is_empty());
        let names: Vec<&str> = rooms.map(|about| about.name).collect();
        assert_eq!(names, Judged::ALL.map(|(name, _)| name));
        for (name, game) in Judged::ALL {
            assert_eq!(game.name(), name);
        }
    }

    #[test]
    fn sizes_are_boards_or_numbers() {
        assert_eq!("5x4".parse(), Ok(Extent::Board(Size { columns: 5, rows: 4 })));
        assert_eq!("20".parse(), Ok(Extent::Number(20)));
        let long = "1000000000000000000";
        assert_eq!(long.parse(), Ok(Extent::Number(1_000_000_000_000_000_000)));
        for bad in ["", "0", "-1", "+1", "1.5", "5x", "99999999999999999999"] {
            assert!(bad.parse::<Extent>().is_err(), "{bad}");
        }
    }
}
