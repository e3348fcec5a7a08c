//! `tesuji gomoku vcf` and `vct`: wins by continuous fours, and by threats.

mod find;
mod tree;

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use tesuji_core::Player;
use tesuji_solvers::gomoku::search::Limits;
use tesuji_solvers::gomoku::vcf::{self, Goal};
use tesuji_solvers::gomoku::vct::{self, Class};

use super::ask::run;
use super::position::{PositionArgs, side};
use super::search::duration;
use crate::failure::{Exit, Failure};
use crate::games::Road;
use find::{Question, Solver};

const VCF_HELP: &str = "\
Exit codes for one position: 0 a win, 1 none, 2 bad usage or input, 3 unknown.

Examples:
  $ tesuji gomoku vcf --least h8a1h9a2h10a3
  $ tesuji gomoku vcf h8a1h9a2h10a3 --out target/w.tsc > target/w.txt
  $ printf 'h8a1h9a2h10a3\\nh8a1\\n' | tesuji gomoku vcf -
  win 2 h7
  none";

/// Seconds where no limit is given.
const SECONDS: u64 = 5;

/// Find a win by continuous fours
///
/// Every move of the attacker but the last is a four: it leaves a cell where
/// the next stone completes a row. The win is shown with every reply that a
/// four leaves; any other reply loses at once to the completed row. Without
/// any limit it ends after 5 seconds. With `-` each position is answered by
/// `win N MOVE`, `none` or `unknown`: N counts the attacker's moves with the
/// one that completes the row, and is the least there is unless a budget was
/// spent on the proof of it.
#[derive(Args, Debug)]
#[command(after_help = VCF_HELP)]
pub(in crate::commands::gomoku) struct Vcf {
    #[command(flatten)]
    threat: Threat,

    /// Find a shortest win and prove that none is shorter; always so with `-`
    #[arg(long)]
    least: bool,
}

const VCT_HELP: &str = "\
Exit codes for one position: 0 a win, 1 none of this class, 2 bad usage or
input, 3 unknown.

Examples:
  $ tesuji gomoku vct 'h8 h9 g8 i7 | a1 a2 a3 a15' --attacker black
  $ printf 'h8a1h9a15g8o1i7o15\\nh8a1\\n' | tesuji gomoku vct -
  win 4 f7
  none";

/// Find a win by continuous threats
///
/// After every move of the attacker but the last a four or a three stands on the
/// board: he threatens to complete a row or to make a straight four. With
/// --fours the threat to win by continuous fours in so many moves counts, too.
/// The defender may answer anywhere. Without any limit it ends after 5 seconds.
/// With `-` each position is answered by `win N MOVE`, `none` or `unknown`: N
/// counts the attacker's moves in the win that was found, which need not be a
/// shortest. `none` says that there is no win of this class; there may be
/// others.
#[derive(Args, Debug)]
#[command(after_help = VCT_HELP)]
pub(in crate::commands::gomoku) struct Vct {
    #[command(flatten)]
    threat: Threat,

    /// Threats to win by fours in at most so many moves count as well
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u16).range(2..=200))]
    fours: Option<u16>,
}

/// What both ask.
#[derive(Args, Debug)]
struct Threat {
    #[command(flatten)]
    position: PositionArgs,

    /// The side that is to move and to win; the same as --to-move
    #[arg(long, value_name = "SIDE", value_parser = side(), conflicts_with = "to_move")]
    attacker: Option<Player>,

    /// Nodes for each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Time for each position, in seconds, such as 0.5 or 2, or as 500ms
    #[arg(long, value_name = "SECONDS", value_parser = duration)]
    time: Option<Duration>,

    /// Write the win to this file: as a certificate where the name ends in
    /// .tsc, else as SGF with variations
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Which of the two roads to take
    #[arg(long, value_enum, value_name = "ROAD", default_value_t)]
    solver: Road,
}

impl Vcf {
    pub(in crate::commands::gomoku) fn run(self) -> Result<Exit, Failure> {
        let goal = if self.least || self.threat.is_many() { Goal::Least } else { Goal::Any };
        self.threat.run(Solver::Fours(vcf::Vcf::default(), goal))
    }
}

impl Vct {
    pub(in crate::commands::gomoku) fn run(self) -> Result<Exit, Failure> {
        let class = self.fours.map_or(Class::Threes, Class::Threats);
        self.threat.run(Solver::Threats(vct::Vct::default(), class))
    }
}

impl Threat {
    fn is_many(&self) -> bool {
        self.position.text == "-"
    }

    fn run(mut self, solver: Solver) -> Result<Exit, Failure> {
        if self.is_many() && self.out.is_some() {
            return Err(Failure::message("--out takes the win of one position, and - is many"));
        }
        self.position.to_move = self.attacker.or(self.position.to_move);
        let free = self.nodes.is_none() && self.time.is_none();
        let time = self.time.or(free.then_some(Duration::from_secs(SECONDS)));
        let limits = Limits { nodes: self.nodes, time, ..Limits::default() };
        run(
            Question { road: self.solver, solver, limits, out: self.out, exit: Exit::Done },
            &self.position,
        )
    }
}
