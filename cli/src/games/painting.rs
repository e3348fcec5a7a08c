//! Painting on the command line.

mod explain;

use serde::Serialize;
use tesuji_core::painting::{self, Grid, GridError, MAX_COLUMNS, Move, judge, naive, packed};
use tesuji_core::{Game, Outcome, Player};
use tesuji_solvers::painting::grundy::optimized::grid_value;
use tesuji_solvers::painting::winner::{Group, for_each_winning_group};
use tesuji_solvers::painting::{grundy, winner};
use tesuji_solvers::{Answer, Refusal, Solver};

use super::study::caption;
use super::{About, Road, Room, Setting};
use crate::answers::{Answers, Case};
use crate::draw::{Cell, Ink, Pages, Picture, Study, Table};
use crate::failure::Failure;
use crate::input::Source;

pub(crate) use explain::explain;

pub(crate) struct Painting;

const NAME: &str = "painting";

/// First moves are listed one by one up to this many; beyond, the winning ones
/// in groups. What the naive road takes on never has more, so that it lists
/// its own values only.
const LISTED: usize = 36;

/// The fields of `docs/json.md` that only painting has.
#[derive(Serialize)]
struct Record {
    columns: u64,
    painted: u64,
    winner: String,
    grundy: u8,
}

impl Room for Painting {
    fn about(&self) -> About {
        About {
            name: NAME,
            title: "Paint cells of a grid of two rows: whoever paints the last one wins (HDU 4559)",
            rules: "A move paints one unpainted cell, or a 2x2 block of four unpainted cells. \
                    Alice begins. Where nothing is left to paint at the start, Bob wins.",
            limits: vec![
                ("grids", format!("1 to {MAX_COLUMNS} columns; memory follows the painted cells")),
                ("lines", format!("drawn up to {} columns", packed::MAX_COLUMNS)),
                ("cases", "any number".into()),
            ],
            judge: "HDU 4559",
            options: &[],
            input: "T, then T cases: N and M, then M painted cells, the row (1 or 2) and the \
                    column (1 to N) of each",
            output: "A line a case: `Case k: Alice` or `Case k: Bob`",
            sample: ("2\n2 0\n2 2\n1 1\n2 2\n", "Case 1: Alice\nCase 2: Bob\n"),
            position: ("N, the painted cells as row,column, and b where Bob moves", "8: 1,1 2,2"),
        }
    }

    fn solve(
        &self,
        source: &Source,
        setting: &Setting,
        answers: &mut Answers,
    ) -> Result<(), Failure> {
        let grids = parse(source)?;
        match setting.road {
            Road::Naive => {
                let value = winner::Naive::value_by_runs;
                solve(winner::Naive::new(), value, &grids, setting.road, answers)
            }
            Road::Optimized => solve(
                winner::Optimized::new(),
                |_, grid| Ok(grid_value(grid)),
                &grids,
                setting.road,
                answers,
            ),
        }
    }

    fn line(&self, source: &Source, setting: &Setting, pages: &mut Pages) -> Result<(), Failure> {
        for (number, grid) in (1..).zip(&parse(source)?) {
            let drawn = match setting.road {
                Road::Naive => play::<naive::Board, _>(&mut grundy::Naive::new(), number, grid),
                Road::Optimized if grid.columns() <= packed::MAX_COLUMNS => {
                    play::<packed::Board, _>(&mut grundy::Optimized::new(), number, grid)
                }
                Road::Optimized => Ok(summary(number, grid)),
            };
            pages.push(&drawn.map_err(|refusal| Failure::refused(number, &refusal))?);
        }
        Ok(())
    }
}

fn parse(source: &Source) -> Result<Vec<Grid>, Failure> {
    judge::parse(source.bytes()).map_err(|error| source.refuse(&error))
}

