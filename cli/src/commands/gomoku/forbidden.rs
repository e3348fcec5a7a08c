//! `tesuji gomoku forbidden`: the points that renju forbids to Black.

use std::io::Write;

use clap::Args;
use serde::Serialize;
use tesuji_core::gomoku::naive::Board;
use tesuji_core::gomoku::{Cell, Forbidden as Why, Marks, Rule, Variant, lines, text};
use tesuji_core::{ParseError, Player};
use tesuji_solvers::Refusal;

use super::ask::{Ask, run};
use super::position::{Asked, PositionArgs};
use super::words::{self, names};
use crate::failure::{Exit, Failure};
use crate::games::Road;

const AFTER_HELP: &str = "\
Examples:
  $ tesuji gomoku forbidden 'f6 f7 g8 h8 | a1 c1 e1 g1'
  $ echo 'g8 h9 h10 i8 | a1 c1 e1 g1' | tesuji gomoku forbidden -
  h8";

/// List the points that renju forbids to Black, whoever is to move
///
/// The rule is renju unless another is named, which forbids nothing. Stones may
/// stand in any number, and the game may be over. With `-` each position is
/// answered by its points in order with spaces in between, or by -.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Forbidden {
    #[command(flatten)]
    position: PositionArgs,

    /// Which of the two roads to take
    #[arg(long, value_enum, value_name = "ROAD", default_value_t)]
    solver: Road,
}

impl Forbidden {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        run(Question { road: self.solver }, &self.position)
    }
}

struct Question {
    road: Road,
}

impl Question {
    fn points(&self, board: &Board) -> Vec<(Cell, Why)> {
        let lines = lines::Board::from(board);
        let why = |cell| match self.road {
            Road::Naive => board.forbidden(cell),
            Road::Optimized if lines.get(cell).is_none() => lines.forbidden(cell),
            Road::Optimized => None,
        };
        board.variant().cells().filter_map(|cell| Some((cell, why(cell)?))).collect()
    }
}

/// The fields of `docs/json.md` that only this command has.
#[derive(Serialize)]
struct Found {
    solver: &'static str,
    forbidden: Vec<String>,
    reasons: Vec<String>,
}

impl Ask for Question {
    fn name(&self) -> &'static str {
        "forbidden"
    }

    const RULE: Rule = Rule::Renju;
    type Found = Found;

    /// Black is asked about, so Black is to move; where Black has won, White.
    fn read(text: &str, variant: Variant, _: Option<Player>) -> Result<Board, ParseError> {
        text::parse(text, variant, Some(Player::Black))
            .or_else(|error| text::parse(text, variant, Some(Player::White)).map_err(|_| error))
    }

    fn find(&mut self, asked: &Asked) -> Result<Found, Refusal> {
        let points = self.points(&asked.board);
        Ok(Found {
            solver: self.road.name(),
            forbidden: points.iter().map(|(cell, _)| cell.to_string()).collect(),
            reasons: points.iter().map(|(_, why)| why.to_string()).collect(),
        })
    }

    fn line(&self, found: &Found) -> String {
        if found.forbidden.is_empty() { "-".to_owned() } else { found.forbidden.join(" ") }
    }

    fn page(&mut self, asked: &Asked, out: &mut impl Write) -> Result<(), Failure> {
        let board = &asked.board;
        let points = self.points(board);
        let cells: Vec<Cell> = points.iter().map(|&(cell, _)| cell).collect();
        write!(out, "{}", board.draw(&Marks { forbidden: &cells, last: asked.last }))?;
        writeln!(out, "{board}")?;
        if points.is_empty() {
            writeln!(out, "No point is forbidden to Black.")?;
        } else {
            let count = words::count(points.len(), "point", "points");
            writeln!(out, "{count} forbidden to Black:")?;
        }
        for (name, (_, why)) in names(&cells).iter().zip(&points) {
            writeln!(out, "  {name:<4}  {why}")?;
        }
        Ok(())
    }
}
