//! The code of a take-and-break game.

use std::fmt::{self, Display};
use std::str::FromStr;

use tesuji_core::ParseError;
use tesuji_core::text::Cursor;

use crate::engine::grundy::{Ruleset, Take};

/// A code d0.d1d2d3… (Guy and Smith 1956; hexadecimal digits as in "Winning
/// Ways", chapter 4).
///
/// The digit d_k tells what may become of a heap from which k tokens are taken.
/// It is the sum of 1 where no heap may be left, 2 where one may, 4 where two
/// and 8 where three may; no heap that is left is empty. So `0.77` is Kayles,
/// `0.07` Dawson's Kayles, `0.137` Dawson's Chess and `0.6` Officers. In `4.…`
/// and `8.…` a heap may be broken without a token being taken; a first digit
/// with 1 or 2 in it would be a move that changes nothing.
///
/// Hexadecimal digits are written 0 to 9 and A to F. [`FromStr`] also takes
/// small letters, `.77` for `0.77`, a dot with nothing behind it and zeros at
/// the end; [`Display`] writes the shortest form with a digit before and behind
/// the dot and large letters.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Code {
    /// d0, d1, …; the last is not 0, but for d0.
    digits: Vec<u8>,
}

impl Code {
    /// The most digits behind the dot.
    pub const MAX_DIGITS: usize = Ruleset::MAX_TOKENS as usize;

    /// The digits d0, d1, …, each 0 to 15; the last is not 0, but for d0.
    #[must_use]
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// The moves that the code allows.
    #[must_use]
    pub fn ruleset(&self) -> Ruleset {
        let take = |(tokens, &heaps)| Take { tokens, heaps, beside: 0 };
        Ruleset::new((0..).zip(&self.digits).map(take)).expect("a code is within the limits")
    }
}

impl Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:X}.", self.digits[0])?;
        let behind = if self.digits.len() == 1 { &[0] } else { &self.digits[1..] };
        behind.iter().try_for_each(|digit| write!(f, "{digit:X}"))
    }
}

impl FromStr for Code {
    type Err = ParseError;

    /// Reads a code, white space around it included.
    ///
    /// # Errors
    /// At the character that is wrong: a first digit with 1 or 2 in it, more
    /// than one digit before the dot, none behind a bare dot, something that
    /// is no digit, more digits than [`Code::MAX_DIGITS`].
    fn from_str(text: &str) -> Result<Code, ParseError> {
        let mut cursor = Cursor::new(text);
        cursor.skip_white();
        let digit = |cursor: &Cursor| cursor.peek()?.to_digit(16).map(|digit| digit as u8);
        let first = digit(&cursor);
        let mut digits = vec![first.unwrap_or(0)];
        if first.is_some_and(|first| first & 3 != 0) {
            return Err(cursor.rule(
                "the first digit of a code is 0, 4, 8 or C: 1 and 2 would leave a heap as it was",
            ));
        }
        if first.is_some() {
            cursor.next();
        }
        if !cursor.eat('.') {
            let or_digit = if first.is_none() { "a digit or a dot" } else { "a dot" };
            return Err(cursor.expected(format!("{or_digit}, as in 0.77")));
        }
        while let Some(next) = digit(&cursor) {
            if digits.len() > Code::MAX_DIGITS {
                return Err(cursor.rule("a code has at most 255 digits behind the dot"));
            }
            digits.push(next);
            cursor.next();
        }
        if first.is_none() && digits.len() == 1 {
            return Err(cursor.expected("a digit from 0 to 9 or A to F"));
        }
        let end = cursor.clone();
        if cursor.end().is_err() {
            let here = if end.rest().starts_with([' ', '\t', '\r', '\n']) { cursor } else { end };
            return Err(here.expected("a digit from 0 to 9 or A to F, or the end of the code"));
        }
        while digits.len() > 1 && digits.last() == Some(&0) {
            digits.pop();
        }
        Ok(Code { digits })
    }
}