fn solve<S: Solver<Grid, Value = Outcome>>(
    mut solver: S,
    value: fn(&mut S, &Grid) -> Result<u8, Refusal>,
    grids: &[Grid],
    road: Road,
    answers: &mut Answers,
) -> Result<(), Failure> {
    for (number, grid) in (1..).zip(grids) {
        solve_one(&mut solver, value, number, grid, road, answers)
            .map_err(|refusal| Failure::refused(number, &refusal))?;
    }
    Ok(())
}

fn solve_one<S: Solver<Grid, Value = Outcome>>(
    solver: &mut S,
    value: fn(&mut S, &Grid) -> Result<u8, Refusal>,
    number: usize,
    grid: &Grid,
    road: Road,
    answers: &mut Answers,
) -> Result<(), Refusal> {
    let before = solver.nodes();
    let outcome = solver.solve(grid)?.value;
    let nodes = solver.nodes() - before;
    let winner = outcome.winner().expect("painting is never drawn");
    let answer = &judge::answer(number, winner);
    let case = Case { game: NAME, number, position: grid, road, answer, nodes };
    answers.push(&case, || {
        Ok(Record {
            columns: grid.columns(),
            painted: grid.painted_count(),
            winner: painting::name(winner).to_lowercase(),
            grundy: value(solver, grid)?,
        })
    })
}

/// The winner and the value, in words.
fn verdict(to_move: Player, value: u8) -> String {
    let winner = if value == 0 { to_move.other() } else { to_move };
    format!("{} wins: the Grundy value is {value}.", painting::name(winner))
}

/// The position, short enough for a heading.
fn heading(number: usize, grid: &Grid) -> String {
    const LONGEST: usize = 120;
    let position = grid.to_string();
    match position.char_indices().nth(LONGEST) {
        None => format!("Case {number}: {position}"),
        Some((end, _)) => {
            let end = position[..end].rfind(' ').unwrap_or(end);
            let painted = grid.painted_count();
            format!("Case {number}: {} … ({painted} painted cells)", &position[..end])
        }
    }
}

/// A line of play, move by move, and the values of the first moves.
///
/// There is no best move but a winning one: the line takes the least that
/// wins, or, where none does, the least of all.
fn play<B, S>(solver: &mut S, number: usize, grid: &Grid) -> Result<Study, Refusal>
where
    B: Game<Move = Move> + for<'a> TryFrom<&'a Grid, Error = GridError>,
    S: Solver<B, Value = u8>,
{
    let invalid = |error: GridError| Refusal::Invalid(error.to_string());
    let mut board = B::try_from(grid).map_err(invalid)?;
    let mut drawn = naive::Board::try_from(grid).map_err(invalid)?;
    let value = solver.solve(&board)?.value;
    let first = solver.solve_moves(&board)?;
    let mut pictures = vec![draw_board(0, &drawn, None)];
    let mut line = Vec::new();
    while board.outcome().is_none() {
        let moves = solver.solve_moves(&board)?;
        let best = moves.iter().find(|(_, after)| after.value == 0).or(moves.first());
        let &(mv, _) = best.expect("a game that is not over has a move");
        board.play_unchecked(mv);
        drawn = drawn.play(mv).expect("a solver's move is legal");
        line.push(mv.to_string());
        pictures.push(draw_board(line.len(), &drawn, Some(mv)));
    }
    let tables = if first.len() <= LISTED {
        Vec::from_iter((!first.is_empty()).then(|| every_move(&first)))
    } else {
        vec![groups(grid)]
    };
    Ok(Study {
        heading: heading(number, grid),
        verdict: verdict(grid.to_move(), value),
        pictures,
        line,
        tables,
        notes: Vec::new(),
    })
}

/// The value of a grid that is too wide to be drawn, and its winning moves.
fn summary(number: usize, grid: &Grid) -> Study {
    let widest = packed::MAX_COLUMNS;
    Study {
        heading: heading(number, grid),
        verdict: verdict(grid.to_move(), grid_value(grid)),
        tables: vec![groups(grid)],
        notes: vec![format!(
            "(A line of play is drawn up to {widest} columns; this grid has {}.)",
            grid.columns()
        )],
        ..Study::default()
    }
}

