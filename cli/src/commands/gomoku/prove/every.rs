//! One position, the defender to move: each of its replies.

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use tesuji_core::Game;
use tesuji_core::gomoku::naive::Board;
use tesuji_core::gomoku::{Cell, Symmetry};
use tesuji_proofs::{Certificate, Part, is_answered, symmetries_of};
use tesuji_solvers::gomoku::proof::{Claim, Prover};
use tesuji_solvers::gomoku::search::Limits;

use super::log::{Entry, Log, Outcome};
use super::one::judged;
use super::show::Bar;
use super::{Plan, Verdict, Win, spent};
use crate::failure::Failure;
use crate::games::Road;

/// One of several parts of the replies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shard {
    /// From 1.
    part: usize,
    of: usize,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let (part, of) = text.split_once('/').unwrap_or((text, ""));
        match (part.parse(), of.parse()) {
            (Ok(part), Ok(of)) if 0 < part && part <= of => Ok(Shard { part, of }),
            _ => Err("expected a part and how many there are, such as 2/4".to_owned()),
        }
    }
}

/// The budget of a second attempt.
const AGAIN: u32 = 4;

/// First moves of other replies' trees that are suggested.
const SUGGESTED: usize = 3;

/// What the threads share.
struct State {
    /// Replies that nobody has looked at; the next is the last.
    todo: Vec<Cell>,
    /// Those for the second attempt.
    again: Vec<Cell>,
    parts: Vec<Part>,
    /// With the budget that was spent.
    open: BTreeMap<Cell, String>,
    /// A reply that holds.
    holds: Option<Cell>,
    log: Option<Log>,
    failure: Option<Failure>,
    nodes: u64,
}

/// The answer and its nodes.
pub(super) fn prove(
    plan: &Plan,
    board: &Board,
    last: Option<Cell>,
) -> Result<(Verdict, u64), Failure> {
    if plan.road == Road::Naive {
        return Err(Failure::message("--solver naive: with the attacker to move"));
    }
    let attacker = board.to_move().other();
    let last = last.filter(|&cell| board.get(cell) == Some(attacker));
    let Some(last) = last.or_else(|| board.stones_of(attacker).pop()) else {
        return Err(Failure::message("POSITION: the attacker has no stone, and is not to move"));
    };
    let symmetries = symmetries_of(board);
    let mut orbits = replies(board, &symmetries);
    if let Some(shard) = plan.shard {
        let mut number = orbits.len();
        orbits.retain(|_| {
            number -= 1;
            number % shard.of == shard.part - 1
        });
    }
    let mut state = State {
        todo: orbits.concat(),
        again: Vec::new(),
        parts: Vec::new(),
        open: BTreeMap::new(),
        holds: None,
        log: None,
        failure: None,
        nodes: 0,
    };
    if let Some(path) = &plan.log {
        let (log, entries) = Log::open(path, board, attacker)?;
        state.log = Some(log);
        for entry in entries {
            if let Outcome::Won(certificate) = entry.outcome {
                let part = Part::new(entry.reply, *certificate)
                    .map_err(|fault| Failure::message(format!("{}: {fault}", path.display())))?;
                state.parts.push(part);
            }
        }
    }
    let bar = Bar::new(plan.is_quiet);
    let state = Mutex::new(state);
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..plan.threads {
            scope.spawn(|| worker(plan, board, &symmetries, &state, &stop, &bar));
        }
    });
    let state = state.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(failure) = state.failure {
        return Err(failure);
    }
    if let Some(reply) = state.holds {
        bar.say(&format!("{reply} holds"));
        return Ok((Verdict::None, state.nodes));
    }
    if let Some((reply, why)) = state.open.first_key_value() {
        let open: Vec<String> = state.open.keys().map(Cell::to_string).collect();
        bar.say(&format!("open: {}", open.join(" ")));
        let more = match state.open.len() - 1 {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        return Ok((Verdict::Unknown(format!("after {reply}{more}, {why}")), state.nodes));
    }
    let mut before = board.clone();
    before.set(last, None);
    before.set_to_move(attacker);
    if plan.shard.is_some() && open_replies(board, &symmetries, &state.parts) {
        let why = "the other parts of the replies are not proved here".to_owned();
        return Ok((Verdict::Unknown(why), state.nodes));
    }
    let certificate = Certificate::join(&before, last, &state.parts)
        .map_err(|error| Failure::message(error.to_string()))?;
    judged(&certificate)?;
    let moves = certificate.moves() - 1;
    let win = Win { certificate, best: None, moves, replies: Some(state.parts.len()) };
    Ok((Verdict::Win(win), state.nodes))
}

/// Whether a reply has no answer yet.
fn open_replies(board: &Board, symmetries: &[Symmetry], parts: &[Part]) -> bool {
    board
        .legal_moves()
        .into_iter()
        .any(|reply| !is_answered(board.variant(), symmetries, parts, reply))
}

