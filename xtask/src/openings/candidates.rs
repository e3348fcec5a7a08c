//! Openings out of a seed.

use tesuji_core::gomoku::{Cell, Variant, naive};
use tesuji_core::{Game, Player};

/// The middle of the board that stones are put on: columns and rows 4 to 12.
const FIRST: u64 = 3;
const SIDE: u64 = 9;

/// The farthest that a stone may lie from the nearest of those before it.
const REACH: u8 = 4;

/// Stones made in turn, Black first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Opening {
    stones: Vec<Cell>,
}

/// The opening of this number, of three, four or five stones; `None` where they
/// lie too far apart or one on another.
pub(super) fn candidate(seed: u64, number: u64) -> Option<Opening> {
    let stones = 3 + number % 3;
    let mut state = seed
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .wrapping_add(number)
        .wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mut at = || {
        // SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, 2014).
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        (FIRST + mixed % SIDE) as u8
    };
    let mut cells: Vec<Cell> = Vec::new();
    for _ in 0..stones {
        let (column, row) = (at(), at());
        let cell = Cell::new(column, row)?;
        let far = |other: &Cell| column.abs_diff(other.column()).max(row.abs_diff(other.row()));
        match cells.iter().map(far).min() {
            None | Some(1..=REACH) => cells.push(cell),
            Some(_) => return None,
        }
    }
    Some(Opening { stones: cells })
}

impl Opening {
    /// The opening of these stones, made in turn.
    pub(super) fn of(stones: Vec<Cell>) -> Opening {
        Opening { stones }
    }

    /// Its stones in turn.
    pub(super) fn stones(&self) -> &[Cell] {
        &self.stones
    }

    fn board(&self) -> naive::Board {
        let mut board = naive::Board::new(Variant::default());
        self.stones.iter().for_each(|&cell| board.play_unchecked(cell));
        board
    }

    /// A text that is the same for all images, in whatever order the stones
    /// were made.
    pub(super) fn canonical(&self) -> String {
        self.board().canonical().to_string()
    }

    /// The moves in turn.
    pub(super) fn moves(&self) -> String {
        self.stones.iter().map(ToString::to_string).collect()
    }

    /// The side whose turn it is, and the other.
    pub(super) fn sides(&self) -> [Player; 2] {
        let to_move = self.board().to_move();
        [to_move, to_move.other()]
    }

    /// The position with this side to move, as stones.
    pub(super) fn text(&self, to_move: Player) -> String {
        let board = self.board();
        let of = |player| {
            let names: Vec<String> =
                board.stones_of(player).iter().map(ToString::to_string).collect();
            names.join(" ")
        };
        format!("{} | {} {}", of(Player::Black), of(Player::White), to_move.letter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_repeat_themselves_and_differ() {
        let of = |seed| -> Vec<Opening> {
            (0..600).filter_map(|number| candidate(seed, number)).collect()
        };
        assert_eq!(of(1), of(1));
        assert_ne!(of(1), of(2));
        for stones in 3..=5 {
            let openings = of(1);
            let openings = openings.iter().filter(|opening| opening.stones.len() == stones);
            assert!(openings.clone().count() > 20, "{stones}");
            for opening in openings {
                assert_eq!(opening.board().stones().len(), stones, "{opening:?}");
            }
        }
    }

    #[test]
    fn a_position_is_written_for_either_side() {
        let stones = ["h8", "i9", "g7"].map(|cell| cell.parse().unwrap()).to_vec();
        let opening = Opening { stones };
        let [to_move, other] = opening.sides();
        assert_eq!(opening.text(to_move), "g7 h8 | i9 w");
        assert_eq!(opening.text(other), "g7 h8 | i9 b");
        let turned = Opening { stones: ["g7", "i9", "h8"].map(|c| c.parse().unwrap()).to_vec() };
        assert_eq!(turned.canonical(), opening.canonical());
        assert_eq!(opening.moves(), "h8i9g7");
    }
}
