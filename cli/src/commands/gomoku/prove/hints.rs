//! Moves that somebody suggests.

use std::path::Path;

use tesuji_core::gomoku::naive::Board;
use tesuji_core::gomoku::{Cell, Variant, sgf, text};
use tesuji_core::{Game, ParseError, Player};
use tesuji_solvers::gomoku::proof::Prover;

use crate::failure::Failure;
use crate::input::Source;

/// Positions with a move that is to be tried first there, of whichever side.
#[derive(Default)]
pub(super) struct Hints(Vec<(Board, Cell)>);

impl Hints {
    /// Reads SGF with variations, or lines of moves from the empty board, `#`
    /// before a remark.
    ///
    /// # Errors
    /// What cannot be read, with its place.
    pub(super) fn read(path: &Path, variant: Variant) -> Result<Hints, Failure> {
        let source = Source::read(Some(path))?;
        let text = super::super::position::text_of(source.bytes())
            .map_err(|error| source.refuse(&error))?;
        let mut hints = Hints::default();
        if sgf::looks_like(text) {
            let each = &mut |board: &Board, mv: Cell| hints.0.push((board.clone(), mv));
            sgf::branches(text, variant, each).map_err(|error| source.refuse(&error))?;
        } else {
            let mut before = Vec::new();
            for moves in lines(text, variant).map_err(|error| source.refuse(&error))? {
                // Lines of a tree begin as the ones before them.
                let same = moves.iter().zip(&before).take_while(|(one, other)| one == other);
                hints.add(variant, &moves, same.count());
                before = moves;
            }
        }
        Ok(hints)
    }

    /// The moves of a line but for the first, which are known.
    fn add(&mut self, variant: Variant, moves: &[Cell], known: usize) {
        let mut board = Board::new(variant);
        for (at, &mv) in moves.iter().enumerate() {
            if !board.is_legal(mv) {
                return;
            }
            if at >= known {
                self.0.push((board.clone(), mv));
            }
            board.play_unchecked(mv);
        }
    }

    /// Tells a prover that works for this side.
    pub(super) fn give(&self, prover: &mut Prover, attacker: Player) {
        let of_his = self.0.iter().filter(|(board, _)| board.to_move() == attacker);
        of_his.for_each(|(board, mv)| prover.hint(board, *mv));
    }
}

/// A line of moves a row.
fn lines(source: &str, variant: Variant) -> Result<Vec<Vec<Cell>>, ParseError> {
    let mut all = Vec::new();
    for (number, line) in source.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        if line.trim().is_empty() {
            continue;
        }
        let (_, moves) = text::game(line, variant).map_err(|mut error| {
            error.place.line = number + 1;
            error
        })?;
        all.push(moves);
    }
    Ok(all)
}
