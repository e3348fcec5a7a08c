//! Game records in SGF, as gomoku programs write them.
//!
//! SGF (Smart Game Format, FF\[4\], <https://www.red-bean.com/sgf/>) leaves open
//! how gomoku's moves are written. Both ways that are met are read: `hh`, two
//! letters, the column from the left and the row from the **top**, `a` to `z`
//! and then `A` on, as in go; and `h8`, as players write it. Writing gives the
//! first.
//!
//! What is read is the main line of the first game: of variations the first.
//! The board's size is `SZ`, the rule `RU` where it names one; elsewhere the
//! caller says what is played. `GM` other than 4, stones that are set up, passes
//! and two moves in a row of one side are refused. All other properties are
//! skipped. Variations may nest as deeply as memory holds. [`Variations`] writes
//! what branches.

mod branches;
mod variations;

use std::fmt::Write;

pub use branches::branches;
pub use variations::Variations;

use super::{Cell, Rule, Variant, naive, text};
use crate::text::Cursor;
use crate::{ParseError, Player};

/// A game: what is played, and the moves in turn, Black first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Size, length and rule.
    pub variant: Variant,
    /// The moves. All of them are legal, and none follows the end.
    pub moves: Vec<Cell>,
}

/// Whether a text looks like SGF: it begins, after white space, with `(`.
#[must_use]
pub fn looks_like(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with('(')
}

/// Reads the main line of the first game.
///
/// `variant` is what is played where the record does not say it; `rule`, where
/// given, is the rule whatever it says.
///
/// # Errors
/// At the first character of what is wrong: what is no SGF, a property of the
/// kinds above, a cell off the board or taken, a move after the end of the game
/// or forbidden by renju.
pub fn read(record: &str, variant: Variant, rule: Option<Rule>) -> Result<Record, ParseError> {
    let mut cursor = Cursor::new(record);
    cursor.eat('\u{feff}');
    cursor.skip_white();
    if !cursor.eat('(') {
        return Err(cursor.expected("( at the start of a game"));
    }
    let mut reader = Reader {
        rule,
        variant: with_rule(variant, rule.unwrap_or(variant.rule())),
        moves: Vec::new(),
    };
    // For each open tree: whether it lies on the main line, and whether it has
    // had a variation.
    let mut open = vec![(true, false)];
    let mut nodes = false;
    loop {
        cursor.skip_white();
        let Some(&(main, _)) = open.last() else { break };
        match cursor.peek() {
            Some('(') => {
                let first =
                    open.last_mut().is_some_and(|tree| !std::mem::replace(&mut tree.1, true));
                open.push((main && first, false));
                cursor.next();
            }
            Some(')') => {
                if !nodes {
                    return Err(cursor.expected("; before the first node"));
                }
                open.pop();
                cursor.next();
            }
            Some(';') => {
                nodes = true;
                cursor.next();
            }
            Some(c) if c.is_ascii_alphabetic() && nodes => {
                property(&mut cursor, &mut reader, main)?;
            }
            _ => return Err(cursor.expected("one of ; ( ) and a property")),
        }
    }
    let Reader { variant, moves, .. } = reader;
    let mut board = naive::Board::new(variant);
    for (cell, place) in &moves {
        text::play(&mut board, *cell, place)?;
    }
    Ok(Record { variant, moves: moves.into_iter().map(|(cell, _)| cell).collect() })
}

/// Writes a record; reading it gives the same. `result` is the property `RE`,
/// such as `B+`, and may be empty.
#[must_use]
pub fn write(record: &Record, result: &str) -> String {
    let variant = record.variant;
    let (width, height) = (variant.width(), variant.height());
    let size = if width == height { width.to_string() } else { format!("{width}:{height}") };
    let mut text = format!("(;FF[4]GM[4]SZ[{size}]RU[{}]", variant.rule());
    if !result.is_empty() {
        let escaped = result.replace('\\', "\\\\").replace(']', "\\]");
        write!(text, "RE[{escaped}]").expect("a string takes everything");
    }
    for (ply, cell) in record.moves.iter().enumerate() {
        let side = if ply % 2 == 0 { 'B' } else { 'W' };
        let (column, row) = (letter(cell.column()), letter(height - 1 - cell.row()));
        write!(text, "\n;{side}[{column}{row}]").expect("a string takes everything");
    }
    text.push_str(")\n");
    text
}

fn letter(number: u8) -> char {
    char::from(if number < 26 { b'a' + number } else { b'A' + (number - 26) })
}

