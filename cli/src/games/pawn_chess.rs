//! Pawn chess on the command line.

mod explain;

use serde::Serialize;
use tesuji_core::pawn_chess::{self, Move, judge, naive, packed};
use tesuji_core::{Game, Outcome};
use tesuji_solvers::pawn_chess::value;
use tesuji_solvers::{Answer, Refusal, Solver};

use super::study::{caption, first_moves, in_words, picture, study};
use super::{About, Road, Room, Setting, Size};
use crate::answers::{Answers, Case};
use crate::draw::{Pages, Picture, Study};
use crate::failure::Failure;
use crate::input::Source;

pub(crate) use explain::explain;

pub(crate) struct PawnChess;

const NAME: &str = "pawn-chess";

/// The judge's board.
const SIZE: Size = Size { columns: 4, rows: 4 };

/// The fields of `docs/json.md` that only pawn chess has.
#[derive(Serialize)]
struct Record {
    columns: u32,
    rows: u32,
    winner: Option<String>,
    plies: Option<u32>,
}

impl Room for PawnChess {
    fn about(&self) -> About {
        About {
            name: NAME,
            title: "Two rows of pawns: the first to cross the board wins (UVa 10838)",
            rules: "A pawn steps one cell straight ahead onto an empty cell, or captures one cell \
                    diagonally ahead. White (P) moves up, Black (p) moves down.\n\
                    A pawn on the far row wins at once; a side that cannot move loses at once. \
                    The winner hurries, the loser delays; a draw is not possible.",
            limits: vec![
                ("boards", "at least 1 column and 3 rows, at most 32 cells".into()),
                ("cases", "any number".into()),
            ],
            judge: "UVa 10838, The Pawn Chess",
            options: &["--size"],
            input: "T, then T cases: a blank line and the rows of the board, Black's home row \
                    first, cells P, p and `.`; White is to move. Both sides have a pawn, none is \
                    on its goal row, and White can move.",
            output: "A line a case: the winner and the plies to the end",
            sample: ("1\n\npppp\n....\n....\nPPPP\n", "white (11)\n"),
            position: ("rows joined by `/`, side to move", "pppp/..../..../PPPP w"),
        }
    }

    fn solve(
        &self,
        source: &Source,
        setting: &Setting,
        answers: &mut Answers,
    ) -> Result<(), Failure> {
        let boards = parse(source, setting)?;
        match setting.road {
            Road::Naive => {
                solve::<naive::Board, _>(value::Naive::new(), &boards, Road::Naive, answers)
            }
            Road::Optimized => solve::<packed::Board, _>(
                value::Optimized::new(),
                &boards,
                Road::Optimized,
                answers,
            ),
        }
    }

    fn line(&self, source: &Source, setting: &Setting, pages: &mut Pages) -> Result<(), Failure> {
        let boards = parse(source, setting)?;
        match setting.road {
            Road::Naive => line::<naive::Board, _>(value::Naive::new(), &boards, pages),
            Road::Optimized => line::<packed::Board, _>(value::Optimized::new(), &boards, pages),
        }
    }
}

/// The size asked for, where there are boards of it.
pub(crate) fn size(size: Option<Size>) -> Result<pawn_chess::Size, Failure> {
    let Size { columns, rows } = size.unwrap_or(SIZE);
    pawn_chess::Size::new(columns, rows).map_err(|bad| Failure::message(format!("--size: {bad}")))
}

fn parse(source: &Source, setting: &Setting) -> Result<Vec<naive::Board>, Failure> {
    let size = size(setting.size)?;
    judge::parse(source.bytes(), size).map_err(|error| source.refuse(&error))
}

fn solve<B, S>(
    mut solver: S,
    boards: &[naive::Board],
    road: Road,
    answers: &mut Answers,
) -> Result<(), Failure>
where
    B: Game + From<naive::Board>,
    S: Solver<B, Value = Outcome>,
{
    for (number, board) in (1..).zip(boards) {
        solve_one::<B, S>(&mut solver, number, board, road, answers)
            .map_err(|refusal| Failure::refused(number, &refusal))?;
    }
    Ok(())
}

fn solve_one<B, S>(
    solver: &mut S,
    number: usize,
    board: &naive::Board,
    road: Road,
    answers: &mut Answers,
) -> Result<(), Refusal>
where
    B: Game + From<naive::Board>,
    S: Solver<B, Value = Outcome>,
{
    let before = solver.nodes();
    let answer = solver.solve(&B::from(*board))?;
    let case = Case {
        game: NAME,
        number,
        position: board,
        road,
        answer: &judge_line(answer),
        nodes: solver.nodes() - before,
    };
    answers.push(&case, || {
        Ok(Record {
            columns: board.size().columns(),
            rows: board.size().rows(),
            winner: answer.value.winner().map(|winner| winner.to_string()),
            plies: answer.remoteness,
        })
    })
}

fn judge_line(answer: Answer<Outcome>) -> String {
    judge::answer(answer.value, answer.remoteness.unwrap_or_default())
}

fn line<B, S>(mut solver: S, boards: &[naive::Board], pages: &mut Pages) -> Result<(), Failure>
where
    B: Game<Move = Move> + From<naive::Board>,
    S: Solver<B, Value = Outcome>,
{
    for (number, board) in (1..).zip(boards) {
        let drawn = draw(&mut solver, number, board);
        pages.push(&drawn.map_err(|refusal| Failure::refused(number, &refusal))?);
    }
    Ok(())
}

fn draw<B, S>(solver: &mut S, number: usize, board: &naive::Board) -> Result<Study, Refusal>
where
    B: Game<Move = Move> + From<naive::Board>,
    S: Solver<B, Value = Outcome>,
{
    let studied = study::<naive::Board, B, S>(solver, board)?;
    Ok(Study {
        heading: format!("Case {number}: {board}"),
        verdict: format!("{}: {}", judge_line(studied.answer), in_words(studied.answer)),
        pictures: studied
            .boards
            .iter()
            .enumerate()
            .map(|(ply, board)| {
                draw_board(ply, board, ply.checked_sub(1).map(|last| studied.line[last]))
            })
            .collect(),
        line: studied.line.iter().map(Move::to_string).collect(),
        tables: vec![first_moves(&studied, board.to_move(), judge_line)],
        notes: Vec::new(),
    })
}

fn draw_board(ply: usize, board: &naive::Board, last: Option<Move>) -> Picture {
    let rows = board.size().rows() as usize;
    let marked: Vec<(usize, usize)> = last
        .into_iter()
        .flat_map(|mv| [mv.from, mv.to])
        .map(|square| (rows - 1 - usize::from(square.row), usize::from(square.column)))
        .collect();
    let caption = caption(ply, last.as_ref().map(|mv| mv as _));
    picture(caption, &board.to_string(), '.', &marked)
}
