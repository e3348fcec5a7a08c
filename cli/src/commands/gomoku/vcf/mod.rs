//! `tesuji gomoku vcf`: wins by continuous fours.

mod tree;

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;
use tesuji_core::gomoku::naive::Board;
use tesuji_core::{Game, Player};
use tesuji_proofs::Certificate;
use tesuji_solvers::Refusal;
use tesuji_solvers::gomoku::claim::{Claim, Win};
use tesuji_solvers::gomoku::search::Limits;
use tesuji_solvers::gomoku::vcf::{self, Goal, naive};

use super::ask::{Ask, run};
use super::position::{Asked, PositionArgs, side};
use super::search::{draw, duration};
use super::words::{self, names};
use crate::commands::file;
use crate::failure::{Exit, Failure};
use crate::games::Road;

const AFTER_HELP: &str = "\
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
#[command(after_help = AFTER_HELP)]
pub(in crate::commands::gomoku) struct Vcf {
    #[command(flatten)]
    position: PositionArgs,

    /// The side that is to move and to win; the same as --to-move
    #[arg(long, value_name = "SIDE", value_parser = side(), conflicts_with = "to_move")]
    attacker: Option<Player>,

    /// Find a shortest win and prove that none is shorter; always so with `-`
    #[arg(long)]
    least: bool,

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
    pub(in crate::commands::gomoku) fn run(mut self) -> Result<Exit, Failure> {
        let many = self.position.text == "-";
        if many && self.out.is_some() {
            return Err(Failure::message("--out takes the win of one position, and - is many"));
        }
        self.position.to_move = self.attacker.or(self.position.to_move);
        let free = self.nodes.is_none() && self.time.is_none();
        let time = self.time.or(free.then_some(Duration::from_secs(SECONDS)));
        let question = Question {
            road: self.solver,
            solver: vcf::Vcf::default(),
            goal: if self.least || many { Goal::Least } else { Goal::Any },
            limits: Limits { nodes: self.nodes, time, ..Limits::default() },
            out: self.out,
            exit: Exit::Done,
        };
        run(question, &self.position)
    }
}

struct Question {
    road: Road,
    solver: vcf::Vcf,
    goal: Goal,
    limits: Limits,
    out: Option<PathBuf>,
    /// By the last answer.
    exit: Exit,
}

/// The fields of `docs/json.md` that only this command has.
#[derive(Serialize)]
struct Found {
    solver: &'static str,
    result: &'static str,
    budget: Option<String>,
    moves: Option<u16>,
    at_least: Option<u16>,
    best: Option<String>,
    line: Vec<String>,
    nodes: u64,
    milliseconds: u64,
}

impl Question {
    /// The claim, its nodes and its time.
    fn claim(&mut self, board: &Board) -> (Claim, u64, Duration) {
        let never = AtomicBool::new(false);
        let begun = Instant::now();
        let (claim, nodes) = match self.road {
            Road::Naive => {
                let report = naive::solve(board, &self.limits, &never);
                (report.claim, report.nodes)
            }
            Road::Optimized => {
                let before = self.solver.nodes();
                let claim = self.solver.solve(board, self.goal, &self.limits, &never);
                (claim, self.solver.nodes() - before)
            }
        };
        self.exit = match claim {
            Claim::Win(_) => Exit::Done,
            Claim::NoWin => Exit::No,
            Claim::Unknown(_) => Exit::Unknown,
        };
        (claim, nodes, begun.elapsed())
    }

    fn save(&self, board: &Board, win: &Win) -> Result<(), Failure> {
        match &self.out {
            Some(path) if path.extension().is_some_and(|end| end == "tsc") => {
                let certificate = Certificate::from_tree(board, &win.tree)
                    .map_err(|error| Failure::message(error.to_string()))?;
                file::write(path, &tesuji_proofs::write(&certificate))
            }
            Some(path) => file::write(path, tree::record(board, &win.tree).as_bytes()),
            None => Ok(()),
        }
    }
}

/// The claim in a sentence.
fn sentence(claim: &Claim, attacker: Player) -> String {
    let attacker = words::side(attacker);
    match claim {
        Claim::Win(win) => {
            let moves = words::count(usize::from(win.tree.moves()), "move", "moves");
            let proved = if win.is_least() {
                "no such win is shorter".to_owned()
            } else {
                format!("none is shorter than {}", win.at_least)
            };
            format!("{attacker} wins by continuous fours in {moves}; {proved}.")
        }
        Claim::NoWin => format!("{attacker} has no win by continuous fours."),
        Claim::Unknown(budget) => {
            format!("Unknown whether {attacker} wins by continuous fours: {budget}.")
        }
    }
}

impl Ask for Question {
    const NAME: &'static str = "vcf";
    type Found = Found;

    fn find(&mut self, asked: &Asked) -> Result<Found, Refusal> {
        let (claim, nodes, time) = self.claim(&asked.board);
        let win = claim.win();
        Ok(Found {
            solver: self.road.name(),
            result: match claim {
                Claim::Win(_) => "win",
                Claim::NoWin => "none",
                Claim::Unknown(_) => "unknown",
            },
            budget: match &claim {
                Claim::Unknown(budget) => Some(budget.to_string()),
                Claim::Win(_) | Claim::NoWin => None,
            },
            moves: win.map(|win| win.tree.moves()),
            at_least: win.map(|win| win.at_least),
            best: win.map(|win| win.tree.mv(win.tree.root()).to_string()),
            line: win.map_or(Vec::new(), |win| names(&win.tree.line())),
            nodes,
            milliseconds: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
        })
    }

    fn line(&self, found: &Found) -> String {
        match (found.moves, &found.best) {
            (Some(moves), Some(best)) => format!("win {moves} {best}"),
            _ => found.result.to_owned(),
        }
    }

    fn page(&mut self, asked: &Asked, out: &mut impl Write) -> Result<(), Failure> {
        let board = &asked.board;
        let attacker = board.to_move();
        let (claim, nodes, time) = self.claim(board);
        let best = claim.win().map(|win| win.tree.mv(win.tree.root()));
        if let Claim::Win(win) = &claim {
            self.save(board, win)?;
        }
        if !draw(board, best, out)? {
            return Ok(());
        }
        writeln!(out, "{}", sentence(&claim, attacker))?;
        if let Claim::Win(win) = &claim {
            tree::outline(out, &win.tree)?;
        }
        writeln!(out, "Nodes: {nodes} in {:.4} s", time.as_secs_f64())?;
        if let (Some(path), Claim::Win(_)) = (&self.out, &claim) {
            writeln!(out, "Written to {}", path.display())?;
        }
        debug_assert!(board.outcome().is_none());
        Ok(())
    }

    fn exit(&self) -> Exit {
        self.exit
    }
}
