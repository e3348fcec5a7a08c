//! Of painting.

use tesuji_core::painting::{Grid, judge, naive::Board};

use super::{First, Seed};
use crate::encode::{Choices, painting as encode};

const INPUT: &str = include_str!("../../data/painting.in");
const OUTPUT: &str = include_str!("../../data/painting.out");

/// As many cases of the judge's file as the fuzzer's longest input holds.
const CASES: usize = 16;

pub(super) fn seeds(seeds: &mut Vec<Seed>) {
    let grids = judge::parse(INPUT.as_bytes()).expect("the vectors are a file");
    let mut first = First::new();
    for (grid, answer) in grids.iter().zip(OUTPUT.lines()) {
        let winner = answer.rsplit(' ').next().unwrap_or_default().to_lowercase();
        let name = format!("2x{}-painted-{}-{winner}", grid.columns(), grid.painted_count());
        let board = Board::try_from(grid).expect("the vectors are small");
        first.of(&name, || {
            let moves = encode::position(&board)?;
            let winner = by_cells(grid)?;
            if let Some(bytes) = values(&board) {
                let question = (&board, grid.columns(), &board);
                seeds.push(Seed::new("painting_grundy", &name, bytes, &question));
            }
            seeds.push(Seed::new("painting_moves", &name, moves, &board));
            seeds.push(Seed::new("painting_winner", &name, winner, grid));
            Some(())
        });
    }
    let mut from = 0;
    for part in grids.chunks(CASES) {
        let name = format!("cases-{}-to-{}", from + 1, from + part.len());
        from += part.len();
        let text = judge::write_input(part);
        seeds.push(Seed::text("painting_parse", &name, &text, &text.as_bytes()));
    }
}

/// For `painting_winner`: the grid as one of up to 160 columns.
fn by_cells(grid: &Grid) -> Option<Vec<u8>> {
    let mut choices = Choices::new();
    choices.byte(4);
    encode::grid(&mut choices, grid, 160, 24).then(|| choices.into_bytes())
}

/// For `painting_grundy`: a run of as many columns, then the grid twice.
fn values(board: &Board) -> Option<Vec<u8>> {
    let mut choices = Choices::new();
    choices.word(board.columns());
    let tiny = encode::tiny(&mut choices, board);
    let wide = encode::position(board).filter(|_| tiny)?;
    Some([choices.into_bytes(), wide].concat())
}
