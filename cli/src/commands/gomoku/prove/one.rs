//! One position, the attacker to move.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use tesuji_core::Game;
use tesuji_core::gomoku::naive::Board;
use tesuji_proofs::{Certificate, check};
use tesuji_solvers::gomoku::claim::{Budget, Claim as Plain};
use tesuji_solvers::gomoku::proof::{Claim, Prover, naive};

use super::show::Bar;
use super::{Plan, Verdict, Win, spent};
use crate::failure::Failure;
use crate::games::Road;

/// The answer and its nodes.
pub(super) fn prove(plan: &Plan, board: &Board) -> Result<(Verdict, u64), Failure> {
    if plan.road == Road::Naive {
        return plainly(plan, board);
    }
    let stop = AtomicBool::new(false);
    let answers: Mutex<Vec<(Claim, u64)>> = Mutex::new(Vec::new());
    let bar = Bar::new(plan.is_quiet);
    std::thread::scope(|scope| {
        for thread in 0..plan.threads {
            let (stop, answers, bar) = (&stop, &answers, &bar);
            scope.spawn(move || {
                let mut prover = Prover::new(plan.memory).varied(thread as u32);
                plan.hints.give(&mut prover, board.to_move());
                let claim = prover.watch(board, plan.class, &plan.limits, stop, &mut |progress| {
                    if thread == 0 {
                        bar.position(&progress);
                    }
                });
                if !matches!(claim, Claim::Unknown(_)) {
                    // The others need not go on.
                    stop.store(true, Relaxed);
                }
                let mut answers = answers.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                answers.push((claim, prover.nodes()));
            });
        }
    });
    let answers = answers.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    let nodes = answers.iter().map(|(_, nodes)| nodes).sum();
    let mut budget = Budget::Stopped;
    let mut verdict = None;
    for (claim, _) in answers {
        match claim {
            Claim::Win(tree) => {
                let certificate = Certificate::from_proof(board, &tree)
                    .map_err(|error| Failure::message(error.to_string()))?;
                judged(&certificate)?;
                verdict = Some(Verdict::Win(Win::to_move(certificate)));
            }
            Claim::NoWin => verdict = Some(Verdict::None),
            Claim::Unknown(Budget::Stopped) => {}
            Claim::Unknown(other) => budget = other,
        }
    }
    Ok((verdict.unwrap_or_else(|| Verdict::Unknown(spent(budget))), nodes))
}

/// No proof is shown that the judge does not find right.
pub(in crate::commands::gomoku) fn judged(certificate: &Certificate) -> Result<(), Failure> {
    check(certificate).map(|_| ()).map_err(|fault| {
        Failure::message(format!("the judge refuses the proof, which is a bug: {fault}"))
    })
}

/// By the naive road.
fn plainly(plan: &Plan, board: &Board) -> Result<(Verdict, u64), Failure> {
    let report = naive::solve(board, plan.class, &plan.limits, &AtomicBool::new(false));
    let verdict = match report.claim {
        Plain::Win(win) => {
            let certificate = Certificate::from_tree(board, &win.tree)
                .map_err(|error| Failure::message(error.to_string()))?;
            judged(&certificate)?;
            Verdict::Win(Win::to_move(certificate))
        }
        Plain::NoWin => Verdict::None,
        Plain::Unknown(budget) => Verdict::Unknown(spent(budget)),
    };
    Ok((verdict, report.nodes))
}
