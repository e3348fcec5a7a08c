//! Every winning move of a grid of any width, in groups.

use std::fmt::{self, Display};

use tesuji_core::painting::{Cell, Grid, Move};

use crate::painting::grundy::optimized::{PERIOD, PREPERIOD, grid_value, run_value};

const STEP: u64 = PERIOD as u64;

/// Columns in equal steps: `first`, `first + step`, …, `count` of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Columns {
    /// The first column, from 1.
    pub first: u64,
    /// The distance of two neighbours: the period of the runs' values, 12.
    pub step: u64,
    /// How many there are, at least 1.
    pub count: u64,
}

impl Columns {
    /// The last column.
    #[must_use]
    pub const fn last(self) -> u64 {
        self.first + self.step * (self.count - 1)
    }

    /// Whether the column is one of them.
    #[must_use]
    pub const fn contains(self, column: u64) -> bool {
        self.first <= column
            && column <= self.last()
            && (column - self.first).is_multiple_of(self.step)
    }

    /// The columns, ascending.
    pub fn iter(self) -> impl Iterator<Item = u64> {
        (0..self.count).map(move |index| self.first + self.step * index)
    }
}

impl Display for Columns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Columns { first, step, count } = *self;
        match count {
            1 => write!(f, "{first}"),
            2 => write!(f, "{first} and {}", self.last()),
            _ => write!(f, "{first}, {} … {} ({count} columns)", first + step, self.last()),
        }
    }
}

/// Winning moves of one kind in one part of the grid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Group {
    /// Painting a lone cell, which leaves nothing there: one move.
    Lone(Cell),
    /// Painting either cell of any of these columns of a run: two moves a
    /// column.
    Cells {
        /// The run's first column and its length.
        run: (u64, u64),
        /// The Grundy value that the run's remains then have.
        leaves: u8,
        /// The columns.
        columns: Columns,
    },
    /// Painting the block of any of these columns and the next: one move a
    /// column.
    Blocks {
        /// The run's first column and its length.
        run: (u64, u64),
        /// The Grundy value that the run's remains then have.
        leaves: u8,
        /// The blocks' first columns.
        columns: Columns,
    },
}

impl Group {
    /// How many moves it holds.
    #[must_use]
    pub const fn count(self) -> u64 {
        match self {
            Group::Lone(_) => 1,
            Group::Cells { columns, .. } => 2 * columns.count,
            Group::Blocks { columns, .. } => columns.count,
        }
    }

    /// Its least move.
    #[must_use]
    pub const fn first(self) -> Move {
        match self {
            Group::Lone(cell) => Move::Cell(cell),
            Group::Cells { columns, .. } => Move::Cell(Cell::new(1, columns.first)),
            Group::Blocks { columns, .. } => Move::Block(columns.first),
        }
    }

    /// Whether the move is one of them.
    #[must_use]
    pub fn contains(self, mv: Move) -> bool {
        match (self, mv) {
            (Group::Lone(lone), Move::Cell(cell)) => lone == cell,
            (Group::Cells { columns, .. }, Move::Cell(cell)) => {
                matches!(cell.row, 1 | 2) && columns.contains(cell.column)
            }
            (Group::Blocks { columns, .. }, Move::Block(column)) => columns.contains(column),
            _ => false,
        }
    }

    /// Its moves, ascending. There may be 10¹⁷ of them.
    pub fn moves(self) -> impl Iterator<Item = Move> {
        let lone = match self {
            Group::Lone(cell) => Some(Move::Cell(cell)),
            _ => None,
        };
        let cells = match self {
            Group::Cells { columns, .. } => Some(columns),
            _ => None,
        };
        let blocks = match self {
            Group::Blocks { columns, .. } => Some(columns),
            _ => None,
        };
        let cells = cells.into_iter().flat_map(Columns::iter);
        let cells = cells.flat_map(|column| [1, 2].map(|row| Move::Cell(Cell::new(row, column))));
        let blocks = blocks.into_iter().flat_map(Columns::iter).map(Move::Block);
        lone.into_iter().chain(cells).chain(blocks)
    }
}

impl Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Group::Lone(cell) => write!(f, "lone cell {cell}"),
            Group::Cells { leaves, columns, .. } => {
                write!(f, "either cell of {columns}, leaves {leaves}")
            }
            Group::Blocks { leaves, columns, .. } => {
                write!(f, "block from {columns}, leaves {leaves}")
            }
        }
    }
}

/// The answer of [`winning_moves`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WinningMoves {
    /// The Grundy value of the grid; there are winning moves exactly where it
    /// is not 0.
    pub value: u8,
    /// The groups, by part of the grid from the left; no move is in two.
    pub groups: Vec<Group>,
}

impl WinningMoves {
    /// How many moves win: at most 3·10¹⁸.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.groups.iter().map(|group| group.count()).sum()
    }

    /// The least winning move in the order of moves; `None` where none wins.
    #[must_use]
    pub fn first(&self) -> Option<Move> {
        self.groups.iter().map(|group| group.first()).min()
    }

    /// Whether the move wins.
    #[must_use]
    pub fn contains(&self, mv: Move) -> bool {
        self.groups.iter().any(|group| group.contains(mv))
    }
}

