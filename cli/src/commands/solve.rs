//! `tesuji solve`: the judge's input in, the judge's output out.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::SettingArgs;
use crate::answers::Answers;
use crate::failure::{Exit, Failure};
use crate::games::{self, GameName};
use crate::input::Source;
use crate::output;

const AFTER_HELP: &str = "\
Examples:
  $ printf '1\\n\\npppp\\n....\\n....\\nPPPP\\n' | tesuji solve pawn-chess
  white (11)
  $ echo 2 1 1 2 2 | tesuji solve pursuit
  BLACK 2
  $ printf 'BWBO\\nWBWB\\nBWBW\\nWBWO\\n' | tesuji solve sliding-four
  5
  $ printf '2\\n2 0\\n2 2\\n1 1\\n2 2\\n' | tesuji solve painting
  Case 1: Alice
  Case 2: Bob";

/// Solve every case of a judge's input
///
/// All of the input is read, checked and solved before the first answer is
/// written. `tesuji games` shows the formats.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Solve {
    /// The game
    #[arg(value_parser = games::parser())]
    game: GameName,

    /// The input; `-` is standard input
    #[arg(default_value = "-", hide_default_value = true)]
    file: PathBuf,

    #[command(flatten)]
    setting: SettingArgs,

    /// What to write
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: Format,
}

/// What `solve` writes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, ValueEnum)]
pub(crate) enum Format {
    /// The lines that the judge expects
    #[default]
    Judge,
    /// One JSON object a case, one a line
    Json,
}

impl Solve {
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        let game = self.game.room();
        let setting = self.setting.of(game)?;
        let source = Source::read(Some(&self.file))?;
        let mut answers = Answers::new(self.format == Format::Json);
        game.solve(&source, &setting, &mut answers)?;
        let mut out = output::data();
        out.write_all(answers.bytes())?;
        out.flush()?;
        Ok(Exit::Done)
    }
}
