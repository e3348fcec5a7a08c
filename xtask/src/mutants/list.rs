//! The mutants, as cargo-mutants finds them.

use std::ops::Range;

use serde::Deserialize;

use crate::process::{capture, cargo};

/// What kind of change it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub(super) enum Genre {
    FnValue,
    BinaryOperator,
    UnaryOperator,
    MatchArm,
    MatchArmGuard,
    StructField,
}

/// A place in a text: both from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
pub(super) struct Place {
    line: usize,
    column: usize,
}

impl Place {
    fn byte(self, text: &str) -> Option<usize> {
        let mut start = 0;
        for (number, line) in (1..).zip(text.split_inclusive('\n')) {
            if number == self.line {
                let mut places = line.char_indices().map(|(at, _)| at);
                return Some(start + places.nth(self.column - 1).unwrap_or(line.len()));
            }
            start += line.len();
        }
        None
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
pub(super) struct Span {
    start: Place,
    end: Place,
}

impl Span {
    /// The bytes of the text that it covers.
    pub(super) fn bytes(self, text: &str) -> Option<Range<usize>> {
        Some(self.start.byte(text)?..self.end.byte(text)?)
    }
}

/// One change of one file.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub(super) struct Mutant {
    /// `core/src/perft.rs:14:5: replace perft -> u64 with 0`.
    pub(super) name: String,
    pub(super) file: String,
    pub(super) span: Span,
    pub(super) replacement: String,
    pub(super) genre: Genre,
}

impl Mutant {
    /// A mutant of a text for tests: the first place where this stands.
    #[cfg(test)]
    pub(super) fn of(text: &str, genre: Genre, what: &str, replacement: &str) -> Mutant {
        let at = text.find(what).expect("it stands there");
        let place = |at: usize| {
            let before = &text[..at];
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            Place { line, column }
        };
        Mutant {
            name: format!("a.rs: {what}"),
            file: "a.rs".to_owned(),
            span: Span { start: place(at), end: place(at + what.len()) },
            replacement: replacement.to_owned(),
            genre,
        }
    }

    /// The changed text of its file.
    pub(super) fn applied(&self, text: &str) -> Option<String> {
        let Range { start, end } = self.span.bytes(text)?;
        Some(format!("{}{}{}", &text[..start], self.replacement, &text[end..]))
    }
}

/// The mutants of these files of core and solvers, or globs of them; of all
/// where none is named.
///
/// # Errors
/// Where cargo-mutants fails.
pub(super) fn all(paths: &[String]) -> anyhow::Result<Vec<Mutant>> {
    let mut command = cargo(["mutants", "--list", "--json", "--no-shuffle", "--colors=never"]);
    command.args(["--package", "tesuji-core", "--package", "tesuji-solvers"]);
    for path in paths {
        // A folder is all that is in it.
        let path = path.trim_end_matches('/');
        let glob = if path.ends_with(".rs") { path.to_owned() } else { format!("{path}/**") };
        command.args(["--file", &glob]);
    }
    Ok(serde_json::from_str(&capture(&mut command)?)?)
}

/// A mutant without its place, which moves with every edit.
pub(super) fn placeless(name: &str) -> String {
    let mut parts = name.splitn(4, ':');
    match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(file), Some(line), Some(_), Some(what)) if line.parse::<u32>().is_ok() => {
            format!("{file}:{what}")
        }
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_becomes_bytes() {
        let text = "a\nbé+c\n";
        let place = |line, column| Place { line, column };
        let span = |a, b| Span { start: a, end: b };
        assert_eq!(span(place(2, 3), place(2, 4)).bytes(text), Some(5..6));
        assert_eq!(span(place(1, 1), place(2, 1)).bytes(text), Some(0..2));
        assert_eq!(span(place(9, 1), place(9, 2)).bytes(text), None);
    }

    #[test]
    fn a_name_loses_its_place() {
        let name = "core/src/a.rs:12:5: replace + with - in f";
        assert_eq!(placeless(name), "core/src/a.rs: replace + with - in f");
        assert_eq!(placeless("core/src/a.rs: replace"), "core/src/a.rs: replace");
    }
}
