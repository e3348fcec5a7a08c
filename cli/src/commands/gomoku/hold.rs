//! `tesuji gomoku hold`: whether a side wins, or the other can hold.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;
use tesuji_core::gomoku::Cell;
use tesuji_core::gomoku::naive::Board;
use tesuji_core::{Game, Player};
use tesuji_proofs::Certificate;
use tesuji_solvers::Refusal;
use tesuji_solvers::gomoku::claim::Budget;
use tesuji_solvers::gomoku::hold::{Hold as Strategy, Stand, Start};
use tesuji_solvers::gomoku::mnk::{Claim, Mnk, Win, naive};
use tesuji_solvers::gomoku::search::Limits;
use tesuji_solvers::gomoku::tree::Tree;

use super::ask::{Ask, refused, run};
use super::position::{Asked, PositionArgs, side};
use super::prove::judged;
use super::search::{draw, duration};
use super::words::{self, paragraph};
use crate::commands::file;
use crate::failure::{Exit, Failure};
use crate::games::Road;

const AFTER_HELP: &str = "\
Exit codes for one position: 0 the attacker wins, 1 the other side holds, 2 bad
usage or input, 3 unknown.

Examples:
  $ tesuji gomoku hold --size 4x3 --line 3 ''
  $ tesuji gomoku hold --size 6x5 --line 4 --attacker black c3
  $ tesuji gomoku hold --size 4x3 --line 3 '' --out target/w.tsc
  $ printf '| \\nb2 | a1\\n' | tesuji gomoku hold --size 3 --line 3 -
  hold
  hold";

/// Seconds where no limit is given.
const SECONDS: u64 = 60;

/// Bytes of the table.
const TABLE: usize = 256 << 20;

/// Find out whether a side wins, or the other can hold
///
/// Either side may be to move. A full board without a row is held, and so is a
/// win of the other side's. The answer is exact, for boards of at most 64 cells
/// under freestyle; the empty position is ''. Without any limit it ends after
/// 60 seconds. With `-` each position is answered by `win`, `hold` or
/// `unknown`, and the move where the side that succeeds is to move and has to
/// play a certain one.
///
/// With --out the answer is written with its proof, as a certificate that the
/// judge has found right: that the other side holds, or that the attacker wins.
/// Of a win with the other side to move it is that of the position before the
/// attacker's last move, which it begins with.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Hold {
    #[command(flatten)]
    position: PositionArgs,

    /// The side that is to win, whoever is to move [default: the side to move]
    #[arg(long, value_name = "SIDE", value_parser = side())]
    attacker: Option<Player>,

    /// Nodes for each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Time for each position, in seconds, such as 0.5 or 2, or as 500ms
    #[arg(long, value_name = "SECONDS", value_parser = duration)]
    time: Option<Duration>,

    /// Write the win or the hold to this file, as a certificate
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Which of the two roads to take; the naive one takes few empty cells, no
    /// limits, and shows no strategy
    #[arg(long, value_enum, value_name = "ROAD", default_value_t)]
    solver: Road,
}

impl Hold {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        if let Some(path) = &self.out {
            self.refuse_to_write(path)?;
        }
        let free = self.nodes.is_none() && self.time.is_none();
        let time = self.time.or(free.then_some(Duration::from_secs(SECONDS)));
        let question = Question {
            road: self.solver,
            attacker: self.attacker,
            solver: Mnk::new(TABLE),
            limits: Limits { nodes: self.nodes, time, ..Limits::default() },
            out: self.out,
            exit: Exit::Done,
        };
        run(question, &self.position)
    }

    /// What cannot be written is said before anything is searched.
    fn refuse_to_write(&self, path: &Path) -> Result<(), Failure> {
        let why = if self.position.text == "-" {
            "--out takes the proof of one position, and - is many".to_owned()
        } else if self.solver == Road::Naive {
            "--out takes a strategy, and the naive road has none".to_owned()
        } else if path.extension().is_some_and(|end| end == "sgf") {
            format!(
                "{}: a hold is no line of moves, and SGF has no place for it; a certificate has \
                 a name in .tsc",
                path.display()
            )
        } else {
            return Ok(());
        };
        Err(Failure::message(why))
    }
}

