//! Which position has which slot, and what a position says about its value.
//!
//! A file has a slot for each position up to symmetry: no slot without a
//! position, no position with two. `docs/tables.md` defines the numbering of
//! each game; this is its code, written from there. It shares nothing with the
//! solvers, whose numberings serve their speed, so that whoever judges a file
//! depends on none of them.

pub(crate) mod pawn_chess;
pub(crate) mod pursuit;
pub(crate) mod sliding_four;

/// The value of a position, seen by the side to move: the plies to the end
/// (the side to move wins where they are odd and loses where they are even), or
/// [`NEVER`]. Of a puzzle, the steps to the goal.
pub type Value = u16;

/// There is no end: a draw, or a puzzle that cannot be solved.
pub const NEVER: Value = Value::MAX;

/// What can be told of a slot's value without the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hint {
    /// This is the value: nothing is stored.
    Known(Value),
    /// The value is stored, as a symbol whose frequencies depend on a context.
    Coded {
        /// Below [`Numbering::contexts`].
        context: u16,
        /// What the stored symbol is counted from.
        guess: Value,
    },
}

/// The values of the slots before one in the same stretch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Before<'a> {
    /// All of them, in order.
    pub(crate) values: &'a [Value],
    /// The last that was stored; 0 where there is none.
    pub(crate) stored: Value,
}

/// A numbering, gone through in order.
pub(crate) trait Numbering: Sync {
    /// A slot with its position.
    type Cursor: Clone;

    /// How many slots there are, at least one.
    fn slots(&self) -> u64;

    /// The number of contexts.
    fn contexts(&self) -> u16;

    /// The position of this slot, which is below [`Numbering::slots`].
    fn cursor(&self, slot: u64) -> Self::Cursor;

    /// Goes to the next slot. Not asked for after the last.
    fn advance(&self, cursor: &mut Self::Cursor);

    /// How many positions the slot stands for: those that symmetry maps onto
    /// its own, and that one.
    fn weight(&self, cursor: &Self::Cursor) -> u64;

    /// What can be told, given the values of the slots before in the same
    /// stretch.
    fn hint(&self, cursor: &Self::Cursor, before: &Before<'_>) -> Hint;
}
