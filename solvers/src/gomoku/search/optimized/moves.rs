//! What there is to play at a node, and in which order.

use super::params;
use crate::gomoku::rules::Ruleset;
use crate::gomoku::shapes::Shape;
use crate::gomoku::shapes::optimized::{Index, ShapeBoard, cells_of};

/// The order values of the 4,096 cells that four shapes can make.
pub(super) struct Orders {
    attack: Box<[i16; 4096]>,
    defend: Box<[i16; 4096]>,
}

impl Orders {
    pub(super) fn new() -> Orders {
        let table = |attack: bool| {
            let mut table = Box::new([0_i16; 4096]);
            for (cell, value) in table.iter_mut().enumerate() {
                let mut counts = [0_u32; 8];
                for direction in 0..4 {
                    counts[cell >> (3 * direction) & 7] += 1;
                }
                *value = params::order(counts, attack).min(i32::from(i16::MAX)) as i16;
            }
            table
        };
        Orders { attack: table(true), defend: table(false) }
    }

    /// What `side` gains by its own shapes on this cell.
    #[inline]
    pub(super) fn attack(&self, board: &ShapeBoard, cell: Index, side: usize) -> i32 {
        i32::from(self.attack[board.index(cell, side) & 4095])
    }

    /// What `side` gains by the shapes that it takes from the other side.
    #[inline]
    pub(super) fn defend(&self, board: &ShapeBoard, cell: Index, side: usize) -> i32 {
        i32::from(self.defend[board.index(cell, side ^ 1) & 4095])
    }
}

/// A node as its threats make it.
pub(super) enum Node {
    /// The side to move completes a row here.
    Five(Index),
    /// There is no empty cell.
    Full,
    /// The side to move has nothing but forbidden points left, and has lost.
    Stuck,
    /// The other side threatens rows that cannot all be stopped.
    Lost,
    /// The other side threatens a row; these are the moves that stop it.
    Forced(Replies),
    /// The side to move makes two completions here; nothing stops both.
    Winning(Index),
    /// The other side could make two completions; only fours and the moves of
    /// [`defences`] are no loss in four.
    Threatened,
    /// Nothing forces.
    Quiet,
}

/// A short list of replies.
#[derive(Clone, Copy)]
pub(super) struct Replies {
    cells: [Index; 64],
    len: usize,
}

impl Replies {
    fn new() -> Replies {
        Replies { cells: [0; 64], len: 0 }
    }

    fn push(&mut self, cell: Index) {
        if self.len < self.cells.len() && !self.as_slice().contains(&cell) {
            self.cells[self.len] = cell;
            self.len += 1;
        }
    }

    pub(super) fn as_slice(&self) -> &[Index] {
        &self.cells[..self.len]
    }
}

/// Whether the side to move has empty cells, and nothing but forbidden points
/// among them. The first cell mostly tells.
#[inline]
pub(super) fn is_stuck(board: &mut ShapeBoard, rules: &Ruleset, side: usize) -> bool {
    if side == 1 || !rules.forbids || board.is_full() {
        return false;
    }
    let empty = board.empty_cells();
    cells_of(&empty).all(|cell| board.is_forbidden(cell))
}

/// Looks at the threats of both sides.
#[inline]
pub(super) fn look(board: &mut ShapeBoard, rules: &Ruleset, side: usize) -> Node {
    let five = |board: &ShapeBoard, side: usize| board.sums(side).count(Shape::Five) > 0;
    if five(board, side)
        && let Some(cell) =
            cells_of(board.fours(side)).find(|&c| makes(board, c, side, Shape::Five))
    {
        return Node::Five(cell);
    }
    if board.is_full() {
        return Node::Full;
    }
    if is_stuck(board, rules, side) {
        return Node::Stuck;
    }
    if five(board, side ^ 1) {
        return forced(board, rules, side);
    }
    // Where a row blocked at both ends does not win, one stone can stop two
    // completions of a line: there nothing is known before it is tried.
    if rules.walls_differ() {
        return Node::Quiet;
    }
    if board.sums(side).winning_cells() > 0
        && let Some(cell) = winning_cells(board, rules, side).as_slice().first()
    {
        return Node::Winning(*cell);
    }
    if board.sums(side ^ 1).winning_cells() > 0 { Node::Threatened } else { Node::Quiet }
}

fn makes(board: &ShapeBoard, cell: Index, side: usize, shape: Shape) -> bool {
    (0..4).any(|direction| board.shape(cell, side, direction) == shape)
}

/// The cells where a stone of `side` makes a straight four or two fours, and
/// may be played.
fn winning_cells(board: &mut ShapeBoard, rules: &Ruleset, side: usize) -> Replies {
    let mut found = Replies::new();
    let fours = *board.fours(side);
    for cell in cells_of(&fours) {
        let count = |shape| (0..4).filter(|&d| board.shape(cell, side, d) == shape).count();
        let (straight, four) = (count(Shape::StraightFour), count(Shape::Four));
        if straight + four > 1 || straight == 1 {
            if side == 0 && rules.forbids && board.is_forbidden(cell) {
                continue;
            }
            found.push(cell);
        }
    }
    found
}

fn forced(board: &mut ShapeBoard, rules: &Ruleset, side: usize) -> Node {
    let mut replies = Replies::new();
    let mut fives =
        cells_of(board.fours(side ^ 1)).filter(|&c| makes(board, c, side ^ 1, Shape::Five));
    let Some(first) = fives.next() else { return Node::Quiet };
    if rules.walls_differ() {
        drop(fives);
        for cell in stops(board, first, side).as_slice() {
            board.put(*cell, side);
            if board.sums(side ^ 1).count(Shape::Five) == 0 {
                replies.push(*cell);
            }
            board.undo();
        }
    } else if fives.next().is_none() {
        drop(fives);
        if !(side == 0 && board.is_forbidden(first)) {
            replies.push(first);
        }
    }
    if replies.len == 0 { Node::Lost } else { Node::Forced(replies) }
}

/// Where a row that can end blocked can be stopped: at its completion, and next
/// to its ends.
fn stops(board: &ShapeBoard, completion: Index, side: usize) -> Replies {
    let mut cells = Replies::new();
    cells.push(completion);
    for direction in 0..4 {
        if board.shape(completion, side ^ 1, direction) != Shape::Five {
            continue;
        }
        for sign in [-1, 1] {
            let end = (1..)
                .map_while(|n| board.along(completion, direction, n * sign))
                .find(|&c| !board.has(c, side ^ 1));
            if let Some(end) = end.filter(|&c| board.is_vacant(c)) {
                cells.push(end);
            }
        }
    }
    cells
}

/// Moves that might stop every two-completion threat of the other side: the
/// stone must lie on a line of each. A four of one's own is another matter.
pub(super) fn defences(board: &mut ShapeBoard, rules: &Ruleset, side: usize) -> [u32; 32] {
    let threats = winning_cells(board, rules, side ^ 1);
    let mut all = board.empty_cells();
    let reach = rules.reach() as i32;
    for &cell in threats.as_slice() {
        let mut stops = [0_u32; 32];
        for direction in 0..4 {
            if board.shape(cell, side ^ 1, direction) < Shape::Four {
                continue;
            }
            for steps in -reach..=reach {
                if let Some(there) = board.along(cell, direction, steps) {
                    stops[usize::from(there >> 5)] |= 1 << (there & 31);
                }
            }
        }
        for (row, stop) in all.iter_mut().zip(stops) {
            *row &= stop;
        }
    }
    all
}
