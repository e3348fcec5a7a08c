//! Why a position of pawn chess has its value.

use tesuji_core::pawn_chess::{Move, naive, packed};
use tesuji_core::{Game, Outcome};
use tesuji_solvers::pawn_chess::value;
use tesuji_solvers::{Refusal, Solver};

use super::{draw_board, judge_line, parse};
use crate::draw::{Pages, Study};
use crate::failure::Failure;
use crate::games::critical::critical;
use crate::games::study::{in_words, study};
use crate::games::{Road, Setting};
use crate::input::Source;

/// Explains every case of the input.
pub(crate) fn explain(
    source: &Source,
    setting: &Setting,
    pages: &mut Pages,
) -> Result<(), Failure> {
    let boards = parse(source, setting)?;
    for (number, board) in (1..).zip(&boards) {
        let study = match setting.road {
            Road::Naive => one::<naive::Board, _>(&mut value::Naive::new(), number, board),
            Road::Optimized => one::<packed::Board, _>(&mut value::Optimized::new(), number, board),
        };
        pages.push(&study.map_err(|refusal| Failure::refused(number, &refusal))?);
    }
    Ok(())
}

fn one<B, S>(solver: &mut S, number: usize, board: &naive::Board) -> Result<Study, Refusal>
where
    B: Game<Move = Move> + From<naive::Board>,
    S: Solver<B, Value = Outcome>,
{
    let studied = study::<naive::Board, B, S>(solver, board)?;
    let last = |ply: usize| ply.checked_sub(1).map(|before| studied.line[before]);
    Ok(Study {
        heading: format!("Case {number}: {board}"),
        verdict: format!("{}: {}", judge_line(studied.answer), in_words(studied.answer)),
        pictures: (0..studied.boards.len())
            .map(|ply| draw_board(ply, &studied.boards[ply], last(ply)))
            .collect(),
        tables: critical::<naive::Board, B, S>(solver, &studied)?,
        ..Study::default()
    })
}