fn number_of(letter: char) -> Option<u8> {
    match letter {
        'a'..='z' => Some(letter as u8 - b'a'),
        'A'..='Z' => Some(letter as u8 - b'A' + 26),
        _ => None,
    }
}

fn with_rule(variant: Variant, rule: Rule) -> Variant {
    Variant::new(variant.width(), variant.height(), variant.k(), rule).unwrap_or(variant)
}

struct Reader<'a> {
    /// The rule that the caller insists on.
    rule: Option<Rule>,
    variant: Variant,
    /// With where each stands.
    moves: Vec<(Cell, Cursor<'a>)>,
}

/// Reads a property and its values; what is not on the main line says nothing.
fn property<'a>(
    cursor: &mut Cursor<'a>,
    reader: &mut Reader<'a>,
    main: bool,
) -> Result<(), ParseError> {
    let start = cursor.clone();
    let mut name = String::new();
    while let Some(c) = cursor.peek().filter(char::is_ascii_alphabetic) {
        // FF[3] and before put small letters between.
        if c.is_ascii_uppercase() && name.len() <= 2 {
            name.push(c);
        }
        cursor.next();
    }
    cursor.skip_white();
    if cursor.peek() != Some('[') {
        return Err(cursor.expected("[ after a property's name"));
    }
    while cursor.eat('[') {
        let place = cursor.clone();
        let value = value(cursor)?;
        if main {
            reader.take(&name, value.trim(), &start, &place)?;
        }
        cursor.skip_white();
    }
    Ok(())
}

/// The rest of a value, up to its bracket, without its escapes.
fn value(cursor: &mut Cursor<'_>) -> Result<String, ParseError> {
    let mut value = String::new();
    loop {
        match cursor.next() {
            Some(']') => return Ok(value),
            Some('\\') => value.extend(cursor.next().filter(|&c| c != '\n')),
            Some(c) => value.push(c),
            None => return Err(cursor.expected("] at the end of a value")),
        }
    }
}

