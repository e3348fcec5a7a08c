//! Rows of positions, a byte each, valued sixteen and more at a time.
//!
//! A *row* is all positions with the same white pawns. The rows lie in the
//! order of the white pawns read as a number whose low bits are the cells near
//! White's goal. A white move lowers that number, so a row with White to move
//! depends on earlier rows only, and then the same row with Black to move
//! depends on itself (Black steps) and on earlier rows (Black captures): one
//! pass through the rows values everything. This order is finer than that of
//! the remaining steps in White's pawns and needs no layers in Black's.
//!
//! Inside a row the black pawns are numbered by [`Ranking`] such that a white
//! step keeps the number of nearly every position of the row. So a step is one
//! minimum of two rows, element by element, which the compiler turns into
//! vector instructions; captures and Black's moves go by index tables that all
//! rows share; see [`sweep`].

mod layers;
mod ranking;
mod subsets;
mod sweep;

use tesuji_core::pawn_chess::Size;
use tesuji_core::pawn_chess::packed::Board;
use tesuji_core::{Game, Outcome, Player};

pub use self::layers::{Layer, Layers, Row};
pub use self::ranking::Ranking;
use self::sweep::Sweep;
use crate::{Answer, Refusal, Solver};

/// The values of all positions of one size, a byte each:
///
/// ```text
///   n          the side to move loses in n plies, n even
///   254 − n    the side to move wins in n plies, n odd
/// ```
///
/// so that the least byte among the positions that follow is the best to go
/// to: the fastest loss of the other side, or else its slowest win.
#[derive(Clone, Debug)]
pub struct Table {
    ranking: Ranking,
    /// White to move.
    white: Vec<u8>,
    /// Black to move.
    black: Vec<u8>,
}

impl Table {
    /// The most positions (to each side) of a table, which has two bytes for
    /// each. 5×5 and 6×4 lie below, 8×3 and 5×6 above.
    pub const MAX_POSITIONS: u64 = 1 << 28;

    /// Values every position of this size.
    ///
    /// Takes about 1 ms on 4×4 and 1 s on 5×5, and two bytes a position.
    ///
    /// # Errors
    /// [`Refusal::OutOfMemory`] above [`Table::MAX_POSITIONS`] positions.
    pub fn build(size: Size) -> Result<Table, Refusal> {
        let count = Ranking::count(size);
        if count > Self::MAX_POSITIONS {
            return Err(Refusal::OutOfMemory {
                asked: format!("the table of {size} with {count} positions to each side"),
                bytes: 2 * u128::from(count),
            });
        }
        let ranking = Ranking::new(size);
        let (white, black) = Sweep::new(&ranking).run();
        Ok(Table { ranking, white, black })
    }

    /// How positions are numbered.
    #[must_use]
    pub fn ranking(&self) -> &Ranking {
        &self.ranking
    }

    /// The value of the position of this number, below the ranking's length.
    ///
    /// # Panics
    /// Where there is no such position.
    #[must_use]
    pub fn get(&self, rank: u64, to_move: Player) -> Answer<Outcome> {
        let byte = match to_move {
            Player::White => self.white[rank as usize],
            Player::Black => self.black[rank as usize],
        };
        let plies = remoteness(byte);
        let winner = if plies.is_multiple_of(2) { to_move.other() } else { to_move };
        Answer { value: Outcome::Win(winner), remoteness: Some(u32::from(plies)) }
    }

    /// The value of a position of the table's size; `None` of another size.
    #[must_use]
    pub fn lookup(&self, position: &Board) -> Option<Answer<Outcome>> {
        if position.size() != self.ranking.size() {
            return None;
        }
        let (white, black) = (position.bits(Player::White), position.bits(Player::Black));
        match self.ranking.rank(white, black) {
            Some(rank) => Some(self.get(rank, position.to_move())),
            None => position.outcome().map(|value| Answer { value, remoteness: Some(0) }),
        }
    }
}

/// The plies that a byte of [`Table`] stands for. The side to move wins where
/// they are odd and loses where they are even.
#[must_use]
pub const fn remoteness(byte: u8) -> u8 {
    if byte < 128 { byte } else { 254 - byte }
}

/// A [`Table`] that the first question of a size builds.
///
/// [`Solver::nodes`] counts the positions valued, of both sides to move.
#[derive(Clone, Default, Debug)]
pub struct Optimized {
    table: Option<Table>,
    nodes: u64,
}

impl Optimized {
    /// A solver without a table yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl Solver<Board> for Optimized {
    const NAME: &'static str = "optimized";
    type Value = Outcome;

    fn solve(&mut self, position: &Board) -> Result<Answer<Outcome>, Refusal> {
        if let Some(answer) = self.table.as_ref().and_then(|table| table.lookup(position)) {
            return Ok(answer);
        }
        let table = Table::build(position.size())?;
        self.nodes += 2 * table.ranking.len();
        let table = self.table.insert(table);
        Ok(table.lookup(position).expect("a table knows the positions of its size"))
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_a_position_of_the_table() {
        let mut optimized = Optimized::new();
        let mut nodes = |size: &str| {
            optimized.solve(&Board::start(size.parse().unwrap())).unwrap();
            optimized.nodes()
        };
        let count = |size: &str| Ranking::count(size.parse().unwrap());
        let first = 2 * count("3x4");
        assert_eq!(nodes("3x4"), first);
        assert_eq!(nodes("3x4"), first, "the table knows it");
        assert_eq!(nodes("2x4"), first + 2 * count("2x4"), "another size");
        assert_eq!(count("4x4"), 282_122);
    }

    #[test]
    fn a_table_is_of_one_size() {
        let table = Table::build("3x4".parse().unwrap()).unwrap();
        assert!(table.lookup(&Board::start("3x4".parse().unwrap())).is_some());
        assert!(table.lookup(&Board::start("4x3".parse().unwrap())).is_none());
    }

    #[test]
    fn a_table_that_is_too_large_is_refused_with_its_bytes() {
        let size: Size = "6x5".parse().unwrap();
        let count = Ranking::count(size);
        assert!(count > Table::MAX_POSITIONS);
        let refusal = Table::build(size).unwrap_err();
        let Refusal::OutOfMemory { asked, bytes } = refusal else { panic!("{refusal}") };
        assert_eq!(asked, format!("the table of 6x5 with {count} positions to each side"));
        assert_eq!(bytes, 2 * u128::from(count));
    }

    #[test]
    fn a_byte_is_the_plies_or_what_is_left_of_254() {
        for (byte, plies) in [(0, 0), (1, 1), (127, 127), (128, 126), (253, 1), (254, 0)] {
            assert_eq!(remoteness(byte), plies, "{byte}");
        }
    }
}
