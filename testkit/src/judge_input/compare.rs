//! What a program printed against what it should have.

use std::fmt::{self, Display};

/// The first line that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The line, from 0; with an answer a line it is the case.
    pub line: usize,
    /// What should stand there; `None` after the last answer.
    pub expected: Option<String>,
    /// What stands there, `None` where the output has ended.
    pub got: Option<Vec<u8>>,
    /// What kind of mistake it is.
    pub fault: Fault,
}

/// What is wrong with a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The output ends before this answer.
    Missing,
    /// The output goes on after the last answer.
    Extra,
    /// The bytes are no UTF-8 text.
    NoText,
    /// The line is right but for white space.
    WhiteSpace,
    /// The line is right but for white space and the case of its letters.
    LetterCase,
    /// The words are right, a number is not.
    Number,
    /// The answer is another one.
    Wrong,
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::Missing => "the output ends before this answer",
            Fault::Extra => "the output goes on after the last answer",
            Fault::NoText => "the line is no text",
            Fault::WhiteSpace => "the answer is right but for white space",
            Fault::LetterCase => "the answer is right but for the case of its letters",
            Fault::Number => "the words are right, the number is not",
            Fault::Wrong => "the answer is another one",
        })
    }
}

/// The first difference between the expected lines and an output.
///
/// White space at the ends of lines and at the end of the output, and a missing
/// last line end, are forgiven unless `strict`; then the output must be the
/// lines, each ended by LF, byte by byte.
#[must_use]
pub fn compare(expected: &[String], output: &[u8], strict: bool) -> Option<Difference> {
    let kept = if strict { output } else { output.trim_ascii_end() };
    let mut got: Vec<&[u8]> = kept.split(|&byte| byte == b'\n').collect();
    // What follows the last line end is no line, unless the end is missing.
    let complete = got.last().is_some_and(|last| last.is_empty());
    if complete {
        got.pop();
    }
    for line in 0..expected.len().max(got.len()) {
        let (wanted, stands) = (expected.get(line), got.get(line).copied());
        let same = match (wanted, stands) {
            (Some(wanted), Some(stands)) if strict => {
                let ended = complete || line + 1 < got.len();
                wanted.as_bytes() == stands && ended
            }
            (Some(wanted), Some(stands)) => wanted.as_bytes() == stands.trim_ascii_end(),
            _ => false,
        };
        if !same {
            return Some(Difference {
                line,
                expected: wanted.cloned(),
                got: stands.map(<[u8]>::to_vec),
                fault: reason(wanted.map(String::as_str), stands),
            });
        }
    }
    None
}

/// What is wrong with a line that differs from the expected one.
#[must_use]
pub fn reason(expected: Option<&str>, got: Option<&[u8]>) -> Fault {
    let (Some(expected), Some(got)) = (expected, got) else {
        return if expected.is_some() { Fault::Missing } else { Fault::Extra };
    };
    let Ok(got) = str::from_utf8(got) else { return Fault::NoText };
    if got.chars().any(|c| c.is_control() && !c.is_whitespace()) {
        return Fault::NoText;
    }
    let packed = |text: &str| text.split_whitespace().collect::<String>();
    if packed(got) == packed(expected) {
        return Fault::WhiteSpace;
    }
    if packed(got).eq_ignore_ascii_case(&packed(expected)) {
        return Fault::LetterCase;
    }
    let number = |word: &str| word.trim_matches(['(', ')', ':']).parse::<u64>().is_ok();
    let pairs: Vec<(&str, &str)> =
        expected.split_whitespace().zip(got.split_whitespace()).collect();
    let as_many = got.split_whitespace().count() == pairs.len();
    let words_alike = pairs.iter().all(|&(a, b)| a == b || number(a) && number(b));
    if as_many && words_alike && pairs.iter().any(|(a, b)| a == b && !number(a)) {
        return Fault::Number;
    }
    Fault::Wrong
}

#[cfg(test)]
mod tests {
    use super::*;

    fn differs(expected: &[&str], output: &[u8], strict: bool) -> Option<(usize, Fault)> {
        let expected: Vec<String> = expected.iter().map(|&line| line.to_owned()).collect();
        compare(&expected, output, strict).map(|difference| (difference.line, difference.fault))
    }

    #[test]
    fn white_space_at_line_ends_is_forgiven_unless_strict() {
        let expected = ["white (11)", "black (2)"];
        assert_eq!(differs(&expected, b"white (11)\nblack (2)\n", true), None);
        for (output, strict) in [
            (&b"white (11)\nblack (2)"[..], (1, Fault::WhiteSpace)),
            (b"white (11)\r\nblack (2)\r\n", (0, Fault::WhiteSpace)),
            (b"white (11)\nblack (2) \t\n", (1, Fault::WhiteSpace)),
            (b"white (11)\nblack (2)\n\n", (2, Fault::Extra)),
        ] {
            assert_eq!(differs(&expected, output, false), None, "{output:?}");
            assert_eq!(differs(&expected, output, true), Some(strict), "{output:?}");
        }
    }

    #[test]
    fn the_first_wrong_line_is_named_with_its_fault() {
        let expected = ["white (11)", "black (2)"];
        for (output, wrong) in [
            (&b""[..], (0, Fault::Missing)),
            (b"white (11)\n", (1, Fault::Missing)),
            (b"white (11)\n\nblack (2)\n", (1, Fault::Wrong)),
            (b"white (11)\nblack (2)\nblack (2)\n", (2, Fault::Extra)),
            (b"white(11)\nblack (2)\n", (0, Fault::WhiteSpace)),
            (b" white (11)\nblack (2)\n", (0, Fault::WhiteSpace)),
            (b"White (11)\nblack (2)\n", (0, Fault::LetterCase)),
            (b"white (12)\nblack (2)\n", (0, Fault::Number)),
            (b"black (11)\nblack (2)\n", (0, Fault::Wrong)),
            (b"white 12 (11)\nblack (2)\n", (0, Fault::Wrong)),
            (b"white (11)\nwhite (2)\n", (1, Fault::Wrong)),
            (b"white (11)\n\xff\xfe\x00\n", (1, Fault::NoText)),
            (b"white (11)\n\x1b[2J\n", (1, Fault::NoText)),
        ] {
            assert_eq!(differs(&expected, output, false), Some(wrong), "{output:?}");
        }
        let number = Some((0, Fault::Number));
        assert_eq!(differs(&["Case 1: Bob"], b"Case 0: Bob\n", false), number);
        let wrong = Some((0, Fault::Wrong));
        assert_eq!(differs(&["Case 1: Bob"], b"Case 1: Alice\n", false), wrong);
        assert_eq!(differs(&["5"], b"4\n", false), wrong);
        assert_eq!(differs(&[], b"", false), None);
        assert_eq!(differs(&[], b"x", false), Some((0, Fault::Extra)));
    }
}
