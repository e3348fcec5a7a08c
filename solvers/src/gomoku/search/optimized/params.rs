//! Every number that is a matter of taste: margins, reductions, orderings.
//!
//! None of them can make a value wrong that the search calls decided; they
//! decide what is looked at first, how deep, and what is not looked at. They
//! were set by hand, by the depth and the answers reached on the positions of
//! the bench `gomoku_search`. Values and margins are in the unit of
//! [`evaluate`](crate::gomoku::evaluate).

/// What a stone's shapes count in move ordering, by
/// [`Shape`](crate::gomoku::shapes::Shape), for the side that plays it.
const ATTACK: [i32; 8] = [0, 4, 14, 16, 70, 50, 2_000, 10_000];
/// The same for a stone that takes the cell from the other side.
const DEFEND: [i32; 8] = [0, 3, 10, 11, 45, 32, 900, 5_000];
/// A stone that makes two of fours and threes at once.
const DOUBLE: i32 = 120;
/// A stone in two directions from closed three or two up.
const CROSS: i32 = 12;

/// The order value of a cell whose shapes have these counts.
pub(super) fn order(counts: [u32; 8], attack: bool) -> i32 {
    let weights = if attack { ATTACK } else { DEFEND };
    let sum: i32 = counts.iter().zip(weights).map(|(&n, weight)| n as i32 * weight).sum();
    let [_, _, two, closed_three, three, four, straight, _] = counts;
    let strong = three + four + straight;
    let half = if attack { 2 } else { 1 };
    sum + if strong > 1 { DOUBLE * half } else { 0 }
        + if strong + two + closed_three > 1 { CROSS * half } else { 0 }
}

/// A move at least this high in either colour's order is never reduced much.
pub(super) const IMPORTANT: i32 = 70;

/// Moves looked at, at most, where nothing forces: by depth left.
pub(super) fn width(depth: i32, improving: bool) -> usize {
    let base = 4 + 3 * depth * depth / 10 + 3 * depth / 2;
    (if improving { base + base / 3 } else { base }) as usize
}

/// The most moves of a node that is no root.
pub(super) const MAX_WIDTH: usize = 40;

/// Plies by which the `n`-th move of a node is searched less deep.
pub(super) fn reduction(depth: i32, n: usize) -> i32 {
    (0.4 + f64::from(depth).ln() * (n as f64).ln() / 1.2) as i32
}

/// Below alpha by this much, only fours are tried; by depth left.
pub(super) fn razor(depth: i32) -> i32 {
    60 + 70 * depth
}
/// The most depth at which that is done.
pub(super) const RAZOR_DEPTH: i32 = 3;

/// Above beta by this much, the node is given up as too good.
pub(super) fn reverse_futility(depth: i32, improving: bool) -> i32 {
    60 * depth - if improving { 40 } else { 0 } + 20
}
/// The most depth at which that is done.
pub(super) const REVERSE_FUTILITY_DEPTH: i32 = 8;

/// A quiet move is skipped where it would have to gain more than this.
pub(super) fn futility(depth: i32) -> i32 {
    80 + 60 * depth
}
/// The most depth at which that is done.
pub(super) const FUTILITY_DEPTH: i32 = 5;

/// The least depth at which the side to move is let pass.
pub(super) const NULL_DEPTH: i32 = 3;
/// How much less deep the answer to a pass is searched.
pub(super) fn null_reduction(depth: i32) -> i32 {
    3 + depth / 4
}

/// From this ply on a threat of two completions is left to the static value where
/// no depth is left; before it the moves that stop it are tried.
pub(super) const LAST_EXTENSION: usize = 40;

/// Fours in a row that the quiescence search follows.
pub(super) const QUIET_FOURS: u32 = 16;
/// Nodes that one quiescence search may make, on and off the principal
/// variation: dense boards have fours without end.
pub(super) const QUIET_NODES: [u64; 2] = [4_000, 150];
/// After the first four of a quiescence search, further ones lie within so many
/// columns and rows of the last.
pub(super) const QUIET_DISTANCE: i32 = 5;

/// The window around the last iteration's score.
pub(super) const ASPIRATION: i32 = 30;

/// The bound that history values approach.
pub(super) const MAX_HISTORY: i32 = 8_192;
/// What history adds to an order value: at most `MAX_HISTORY` over this.
pub(super) const HISTORY_SHARE: i32 = 128;
/// What a killer and a counter move add to their order values.
pub(super) const KILLER: i32 = 40;
