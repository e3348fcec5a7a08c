//! The values of sliding four, from the solver's table.

use tesuji_solvers::sliding_four::table::Large;

use super::{Options, Writer};
use crate::error::TableError;
use crate::numbering::sliding_four::{Pieces, SlidingFour, of_byte};

/// Hands all values over.
pub(super) fn values(
    numbers: &SlidingFour,
    options: Options,
    writer: &mut Writer<'_>,
) -> Result<(), TableError> {
    let Pieces { shape, white, black } = numbers.pieces();
    let memory = options.memory.saturating_sub(writer.memory());
    let table = Large::new(shape, white, black, memory)?;
    for (blanks, own, places) in (0..).map_while(|row| numbers.row(row)) {
        let bytes = table.row(own, blanks);
        match places {
            None => writer.push(bytes.iter().map(|&byte| of_byte(byte)))?,
            Some(places) => writer.push(places.map(|place| of_byte(bytes[place])))?,
        }
    }
    Ok(())
}
