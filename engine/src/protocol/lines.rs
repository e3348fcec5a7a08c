//! Lines as they come, so that each is answered before the next one is there.

use std::io::{self, BufRead};

/// One line, without its end.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Line {
    /// Its bytes, or as many of its first bytes as are kept.
    pub bytes: Vec<u8>,
    /// Whether more followed, which were dropped.
    pub cut: bool,
}

/// Splits an input into lines, which end in LF, CR LF or CR.
///
/// Memory is bounded by the longest line that is kept whole, whatever comes.
///
/// ```
/// use tesuji_engine::protocol::Lines;
///
/// let mut lines = Lines::new(&b"START 15\r\nBEGIN\rEND"[..], 100);
/// let mut next = || lines.next().expect("bytes can be read").map(|line| line.bytes);
/// assert_eq!(next().as_deref(), Some(&b"START 15"[..]));
/// assert_eq!(next().as_deref(), Some(&b"BEGIN"[..]));
/// assert_eq!(next().as_deref(), Some(&b"END"[..]));
/// assert_eq!(next(), None);
/// ```
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    longest: usize,
    /// The last line ended in CR: an LF now belongs to it.
    after_cr: bool,
}

impl<R: BufRead> Lines<R> {
    /// The lines of `input`, of which `longest` bytes each are kept.
    pub fn new(input: R, longest: usize) -> Lines<R> {
        Lines { input, longest, after_cr: false }
    }

    /// What the lines are read from.
    pub fn input(&self) -> &R {
        &self.input
    }

    /// The next line; `None` at the end. An end of line at the very end begins
    /// no further line. Waits for no more input than the line takes.
    ///
    /// # Errors
    /// As reading does; interrupted reads go on.
    #[expect(clippy::should_implement_trait, reason = "reading can fail")]
    pub fn next(&mut self) -> io::Result<Option<Line>> {
        let mut line = Line::default();
        let mut any = false;
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
            let kept = part.len().min(self.longest - line.bytes.len());
            line.bytes.extend_from_slice(&part[..kept]);
            line.cut |= kept < part.len();
            self.after_cr = end.is_some_and(|end| buffer[end] == b'\r');
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                break;
            }
        }
        Ok(any.then_some(line))
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn lines(text: &[u8], capacity: usize, longest: usize) -> Vec<Line> {
        let mut lines = Lines::new(BufReader::with_capacity(capacity, text), longest);
        std::iter::from_fn(|| lines.next().unwrap()).collect()
    }

    fn whole(text: &str) -> Line {
        Line { bytes: text.as_bytes().to_vec(), cut: false }
    }

    #[test]
    fn lines_end_in_three_ways_wherever_the_buffer_ends() {
        let text = b"ab\r\nc\rd\n\n\r\r\nlast";
        let expected = ["ab", "c", "d", "", "", "", "last"].map(whole);
        for capacity in 1..20 {
            assert_eq!(lines(text, capacity, 100), expected, "{capacity}");
        }
        for none in [&b""[..], b"\n", b"\r\n", b"\r"] {
            let expected = vec![whole(""); usize::from(!none.is_empty())];
            assert_eq!(lines(none, 1, 100), expected, "{none:?}");
        }
    }

    #[test]
    fn a_line_that_is_too_long_is_cut_and_the_next_one_read() {
        let text = b"aaaaaaaaaa\nh8\naaaa\naaaaa\r\n";
        let cut = Line { bytes: b"aaaa".to_vec(), cut: true };
        for capacity in 1..20 {
            let expected = [cut.clone(), whole("h8"), whole("aaaa"), cut.clone()];
            assert_eq!(lines(text, capacity, 4), expected, "{capacity}");
        }
    }
}
