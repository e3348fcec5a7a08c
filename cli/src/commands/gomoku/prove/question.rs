//! One question and its answer in words.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde::Serialize;
use tesuji_core::gomoku::Rule;
use tesuji_core::gomoku::naive::Board;
use tesuji_core::{Game, Player};
use tesuji_proofs::Certificate;
use tesuji_solvers::Refusal;
use tesuji_solvers::gomoku::proof;

use super::super::ask::Ask;
use super::super::position::Asked;
use super::super::search::draw;
use super::super::words;
use super::{Plan, Verdict, Win, every, one, show};
use crate::commands::file;
use crate::failure::{Exit, Failure};

pub(super) struct Question {
    pub(super) plan: Plan,
    pub(super) out: Option<PathBuf>,
    /// By the last answer.
    pub(super) exit: Exit,
}

/// An answer and what it took.
struct Answer {
    verdict: Verdict,
    nodes: u64,
    time: Duration,
}

/// The fields of `docs/json.md` that only this command has.
#[derive(Serialize)]
pub(super) struct Found {
    solver: &'static str,
    attacker: String,
    result: &'static str,
    budget: Option<String>,
    moves: Option<u32>,
    best: Option<String>,
    line: Vec<String>,
    certificate: Option<usize>,
    nodes: u64,
    milliseconds: u64,
}

impl Question {
    fn attacker(&self, board: &Board) -> Player {
        self.plan.attacker.unwrap_or(board.to_move())
    }

    fn ask(&mut self, asked: &Asked) -> Result<Answer, Failure> {
        let begun = Instant::now();
        let board = &asked.board;
        let (verdict, nodes) = if board.outcome().is_some() {
            (Verdict::None, 0)
        } else if self.attacker(board) == board.to_move() {
            one::prove(&self.plan, board)?
        } else {
            every::prove(&self.plan, board, asked.last)?
        };
        self.exit = match verdict {
            Verdict::Win(_) => Exit::Done,
            Verdict::None => Exit::No,
            Verdict::Unknown(_) => Exit::Unknown,
        };
        Ok(Answer { verdict, nodes, time: begun.elapsed() })
    }

    /// The answer in a sentence.
    fn sentence(&self, verdict: &Verdict, attacker: Player) -> String {
        let name = words::side(attacker);
        match verdict {
            Verdict::Win(win) => {
                let moves = words::count(win.moves as usize, "move", "moves");
                match win.replies {
                    None => format!("{name} wins in at most {moves}."),
                    Some(replies) => format!(
                        "{name} wins against every reply in at most {moves}, by trees for {}.",
                        words::count(replies, "reply", "replies")
                    ),
                }
            }
            Verdict::None => match self.plan.class {
                proof::Class::All => format!("{name} does not win."),
                proof::Class::Threats => format!(
                    "{name} has no win in which each move threatens to win by continuous fours \
                     and threes."
                ),
            },
            Verdict::Unknown(why) => format!("Unknown whether {name} wins: {why}."),
        }
    }

    fn save(&self, win: &Win) -> Result<(), Failure> {
        let Some(path) = &self.out else { return Ok(()) };
        if path.extension().is_some_and(|end| end == "sgf") {
            let record = show::record(&win.certificate).ok_or_else(|| {
                Failure::message(format!("{}: the tree is too large for SGF", path.display()))
            })?;
            file::write(path, record.as_bytes())
        } else {
            file::write(path, &tesuji_proofs::write(&win.certificate))
        }
    }
}

impl Ask for Question {
    fn name(&self) -> &'static str {
        "prove"
    }

    const RULE: Rule = Rule::Hybrid;

    type Found = Found;

    fn find(&mut self, asked: &Asked) -> Result<Found, Refusal> {
        let answer = self.ask(asked).map_err(|failure| Refusal::Invalid(failure.to_string()))?;
        let win = match &answer.verdict {
            Verdict::Win(win) => Some(win),
            _ => None,
        };
        if let Some(win) = win {
            self.save(win).map_err(|failure| Refusal::Invalid(failure.to_string()))?;
        }
        Ok(Found {
            solver: self.plan.road.name(),
            attacker: self.attacker(&asked.board).to_string(),
            result: match &answer.verdict {
                Verdict::Win(_) => "win",
                Verdict::None => "none",
                Verdict::Unknown(_) => "unknown",
            },
            budget: match &answer.verdict {
                Verdict::Unknown(why) => Some(why.clone()),
                _ => None,
            },
            moves: win.map(|win| win.moves),
            best: win.and_then(|win| win.best).map(|mv| mv.to_string()),
            line: win.map_or(Vec::new(), |win| words::names(&win.certificate.line())),
            certificate: win.map(|win| tesuji_proofs::write(&win.certificate).len()),
            nodes: answer.nodes,
            milliseconds: u64::try_from(answer.time.as_millis()).unwrap_or(u64::MAX),
        })
    }

    fn line(&self, found: &Found) -> String {
        match (found.moves, &found.best) {
            (Some(moves), Some(best)) => format!("win {moves} {best}"),
            (Some(moves), None) => format!("win {moves} -"),
            _ => found.result.to_owned(),
        }
    }

    fn page(&mut self, asked: &Asked, out: &mut impl Write) -> Result<(), Failure> {
        let board = &asked.board;
        let attacker = self.attacker(board);
        let answer = self.ask(asked)?;
        if let Verdict::Win(win) = &answer.verdict {
            self.save(win)?;
        }
        let best = match &answer.verdict {
            Verdict::Win(win) => win.best,
            _ => None,
        };
        if !draw(board, best, out)? {
            return Ok(());
        }
        words::paragraph(out, &self.sentence(&answer.verdict, attacker))?;
        if let Verdict::Win(win) = &answer.verdict {
            let also = also(&win.certificate);
            if !also.is_empty() {
                writeln!(out, "So also under {also}.")?;
            }
            words::paragraph(
                out,
                &format!("Longest defence: {}", words::in_words(&win.certificate.line())),
            )?;
            show::outline(out, &win.certificate)?;
            writeln!(
                out,
                "Certificate: {}, {}",
                words::count(win.certificate.nodes(), "node", "nodes"),
                words::count(tesuji_proofs::write(&win.certificate).len(), "byte", "bytes"),
            )?;
        }
        writeln!(out, "Nodes: {} in {:.4} s", answer.nodes, answer.time.as_secs_f64())?;
        if let (Some(path), Verdict::Win(_)) = (&self.out, &answer.verdict) {
            writeln!(out, "Written to {}", path.display())?;
        }
        Ok(())
    }

    fn exit(&self) -> Exit {
        self.exit
    }
}

/// The other rules under which the same is proved.
fn also(certificate: &Certificate) -> String {
    let rules: Vec<&str> =
        tesuji_proofs::check::also(certificate).into_iter().map(Rule::name).collect();
    rules.join(" and ")
}
