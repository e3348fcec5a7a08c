//! `tesuji gomoku show`: a position drawn and described.

use std::io::Write;

use clap::Args;
use serde::Serialize;
use tesuji_core::Game;
use tesuji_core::gomoku::{Marks, lines};
use tesuji_core::{Outcome, Player};
use tesuji_solvers::Refusal;

use super::ask::{Ask, run};
use super::position::{Asked, PositionArgs};
use super::words::{self, in_words, names, paragraph};
use crate::failure::{Exit, Failure};

const AFTER_HELP: &str = "\
Examples:
  $ tesuji gomoku show h8g7f6
  $ tesuji gomoku show --size 5 --rule renju 'a3 b1 | c3'
   5  .  .  .  .  .
   4  .  .  .  .  .
   3  X  .  O  .  .
   2  .  .  .  .  .
   1  .  X  .  .  .
      a  b  c  d  e
  5x5 renju k5: a3 b1 | c3
  White is to move, 3 stones.
  $ printf 'h8g7f6\\nh8 f6 | g7\\n' | tesuji gomoku show -
  f6 h8 | g7
  f6 h8 | g7";

/// Draw a position
///
/// X is Black, O is White, brackets are around the last move of a list of
/// moves, and ! is a point that renju forbids to Black. With `-` each position
/// is answered by its normal form: all stones in order.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Show {
    #[command(flatten)]
    position: PositionArgs,
}

impl Show {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        run(Question, &self.position)
    }
}

struct Question;

/// The fields of `docs/json.md` that only this command has.
#[derive(Serialize)]
struct Found {
    black: Vec<String>,
    white: Vec<String>,
    last: Option<String>,
    forbidden: Vec<String>,
    outcome: Option<String>,
    #[serde(skip)]
    normal_form: String,
}

impl Ask for Question {
    fn name(&self) -> &'static str {
        "show"
    }

    type Found = Found;

    fn find(&mut self, asked: &Asked) -> Result<Found, Refusal> {
        let board = &asked.board;
        Ok(Found {
            black: names(&board.stones_of(Player::Black)),
            white: names(&board.stones_of(Player::White)),
            last: asked.last.map(|cell| cell.to_string()),
            forbidden: names(&lines::Board::from(board).forbidden_points()),
            outcome: board.outcome().map(|outcome| outcome.to_string()),
            normal_form: board.to_string(),
        })
    }

    fn line(&self, found: &Found) -> String {
        found.normal_form.clone()
    }

    fn page(&mut self, asked: &Asked, out: &mut impl Write) -> Result<(), Failure> {
        let board = &asked.board;
        let forbidden = lines::Board::from(board).forbidden_points();
        let marks = Marks { forbidden: &forbidden, last: asked.last };
        write!(out, "{}", board.draw(&marks))?;
        writeln!(out, "{board}")?;
        let stones = words::count(board.stones().len(), "stone", "stones");
        let mover = words::side(board.to_move());
        match board.outcome() {
            Some(Outcome::Win(winner)) => {
                writeln!(out, "{} has won, {stones}.", words::side(winner))?;
            }
            Some(_) => writeln!(out, "A draw: the board is full, {stones}.")?,
            None => writeln!(out, "{mover} is to move, {stones}.")?,
        }
        if !forbidden.is_empty() {
            paragraph(out, &format!("Forbidden to Black: {}.", in_words(&forbidden)))?;
        }
        Ok(())
    }
}
