//! Reading text: a cursor that knows its place, and the one parse error.
//!
//! Every parser of this crate reads through [`Cursor`], so that every refusal
//! says the line, the column and what was expected.

use std::borrow::Cow;
use std::error::Error;
use std::fmt::{self, Display};

/// A place in a text, both counted from 1. Columns count characters, not bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
}

impl Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a text was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// Something else stood where this was expected.
    Expected {
        /// What would have been right, such as `one of P, p and .`.
        expected: Cow<'static, str>,
        /// What stood there, shortened where it was long.
        found: Box<str>,
    },
    /// The text is well formed and breaks a rule of the game or of the format.
    Rule(Cow<'static, str>),
    /// The bytes from here on are no UTF-8.
    NotUtf8,
}

/// A text that was refused: where, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// Where the fault is.
    pub place: Place,
    /// What is wrong there.
    pub problem: Problem,
}

impl Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.place)?;
        match &self.problem {
            Problem::Expected { expected, found } => {
                write!(f, "expected {expected}, found {found}")
            }
            Problem::Rule(rule) => f.write_str(rule),
            Problem::NotUtf8 => f.write_str("expected UTF-8 text, found other bytes"),
        }
    }
}

impl Error for ParseError {}

/// A cursor over a text.
///
/// Line ends are LF, CR LF or a lone CR; each counts as one.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    rest: &'a str,
    place: Place,
}