/// Every first move with the value that it leaves, the winning ones first.
fn every_move(first: &[(Move, Answer<u8>)]) -> Table {
    let mut table = Table::new("First moves: one that leaves 0 wins", ["move", "leaves"]);
    let mut moves = first.to_vec();
    moves.sort_by_key(|&(mv, after)| (after.value != 0, mv));
    for (mv, after) in moves {
        table.row(after.value == 0, [mv.to_string(), after.value.to_string()]);
    }
    table
}

/// The winning moves of one part of the grid: a run of untouched columns, or a
/// lone cell.
struct Part {
    /// The run's first column and its length; `None` for a lone cell.
    run: Option<(u64, u64)>,
    leaves: u8,
    cells: u64,
    blocks: u64,
    least: Move,
}

/// Parts of the grid that are kept for the table, however many there are.
const PARTS: usize = 10_000;

/// The winning moves by part of the grid, and by the value that they leave
/// there. All winning moves in one run leave the same.
fn groups(grid: &Grid) -> Table {
    let mut parts: Vec<Part> = Vec::new();
    let (mut count, mut beyond) = (0, 0_u64);
    let mut last = None;
    for_each_winning_group(grid, |group| {
        count += group.count();
        let (run, leaves) = match group {
            Group::Lone(_) => (None, 0),
            Group::Cells { run, leaves, .. } | Group::Blocks { run, leaves, .. } => {
                (Some(run), leaves)
            }
        };
        if run.is_none() || last != run {
            last = run;
            if parts.len() < PARTS {
                parts.push(Part { run, leaves, cells: 0, blocks: 0, least: group.first() });
            } else {
                beyond += 1;
            }
        }
        if beyond == 0 {
            let part = parts.last_mut().expect("the group's part was just pushed");
            part.least = part.least.min(group.first());
            match group {
                Group::Blocks { .. } => part.blocks += group.count(),
                Group::Lone(_) | Group::Cells { .. } => part.cells += group.count(),
            }
        }
    });
    let more = match beyond {
        0 => String::new(),
        _ => format!("; {beyond} more parts of the grid have some"),
    };
    let title = match count {
        0 => return Table::new("No first move wins", []),
        1 => "1 first move wins".to_owned(),
        _ => format!("{count} first moves win, by run of untouched columns{more}"),
    };
    // The columns are the widest and come last: a line is cut at its end.
    let head = ["the least", "cells", "blocks", "leaves", "value", "columns"];
    let mut table = Table::new(title, head);
    for Part { run, leaves, cells, blocks, least } in parts {
        let (columns, value) = match run {
            None => ("lone cell".to_owned(), 1),
            Some((first, 1)) => (first.to_string(), grundy::run_value(1)),
            Some((first, length)) => {
                (format!("{first}-{}", first + length - 1), grundy::run_value(length))
            }
        };
        let [value, leaves] = [value, leaves].map(|value| value.to_string());
        let [cells, blocks] = [cells, blocks].map(|count| count.to_string());
        table.row(false, [least.to_string(), cells, blocks, leaves, value, columns]);
    }
    table
}

fn draw_board(ply: usize, board: &naive::Board, last: Option<Move>) -> Picture {
    let new: Vec<painting::Cell> = last.into_iter().flat_map(Move::cells).collect();
    let rows = [1, 2].map(|row| {
        let cell = |column| {
            let cell = painting::Cell::new(row, column);
            let (glyph, ink) = match board.is_painted(cell) {
                true if new.contains(&cell) => ('#', Ink::Marked),
                true => ('#', Ink::Plain),
                false => ('.', Ink::Faint),
            };
            Cell { glyph, ink }
        };
        (1..=board.columns()).map(cell).collect()
    });
    let focus = new.first().map_or(0, |cell| cell.column as usize - 1);
    let caption = caption(ply, last.as_ref().map(|mv| mv as _));
    Picture { caption, rows: rows.into(), focus: (0, focus) }
}
