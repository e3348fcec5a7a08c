//! The critical line of a game between two sides: what the winner plays, every
//! defence against it, and how long each lasts.

use tesuji_core::{Game, Outcome, Player};
use tesuji_solvers::{Answer, Refusal, Solver};

use super::study::{Studied, count, name};
use crate::draw::Table;

/// A table for each ply of the line: at the winner's turn its title alone says
/// what is played, at the loser's turn all moves are listed, longest first.
///
/// Where nobody wins, a table of the first moves: none of them wins.
pub(super) fn critical<N, B, S>(
    solver: &mut S,
    studied: &Studied<N, Outcome>,
) -> Result<Vec<Table>, Refusal>
where
    N: Game,
    B: Game<Move = N::Move> + From<N>,
    S: Solver<B, Value = Outcome>,
{
    let Some(winner) = studied.answer.value.winner() else {
        let mover = studied.boards[0].to_move();
        return Ok(vec![drawn(mover, &studied.first)]);
    };
    let mut tables = Vec::new();
    for (ply, (position, &mv)) in (1..).zip(studied.boards.iter().zip(&studied.line)) {
        let moves = solver.solve_moves(&B::from(position.clone()))?;
        tables.push(if position.to_move() == winner {
            attack(ply, winner, mv, &moves)
        } else {
            defence::<N, B, S>(solver, ply, position, &moves)?
        });
    }
    Ok(tables)
}

/// Plies to the end, the move that leads to this answer counted.
fn lasts(after: Answer<Outcome>) -> u32 {
    after.remoteness.map_or(u32::MAX, |plies| plies + 1)
}

/// `Ply 1: White plays a1a2 and wins in 11 plies. Of 4 moves 2 win as fast, 0
/// more slowly, 2 do not win.`
fn attack<M: Copy + Eq + std::fmt::Display>(
    ply: u32,
    winner: Player,
    mv: M,
    moves: &[(M, Answer<Outcome>)],
) -> Table {
    let wins = |after: &Answer<Outcome>| after.value == Outcome::Win(winner);
    let played = moves.iter().find(|(other, _)| *other == mv);
    let plies = played.map_or(0, |&(_, after)| lasts(after));
    let winning = moves.iter().filter(|(_, after)| wins(after));
    let fast = winning.clone().filter(|(_, after)| lasts(*after) == plies).count();
    let slow = winning.count() - fast;
    let all = match moves.len() {
        1 => "its 1 move".to_owned(),
        moves => format!("its {moves} moves"),
    };
    let title = format!(
        "Ply {ply}: {} plays {mv} and wins in {}. Of {all} {fast} win as fast, {slow} more \
         slowly, {} not at all.",
        name(winner),
        count(plies, "ply", "plies"),
        moves.len() - fast - slow
    );
    Table::new(title, [])
}

/// Every move of the loser, how many plies the game then lasts, and the answer
/// to it.
fn defence<N, B, S>(
    solver: &mut S,
    ply: u32,
    position: &N,
    moves: &[(N::Move, Answer<Outcome>)],
) -> Result<Table, Refusal>
where
    N: Game,
    B: Game<Move = N::Move> + From<N>,
    S: Solver<B, Value = Outcome>,
{
    let longest = moves.iter().map(|&(_, after)| lasts(after)).max().unwrap_or(0);
    let title = format!(
        "Ply {ply}: {} has {}; the game lasts {} at most.",
        name(position.to_move()),
        count(moves.len() as u32, "move", "moves"),
        count(longest, "more ply", "more plies"),
    );
    let mut table = Table::new(title, ["defence", "lasts", "answer"]);
    let mut moves = moves.to_vec();
    moves.sort_by_key(|&(mv, after)| (u32::MAX - lasts(after), mv));
    for (mv, after) in moves {
        let mut board = B::from(position.clone());
        board.play_unchecked(mv);
        let next = after.remoteness.and_then(|plies| plies.checked_sub(1));
        let next = Answer { value: after.value, remoteness: next };
        let replies = solver.solve_moves(&board)?;
        let reply = replies.iter().find(|&&(_, answer)| answer == next);
        let reply = reply.map_or("-".to_owned(), |(reply, _)| reply.to_string());
        table.row(lasts(after) == longest, [mv.to_string(), lasts(after).to_string(), reply]);
    }
    Ok(table)
}

/// The first moves of a drawn game.
fn drawn<M: std::fmt::Display>(mover: Player, first: &[(M, Answer<Outcome>)]) -> Table {
    let title = format!("No move of {} wins, and one at least does not lose", name(mover));
    let mut table = Table::new(title, ["move", "then"]);
    for (mv, after) in first {
        let then = match after.value.winner() {
            None => "a draw".to_owned(),
            Some(winner) => {
                let plies = count(lasts(*after), "ply", "plies");
                format!("{} wins in {plies}", name(winner))
            }
        };
        table.row(after.value == Outcome::Draw, [mv.to_string(), then]);
    }
    table
}
