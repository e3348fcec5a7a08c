//! The checks of painting.

use std::cell::RefCell;
use std::collections::BTreeSet;

use arbitrary::Unstructured;
use tesuji_core::painting::{Cell, Grid, MAX_COLUMNS, Move, judge, naive, packed};
use tesuji_core::{Game, Outcome, ParseError, Player};
use tesuji_solvers::Solver;
use tesuji_solvers::painting::grundy::optimized::{board_value, grid_value};
use tesuji_solvers::painting::grundy::{self, run_value};
use tesuji_solvers::painting::winner::{self, Group, WinningMoves, winning_moves};

use crate::generate::painting::{byte, grid, judge_file, other_side, position, tiny, word};
use crate::generate::verbatim;
use crate::oracle::game::{self, Symmetry};
use crate::{Check, Verdict};

/// The checks.
pub const CHECKS: &[Check] = &[
    Check {
        name: "painting_moves",
        bucket: "unpainted cells, in eights",
        about: "The naive and the packed board of a playout up to 64 columns: moves, text, \
                outcome, undo, the rows swapped, the columns reversed, and keys that tell who \
                moves. It cannot see a rule that both boards get wrong.",
        run: moves,
    },
    Check {
        name: "painting_grundy",
        bucket: "Grundy value",
        about: "The Grundy value of a grid up to 7 columns by mex over its cells, by the \
                recurrence and by the period; and of one run up to 2 000 columns by the last two.",
        run: grundy,
    },
    Check {
        name: "painting_winner",
        bucket: "Grundy value",
        about: "Who wins, and every winning move of the groups: on tiny grids against mex over \
                the cells, up to 160 columns against the recurrence, up to 10^18 against the \
                recurrence on the grid with its long runs shortened by whole periods, where the \
                number of winning moves must grow by the same for each period.",
        run: winner,
    },
    Check {
        name: "painting_parse",
        bucket: "bytes, in 32s",
        about: "Judge files against a reader that splits at white space: what is accepted, the \
                grids, and written again; a refusal names a place in the text.",
        run: parse,
    },
];

thread_local! {
    // Their tables only grow, so that a run costs what it newly asks.
    static BY_CELLS: RefCell<grundy::Naive> = RefCell::default();
    static BY_RECURRENCE: RefCell<grundy::Recurrence> = RefCell::default();
    static BY_NAIVE: RefCell<winner::Naive> = RefCell::default();
}

fn by_cells(board: &naive::Board) -> u8 {
    BY_CELLS.with_borrow_mut(|solver| solver.solve(board).expect("the board is tiny").value)
}

fn by_runs(grid: &Grid) -> u8 {
    BY_NAIVE.with_borrow_mut(|solver| solver.value_by_runs(grid).expect("the grid is small"))
}

fn moves(bytes: &[u8]) -> Verdict {
    let board = position(bytes);
    let packed = packed::Board::try_from(&board).expect("at most 64 columns");
    assert_eq!(naive::Board::from(packed), board, "the packed board of {board} comes back changed");
    game::same_position(&board, &packed);
    game::play_then_undo(&board);
    game::play_then_undo(&packed);
    for symmetry in symmetries() {
        game::symmetric(&board, &symmetry);
    }
    for symmetry in symmetries() {
        game::symmetric(&packed, &symmetry);
    }
    let other = other_side(&board);
    game::key_includes_side_to_move(&board, &other);
    let other = packed::Board::try_from(&other).expect("at most 64 columns");
    game::key_includes_side_to_move(&packed, &other);

    let sparse = Grid::from(&board);
    assert_eq!(Grid::from(packed), sparse, "two boards of {board} become two grids");
    assert_eq!(sparse.to_string(), board.to_string(), "the grid prints differently");
    assert_eq!(sparse.to_string().parse(), Ok(sparse.clone()), "the grid does not come back");
    assert_eq!(sparse.outcome(), board.outcome(), "outcome of the grid {board}");
    assert_eq!(sparse.unpainted_count(), board.unpainted() as u64, "cells left in {board}");
    for mv in all_moves(&board) {
        let mut next = sparse.clone();
        let played = next.play(mv).ok();
        let wanted = board.clone().play(mv).ok();
        assert_eq!(played.is_some(), wanted.is_some(), "is {mv} legal on the grid {board}?");
        let wanted = wanted.as_ref().map_or_else(|| sparse.clone(), Grid::from);
        assert_eq!(next, wanted, "the grid {board} after {mv}");
    }
    Verdict::compared(&board, (board.unpainted() / 8) as u32)
}

