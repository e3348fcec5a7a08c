//! `tesuji gomoku perft`: counting move sequences.

use std::io::Write;

use clap::{Args, ValueEnum};
use serde::Serialize;
use tesuji_core::gomoku::{Cell, lines};
use tesuji_core::{Game, divide, perft};
use tesuji_solvers::Refusal;

use super::ask::{Ask, run};
use super::position::{Asked, PositionArgs};
use crate::commands::perft::table;
use crate::failure::{Exit, Failure};

const AFTER_HELP: &str = "\
Examples:
  $ tesuji gomoku perft '' --size 3 --line 3 --depth 9
  $ tesuji gomoku perft --rule renju --depth 2 --divide 'f6 f7 g8 h8 | a1 c1 e1 g1'
  $ printf 'h8\\nh8g7\\n' | tesuji gomoku perft --depth 2 -
  1 224 49952
  1 223 49506";

/// Count the move sequences of every length up to a depth
///
/// The nodes of a depth are the sequences of exactly that many plies. A finished
/// game has no successor, and a forbidden move is none. With `-` each position
/// is answered by its counts, from depth 0 on.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Perft {
    #[command(flatten)]
    position: PositionArgs,

    #[command(flatten)]
    question: Question,
}

#[derive(Args, Clone, Copy, Debug)]
struct Question {
    /// Plies of the longest sequences
    #[arg(long, value_name = "N")]
    depth: u32,

    /// Split the deepest count by first move
    #[arg(long)]
    divide: bool,

    /// Which of the two boards to play on
    #[arg(long, value_enum, value_name = "BOARD", default_value_t)]
    board: Board,
}

/// The boards of the game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, ValueEnum)]
enum Board {
    /// An array of cells
    Naive,
    /// Line masks
    #[default]
    Lines,
}

impl Board {
    fn name(self) -> &'static str {
        match self {
            Board::Naive => "naive",
            Board::Lines => "lines",
        }
    }
}

impl Perft {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        run(self.question, &self.position)
    }
}

/// The sequences that begin with one move.
#[derive(Serialize)]
struct Divided {
    #[serde(rename = "move")]
    mv: String,
    nodes: u64,
}

/// The fields of `docs/json.md` that only this command has.
#[derive(Serialize)]
struct Found {
    board: &'static str,
    depth: u32,
    counts: Vec<u64>,
    divided: Option<Vec<Divided>>,
}

impl Question {
    fn count<G: Game<Move = Cell>>(&self, start: &G) -> Found {
        let mut counts = Vec::new();
        for depth in 0..=self.depth {
            counts.push(perft(start, depth));
            if counts.last() == Some(&0) {
                // No game is longer.
                break;
            }
        }
        let divided = self.divide.then(|| {
            let rows = divide(start, self.depth).into_iter();
            rows.map(|(mv, nodes)| Divided { mv: mv.to_string(), nodes }).collect()
        });
        Found { board: self.board.name(), depth: self.depth, counts, divided }
    }
}

impl Ask for Question {
    fn name(&self) -> &'static str {
        "perft"
    }

    type Found = Found;

    fn find(&mut self, asked: &Asked) -> Result<Found, Refusal> {
        Ok(match self.board {
            Board::Naive => self.count(&asked.board),
            Board::Lines => self.count(&lines::Board::from(&asked.board)),
        })
    }

    fn line(&self, found: &Found) -> String {
        let mut words: Vec<String> = found.counts.iter().map(u64::to_string).collect();
        for row in found.divided.iter().flatten() {
            words.push(format!("{}:{}", row.mv, row.nodes));
        }
        words.join(" ")
    }

    fn page(&mut self, asked: &Asked, out: &mut impl Write) -> Result<(), Failure> {
        match self.board {
            Board::Naive => table(out, &asked.board, self.depth, self.divide)?,
            Board::Lines => {
                table(out, &lines::Board::from(&asked.board), self.depth, self.divide)?;
            }
        }
        Ok(())
    }
}
