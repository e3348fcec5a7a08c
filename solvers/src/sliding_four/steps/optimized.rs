//! Breadth-first over packed positions, one step ahead of itself.

use tesuji_core::packed::{EVEN, Mask};
use tesuji_core::sliding_four::packed::{
    ALL, ANTI_DIAGONAL, Board, DIAGONAL, LEFT_COLUMN, RIGHT_COLUMN,
};
use tesuji_core::{Game, Outcome, Player};

use crate::{Answer, Refusal, Solver};

/// The fast road: breadth-first, each position once.
///
/// A position is kept as the mover's own pieces and the other's, without their
/// colours, in one `u32`:
///
/// ```text
///   bit  31 30   29 28         5  4    3  2    1  0
///       +--+--+ +--+--+     +--+--+ +--+--+ +--+--+
///       |x  o | |x  o | ... |x  o | |x  o | |x  o |      o own   x the other's
///       +--+--+ +--+--+     +--+--+ +--+--+ +--+--+
/// cell    15      14           2       1       0
/// ```
///
/// So who steps next is part of the key, and a position and its image with the
/// colours exchanged are one: both beginners share one search where they meet.
/// A position is tested when it is found, for a line that its mover can close
/// with the next step, so the last level is never built and the one before it
/// only until the first hit.
///
/// Nothing is kept between questions but the memory, which grows to 50 MB at
/// the largest question there is (4,036,032 positions) and is 8 kB for nearly
/// every board of the puzzle. Its nodes are the positions whose steps were made.
#[derive(Clone, Debug)]
pub struct Optimized {
    /// All visited positions, level after level: the queue as well.
    queue: Vec<u32>,
    visited: Visited,
    nodes: u64,
}

impl Default for Optimized {
    fn default() -> Self {
        Self::new()
    }
}

impl Optimized {
    /// A solver that has done no work yet.
    #[must_use]
    pub fn new() -> Optimized {
        Optimized { queue: Vec::new(), visited: Visited::new(), nodes: 0 }
    }

    /// The least number of steps to a goal over both beginners; the side to
    /// move of `board` does not matter. `None` where neither reaches one.
    pub fn fewest(&mut self, board: &Board) -> Option<u32> {
        if board.is_goal() {
            return Some(0);
        }
        let [white, black] = Player::BOTH.map(|colour| board.of(colour));
        self.search(&[key(white, black), key(black, white)])
    }

    /// The least number of steps to a goal from this position.
    pub fn steps(&mut self, board: &Board) -> Option<u32> {
        if board.is_goal() {
            return Some(0);
        }
        let mover = board.to_move();
        self.search(&[key(board.of(mover), board.of(mover.other()))])
    }

    /// The least number of steps to a goal from any of the roots: positions of
    /// one board, which is no goal.
    fn search(&mut self, roots: &[u32]) -> Option<u32> {
        // A line takes four pieces of one colour, and steps take none away.
        let [own, other] = [roots[0], roots[0] >> 1].map(|word| word & EVEN as u32);
        if own.count_ones().max(other.count_ones()) < 4 {
            return None;
        }
        self.queue.clear();
        self.visited.clear();
        for &root in roots {
            if self.meets_goal(root) {
                return Some(1);
            }
        }
        let mut depth = 1;
        let mut next = 0;
        while next < self.queue.len() {
            depth += 1;
            let end = self.queue.len();
            while next < end {
                let position = self.queue[next];
                next += 1;
                if self.expand(position) {
                    return Some(depth);
                }
            }
        }
        None
    }

    /// Makes every step of the position; says whether one of the positions
    /// found reaches a goal with the step after.
    fn expand(&mut self, position: u32) -> bool {
        self.nodes += 1;
        let own = Mask::from(position) & EVEN;
        let other = Mask::from(position) >> 1 & EVEN;
        let blanks = ALL & !(own | other);
        // A landing and the cell it is entered from, as shifts of the word:
        // right, left, down, up.
        let mut from_left = own << 2 & !LEFT_COLUMN & blanks;
        let mut from_right = own >> 2 & !RIGHT_COLUMN & blanks;
        let mut from_above = own << 8 & blanks;
        let mut from_below = own >> 8 & blanks;
        let mut found = false;
        while from_left != 0 {
            let to = from_left & from_left.wrapping_neg();
            from_left ^= to;
            found |= self.meets_goal(key(other, own ^ (to | to >> 2)));
        }
        while from_right != 0 {
            let to = from_right & from_right.wrapping_neg();
            from_right ^= to;
            found |= self.meets_goal(key(other, own ^ (to | to << 2)));
        }
        while from_above != 0 {
            let to = from_above & from_above.wrapping_neg();
            from_above ^= to;
            found |= self.meets_goal(key(other, own ^ (to | to >> 8)));
        }
        while from_below != 0 {
            let to = from_below & from_below.wrapping_neg();
            from_below ^= to;
            found |= self.meets_goal(key(other, own ^ (to | to << 8)));
        }
        found
    }

