//! Gomoku and renju: no judge asks about them, so they have commands of their own.

use super::{About, Room, Setting};
use crate::answers::Answers;
use crate::draw::Pages;
use crate::failure::Failure;
use crate::input::Source;

pub(crate) struct Gomoku;

const ELSEWHERE: &str = "gomoku has no judge's input to solve; it has commands of its own, \
                         `tesuji gomoku ...`, which come with the gomoku rooms";

impl Room for Gomoku {
    fn about(&self) -> About {
        About {
            name: "gomoku",
            title: "Five in a row, also under the rules of renju; see `tesuji gomoku`",
            rules: "",
            limits: Vec::new(),
            judge: "",
            options: &[],
            input: "",
            output: "",
            sample: ("", ""),
            position: ("moves run together, or black stones | white stones", "h8g7f6"),
        }
    }

    fn elsewhere(&self) -> Option<&'static str> {
        Some(ELSEWHERE)
    }

    fn solve(&self, _: &Source, _: &Setting, _: &mut Answers) -> Result<(), Failure> {
        Err(Failure::message(ELSEWHERE))
    }

    fn line(&self, _: &Source, _: &Setting, _: &mut Pages) -> Result<(), Failure> {
        Err(Failure::message(ELSEWHERE))
    }
}
