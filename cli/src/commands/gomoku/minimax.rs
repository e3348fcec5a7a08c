//! The naive road of `tesuji gomoku search`: minimax to a fixed depth.

use std::io::Write;
use std::time::Instant;

use tesuji_core::Game;
use tesuji_core::gomoku::{Cell, naive};
use tesuji_solvers::Refusal;
use tesuji_solvers::gomoku::search::Score;
use tesuji_solvers::gomoku::search::naive::minimax;

use super::ask::{Ask, refused};
use super::position::Asked;
use super::search::{Found, draw, sentence, valued};
use super::words::{in_words, paragraph};
use crate::failure::Failure;
use crate::games::Road;

/// The most work that is taken on: a classified line counts as the cube of the
/// board's longer side. That is about a minute.
const MOST: u64 = 1 << 33;

/// Minimax of so many plies.
pub(super) struct Question {
    pub(super) depth: u32,
}

impl Question {
    /// The value and all moves that reach it.
    fn minimax(&self, board: &naive::Board) -> Result<(Score, Vec<Cell>), Refusal> {
        let variant = board.variant();
        let empty = u64::from(variant.area()) - board.stones().len() as u64;
        let side = u64::from(variant.width().max(variant.height()));
        // Four directions and two sides for every empty cell of every last position.
        let mut work = 8 * empty * side.pow(3);
        for ply in 0..u64::from(self.depth).min(empty) {
            work = work.saturating_mul(empty - ply);
        }
        if work > MOST {
            return Err(Refusal::TooLarge {
                asked: format!("minimax of {} plies with {empty} empty cells", self.depth),
                limit:
                    "the naive road takes on about a minute's work; --exact finds the same value"
                        .to_owned(),
            });
        }
        Ok(minimax(board, self.depth))
    }
}

impl Ask for Question {
    fn name(&self) -> &'static str {
        "search"
    }

    type Found = Found;

    fn find(&mut self, asked: &Asked) -> Result<Found, Refusal> {
        let begun = Instant::now();
        let (score, moves) = self.minimax(&asked.board)?;
        let (value, result, plies) = valued(score, asked.board.outcome());
        let best = moves.first().map(Cell::to_string);
        Ok(Found {
            solver: Road::Naive.name(),
            best: best.clone(),
            value,
            result,
            plies,
            depth: if best.is_some() { self.depth } else { 0 },
            selective_depth: None,
            nodes: None,
            milliseconds: u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
            nodes_per_second: None,
            pv: best.into_iter().collect(),
        })
    }

    fn line(&self, found: &Found) -> String {
        found.line()
    }

    fn page(&mut self, asked: &Asked, out: &mut impl Write) -> Result<(), Failure> {
        let board = &asked.board;
        let (score, moves) = self.minimax(board).map_err(|refusal| refused(&refusal))?;
        if !draw(board, moves.first().copied(), out)? {
            return Ok(());
        }
        paragraph(out, &format!("Best: {}", in_words(&moves)))?;
        writeln!(out, "Value: {}", sentence(score, board.to_move()))?;
        writeln!(out, "Depth: {}", self.depth)?;
        Ok(())
    }
}
