//! Why a position of pursuit has its value.

use tesuji_core::pursuit::{Move, naive, packed};
use tesuji_core::{Game, Outcome};
use tesuji_solvers::pursuit::value;
use tesuji_solvers::{Refusal, Solver};

use super::{draw_board, judge_line, parse};
use crate::draw::{Pages, Study};
use crate::failure::Failure;
use crate::games::critical::critical;
use crate::games::study::{in_words, study};
use crate::games::{Road, Setting};
use crate::input::Source;

/// Explains the case of the input.
pub(crate) fn explain(
    source: &Source,
    setting: &Setting,
    pages: &mut Pages,
) -> Result<(), Failure> {
    let board = parse(source, setting)?;
    let study = match setting.road {
        Road::Naive => one::<naive::Board, _>(value::Naive::new(), &board),
        Road::Optimized => one::<packed::Board, _>(value::Optimized::new(), &board),
    };
    pages.push(&study.map_err(|refusal| Failure::refused(1, &refusal))?);
    Ok(())
}

fn one<B, S>(mut solver: S, board: &naive::Board) -> Result<Study, Refusal>
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
        tables: critical::<naive::Board, B, S>(&mut solver, &studied)?,
        ..Study::default()
    })
}
