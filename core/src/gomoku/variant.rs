//! What is played: the rule, the board's size and the length that wins.

use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use super::{MAX_K, MAX_SIDE, MIN_K, MIN_SIDE};
use crate::ParseError;
use crate::text::Cursor;

/// Which rows win and which moves are forbidden; the table stands on
/// [the game's page](super).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Rule {
    /// `k` or more win, for both.
    #[default]
    Freestyle,
    /// Exactly `k` win, for both.
    Standard,
    /// Black wins with exactly `k` and has forbidden points; White wins with
    /// `k` or more.
    Renju,
    /// Black wins with exactly `k`, White with `k` or more; nothing is
    /// forbidden.
    Hybrid,
    /// `k` not blocked at both ends, or more than `k`, win, for both.
    Caro,
    /// Exactly `k`, not blocked at both ends, win, for both.
    CaroExact,
}

impl Rule {
    /// All six.
    pub const ALL: [Rule; 6] =
        [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Hybrid, Rule::Caro, Rule::CaroExact];

    /// The name in text and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Freestyle => "freestyle",
            Rule::Standard => "standard",
            Rule::Renju => "renju",
            Rule::Hybrid => "hybrid",
            Rule::Caro => "caro",
            Rule::CaroExact => "caro-exact",
        }
    }

    /// Whether some points are forbidden to Black.
    #[must_use]
    pub const fn forbids(self) -> bool {
        matches!(self, Rule::Renju)
    }
}

impl Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Rule {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut cursor = Cursor::new(text);
        let rule = Rule::read(&mut cursor)?;
        cursor.end()?;
        Ok(rule)
    }
}

impl Rule {
    /// Reads a rule's name, which a blank, a colon or the end follows.
    fn read(cursor: &mut Cursor<'_>) -> Result<Rule, ParseError> {
        let rest = cursor.rest();
        let end = rest.find([' ', '\t', '\n', '\r', ':']).unwrap_or(rest.len());
        let rule =
            Rule::ALL.into_iter().find(|rule| rule.name() == &rest[..end]).ok_or_else(|| {
                cursor.expected("one of freestyle, standard, renju, hybrid, caro and caro-exact")
            })?;
        for _ in rule.name().chars() {
            cursor.next();
        }
        Ok(rule)
    }
}

/// A rule on a board: size, winning length and [`Rule`].
///
/// The text is `15x15 renju k5`, width first; reading takes it without `k5`
/// too. The default is freestyle five on 15x15.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Variant {
    width: u8,
    height: u8,
    k: u8,
    rule: Rule,
}

impl Variant {
    /// `width` by `height`, `k` in a row.
    ///
    /// Renju is five in a row. For other lengths its rules say nothing, and
    /// read with `k - 1` for four they cannot be worked out: where `k` is 3 or
    /// 4 a lone stone or a pair is a three already, and whether a point is
    /// forbidden hangs on the whole board.
    ///
    /// # Errors
    /// Where a side is not 3 to 30 or `k` not 3 to 6, or not 5 under renju. A
    /// board too small for any row of `k` is fine: it ends in a draw.
    pub const fn new(width: u8, height: u8, k: u8, rule: Rule) -> Result<Variant, VariantError> {
        if width < MIN_SIDE || width > MAX_SIDE {
            Err(VariantError::Side(width))
        } else if height < MIN_SIDE || height > MAX_SIDE {
            Err(VariantError::Side(height))
        } else if k < MIN_K || k > MAX_K {
            Err(VariantError::K(k))
        } else if rule.forbids() && k != 5 {
            Err(VariantError::RenjuK(k))
        } else {
            Ok(Variant { width, height, k, rule })
        }
    }

    /// Five in a row on 15x15 under this rule.
    #[must_use]
    pub const fn standard_size(rule: Rule) -> Variant {
        Variant { width: 15, height: 15, k: 5, rule }
    }

    /// The number of columns.
    #[must_use]
    pub const fn width(self) -> u8 {
        self.width
    }

    /// The number of rows.
    #[must_use]
    pub const fn height(self) -> u8 {
        self.height
    }

    /// The length that wins.
    #[must_use]
    pub const fn k(self) -> u8 {
        self.k
    }

    /// The rule.
    #[must_use]
    pub const fn rule(self) -> Rule {
        self.rule
    }

    /// The number of cells, at most 900.
    #[must_use]
    pub const fn area(self) -> u16 {
        self.width as u16 * self.height as u16
    }

    /// Whether the cell lies on the board.
    #[must_use]
    pub const fn contains(self, cell: super::Cell) -> bool {
        cell.column() < self.width && cell.row() < self.height
    }

    /// Every cell, ascending.
    pub fn cells(self) -> impl Iterator<Item = super::Cell> {
        (0..self.width).flat_map(move |column| {
            (0..self.height).filter_map(move |row| super::Cell::new(column, row))
        })
    }

    /// Reads `15x15 renju k5` or `15x15 renju`.
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Variant, ParseError> {
        let width = small_number(cursor, "a number of columns", MIN_SIDE, MAX_SIDE)?;
        if !cursor.eat('x') {
            return Err(cursor.expected("x between the sides"));
        }
        let height = small_number(cursor, "a number of rows", MIN_SIDE, MAX_SIDE)?;
        cursor.skip_blanks();
        let rule = Rule::read(cursor)?;
        cursor.skip_blanks();
        let start = cursor.clone();
        let k = if cursor.eat('k') {
            small_number(cursor, "a winning length", MIN_K, MAX_K)?
        } else {
            5
        };
        Variant::new(width, height, k, rule).map_err(|error| start.rule(error.to_string()))
    }
}

/// Digits that end where the digits end, unlike [`Cursor::number`]'s word.
fn small_number(cursor: &mut Cursor<'_>, what: &str, low: u8, high: u8) -> Result<u8, ParseError> {
    let rest = cursor.rest();
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    match rest[..end].parse::<u8>() {
        Ok(number) if (low..=high).contains(&number) && !rest.starts_with('0') => {
            for _ in 0..end {
                cursor.next();
            }
            Ok(number)
        }
        _ => Err(cursor.expected(format!("{what} from {low} to {high}"))),
    }
}

impl Default for Variant {
    fn default() -> Self {
        Variant::standard_size(Rule::Freestyle)
    }
}

impl Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{} {} k{}", self.width, self.height, self.rule, self.k)
    }
}

impl FromStr for Variant {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut cursor = Cursor::new(text);
        let variant = Variant::read(&mut cursor)?;
        cursor.end()?;
        Ok(variant)
    }
}

/// Why there is no such board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariantError {
    /// This side is not 3 to 30.
    Side(u8),
    /// This winning length is not 3 to 6.
    K(u8),
    /// Renju is five in a row and not this.
    RenjuK(u8),
}

impl Display for VariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VariantError::Side(side) => {
                write!(f, "a side of {side} is not within {MIN_SIDE} to {MAX_SIDE}")
            }
            VariantError::K(k) => write!(f, "{k} in a row is not within {MIN_K} to {MAX_K}"),
            VariantError::RenjuK(k) => write!(f, "renju is five in a row, not {k}"),
        }
    }
}

impl Error for VariantError {}
