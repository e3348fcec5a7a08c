//! `tesuji perft`: counting move sequences.

use std::io::{self, Write};
use std::time::Instant;

use clap::{Args, ValueEnum};
use tesuji_core::pawn_chess::{naive, packed};
use tesuji_core::{Game, divide, perft};

use crate::failure::{Exit, Failure};
use crate::games::{Size, pawn_chess};
use crate::output;

const AFTER_HELP: &str = "\
Examples:
  $ tesuji perft pawn-chess --depth 6
  $ tesuji perft pawn-chess --depth 3 --divide --position 'ppp/.../.../PPP w'";

/// Count the move sequences of every length up to a depth
///
/// The nodes of a depth are the sequences of exactly that many plies. A finished
/// game has no successor: a sequence that ends early is not counted.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Perft {
    /// The game
    #[arg(value_enum)]
    game: Counted,

    /// Plies of the longest sequences
    #[arg(long, value_name = "N")]
    depth: u32,

    /// Columns and rows of the start position [default: 4x4]
    #[arg(long, value_name = "WxH", conflicts_with = "position")]
    size: Option<Size>,

    /// The position to count from, on one line [default: the start position]
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,

    /// Split the deepest count by first move
    #[arg(long)]
    divide: bool,

    /// Which of the two boards to play on
    #[arg(long, value_enum, value_name = "BOARD", default_value_t)]
    board: Board,
}

/// The games that are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Counted {
    /// Pawn chess
    PawnChess,
}

/// The boards of a game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, ValueEnum)]
enum Board {
    /// An array of cells
    Naive,
    /// A bit board
    #[default]
    Packed,
}

impl Perft {
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        let Counted::PawnChess = self.game;
        let start = match &self.position {
            Some(text) => {
                text.parse().map_err(|error| Failure::argument("--position", text, &error))?
            }
            None => naive::Board::start(pawn_chess::size(self.size)?),
        };
        let mut out = output::pages();
        match self.board {
            Board::Naive => table(&mut out, &start, self.depth, self.divide)?,
            Board::Packed => {
                table(&mut out, &packed::Board::from(start), self.depth, self.divide)?;
            }
        }
        Ok(Exit::Done)
    }
}

/// Writes the counts of every depth as they become known, and with `split`
/// those of every first move at the deepest.
pub(super) fn table<G: Game>(
    out: &mut impl Write,
    start: &G,
    deepest: u32,
    split: bool,
) -> io::Result<()> {
    writeln!(out, "{start}")?;
    writeln!(out, "{:>5}  {:>20}  {:>15}", "depth", "nodes", "nodes/s")?;
    for depth in 0..=deepest {
        let begun = Instant::now();
        let count = perft(start, depth);
        let seconds = begun.elapsed().as_secs_f64();
        writeln!(out, "{depth:>5}  {count:>20}  {:>15.0}", count as f64 / seconds.max(1e-9))?;
        // The next depth may take long: what is known is shown.
        out.flush()?;
        if count == 0 && depth < deepest {
            writeln!(out, "No game is longer: all further counts are 0.")?;
            break;
        }
    }
    if split && deepest > 0 {
        writeln!(out, "\nFirst moves at depth {deepest}")?;
        for (mv, count) in divide(start, deepest) {
            writeln!(out, "{:>7}  {count:>18}", mv.to_string())?;
        }
    }
    out.flush()
}
