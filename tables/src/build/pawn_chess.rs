//! The values of pawn chess, layer by layer.

use tesuji_solvers::pawn_chess::table::{Layers, Ranking, remoteness};

use super::{Options, Writer};
use crate::error::TableError;
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
        for row in layer.rows() {
            // The others are mirror images of rows that are stored.
            if numbers.row(next) != Some(row.white) {
                continue;
            }
            match numbers.stored(next) {
                None => writer.push(row.bytes.iter().map(|&byte| remoteness(byte).into()))?,
                Some(places) => {
                    let value = |place: u32| remoteness(row.bytes[place as usize]).into();
                    writer.push(places.map(value))?;
                }
            }
            next += 1;
        }
    }
    assert!(numbers.row(next).is_none(), "the solver has every row that is stored");
    Ok(())
}
