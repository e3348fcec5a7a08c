//! `tesuji line`: a best line of play, drawn, and the value of every first move.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::SettingArgs;
use crate::draw::{Extent, Layout, Pages};
use crate::failure::{Exit, Failure};
use crate::games::{self, GameName};
use crate::input::Source;
use crate::output;

const AFTER_HELP: &str = "\
Examples:
  $ echo 2 1 1 2 2 | tesuji line pursuit
  $ tesuji line pawn-chess --boards 6 --width 60 examples/pawn-chess.txt";

/// Draw a best line of play of every case, and value every first move
///
/// The input is the one of `solve`. At each step the line takes the least of
/// the best moves; another one may be as good. A star marks the best first
/// moves. Painting lists every first move of small grids, and the winning
/// ones by run of wider ones.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Line {
    /// The game
    #[arg(value_parser = games::parser())]
    game: GameName,

    /// The input; `-` is standard input
    #[arg(default_value = "-", hide_default_value = true)]
    file: PathBuf,

    #[command(flatten)]
    setting: SettingArgs,

    /// Boards to draw of each line, at most [default: about a page of them]
    #[arg(long, value_name = "N", conflicts_with = "all")]
    boards: Option<usize>,

    /// Draw every board and every row, however many there are
    #[arg(long)]
    all: bool,

    /// Columns to draw on [default: those of the terminal, else COLUMNS, else 80]
    #[arg(long, value_name = "COLUMNS", value_parser = clap::value_parser!(u16).range(20..=10_000))]
    width: Option<u16>,
}

impl Line {
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        let game = self.game.room();
        let setting = self.setting.of(game)?;
        let source = Source::read(Some(&self.file))?;
        let width = self.width.map_or_else(output::width, usize::from);
        let extent = match self.boards {
            _ if self.all => Extent::All,
            Some(boards) => Extent::Boards(boards),
            None => Extent::Page,
        };
        let mut pages = Pages::new(Layout::new(width, extent));
        game.line(&source, &setting, &mut pages)?;
        let mut out = output::pages();
        out.write_all(pages.bytes())?;
        out.flush()?;
        Ok(Exit::Done)
    }
}
