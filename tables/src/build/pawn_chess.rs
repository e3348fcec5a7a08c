//! The values of pawn chess, layer by layer.

use tesuji_solvers::pawn_chess::table::{Layers, Ranking, remoteness};

use super::{Options, Writer, fill_from};
use crate::error::TableError;
use crate::numbering::Value;
use crate::numbering::pawn_chess::PawnChess;

/// Hands all values over.
pub(super) fn values(
    numbers: &PawnChess,
    options: Options,
    writer: &mut Writer<'_>,
) -> Result<(), TableError> {
    let ranking = Ranking::new(numbers.size());
    let memory = options.memory.saturating_sub(writer.memory());
    let mut layers = Layers::new(&ranking, options.threads, memory)?;
    let mut next = 0;
    while let Some(layer) = layers.advance() {
        let begin = next;
        let mut rows = Vec::new();
        for row in layer.rows() {
            // The others are mirror images of rows that are stored.
            if numbers.row(next) == Some(row.white) {
                rows.push(row.bytes);
                next += 1;
            }
        }
        writer.fill(numbers.start(next) - numbers.start(begin), |slot, places| {
            copy(numbers, |row| rows[row - begin], slot, places);
        })?;
    }
    assert!(numbers.row(next).is_none(), "the solver has every row that is stored");
    Ok(())
}

/// Copies the values from this slot on; `bytes` has those of each row.
fn copy<'a>(
    numbers: &PawnChess,
    bytes: impl Fn(usize) -> &'a [u8],
    slot: u64,
    mut places: &mut [Value],
) {
    let (mut row, mut before) = numbers.row_at(slot);
    while !places.is_empty() {
        let bytes = bytes(row);
        let stored = numbers.stored(row).map(|places| places.map(|at| at as usize));
        let filled = fill_from(places, bytes, stored, before, |byte| remoteness(byte).into());
        places = &mut places[filled..];
        (row, before) = (row + 1, 0);
    }
}
