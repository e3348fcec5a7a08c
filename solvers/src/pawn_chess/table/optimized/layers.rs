//! The rows in layers: several threads, and only what is still needed.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::ranking::{Ranking, bits};
use super::sweep::Sweep;
use crate::Refusal;

/// The pass over all rows, layer by layer.
///
/// A *layer* is all rows with as many white pawns and as many steps between
/// these and their goal row. A white step or capture leads to the layer of one
/// step less; a black capture leads to a row of one white pawn less; a black
/// step stays in its row. So the rows of a layer do not need one another and
/// several threads share them, and what has to stay in memory is
///
/// - with Black to move, the last layer;
/// - with White to move, the rows of one pawn less and those of as many pawns,
///   and with as many as there can be not even these.
///
/// The bytes are those of [`Table`](super::Table) and the same whatever the
/// number of threads.
#[derive(Debug)]
pub struct Layers<'a> {
    sweep: Sweep<'a>,
    threads: usize,
    plan: Vec<Plan>,
    next: usize,
    /// By row; White to move, of the pawns of the last layer and one less.
    white: Vec<Option<Box<[u8]>>>,
    /// By row; Black to move, of the last layer.
    black: Vec<Option<Box<[u8]>>>,
}

/// Which rows a layer has, ascending.
#[derive(Debug)]
struct Plan {
    pawns: u32,
    rows: Vec<u32>,
}

/// One layer, done.
#[derive(Clone, Copy, Debug)]
pub struct Layer<'a> {
    ranking: &'a Ranking,
    rows: &'a [u32],
    white: &'a [Option<Box<[u8]>>],
}

/// One row of a [`Layer`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row<'a> {
    /// White's pawns, one bit a cell.
    pub white: u32,
    /// White to move, a byte for each set of black pawns in their order.
    pub bytes: &'a [u8],
}

/// Below so many bytes a layer is not worth another thread.
const ALONE: u64 = 1 << 18;

/// By pawns, and then by steps left: the rows of each layer.
fn plan(ranking: &Ranking) -> Vec<Plan> {
    let columns = ranking.size().columns();
    let steps = |white| bits(white).map(|cell| cell / columns).sum::<u32>();
    let mut keys: Vec<(u32, u32, u32)> = (0..ranking.rows())
        .map(|row| {
            let white = ranking.white_pawns(row);
            (white.count_ones(), steps(white), row as u32)
        })
        .collect();
    keys.sort_unstable();
    keys.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1))
        .map(|layer| Plan { pawns: layer[0].0, rows: layer.iter().map(|key| key.2).collect() })
        .collect()
}

impl<'a> Layers<'a> {
    /// The pass over this numbering's rows, by so many threads (at least one).
    ///
    /// # Errors
    /// [`Refusal::OutOfMemory`] where it would take more than `memory` bytes.
    pub fn new(ranking: &'a Ranking, threads: usize, memory: u64) -> Result<Layers<'a>, Refusal> {
        let plan = plan(ranking);
        let bytes = peak(ranking, &plan) + Sweep::bytes(ranking);
        if bytes > memory {
            return Err(Refusal::OutOfMemory {
                asked: format!("the pass over {} positions of {}", ranking.len(), ranking.size()),
                bytes: bytes.into(),
            });
        }
        let empty = || (0..ranking.rows()).map(|_| None).collect();
        Ok(Layers {
            sweep: Sweep::new(ranking),
            threads: threads.max(1),
            plan,
            next: 0,
            white: empty(),
            black: empty(),
        })
    }

    /// The bytes of memory that the pass over this size takes at most.
    #[must_use]
    pub fn memory(ranking: &Ranking) -> u64 {
        peak(ranking, &plan(ranking)) + Sweep::bytes(ranking)
    }

    /// Works out the next layer; `None` after the last.
    pub fn advance(&mut self) -> Option<Layer<'_>> {
        let layer = self.plan.get(self.next)?;
        let done = self.rows(&layer.rows);
        if let Some(last) = self.next.checked_sub(1).map(|last| &self.plan[last]) {
            for &row in &last.rows {
                self.black[row as usize] = None;
            }
            if last.pawns < layer.pawns {
                // The rows of two pawns less are no longer asked for.
                for old in self.plan.iter().filter(|old| old.pawns + 2 == layer.pawns) {
                    for &row in &old.rows {
                        self.white[row as usize] = None;
                    }
                }
            } else if layer.pawns == self.sweep.ranking.size().columns() {
                for &row in &last.rows {
                    self.white[row as usize] = None;
                }
            }
        }
        for (&row, [white, black]) in layer.rows.iter().zip(done) {
            self.white[row as usize] = Some(white);
            self.black[row as usize] = Some(black);
        }
        self.next += 1;
        Some(Layer { ranking: self.sweep.ranking, rows: &layer.rows, white: &self.white })
    }

