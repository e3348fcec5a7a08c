//! Why a grid of painting is won: its parts, their Grundy values, their xor.

use std::collections::BTreeSet;

use tesuji_core::painting::{Grid, naive, packed};
use tesuji_solvers::painting::grundy::optimized::{PERIOD, PREPERIOD, grid_value, run_value};
use tesuji_solvers::painting::winner::{Group, winning_moves};

use super::{draw_board, heading, parse, verdict};
use crate::draw::{Pages, Study, Table};
use crate::failure::Failure;
use crate::input::Source;

/// The moves of runs up to this long are looked at one by one.
const LOOKED_AT: u64 = 4747;

/// So many parts are written as one sum.
const SUMMED: usize = 60;

/// A part of a grid: columns that moves elsewhere do not touch.
enum Part {
    /// The cell that is left of a column.
    Lone(u64),
    /// First column and length of a run of untouched columns.
    Run(u64, u64),
}

impl Part {
    fn value(&self) -> u8 {
        match *self {
            Part::Lone(_) => 1,
            Part::Run(_, length) => run_value(length),
        }
    }
}

/// Explains every case of the input.
pub(crate) fn explain(source: &Source, pages: &mut Pages) -> Result<(), Failure> {
    for (number, grid) in (1..).zip(&parse(source)?) {
        pages.push(&one(number, grid));
    }
    Ok(())
}

fn one(number: usize, grid: &Grid) -> Study {
    let value = grid_value(grid);
    let parts = parts(grid);
    let drawn = (grid.columns() <= packed::MAX_COLUMNS).then(|| naive::Board::try_from(grid).ok());
    Study {
        heading: heading(number, grid),
        verdict: verdict(grid.to_move(), value),
        pictures: drawn.flatten().iter().map(|board| draw_board(0, board, None)).collect(),
        tables: vec![listed(&parts), Table::new(sum(&parts, value), []), every_winning_move(grid)],
        ..Study::default()
    }
}

/// The lone cells and the runs, from the left.
fn parts(grid: &Grid) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut next = 1;
    // One column more than there are ends the last run.
    for (column, painted) in grid.painted_columns().chain([(grid.columns() + 1, 2)]) {
        if column > next {
            parts.push(Part::Run(next, column - next));
        }
        if painted == 1 {
            parts.push(Part::Lone(column));
        }
        next = column + 1;
    }
    parts
}

fn listed(parts: &[Part]) -> Table {
    let title = match parts.len() {
        0 => "No part is left".to_owned(),
        1 => "1 part".to_owned(),
        parts => format!("{parts} parts"),
    };
    let mut table = Table::new(title, ["part", "columns", "value", "its moves leave"]);
    for part in parts {
        let (name, columns, leave) = match *part {
            Part::Lone(column) => ("lone cell".to_owned(), column.to_string(), "0".to_owned()),
            Part::Run(first, length) => {
                let columns = format!("{first} to {}", first + length - 1);
                (format!("run of {length}"), columns, leaves(length))
            }
        };
        table.row(false, [name, columns, part.value().to_string(), leave]);
    }
    table
}

/// The values that the moves in a run leave, of which its own is the least that
/// is missing; for a long run, the short one of the same value.
fn leaves(length: u64) -> String {
    if length > LOOKED_AT {
        let (first, period) = (PREPERIOD as u64, PERIOD as u64);
        let short = first + (length - first) % period;
        return format!("as a run of {short}: values repeat every {period} from {first} on");
    }
    let mut values = BTreeSet::new();
    for left in 0..length {
        // A cell leaves the other one of its column alone.
        values.insert(run_value(left) ^ run_value(length - 1 - left) ^ 1);
        if left + 2 <= length {
            values.insert(run_value(left) ^ run_value(length - 2 - left));
        }
    }
    let values: Vec<String> = values.iter().map(u8::to_string).collect();
    values.join(" ")
}

/// `3 xor 1 = 2, not 0: the side to move wins`.
fn sum(parts: &[Part], value: u8) -> String {
    let values: Vec<String> = parts.iter().map(|part| part.value().to_string()).collect();
    let sum = match values.len() {
        0 => "nothing".to_owned(),
        1..=SUMMED => values.join(" xor "),
        parts => format!("the xor of {parts} values"),
    };
    let why = if value == 0 {
        "every move makes it another number, and the other side makes it 0 again"
    } else {
        "not 0, and some move makes it 0"
    };
    format!("{sum} = {value}: {why}")
}

/// Every winning move, by part of the grid: the columns in steps of the period.
fn every_winning_move(grid: &Grid) -> Table {
    let wins = winning_moves(grid);
    let title = match wins.count() {
        0 => "No first move wins".to_owned(),
        1 => "1 first move wins".to_owned(),
        count => format!("{count} first moves win, by run of untouched columns"),
    };
    if wins.groups.is_empty() {
        return Table::new(title, []);
    }
    let head = ["run", "value", "left", "moves", "paint"];
    let mut table = Table::new(title, head);
    for group in &wins.groups {
        let (run, leaves) = match *group {
            Group::Lone(_) => (None, 0),
            Group::Cells { run, leaves, .. } | Group::Blocks { run, leaves, .. } => {
                (Some(run), leaves)
            }
        };
        let (run, value) = match run {
            None => ("lone cell".to_owned(), 1),
            Some((first, length)) => {
                (format!("{first} to {}", first + length - 1), run_value(length))
            }
        };
        let paint = match group {
            Group::Lone(cell) => format!("cell {cell}"),
            Group::Cells { columns, .. } => format!("a cell of column {columns}"),
            Group::Blocks { columns, .. } => format!("the block from column {columns}"),
        };
        let moves = group.count().to_string();
        table.row(false, [run, value.to_string(), leaves.to_string(), moves, paint]);
    }
    table
}
