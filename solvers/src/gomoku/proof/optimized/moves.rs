//! The attacker's moves in the order in which they are tried.

use super::nodes::{Child, UNKNOWN};
use super::place::Place;
use crate::gomoku::shapes::Shape;
use crate::gomoku::shapes::optimized::{Index, cells_of};

/// The proof number of a move that was not looked at: what most have that
/// threaten something.
const FIRST: u32 = 8;

/// So many moves later it is one more.
const STEP: u32 = 2;

/// What a move that was suggested has.
const SUGGESTED: u32 = 2;

/// All legal moves of the attacker, the most promising first: before all others
/// these, each with its favour.
pub(super) fn attacks(place: &mut Place, first: &[(Index, u32)]) -> Vec<Child> {
    let (attacker, defender) = (place.attacker, place.defender());
    let empty = place.board.empty_cells();
    let mut cells: Vec<(i32, Index)> = Vec::new();
    let danger = place.board.completion(defender);
    let stops: Vec<Index> = danger.map_or(Vec::new(), |danger| {
        let (stops, count) = place.board.stops(danger, defender);
        stops[..count].to_vec()
    });
    let near = place.board.near_stones(2);
    for at in cells_of(&empty) {
        if (danger.is_some() && !stops.contains(&at))
            || (attacker == 0 && place.board.is_forbidden(at))
        {
            continue;
        }
        let is_near = near[usize::from(at >> 5)] >> (at & 31) & 1 != 0;
        let mut value = place.board.value_at(at) + centre(place, at);
        for direction in 0..4 {
            value += match place.board.shape(at, attacker, direction) {
                Shape::Nothing => 0,
                Shape::ClosedTwo => 10,
                Shape::Two => 40,
                Shape::ClosedThree => 30,
                _ => 20,
            };
        }
        if !is_near {
            value -= 100_000;
        }
        cells.push((-value, at));
    }
    cells.sort_unstable();
    let legal = first.iter().filter(|(at, _)| cells.iter().any(|(_, cell)| cell == at));
    let mut moves: Vec<Child> =
        legal.map(|&(cell, favour)| Child { cell, node: UNKNOWN, pn: SUGGESTED, favour }).collect();
    for (rank, (_, cell)) in (0..).zip(cells) {
        if first.iter().all(|&(before, _)| before != cell) {
            moves.push(Child { cell, node: UNKNOWN, pn: FIRST + rank / STEP, favour: 1 });
        }
    }
    moves
}

/// Nearer to the middle of the board is better, a little.
fn centre(place: &Place, at: Index) -> i32 {
    let rules = place.board.rules();
    let off = |at: u32, size: u32| (2 * at as i32 - (size as i32 - 1)).abs();
    -off(u32::from(at & 31), rules.height).max(off(u32::from(at >> 5), rules.width)) / 2
}

/// Replies of the defender, the strongest first.
pub(super) fn replies(place: &mut Place, cells: &[u32; 32]) -> Vec<Child> {
    let defender = place.defender();
    let mut replies: Vec<(i32, Index)> = Vec::new();
    for at in cells_of(cells) {
        if defender == 0 && place.board.is_forbidden(at) {
            continue;
        }
        replies.push((-place.board.value_at(at), at));
    }
    replies.sort_unstable();
    replies.into_iter().map(|(_, cell)| Child { cell, node: UNKNOWN, pn: 1, favour: 1 }).collect()
}