struct Question {
    road: Road,
    attacker: Option<Player>,
    solver: Mnk,
    limits: Limits,
    out: Option<PathBuf>,
    /// By the last answer.
    exit: Exit,
}

/// The fields of `docs/json.md` that only this command has.
#[derive(Serialize)]
struct Found {
    solver: &'static str,
    attacker: String,
    result: &'static str,
    budget: Option<String>,
    best: Option<String>,
    strategy: Option<usize>,
    nodes: u64,
    milliseconds: u64,
}

/// What either road finds out.
enum Answer {
    Claim(Claim),
    Plain(bool),
}

impl Answer {
    fn result(&self) -> &'static str {
        match self {
            Answer::Claim(Claim::Win(_)) | Answer::Plain(true) => "win",
            Answer::Claim(Claim::Hold(_)) | Answer::Plain(false) => "hold",
            Answer::Claim(Claim::Unknown(_)) => "unknown",
        }
    }

    fn budget(&self) -> Option<Budget> {
        match self {
            Answer::Claim(Claim::Unknown(budget)) => Some(*budget),
            _ => None,
        }
    }

    /// The first move of the strategy, where it begins with one.
    fn best(&self) -> Option<Cell> {
        match self {
            Answer::Claim(Claim::Win(Win::Move(tree))) => Some(tree.mv(tree.root())),
            Answer::Claim(Claim::Hold(hold)) => match hold.start() {
                Start::Answer(answer) => Some(answer.mv),
                Start::Node(_) => None,
            },
            _ => None,
        }
    }

    /// The size of the strategy.
    fn strategy(&self) -> Option<usize> {
        match self {
            Answer::Claim(Claim::Win(Win::Move(tree))) => Some(tree.len()),
            Answer::Claim(Claim::Win(Win::Replies { default, exceptions })) => {
                let trees = exceptions.iter().map(|(_, tree)| tree);
                Some(trees.chain([default]).map(Tree::len).sum())
            }
            Answer::Claim(Claim::Hold(hold)) => Some(hold.len()),
            Answer::Claim(Claim::Unknown(_)) | Answer::Plain(_) => None,
        }
    }
}

impl Question {
    fn attacker(&self, board: &Board) -> Player {
        self.attacker.unwrap_or(board.to_move())
    }

    /// The answer, its nodes and its time.
    fn ask(&mut self, board: &Board) -> Result<(Answer, u64, Duration), Refusal> {
        let attacker = self.attacker(board);
        let begun = Instant::now();
        let (answer, nodes) = match self.road {
            Road::Naive => {
                let report = naive::solve(board, attacker)?;
                (Answer::Plain(report.wins), report.nodes)
            }
            Road::Optimized => {
                let before = self.solver.nodes();
                let never = AtomicBool::new(false);
                let claim = self.solver.solve(board, attacker, &self.limits, &never)?;
                (Answer::Claim(claim), self.solver.nodes() - before)
            }
        };
        self.exit = match answer.result() {
            "win" => Exit::Done,
            "hold" => Exit::No,
            _ => Exit::Unknown,
        };
        Ok((answer, nodes, begun.elapsed()))
    }
}

impl Question {
    /// Writes the proof of the answer where one is asked for and there is one;
    /// its nodes and its bytes.
    fn save(&self, asked: &Asked, answer: &Answer) -> Result<Option<Written>, Failure> {
        let Some(path) = &self.out else { return Ok(None) };
        let board = &asked.board;
        let certificate = match answer {
            Answer::Claim(Claim::Win(win)) => Certificate::from_win(board, win, asked.last),
            Answer::Claim(Claim::Hold(hold)) => {
                Certificate::from_hold(board, self.attacker(board).other(), hold)
            }
            Answer::Claim(Claim::Unknown(_)) | Answer::Plain(_) => return Ok(None),
        };
        let certificate = certificate.map_err(|error| Failure::message(error.to_string()))?;
        judged(&certificate)?;
        let file = tesuji_proofs::write(&certificate);
        file::write(path, &file)?;
        Ok(Some(Written { nodes: certificate.nodes(), bytes: file.len() }))
    }
}

