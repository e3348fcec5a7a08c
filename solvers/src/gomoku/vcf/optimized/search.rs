//! The depth-first search.

use tesuji_core::gomoku::Cell;

use super::table::{NEVER, Table};
use crate::gomoku::claim::Budget;
use crate::gomoku::keys::{self, Key};
use crate::gomoku::meter::Meter;
use crate::gomoku::rules::Win;
use crate::gomoku::shapes::Shape;
use crate::gomoku::shapes::optimized::{Index, STRIDES, ShapeBoard, Side, cells_of};
use crate::gomoku::tree::{Builder, NodeId};

/// What is found at a position with the attacker to move.
#[derive(Clone, Copy)]
pub(super) enum Found {
    /// A win, its tree built.
    Win(NodeId),
    /// No win within so many of the attacker's moves.
    NoWin(u16),
}

/// One search: a board, a side, budgets.
pub(super) struct Search<'a> {
    pub(super) board: &'a mut ShapeBoard,
    pub(super) table: &'a mut Table,
    pub(super) builder: &'a mut Builder,
    pub(super) attacker: Side,
    /// Whether a stone at the end of a row can stop it, by side.
    pub(super) ends_block: bool,
    /// Whether the attacker's and the defender's moves may be forbidden.
    pub(super) forbids: [bool; 2],
    pub(super) attacker_wins: Win,
    pub(super) k: u32,
    pub(super) key: Key,
    pub(super) meter: Meter<'a>,
}

/// Nodes between two looks at clock and flag.
pub(super) const PERIOD: u64 = 1 << 10;

fn cell(index: Index) -> Cell {
    Cell::from_index(index)
}

