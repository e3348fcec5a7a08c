//! Conversations with a gomoku engine: what is sent, and what must come back.
//!
//! The text is for people to read and write, a line a step:
//!
//! ```text
//! # a remark
//! > START 15                sent as it stands, and a line feed
//! >! BEGIN\r\n              sent as it stands: no line feed is added
//! >* 1000000 x              the text over and over, in so many bytes, and a line feed
//! <? MESSAGE *forbidden*    among the messages before the next answer
//! < ERROR *                 the next answer
//! ```
//!
//! What is sent has the escapes `\n`, `\r`, `\t`, `\\` and `\x00`. An answer is
//! given by patterns with `|` between them, in which `*` stands for any text;
//! or by a word, which [`Referee`](crate::oracle::gomoku_protocol::Referee) can
//! judge: `MOVE`, `STONES` (of an opening) and `CHOICE` (of swap2) stand for
//! any answer. Where no answer follows, none may come.

use tesuji_core::ParseError;
use tesuji_core::text::Cursor;

/// What is sent, and what comes back before more is sent.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Step {
    /// The line of the text, from 1.
    pub line: usize,
    /// The bytes that are sent.
    pub sent: Vec<u8>,
    /// The answers, in order.
    pub answers: Vec<Answer>,
}

/// One answer, with the messages that come before it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Answer {
    /// Patterns, each of which some message fits.
    pub messages: Vec<String>,
    /// The pattern of the answer.
    pub pattern: String,
}

impl Answer {
    /// Holds lines of output, the answer last, against the patterns.
    ///
    /// # Errors
    /// The first pattern that nothing fits.
    pub fn hold(&self, lines: &[String]) -> Result<(), String> {
        let Some((answer, messages)) = lines.split_last() else {
            return Err(format!("no answer, {:?} was expected", self.pattern));
        };
        if !["MOVE", "STONES", "CHOICE"].contains(&self.pattern.as_str())
            && !self.pattern.split('|').any(|pattern| fits(pattern, answer))
        {
            return Err(format!("{answer:?} does not fit {:?}", self.pattern));
        }
        for pattern in &self.messages {
            if !messages.iter().any(|message| fits(pattern, message)) {
                return Err(format!("no message of {messages:?} fits {pattern:?}"));
            }
        }
        Ok(())
    }
}

/// Whether the whole text fits a pattern in which `*` stands for any text.
#[must_use]
pub fn fits(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

/// The steps of a text.
///
/// # Errors
/// At the first line that is no step, and where an answer comes before anything
/// was sent.
pub fn parse(text: &str) -> Result<Vec<Step>, ParseError> {
    let mut steps: Vec<Step> = Vec::new();
    let mut messages = Vec::new();
    let mut cursor = Cursor::new(text);
    while cursor.peek().is_some() {
        let start = cursor.clone();
        let line = start.place().line;
        let mut rest = String::new();
        while let Some(c) = cursor.next().filter(|&c| c != '\n') {
            rest.push(c);
        }
        let (word, rest) = rest.split_once(' ').unwrap_or((&rest, ""));
        let sends = |bytes| Step { line, sent: bytes, answers: Vec::new() };
        let unescaped = |text: &str| {
            unescape(text).ok_or_else(|| start.rule("an escape is one of \\n \\r \\t \\\\ \\x00"))
        };
        match word {
            ">" => steps.push(sends([&unescaped(rest)?[..], b"\n"].concat())),
            ">!" => steps.push(sends(unescaped(rest)?)),
            ">*" => {
                let (count, rest) = rest.split_once(' ').unwrap_or((rest, ""));
                let count: usize = count.parse().map_err(|_| start.expected("a count"))?;
                let bytes = unescaped(rest)?;
                let mut bytes: Vec<u8> = bytes.iter().copied().cycle().take(count).collect();
                bytes.push(b'\n');
                steps.push(sends(bytes));
            }
            "<?" => messages.push(rest.to_owned()),
            "<" => {
                let step = steps.last_mut().ok_or_else(|| start.expected("something sent"))?;
                let messages = std::mem::take(&mut messages);
                step.answers.push(Answer { messages, pattern: rest.to_owned() });
            }
            remark if remark.is_empty() || remark.starts_with('#') => {}
            _ => return Err(start.expected("one of > >! >* < <? and #")),
        }
    }
    if messages.is_empty() {
        Ok(steps)
    } else {
        Err(cursor.expected("an answer after the messages"))
    }
}

fn unescape(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            continue;
        }
        bytes.push(match chars.next()? {
            'n' => b'\n',
            'r' => b'\r',
            't' => b'\t',
            '\\' => b'\\',
            'x' => {
                let high = chars.next()?.to_digit(16)?;
                (high * 16 + chars.next()?.to_digit(16)?) as u8
            }
            _ => return None,
        });
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_any_text() {
        for (pattern, text) in
            [("OK", "OK"), ("ERROR *", "ERROR x"), ("*", ""), ("a*b*c", "a1b2bc"), ("*x*", "x")]
        {
            assert!(fits(pattern, text), "{pattern} {text}");
        }
        for (pattern, text) in
            [("OK", "OK "), ("ERROR *", "ERROR"), ("", "x"), ("a*b*c", "acb"), ("a*a", "a")]
        {
            assert!(!fits(pattern, text), "{pattern} {text}");
        }
    }

    #[test]
    fn a_text_is_read_step_by_step() {
        let steps =
            parse("# x\n> A\\x41\n<? MESSAGE *\n< OK\n< 1|2\n\n>! \\r\\n\n>* 5 ab\n").unwrap();
        let answer = |messages: &[&str], pattern: &str| Answer {
            messages: messages.iter().map(ToString::to_string).collect(),
            pattern: pattern.to_owned(),
        };
        let answers = vec![answer(&["MESSAGE *"], "OK"), answer(&[], "1|2")];
        let step = |line, sent: &[u8]| Step { line, sent: sent.to_vec(), answers: Vec::new() };
        let first = Step { answers, ..step(2, b"AA\n") };
        assert_eq!(steps, [first, step(7, b"\r\n"), step(8, b"ababa\n")]);
        for bad in ["< OK\n", "x\n", "> \\q\n", "> \\x1\n", ">* many x\n", "> A\n<? B\n"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