/// Every winning move of the grid. Costs some 300 look-ups for each run,
/// whatever its length, and a step for each painted column; memory is up to
/// 320 groups a run. [`for_each_winning_group`] keeps none.
#[must_use]
pub fn winning_moves(grid: &Grid) -> WinningMoves {
    let mut groups = Vec::new();
    let value = for_each_winning_group(grid, |group| groups.push(group));
    WinningMoves { value, groups }
}

/// Visits the groups of winning moves, by part of the grid from the left, and
/// hands back the grid's Grundy value. Visits nothing where it is 0.
pub fn for_each_winning_group(grid: &Grid, mut visit: impl FnMut(Group)) -> u8 {
    let value = grid_value(grid);
    if value == 0 {
        return value;
    }
    let mut start = 1;
    for (column, painted) in grid.painted_columns() {
        wins_in_run((start, column - start), value, &mut visit);
        if painted == 1 && value == 1 {
            let row = if grid.is_painted(Cell::new(1, column)) { 2 } else { 1 };
            visit(Group::Lone(Cell::new(row, column)));
        }
        start = column + 1;
    }
    wins_in_run((start, grid.columns() + 1 - start), value, &mut visit);
    value
}

/// A winning move in a run leaves there what the rest of the grid is worth.
fn wins_in_run(run: (u64, u64), value: u8, visit: &mut impl FnMut(Group)) {
    let (start, length) = run;
    let leaves = value ^ run_value(length);
    let in_columns = |(first, count)| Columns { first: start + first, step: STEP, count };
    if let Some(last) = length.checked_sub(1) {
        // The cell beside the painted one stays behind as a lone cell.
        progressions(last, leaves ^ 1, |found| {
            visit(Group::Cells { run, leaves, columns: in_columns(found) });
        });
    }
    if let Some(last) = length.checked_sub(2) {
        progressions(last, leaves, |found| {
            visit(Group::Blocks { run, leaves, columns: in_columns(found) });
        });
    }
}

/// Visits all i from 0 to `last` with g(i) xor g(`last` − i) = `target`, as
/// progressions of step 12: their first i and their number.
///
/// In the middle, where neither i nor `last` − i is below the preperiod, i and
/// i + 12 are alike, so that a residue class is looked at once there.
fn progressions(last: u64, target: u8, mut visit: impl FnMut((u64, u64))) {
    const EDGE: u64 = PREPERIOD as u64;
    for residue in 0..STEP.min(last + 1) {
        let mut i = residue;
        let mut found: Option<(u64, u64)> = None;
        while i <= last {
            let more = if i >= EDGE { (last - i).saturating_sub(EDGE) / STEP } else { 0 };
            if run_value(i) ^ run_value(last - i) == target {
                let (_, count) = found.get_or_insert((i, 0));
                *count += more + 1;
            } else if let Some(done) = found.take() {
                visit(done);
            }
            i += (more + 1) * STEP;
        }
        if let Some(done) = found {
            visit(done);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progressions_are_all_there_is() {
        for last in (0..400).chain([1_000, 1_001, 1_011]) {
            for target in 0..16 {
                let mut found = Vec::new();
                progressions(last, target, |(first, count)| {
                    found.extend((0..count).map(|index| first + STEP * index));
                });
                found.sort_unstable();
                let wanted: Vec<u64> =
                    (0..=last).filter(|&i| run_value(i) ^ run_value(last - i) == target).collect();
                assert_eq!(found, wanted, "last {last}, target {target}");
            }
        }
    }

    #[test]
    fn a_grid_as_wide_as_can_be() {
        let grid = Grid::new(tesuji_core::painting::MAX_COLUMNS).unwrap();
        let wins = winning_moves(&grid);
        assert_ne!(wins.value, 0);
        assert!(wins.count() > 0 && wins.groups.len() < 320);
        for group in &wins.groups {
            let mut next = grid.clone();
            next.play(group.first()).unwrap();
            assert_eq!(grid_value(&next), 0, "{group}");
        }
    }

    #[test]
    fn a_group_is_named_by_its_columns() {
        let columns = |count| Columns { first: 3, step: STEP, count };
        let run = (1, 50);
        for (group, text) in [
            (Group::Lone(Cell::new(2, 7)), "lone cell 2,7"),
            (Group::Cells { run, leaves: 5, columns: columns(1) }, "either cell of 3, leaves 5"),
            (
                Group::Blocks { run, leaves: 0, columns: columns(2) },
                "block from 3 and 15, leaves 0",
            ),
            (
                Group::Blocks { run, leaves: 0, columns: columns(4) },
                "block from 3, 15 … 39 (4 columns), leaves 0",
            ),
        ] {
            assert_eq!(group.to_string(), text);
        }
    }
}
