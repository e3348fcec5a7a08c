//! The values of pursuit, from the solver's table.

use tesuji_core::Player;
use tesuji_core::pursuit::{Cell, Speeds};
use tesuji_solvers::pursuit::value::Table;

use super::{Options, Writer};
use crate::error::TableError;
use crate::numbering::pursuit::Pursuit;
use crate::numbering::{NEVER, Numbering, Value};

/// Hands all values over.
pub(super) fn values(
    numbers: &Pursuit,
    options: Options,
    writer: &mut Writer<'_>,
) -> Result<(), TableError> {
    let board = numbers.size();
    let speeds = Speeds { white: board.white as _, black: board.black as _ };
    let memory = options.memory.saturating_sub(writer.memory());
    let table = Table::within(board.n as _, speeds, options.threads, memory)?;
    writer.fill(numbers.slots(), |slot, places| {
        let cell =
            |(row, column): (u32, u32)| Cell { row: (row + 1) as _, column: (column + 1) as _ };
        let mut cursor = numbers.cursor(slot);
        for place in places {
            let answer = table.answer(cell(cursor.white), cell(cursor.black), Player::White);
            *place = answer.remoteness.map_or(NEVER, |plies| plies as Value);
            numbers.advance(&mut cursor);
        }
    })
}
