//! The values of pursuit, from the solver's table.

use tesuji_core::Player;
use tesuji_core::pursuit::{Cell, Speeds};
use tesuji_solvers::pursuit::value::Table;

use super::{Options, Writer};
use crate::error::TableError;
use crate::numbering::pursuit::Pursuit;
use crate::numbering::{NEVER, Numbering, Value};

/// How many values are handed over at a time.
const BATCH: u64 = 1 << 16;

/// Hands all values over.
pub(super) fn values(
    numbers: &Pursuit,
    options: Options,
    writer: &mut Writer<'_>,
) -> Result<(), TableError> {
    let board = numbers.size();
    let speeds = Speeds { white: board.white as _, black: board.black as _ };
    let memory = options.memory.saturating_sub(writer.memory());
    let table = Table::within(board.n as _, speeds, memory)?;
    let mut cursor = numbers.cursor(0);
    for first in (0..numbers.slots()).step_by(BATCH as usize) {
        let count = BATCH.min(numbers.slots() - first);
        writer.push((0..count).map(|_| {
            let cell =
                |(row, column): (u32, u32)| Cell { row: (row + 1) as _, column: (column + 1) as _ };
            let answer = table.answer(cell(cursor.white), cell(cursor.black), Player::White);
            numbers.advance(&mut cursor);
            answer.remoteness.map_or(NEVER, |plies| plies as Value)
        }))?;
    }
    Ok(())
}
