//! Pursuit on the command line.

mod explain;

use serde::Serialize;
use tesuji_core::pursuit::{self, MAX_SIZE, MAX_SPEED, Move, judge, naive, packed};
use tesuji_core::{Game, Outcome, Player};
use tesuji_solvers::pursuit::value;
use tesuji_solvers::{Answer, Refusal, Solver};

use super::study::{caption, first_moves, in_words, study};
use super::{About, Road, Room, Setting};
use crate::answers::{Answers, Case};
use crate::draw::{Cell, Ink, Pages, Picture, Study};
use crate::failure::Failure;
use crate::input::Source;

pub(crate) use explain::explain;

pub(crate) struct Pursuit;

const NAME: &str = "pursuit";

/// The fields of `docs/json.md` that only pursuit has.
#[derive(Serialize)]
struct Record {
    n: u16,
    white: [u16; 2],
    black: [u16; 2],
    white_speed: u16,
    black_speed: u16,
    winner: Option<String>,
    plies: Option<u32>,
}

/// The bytes that can be had now; no limit where the system does not say.
///
/// Linux hands out more than there is and ends the program that uses it, so
/// the solver is told before it asks.
fn available_memory() -> u64 {
    let kilobytes = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
        line.split_whitespace().next()?.parse::<u64>().ok()
    });
    kilobytes.map_or(u64::MAX, |kilobytes| kilobytes.saturating_mul(1024))
}

impl Room for Pursuit {
    fn about(&self) -> About {
        About {
            name: NAME,
            title: "Two pieces hunt each other over an n×n board (CQOI 2013)",
            rules: "White moves one cell up, down, left or right, Black one or two; nobody passes. \
                    Whoever moves onto the other's cell wins. White moves first.\n\
                    The winner hurries, the loser delays. With other speeds a game can be drawn.",
            limits: vec![
                ("boards", format!("n from {} to {MAX_SIZE}", pursuit::MIN_SIZE)),
                ("speeds", format!("1 to {MAX_SPEED} each")),
                ("cases", "one".into()),
            ],
            judge: "CQOI 2013; BZOJ 3106, Luogu P4576",
            options: &["--speeds"],
            input: "One line: n, White's row and column, Black's row and column, from 1",
            output: "WHITE x or BLACK x, with the plies to the end, or DRAW",
            sample: ("2 1 1 2 2\n", "BLACK 2\n"),
            position: ("n, White's cell, Black's cell, side to move", "20 10 10 11 11 w"),
        }
    }

    fn solve(
        &self,
        source: &Source,
        setting: &Setting,
        answers: &mut Answers,
    ) -> Result<(), Failure> {
        let board = parse(source, setting)?;
        match setting.road {
            Road::Naive => {
                solve::<naive::Board, _>(value::Naive::new(), board, Road::Naive, answers)
            }
            Road::Optimized => solve::<packed::Board, _>(
                value::Optimized::with_memory(available_memory()),
                board,
                Road::Optimized,
                answers,
            ),
        }
        .map_err(|refusal| Failure::refused(1, &refusal))
    }

    fn line(&self, source: &Source, setting: &Setting, pages: &mut Pages) -> Result<(), Failure> {
        let board = parse(source, setting)?;
        let drawn = match setting.road {
            Road::Naive => draw::<naive::Board, _>(value::Naive::new(), &board),
            Road::Optimized => {
                draw::<packed::Board, _>(value::Optimized::with_memory(available_memory()), &board)
            }
        };
        pages.push(&drawn.map_err(|refusal| Failure::refused(1, &refusal))?);
        Ok(())
    }
}

fn parse(source: &Source, setting: &Setting) -> Result<naive::Board, Failure> {
    let board = judge::parse(source.bytes()).map_err(|error| source.refuse(&error))?;
    let Some(asked) = setting.speeds else {
        return Ok(board);
    };
    let (Ok(white), Ok(black)) = (asked.white.try_into(), asked.black.try_into()) else {
        return Err(Failure::message(format!("--speeds: a speed is at most {MAX_SPEED}")));
    };
    let speeds = pursuit::Speeds { white, black };
    naive::Board::new(board.n(), board.white(), board.black(), board.to_move(), speeds)
        .map_err(|error| Failure::message(format!("--speeds: {error}")))
}

fn solve<B, S>(
    mut solver: S,
    board: naive::Board,
    road: Road,
    answers: &mut Answers,
) -> Result<(), Refusal>
where
    B: Game + From<naive::Board>,
    S: Solver<B, Value = Outcome>,
{
    let answer = solver.solve(&B::from(board))?;
    let case = Case {
        game: NAME,
        number: 1,
        position: &board,
        road,
        answer: &judge_line(answer),
        nodes: solver.nodes(),
    };
    answers.push(&case, || {
        Ok(Record {
            n: board.n(),
            white: [board.white().row, board.white().column],
            black: [board.black().row, board.black().column],
            white_speed: board.speeds().white,
            black_speed: board.speeds().black,
            winner: answer.value.winner().map(|winner| winner.to_string()),
            plies: answer.remoteness,
        })
    })
}

fn judge_line(answer: Answer<Outcome>) -> String {
    judge::answer(answer.value, answer.remoteness.unwrap_or_default())
}

fn draw<B, S>(mut solver: S, board: &naive::Board) -> Result<Study, Refusal>
where
    B: Game<Move = Move> + From<naive::Board>,
    S: Solver<B, Value = Outcome>,
{
    let studied = study::<naive::Board, B, S>(&mut solver, board)?;
    Ok(Study {
        heading: format!("Case 1: {board}"),
        verdict: format!("{}: {}", judge_line(studied.answer), in_words(studied.answer)),
        pictures: (0..studied.boards.len())
            .map(|ply| draw_board(ply, &studied.boards, &studied.line))
            .collect(),
        line: studied.line.iter().map(Move::to_string).collect(),
        tables: vec![first_moves(&studied, board.to_move(), judge_line)],
        notes: Vec::new(),
    })
}

/// The board after so many plies: W and B, or, after a capture, its winner.
fn draw_board(ply: usize, boards: &[naive::Board], line: &[Move]) -> Picture {
    let board = &boards[ply];
    let place = |cell: pursuit::Cell| (usize::from(cell.row) - 1, usize::from(cell.column) - 1);
    let of = |board: &naive::Board, player| match player {
        Player::White => place(board.white()),
        Player::Black => place(board.black()),
    };
    let mover = board.to_move().other();
    let before = ply.checked_sub(1);
    let n = usize::from(board.n());
    let mut rows = vec![vec![Cell { glyph: '.', ink: Ink::Faint }; n]; n];
    let mut put =
        |(row, column): (usize, usize), glyph, ink| rows[row][column] = Cell { glyph, ink };
    if let Some(before) = before {
        put(of(&boards[before], mover), '.', Ink::Marked);
    }
    let letter = |player| if player == Player::White { 'W' } else { 'B' };
    put(of(board, mover.other()), letter(mover.other()), Ink::Plain);
    let moved = if before.is_some() { Ink::Marked } else { Ink::Plain };
    put(of(board, mover), letter(mover), moved);
    let caption = caption(ply, before.map(|before| &line[before] as _));
    Picture { caption, rows, focus: of(board, mover) }
}
