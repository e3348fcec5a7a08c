//! The best moves in order, each with its value.

use std::fmt::{self, Display};

use tesuji_core::Outcome;
use tesuji_core::gomoku::Cell;
use tesuji_solvers::gomoku::search::{Limits, Score};

use super::{Engine, moves, worth};
use crate::position::Position;
use crate::session::Turn;

/// A move, what it is worth to the side that plays it, and the line expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Ranked {
    pub(super) cell: Cell,
    /// `None`: there was no time to look at it.
    score: Option<Score>,
    depth: u32,
    line: Vec<Cell>,
}

impl Display for Ranked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ranked { cell, score, depth, line } = self;
        match score {
            Some(score) => write!(f, "{cell} value {score} depth {depth} pv{}", moves(line)),
            None => write!(f, "{cell} value unknown"),
        }
    }
}

/// Plies by which each round looks farther than the last.
const STEP: u32 = 2;

/// The deepest round.
const DEEPEST: u32 = 60;

impl Engine {
    /// The `count` best moves, the best first. Each round searches every move
    /// that is still in question two plies deeper, and leaves the worse half of
    /// those beyond `count` out.
    pub(super) fn rank(&mut self, turn: &Turn<'_>, count: usize) -> Vec<Ranked> {
        let time = self.time(turn);
        let limits = self.limits(turn.settings, &time);
        let last = limits.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST);
        let mut all = candidates(turn.position, count);
        let mut asked = all.len();
        // A budget of nodes is for one round over as many moves as it reaches.
        let each = limits.nodes.map(|nodes| (nodes / asked as u64).max(1));
        if let Some(nodes) = limits.nodes {
            asked = asked.min(usize::try_from(nodes).unwrap_or(usize::MAX));
        }
        let mut depth = 1;
        'rounds: while depth <= last {
            for (i, ranked) in all.iter_mut().take(asked).enumerate() {
                if depth > 1 && (self.is_stopped() || time.at_once()) {
                    break 'rounds;
                }
                let share = time.part((asked - i) as u32);
                if share.left().is_some_and(|left| left.is_zero()) {
                    break 'rounds;
                }
                let limits = Limits { depth: Some(depth), nodes: each, ..limits };
                self.look(turn, ranked, &limits, &share);
            }
            let value = |ranked: &Ranked| ranked.score.map_or(i64::MIN, worth);
            all[..asked].sort_by_key(|ranked| std::cmp::Reverse(value(ranked)));
            let decided = |ranked: &Ranked| !matches!(ranked.score, Some(Score::Value(_)));
            if limits.nodes.is_some() || all[..asked].iter().all(decided) {
                break;
            }
            asked = asked.min(count.max(4) + asked.saturating_sub(count) / 2);
            depth += STEP;
        }
        all.truncate(count);
        all
    }

    /// Searches the position after a move to this depth.
    fn look(&mut self, turn: &Turn<'_>, ranked: &mut Ranked, limits: &Limits, time: &super::Time) {
        let mut after = turn.position.clone();
        after.play(ranked.cell);
        let mover = turn.position.to_move();
        ranked.depth = limits.depth.unwrap_or(0);
        ranked.line = vec![ranked.cell];
        ranked.score = Some(match after.outcome() {
            Some(Outcome::Win(winner)) if winner == mover => Score::Win(1),
            Some(Outcome::Win(_)) => Score::Loss(1),
            Some(_) => Score::Value(0),
            None => {
                let report = self.search(&after, turn.settings, limits, time);
                ranked.line.extend(report.pv);
                report.score.backed_up()
            }
        });
    }
}

/// The legal moves near stones, and all others where those are too few; the
/// search's own order comes with the first round.
fn candidates(position: &Position, count: usize) -> Vec<Ranked> {
    /// Columns and rows.
    const NEAR: u8 = 2;
    let stones = position.stones();
    let near = |cell: Cell| {
        stones.iter().any(|&(stone, _)| {
            cell.column().abs_diff(stone.column()) <= NEAR
                && cell.row().abs_diff(stone.row()) <= NEAR
        })
    };
    let legal = position.variant().cells().filter(|&cell| position.is_legal(cell));
    let (mut chosen, others): (Vec<Cell>, Vec<Cell>) = legal.partition(|&cell| near(cell));
    let (columns, rows) = (position.variant().width() / 2, position.variant().height() / 2);
    let mut others = others;
    others.sort_by_key(|cell| cell.column().abs_diff(columns).max(cell.row().abs_diff(rows)));
    let missing = count.saturating_sub(chosen.len());
    chosen.extend(others.into_iter().take(missing));
    let ranked = |cell| Ranked { cell, score: None, depth: 0, line: Vec::new() };
    chosen.into_iter().map(ranked).collect()
}
