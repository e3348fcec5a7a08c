//! Tables of boards of any size.

use tesuji_core::Player;
use tesuji_core::sliding_four::large::{Board, Shape};

use super::cube;
use super::optimized::{NEVER, Steps, all};
use super::ranking::{CHOOSE, choose, gather, rank_set};
use super::shape;
use crate::Refusal;

/// The least numbers of steps of all boards of a shape with the same counts:
/// what [`Table`](super::Table) is for the puzzle's board.
///
/// Made backwards from the goals by sets of colourings. With P cells that are
/// not blank and S = C(cells, blanks) sets of blanks it takes about
/// S·2^P bytes while it is made, and S·C(P, own) bytes stay, twice that where
/// the counts differ.
#[derive(Clone, Debug)]
pub struct Large {
    shape: Shape,
    counts: [u32; 2],
    steps: Vec<Steps>,
}

impl Large {
    /// Stands in [`Large::row`] for a position from which no goal is reached.
    pub const NEVER: u8 = NEVER;

    /// Solves all boards with so many pieces, by so many threads (at least one).
    /// The bytes are the same whatever their number.
    ///
    /// # Errors
    /// [`Refusal::Invalid`] where the pieces are more than the cells;
    /// [`Refusal::OutOfMemory`] where it would take more than `memory` bytes.
    ///
    /// # Panics
    /// Where a position is 255 or more steps from a goal. None is known that
    /// is more than 20.
    pub fn new(
        shape: Shape,
        white: u32,
        black: u32,
        threads: usize,
        memory: u64,
    ) -> Result<Large, Refusal> {
        let cells = shape.cells();
        if white > cells || black > cells - white {
            return Err(Refusal::Invalid(format!(
                "{white} white and {black} black pieces do not fit on {cells} cells"
            )));
        }
        let pieces = white + black;
        let sets = u64::from(CHOOSE[cells as usize][pieces as usize]);
        // Open, fresh, next and up to eight planes; then the bytes.
        let bytes = u128::from(sets)
            * (11 * 8 * cube::words(pieces) as u128
                + choose(pieces, white) as u128 * if white == black { 1 } else { 2 });
        if bytes > u128::from(memory) {
            let asked = format!(
                "the table of {}x{} with {white} white and {black} black pieces",
                shape.width(),
                shape.height()
            );
            return Err(Refusal::OutOfMemory { asked, bytes });
        }
        let lines = shape::Shape::new(shape.width(), shape.height(), shape.line());
        let (steps, _) = all(&lines, [white, black], threads);
        Ok(Large { shape, counts: [white, black], steps })
    }

    /// The steps of all positions with these blanks, where the side to move has
    /// `own` pieces, which must be one of the counts: by the set of its pieces
    /// among all pieces, ascending as numbers. Cell `i`, row by row from the
    /// top left, is bit `i` of `blanks`.
    ///
    /// # Panics
    /// Where the counts are others.
    #[must_use]
    pub fn row(&self, own: u32, blanks: u32) -> &[u8] {
        let pieces = self.counts[0] + self.counts[1];
        assert_eq!(blanks.count_ones(), self.shape.cells() - pieces, "other blanks");
        let steps = self.steps.iter().find(|steps| steps.own == own);
        let bytes = &steps.expect("one side has so many pieces").bytes;
        let row = choose(pieces, own);
        &bytes[rank_set(blanks) * row..][..row]
    }

    /// The least number of steps from this position.
    ///
    /// # Panics
    /// Where the board has another shape or other counts.
    #[must_use]
    pub fn steps(&self, board: &Board) -> Option<u32> {
        use tesuji_core::Game;
        assert_eq!(board.shape(), self.shape, "{board} has another shape");
        assert_eq!(Player::BOTH.map(|colour| board.count(colour)), self.counts, "{board}");
        let set = |content| {
            let cells = board.cells().iter().zip(0..);
            cells.filter(|&(&cell, _)| cell == content).fold(0, |set, (_, at)| set | 1 << at)
        };
        let (blanks, own): (u32, u32) = (set(None), set(Some(board.to_move())));
        let pieces = !blanks & ((1 << self.shape.cells()) - 1);
        let byte = self.row(own.count_ones(), blanks)[rank_set(gather(own, pieces))];
        (byte != NEVER).then_some(byte.into())
    }
}

#[cfg(test)]
mod tests {
    use tesuji_core::Game;

    use super::super::{Counts, Optimized};
    use super::*;

    #[test]
    fn the_puzzle_is_a_case() {
        let large = Large::new(Shape::PUZZLE, 7, 7, 1, u64::MAX).unwrap();
        let table = Optimized::new().all(Counts::PUZZLE);
        for row in table.rows().step_by(13) {
            for (first, steps) in
                [(Player::White, row.white_begins), (Player::Black, row.black_begins)]
            {
                assert_eq!(large.steps(&row.start.begun_by(first).into()), steps);
            }
        }
    }

    /// A position's number follows from those of the positions after it.
    #[test]
    fn numbers_follow_from_one_another() {
        for (width, height, line, white, black) in
            [(3, 3, 3, 3, 4), (5, 3, 3, 6, 6), (2, 5, 2, 1, 1), (7, 1, 3, 3, 3), (4, 4, 3, 2, 6)]
        {
            let shape = Shape::new(width, height, line).unwrap();
            let large = Large::new(shape, white, black, 1, u64::MAX).unwrap();
            let cells = shape.cells();
            let mut seen = 0;
            for trits in 0..3_u64.pow(cells.min(9)) {
                // Boards that are spread over all of them.
                let mut digits = trits.wrapping_mul(0x9E37_79B9_7F4A_7C15);
                let contents: Vec<_> = (0..cells)
                    .map(|_| {
                        let digit = digits % 3;
                        digits = (digits / 3) ^ (digits << 40);
                        [None, Some(Player::White), Some(Player::Black)][digit as usize]
                    })
                    .collect();
                for to_move in Player::BOTH {
                    let board = Board::new(shape, &contents, to_move).unwrap();
                    if Player::BOTH.map(|colour| board.count(colour)) != [white, black] {
                        continue;
                    }
                    seen += 1;
                    let best = board
                        .legal_moves()
                        .into_iter()
                        .filter_map(|mv| large.steps(&board.play(mv).unwrap()))
                        .min();
                    let right = if board.is_goal() { Some(0) } else { best.map(|steps| steps + 1) };
                    assert_eq!(large.steps(&board), right, "{board}");
                }
            }
            assert!(seen > 50, "{seen} of {width}x{height}");
        }
    }

    #[test]
    fn threads_find_the_same() {
        let shape = Shape::new(3, 6, 3).unwrap();
        for (white, black) in [(8, 8), (9, 7)] {
            let [one, three] =
                [1, 3].map(|threads| Large::new(shape, white, black, threads, u64::MAX).unwrap());
            for (one, three) in one.steps.iter().zip(&three.steps) {
                assert!(one.own == three.own && one.bytes == three.bytes, "{white}, {black}");
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert!(matches!(Large::new(Shape::PUZZLE, 9, 8, 1, u64::MAX), Err(Refusal::Invalid(_))));
        let shape = Shape::new(5, 5, 4).unwrap();
        let refusal = Large::new(shape, 11, 12, 1, 1 << 30).unwrap_err();
        assert!(matches!(refusal, Refusal::OutOfMemory { .. }), "{refusal}");
    }
}
