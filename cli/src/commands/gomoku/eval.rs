//! `tesuji gomoku eval`: the shapes of both sides and the static value.

use std::io::Write;

use clap::Args;
use serde::Serialize;
use tesuji_core::gomoku::Shape;
use tesuji_core::gomoku::naive::Board;
use tesuji_core::{Game, Player};
use tesuji_solvers::Refusal;
use tesuji_solvers::gomoku::evaluate;
use tesuji_solvers::gomoku::shapes::optimized::ShapeBoard;
use tesuji_solvers::gomoku::shapes::{self, Counts};

use super::ask::{Ask, run};
use super::position::{Asked, PositionArgs};
use super::words::{self, paragraph};
use crate::failure::{Exit, Failure};
use crate::games::Road;

const AFTER_HELP: &str = "\
Examples:
  $ tesuji gomoku eval h8h9i8i9j8
  $ printf 'h8g7f6\\nh8h9\\n' | tesuji gomoku eval --solver naive -";

/// Count what the next stones make, and value the position without a search
///
/// A shape is counted once for every empty cell and direction in which a stone
/// of that side would make it. The value is from the side to move; a finished
/// game has none. With `-` each position is answered by its value, or by -.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Eval {
    #[command(flatten)]
    position: PositionArgs,

    /// Which of the two roads to take
    #[arg(long, value_enum, value_name = "ROAD", default_value_t)]
    solver: Road,
}

impl Eval {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        run(Question { road: self.solver }, &self.position)
    }
}

struct Question {
    road: Road,
}

impl Question {
    /// Black's and White's counts, and the value for the side to move.
    fn evaluate(&self, board: &Board) -> ([Counts; 2], Option<i32>) {
        let (counts, value) = match self.road {
            Road::Naive => (shapes::naive::recount(board), evaluate::naive::evaluate(board)),
            Road::Optimized => {
                let shapes = ShapeBoard::from(board);
                let counts =
                    [Player::Black, Player::White].map(|side| shapes.totals(side).counts());
                (counts, evaluate::optimized::evaluate(&shapes, board.to_move()))
            }
        };
        (counts, board.outcome().is_none().then_some(value))
    }
}

/// One side's counts in `docs/json.md`.
#[derive(Serialize)]
struct Made {
    five: u32,
    straight_four: u32,
    four: u32,
    three: u32,
    closed_three: u32,
    two: u32,
    closed_two: u32,
    winning_cells: u32,
}

impl From<&Counts> for Made {
    fn from(counts: &Counts) -> Made {
        Made {
            five: counts.of(Shape::Five),
            straight_four: counts.of(Shape::StraightFour),
            four: counts.of(Shape::Four),
            three: counts.of(Shape::Three),
            closed_three: counts.of(Shape::ClosedThree),
            two: counts.of(Shape::Two),
            closed_two: counts.of(Shape::ClosedTwo),
            winning_cells: counts.winning_cells,
        }
    }
}

/// The fields of `docs/json.md` that only this command has.
#[derive(Serialize)]
struct Found {
    solver: &'static str,
    black: Made,
    white: Made,
    value: Option<i32>,
}

impl Ask for Question {
    fn name(&self) -> &'static str {
        "eval"
    }

    type Found = Found;

    fn find(&mut self, asked: &Asked) -> Result<Found, Refusal> {
        let ([black, white], value) = self.evaluate(&asked.board);
        Ok(Found {
            solver: self.road.name(),
            black: (&black).into(),
            white: (&white).into(),
            value,
        })
    }

    fn line(&self, found: &Found) -> String {
        found.value.map_or_else(|| "-".to_owned(), |value| value.to_string())
    }

    fn page(&mut self, asked: &Asked, out: &mut impl Write) -> Result<(), Failure> {
        let board = &asked.board;
        let ([black, white], value) = self.evaluate(board);
        writeln!(out, "{board}")?;
        writeln!(out, "{:<14}{:>6}{:>6}", "a stone makes", "Black", "White")?;
        for shape in Shape::ALL.into_iter().rev().filter(|&shape| shape != Shape::Nothing) {
            writeln!(out, "{shape:<14}{:>6}{:>6}", black.of(shape), white.of(shape))?;
        }
        let winning = [black.winning_cells, white.winning_cells];
        writeln!(out, "{:<14}{:>6}{:>6}", "winning cells", winning[0], winning[1])?;
        let mover = words::side(board.to_move());
        match (value, board.outcome()) {
            (_, Some(outcome)) => writeln!(out, "The game is over: {outcome}.")?,
            (Some(value), None) => writeln!(out, "Value for {mover}, who is to move: {value}")?,
            (None, None) => {}
        }
        paragraph(
            out,
            "A winning cell is one where a stone makes no row yet, but two cells that would \
             complete one.",
        )?;
        Ok(())
    }
}