/// Every move that a board of this width could know, and some beyond its edges.
fn all_moves(board: &naive::Board) -> impl Iterator<Item = Move> {
    let columns = 0..=board.columns() + 1;
    columns.flat_map(|column| {
        let cells = [1, 2].map(|row| Move::Cell(Cell::new(row, column)));
        cells.into_iter().chain([Move::Block(column)])
    })
}

/// What the two boards share beyond [`Game`], so that they share symmetries.
trait Cells: Game<Move = Move> {
    fn columns_of(&self) -> u64;
    fn mapped(&self, map: impl Fn(Cell) -> Cell) -> Self;
}

impl Cells for naive::Board {
    fn columns_of(&self) -> u64 {
        self.columns()
    }

    fn mapped(&self, map: impl Fn(Cell) -> Cell) -> Self {
        Self::from_cells(self.columns(), self.painted().map(map), self.to_move())
            .expect("a symmetry maps the cells onto each other")
    }
}

impl Cells for packed::Board {
    fn columns_of(&self) -> u64 {
        self.columns()
    }

    fn mapped(&self, map: impl Fn(Cell) -> Cell) -> Self {
        Self::from_cells(self.columns(), self.painted().map(map), self.to_move())
            .expect("a symmetry maps the cells onto each other")
    }
}

fn symmetries<B: Cells>() -> [Symmetry<B>; 2] {
    let rows = Symmetry {
        name: "rows swapped",
        position: |board: &B| board.mapped(|cell| Cell::new(3 - cell.row, cell.column)),
        mv: |_, mv| match mv {
            Move::Cell(cell) => Move::Cell(Cell::new(3 - cell.row, cell.column)),
            Move::Block(column) => Move::Block(column),
        },
    };
    let columns = Symmetry {
        name: "columns reversed",
        position: |board: &B| {
            let columns = board.columns_of();
            board.mapped(|cell| Cell::new(cell.row, columns + 1 - cell.column))
        },
        mv: |board, mv| match mv {
            Move::Cell(cell) => {
                Move::Cell(Cell::new(cell.row, board.columns_of() + 1 - cell.column))
            }
            Move::Block(column) => Move::Block(board.columns_of() - column),
        },
    };
    [rows, columns]
}

fn grundy(bytes: &[u8]) -> Verdict {
    let mut bytes = Unstructured::new(bytes);
    let n = word(&mut bytes) % 2_000;
    let board = tiny(&mut bytes);
    let cells = by_cells(&board);
    let sparse = Grid::from(&board);
    let dense = packed::Board::try_from(&board).expect("at most 64 columns");
    assert_eq!(by_runs(&sparse), cells, "recurrence against mex over the cells: {board}");
    assert_eq!(board_value(dense), cells, "packed board against mex over the cells: {board}");
    assert_eq!(grid_value(&sparse), cells, "grid against mex over the cells: {board}");
    let run = BY_RECURRENCE.with_borrow_mut(|solver| solver.run_value(n));
    assert_eq!(Ok(run_value(n)), run, "the period against the recurrence: g({n})");

    // As wide as the packed board goes, shifted to its upper end.
    let wide = position(bytes.take_rest());
    let dense = packed::Board::try_from(&wide).expect("at most 64 columns");
    let runs = by_runs(&Grid::from(&wide));
    assert_eq!(board_value(dense), runs, "packed board against the recurrence: {wide}");
    Verdict::compared(&(&board, n, &wide), u32::from(cells ^ runs))
}

fn winner(bytes: &[u8]) -> Verdict {
    let mut bytes = Unstructured::new(bytes);
    let width = byte(&mut bytes) % 8;
    let grid = match width {
        0..4 => Grid::from(&tiny(&mut bytes)),
        4 | 5 => grid(&mut bytes, 160, 24),
        _ => {
            // All but the runs' lengths comes from few bytes; the width from
            // the far end of the scale.
            let widest = if width == 6 { MAX_COLUMNS } else { 1_000_000 };
            grid(&mut bytes, widest, 6)
        }
    };
    let wins = winning_moves(&grid);
    let value = wins.value;
    let (first, second) = (grid.to_move(), grid.to_move().other());
    let winner = if value == 0 { second } else { first };
    assert_eq!(winner::winner(&grid), winner, "winner of {grid}");
    assert_eq!(
        value == 0,
        wins.groups.is_empty(),
        "a move wins exactly where the side does: {grid}"
    );
    for group in &wins.groups {
        assert!(group.count() > 0, "{group} in {grid}");
        assert_eq!(group.moves().next(), Some(group.first()), "least move of {group} in {grid}");
    }
    if grid.columns() <= 160 {
        small_winner(&grid, &wins, winner);
    } else {
        wide_winner(&grid, &wins);
    }
    Verdict::compared(&grid, u32::from(value))
}

