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
