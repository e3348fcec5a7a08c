//! Sliding four on the command line.

mod explain;

use serde::Serialize;
use tesuji_core::sliding_four::{Move, Start, judge, naive, packed};
use tesuji_core::{Game, Outcome, Player};
use tesuji_solvers::sliding_four::steps;
use tesuji_solvers::{Refusal, Solver};

use super::study::{Studied, caption, count, name, one_ply_more, picture, study};
use super::{About, Road, Room, Setting};
use crate::answers::{Answers, Case};
use crate::draw::{Pages, Picture, Study, Table};
use crate::failure::Failure;
use crate::input::Source;

pub(crate) use explain::explain;

pub(crate) struct SlidingFour;

const NAME: &str = "sliding-four";

/// The fields of `docs/json.md` that only sliding four has.
#[derive(Serialize)]
struct Record {
    steps: Option<u32>,
    white_begins: Option<u32>,
    black_begins: Option<u32>,
}

impl Room for SlidingFour {
    fn about(&self) -> About {
        About {
            name: NAME,
            title: "Slide pieces until four of one colour are in a line (CodeVS 1004)",
            rules: "A step slides one piece into an orthogonally adjacent blank. The colours \
                    alternate; either may begin. There is no pass.\n\
                    The goal is a row, a column or a long diagonal of one colour, in as few \
                    steps as possible.",
            limits: vec![
                ("boards", "4x4, with any numbers of pieces and blanks".into()),
                ("cases", "one".into()),
            ],
            judge: "CodeVS 1004, Luogu P2346",
            options: &[],
            input: "Four lines of four cells: B, W and, for a blank, O, `.`, 0 or a space",
            output: "The least number of steps, or `no solution`",
            sample: ("BWBO\nWBWB\nBWBW\nWBWO\n", "5\n"),
            position: (
                "rows joined by `/` and, where it matters, who moves",
                "BWBO/WBWB/BWBW/WBWO b",
            ),
        }
    }

    fn solve(
        &self,
        source: &Source,
        setting: &Setting,
        answers: &mut Answers,
    ) -> Result<(), Failure> {
        let start = parse(source)?;
        match setting.road {
            Road::Naive => {
                let fewest = steps::Naive::fewest;
                solve::<naive::Board, _>(steps::Naive::new(), fewest, &start, setting.road, answers)
            }
            Road::Optimized => {
                let fewest = steps::Optimized::fewest;
                solve::<packed::Board, _>(
                    steps::Optimized::new(),
                    fewest,
                    &start,
                    setting.road,
                    answers,
                )
            }
        }
        .map_err(|refusal| Failure::refused(1, &refusal))
    }

    fn line(&self, source: &Source, setting: &Setting, pages: &mut Pages) -> Result<(), Failure> {
        let start = parse(source)?;
        let drawn = match setting.road {
            Road::Naive => draw::<naive::Board, _>(steps::Naive::new(), &start),
            Road::Optimized => draw::<packed::Board, _>(steps::Optimized::new(), &start),
        };
        pages.push(&drawn.map_err(|refusal| Failure::refused(1, &refusal))?);
        Ok(())
    }
}

fn parse(source: &Source) -> Result<Start, Failure> {
    judge::parse(source.bytes()).map_err(|error| source.refuse(&error))
}

fn solve<B, S>(
    mut solver: S,
    fewest: fn(&mut S, &B) -> Option<u32>,
    start: &Start,
    road: Road,
    answers: &mut Answers,
) -> Result<(), Refusal>
where
    B: Game + From<naive::Board>,
    S: Solver<B, Value = Outcome>,
{
    let steps = fewest(&mut solver, &B::from(start.begun_by(Player::White)));
    let case = Case {
        game: NAME,
        number: 1,
        position: start,
        road,
        answer: &judge::answer(steps),
        nodes: solver.nodes(),
    };
    answers.push(&case, || {
        let mut begun_by = |first| solver.solve(&B::from(start.begun_by(first)));
        Ok(Record {
            steps,
            white_begins: begun_by(Player::White)?.remoteness,
            black_begins: begun_by(Player::Black)?.remoteness,
        })
    })
}

fn draw<B, S>(mut solver: S, start: &Start) -> Result<Study, Refusal>
where
    B: Game<Move = Move> + From<naive::Board>,
    S: Solver<B, Value = Outcome>,
{
    let mut begun = Vec::new();
    for position in start.positions() {
        begun.push((position.to_move(), study::<naive::Board, B, S>(&mut solver, &position)?));
    }
    // Without a solution the first beginner's empty line shows the board.
    let soonest = begun
        .iter()
        .min_by_key(|(_, studied)| studied.answer.remoteness.unwrap_or(u32::MAX))
        .expect("somebody begins");
    let (first, best) = soonest;
    let steps = best.answer.remoteness;
    let first = if begun.iter().all(|(_, studied)| studied.answer.remoteness == steps) {
        "either colour"
    } else {
        name(*first)
    };
    let words = match steps {
        None => "no order of steps leads to a goal.".to_owned(),
        Some(0) => "the board is a goal already.".to_owned(),
        Some(steps) => format!("a goal in {}; {first} begins.", count(steps, "step", "steps")),
    };
    Ok(Study {
        heading: format!("Case 1: {start}"),
        verdict: format!("{}: {words}", judge::answer(steps)),
        pictures: (0..best.boards.len()).map(|ply| draw_board(ply, best)).collect(),
        line: best.line.iter().map(Move::to_string).collect(),
        tables: match steps {
            Some(0) => Vec::new(),
            _ => begun.iter().map(|(first, studied)| table(*first, studied)).collect(),
        },
        notes: Vec::new(),
    })
}

/// The first steps of one colour, soonest first.
fn table(first: Player, studied: &Studied<naive::Board, Outcome>) -> Table {
    let name = name(first);
    let in_all = |steps: Option<u32>| steps.map_or("never".to_owned(), |steps| steps.to_string());
    let title = match studied.answer.remoteness {
        _ if studied.first.is_empty() => format!("{name} cannot begin"),
        Some(steps) => format!("{name} begins: {}", count(steps, "step", "steps")),
        None => format!("{name} begins: never"),
    };
    let mut table = Table::new(title, ["move", "steps in all"]);
    let mut moves = studied.first.clone();
    moves.sort_by_key(|&(mv, answer)| (answer.remoteness.unwrap_or(u32::MAX), mv));
    for (mv, after) in moves {
        let value = one_ply_more(after);
        let best = value == studied.answer && value.remoteness.is_some();
        table.row(best, [mv.to_string(), in_all(value.remoteness)]);
    }
    table
}

fn draw_board(ply: usize, studied: &Studied<naive::Board, Outcome>) -> Picture {
    let last = ply.checked_sub(1).map(|before| studied.line[before]);
    let marked: Vec<(usize, usize)> = last
        .into_iter()
        .flat_map(|mv| [mv.from, mv.to])
        .map(|cell| (cell.row(), cell.column()))
        .collect();
    let caption = caption(ply, last.as_ref().map(|mv| mv as _));
    picture(caption, &studied.boards[ply].to_string(), 'O', &marked)
}