/// The replies, the nearest last, each with its images. One that another's tree
/// answers may have images that it does not answer.
fn replies(board: &Board, symmetries: &[Symmetry]) -> Vec<Vec<Cell>> {
    let attacker = board.to_move().other();
    let stones = board.stones_of(attacker);
    let far = |cell: &Cell| {
        let off = |stone: &Cell| {
            let columns = cell.column().abs_diff(stone.column());
            let rows = cell.row().abs_diff(stone.row());
            (columns.max(rows), columns.min(rows))
        };
        // Near to all stones, and to the nearest first of all.
        let all: u32 = stones.iter().map(|stone| u32::from(off(stone).0)).sum();
        (stones.iter().map(off).min(), all)
    };
    let orbit = |cell| {
        let images = symmetries.iter().map(|symmetry| symmetry.apply(board.variant(), cell));
        images.collect::<BTreeSet<Cell>>()
    };
    let mut orbits: Vec<Vec<Cell>> = board
        .legal_moves()
        .into_iter()
        .filter(|&cell| orbit(cell).first() == Some(&cell))
        .map(|cell| orbit(cell).into_iter().rev().collect())
        .collect();
    orbits.sort_by_key(|orbit| orbit.last().map(|cell| std::cmp::Reverse((far(cell), *cell))));
    orbits
}

/// What a thread does next.
enum Next {
    Reply { reply: Cell, is_second: bool, suggested: Vec<Cell> },
    Done,
}

fn next(board: &Board, symmetries: &[Symmetry], state: &mut State) -> Next {
    loop {
        if state.holds.is_some() || state.failure.is_some() {
            return Next::Done;
        }
        let first = state.todo.pop().map(|reply| (reply, false));
        let Some((reply, is_second)) = first.or_else(|| state.again.pop().map(|r| (r, true)))
        else {
            return Next::Done;
        };
        if is_answered(board.variant(), symmetries, &state.parts, reply) {
            state.open.remove(&reply);
            continue;
        }
        let mut counts: BTreeMap<Cell, usize> = BTreeMap::new();
        for part in &state.parts {
            if let Some(&first) = part.certificate().line().first() {
                *counts.entry(first).or_default() += 1;
            }
        }
        let mut suggested: Vec<Cell> = counts.keys().copied().collect();
        suggested.sort_by_key(|cell| std::cmp::Reverse(counts[cell]));
        suggested.truncate(SUGGESTED);
        return Next::Reply { reply, is_second, suggested };
    }
}

fn worker(
    plan: &Plan,
    board: &Board,
    symmetries: &[Symmetry],
    state: &Mutex<State>,
    stop: &AtomicBool,
    bar: &Bar,
) {
    let lock = || state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut prover = Prover::new(plan.memory);
    plan.hints.give(&mut prover, board.to_move().other());
    loop {
        let (reply, is_second, suggested) = match next(board, symmetries, &mut lock()) {
            Next::Reply { reply, is_second, suggested } => (reply, is_second, suggested),
            Next::Done => return,
        };
        let mut position = board.clone();
        position.play_unchecked(reply);
        let mut limits = plan.limits;
        if is_second {
            // From the beginning: what misled the first attempt is forgotten.
            prover.clear();
            prover = prover.varied(1);
            limits = Limits {
                nodes: limits.nodes.map(|nodes| nodes.saturating_mul(u64::from(AGAIN))),
                time: limits.time.map(|time| time.saturating_mul(AGAIN)),
                ..limits
            };
        }
        for &mv in &suggested {
            prover.suggest(&position, mv);
        }
        let (begun, before) = (Instant::now(), prover.nodes());
        let claim =
            prover.watch(&position, plan.class, &limits, stop, &mut |far| bar.position(&far));
        let nodes = prover.nodes() - before;
        let entry = |outcome| Entry { reply, outcome, nodes, time: begun.elapsed() };
        let outcome = match claim {
            Claim::Win(tree) => match Certificate::from_proof(&position, &tree) {
                Ok(certificate) => Outcome::Won(Box::new(certificate)),
                Err(error) => return lock().failure = Some(Failure::message(error.to_string())),
            },
            Claim::NoWin => Outcome::Holds,
            Claim::Unknown(budget) => Outcome::Open(spent(budget)),
        };
        // Judged before anything rests on it.
        let part = match &outcome {
            Outcome::Won(certificate) => match Part::new(reply, (**certificate).clone()) {
                Ok(part) => Some(part),
                Err(fault) => {
                    let why = format!("the judge refuses the proof, which is a bug: {fault}");
                    return lock().failure = Some(Failure::message(why));
                }
            },
            Outcome::Holds | Outcome::Open(_) => None,
        };
        let mut state = lock();
        state.nodes += nodes;
        let entry = entry(outcome);
        bar.say(&entry.summary());
        if let Some(log) = &mut state.log
            && let Err(failure) = log.append(&entry)
        {
            state.failure = Some(failure);
            return;
        }
        match entry.outcome {
            Outcome::Won(_) => {
                state.open.remove(&reply);
                state.parts.extend(part);
            }
            Outcome::Holds => {
                state.holds = Some(reply);
                stop.store(true, Relaxed);
            }
            Outcome::Open(why) => {
                state.open.insert(reply, why);
                if !is_second {
                    state.again.insert(0, reply);
                }
            }
        }
    }
}
