//! `tesuji explain`: why an answer is what it is.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::SettingArgs;
use crate::draw::{Extent, Layout, Pages};
use crate::failure::{Exit, Failure};
use crate::games::judged::{self, Judged};
use crate::games::{painting, pawn_chess, pursuit, sliding_four};
use crate::input::Source;
use crate::output;

const AFTER_HELP: &str = "\
Examples:
  $ echo 4 1 1 3 3 | tesuji explain pursuit
  $ printf '1\\n8 2\\n1 4\\n2 4\\n' | tesuji explain painting
  $ tesuji explain sliding-four examples/sliding-four.txt";

/// Say why the answer of every case is what it is
///
/// Pawn chess and pursuit: the critical line; what the winner plays, every
/// defence against it, how many plies the game then lasts, and the answer to it.
/// Sliding four: the steps drawn, and how many boards are reached before them.
/// Painting: the parts of the grid with their Grundy values, their xor, and the
/// moves that win.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Explain {
    /// The game
    #[arg(value_parser = judged::parser())]
    game: Judged,

    /// The input; `-` is standard input
    #[arg(default_value = "-", hide_default_value = true)]
    file: PathBuf,

    #[command(flatten)]
    setting: SettingArgs,

    /// Draw every board and every row, however many there are
    #[arg(long)]
    all: bool,

    /// Columns to draw on [default: those of the terminal, else COLUMNS, else 80]
    #[arg(long, value_name = "COLUMNS", value_parser = clap::value_parser!(u16).range(20..=10_000))]
    width: Option<u16>,
}

impl Explain {
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        let setting = self.setting.of(self.game.room())?;
        let source = Source::read(Some(&self.file))?;
        let width = self.width.map_or_else(output::width, usize::from);
        let extent = if self.all { Extent::All } else { Extent::Page };
        let mut pages = Pages::new(Layout::new(width, extent));
        match self.game {
            Judged::PawnChess => pawn_chess::explain(&source, &setting, &mut pages)?,
            Judged::Pursuit => pursuit::explain(&source, &setting, &mut pages)?,
            Judged::SlidingFour => sliding_four::explain(&source, &setting, &mut pages)?,
            Judged::Painting => painting::explain(&source, &mut pages)?,
        }
        let mut out = output::pages();
        out.write_all(pages.bytes())?;
        out.flush()?;
        Ok(Exit::Done)
    }
}
