//! Gomoku and renju: no judge asks about them, so they have commands of their own.

use tesuji_core::gomoku::{MAX_K, MAX_SIDE, MIN_K, MIN_SIDE};

use super::{About, Room, Setting};
use crate::answers::Answers;
use crate::draw::Pages;
use crate::failure::Failure;
use crate::input::Source;

pub(crate) struct Gomoku;

const ELSEWHERE: &str = "gomoku has no judge's input to solve; it has commands of its own: \
                         `tesuji gomoku ...`, such as `tesuji gomoku search h8g7f6`. See \
                         `tesuji gomoku --help`";

impl Room for Gomoku {
    fn about(&self) -> About {
        let boards = format!(
            "{MIN_SIDE} to {MAX_SIDE} columns and rows; 15x15 unless said (--size 19, --size 20x15)"
        );
        let lines = format!(
            "{MIN_K} to {MAX_K} stones in a row win; five unless said (--line 4), and always five \
             in renju"
        );
        About {
            name: "gomoku",
            title: "Five in a row, also under the rules of renju; see `tesuji gomoku`",
            rules: "Black and White put stones on empty cells in turn, Black first. A row, \
                    column or diagonal of five wins; what exactly wins is the rule's. A full \
                    board without a winner is a draw.\n\
                    Renju forbids Black a move that makes six or more in a row, two fours or \
                    two threes, unless it makes a five. Black with none but forbidden points \
                    left has lost.",
            limits: vec![
                (
                    "commands",
                    "tesuji gomoku show, eval, search, vcf, hold, forbidden, perft, play, \
                     analyse, engine"
                        .into(),
                ),
                ("variant", "before a position, such as `19x19 renju: h8`".into()),
                ("to move", "by the number of stones, or a last word b or w after them".into()),
                ("boards", boards),
                ("lines", lines),
                ("freestyle", "five or more win; the rule unless --rule says another".into()),
                ("standard", "exactly five win".into()),
                (
                    "renju",
                    "Black wins with exactly five and has forbidden points, White with five or \
                     more"
                        .into(),
                ),
                ("hybrid", "as renju, and nothing is forbidden".into()),
                (
                    "caro",
                    "five that have not an enemy stone at each end win, and more than five".into(),
                ),
                ("caro-exact", "the same, and more than five do not win".into()),
            ],
            judge: "",
            options: &[],
            input: "",
            output: "",
            sample: ("", ""),
            position: (
                "moves run together, or black stones | white stones: columns a to z, then aa to \
                 ad, rows from the bottom",
                "`h8g7f6`, or `h8 i9 | g7 h10`",
            ),
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
