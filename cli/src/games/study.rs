//! What the studies of all games with a move list share.

use tesuji_core::{Game, Outcome, Player};
use tesuji_solvers::{Answer, Refusal, Solver, principal_variation};

use crate::draw::{Cell, Ink, Picture, Table};

/// A position, a best line from it, and every first move.
pub(super) struct Studied<N: Game, V> {
    /// The value of the position.
    pub(super) answer: Answer<V>,
    /// The moves of a best line, to the end of the game.
    pub(super) line: Vec<N::Move>,
    /// The boards of the line: the position, and that after each move.
    pub(super) boards: Vec<N>,
    /// Every first move and the answer of the position that it leads to.
    pub(super) first: Vec<(N::Move, Answer<V>)>,
}

/// Has a position studied by a solver of boards of type `B`. The line is
/// played on the naive board, move by move, and so is checked by the rules.
pub(super) fn study<N, B, S>(solver: &mut S, position: &N) -> Result<Studied<N, S::Value>, Refusal>
where
    N: Game,
    B: Game<Move = N::Move> + From<N>,
    S: Solver<B>,
{
    let board = B::from(position.clone());
    let answer = solver.solve(&board)?;
    let line = principal_variation(solver, &board)?;
    let first = solver.solve_moves(&board)?;
    let mut boards = vec![position.clone()];
    for &mv in &line {
        let last = boards.last().unwrap_or(position).clone();
        boards.push(last.play(mv).expect("a solver's line is legal"));
    }
    Ok(Studied { answer, line, boards, first })
}

/// The answer with one ply more, as the mover of the position before sees it.
pub(super) fn one_ply_more<V: Copy>(answer: Answer<V>) -> Answer<V> {
    Answer { remoteness: answer.remoteness.map(|plies| plies + 1), ..answer }
}

/// Every first move with its value as the judge writes it, best first.
pub(super) fn first_moves<N: Game>(
    studied: &Studied<N, Outcome>,
    mover: Player,
    judge_line: fn(Answer<Outcome>) -> String,
) -> Table {
    let mut table = Table::new("First moves, best first", ["move", "value"]);
    let mut moves = studied.first.clone();
    moves.sort_by_key(|&(mv, answer)| (rank(mover, answer), mv));
    for (mv, after) in moves {
        let value = one_ply_more(after);
        table.row(value == studied.answer, [mv.to_string(), judge_line(value)]);
    }
    table
}

/// What sorts the moves of `mover`, best first: quick wins, draws, slow losses.
fn rank(mover: Player, answer: Answer<Outcome>) -> (u8, i64) {
    let plies = i64::from(answer.remoteness.unwrap_or(u32::MAX));
    match answer.value.winner() {
        Some(winner) if winner == mover => (0, plies),
        Some(_) => (2, -plies),
        None => (1, 0),
    }
}

/// `White wins in 11 plies.`
pub(super) fn in_words(answer: Answer<Outcome>) -> String {
    match (answer.value.winner(), answer.remoteness) {
        (Some(winner), Some(plies)) => {
            format!("{} wins in {}.", name(winner), count(plies, "ply", "plies"))
        }
        _ => "A draw: neither side can force a win, however long the game.".to_owned(),
    }
}

/// The side at the start of a sentence.
pub(super) fn name(player: Player) -> &'static str {
    match player {
        Player::White => "White",
        Player::Black => "Black",
    }
}

/// `1 step`, `2 steps`.
pub(super) fn count(number: u32, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// The caption of the board after so many plies.
pub(super) fn caption(ply: usize, mv: Option<&dyn std::fmt::Display>) -> String {
    mv.map_or_else(|| "start".to_owned(), |mv| format!("{ply}. {mv}"))
}

/// The picture of a board whose text has its rows first, joined by `/`; cells
/// of the sign `empty` are drawn as dots.
pub(super) fn picture(
    caption: String,
    text: &str,
    empty: char,
    marked: &[(usize, usize)],
) -> Picture {
    let rows = text.split(' ').next().unwrap_or_default();
    let cell = |row: usize, column: usize, sign: char| Cell {
        glyph: if sign == empty { '.' } else { sign },
        ink: match sign {
            _ if marked.contains(&(row, column)) => Ink::Marked,
            _ if sign == empty => Ink::Faint,
            _ => Ink::Plain,
        },
    };
    let rows = rows
        .split('/')
        .enumerate()
        .map(|(row, line)| {
            line.chars().enumerate().map(|(column, sign)| cell(row, column, sign)).collect()
        })
        .collect();
    Picture { caption, rows, focus: (0, 0) }
}
