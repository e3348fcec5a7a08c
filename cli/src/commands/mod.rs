//! The commands, one file each.

mod completions;
mod explain;
mod file;
mod games;
mod generate;
mod gomoku;
mod grundy;
mod judge;
mod line;
mod man;
mod perft;
mod shown;
mod solve;
pub(crate) mod stress;
mod table;

use clap::{Args, Subcommand};

use crate::failure::{Exit, Failure};
use crate::games::{Room, Setting, Size, Speeds};

/// What the program can be asked to do.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Solve(solve::Solve),
    Line(line::Line),
    Explain(explain::Explain),
    Generate(generate::Generate),
    Stress(stress::Stress),
    Judge(judge::JudgeOutput),
    Perft(perft::Perft),
    Grundy(grundy::Grundy),
    Gomoku(gomoku::Gomoku),
    Table(table::Tables),
    Games(games::Games),
    Completions(completions::Completions),
    #[command(hide = true)]
    Man(man::Man),
}

impl Command {
    /// Does it.
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        match self {
            Command::Solve(solve) => solve.run(),
            Command::Line(line) => line.run(),
            Command::Explain(explain) => explain.run(),
            Command::Generate(generate) => generate.run(),
            Command::Stress(stress) => stress.run(),
            Command::Judge(judge) => judge.run(),
            Command::Perft(perft) => perft.run(),
            Command::Grundy(grundy) => grundy.run(),
            Command::Gomoku(gomoku) => gomoku.run(),
            Command::Table(table) => table.run(),
            Command::Games(games) => games.run(),
            Command::Completions(completions) => completions.run(),
            Command::Man(man) => man.run(),
        }
    }
}

/// How a position is to be read and solved; the same for every command that does.
#[derive(Args, Debug)]
struct SettingArgs {
    /// Which of the two roads to take
    #[arg(long, value_enum, value_name = "ROAD", default_value_t)]
    solver: crate::games::Road,

    /// Columns and rows of the board, for games with boards of several sizes
    #[arg(long, value_name = "WxH")]
    size: Option<Size>,

    /// Pursuit: how far White and Black may move, in cells [default: 1,2]
    #[arg(long, value_name = "V,U")]
    speeds: Option<Speeds>,
}

impl SettingArgs {
    /// The setting, checked against what the game knows.
    fn of(self, game: &dyn Room) -> Result<Setting, Failure> {
        if let Some(place) = game.elsewhere() {
            return Err(Failure::message(place));
        }
        let about = game.about();
        for (given, option) in
            [(self.size.is_some(), "--size"), (self.speeds.is_some(), "--speeds")]
        {
            if given && !about.options.contains(&option) {
                return Err(Failure::message(format!("{} has no {option}", about.name)));
            }
        }
        Ok(Setting { road: self.solver, size: self.size, speeds: self.speeds })
    }
}
