//! Positions settled by counting.
//!
//! **Runners.** A pawn at distance d from its goal with nothing in its way
//! needs d moves. An enemy pawn stops it by standing before it or by capturing
//! it. Let the enemy pawn be r rows ahead. Each of the two moves one row
//! nearer to the other, and the enemy's pawn changes its column by one at a
//! capture, else not at all. With the runner's side to move, the enemy has
//! moved x times, at most once less than the runner when it stands in the
//! way, so 2x + 1 ≤ r, and it was at most x columns off; or as often as the
//! runner before it captures, so 2x + 2 ≤ r, and it was at most x + 1 columns
//! off. In both cases that is at most ⌊r/2⌋ columns. With the enemy to move
//! it has one move more: ⌈r/2⌉. Where no enemy pawn stands in that triangle,
//! the runner arrives in d moves of its own, and until then its side always
//! has a move. It wins if the enemy cannot arrive before. It need not be the
//! fastest win: it is a bound.
//!
//! An own pawn ahead in the column would stand in the way too. But its triangle
//! is part of the runner's, so it is a runner itself, and the pawns are looked
//! at from the most advanced on: the first runner found has a free column.
//!
//! **Arrival.** A pawn at distance d arrives in d moves at the earliest.
//!
//! **Standstill.** The other way to win is that the enemy has no move. One ply,
//! of either side, takes the step ahead from at most one of the enemy's pawns:
//! the one that moves, the one that is captured, or the one before which a
//! pawn comes to stand (two of these fall on one pawn, never on two). So where
//! the enemy has m steps, it is not at a standstill before m plies have passed.
//!
//! All bounds count plies of the question "when does White win?"; see
//! [`super::search`] for what a bound below or above n says.

use super::geometry::Geometry;

/// White does not win at all.
pub(super) const NEVER: u8 = u8::MAX;

/// The cells that a side can enter.
#[derive(Clone, Copy)]
pub(super) struct Targets {
    /// By a step ahead.
    pub(super) step: u32,
    /// By a capture one column to the left.
    pub(super) left: u32,
    /// By a capture one column to the right.
    pub(super) right: u32,
}

impl Targets {
    pub(super) fn any(self) -> u32 {
        self.step | self.left | self.right
    }
}

impl Geometry {
    pub(super) fn white_targets(&self, white: u32, black: u32) -> Targets {
        Targets {
            step: white >> self.columns & !black & !white,
            left: (white & self.not_left) >> (self.columns + 1) & black,
            right: (white & self.not_right) >> (self.columns - 1) & black,
        }
    }

    /// The cells where White could capture.
    pub(super) fn white_attacks(&self, white: u32) -> u32 {
        (white & self.not_left) >> (self.columns + 1)
            | (white & self.not_right) >> (self.columns - 1)
    }

    /// The cells where Black could capture.
    pub(super) fn black_attacks(&self, black: u32) -> u32 {
        (black & self.not_left) << (self.columns - 1)
            | (black & self.not_right) << (self.columns + 1)
    }

    pub(super) fn black_targets(&self, white: u32, black: u32) -> Targets {
        Targets {
            step: black << self.columns & self.all & !black & !white,
            left: (black & self.not_left) << (self.columns - 1) & white,
            right: (black & self.not_right) << (self.columns + 1) & white,
        }
    }

    /// White to move, n odd: a bound that answers, where counting finds one.
    #[inline]
    pub(super) fn bound_white_to_move(
        &self,
        white: u32,
        black: u32,
        n: u8,
        targets: Targets,
    ) -> Option<u8> {
        if targets.any() & self.white.near[0] != 0 {
            return Some(1);
        }
        if targets.any() == 0 {
            return Some(NEVER);
        }
        let moves = usize::from(n.div_ceil(2));
        let runners = white & self.white.near[moves];
        if runners == 0 || n == 1 {
            let steps = self.black_targets(white, black).step.count_ones() as u8;
            if steps > n {
                let nearest = self.white.distance[white.trailing_zeros() as usize];
                return Some((2 * nearest - 1).min(steps | 1).max(3));
            }
        }
        let mut rest = runners;
        while rest != 0 {
            let cell = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let distance = self.white.distance[cell];
            let slower = self.black.near[usize::from(distance) - 1];
            if (self.white.stops_mover[cell] | slower) & black == 0 {
                return Some(2 * distance - 1);
            }
        }
        let mut rest = black & self.black.near[moves];
        while rest != 0 {
            let cell = (31 - rest.leading_zeros()) as usize;
            rest ^= 1 << cell;
            let slower = self.white.near[usize::from(self.black.distance[cell])];
            if (self.black.stops_waiter[cell] | slower) & white == 0 {
                return Some(NEVER);
            }
        }
        None
    }

    /// Black to move, n even: a bound that answers, where counting finds one.
    #[inline]
    pub(super) fn bound_black_to_move(
        &self,
        white: u32,
        black: u32,
        n: u8,
        targets: Targets,
    ) -> Option<u8> {
        if targets.any() == 0 {
            return Some(0);
        }
        if targets.any() & self.black.near[0] != 0 {
            return Some(NEVER);
        }
        let moves = usize::from(n / 2);
        let runners = white & self.white.near[moves];
        if runners == 0 {
            let steps = targets.step.count_ones() as u8;
            if n == 0 || steps > n {
                let nearest = match white {
                    0 => return Some(NEVER),
                    _ => self.white.distance[white.trailing_zeros() as usize],
                };
                return Some((2 * nearest).min(steps.next_multiple_of(2)).max(2));
            }
        }
        let mut rest = runners;
        while rest != 0 {
            let cell = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let distance = self.white.distance[cell];
            let slower = self.black.near[usize::from(distance)];
            if (self.white.stops_waiter[cell] | slower) & black == 0 {
                return Some(2 * distance);
            }
        }
        let mut rest = black & self.black.near[moves];
        while rest != 0 {
            let cell = (31 - rest.leading_zeros()) as usize;
            rest ^= 1 << cell;
            let slower = self.white.near[usize::from(self.black.distance[cell]) - 1];
            if (self.black.stops_mover[cell] | slower) & white == 0 {
                return Some(NEVER);
            }
        }
        None
    }
}
