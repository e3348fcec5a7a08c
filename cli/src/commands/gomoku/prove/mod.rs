//! `tesuji gomoku prove`: wins by any moves, with their proof.

mod every;
mod hints;
mod log;
mod one;
mod question;
mod show;
mod status;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use tesuji_core::Player;
use tesuji_core::gomoku::{Cell, Rule};
use tesuji_proofs::Certificate;
use tesuji_solvers::gomoku::claim::Budget;
use tesuji_solvers::gomoku::proof;
use tesuji_solvers::gomoku::search::Limits;

use super::ask::run;
use super::position::{PositionArgs, side};
use super::search::duration;
use crate::failure::{Exit, Failure};
use crate::games::Road;
use every::Shard;
use hints::Hints;
pub(super) use one::judged;
use question::Question;

const AFTER_HELP: &str = "\
Exit codes for one position: 0 a win, 1 none of this class, 2 bad usage or
input, 3 unknown.

Examples:
  $ tesuji gomoku prove h8a1i9a15 --out target/i9.tsc
  $ tesuji gomoku prove --size 7 --line 4 d4a1c3 --attacker black --resume target/c3.log
  $ tesuji gomoku prove status target/c3.log
  $ printf 'h8a1i9a15\\nh8\\n' | tesuji gomoku prove --nodes 2000000 -
  win 13 g7
  unknown";

/// Seconds where no limit is given.
const SECONDS: u64 = 60;

/// Prove a win by any moves
///
/// The attacker, the side to move or that of --attacker, is to win against
/// every reply, also with moves that threaten nothing at once. Where the other
/// side is to move, each of its replies is proved by itself, up to symmetry,
/// unless it changes nothing in what is proved already. The answer is `win`
/// with a certificate that the judge has found right, `none`, or `unknown`
/// where a budget ran out, which says nothing. Budgets are for a position, and
/// where every reply is proved for a reply; a reply that is not proved is tried
/// once more from the beginning with four times as much. Without any limit they
/// are 60 seconds.
///
/// The rule is hybrid where none is given: Black needs exactly five, White five
/// or more. What Black wins under it he wins under freestyle and standard too.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(in crate::commands::gomoku) struct Prove {
    #[command(flatten)]
    position: PositionArgs,

    /// With `status` in the place of the position: the log of a run, of which
    /// it is said how far it has come
    #[arg(value_name = "LOG")]
    of: Option<PathBuf>,

    /// The side that is to win, whoever is to move [default: the side to move]
    #[arg(long, value_name = "SIDE", value_parser = side())]
    attacker: Option<Player>,

    /// Which wins are sought
    #[arg(long, value_enum, value_name = "CLASS", default_value_t)]
    class: ClassName,

    /// Nodes, those of the solvers of threats
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Time in seconds, such as 0.5 or 2, or as 500ms
    #[arg(long, value_name = "SECONDS", value_parser = duration)]
    time: Option<Duration>,

    /// Megabytes that each thread may keep
    #[arg(long, value_name = "MB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(16..))]
    memory: u32,

    /// Threads: replies are shared out, and one position is tried in several ways
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: u16,

    /// Write the win to this file: as SGF with variations where the name ends in
    /// .sgf, else as a certificate
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Moves of the attacker that are tried first: SGF with variations, or lines
    /// of moves from the empty board
    #[arg(long, value_name = "FILE")]
    hints: Option<PathBuf>,

    /// Append each proved reply to this file, and go on with what stands there
    #[arg(long, value_name = "LOG")]
    resume: Option<PathBuf>,

    /// Only the K-th of N parts of the replies
    #[arg(long, value_name = "K/N", requires = "resume")]
    shard: Option<Shard>,

    /// Which of the two roads to take; the naive one is for small boards
    #[arg(long, value_enum, value_name = "ROAD", default_value_t)]
    solver: Road,
}

/// Which wins are sought.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, ValueEnum)]
enum ClassName {
    /// Any: `none` then says that the attacker does not win
    #[default]
    All,
    /// Those in which, if the defender passed, each move would win by threats
    Threats,
}

impl Prove {
    pub(in crate::commands::gomoku) fn run(self) -> Result<Exit, Failure> {
        match (&self.of, self.position.text == "status") {
            (Some(log), true) => return status::run(log),
            (None, true) => return Err(Failure::message("LOG: expected the log of a run")),
            (Some(more), false) => {
                let more = more.display();
                return Err(Failure::message(format!("expected one position, and not {more}")));
            }
            (None, false) => {}
        }
        let is_many = self.position.text == "-";
        if is_many && (self.out.is_some() || self.resume.is_some()) {
            return Err(Failure::message(
                "--out and --resume are for the win of one position, and - is many",
            ));
        }
        let variant = self.position.variant(Rule::Hybrid)?;
        let hints = match &self.hints {
            Some(path) => Hints::read(path, variant)?,
            None => Hints::default(),
        };
        let free = self.nodes.is_none() && self.time.is_none();
        let time = self.time.or(free.then_some(Duration::from_secs(SECONDS)));
        let plan = Plan {
            road: self.solver,
            attacker: self.attacker,
            class: match self.class {
                ClassName::All => proof::Class::All,
                ClassName::Threats => proof::Class::Threats,
            },
            limits: Limits { nodes: self.nodes, time, ..Limits::default() },
            memory: self.memory as usize * (1 << 20),
            threads: usize::from(self.threads),
            hints,
            log: self.resume,
            shard: self.shard,
            is_quiet: is_many,
        };
        run(Question { plan, out: self.out, exit: Exit::Done }, &self.position)
    }
}

/// How it is to be proved.
struct Plan {
    road: Road,
    attacker: Option<Player>,
    class: proof::Class,
    limits: Limits,
    memory: usize,
    threads: usize,
    hints: Hints,
    log: Option<PathBuf>,
    shard: Option<Shard>,
    is_quiet: bool,
}

/// What was found out about a position.
enum Verdict {
    Win(Win),
    None,
    Unknown(String),
}

/// A win that is proved.
struct Win {
    /// Where the defender is to move: of the position before the attacker's
    /// last move, which it begins with.
    certificate: Certificate,
    best: Option<Cell>,
    moves: u32,
    /// Where the defender is to move: how many replies have trees of their own.
    replies: Option<usize>,
}

impl Win {
    /// A win with the attacker to move.
    fn to_move(certificate: Certificate) -> Win {
        let best = certificate.line().first().copied();
        Win { best, moves: certificate.moves(), certificate, replies: None }
    }
}

/// A budget in words.
fn spent(budget: Budget) -> String {
    budget.to_string()
}
