//! Asking a threat solver, and what is said of its claim.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use serde::Serialize;
use tesuji_core::gomoku::naive::Board;
use tesuji_core::{Game, Player};
use tesuji_proofs::Certificate;
use tesuji_solvers::Refusal;
use tesuji_solvers::gomoku::claim::{Claim, Win};
use tesuji_solvers::gomoku::search::Limits;
use tesuji_solvers::gomoku::vcf::{self, Goal, Vcf};
use tesuji_solvers::gomoku::vct::{self, Class, Vct};

use super::super::ask::Ask;
use super::super::position::Asked;
use super::super::search::draw;
use super::super::words::{self, names};
use super::tree;
use crate::commands::file;
use crate::failure::{Exit, Failure};
use crate::games::Road;

/// Which wins are sought, and by what.
pub(super) enum Solver {
    Fours(Vcf, Goal),
    Threats(Vct, Class),
}

impl Solver {
    /// What the wins are called.
    fn wins(&self) -> String {
        match self {
            Solver::Fours(..) => "continuous fours".to_owned(),
            Solver::Threats(_, Class::Threes) => "continuous fours and threes".to_owned(),
            Solver::Threats(_, Class::Threats(moves)) => {
                format!("continuous threats to win by fours in {moves} moves")
            }
        }
    }

    /// The claim and its nodes.
    fn claim(&mut self, road: Road, board: &Board, limits: &Limits) -> (Claim, u64) {
        let never = AtomicBool::new(false);
        match (self, road) {
            (Solver::Fours(..), Road::Naive) => {
                let report = vcf::naive::solve(board, limits, &never);
                (report.claim, report.nodes)
            }
            (Solver::Threats(_, class), Road::Naive) => {
                let report = vct::naive::solve(board, *class, limits, &never);
                (report.claim, report.nodes)
            }
            (Solver::Fours(solver, goal), Road::Optimized) => {
                let before = solver.nodes();
                let claim = solver.solve(board, *goal, limits, &never);
                (claim, solver.nodes() - before)
            }
            (Solver::Threats(solver, class), Road::Optimized) => {
                let before = solver.nodes();
                let claim = solver.solve(board, *class, limits, &never);
                (claim, solver.nodes() - before)
            }
        }
    }
}

/// A question about one position or many.
pub(super) struct Question {
    pub(super) road: Road,
    pub(super) solver: Solver,
    pub(super) limits: Limits,
    pub(super) out: Option<PathBuf>,
    /// By the last answer.
    pub(super) exit: Exit,
}

/// The fields of `docs/json.md` that only this command has.
#[derive(Serialize)]
pub(super) struct Found {
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
        let begun = Instant::now();
        let (claim, nodes) = self.solver.claim(self.road, board, &self.limits);
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
fn sentence(claim: &Claim, attacker: Player, by: &str) -> String {
    let attacker = words::side(attacker);
    match claim {
        Claim::Win(win) => {
            let moves = words::count(usize::from(win.tree.moves()), "move", "moves");
            let proved = match win.at_least {
                _ if win.is_least() => "; no such win is shorter".to_owned(),
                0 | 1 => String::new(),
                least => format!("; none is shorter than {least}"),
            };
            format!("{attacker} wins by {by} in {moves}{proved}.")
        }
        Claim::NoWin => format!("{attacker} has no win by {by}."),
        Claim::Unknown(budget) => {
            format!("Unknown whether {attacker} wins by {by}: {budget}.")
        }
    }
}

impl Ask for Question {
    fn name(&self) -> &'static str {
        match self.solver {
            Solver::Fours(..) => "vcf",
            Solver::Threats(..) => "vct",
        }
    }

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
        writeln!(out, "{}", sentence(&claim, attacker, &self.solver.wins()))?;
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
