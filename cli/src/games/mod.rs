//! The games, one file each. A new one is its file and its line in [`ROOMS`].

mod critical;
mod gomoku;
pub(crate) mod judged;
pub(crate) mod painting;
pub(crate) mod pawn_chess;
pub(crate) mod pursuit;
mod setting;
pub(crate) mod sliding_four;
mod study;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::answers::Answers;
use crate::draw::Pages;
use crate::failure::Failure;
use crate::input::Source;

pub(crate) use setting::{Road, Setting, Size, Speeds};

/// All games, in the order that the project names them in.
pub(crate) const ROOMS: [&dyn Room; 5] = [
    &pawn_chess::PawnChess,
    &pursuit::Pursuit,
    &gomoku::Gomoku,
    &sliding_four::SlidingFour,
    &painting::Painting,
];

/// What the command line knows of a game: how its judge's input is answered.
/// Everything about the rules is asked of the boards and solvers.
pub(crate) trait Room: Sync {
    /// The game in words, its limits and its formats.
    fn about(&self) -> About;

    /// Where a game that no judge asks about is to be found instead.
    fn elsewhere(&self) -> Option<&'static str> {
        None
    }

    /// Answers every case of the input.
    ///
    /// # Errors
    /// The first fault of the input, or the solver's refusal of a case.
    fn solve(
        &self,
        source: &Source,
        setting: &Setting,
        answers: &mut Answers,
    ) -> Result<(), Failure>;

    /// Draws a best line of play of every case, with the values of all first moves.
    ///
    /// # Errors
    /// As [`Room::solve`].
    fn line(&self, source: &Source, setting: &Setting, pages: &mut Pages) -> Result<(), Failure>;
}

/// A game in words.
pub(crate) struct About {
    /// As the command line names it.
    pub(crate) name: &'static str,
    /// In one line, for lists.
    pub(crate) title: &'static str,
    /// The rules, short; paragraphs of one line each.
    pub(crate) rules: &'static str,
    /// What is limited, and how far it goes.
    pub(crate) limits: Vec<(&'static str, String)>,
    /// The judge that asks about it, and where.
    pub(crate) judge: &'static str,
    /// The options of `solve` and `line` that the game knows.
    pub(crate) options: &'static [&'static str],
    /// The judge's input in words.
    pub(crate) input: &'static str,
    /// The judge's output in words.
    pub(crate) output: &'static str,
    /// An input and its output, which are those of the program.
    pub(crate) sample: (&'static str, &'static str),
    /// The one-line form of a position, in words and by example.
    pub(crate) position: (&'static str, &'static str),
}

/// A game that the command line has named.
#[derive(Clone, Copy)]
pub(crate) struct GameName(&'static dyn Room);

impl GameName {
    pub(crate) fn room(self) -> &'static dyn Room {
        self.0
    }
}

impl std::fmt::Debug for GameName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.about().name)
    }
}

/// Takes the name of any game.
pub(crate) fn parser() -> impl TypedValueParser<Value = GameName> {
    let names = ROOMS.map(|room| {
        let about = room.about();
        PossibleValue::new(about.name).help(about.title)
    });
    PossibleValuesParser::new(names).try_map(|name| {
        ROOMS
            .into_iter()
            .find(|room| room.about().name == name)
            .map(GameName)
            .ok_or("there is no such game")
    })
}
