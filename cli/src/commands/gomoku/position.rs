//! The position of every command, and what is played where it does not say.

use std::str::FromStr;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use tesuji_core::gomoku::naive::Board;
use tesuji_core::gomoku::{Cell, MAX_SIDE, MIN_SIDE, Rule, Variant, VariantError};
use tesuji_core::text::Cursor;
use tesuji_core::{ParseError, Player};

use super::Format;
use crate::failure::Failure;

/// What every command takes.
#[derive(Args, Debug)]
pub(super) struct PositionArgs {
    /// The position on one line; `-` reads one a line from standard input
    #[arg(value_name = "POSITION")]
    pub(super) text: String,

    #[command(flatten)]
    played: VariantArgs,

    /// The side to move, whatever the position says or its counts would tell
    #[arg(long, value_name = "SIDE", value_parser = side())]
    pub(super) to_move: Option<Player>,

    /// What to write
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub(super) format: Format,
}

impl PositionArgs {
    /// What is played by positions that do not say it.
    ///
    /// # Errors
    /// As [`VariantArgs::variant`].
    pub(super) fn variant(&self, usual: Rule) -> Result<Variant, Failure> {
        self.played.variant(usual)
    }
}

/// What is played.
#[derive(Args, Debug)]
pub(super) struct VariantArgs {
    /// What wins and what is forbidden [default: freestyle; forbidden: renju; prove: hybrid]
    #[arg(long, value_name = "RULE", value_parser = rule())]
    pub(super) rule: Option<Rule>,

    /// Columns and rows, or both in one number, each from 3 to 30
    #[arg(long, value_name = "N|WxH", default_value = "15")]
    size: BoardSize,

    /// Stones in a row that win
    #[arg(long, value_name = "K", default_value_t = 5, value_parser = clap::value_parser!(u8).range(3..=6))]
    line: u8,
}

impl VariantArgs {
    /// The variant; `usual` is the rule where none is given.
    ///
    /// # Errors
    /// Options that name no game together, such as renju with four in a row.
    pub(super) fn variant(&self, usual: Rule) -> Result<Variant, Failure> {
        let BoardSize { columns, rows } = self.size;
        Variant::new(columns, rows, self.line, self.rule.unwrap_or(usual)).map_err(|error| {
            let option = match error {
                VariantError::Side(_) => "--size",
                VariantError::K(_) | VariantError::RenjuK(_) => "--line",
            };
            Failure::message(format!("{option}: {error}"))
        })
    }
}

fn rule() -> impl TypedValueParser<Value = Rule> {
    PossibleValuesParser::new(Rule::ALL.map(Rule::name)).try_map(|name| name.parse::<Rule>())
}

pub(super) fn side() -> impl TypedValueParser<Value = Player> {
    let names = [PossibleValue::new("black").alias("b"), PossibleValue::new("white").alias("w")];
    PossibleValuesParser::new(names).map(|name| match name.as_str() {
        "black" | "b" => Player::Black,
        _ => Player::White,
    })
}

/// Columns and rows, as `--size` gives them: `19` or `20x15`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct BoardSize {
    columns: u8,
    rows: u8,
}

impl FromStr for BoardSize {
    type Err = String;

    fn from_str(text: &str) -> Result<BoardSize, String> {
        let side = |digits: &str| {
            let good = (1..=2).contains(&digits.len())
                && digits.bytes().all(|b| b.is_ascii_digit())
                && !digits.starts_with('0');
            let side = good.then(|| digits.parse::<u8>().ok()).flatten();
            side.filter(|side| (MIN_SIDE..=MAX_SIDE).contains(side))
        };
        let (columns, rows) = text.split_once('x').unwrap_or((text, text));
        match (side(columns), side(rows)) {
            (Some(columns), Some(rows)) => Ok(BoardSize { columns, rows }),
            _ => Err(format!(
                "expected a number or columns x rows, such as 19 or 20x15, each from {MIN_SIDE} \
                 to {MAX_SIDE}"
            )),
        }
    }
}

/// A position that something is asked of.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    /// Its line in the input, from 1; 1 also where there is but one.
    pub(super) number: usize,
    pub(super) board: Board,
    /// The last move, where the position is written as moves.
    pub(super) last: Option<Cell>,
}

/// The text of a line of input.
///
/// # Errors
/// Where the bytes are no UTF-8.
pub(super) fn text_of(bytes: &[u8]) -> Result<&str, ParseError> {
    Ok(Cursor::from_bytes(bytes)?.rest())
}

/// The last move of a position that has been read: its last cell, if it is
/// written as moves.
pub(super) fn last_move(text: &str) -> Option<Cell> {
    let moves = text.rsplit(':').next().filter(|_| !text.contains('|'))?.trim_end();
    let letters = moves.trim_end_matches(|c: char| c.is_ascii_digit());
    let before = letters.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    moves[before.len()..].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_one_number_or_two() {
        assert_eq!("19".parse(), Ok(BoardSize { columns: 19, rows: 19 }));
        assert_eq!("30x3".parse(), Ok(BoardSize { columns: 30, rows: 3 }));
        for bad in ["", "2", "31", "x", "15x", "x15", "15x15x15", "15X15", "+15", "015", "15 x 15"]
        {
            assert!(bad.parse::<BoardSize>().is_err(), "{bad}");
        }
    }

    #[test]
    fn the_last_move_is_the_last_cell_of_a_list_of_moves() {
        let last = |text: &str| last_move(text).map(|cell| cell.to_string());
        assert_eq!(last("h8g7f6").as_deref(), Some("f6"));
        assert_eq!(last(" h8 G7\t").as_deref(), Some("g7"));
        assert_eq!(last("30x30 freestyle: a1ad30").as_deref(), Some("ad30"));
        for none in ["", "  ", "15x15 renju:", "15x15 renju k5: ", "h8 | g7", "h8 | g7 w"] {
            assert_eq!(last(none), None, "{none:?}");
        }
    }
}
