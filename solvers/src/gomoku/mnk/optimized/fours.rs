//! A win of the attacker's by rows that miss one cell, each of which the
//! defender must stop at once.

use super::grid::{Grid, bits};
use super::survey::{Own, Stones, Survey, lowest};

/// How many of the attacker's moves are tried.
const TRIES: u32 = 200;

/// The longest such win of 64 cells.
const MOST_MOVES: usize = 32;

/// A win, the attacker being to move: each move with the cells that the
/// defender must stop, of which there is one but after the last move.
pub(super) struct Fours {
    moves: [(u64, u64); MOST_MOVES],
    count: usize,
    /// The defender may have one more stone anywhere else, and where his own
    /// rows do not count any number of stones.
    pub(super) zone: u64,
}

impl Fours {
    /// Each move, and the cells that complete a row after it; the last is one
    /// that completes a row, or leaves two such cells.
    pub(super) fn moves(&self) -> &[(u64, u64)] {
        &self.moves[..self.count]
    }
}

/// Such a win, where one is found soon. `own` says whether the defender's own
/// rows count.
pub(super) fn find(grid: &Grid, stones: Stones, own: bool) -> Option<Fours> {
    let mut search = Search {
        grid,
        own,
        tries: TRIES,
        fours: Fours { moves: [(0, 0); MOST_MOVES], count: 0, zone: 0 },
    };
    search.go(stones).then_some(search.fours)
}

struct Search<'a> {
    grid: &'a Grid,
    own: bool,
    tries: u32,
    fours: Fours,
}

impl Search<'_> {
    fn own(&self, stones: Stones) -> Own {
        if self.own { Own::new(self.grid, stones) } else { Own::default() }
    }

    /// One move: as deep as half the empty cells. The moves and the zone are
    /// put down where it wins.
    fn go(&mut self, stones: Stones) -> bool {
        let survey = Survey::new(self.grid, stones);
        let depth = self.fours.count;
        if survey.ones != 0 {
            let mv = lowest(survey.ones);
            self.fours.moves[depth] = (mv, 0);
            self.fours.count = depth + 1;
            self.fours.zone = mv;
            return true;
        }
        if survey.twos == 0 {
            return false;
        }
        let mut moves = survey.twos;
        // The defender's own row must be stopped by the same move.
        match self.own(stones).ones {
            0 => {}
            one if one.is_power_of_two() => moves &= one,
            _ => return false,
        }
        let forks = moves & survey.forks;
        for mv in bits(forks).chain(bits(moves & !forks)) {
            if self.tries == 0 {
                return false;
            }
            self.tries -= 1;
            let after = stones.attack(mv);
            let stops = survey.partners(mv);
            // Where the defender has two of his own to go, a stone more there
            // would complete a row instead of stopping this one.
            let replies = self.own(after);
            debug_assert_eq!(replies.ones, 0, "the move has stopped it");
            self.fours.moves[depth] = (mv, stops);
            self.fours.count = depth + 1;
            if !stops.is_power_of_two() {
                self.fours.zone = mv | stops | replies.twos;
                return true;
            }
            if self.go(after.defend(stops)) {
                self.fours.zone |= mv | stops | replies.twos;
                return true;
            }
            self.fours.count = depth;
        }
        false
    }
}
