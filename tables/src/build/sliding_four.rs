//! The values of sliding four, from the solver's table.

use tesuji_solvers::sliding_four::table::Large;

use super::{Options, Writer, fill_from};
use crate::error::TableError;
use crate::numbering::Numbering;
use crate::numbering::sliding_four::{Pieces, SlidingFour, of_byte};

/// Hands all values over.
pub(super) fn values(
    numbers: &SlidingFour,
    options: Options,
    writer: &mut Writer<'_>,
) -> Result<(), TableError> {
    let Pieces { shape, white, black } = numbers.pieces();
    let memory = options.memory.saturating_sub(writer.memory());
    let table = Large::new(shape, white, black, options.threads, memory)?;
    writer.fill(numbers.slots(), |slot, mut places| {
        let (mut row, mut before) = numbers.row_at(slot);
        while let Some((blanks, own, stored)) = numbers.row(row).filter(|_| !places.is_empty()) {
            let bytes = table.row(own, blanks);
            let filled = fill_from(places, bytes, stored, before, of_byte);
            places = &mut places[filled..];
            (row, before) = (row + 1, 0);
        }
    })
}