impl Search<'_> {
    fn defender(&self) -> Side {
        1 - self.attacker
    }

    fn put(&mut self, at: Index, side: Side) {
        self.board.put_for_fours(at, side);
        self.key ^= keys::stone(at, side);
    }

    fn take(&mut self, at: Index, side: Side) {
        self.board.undo();
        self.key ^= keys::stone(at, side);
    }

    /// The attacker is to move. Recurses once for each two stones.
    ///
    /// The board is the same afterwards, the key too, whatever comes out.
    pub(super) fn attack(&mut self, moves: u16) -> Result<Found, Budget> {
        if self.board.fives(self.attacker) > 0 && moves > 0 {
            let five = self.board.completion(self.attacker).expect("one was counted");
            return Ok(Found::Win(self.builder.end(cell(five))));
        }
        let fours = *self.board.fours(self.attacker);
        if fours.iter().all(|&column| column == 0) {
            return Ok(Found::NoWin(NEVER));
        }
        if moves < 2 {
            return Ok(Found::NoWin(moves));
        }
        let danger = self.board.fives(self.defender()) > 0;
        if danger {
            let five = self.board.completion(self.defender()).expect("one was counted");
            let (stops, count) = self.board.stops(five, self.defender());
            let makes_four = |at: Index| fours[usize::from(at >> 5 & 31)] >> (at & 31) & 1 != 0;
            let stops = stops.into_iter().take(count).filter(|&at| makes_four(at));
            return self.each(stops, moves, true);
        }
        if !self.ends_block
            && self.board.sums(self.attacker).winning_cells() > 0
            && let Some(found) = self.win_in_two(&fours)?
        {
            return Ok(found);
        }
        let found = self.each(cells_of(&fours), moves, false)?;
        if let Found::NoWin(bound) = found
            && moves > 2
        {
            self.table.note(self.key, bound);
        }
        Ok(found)
    }

    /// A four with two completions that no one stone stops, where no row of
    /// the defender hurries.
    fn win_in_two(&mut self, fours: &[u32; 32]) -> Result<Option<Found>, Budget> {
        for at in cells_of(fours) {
            if self.board.wins_next(at, self.attacker) && !self.is_forbidden(at, 0) {
                self.meter.visit()?;
                self.put(at, self.attacker);
                let win = self.completed(at);
                self.take(at, self.attacker);
                return Ok(Some(Found::Win(win)));
            }
        }
        Ok(None)
    }

    /// The node of a four at `at`, on the board, that cannot be stopped.
    fn completed(&mut self, at: Index) -> NodeId {
        let first = self.board.completion(self.attacker).expect("a four has one");
        let mut rest = cells_of(self.board.fours(self.attacker))
            .filter(|&other| other != first && self.board.makes(other, self.attacker, Shape::Five));
        let second = rest.next();
        drop(rest);
        let default = self.builder.end(cell(first));
        match second {
            Some(second) => {
                let other = self.builder.end(cell(second));
                self.builder.push(cell(at), Some(default), &[(cell(first), other)])
            }
            None => self.builder.push(cell(at), Some(default), &[]),
        }
    }

    /// Whether a move of the attacker (0) or the defender (1) is forbidden.
    fn is_forbidden(&mut self, at: Index, who: usize) -> bool {
        self.forbids[who] && self.board.is_forbidden(at)
    }

    /// Tries these fours in order. In danger each of them must stop a row.
    fn each(
        &mut self,
        fours: impl Iterator<Item = Index>,
        moves: u16,
        danger: bool,
    ) -> Result<Found, Budget> {
        let mut bound = NEVER;
        for at in fours {
            let found = if self.ends_block {
                self.four_by_replies(at, moves)?
            } else {
                self.four(at, moves, danger)?
            };
            match found {
                Found::Win(_) => return Ok(found),
                Found::NoWin(within) => bound = bound.min(within),
            }
        }
        Ok(Found::NoWin(bound))
    }

    /// A four where a row is stopped in one cell alone.
    fn four(&mut self, at: Index, moves: u16, danger: bool) -> Result<Found, Budget> {
        let (attacker, defender) = (self.attacker, self.defender());
        let single = !self.board.wins_next(at, attacker);
        let reply = if danger { None } else { self.single_completion(at) };
        if let Some(reply) = reply.filter(|_| single && !self.forbids[1]) {
            if moves == 2 {
                return Ok(Found::NoWin(2));
            }
            let next = self.key ^ keys::stone(at, attacker) ^ keys::stone(reply, defender);
            let known = self.table.bound(next);
            if known >= moves - 1 {
                return Ok(Found::NoWin(known.saturating_add(1)));
            }
        }
        if self.is_forbidden(at, 0) {
            return Ok(Found::NoWin(NEVER));
        }
        self.meter.visit()?;
        self.put(at, attacker);
        let found = self.replied(at, moves, reply, danger);
        self.take(at, attacker);
        found
    }

    /// The four at `at` has been put.
    fn replied(
        &mut self,
        at: Index,
        moves: u16,
        reply: Option<Index>,
        danger: bool,
    ) -> Result<Found, Budget> {
        let (attacker, defender) = (self.attacker, self.defender());
        if danger && self.board.fives(defender) > 0 {
            return Ok(Found::NoWin(NEVER));
        }
        let reply = reply.or_else(|| self.board.completion(attacker)).expect("a four has one");
        let twice = {
            let fives = self.board.fives(attacker);
            fives > 1
                && cells_of(self.board.fours(attacker))
                    .any(|other| other != reply && self.board.makes(other, attacker, Shape::Five))
        };
        if twice || self.is_forbidden(reply, 1) {
            return Ok(Found::Win(self.completed(at)));
        }
        if moves == 2 {
            return Ok(Found::NoWin(2));
        }
        let known = self.table.bound(self.key ^ keys::stone(reply, defender));
        if known >= moves - 1 {
            return Ok(Found::NoWin(known.saturating_add(1)));
        }
        // Two rows at once are not to be stopped.
        let counters = (0..4).map(|direction| self.board.shape(reply, defender, direction));
        let (fours, straight) = counters.fold((0, false), |(fours, straight), shape| {
            (fours + u32::from(shape == Shape::Four), straight || shape == Shape::StraightFour)
        });
        if straight || fours > 1 {
            return Ok(Found::NoWin(NEVER));
        }
        self.meter.visit()?;
        self.put(reply, defender);
        let found = self.attack(moves - 1);
        self.take(reply, defender);
        Ok(match found? {
            Found::Win(next) => {
                let default = self.builder.end(cell(reply));
                let exceptions = [(cell(reply), next)];
                Found::Win(self.builder.push(cell(at), Some(default), &exceptions))
            }
            Found::NoWin(bound) => Found::NoWin(bound.saturating_add(1)),
        })
    }

    /// Where the four that a stone on this empty cell makes is completed, if
    /// it makes just one.
    fn single_completion(&self, at: Index) -> Option<Index> {
        let attacker = self.attacker;
        let mut fours = (0..4).filter(|&d| self.board.shape(at, attacker, d) >= Shape::Four);
        let direction = fours.next()?;
        let stride = STRIDES[direction as usize];
        let run = |from: Index, sign: i16| {
            let mut next = from;
            let mut length = 0;
            loop {
                next = next.wrapping_add_signed(sign * stride) & 1023;
                if !self.board.has(next, attacker) {
                    return (next, length);
                }
                length += 1;
            }
        };
        let ((low, before), (high, after)) = (run(at, -1), run(at, 1));
        let row = before + 1 + after;
        [(low, -1), (high, 1)].into_iter().find_map(|(end, sign)| {
            let length = row + 1 + run(end, sign).1;
            let wins = match self.attacker_wins {
                Win::AtLeast => length >= self.k,
                Win::Exactly => length == self.k,
                Win::Caro | Win::CaroExact => return None,
            };
            (wins && self.board.is_on_board(end) && self.board.is_vacant(end)).then_some(end)
        })
    }

    /// A four where a stone beside a row can stop it: every reply that may do
    /// so is tried.
    fn four_by_replies(&mut self, at: Index, moves: u16) -> Result<Found, Budget> {
        if self.is_forbidden(at, 0) {
            return Ok(Found::NoWin(NEVER));
        }
        self.meter.visit()?;
        let mark = self.builder.mark();
        self.put(at, self.attacker);
        let found = if self.board.fives(self.defender()) > 0 {
            Ok(Found::NoWin(NEVER))
        } else {
            self.all_replies(at, moves)
        };
        self.take(at, self.attacker);
        if let Ok(Found::NoWin(_)) = found {
            self.builder.rewind(mark);
        }
        found
    }

    fn all_replies(&mut self, at: Index, moves: u16) -> Result<Found, Budget> {
        let (attacker, defender) = (self.attacker, self.defender());
        let five = self.board.completion(attacker).expect("a four has one");
        let (stops, count) = self.board.stops(five, attacker);
        let default = self.builder.end(cell(five));
        let mut exceptions = [(cell(five), default); 9];
        let mut len = 0;
        for &reply in &stops[..count] {
            let again = exceptions[..len].iter().any(|&(known, _)| known == cell(reply));
            if again || self.is_forbidden(reply, 1) {
                continue;
            }
            self.meter.visit()?;
            self.put(reply, defender);
            let found = if self.board.is_vacant(five)
                && self.board.makes(five, attacker, Shape::Five)
            {
                // It stops nothing.
                Ok(Found::Win(default))
            } else if moves == 2 && self.board.fives(attacker) == 0 {
                Ok(Found::NoWin(1))
            } else {
                let known = self.table.bound(self.key);
                if known >= moves - 1 { Ok(Found::NoWin(known)) } else { self.attack(moves - 1) }
            };
            self.take(reply, defender);
            match found? {
                Found::Win(next) if next == default => {}
                Found::Win(next) => {
                    exceptions[len] = (cell(reply), next);
                    len += 1;
                }
                Found::NoWin(bound) => return Ok(Found::NoWin(bound.saturating_add(1))),
            }
        }
        Ok(Found::Win(self.builder.push(cell(at), Some(default), &exceptions[..len])))
    }
}
