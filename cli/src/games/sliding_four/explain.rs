//! Why a board of sliding four takes its number of steps.

use std::collections::BTreeSet;

use tesuji_core::sliding_four::{Start, naive, packed};
use tesuji_core::{Game, Outcome, Player};
use tesuji_solvers::sliding_four::steps;

use super::{draw, parse};
use crate::draw::{Pages, Table};
use crate::failure::Failure;
use crate::games::{Road, Setting};
use crate::input::Source;

/// Explains the board of the input: the steps drawn, and the boards that each
/// beginner reaches step by step, of which none before the last is a goal.
pub(crate) fn explain(
    source: &Source,
    setting: &Setting,
    pages: &mut Pages,
) -> Result<(), Failure> {
    let start = parse(source)?;
    let study = match setting.road {
        Road::Naive => draw::<naive::Board, _>(steps::Naive::new(), &start),
        Road::Optimized => draw::<packed::Board, _>(steps::Optimized::new(), &start),
    };
    let mut study = study.map_err(|refusal| Failure::refused(1, &refusal))?;
    let white = packed::Board::from(start.begun_by(Player::White));
    // Without a solution there is no last step: the tables of first moves say it.
    if let Some(steps) = steps::Optimized::new().fewest(&white) {
        study.tables = vec![reached(&start, steps)];
    }
    pages.push(&study);
    Ok(())
}

/// How many boards are reached for the first time at each step, and how many
/// of them are goals.
fn reached(start: &Start, steps: u32) -> Table {
    let title = format!("Boards reached for the first time, and goals among them, up to {steps}");
    let head = ["steps", "White begins", "goals", "Black begins", "goals"];
    let mut table = Table::new(title, head);
    let [white, black] = Player::BOTH.map(|first| levels(start.begun_by(first), steps));
    for (step, (white, black)) in white.into_iter().zip(black).enumerate() {
        let numbers = [step, white.0, white.1, black.0, black.1];
        table.row(white.1 + black.1 > 0, numbers.map(|number| number.to_string()));
    }
    table
}

/// For each number of steps up to `steps`, the new positions and the goals
/// among them.
fn levels(start: naive::Board, steps: u32) -> Vec<(usize, usize)> {
    let mut seen = BTreeSet::from([start]);
    let mut level = vec![start];
    let mut counts = Vec::new();
    for _ in 0..=steps {
        let goals = level.iter().filter(|board| board.outcome() == Some(Outcome::Goal)).count();
        counts.push((level.len(), goals));
        let mut next = Vec::new();
        for board in &level {
            board.for_each_move(|mv| {
                let mut after = *board;
                after.play_unchecked(mv);
                if seen.insert(after) {
                    next.push(after);
                }
            });
        }
        level = next;
    }
    counts
}
