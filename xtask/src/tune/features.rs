//! Positions as a regression sees them.

use tesuji_core::Game as _;
use tesuji_core::Player;
use tesuji_core::gomoku::lines::Board;
use tesuji_core::gomoku::windows::Pattern;
use tesuji_core::gomoku::{Shape, Variant};

use super::games::Game;

/// The multisets of four shapes out of eight, numbered as the evaluation does:
/// of those of `a >= b >= c >= d` the one with `C(a + 3, 4) + C(b + 2, 3) +
/// C(c + 1, 2) + d` before it.
pub(super) const CLASSES: usize = 330;

/// A position in which nothing is decided, and how its game ended.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Sample {
    /// Classes that cells of the side to move have, with how many do.
    pub(super) mover: Vec<(u16, u16)>,
    /// The same of the other side.
    pub(super) waiter: Vec<(u16, u16)>,
    /// What the side to move came to: 0, ½ or 1.
    pub(super) result: f64,
}

/// Adds the positions of a game in which neither side can complete a row and the
/// side to move cannot make two completions at once: what is beyond that a search
/// sees by itself.
pub(super) fn of(game: &Game, samples: &mut Vec<Sample>) {
    let mut board = Board::new(Variant::default());
    for (ply, &mv) in game.moves.iter().enumerate() {
        if ply >= game.given {
            let to_move = board.to_move();
            let own = classes(&board, to_move);
            let other = classes(&board, to_move.other());
            if !own.wins && !own.completes && !other.completes {
                let result = match game.winner {
                    Some(winner) => f64::from(u8::from(winner == to_move)),
                    None => 0.5,
                };
                samples.push(Sample { mover: own.counts, waiter: other.counts, result });
            }
        }
        board.play_unchecked(mv);
    }
}

struct Classes {
    counts: Vec<(u16, u16)>,
    /// A stone completes a row.
    completes: bool,
    /// A stone makes two completions.
    wins: bool,
}

fn classes(board: &Board, player: Player) -> Classes {
    let mut counts = [0_u16; CLASSES];
    let (mut completes, mut wins) = (false, false);
    for cell in board.variant().cells().filter(|&cell| board.get(cell).is_none()) {
        let mut shapes = board.patterns(cell, player).map(Pattern::shape);
        shapes.sort_unstable();
        let fours = shapes.iter().filter(|&&shape| shape == Shape::Four).count();
        completes |= shapes[3] == Shape::Five;
        wins |= shapes[3] == Shape::StraightFour || fours > 1;
        counts[class(shapes)] += 1;
    }
    // Cells that make nothing say nothing.
    let counts = (0..).zip(counts).skip(1).filter(|&(_, count)| count > 0).collect();
    Classes { counts, completes, wins }
}

/// The number of a multiset, ascending.
fn class([d, c, b, a]: [Shape; 4]) -> usize {
    let [a, b, c, d] = [a, b, c, d].map(|shape| shape as usize);
    a * (a + 1) * (a + 2) * (a + 3) / 24 + b * (b + 1) * (b + 2) / 6 + c * (c + 1) / 2 + d
}

#[cfg(test)]
mod tests {
    use tesuji_core::gomoku::text;

    use super::*;

    fn samples(moves: &str, given: usize, winner: Option<Player>) -> Vec<Sample> {
        let moves = text::game(moves, Variant::default()).unwrap().1;
        let mut samples = Vec::new();
        of(&Game { given, moves, winner }, &mut samples);
        samples
    }

    #[test]
    fn positions_after_what_was_given_are_taken_where_nothing_is_decided() {
        // From the third black stone on Black makes a straight four.
        let taken = samples("h8a1h9a15h10o1h11", 2, Some(Player::Black));
        assert_eq!(taken.len(), 4);
        let results: Vec<f64> = taken.iter().map(|sample| sample.result).collect();
        assert_eq!(results, [1.0, 0.0, 1.0, 0.0]);
        assert_eq!(samples("h8a1h9a15", 1, None)[0].result, 0.5);
    }

    #[test]
    fn cells_are_counted_by_what_a_stone_makes_there() {
        let [ref sample] = samples("h8a1", 1, None)[..] else { panic!("one position") };
        // White has nothing; a second black stone makes a two, open or not, on
        // each of four cells to eight sides.
        assert_eq!(sample.mover, []);
        let cells: u16 = sample.waiter.iter().map(|&(_, count)| count).sum();
        assert_eq!(cells, 32);
        let two = class([Shape::Nothing, Shape::Nothing, Shape::Nothing, Shape::Two]);
        assert!(sample.waiter.iter().any(|&(class, _)| usize::from(class) == two));
    }

    #[test]
    fn classes_are_numbered_without_a_gap() {
        let mut next = 0;
        for a in 0..8 {
            for b in 0..=a {
                for c in 0..=b {
                    for d in 0..=c {
                        let shapes = [d, c, b, a].map(|shape| Shape::ALL[shape]);
                        assert_eq!(class(shapes), next);
                        next += 1;
                    }
                }
            }
        }
        assert_eq!(next, CLASSES);
    }
}
