//! `tesuji table build`.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::{Args, ValueEnum};
use tesuji_core::pawn_chess;
use tesuji_core::sliding_four::large::Shape;
use tesuji_tables::{Spec, build};

use super::limits::Limits;
use super::progress::Bar;
use super::{failure, grouped};
use crate::failure::{Exit, Failure};
use crate::games::{Size, Speeds};
use crate::output;

const AFTER_HELP: &str = "\
Examples:
  $ tesuji table build pawn-chess --size 4x4 --out target/pawn-chess-4x4.tsj
  $ tesuji table build pursuit --size 8 --speeds 1,1 --out target/pursuit-8.tsj
  $ tesuji table build sliding-four --size 3x3 --pieces 3,4 --line 3 --out target/sliding-3x3.tsj";

/// Work a whole game out and write it to a file
///
/// Until it is finished the file has `.part` after its name. A build that was
/// stopped, at whatever moment, goes on from there when it is started again.
/// The bytes of the file do not depend on threads and memory.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Build {
    /// The game
    #[arg(value_enum)]
    game: Game,

    /// Columns and rows; of pursuit, the rows alone
    #[arg(long, value_name = "WxH|N")]
    size: String,

    /// The file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Pursuit: how far White and Black may move, in cells [default: 1,2]
    #[arg(long, value_name = "V,U")]
    speeds: Option<Speeds>,

    /// Sliding four: white and black pieces [default: as many of each, two blanks or three]
    #[arg(long, value_name = "W,B")]
    pieces: Option<Pieces>,

    /// Sliding four: the cells of a line [default: 4]
    #[arg(long, value_name = "N")]
    line: Option<u32>,

    #[command(flatten)]
    limits: Limits,
}

/// The games that have tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Game {
    /// Pawn chess, White to move
    PawnChess,
    /// Pursuit, White to move
    Pursuit,
    /// Sliding four, either side to move
    SlidingFour,
}

/// Numbers of white and black pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Pieces {
    white: u32,
    black: u32,
}

impl std::str::FromStr for Pieces {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Pieces, Self::Err> {
        let number = |digits: &str| {
            let is_number =
                (1..=2).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
            digits.parse().ok().filter(|_| is_number)
        };
        text.split_once(',')
            .and_then(|(white, black)| {
                Some(Pieces { white: number(white)?, black: number(black)? })
            })
            .ok_or("expected white and black pieces, such as 7,7")
    }
}

impl Build {
    /// What to build.
    fn spec(&self) -> Result<Spec, Failure> {
        let only = |given: bool, option: &str, game: &str| {
            if given { Err(Failure::message(format!("{option} is for {game}"))) } else { Ok(()) }
        };
        if self.game != Game::Pursuit {
            only(self.speeds.is_some(), "--speeds", "pursuit")?;
        }
        if self.game != Game::SlidingFour {
            only(self.pieces.is_some(), "--pieces", "sliding-four")?;
            only(self.line.is_some(), "--line", "sliding-four")?;
        }
        let bad = |why: &dyn std::fmt::Display| Failure::message(format!("--size: {why}"));
        let size = || self.size.parse::<Size>().map_err(|why| bad(&why));
        match self.game {
            Game::PawnChess => {
                let Size { columns, rows } = size()?;
                let size = pawn_chess::Size::new(columns, rows);
                Ok(Spec::PawnChess(size.map_err(|why| bad(&why))?))
            }
            Game::Pursuit => {
                let is_number = self.size.bytes().all(|b| b.is_ascii_digit());
                let n: u32 = self
                    .size
                    .parse()
                    .ok()
                    .filter(|&n| is_number && n >= 2)
                    .ok_or_else(|| bad(&"expected a number of rows, 2 or more"))?;
                let Speeds { white, black } = self.speeds.unwrap_or(Speeds { white: 1, black: 2 });
                Ok(Spec::Pursuit { n, white: white.min(n - 1), black: black.min(n - 1) })
            }
            Game::SlidingFour => {
                let Size { columns, rows } = size()?;
                let shape = Shape::new(columns, rows, self.line.unwrap_or(4));
                let shape = shape.map_err(|why| bad(&why))?;
                let each = shape.cells().saturating_sub(2) / 2;
                let Pieces { white, black } =
                    self.pieces.unwrap_or(Pieces { white: each, black: each });
                Ok(Spec::SlidingFour { shape, white, black })
            }
        }
    }

    pub(crate) fn run(self) -> Result<Exit, Failure> {
        let spec = self.spec()?;
        let begun = Instant::now();
        let mut bar = Bar::new();
        let built = build(spec, &self.out, self.limits.options(), &mut |progress| {
            bar.show(progress);
        });
        drop(bar);
        let built = built.map_err(|error| failure(&self.out, &error))?;
        let mut out = output::pages();
        write!(
            out,
            "{spec}: {} positions up to symmetry, {} bytes, {:.1} s",
            grouped(built.slots),
            grouped(built.bytes),
            begun.elapsed().as_secs_f64()
        )?;
        match built.kept {
            0 => writeln!(out)?,
            kept => writeln!(out, " ({} were there)", grouped(kept))?,
        }
        out.flush()?;
        Ok(Exit::Done)
    }
}