    /// The bytes of these rows, in their order.
    fn rows(&self, rows: &[u32]) -> Vec<[Box<[u8]>; 2]> {
        let one = |&row: &u32| {
            self.sweep.row(
                row as usize,
                |row| self.white[row].as_deref().expect("a capture leads to a row that is kept"),
                |row| self.black[row].as_deref().expect("a move leads to the last layer"),
            )
        };
        let ranking = self.sweep.ranking;
        let bytes: u64 = rows.iter().map(|&row| ranking.range(row as usize).len() as u64).sum();
        if self.threads == 1 || bytes < ALONE {
            return rows.iter().map(one).collect();
        }
        let next = AtomicUsize::new(0);
        let work = || {
            let mut done = Vec::new();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(row) = rows.get(at) else { return done };
                done.push((at, one(row)));
            }
        };
        let mut done = thread::scope(|scope| {
            let others: Vec<_> = (1..self.threads).map(|_| scope.spawn(work)).collect();
            let mut done = work();
            for other in others {
                done.extend(other.join().expect("a row is worked out without a panic"));
            }
            done
        });
        done.sort_unstable_by_key(|row| row.0);
        done.into_iter().map(|row| row.1).collect()
    }
}

impl<'a> Layer<'a> {
    /// The rows, ascending by White's pawns read as a number.
    pub fn rows(&self) -> impl Iterator<Item = Row<'a>> {
        let Layer { ranking, rows, white } = *self;
        rows.iter().map(move |&row| Row {
            white: ranking.white_pawns(row as usize),
            bytes: white[row as usize].as_deref().expect("a layer that is done is kept"),
        })
    }
}

/// The most bytes of rows that are kept at a time.
fn peak(ranking: &Ranking, plan: &[Plan]) -> u64 {
    let bytes = |layer: &Plan| {
        layer.rows.iter().map(|&row| ranking.range(row as usize).len() as u64).sum::<u64>()
    };
    let sizes: Vec<u64> = plan.iter().map(bytes).collect();
    let of_pawns = |pawns: u32| {
        let layers = plan.iter().zip(&sizes).filter(|(layer, _)| layer.pawns == pawns);
        layers.map(|(_, bytes)| bytes).sum::<u64>()
    };
    let most = ranking.size().columns();
    let mut peak = 0;
    for (at, layer) in plan.iter().enumerate() {
        let last = at.checked_sub(1).map_or(0, |last| sizes[last]);
        let fewer = layer.pawns.checked_sub(1).map_or(0, of_pawns);
        let same = if layer.pawns == most { last } else { of_pawns(layer.pawns) };
        peak = peak.max(fewer + same + last + 2 * sizes[at]);
    }
    peak
}

#[cfg(test)]
mod tests {
    use tesuji_core::Player;

    use super::super::{Table, remoteness};
    use super::*;

    #[test]
    fn layers_are_the_table_for_any_number_of_threads() {
        for size in ["1x3", "2x3", "4x3", "3x5", "4x4", "1x16", "3x6", "4x5"] {
            let table = Table::build(size.parse().unwrap()).unwrap();
            let ranking = table.ranking();
            for threads in [1, 3] {
                let mut layers = Layers::new(ranking, threads, u64::MAX).unwrap();
                let mut positions = 0;
                while let Some(layer) = layers.advance() {
                    for row in layer.rows() {
                        let first = ranking.rank(row.white, 0).unwrap();
                        for (rank, &byte) in (first..).zip(row.bytes) {
                            let plies = table.get(rank, Player::White).remoteness;
                            assert_eq!(plies, Some(remoteness(byte).into()));
                        }
                        positions += row.bytes.len() as u64;
                    }
                }
                assert_eq!(positions, ranking.len());
            }
        }
    }

    #[test]
    fn a_pass_that_does_not_fit_is_refused() {
        let ranking = Ranking::new("4x4".parse().unwrap());
        let bytes = Layers::memory(&ranking);
        assert!(Layers::new(&ranking, 1, bytes).is_ok());
        let refusal = Layers::new(&ranking, 1, bytes - 1).unwrap_err();
        assert!(matches!(refusal, Refusal::OutOfMemory { .. }), "{refusal}");
    }

    #[test]
    fn no_more_is_held_than_was_said() {
        for size in ["1x3", "2x3", "4x3", "3x5", "4x4", "1x16", "3x6", "5x4"] {
            let ranking = Ranking::new(size.parse().unwrap());
            let mut layers = Layers::new(&ranking, 1, u64::MAX).unwrap();
            let mut most = 0;
            loop {
                let rows = layers.white.iter().chain(&layers.black).flatten();
                let kept: usize = rows.map(|row| row.len()).sum();
                let Some(layer) = layers.advance() else { break };
                let made: usize = layer.rows().map(|row| row.bytes.len()).sum();
                most = most.max(kept as u64 + 2 * made as u64);
            }
            let said = Layers::memory(&ranking) - Sweep::bytes(&ranking);
            assert!(most <= said && said <= most * 6 / 5, "{size}: {most} of {said}");
        }
        for (size, bytes) in [("1x3", 83), ("4x4", 366_694), ("5x5", 130_469_175)] {
            let ranking = Ranking::new(size.parse().unwrap());
            assert_eq!(Layers::memory(&ranking), bytes, "{size}");
        }
    }
}