    /// Visits a position; says whether it is new and its mover can close a
    /// line with one step.
    fn meets_goal(&mut self, position: u32) -> bool {
        if !self.visited.insert(position, &self.queue) {
            return false;
        }
        self.queue.push(position);
        closes_line(position)
    }
}

impl Solver<Board> for Optimized {
    const NAME: &'static str = "optimized";

    type Value = Outcome;

    /// Never refuses.
    fn solve(&mut self, position: &Board) -> Result<Answer<Outcome>, Refusal> {
        let remoteness = self.steps(position);
        let value = if remoteness.is_some() { Outcome::Goal } else { Outcome::Stuck };
        Ok(Answer { value, remoteness })
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// The position of a mover with these pieces.
pub(super) const fn key(own: Mask, other: Mask) -> u32 {
    (own | other << 1) as u32
}

/// Whether the mover, who has no line yet, closes one with one step.
///
/// For each blank: the other three cells of a line through it must be the
/// mover's, and the fourth piece must come from beside the line. So rows are
/// closed from above and below, columns from the left and right, and diagonals
/// from all four neighbours, of which none lies on a diagonal.
pub(super) const fn closes_line(position: u32) -> bool {
    const LEFT: u32 = LEFT_COLUMN as u32;
    const RIGHT: u32 = RIGHT_COLUMN as u32;
    let own = position & EVEN as u32;
    let blanks = !(position | position >> 1) & EVEN as u32;

    // Rows turned by one, two and three cells within their byte.
    let one = own << 2 & !LEFT;
    let back = own >> 2 & !RIGHT;
    let by_one = one | own >> 6 & LEFT;
    let by_two = own << 4 & 0xF0F0_F0F0 | own >> 4 & 0x0F0F_0F0F;
    let by_three = back | own << 6 & RIGHT;
    let rows = by_one & by_two & by_three;
    let columns = own.rotate_left(8) & own.rotate_left(16) & own.rotate_left(24);
    let diagonals = last_missing(own, DIAGONAL as u32) | last_missing(own, ANTI_DIAGONAL as u32);

    let beside = one | back;
    let over = own << 8 | own >> 8;
    (rows & over | columns & beside | diagonals & (beside | over)) & blanks != 0
}

/// The one cell of the line that is not in the set; 0 where there are more.
const fn last_missing(set: u32, line: u32) -> u32 {
    let missing = line & !set;
    if missing & missing.wrapping_sub(1) == 0 { missing } else { 0 }
}

/// A set of positions: open addressing, linear probing, at most half full.
///
/// The key 0, a board without pieces, stands for a free slot. Inserting it
/// says "known" each time, which is right: it has no step.
#[derive(Clone, Debug)]
struct Visited {
    /// A power of two of them is in use, from the start; the rest is spare.
    slots: Vec<u32>,
    bits: u32,
    len: usize,
}

impl Visited {
    /// Eight kilobytes: enough for nearly every board of the puzzle.
    const FIRST_BITS: u32 = 11;

    fn new() -> Visited {
        Visited { slots: vec![0; 1 << Self::FIRST_BITS], bits: Self::FIRST_BITS, len: 0 }
    }

    fn clear(&mut self) {
        self.bits = Self::FIRST_BITS;
        self.len = 0;
        self.slots[..1 << self.bits].fill(0);
    }

    /// Inserts the key; says whether it was missing. `all` holds what was
    /// inserted before, for when the set must grow.
    fn insert(&mut self, key: u32, all: &[u32]) -> bool {
        if key == 0 || !self.place(key) {
            return false;
        }
        self.len += 1;
        if self.len > 1 << (self.bits - 1) {
            self.grow(key, all);
        }
        true
    }

    fn place(&mut self, key: u32) -> bool {
        let slots = &mut self.slots[..1 << self.bits];
        let last = slots.len() - 1;
        let mut slot = (key.wrapping_mul(0x9E37_79B1) >> (32 - self.bits)) as usize;
        loop {
            match slots[slot & last] {
                0 => {
                    slots[slot & last] = key;
                    return true;
                }
                known if known == key => return false,
                _ => slot += 1,
            }
        }
    }

    #[cold]
    fn grow(&mut self, key: u32, all: &[u32]) {
        self.bits += 2;
        let size = 1 << self.bits;
        self.slots.resize(size.max(self.slots.len()), 0);
        self.slots[..size].fill(0);
        for &known in all {
            self.place(known);
        }
        self.place(key);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Naive;
    use super::*;

    #[test]
    fn closing_a_line_is_what_the_rules_say() {
        let mut seen = [0u32; 2];
        for code in 0..3u32.pow(16) / 7 {
            // A stride that visits cells of all kinds, not only the first ones.
            let mut rest = code.wrapping_mul(7);
            let mut position = 0u32;
            for cell in 0..16 {
                position |= [0, 1, 2][(rest % 3) as usize] << (2 * cell);
                rest /= 3;
            }
            let cells = tesuji_core::packed::Cells(position.into());
            let board = Board::new(cells, Player::White).unwrap();
            if board.is_goal() {
                continue;
            }
            let mut closes = false;
            board.for_each_move(|mv| {
                let mut child = board;
                child.play_unchecked(mv);
                closes |= child.is_goal();
            });
            assert_eq!(closes_line(position), closes, "{board}");
            seen[usize::from(closes)] += 1;
        }
        assert!(seen[0] > 1_000_000 && seen[1] > 100_000, "{seen:?}");
    }

    #[test]
    fn the_set_grows_without_losing_keys() {
        let mut set = Visited::new();
        let mut all = Vec::new();
        for key in (1..200_000u32).map(|i| i.wrapping_mul(0x0001_0001)) {
            assert!(set.insert(key, &all));
            all.push(key);
            // More than half full is too full.
            let bits = [11, 13][usize::from(all.len() > 1024)];
            assert!(all.len() > 4096 || set.bits == bits, "{} of {}", all.len(), set.bits);
        }
        assert!(all.iter().all(|&key| !set.insert(key, &all)));
        set.clear();
        assert!(set.insert(all[0], &[]));
        assert!(!set.insert(all[0], &all[..1]));
        assert!(set.insert(all[1], &all[..1]));
        // The high bits of the product choose the slot.
        let slot = all[0].wrapping_mul(0x9E37_79B1) >> 21;
        assert_eq!(set.slots[slot as usize], all[0]);
    }

    /// Whichever side has the four pieces that a line takes.
    #[test]
    fn a_line_takes_four_pieces_of_one_colour() {
        let mut optimized = Optimized::new();
        let mut steps = |text: &str| {
            let steps = optimized.steps(&text.parse().unwrap());
            assert_eq!(steps, Naive::new().steps(&text.parse().unwrap()), "{text}");
            (steps, optimized.nodes())
        };
        for none in ["WWWO/OOOO/OOOO/OOBB w", "WWWO/OOOO/OOOO/OOBB b"] {
            assert_eq!(steps(none), (None, 0), "nothing is looked at");
        }
        assert_eq!(steps("WWOW/OOWO/OOOO/OBBB w").0, Some(1));
        assert_eq!(steps("WWOW/OOWO/OOOO/OBBB b").0, Some(2));
        assert_eq!(steps("BBOB/OOBO/OOOO/OWWW w").0, Some(2));
        // One of the four stands in the last cell.
        assert_eq!(steps("BOOO/OOOO/OWOO/WOWW b").0, Some(2));
    }

    #[test]
    fn a_node_is_a_position_whose_steps_were_made() {
        let board: Board = "BWBO/WBWB/BWBW/WBWO b".parse().unwrap();
        let mut optimized = Optimized::new();
        for nodes in [23, 46] {
            optimized.solve(&board).unwrap();
            assert_eq!(optimized.nodes(), nodes);
        }
        assert_eq!((optimized.fewest(&board), optimized.nodes()), (Some(5), 80));
    }
}
