//! What the values of a table are, counted: as rows, CSV and a picture.

mod svg;

use std::fmt::Write;

use tesuji_core::Player;

use crate::ask::Told;
use crate::error::TableError;
use crate::numbering::Value;
use crate::rules::Rules;
use crate::spec::{Spec, with};
use crate::table::Table;

/// The positions of one value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The value, seen by the side to move.
    pub value: Value,
    /// What it is for the side to move.
    pub outcome: Outcome,
    /// Plies, or steps to the goal; none where there is no end.
    pub remoteness: Option<u32>,
    /// Positions.
    pub positions: u64,
    /// Positions up to symmetry.
    pub slots: u64,
    /// The first that has the value, on one line.
    pub example: String,
}

/// What a value is for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Outcome {
    /// It wins.
    Win,
    /// It loses.
    Lose,
    /// Neither side can force a win.
    Draw,
    /// The goal can be reached.
    Solved,
    /// The goal cannot be reached.
    Unsolvable,
}

impl Outcome {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Win => "win",
            Outcome::Lose => "lose",
            Outcome::Draw => "draw",
            Outcome::Solved => "solved",
            Outcome::Unsolvable => "unsolvable",
        }
    }

    fn of(spec: &Spec, value: Value) -> Outcome {
        let told = Told::new(spec, value, Player::White);
        match (spec.is_puzzle(), told.remoteness(), told.winner()) {
            (true, Some(_), _) => Outcome::Solved,
            (true, None, _) => Outcome::Unsolvable,
            (false, _, None) => Outcome::Draw,
            (false, _, Some(Player::White)) => Outcome::Win,
            (false, _, Some(Player::Black)) => Outcome::Lose,
        }
    }
}

/// The statistics that the file states, with examples: by outcome, and then by
/// remoteness.
///
/// # Errors
/// [`TableError::Malformed`] where an example is no slot of the table.
pub fn rows(table: &Table) -> Result<Vec<Row>, TableError> {
    let spec = table.spec();
    let row = |bin: &crate::Bin| {
        let told = Told::new(&spec, bin.value, Player::White);
        Ok(Row {
            value: bin.value,
            outcome: Outcome::of(&spec, bin.value),
            remoteness: told.remoteness(),
            positions: bin.positions,
            slots: bin.slots,
            example: table.position(bin.example)?,
        })
    };
    let mut rows: Vec<Row> = table.bins().iter().map(row).collect::<Result<_, TableError>>()?;
    rows.sort_by_key(|row| (row.outcome, row.value));
    Ok(rows)
}

impl Table {
    /// The position of a slot, on one line.
    ///
    /// # Errors
    /// [`TableError::Position`] where there is no such slot.
    pub fn position(&self, slot: u64) -> Result<String, TableError> {
        if slot >= self.slots() {
            let slots = self.slots();
            return Err(TableError::Position(format!("slot {slot} of {slots}")));
        }
        Ok(with!(&self.numbers, numbers => position(numbers, slot)))
    }
}

fn position<R: Rules>(rules: &R, slot: u64) -> String {
    rules.board(&rules.cursor(slot)).to_string()
}

/// The rows as CSV, a header line first.
#[must_use]
pub fn csv(rows: &[Row]) -> String {
    let mut text = "outcome,remoteness,positions,positions_up_to_symmetry,example\n".to_owned();
    for row in rows {
        let remoteness = row.remoteness.map(|plies| plies.to_string()).unwrap_or_default();
        let Row { positions, slots, example, .. } = row;
        let name = row.outcome.name();
        writeln!(text, "{name},{remoteness},{positions},{slots},{example}")
            .expect("a string takes all that is written");
    }
    text
}

/// The rows as a picture: a bar for each remoteness, on a logarithmic scale.
#[must_use]
pub fn svg(spec: &Spec, rows: &[Row]) -> String {
    svg::draw(&spec.to_string(), rows)
}
