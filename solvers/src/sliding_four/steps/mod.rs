//! One board: how many steps are left to the nearest goal?
//!
//! The question: the least number of steps, the colours alternating, after
//! which a line of four of one colour stands; 0 where one stands already. No
//! board is refused, whatever its numbers of pieces and blanks. The value of a
//! position is [`Outcome::Goal`](tesuji_core::Outcome) with that number as
//! remoteness, or [`Outcome::Stuck`](tesuji_core::Outcome) without one where no
//! order of steps leads to a goal. `fewest` is the same over both beginners,
//! `None` where neither can reach a goal.
//!
//! Whether a goal is out of reach is decided exactly, not by a depth at which
//! to give up: both solvers go breadth-first and keep what they have visited,
//! *with who steps next*, and a board has at most
//! 2 · 16! / (5! 5! 6!) = 4,036,032 such positions (with five of each colour),
//! so the search ends. Neither recurses.
//!
//! Published solutions of the puzzle deepen iteratively and give up at some
//! depth. [`Deepening`] is that idea with the depth at which it may stop proved.
//! [`Optimized`] goes by levels as well, and gets from the visited set what
//! deepening pays for by searching again: no depth limit, no position twice.

mod deepening;
mod naive;
mod optimized;

pub use deepening::Deepening;
pub use naive::Naive;
pub use optimized::Optimized;
