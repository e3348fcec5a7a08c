//! Lines as they come, so that each is answered before the next one is there.

use std::io::{self, BufRead, BufReader, Read};

/// The longest line, in bytes: ten times the longest position there is.
pub(super) const LONGEST: usize = 1 << 16;

/// One line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Line {
    /// Its bytes, without its end.
    Text(Vec<u8>),
    /// More than [`LONGEST`] bytes, which were skipped.
    TooLong,
}

/// Splits an input into lines, which end in LF, CR LF or CR.
pub(super) struct Lines<R> {
    input: BufReader<R>,
    /// The last line ended in CR: an LF now belongs to it.
    after_cr: bool,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(input: R) -> Lines<R> {
        Lines::with_capacity(1 << 16, input)
    }

    fn with_capacity(capacity: usize, input: R) -> Lines<R> {
        Lines { input: BufReader::with_capacity(capacity, input), after_cr: false }
    }

    /// Whether the next line has not been read whole: asking for it may wait.
    pub(super) fn may_wait(&self) -> bool {
        !self.input.buffer().iter().any(|byte| matches!(byte, b'\n' | b'\r'))
    }

    /// The next line; `None` at the end. An end of line at the very end begins
    /// no further line. Waits for no more input than the line takes.
    pub(super) fn next(&mut self) -> io::Result<Option<Line>> {
        let mut text = Vec::new();
        let mut any = false;
        let mut too_long = false;
        loop {
            let buffer = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                buffer => buffer?,
            };
            if buffer.is_empty() {
                break;
            }
            if std::mem::take(&mut self.after_cr) && buffer[0] == b'\n' {
                self.input.consume(1);
                continue;
            }
            any = true;
            let end = buffer.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let part = &buffer[..end.unwrap_or(buffer.len())];
            too_long |= text.len() + part.len() > LONGEST;
            if !too_long {
                text.extend_from_slice(part);
            }
            self.after_cr = end.is_some_and(|end| buffer[end] == b'\r');
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                break;
            }
        }
        Ok(match (any, too_long) {
            (false, _) => None,
            (true, false) => Some(Line::Text(text)),
            (true, true) => Some(Line::TooLong),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &[u8], capacity: usize) -> Vec<Line> {
        let mut lines = Lines::with_capacity(capacity, text);
        std::iter::from_fn(|| lines.next().unwrap()).collect()
    }

    #[test]
    fn lines_end_in_three_ways_wherever_the_buffer_ends() {
        let text = b"ab\r\nc\rd\n\n\r\r\nlast";
        let expected =
            ["ab", "c", "d", "", "", "", "last"].map(|line| Line::Text(line.as_bytes().to_vec()));
        for capacity in 1..20 {
            assert_eq!(lines(text, capacity), expected, "{capacity}");
        }
        for none in [&b""[..], b"\n", b"\r\n", b"\r"] {
            let expected = vec![Line::Text(Vec::new()); usize::from(!none.is_empty())];
            assert_eq!(lines(none, 1), expected, "{none:?}");
        }
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped_and_the_next_one_read() {
        let mut text = vec![b'a'; LONGEST + 1];
        text.extend_from_slice(b"\nh8\n");
        assert_eq!(lines(&text, 512), [Line::TooLong, Line::Text(b"h8".to_vec())]);
        let longest = vec![b'a'; LONGEST];
        assert_eq!(lines(&longest, 512), [Line::Text(longest.clone())]);
    }
}
