//! `tesuji gomoku`: positions of gomoku and renju, shown, valued and searched.
//!
//! The commands that ask something of a position take one, or with `-` one a
//! line; [`ask`] is what they share.

mod analyse;
mod ask;
mod check;
mod engine;
mod eval;
mod forbidden;
mod hold;
mod minimax;
mod perft;
mod play;
mod position;
mod prove;
mod search;
mod show;
mod threats;
mod words;

use clap::{Args, Subcommand, ValueEnum};

use crate::failure::{Exit, Failure};

const AFTER_HELP: &str = "\
Positions:
  h8g7f6             moves in turn, Black first; blanks may stand in between
  'h8 i9 | g7 h10'   black stones | white stones, the side to move by the counts
  '19x19 renju: h8'  what is played and a colon first, instead of the options
  -                  one position a line from standard input, one line of answer each

`tesuji games gomoku` explains the rules and limits.

Examples:
  $ tesuji gomoku show h8g7f6
  $ tesuji gomoku search --time 0.2 h8h7i7g9h6g5g7i6g8f8f6e5f5j10i10i11k9h10j12l10
  $ tesuji gomoku forbidden 'f6 f7 g8 h8 | a1 c1 e1 g1'
  $ printf 'c1 d1 c3 c5 | a1 b7 e9 i2\\nh8 | \\n' | tesuji gomoku forbidden -
  -
  -";

/// Show, value and search positions of gomoku and renju; play, and analyse games
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Gomoku {
    #[command(subcommand)]
    command: Command,
}

/// What can be asked of a position.
#[derive(Subcommand, Debug)]
enum Command {
    Show(show::Show),
    Eval(eval::Eval),
    Search(search::Search),
    Vcf(threats::Vcf),
    Vct(threats::Vct),
    Prove(Box<prove::Prove>),
    Check(check::Check),
    Hold(hold::Hold),
    Forbidden(forbidden::Forbidden),
    Perft(perft::Perft),
    Play(play::Play),
    Analyse(analyse::Analyse),
    Engine(engine::Engine),
}

/// What the commands write.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, ValueEnum)]
enum Format {
    /// For people; with `-` one line a position
    #[default]
    Text,
    /// One JSON object a position, one a line
    Json,
}

impl Gomoku {
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        match self.command {
            Command::Show(show) => show.run(),
            Command::Eval(eval) => eval.run(),
            Command::Search(search) => search.run(),
            Command::Vcf(vcf) => vcf.run(),
            Command::Vct(vct) => vct.run(),
            Command::Prove(prove) => prove.run(),
            Command::Check(check) => check.run(),
            Command::Hold(hold) => hold.run(),
            Command::Forbidden(forbidden) => forbidden.run(),
            Command::Perft(perft) => perft.run(),
            Command::Play(play) => play.run(),
            Command::Analyse(analyse) => analyse.run(),
            Command::Engine(engine) => engine.run(),
        }
    }
}
