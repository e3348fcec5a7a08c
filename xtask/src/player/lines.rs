//! Lines out of a pipe, however many bytes come without an end of line.

use std::io::{self, Read as _};

/// What was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Read {
    /// A line without its end, blanks around it taken away; bytes that are no
    /// text are replaced.
    Line(String),
    /// A line of too many bytes. Nothing is read after it.
    TooLong,
}

/// The lines of a source, which end in CR, LF or both.
pub(super) struct Lines<R> {
    source: io::BufReader<R>,
    longest: usize,
    is_over: bool,
}

impl<R: io::Read> Lines<R> {
    /// Lines of at most so many bytes.
    pub(super) fn new(source: R, longest: usize) -> Lines<R> {
        Lines { source: io::BufReader::new(source), longest, is_over: false }
    }
}

impl<R: io::Read> Iterator for Lines<R> {
    type Item = Read;

    /// Blank lines are passed over: they say nothing, and CR LF has one.
    fn next(&mut self) -> Option<Read> {
        let mut line = Vec::new();
        while !self.is_over {
            let byte = self.source.by_ref().bytes().next();
            let Some(Ok(byte)) = byte else {
                self.is_over = true;
                break;
            };
            if byte != b'\n' && byte != b'\r' {
                line.push(byte);
                if line.len() > self.longest {
                    self.is_over = true;
                    return Some(Read::TooLong);
                }
            } else if !line.trim_ascii().is_empty() {
                break;
            } else {
                line.clear();
            }
        }
        let text = String::from_utf8_lossy(line.trim_ascii()).into_owned();
        (!text.is_empty()).then_some(Read::Line(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Read> {
        Lines::new(bytes, 8).collect()
    }

    fn line(text: &str) -> Read {
        Read::Line(text.to_owned())
    }

    #[test]
    fn lines_end_in_many_ways() {
        assert_eq!(lines(b"OK\r\n7,7\n\n 8,8 \r9,9"), ["OK", "7,7", "8,8", "9,9"].map(line));
        assert_eq!(lines(b"\r\n  \n"), []);
        assert_eq!(lines(b"\xff7\n"), [line("\u{fffd}7")]);
    }

    #[test]
    fn a_line_without_end_is_given_up() {
        assert_eq!(lines(b"OK\n12345678\n123456789\n7,7\n")[..2], ["OK", "12345678"].map(line));
        assert_eq!(lines(b"OK\n123456789\n7,7\n"), [line("OK"), Read::TooLong]);
        let mut endless = Lines::new(io::repeat(b'x'), 8);
        assert_eq!((endless.next(), endless.next()), (Some(Read::TooLong), None));
        // Blank lines without end are nothing at all; blanks without end are a line.
        assert_eq!(lines(b"                    \n"), [Read::TooLong]);
    }
}
