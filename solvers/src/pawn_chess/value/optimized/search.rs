//! The search for "does White win within n plies?".
//!
//! The answer is a bound v. Where v ≤ n, White wins within v plies. Where
//! v > n, White does not win in fewer than v, and not at all where v is
//! [`NEVER`].

use super::bounds::{NEVER, Targets};
use super::geometry::Geometry;
use super::memory::{Memory, NO_MOVE};

/// One question's search.
pub(super) struct Search<'a> {
    pub(super) geometry: &'a Geometry,
    pub(super) memory: &'a mut Memory,
    /// Positions looked at.
    pub(super) nodes: u64,
}

/// A position's key, shared with its mirror image.
#[derive(Clone, Copy)]
struct Key {
    bits: u64,
    is_mirrored: bool,
}

impl Geometry {
    fn key(&self, white: u32, black: u32) -> Key {
        let join = |white: u32, black: u32| u64::from(white) << 32 | u64::from(black);
        let straight = join(white, black);
        let mirrored = join(self.mirror(white), self.mirror(black));
        Key { bits: straight.min(mirrored), is_mirrored: mirrored < straight }
    }

    /// The move as the entry of `key` writes it, and back.
    fn turn_move(&self, key: Key, mv: u8) -> u8 {
        if !key.is_mirrored || mv == NO_MOVE {
            return mv;
        }
        let column = u32::from(mv & 31) % self.columns;
        let cell = u32::from(mv & 31) - column + (self.columns - 1 - column);
        // Left and right captures are kinds 1 and 2.
        let kind = [0, 2, 1][usize::from(mv >> 5)];
        kind << 5 | cell as u8
    }
}

impl Search<'_> {
    /// White to move, n odd.
    pub(super) fn white_to_move(&mut self, white: u32, black: u32, n: u8) -> u8 {
        self.nodes += 1;
        let geometry = self.geometry;
        let targets = geometry.white_targets(white, black);
        if let Some(bound) = geometry.bound_white_to_move(white, black, n, targets) {
            return bound;
        }
        let key = geometry.key(white, black);
        let mut entry = self.memory.find(key.bits);
        if entry.most <= n {
            return entry.most;
        }
        if entry.least > n {
            return entry.least;
        }

        let mut bound = NEVER;
        let known = geometry.turn_move(key, entry.best);
        let mut best = known;
        let back = [geometry.columns, geometry.columns + 1, geometry.columns - 1];
        let mut play = |mv: u8| {
            let to = 1 << (mv & 31);
            let from = to << back[usize::from(mv >> 5)];
            let value = self.black_to_move(white ^ (from | to), black & !to, n - 1);
            let value = value.saturating_add(1);
            if value < bound {
                bound = value;
                best = mv;
            }
            bound <= n
        };
        'moves: {
            if known != NO_MOVE && play(known) {
                break 'moves;
            }
            let Targets { step, left, right } = targets;
            let safe = step & !geometry.black_attacks(black);
            for (kind, mut targets) in [(1, left), (2, right), (0, safe), (0, step & !safe)] {
                while targets != 0 {
                    let mv = kind << 5 | (31 - targets.leading_zeros()) as u8;
                    targets ^= 1 << (mv & 31);
                    if mv != known && play(mv) {
                        break 'moves;
                    }
                }
            }
        }
        if bound <= n {
            entry.most = bound;
        } else {
            entry.least = bound;
        }
        entry.best = geometry.turn_move(key, best);
        self.memory.store(entry);
        bound
    }

    /// Black to move, n even.
    pub(super) fn black_to_move(&mut self, white: u32, black: u32, n: u8) -> u8 {
        self.nodes += 1;
        let geometry = self.geometry;
        let targets = geometry.black_targets(white, black);
        if let Some(bound) = geometry.bound_black_to_move(white, black, n, targets) {
            return bound;
        }
        let mut key = geometry.key(white, black);
        key.bits = !key.bits;
        let mut entry = self.memory.find(key.bits);
        if entry.most <= n {
            return entry.most;
        }
        if entry.least > n {
            return entry.least;
        }

        let mut bound = 0;
        let known = geometry.turn_move(key, entry.best);
        let mut best = known;
        let back = [geometry.columns, geometry.columns - 1, geometry.columns + 1];
        let mut play = |mv: u8| {
            let to = 1 << (mv & 31);
            let from = to >> back[usize::from(mv >> 5)];
            let value = self.white_to_move(white & !to, black ^ (from | to), n - 1);
            let value = value.saturating_add(1);
            if value > bound {
                bound = value;
                best = mv;
            }
            bound > n
        };
        'moves: {
            if known != NO_MOVE && play(known) {
                break 'moves;
            }
            let Targets { step, left, right } = targets;
            let safe = step & !geometry.white_attacks(white);
            for (kind, mut targets) in [(1, left), (2, right), (0, safe), (0, step & !safe)] {
                while targets != 0 {
                    let mv = kind << 5 | targets.trailing_zeros() as u8;
                    targets &= targets - 1;
                    if mv != known && play(mv) {
                        break 'moves;
                    }
                }
            }
        }
        if bound <= n {
            entry.most = bound;
        } else {
            entry.least = bound;
        }
        entry.best = geometry.turn_move(key, best);
        self.memory.store(entry);
        bound
    }
}