impl<'a> Cursor<'a> {
    /// A cursor at the start of `text`.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        Cursor { rest: text, place: Place { line: 1, column: 1 } }
    }

    /// A cursor over bytes that must be UTF-8.
    ///
    /// # Errors
    /// [`Problem::NotUtf8`] at the first byte that is not.
    pub fn from_bytes(bytes: &'a [u8]) -> Result<Self, ParseError> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(Cursor::new(text)),
            Err(error) => {
                let good = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
                let mut cursor = Cursor::new(good);
                while cursor.next().is_some() {}
                Err(ParseError { place: cursor.place, problem: Problem::NotUtf8 })
            }
        }
    }

    /// Where the next character stands.
    #[must_use]
    pub fn place(&self) -> Place {
        self.place
    }

    /// The text that is left.
    #[must_use]
    pub fn rest(&self) -> &'a str {
        self.rest
    }

    /// The next character, not taken. A CR (with or without an LF) reads as `\n`.
    #[must_use]
    pub fn peek(&self) -> Option<char> {
        self.rest.chars().next().map(|c| if c == '\r' { '\n' } else { c })
    }

    /// Takes the next character. A CR, an LF and CR LF each come as one `\n`.
    #[expect(clippy::should_implement_trait, reason = "a cursor is more than its characters")]
    pub fn next(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        match c {
            '\n' | '\r' => {
                if c == '\r' {
                    self.rest = self.rest.strip_prefix('\n').unwrap_or(self.rest);
                }
                self.place = Place { line: self.place.line + 1, column: 1 };
                Some('\n')
            }
            _ => {
                self.place.column += 1;
                Some(c)
            }
        }
    }

    /// Takes `c` where it is next; says whether it was.
    pub fn eat(&mut self, c: char) -> bool {
        let is_next = self.peek() == Some(c);
        if is_next {
            self.next();
        }
        is_next
    }

    /// Takes spaces and tabs, not line ends.
    pub fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(' ' | '\t')) {
            self.next();
        }
    }

    /// Takes white space, line ends included.
    pub fn skip_white(&mut self) {
        while matches!(self.peek(), Some(' ' | '\t' | '\n')) {
            self.next();
        }
    }

    /// Takes the characters up to white space or the end: a word, maybe empty.
    pub fn word(&mut self) -> &'a str {
        let end = self.rest.find([' ', '\t', '\n', '\r']).unwrap_or(self.rest.len());
        let word = &self.rest[..end];
        self.rest = &self.rest[end..];
        self.place.column += word.chars().count();
        word
    }

    /// Skips white space and reads a whole number that lies in `range`.
    ///
    /// Only digits are a number: no sign, no fraction. Nothing is too long to
    /// be refused in words, also beyond 64 bits.
    ///
    /// # Errors
    /// At the number's first character: not a number, or out of `range`;
    /// `what` names it in the message.
    pub fn number(
        &mut self,
        what: &str,
        range: std::ops::RangeInclusive<u64>,
    ) -> Result<u64, ParseError> {
        self.skip_white();
        let mut probe = self.clone();
        let word = probe.word();
        let wanted = || format!("{what} from {} to {}", range.start(), range.end());
        if word.is_empty() || !word.bytes().all(|b| b.is_ascii_digit()) {
            return Err(self.expected(wanted()));
        }
        match word.parse::<u64>() {
            Ok(number) if range.contains(&number) => {
                *self = probe;
                Ok(number)
            }
            _ => Err(self.expected(wanted())),
        }
    }

    /// Skips white space and demands the end of the text.
    ///
    /// # Errors
    /// At the first character that is left.
    pub fn end(&mut self) -> Result<(), ParseError> {
        self.skip_white();
        if self.rest.is_empty() { Ok(()) } else { Err(self.expected("the end of the input")) }
    }

    /// The error that something else was expected here. It quotes the word
    /// (or the character, where no word stands) that was found.
    #[must_use]
    pub fn expected(&self, expected: impl Into<Cow<'static, str>>) -> ParseError {
        const LONGEST: usize = 24;
        let found = match self.peek() {
            None => "the end of the input".into(),
            Some('\n') => "the end of the line".into(),
            Some(' ' | '\t') => "a blank".into(),
            Some(_) => {
                let word = self.clone().word();
                let mut start: String = word.chars().take(LONGEST).collect();
                if start.len() < word.len() {
                    start.push('…');
                }
                format!("{start:?}").into_boxed_str()
            }
        };
        ParseError {
            place: self.place,
            problem: Problem::Expected { expected: expected.into(), found },
        }
    }

    /// The error that a rule is broken here.
    #[must_use]
    pub fn rule(&self, rule: impl Into<Cow<'static, str>>) -> ParseError {
        ParseError { place: self.place, problem: Problem::Rule(rule.into()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_end_counts_one() {
        let mut cursor = Cursor::new("a\r\nb\rc\nd");
        while cursor.peek() != Some('d') {
            cursor.next();
        }
        assert_eq!(cursor.place(), Place { line: 4, column: 1 });
    }

    #[test]
    fn bytes_that_are_no_text_are_refused_at_their_place() {
        let error = Cursor::from_bytes(b"ab\n\xc3\xa9c\xff").unwrap_err();
        assert_eq!(error.place, Place { line: 2, column: 3 });
        assert_eq!(error.problem, Problem::NotUtf8);
    }

    #[test]
    fn a_number_is_digits_in_its_range() {
        let number = |text: &str| Cursor::new(text).number("n", 2..=20);
        assert_eq!(number(" \r\n 20"), Ok(20));
        for bad in ["", "1", "21", "-3", "+3", "3.0", "x", "99999999999999999999999"] {
            assert!(number(bad).is_err(), "{bad}");
        }
        let error = number("\n  777777777777777777777777777777").unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 2, column 3: expected n from 2 to 20, found \"777777777777777777777777…\""
        );
    }

    #[test]
    fn a_failed_number_takes_nothing_but_white_space() {
        let mut cursor = Cursor::new("  12x ");
        assert!(cursor.number("n", 0..=99).is_err());
        assert_eq!(cursor.rest(), "12x ");
    }

    #[test]
    fn a_word_ends_at_white_space_and_moves_the_place() {
        let mut cursor = Cursor::new("é7,x \ty\r\n z");
        assert_eq!((cursor.word(), cursor.place().column), ("é7,x", 5));
        assert_eq!(cursor.word(), "");
        cursor.skip_blanks();
        assert_eq!((cursor.word(), cursor.place().column), ("y", 8));
        cursor.skip_blanks();
        assert_eq!(cursor.peek(), Some('\n'));
        assert!(!cursor.eat('\r') && cursor.eat('\n'));
        cursor.skip_white();
        assert_eq!((cursor.rest(), cursor.place()), ("z", Place { line: 2, column: 2 }));
    }

    #[test]
    fn an_error_shows_what_stands_there() {
        let found = |text: &str| Cursor::new(text).expected("a word").to_string();
        let place = "line 1, column 1: expected a word, found";
        assert_eq!(found(""), format!("{place} the end of the input"));
        assert_eq!(found("\r\nx"), format!("{place} the end of the line"));
        assert_eq!(found("\tx"), format!("{place} a blank"));
        assert_eq!(found("ab c"), format!("{place} \"ab\""));
        let long = "x".repeat(24);
        assert_eq!(found(&long), format!("{place} \"{long}\""));
        assert_eq!(found(&format!("{long}y")), format!("{place} \"{long}…\""));
        let rule = Cursor::new("x").rule("no two alike");
        assert_eq!(rule.to_string(), "line 1, column 1: no two alike");
    }

    #[test]
    fn white_space_may_follow_at_the_end() {
        assert_eq!(Cursor::new(" \t\r\n").end(), Ok(()));
        let error = Cursor::new("\n x").end().unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 2, column 2: expected the end of the input, found \"x\""
        );
    }
}
