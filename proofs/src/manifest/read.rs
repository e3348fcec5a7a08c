//! The text of a manifest.

use std::str::FromStr;

use tesuji_core::gomoku::{Cell, Variant, text};
use tesuji_core::text::Cursor;
use tesuji_core::{ParseError, Player};

use super::{Entry, Manifest};

/// The first line.
pub(super) const TITLE: &str = "tesuji manifest 1";

/// Skips lines that say nothing; whether there is another one.
fn next_line(cursor: &mut Cursor<'_>) -> bool {
    loop {
        cursor.skip_white();
        if cursor.peek() != Some('#') {
            return cursor.peek().is_some();
        }
        rest_of_line(cursor);
    }
}

/// The rest of the line, without its end.
fn rest_of_line<'a>(cursor: &mut Cursor<'a>) -> &'a str {
    let rest = cursor.rest();
    let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
    while cursor.rest().len() > rest.len() - end {
        cursor.next();
    }
    &rest[..end]
}

/// Takes a line's first word, which must be this.
fn keyword(cursor: &mut Cursor<'_>, word: &'static str) -> Result<(), ParseError> {
    next_line(cursor);
    let start = cursor.clone();
    if cursor.word() != word {
        return Err(start.expected(word));
    }
    cursor.skip_blanks();
    Ok(())
}

/// What a word or line says; its error is moved to where it stands.
fn at<T>(start: &Cursor<'_>, read: Result<T, ParseError>) -> Result<T, ParseError> {
    read.map_err(|mut error| {
        if error.place.line == 1 {
            error.place.column += start.place().column - 1;
        }
        error.place.line += start.place().line - 1;
        error
    })
}

impl FromStr for Manifest {
    type Err = ParseError;

    /// Reads a manifest; whether it proves anything [`Manifest::judge`] says.
    fn from_str(text: &str) -> Result<Manifest, ParseError> {
        let mut cursor = Cursor::new(text);
        let start = cursor.clone();
        if rest_of_line(&mut cursor).trim_end() != TITLE {
            return Err(start.expected(TITLE));
        }
        keyword(&mut cursor, "game")?;
        let start = cursor.clone();
        let variant: Variant = at(&start, rest_of_line(&mut cursor).trim_end().parse())?;
        keyword(&mut cursor, "claimant")?;
        let start = cursor.clone();
        let claimant = match cursor.word() {
            "black" => Player::Black,
            "white" => Player::White,
            _ => return Err(start.expected("black or white")),
        };
        keyword(&mut cursor, "root")?;
        let start = cursor.clone();
        let line = rest_of_line(&mut cursor);
        if line.contains(':') {
            return Err(start.rule("the game has a line of its own"));
        }
        let root = at(&start, text::parse(line, variant, None))?;
        let mut manifest = Manifest::new(root, claimant);
        while next_line(&mut cursor) {
            manifest.proofs.push(proof(&mut cursor, variant)?);
        }
        if manifest.root.winner().is_some() {
            return Err(start.rule("the game is over"));
        }
        Ok(manifest)
    }
}

fn proof(cursor: &mut Cursor<'_>, variant: Variant) -> Result<Entry, ParseError> {
    keyword(cursor, "proof")?;
    let start = cursor.clone();
    let digits = cursor.word();
    let byte = |at: usize| {
        let digits = digits.get(2 * at..2 * at + 2)?;
        u8::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'))
    };
    let bytes: Option<Vec<u8>> = (0..32).map(byte).collect();
    let sha256 = bytes.filter(|_| digits.len() == 64).and_then(|bytes| bytes.try_into().ok());
    let sha256 = sha256.ok_or_else(|| start.expected("64 hexadecimal digits"))?;
    cursor.skip_blanks();
    let start = cursor.clone();
    let name = cursor.word();
    if name.is_empty() || name.contains(['/', '\\', ':']) || name.starts_with('.') {
        return Err(start.expected("the name of a file, without its folder"));
    }
    let mut path = Vec::new();
    loop {
        cursor.skip_blanks();
        let start = cursor.clone();
        let word = cursor.word();
        if word.is_empty() {
            return Ok(Entry { sha256, name: name.to_owned(), path });
        }
        let cell: Cell = at(&start, word.parse())?;
        if !variant.contains(cell) {
            return Err(start.rule(format!("{cell} is off the board")));
        }
        path.push(cell);
    }
}