/// Every move by the slow roads, and exactly the winning ones in the groups.
fn small_winner(grid: &Grid, wins: &WinningMoves, winner: Player) {
    let slow = BY_NAIVE.with_borrow_mut(|solver| solver.solve(grid).expect("the grid is small"));
    assert_eq!(slow.value, Outcome::Win(winner), "winner of {grid}");
    let board = naive::Board::try_from(grid).expect("the grid is small");
    let tiny = board.unpainted() <= 14;
    let mut listed: Vec<Move> = wins.groups.iter().flat_map(|group| group.moves()).collect();
    assert_eq!(listed.len() as u64, wins.count(), "count of winning moves of {grid}");
    listed.sort_unstable();
    let value_after = |mv: Move| {
        let next = board.clone().play(mv).expect("a listed move is legal");
        if tiny { by_cells(&next) } else { by_runs(&Grid::from(&next)) }
    };
    let mut winning = board.legal_moves();
    winning.retain(|&mv| value_after(mv) == 0);
    assert_eq!(listed, winning, "winning moves of {grid}");
    assert_eq!(wins.first(), winning.first().copied(), "least winning move of {grid}");
    for mv in board.legal_moves() {
        assert_eq!(wins.contains(mv), winning.contains(&mv), "does {mv} win in {grid}?");
    }
}

/// The long runs of a grid, cut down by whole periods of 12 to less than 180.
struct Shortened {
    grid: Grid,
    /// Where each cut run begins in the shortened grid, and the periods it lost.
    cuts: Vec<(u64, u64)>,
}

fn shortened(grid: &Grid) -> Shortened {
    const LONG: u64 = 168;
    let mut cells: Vec<Cell> = Vec::new();
    let mut cuts = Vec::new();
    let mut removed = 0;
    let mut start = 1;
    let mut cut = |start: u64, end: u64, removed: &mut u64| {
        let periods = (end - start).saturating_sub(LONG) / 12;
        if periods > 0 {
            cuts.push((start - *removed, periods));
            *removed += 12 * periods;
        }
    };
    for cell in grid.painted() {
        cut(start, cell.column.max(start), &mut removed);
        start = cell.column + 1;
        cells.push(Cell::new(cell.row, cell.column - removed));
    }
    cut(start, grid.columns() + 1, &mut removed);
    let grid = Grid::from_cells(grid.columns() - removed, cells, grid.to_move());
    Shortened { grid: grid.expect("cells stay apart when runs are cut"), cuts }
}

/// The grid with another period of columns put in before this column.
fn lengthened(grid: &Grid, before: u64) -> Grid {
    let shift = |cell: Cell| {
        let by = if cell.column >= before { 12 } else { 0 };
        Cell::new(cell.row, cell.column + by)
    };
    Grid::from_cells(grid.columns() + 12, grid.painted().map(shift), grid.to_move())
        .expect("cells stay apart when a run grows")
}

/// Counts the winning moves column by column, with the values of runs by the
/// recurrence.
fn winning_count_by_runs(grid: &Grid) -> u64 {
    let g = |n: u64| {
        let value = BY_RECURRENCE.with_borrow_mut(|solver| solver.run_value(n));
        value.expect("the run is short")
    };
    let value = by_runs(grid);
    let mut count = 0;
    let mut run = 0;
    for column in 1..=grid.columns() + 1 {
        let painted = [1, 2].map(|row| grid.is_painted(Cell::new(row, column)));
        if column <= grid.columns() && painted == [false, false] {
            run += 1;
            continue;
        }
        let rest = value ^ g(run);
        let cells = (0..run).filter(|&i| rest ^ g(i) ^ g(run - 1 - i) ^ 1 == 0).count();
        let blocks = (1..run).filter(|&i| rest ^ g(i - 1) ^ g(run - 1 - i) == 0).count();
        let lone = column <= grid.columns() && painted != [true, true] && value == 1;
        count += 2 * cells as u64 + blocks as u64 + u64::from(lone);
        run = 0;
    }
    count
}

