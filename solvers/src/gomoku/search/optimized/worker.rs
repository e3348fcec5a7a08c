//! One thread's search: its board, its memory, and how a move is played.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use super::busy::Busy;
use super::moves::Orders;
use super::params;
use super::stage::Stages;
use super::table::Table;
use crate::gomoku::evaluate::for_side;
use crate::gomoku::rules::Ruleset;
use crate::gomoku::search::Options;
use crate::gomoku::search::score::{DECIDED, MAX_VALUE};
use crate::gomoku::shapes::optimized::{Index, ShapeBoard};
use tesuji_core::gomoku::zobrist;

/// The deepest line that is looked at; the stack is bounded by it.
pub(super) const MAX_PLY: usize = 200;

/// How often the clock and the flags are looked at, in nodes.
const POLL: u64 = 512;

/// What all threads of one search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) options: &'a Options,
    pub(super) busy: Busy,
    /// The caller's flag.
    pub(super) stop: &'a AtomicBool,
    /// Set when the main thread is done.
    pub(super) done: AtomicBool,
    pub(super) deadline: Option<Instant>,
    pub(super) node_limit: u64,
    /// Nodes of all threads, brought up to date every [`POLL`] nodes.
    pub(super) nodes: AtomicU64,
}

/// A move with its order value.
#[derive(Clone, Copy)]
pub(super) struct Scored {
    pub(super) cell: Index,
    pub(super) order: i32,
}

/// One thread.
pub(super) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    /// Its number, from 0.
    pub(super) thread: usize,
    /// What it works at.
    pub(super) stage: Option<(&'a Stages, u32)>,
    pub(super) board: ShapeBoard,
    pub(super) rules: Ruleset,
    pub(super) side: usize,
    pub(super) key: u64,
    pub(super) nodes: u64,
    /// Leave what is being searched: it is no more wanted.
    pub(super) stopped: bool,
    /// A limit is met, or the caller wants no more.
    pub(super) is_ended: bool,
    /// Where the quiescence search's budget ends.
    pub(super) quiet_until: u64,
    pub(super) orders: Orders,
    /// The move lists of all plies, one after another.
    pub(super) moves: Vec<Scored>,
    pub(super) pv: Vec<Vec<Index>>,
    pub(super) max_ply: usize,
    pub(super) history: Box<[[i16; 1024]; 2]>,
    pub(super) counters: Box<[[Index; 1024]; 2]>,
    pub(super) killers: [[Index; 2]; MAX_PLY + 2],
    pub(super) path: [Index; MAX_PLY + 2],
    pub(super) evals: [i32; MAX_PLY + 2],
    pub(super) reductions: Box<[[u8; 64]; 64]>,
}

/// A cell of no board.
pub(super) const NOWHERE: Index = 0x3ff;

/// The sort of a node: on the principal variation, expected to be refuted by
/// one move, or expected to fail in all.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Pv,
    Cut,
    All,
}

impl Kind {
    pub(super) fn child(self) -> Kind {
        if self == Kind::Cut { Kind::All } else { Kind::Cut }
    }
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        shared: &'a Shared<'a>,
        thread: usize,
        board: ShapeBoard,
        rules: Ruleset,
        side: usize,
        key: u64,
    ) -> Self {
        let mut reductions = Box::new([[0; 64]; 64]);
        for (depth, row) in reductions.iter_mut().enumerate().skip(1) {
            for (n, entry) in row.iter_mut().enumerate().skip(1) {
                *entry = params::reduction(depth as i32, n) as u8;
            }
        }
        Worker {
            shared,
            thread,
            stage: None,
            board,
            rules,
            side,
            key,
            nodes: 0,
            stopped: false,
            is_ended: false,
            quiet_until: 0,
            orders: Orders::new(),
            moves: Vec::with_capacity(8_192),
            pv: vec![Vec::new(); MAX_PLY + 2],
            max_ply: 0,
            history: Box::new([[0; 1024]; 2]),
            counters: Box::new([[NOWHERE; 1024]; 2]),
            killers: [[NOWHERE; 2]; MAX_PLY + 2],
            path: [NOWHERE; MAX_PLY + 2],
            evals: [0; MAX_PLY + 2],
            reductions,
        }
    }

    /// The static value for the side to move.
    #[inline]
    pub(super) fn evaluate(&self) -> i32 {
        let own = self.board.sums(self.side).worth();
        let other = self.board.sums(self.side ^ 1).worth();
        for_side(own, other)
    }

    #[inline]
    pub(super) fn play(&mut self, cell: Index, ply: usize) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) {
            self.poll();
        }
        if self.nodes >= self.shared.node_limit {
            self.is_ended = true;
            self.stopped = true;
        }
        self.key ^= stone_key(cell, self.side) ^ zobrist::WHITE_TO_MOVE;
        self.board.put(cell, self.side);
        self.side ^= 1;
        self.path[ply] = cell;
    }

    #[inline]
    pub(super) fn take_back(&mut self, cell: Index) {
        self.board.undo();
        self.side ^= 1;
        self.key ^= stone_key(cell, self.side) ^ zobrist::WHITE_TO_MOVE;
    }

    #[cold]
    fn poll(&mut self) {
        let shared = self.shared;
        let all = shared.nodes.fetch_add(POLL, Relaxed) + POLL;
        self.is_ended |= all >= shared.node_limit
            || shared.stop.load(Relaxed)
            || shared.done.load(Relaxed)
            || shared.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.stopped |=
            self.is_ended || self.stage.is_some_and(|(stages, number)| stages.is_past(number));
    }

    #[inline]
    pub(super) fn is_illegal(&mut self, cell: Index) -> bool {
        self.side == 0 && self.rules.forbids && self.board.is_forbidden(cell)
    }
}

pub(super) fn stone_key(cell: Index, side: usize) -> u64 {
    use tesuji_core::Player;
    let player = if side == 0 { Player::Black } else { Player::White };
    zobrist::stone(tesuji_core::gomoku::Cell::from_index(cell), player)
}

/// Ends are stored as seen from the position, not from the root.
pub(super) fn to_table(score: i32, ply: usize) -> i32 {
    if score >= DECIDED {
        score + ply as i32
    } else if score <= -DECIDED {
        score - ply as i32
    } else {
        score.clamp(-MAX_VALUE, MAX_VALUE)
    }
}

pub(super) fn from_table(score: i32, ply: usize) -> i32 {
    if score >= DECIDED {
        score - ply as i32
    } else if score <= -DECIDED {
        score + ply as i32
    } else {
        score
    }
}
