//! What a command reads: a file or standard input, as bytes, at once.

use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;

use tesuji_core::ParseError;

use crate::failure::{Excerpt, Failure, printable, why};

/// The largest input, in bytes: two hundred times the largest that makes
/// sense, and small enough that an endless one is refused and not waited for.
const LARGEST: u64 = 1 << 28;

/// An input with the name that its errors begin with.
#[derive(Debug)]
pub(crate) struct Source {
    name: String,
    bytes: Vec<u8>,
}

impl Source {
    /// Reads the whole of `file`; `-` and `None` are standard input.
    ///
    /// # Errors
    /// What cannot be read, and what is larger than 256 MiB.
    pub(crate) fn read(file: Option<&Path>) -> Result<Source, Failure> {
        let (name, bytes) = match file.filter(|path| path.as_os_str() != "-") {
            Some(path) => {
                let name: String = path.to_string_lossy().chars().map(printable).collect();
                let bytes = File::open(path).and_then(read_all);
                (name, bytes)
            }
            None => {
                let stdin = io::stdin().lock();
                if stdin.is_terminal() {
                    let _ = writeln!(io::stderr(), "reading from the terminal; end with Ctrl-D");
                }
                ("standard input".to_owned(), read_all(stdin))
            }
        };
        match bytes {
            Ok(bytes) if bytes.len() as u64 > LARGEST => {
                Err(Failure::message(format!("{name} is larger than {LARGEST} bytes, the limit")))
            }
            Ok(bytes) => Ok(Source { name, bytes }),
            Err(error) => Err(Failure::message(format!("cannot read {name}: {}", why(&error)))),
        }
    }

    /// The input.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The failure that the parser's `error` is, with the line it lies in.
    pub(crate) fn refuse(&self, error: &ParseError) -> Failure {
        let number = error.place.line;
        let line = line_of(&self.bytes, number);
        let line = String::from_utf8_lossy(line);
        let excerpt = Excerpt { line: &line, number: Some(number), column: error.place.column };
        Failure::message(format!("{}: {error}{excerpt}", self.name))
    }
}

fn read_all(from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(LARGEST + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The line of this number (from 1) without its end, which is LF, CR LF or CR;
/// empty where the text has fewer.
fn line_of(bytes: &[u8], number: usize) -> &[u8] {
    let mut rest = bytes;
    for _ in 1..number {
        let Some(end) = rest.iter().position(|b| matches!(b, b'\n' | b'\r')) else {
            return &[];
        };
        let two = rest[end..].starts_with(b"\r\n");
        rest = &rest[end + 1 + usize::from(two)..];
    }
    let end = rest.iter().position(|b| matches!(b, b'\n' | b'\r')).unwrap_or(rest.len());
    &rest[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_three_ways() {
        let text = b"a\r\nb\rc\n\nd";
        let lines: Vec<&[u8]> = (1..=6).map(|number| line_of(text, number)).collect();
        assert_eq!(lines, [b"a".as_slice(), b"b", b"c", b"", b"d", b""]);
    }

    #[test]
    fn a_refusal_names_the_input_and_shows_the_line() {
        let source = Source { name: "x.in".into(), bytes: b"1\r\n\r\npp\xffp".to_vec() };
        let error = tesuji_core::text::Cursor::from_bytes(source.bytes()).unwrap_err();
        let text = source.refuse(&error).to_string();
        assert!(text.starts_with("x.in: line 3, column 3: expected UTF-8"), "{text}");
        assert!(text.ends_with("\n  3 | pp\u{fffd}p\n    |   ^"), "{text}");
    }
}