/// The slow roads do not go to 10^18. They go to the shortened grid, and a run
/// that is one period longer must have as many more winning moves each time.
fn wide_winner(grid: &Grid, wins: &WinningMoves) {
    let Shortened { grid: short, cuts } = shortened(grid);
    assert_eq!(wins.value, by_runs(&short), "value of {grid}, by that of {short}");
    // Some groups are played; the count at the end looks at all.
    for group in wins.groups.iter().step_by(1 + wins.groups.len() / 16) {
        let last = group.count() - 1;
        for index in [0, 1, last / 2, last] {
            let index = index.min(last);
            let mv = match *group {
                Group::Lone(cell) => Move::Cell(cell),
                Group::Cells { columns, .. } => {
                    let column = columns.first + columns.step * (index / 2);
                    Move::Cell(Cell::new((index % 2) as u8 + 1, column))
                }
                Group::Blocks { columns, .. } => Move::Block(columns.first + columns.step * index),
            };
            assert!(group.contains(mv), "{mv} is of {group} in {grid}");
            let mut next = grid.clone();
            next.play(mv).expect("a winning move is legal");
            let next = shortened(&next).grid;
            assert_eq!(by_runs(&next), 0, "{mv} wins in {grid}, says {group}");
        }
    }
    let base = winning_count_by_runs(&short);
    let more: u64 = cuts
        .iter()
        .map(|&(start, periods)| {
            // Each period adds the same, for the run is longer than two edges.
            let longer = winning_count_by_runs(&lengthened(&short, start));
            (longer - base) * periods
        })
        .sum();
    assert_eq!(wins.count(), base + more, "count of winning moves of {grid}");
}

fn parse(bytes: &[u8]) -> Verdict {
    let file = verbatim(bytes).map_or_else(|| judge_file(bytes), <[u8]>::to_vec);
    let shown = String::from_utf8_lossy(&file);
    let grids = match (judge::parse(&file), by_words(&file)) {
        (Ok(grids), Some(wanted)) => {
            assert_eq!(grids, wanted, "grids of {shown:?}");
            grids
        }
        (Err(error), None) => {
            assert_in_text(&error, &file);
            return Verdict::Refused;
        }
        (Ok(_), None) => panic!("accepted, and should not be: {shown:?}"),
        (Err(error), Some(_)) => panic!("refused ({error}), and should not be: {shown:?}"),
    };
    let again = judge::write_input(&grids);
    assert_eq!(judge::parse(again.as_bytes()).as_ref(), Ok(&grids), "{shown:?} written again");
    for grid in &grids {
        assert_eq!(grid.to_string().parse().as_ref(), Ok(grid), "a grid of {shown:?} as a line");
    }
    Verdict::compared(&file, (file.len() / 32) as u32)
}

/// The judge's format, read the slow way.
fn by_words(file: &[u8]) -> Option<Vec<Grid>> {
    let text = std::str::from_utf8(file).ok()?;
    let mut numbers =
        text.split([' ', '\t', '\n', '\r']).filter(|word| !word.is_empty()).map(|word| {
            let digits = word.chars().all(|c| c.is_ascii_digit());
            word.parse::<u64>().ok().filter(|_| digits)
        });
    let mut number = || numbers.next().flatten();
    let cases = number()?;
    let mut grids = Vec::new();
    for _ in 0..cases {
        let (columns, count) = (number()?, number()?);
        if !(1..=MAX_COLUMNS).contains(&columns) || count > 2 * columns {
            return None;
        }
        let mut cells = BTreeSet::new();
        for _ in 0..count {
            let (row, column) = (number()?, number()?);
            let inside = (1..=2).contains(&row) && (1..=columns).contains(&column);
            if !inside || !cells.insert((row, column)) {
                return None;
            }
        }
        let cells = cells.into_iter().map(|(row, column)| Cell::new(row as u8, column));
        grids.push(Grid::from_cells(columns, cells, Player::White).ok()?);
    }
    numbers.next().is_none().then_some(grids)
}

/// An error's place is a character of the text, or just behind the last one of
/// a line.
fn assert_in_text(error: &ParseError, file: &[u8]) {
    let good = match std::str::from_utf8(file) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&file[..error.valid_up_to()]).expect("valid up to here"),
    };
    let text = good.replace("\r\n", "\n").replace('\r', "\n");
    let line = error.place.line.checked_sub(1).and_then(|index| text.split('\n').nth(index));
    let inside =
        line.is_some_and(|line| (1..=line.chars().count() + 1).contains(&error.place.column));
    assert!(inside, "{error}: no such place in {text:?}");
}
