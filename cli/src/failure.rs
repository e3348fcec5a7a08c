//! How a run ends: the exit codes, and an error as a person reads it.

use std::fmt::{self, Display};
use std::io;
use std::process::ExitCode;

use tesuji_core::ParseError;
use tesuji_solvers::Refusal;

/// The exit codes that every command shares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// The work is done, or the answer is yes.
    Done = 0,
    /// What was asked about is wrong, or the answer is no.
    No = 1,
    /// Bad usage, input or file.
    Bad = 2,
    /// Unknown: what would have told it did not come about.
    Unknown = 3,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// Why a command ended without its answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The reader of our output has gone: nothing is wrong.
    ClosedPipe,
    /// Whatever else; the message is complete, and may have several lines.
    Message(String),
}

impl Failure {
    /// A failure with this message.
    pub(crate) fn message(message: impl Into<String>) -> Failure {
        Failure::Message(message.into())
    }

    /// The solver's refusal of one case of an input, numbered from 1.
    pub(crate) fn refused(case: usize, refusal: &Refusal) -> Failure {
        Failure::Message(format!("case {case}: {refusal}"))
    }

    /// A word of the command line that is no position (or size, or move).
    pub(crate) fn argument(option: &str, text: &str, error: &ParseError) -> Failure {
        let column = error.place.column;
        let line = text.lines().nth(error.place.line - 1).unwrap_or_default();
        Failure::Message(format!("{option}: {error}{}", Excerpt { line, number: None, column }))
    }
}

impl From<io::Error> for Failure {
    /// An error of writing to standard output, the only one that comes bare.
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Message(format!("cannot write to standard output: {}", why(&error))),
        }
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::ClosedPipe => f.write_str("the output was closed"),
            Failure::Message(message) => f.write_str(message),
        }
    }
}

/// What went wrong with a file, in words where the system gives a number.
pub(crate) fn why(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".into(),
        io::ErrorKind::PermissionDenied => "permission denied".into(),
        io::ErrorKind::IsADirectory => "it is a directory".into(),
        io::ErrorKind::StorageFull => "no space is left".into(),
        _ => error.to_string(),
    }
}

/// The line of an error, with a mark under its column.
///
/// ```text
///
///    3 | .x..
///      |  ^
/// ```
pub(crate) struct Excerpt<'a> {
    pub(crate) line: &'a str,
    /// The line's number; `None` leaves the margin out.
    pub(crate) number: Option<usize>,
    /// From 1.
    pub(crate) column: usize,
}

impl Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// Characters shown before and from the mark on.
        const BEFORE: usize = 30;
        const FROM: usize = 40;
        let skipped = (self.column - 1).saturating_sub(BEFORE);
        let ellipsis = if skipped > 0 { "…" } else { "" };
        let shown: String =
            self.line.chars().skip(skipped).take(BEFORE + FROM).map(printable).collect();
        let more =
            if self.line.chars().nth(skipped + BEFORE + FROM).is_some() { "…" } else { "" };
        let mark = self.column - 1 - skipped + ellipsis.chars().count();
        let number = self.number.map(|number| number.to_string()).unwrap_or_default();
        let margin = number.len();
        write!(f, "\n  {number:margin$} | {ellipsis}{shown}{more}")?;
        write!(f, "\n  {:margin$} | {:mark$}^", "", "")
    }
}

/// The character, or a stand-in of the same width where it would move the
/// cursor or change the terminal.
pub(crate) fn printable(c: char) -> char {
    match c {
        '\t' => ' ',
        // Controls, and what reorders or hides the text around it.
        c if c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}') =>
        {
            '\u{fffd}'
        }
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_stands_under_its_column_also_where_the_line_is_cut() {
        let short = Excerpt { line: ".x..", number: Some(3), column: 2 };
        assert_eq!(short.to_string(), "\n  3 | .x..\n    |  ^");
        let line = format!("{}x{}", "a".repeat(100), "b".repeat(100));
        let text = Excerpt { line: &line, number: Some(12), column: 101 }.to_string();
        let mut lines = text.lines().skip(1);
        let (shown, mark) = (lines.next().unwrap(), lines.next().unwrap());
        let at = mark.chars().position(|c| c == '^').unwrap();
        assert_eq!(shown.chars().nth(at), Some('x'));
        assert!(shown.chars().count() < 90 && shown.ends_with('…'));
    }

    #[test]
    fn nothing_in_an_excerpt_steers_the_terminal() {
        let text = Excerpt { line: "\x1b[31mred\x07", number: Some(1), column: 1 }.to_string();
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}");
    }
}
