//! Backwards from the goals, 64 boards an operation.

use tesuji_core::sliding_four::packed::Board;
use tesuji_core::{Game, Outcome, Player};

use super::ranking::{choose, halves, rank_set};
use super::search::Search;
use super::shape::Shape;
use super::{CELLS, Counts, Histogram, Row};
use crate::sliding_four::fewer;
use crate::{Answer, Refusal, Solver};

/// Stands for "no goal can be reached".
pub(super) const NEVER: u8 = u8::MAX;

/// The least number of steps for each of a family of positions, a byte each.
///
/// A position is seen by its mover: the set of blanks, and which of the pieces
/// are the mover's own. Positions that differ by an exchange of the colours are
/// one, so with equal counts one array answers for both beginners.
#[derive(Clone, Debug)]
pub(super) struct Steps {
    /// How many of the pieces are the mover's.
    pub(super) own: u32,
    /// By rank of the blanks, then rank of the mover's among the pieces.
    pub(super) bytes: Vec<u8>,
}

/// The least numbers of steps of all boards with the same counts, from
/// [`Optimized::all`]: one byte a board, two where the colours' counts differ.
#[derive(Clone, Debug)]
pub struct Table {
    counts: Counts,
    steps: Vec<Steps>,
}

impl Table {
    /// The counts that the boards of this table have.
    #[must_use]
    pub const fn counts(&self) -> Counts {
        self.counts
    }

    /// The least number of steps to a goal from this position. Some dozens of
    /// operations.
    ///
    /// # Panics
    /// Where the board has other counts.
    #[must_use]
    pub fn steps(&self, position: &Board) -> Option<u32> {
        assert_eq!(Counts::from(position), self.counts, "{position} has other counts");
        self.look_up(position, position.to_move())
    }

    /// The least number of steps to a goal over both beginners; the side to
    /// move of `board` does not matter.
    ///
    /// # Panics
    /// Where the board has other counts.
    #[must_use]
    pub fn fewest(&self, board: &Board) -> Option<u32> {
        assert_eq!(Counts::from(board), self.counts, "{board} has other counts");
        let [white, black] = Player::BOTH.map(|first| self.look_up(board, first));
        fewer(white, black)
    }

    /// How many boards are how far from a goal where `first` begins.
    #[must_use]
    pub fn histogram(&self, first: Player) -> Histogram {
        let mut boards = [0; 256];
        for steps in self.steps.iter().filter(|steps| steps.own == self.counts.of(first)) {
            for &byte in &steps.bytes {
                boards[usize::from(byte)] += 1;
            }
        }
        let never = std::mem::take(&mut boards[usize::from(NEVER)]);
        let longest = boards.iter().rposition(|&count| count > 0);
        Histogram { steps: boards[..longest.map_or(0, |steps| steps + 1)].to_vec(), never }
    }

    /// Every board, ascending as [`Counts::starts`].
    pub fn rows(&self) -> impl Iterator<Item = Row> {
        self.counts.starts().map(|start| {
            let board = Board::from(start.begun_by(Player::White));
            Row {
                start,
                black_begins: self.look_up(&board, Player::Black),
                white_begins: self.look_up(&board, Player::White),
            }
        })
    }

    fn look_up(&self, board: &Board, first: Player) -> Option<u32> {
        let own = self.counts.of(first);
        let (blanks, colouring) = halves(board, first);
        let pieces = CELLS - self.counts.blanks();
        let steps = self.steps.iter().find(|steps| steps.own == own)?;
        let byte = steps.bytes[rank_set(blanks) * choose(pieces, own) + rank_set(colouring)];
        (byte != NEVER).then_some(byte.into())
    }
}

/// The fast road: breadth-first backwards from the goals over all boards with
/// the same counts, by sets of colourings (see the notes in `cube.rs`).
///
/// As a [`Solver`] it keeps the last table. It takes on every count. Its nodes
/// are the positions that it found a number for, goals included; positions that
/// are equal but for the colours count once.
#[derive(Clone, Default, Debug)]
pub struct Optimized {
    last: Option<Table>,
    nodes: u64,
}

impl Optimized {
    /// A solver that has done no work yet.
    #[must_use]
    pub fn new() -> Optimized {
        Optimized::default()
    }

    /// The table of all boards with these counts.
    ///
    /// Memory: a byte a board and colour, and seven or eight bits for each way
    /// to colour, with any counts, the cells that are not blank; 13 MB at most.
    /// Time: three milliseconds for the puzzle's counts, some tens at most.
    pub fn all(&mut self, counts: Counts) -> Table {
        self.all_of(&Shape::new(4, 4, 4), counts)
    }

    fn all_of(&mut self, shape: &Shape, counts: Counts) -> Table {
        let (steps, nodes) = all(shape, Player::BOTH.map(|colour| counts.of(colour)), 1);
        self.nodes += nodes;
        Table { counts, steps }
    }
}

/// The numbers of all positions with these counts, White's and Black's, each
/// colour's but once where they are equal; and how many have one.
pub(super) fn all(shape: &Shape, [white, black]: [u32; 2], threads: usize) -> (Vec<Steps>, u64) {
    let mut sizes = vec![white, black];
    sizes.dedup();
    let mut search = Search::new(shape, shape.cells - white - black, &sizes, threads);
    search.run();
    let steps: Vec<_> = sizes.iter().map(|&own| search.steps(own)).collect();
    let positions = steps.iter().map(|steps| steps.bytes.len() as u64).sum::<u64>();
    let open = search.open.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
    (steps, positions - open)
}

impl Solver<Board> for Optimized {
    const NAME: &'static str = "optimized";

    type Value = Outcome;

    /// Never refuses.
    fn solve(&mut self, position: &Board) -> Result<Answer<Outcome>, Refusal> {
        let counts = Counts::from(position);
        let table = match self.last.take() {
            Some(table) if table.counts == counts => table,
            _ => self.all(counts),
        };
        let remoteness = table.steps(position);
        self.last = Some(table);
        let value = if remoteness.is_some() { Outcome::Goal } else { Outcome::Stuck };
        Ok(Answer { value, remoteness })
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_a_position_with_a_number() {
        let mut optimized = Optimized::new();
        let mut nodes = |text: &str| {
            optimized.solve(&text.parse().unwrap()).unwrap();
            optimized.nodes()
        };
        let first = nodes("WWWO/BOOW/OOOO/OOOO w");
        assert_eq!(first, 43_268);
        assert_eq!(nodes("WWOO/WOOO/WOOB/OOOO b"), first, "the table knows it");
        assert_eq!(nodes("WWWO/OOOW/OOOO/OOOO b"), first + 92, "other counts");
    }
}
