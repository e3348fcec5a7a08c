//! What a replay asks of the array board.

use tesuji_core::Player;
use tesuji_core::gomoku::naive::{Board, DIRECTIONS};
use tesuji_core::gomoku::{Cell, Symmetry, Variant};

/// The k cells of each window, all of them on the board.
pub(super) fn windows(variant: Variant) -> Vec<Vec<Cell>> {
    let k = i32::from(variant.k());
    let window = |cell: Cell, (columns, rows): (i32, i32)| -> Option<Vec<Cell>> {
        (0..k)
            .map(|step| {
                let column = u8::try_from(i32::from(cell.column()) + columns * step).ok()?;
                let row = u8::try_from(i32::from(cell.row()) + rows * step).ok()?;
                Cell::new(column, row).filter(|&cell| variant.contains(cell))
            })
            .collect()
    };
    let of = |cell| DIRECTIONS.iter().filter_map(move |&direction| window(cell, direction));
    variant.cells().flat_map(of).collect()
}

/// How cells are ordered in a certificate: row by row from the bottom.
pub(super) fn order(cell: Cell) -> (u8, u8) {
    (cell.row(), cell.column())
}

/// Whether the player's stone on an empty cell would win.
pub(super) fn would_win(board: &mut Board, cell: Cell, player: Player) -> bool {
    board.set(cell, Some(player));
    let wins = board.wins(player);
    board.set(cell, None);
    wins
}

/// The empty cells where the player would fill one of these windows.
pub(super) fn gaps<'a>(
    board: &Board,
    windows: impl Iterator<Item = &'a Vec<Cell>>,
    player: Player,
) -> Vec<Cell> {
    let gap = |window: &Vec<Cell>| {
        let own = window.iter().filter(|&&cell| board.get(cell) == Some(player)).count();
        let mut empty = window.iter().filter(|&&cell| board.get(cell).is_none());
        empty.next().copied().filter(|_| own + 1 == window.len())
    };
    let mut gaps: Vec<Cell> = windows.filter_map(gap).collect();
    gaps.sort_unstable_by_key(|&cell| order(cell));
    gaps.dedup();
    gaps
}

/// The symmetry that is `inner` and then `outer`.
pub(super) fn compose(variant: Variant, outer: Symmetry, inner: Symmetry) -> Symmetry {
    if inner == Symmetry::Identity {
        return outer;
    }
    let is_both = |both: &&Symmetry| {
        variant.cells().all(|cell| {
            both.apply(variant, cell) == outer.apply(variant, inner.apply(variant, cell))
        })
    };
    let both = Symmetry::of(variant).iter().find(is_both);
    *both.expect("the symmetries are a group")
}
