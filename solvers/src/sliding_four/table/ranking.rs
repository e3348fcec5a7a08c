//! Numbering arrangements without gaps.

use tesuji_core::Player;
use tesuji_core::packed::{Cells, bit};
use tesuji_core::sliding_four::packed::Board;

use super::{CELLS, Counts};

/// C(n, k) for n up to 25.
pub(super) const CHOOSE: [[u32; 26]; 26] = {
    let mut choose = [[0; 26]; 26];
    let mut n = 0;
    while n < 26 {
        choose[n][0] = 1;
        let mut k = 1;
        while k <= n {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    choose
};

/// C(n, k), 0 where k is above n. n and k are at most 25.
pub(super) const fn choose(n: u32, k: u32) -> usize {
    CHOOSE[n as usize][k as usize] as usize
}

/// The place of a set among the sets of its size, ascending as numbers: the
/// combinatorial number system.
pub(super) fn rank_set(mut set: u32) -> usize {
    let mut rank = 0;
    let mut size = 1;
    while set != 0 {
        rank += choose(set.trailing_zeros(), size);
        set &= set - 1;
        size += 1;
    }
    rank
}

/// The set of `size` elements with this place; [`rank_set`] back.
pub(super) fn unrank_set(mut rank: usize, size: u32, universe: u32) -> u32 {
    let mut set = 0;
    let mut left = size;
    for element in (0..universe).rev() {
        if left > 0 && rank >= choose(element, left) {
            rank -= choose(element, left);
            left -= 1;
            set |= 1 << element;
        }
    }
    set
}

/// The bits of `word` at the places of `mask`, moved together.
pub(super) fn gather(word: u32, mut mask: u32) -> u32 {
    let mut out = 0;
    let mut place = 0;
    while mask != 0 {
        out |= (word >> mask.trailing_zeros() & 1) << place;
        mask &= mask - 1;
        place += 1;
    }
    out
}

/// The low bits of `word`, spread to the places of `mask`; [`gather`] back.
pub(super) fn scatter(word: u32, mut mask: u32) -> u32 {
    let mut out = 0;
    let mut place = 0;
    while mask != 0 {
        out |= (word >> place & 1) << mask.trailing_zeros();
        mask &= mask - 1;
        place += 1;
    }
    out
}

/// The boards with the same [`Counts`], numbered from 0 without gaps.
///
/// A board is the set of its blanks and, among the cells that are left, the set
/// of one colour's pieces. Each is numbered in the combinatorial number system,
/// and the blanks count first:
///
/// ```text
/// rank = rank(blanks) · C(pieces, white) + rank(white among the pieces)
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranking {
    counts: Counts,
}

impl Ranking {
    /// The numbering of the boards with these counts.
    #[must_use]
    pub const fn new(counts: Counts) -> Ranking {
        Ranking { counts }
    }

    /// The number of a board, below [`Counts::boards`]; who is to move does not
    /// matter. Some dozens of operations.
    ///
    /// # Panics
    /// Where the board has other counts.
    #[must_use]
    pub fn rank(&self, board: &Board) -> usize {
        assert_eq!(Counts::from(board), self.counts, "{board} has other counts");
        let (blanks, white) = halves(board, Player::White);
        rank_set(blanks) * self.colourings() + rank_set(white)
    }

    /// The board of this number, White to move; `None` beyond the last.
    #[must_use]
    pub fn unrank(&self, rank: usize) -> Option<Board> {
        if rank as u64 >= self.counts.boards() {
            return None;
        }
        let blanks = unrank_set(rank / self.colourings(), self.counts.blanks(), CELLS);
        let pieces = !blanks & ((1 << CELLS) - 1);
        let white = unrank_set(
            rank % self.colourings(),
            self.counts.of(Player::White),
            pieces.count_ones(),
        );
        let white = scatter(white, pieces);
        let mask = |set: u32| {
            (0..CELLS).filter(|cell| set >> cell & 1 == 1).fold(0, |mask, cell| mask | bit(cell))
        };
        Board::new(Cells::from_masks(mask(white), mask(pieces & !white)), Player::White)
    }

    const fn colourings(&self) -> usize {
        choose(CELLS - self.counts.blanks(), self.counts.of(Player::White))
    }
}

/// The blanks of a board, cell `i` at bit `i`, and `colour`'s pieces among the
/// pieces, the `i`-th piece at bit `i`.
pub(super) fn halves(board: &Board, colour: Player) -> (u32, u32) {
    const EVERY: u32 = 0x5555_5555;
    let blanks = gather(board.blanks() as u32, EVERY);
    let own = gather(board.of(colour) as u32, EVERY);
    (blanks, gather(own, !blanks & ((1 << CELLS) - 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_exact() {
        for (white, black) in [(7, 7), (0, 0), (16, 0), (0, 16), (8, 8), (3, 1), (1, 12), (6, 9)] {
            let counts = Counts::new(white, black).unwrap();
            let ranking = Ranking::new(counts);
            let boards = counts.boards() as usize;
            for rank in 0..boards {
                let board = ranking.unrank(rank).unwrap();
                assert_eq!(ranking.rank(&board), rank, "{board}");
            }
            assert!(ranking.unrank(boards).is_none());
        }
    }

    #[test]
    fn sets_ascend_with_their_ranks() {
        for size in 0..=9 {
            let sets: Vec<_> = (0..1u32 << 9).filter(|set| set.count_ones() == size).collect();
            for (rank, &set) in sets.iter().enumerate() {
                assert_eq!((rank_set(set), unrank_set(rank, size, 9)), (rank, set));
            }
        }
        let mask = 0b1010_1100_0111;
        for word in 0..1 << 7 {
            assert_eq!(gather(scatter(word, mask), mask), word);
        }
    }
}
