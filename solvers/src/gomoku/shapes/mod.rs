//! How many shapes of each class a side can make with one stone.
//!
//! The question: for each side and each [`Shape`], in how many pairs of an
//! empty cell and a direction would a stone of that side make this shape? So
//! "is there a five, a four, a three to make" is one comparison. Shapes are
//! those of the rules: one line, one colour, blocked by the other colour and by
//! walls; what is forbidden plays no part.
//!
//! - [`naive::recount`] asks the definition about every empty cell: some ten
//!   thousand lines a position.
//! - [`optimized::ShapeBoard`] keeps the counts stone by stone and takes stones
//!   back in turn: about 0.1 µs for a stone put and taken.

pub mod naive;
pub mod optimized;

pub use tesuji_core::gomoku::Shape;

/// What one side can make with its next stone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Counts {
    /// Pairs of an empty cell and a direction, by the shape that a stone makes
    /// there, from [`Shape::ClosedTwo`] to [`Shape::Five`]; the entry of
    /// [`Shape::Nothing`] stays 0.
    pub shapes: [u32; 8],
    /// Empty cells where a stone makes no five, but a straight four or fours in
    /// two directions, so that two cells complete a row. For a side that has
    /// forbidden points: a straight four and no other four.
    pub winning_cells: u32,
}

impl Counts {
    /// Pairs of an empty cell and a direction whose stone makes this shape.
    #[must_use]
    pub fn of(&self, shape: Shape) -> u32 {
        self.shapes[shape as usize]
    }

    /// Adds an empty cell where a stone makes so many of each shape.
    fn add(&mut self, counts: [u32; 8], forbids: bool) {
        for (sum, count) in self.shapes.iter_mut().zip(counts).skip(1) {
            *sum += count;
        }
        self.winning_cells += u32::from(wins_next(counts, forbids));
    }
}

/// Whether a stone that makes so many of each shape leaves two completions;
/// see [`Counts::winning_cells`].
fn wins_next(counts: [u32; 8], forbids: bool) -> bool {
    let [.., four, straight, five] = counts;
    five == 0 && if forbids { straight == 1 && four == 0 } else { straight > 0 || four > 1 }
}
