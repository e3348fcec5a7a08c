//! A position of the search, and what is seen of it without search.

use super::fours::{self, Fours};
use super::grid::Grid;
use super::pairing::{Pairs, pairing};
use super::survey::{Own, Stones, Survey, lowest};

/// Who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Side {
    Attacker,
    Defender,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Node {
    pub(super) stones: Stones,
    pub(super) side: Side,
    /// Whether the defender's own rows count. Where none of them is open they
    /// do not, and the position is one of Maker-Breaker.
    pub(super) own: bool,
}

impl Node {
    /// After this move.
    pub(super) fn child(self, mv: u64) -> Node {
        match self.side {
            Side::Attacker => Node { stones: self.stones.attack(mv), side: Side::Defender, ..self },
            Side::Defender => Node { stones: self.stones.defend(mv), side: Side::Attacker, ..self },
        }
    }
}

/// A node and its rows.
pub(super) struct Seen {
    pub(super) node: Node,
    pub(super) survey: Survey,
    own: Own,
}

/// What is seen.
///
/// A *zone* is a set of cells. That of a win holds all that it needs: it is a
/// win as well where the defender has one more stone outside the zone, and in
/// Maker-Breaker any number of them. That of a hold is alike, for any number of
/// the attacker's stones. All cells are a zone of anything.
pub(super) enum Sight {
    /// The attacker wins.
    Win { how: Ending, zone: u64 },
    /// The defender holds.
    Hold { how: Standing, zone: u64 },
    /// Neither. The mover fails with all moves but these; `zone` is that of
    /// his failing with those others.
    Open { moves: u64, zone: u64, besides: Besides },
}

/// A win that is seen.
pub(super) enum Ending {
    /// This move of the attacker's completes a row.
    Row(u64),
    /// This move of the attacker's leaves these cells, two or more, that
    /// complete one.
    Fork(u64, u64),
    /// The defender is to move, and there are two such cells or more.
    Late(u64),
}

/// A hold that is seen.
pub(super) enum Standing {
    /// No row is open.
    Closed,
    /// Pairs; the attacker is to move.
    Pairs(Box<Pairs>),
    /// This move of the defender's, who is to move, completes a row.
    Row(u64),
    /// The attacker is to move, and can stop but one of these cells, two or
    /// more, that complete a row of the defender's.
    Late(u64),
}

/// Why only some moves have to be looked at.
pub(super) enum Besides {
    /// Others do nothing.
    Nothing,
    /// After others the enemy completes a row on this cell.
    Row(u64),
    /// After others of the defender's the attacker wins so.
    Fours(Box<Fours>),
}

impl Seen {
    pub(super) fn new(grid: &Grid, node: Node) -> Seen {
        let survey = Survey::new(grid, node.stones);
        let own = if node.own { Own::new(grid, node.stones) } else { Own::default() };
        Seen { node: Node { own: own.reach != 0, ..node }, survey, own }
    }

    /// Cells that are on an open row of a side whose rows count.
    pub(super) fn reach(&self) -> u64 {
        self.survey.reach | self.own.reach
    }

    pub(super) fn sight(&self, grid: &Grid) -> Sight {
        match self.node.side {
            Side::Attacker => self.attack(grid),
            Side::Defender => self.defend(grid),
        }
    }

    fn attack(&self, grid: &Grid) -> Sight {
        let Seen { survey, own, .. } = self;
        if survey.ones != 0 {
            let mv = lowest(survey.ones);
            return Sight::Win { how: Ending::Row(mv), zone: mv };
        }
        if survey.rows().is_empty() {
            return Sight::Hold { how: Standing::Closed, zone: 0 };
        }
        let forks = match own.ones {
            0 => survey.forks,
            one if one.is_power_of_two() => survey.forks & one,
            _ => 0,
        };
        if forks != 0 {
            let mv = lowest(forks);
            let cells = survey.partners(mv);
            // The defender must not be able to complete a row instead, even
            // with a stone more.
            return Sight::Win { how: Ending::Fork(mv, cells), zone: mv | cells | own.twos };
        }
        if survey.forks == 0
            && let Some(pairs) = pairing(survey.rows())
        {
            return Sight::Hold { zone: pairs.cells(), how: Standing::Pairs(Box::new(pairs)) };
        }
        let all = grid.cells();
        match own.ones {
            0 => Sight::Open { moves: self.reach(), zone: 0, besides: Besides::Nothing },
            one if one.is_power_of_two() => {
                Sight::Open { moves: one, zone: all, besides: Besides::Row(one) }
            }
            cells => Sight::Hold { how: Standing::Late(cells), zone: all },
        }
    }

    fn defend(&self, grid: &Grid) -> Sight {
        let Seen { survey, own, node } = self;
        let all = grid.cells();
        if own.ones != 0 {
            return Sight::Hold { how: Standing::Row(lowest(own.ones)), zone: all };
        }
        if survey.rows().is_empty() {
            return Sight::Hold { how: Standing::Closed, zone: 0 };
        }
        match survey.ones {
            0 => {}
            one if one.is_power_of_two() => {
                return Sight::Open {
                    moves: one,
                    zone: one | own.twos,
                    besides: Besides::Row(one),
                };
            }
            cells => {
                return Sight::Win { how: Ending::Late(cells), zone: cells | own.twos };
            }
        }
        // A win after any move of the defender's has to reckon with that move
        // and one stone more, which no zone of ours does where his rows count.
        let zone = if node.own { all } else { 0 };
        if survey.twos != 0
            && let Some(fours) = fours::find(grid, node.stones, node.own)
        {
            let moves = fours.zone & node.stones.empty(grid);
            return Sight::Open {
                moves,
                zone: zone | fours.zone,
                besides: Besides::Fours(Box::new(fours)),
            };
        }
        Sight::Open { moves: self.reach(), zone, besides: Besides::Nothing }
    }
}