impl<'a> Reader<'a> {
    fn take(
        &mut self,
        name: &str,
        value: &str,
        property: &Cursor<'a>,
        place: &Cursor<'a>,
    ) -> Result<(), ParseError> {
        match name {
            "GM" if value != "4" => Err(place.rule("GM is 4 for gomoku and renju")),
            "SZ" => self.resize(value, place),
            "RU" => {
                let named = value.to_ascii_lowercase().parse();
                if let (None, Ok(rule)) = (self.rule, named) {
                    self.variant = with_rule(self.variant, rule);
                }
                Ok(())
            }
            "AB" | "AW" | "AE" => Err(property.rule("stones that are set up are not read")),
            "B" | "W" => {
                let player = if name == "B" { Player::Black } else { Player::White };
                let turn = [Player::Black, Player::White][self.moves.len() % 2];
                if player != turn {
                    return Err(property.rule(format!("{turn} is to move")));
                }
                let cell = self.cell(value, place)?;
                self.moves.push((cell, place.clone()));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn resize(&mut self, value: &str, place: &Cursor<'a>) -> Result<(), ParseError> {
        if !self.moves.is_empty() {
            return Err(place.rule("the size comes before the first move"));
        }
        let (columns, rows) = value.split_once(':').unwrap_or((value, value));
        let side = |text: &str| text.trim().parse::<u8>().ok();
        let variant = side(columns).zip(side(rows)).and_then(|(columns, rows)| {
            Variant::new(columns, rows, self.variant.k(), self.variant.rule()).ok()
        });
        self.variant =
            variant.ok_or_else(|| place.rule("a size is 3 to 30, or two such, 20:15"))?;
        Ok(())
    }

    fn cell(&self, value: &str, place: &Cursor<'a>) -> Result<Cell, ParseError> {
        let (width, height) = (self.variant.width(), self.variant.height());
        let chars: Vec<char> = value.chars().collect();
        if let [column, row] = chars[..]
            && let (Some(column), Some(row)) = (number_of(column), number_of(row))
        {
            let cell = height.checked_sub(row + 1).and_then(|row| Cell::new(column, row));
            return cell.filter(|&cell| self.variant.contains(cell)).ok_or_else(|| {
                place.rule(format!("{value} is off the board of {width}x{height}"))
            });
        }
        if chars.is_empty() {
            return Err(place.rule("a pass is no move of gomoku"));
        }
        let cell: Option<Cell> = value.parse().ok();
        let cell = cell.ok_or_else(|| place.expected("a move such as hh or h8"))?;
        if !self.variant.contains(cell) {
            return Err(place.rule(format!("{cell} is off the board of {width}x{height}")));
        }
        Ok(cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Result<String, String> {
        let record = read(text, Variant::default(), None).map_err(|error| error.to_string())?;
        Ok(record.moves.iter().map(Cell::to_string).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn both_ways_to_write_a_move_are_read() {
        assert_eq!(moves("(;GM[4]SZ[15];B[hh];W[ii])"), Ok("h8 i7".into()));
        assert_eq!(moves("(;GM[4]SZ[15];B[h8];W[I7])"), Ok("h8 i7".into()));
        assert_eq!(moves(" (\n; SZ [ 15 ]\r\n;B[aa]\n\n;W [o1])"), Ok("a15 o1".into()));
        let large = read("(;SZ[30:28];B[DA];W[zB])", Variant::default(), None).unwrap();
        assert_eq!(large.moves.iter().map(Cell::to_string).collect::<Vec<_>>(), ["ad2", "z1"]);
        assert_eq!((large.variant.width(), large.variant.height()), (30, 28));
    }

    #[test]
    fn the_main_line_is_the_first_of_all_variations() {
        let text = "(;C[a \\] bracket (;B\\[x\\])]PB[x];B[hh](;W[ii](;B[jj])(;B[jk];W[aa]))(;W[gg]))(;B[aa])";
        assert_eq!(moves(text), Ok("h8 i7 j6".into()));
        assert_eq!(moves("(;AP[x](;B[hh])(;AB[aa];GM[1]))"), Ok("h8".into()));
        let deep = format!("{}{}{}", "(;".repeat(100_000), "B[hh]", ")".repeat(100_000));
        assert_eq!(moves(&deep), Ok("h8".into()));
        assert!(moves(&"(;".repeat(100_000)).is_err());
    }

    #[test]
    fn a_refusal_says_where() {
        let why = |text| moves(text).unwrap_err();
        assert_eq!(why("h8"), "line 1, column 1: expected ( at the start of a game, found \"h8\"");
        assert!(why("(;B[hh]\n;W[hh])").starts_with("line 2, column 4: h8 is taken"));
        assert!(why("(;GM[1];B[hh])").starts_with("line 1, column 6: GM is 4"));
        assert!(why("(;B[hh];B[ii])").starts_with("line 1, column 9: white is to move"));
        assert!(why("(;AB[hh])").starts_with("line 1, column 3: stones"));
        assert!(why("(;B[])").contains("a pass"));
        assert!(why("(;B[pp])").contains("off the board"));
        assert!(why("(;B[p1])").contains("off the board"));
        assert!(why("(;B[hhh])").contains("such as hh or h8"));
        assert!(why("(;SZ[31])").contains("3 to 30"));
        assert!(why("(;B[hh").contains("] at the end of a value"));
        assert!(why("(;B[hh]").contains("one of ; ( )"));
        assert!(why("()").contains("; before"));
        assert!(why("(B[hh])").contains("one of ; ( )"));
        assert!(why("(;B)").contains("[ after"));
        let after = "(;B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea];W[eb])";
        assert!(why(after).contains("after the end of the game: black wins"));
    }

    #[test]
    fn the_rule_is_the_callers_or_the_records() {
        let rule = |text, rule| read(text, Variant::default(), rule).unwrap().variant.rule();
        assert_eq!(rule("(;RU[Renju])", None), Rule::Renju);
        assert_eq!(rule("(;RU[Renju])", Some(Rule::Caro)), Rule::Caro);
        assert_eq!(rule("(;RU[swap2])", None), Rule::Freestyle);
        let foul = "(;RU[renju];B[g8];W[a1];B[h9];W[c1];B[h10];W[e1];B[i8];W[g1];B[h8])";
        assert!(moves(foul).unwrap_err().contains("h8 is forbidden: double-three"));
        assert!(read(foul, Variant::default(), Some(Rule::Freestyle)).is_ok());
    }

    #[test]
    fn what_is_written_is_read() {
        for (width, height, rule) in [(15, 15, Rule::Renju), (30, 28, Rule::CaroExact)] {
            let variant = Variant::new(width, height, 5, rule).expect("a board");
            let corners = [(0, 0), (width - 1, 0), (width - 1, height - 1), (7, 7)];
            let moves = corners.map(|(column, row)| Cell::new(column, row).expect("a cell"));
            let record = Record { variant, moves: moves.to_vec() };
            let text = write(&record, "B+[x\\");
            assert_eq!(read(&text, Variant::default(), None), Ok(record), "{text}");
        }
    }
}