/// A certificate that has been written.
#[derive(Clone, Copy)]
struct Written {
    nodes: usize,
    bytes: usize,
}

/// The answer in a sentence.
fn sentence(answer: &Answer, attacker: Player) -> String {
    let defender = words::side(attacker.other());
    let attacker = words::side(attacker);
    match (answer, answer.budget()) {
        (_, Some(budget)) => {
            format!("Unknown whether {attacker} wins or {defender} holds: {budget}.")
        }
        (Answer::Claim(Claim::Win(Win::Move(tree))), _) => {
            let moves = words::count(usize::from(tree.moves()), "move", "moves");
            format!("{attacker} wins in at most {moves}.")
        }
        _ if answer.result() == "win" => format!("{attacker} wins."),
        _ => format!("{defender} holds: {attacker} does not win."),
    }
}

/// How the hold begins, where that is soon said.
fn beginning(hold: &Strategy) -> Option<String> {
    let Start::Node(edge) = hold.start() else { return None };
    match hold.stand(edge.to) {
        Stand::Closed => Some("No row is open.".to_owned()),
        Stand::Pairs(pairs) => {
            let pairs: Vec<String> =
                pairs.iter().map(|&(first, second)| format!("{first} {second}")).collect();
            Some(format!("By pairs, a stone on one being met on the other: {}.", pairs.join(", ")))
        }
        Stand::Answers { .. } => None,
    }
}

impl Ask for Question {
    fn name(&self) -> &'static str {
        "hold"
    }

    type Found = Found;

    fn find(&mut self, asked: &Asked) -> Result<Found, Refusal> {
        let (answer, nodes, time) = self.ask(&asked.board)?;
        self.save(asked, &answer).map_err(|failure| Refusal::Invalid(failure.to_string()))?;
        Ok(Found {
            solver: self.road.name(),
            attacker: self.attacker(&asked.board).to_string(),
            result: answer.result(),
            budget: answer.budget().map(|budget| budget.to_string()),
            best: answer.best().map(|mv| mv.to_string()),
            strategy: answer.strategy(),
            nodes,
            milliseconds: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
        })
    }

    fn line(&self, found: &Found) -> String {
        match &found.best {
            Some(best) => format!("{} {best}", found.result),
            None => found.result.to_owned(),
        }
    }

    fn page(&mut self, asked: &Asked, out: &mut impl Write) -> Result<(), Failure> {
        let board = &asked.board;
        let (answer, nodes, time) = self.ask(board).map_err(|refusal| refused(&refusal))?;
        let written = self.save(asked, &answer)?;
        draw(board, answer.best(), out)?;
        writeln!(out, "{}", sentence(&answer, self.attacker(board)))?;
        if let Answer::Claim(Claim::Hold(hold)) = &answer
            && let Some(text) = beginning(hold)
        {
            paragraph(out, &text)?;
        }
        if let Some(count) = answer.strategy() {
            writeln!(out, "Strategy: {}", words::count(count, "position", "positions"))?;
        }
        if let Some(Written { nodes, bytes }) = written {
            writeln!(
                out,
                "Certificate: {}, {}",
                words::count(nodes, "node", "nodes"),
                words::count(bytes, "byte", "bytes"),
            )?;
        }
        writeln!(out, "Nodes: {nodes} in {:.4} s", time.as_secs_f64())?;
        if let (Some(path), Some(_)) = (&self.out, &written) {
            writeln!(out, "Written to {}", path.display())?;
        }
        Ok(())
    }

    fn exit(&self) -> Exit {
        self.exit
    }
}
