//! What a threat solver asks: who completes a row, where, and what stops it.

use super::query::cells_of;
use super::{Index, ShapeBoard, Side};
use crate::gomoku::shapes::Shape;

/// Where a row can be stopped: its completion first, then the ends of its rows.
pub(crate) type Stops = ([Index; 9], usize);

impl ShapeBoard {
    /// How many pairs of a cell and a direction complete a row.
    #[inline(always)]
    pub(crate) fn fives(&self, side: Side) -> u32 {
        self.sums(side).count(Shape::Five)
    }

    /// The least cell that completes a row of this side.
    pub(crate) fn completion(&self, side: Side) -> Option<Index> {
        self.completions(side).next()
    }

    /// All cells that complete a row of this side, ascending.
    pub(crate) fn completions(&self, side: Side) -> impl Iterator<Item = Index> {
        cells_of(self.fours(side)).filter(move |&at| self.makes(at, side, Shape::Five))
    }

    /// Whether a stone of this side on this empty cell makes just this shape in
    /// some direction.
    pub(crate) fn makes(&self, at: Index, side: Side, shape: Shape) -> bool {
        (0..4).any(|direction| self.shape(at, side, direction) == shape)
    }

    /// In how many directions a stone of this side on this empty cell makes
    /// just this shape.
    pub(crate) fn directions(&self, at: Index, side: Side, shape: Shape) -> usize {
        (0..4).filter(|&direction| self.shape(at, side, direction) == shape).count()
    }

    /// The empty cells where a stone of the other side could stop the rows
    /// that this side completes here, this cell first. Only under caro are
    /// there others: the ends of the rows.
    pub(crate) fn stops(&self, completion: Index, side: Side) -> Stops {
        let mut stops = [completion; 9];
        let mut count = 1;
        if !self.rules().walls_differ() {
            return (stops, count);
        }
        for direction in 0..4 {
            if self.shape(completion, side, direction) != Shape::Five {
                continue;
            }
            for sign in [-1, 1] {
                let mut steps = sign;
                while let Some(next) = self.along(completion, direction, steps)
                    && self.has(next, side)
                {
                    steps += sign;
                }
                if let Some(end) = self.along(completion, direction, steps)
                    && self.is_vacant(end)
                {
                    stops[count] = end;
                    count += 1;
                }
            }
        }
        (stops, count)
    }
}
