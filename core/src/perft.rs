//! Perft: counting move sequences, the field's test of a move generator.

use crate::Game;

/// The number of move sequences of exactly `depth` plies from `position`.
///
/// A finished game has no successor, so a sequence that ends early counts
/// nothing; depth 0 counts one. The last ply is counted, not played. Costs
/// one move generation a node above the leaves; the stack is `depth` deep.
#[must_use]
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    let mut nodes = 0;
    match depth {
        0 => nodes = 1,
        1 => position.for_each_move(|_| nodes += 1),
        _ => position.for_each_move(|mv| {
            let mut child = position.clone();
            child.play_unchecked(mv);
            nodes += perft(&child, depth - 1);
        }),
    }
    nodes
}

/// [`perft`] split by first move, moves ascending. Empty at depth 0.
#[must_use]
pub fn divide<G: Game>(position: &G, depth: u32) -> Vec<(G::Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let mut rows = Vec::new();
    for mv in position.legal_moves() {
        let mut child = position.clone();
        child.play_unchecked(mv);
        rows.push((mv, perft(&child, depth - 1)));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pawn_chess::{Size, naive::Board};

    /// The sequences of exactly `depth` plies, each played out and kept.
    fn sequences(position: &Board, depth: u32) -> Vec<Vec<String>> {
        let mut sequences = vec![(*position, Vec::new())];
        for _ in 0..depth {
            let longer = |(board, line): (Board, Vec<String>)| {
                board.legal_moves().into_iter().map(move |mv| {
                    let next = board.play(mv).expect("a listed move is legal");
                    (next, [&line[..], &[mv.to_string()]].concat())
                })
            };
            sequences = sequences.into_iter().flat_map(longer).collect();
        }
        sequences.into_iter().map(|(_, line)| line).collect()
    }

    #[test]
    fn perft_and_divide_count_sequences() {
        // Games of 3x3 end within eight plies, so that deep counts fall to 0.
        let start = Board::start("3x3".parse().expect("a size"));
        let counts: Vec<u64> = (0..=9).map(|depth| perft(&start, depth)).collect();
        let wanted: Vec<u64> = (0..=9).map(|depth| sequences(&start, depth).len() as u64).collect();
        assert_eq!(counts, wanted);
        assert_eq!(counts[..3], [1, 3, 10]);
        assert_eq!(counts[9], 0);
        assert_eq!(perft(&Board::start(Size::JUDGE), 5), 1170);

        assert_eq!(divide(&start, 0), []);
        for depth in 1..6 {
            let rows = divide(&start, depth);
            let moves: Vec<_> = rows.iter().map(|row| row.0).collect();
            assert_eq!(moves, start.legal_moves());
            for (mv, count) in rows {
                let begins = |line: &&Vec<String>| line[0] == mv.to_string();
                let lines = sequences(&start, depth);
                assert_eq!(count, lines.iter().filter(begins).count() as u64, "{mv}, {depth}");
            }
        }
    }
}
