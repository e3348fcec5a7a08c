//! The check of the engine's protocol.

mod referee;

use tesuji_engine::protocol::{Lines, parse_line};
use tesuji_engine::session::Session;
use tesuji_engine::think::Engine;

use crate::generate::gomoku_protocol as generate;
use crate::{Check, Verdict};
pub use referee::{Expected, Referee};

/// The check of the protocol.
pub const CHECKS: &[Check] = &[Check {
    name: "gomoku_protocol",
    bucket: "lines / 8, plus 100 where the rule is not freestyle",
    about: "A stream of commands, some of them wounded, or of any bytes, against the parser and \
            the session of an engine of one node a move: each line is answered as a naive \
            referee expects, every move is legal, and the boards are equal after every line. How \
            well it plays, threads and time it cannot see.",
    run: talks,
}];

/// Bytes of a line that are kept: few, so that lines are cut.
const LONGEST: usize = 64;

/// Lines that are answered, so that no input takes seconds.
const MOST: usize = 150;

/// The lines of a stream: what is kept of each, and whether that is not all.
fn split(stream: &[u8]) -> Vec<(Vec<u8>, bool)> {
    let mut lines = vec![Vec::new()];
    let mut before = b' ';
    for &byte in stream {
        match byte {
            b'\n' if before == b'\r' => {}
            b'\n' | b'\r' => lines.push(Vec::new()),
            other => lines.last_mut().expect("at least one").push(other),
        }
        before = byte;
    }
    // An end of line at the very end begins no further line.
    if lines.last().is_some_and(Vec::is_empty) {
        lines.pop();
    }
    let cut = |line: Vec<u8>| (line.iter().copied().take(LONGEST).collect(), line.len() > LONGEST);
    lines.into_iter().map(cut).collect()
}

fn talks(bytes: &[u8]) -> Verdict {
    let stream = generate::stream(bytes);
    let mut lines = Lines::new(stream.as_slice(), LONGEST);
    let mut session = Session::new(Engine::with_nodes(1));
    let mut referee = Referee::new();
    let mut said = Vec::new();
    let expected = split(&stream);
    for (kept, cut) in expected.iter().take(MOST) {
        said.push(kept.escape_ascii().to_string());
        let line = lines.next().expect("bytes can be read");
        let line = line.unwrap_or_else(|| panic!("no line is left for the last of {said:#?}"));
        assert_eq!((&line.bytes, line.cut), (kept, *cut), "the last of {said:#?}");
        let replies: Vec<String> =
            session.handle(&parse_line(&line)).iter().map(ToString::to_string).collect();
        if let Err(fault) = referee.hear(kept, *cut, &replies) {
            panic!("{fault}\nafter {said:#?}\nanswered {replies:?}\n{referee}");
        }
        if let Err(fault) = referee.agrees(session.position()) {
            panic!("{fault}\nafter {said:#?}\n{referee}");
        }
        assert_eq!(session.is_over(), referee.is_over(), "whether it is over, after {said:#?}");
    }
    let count = expected.len().min(MOST);
    if count == expected.len() {
        assert_eq!(lines.next().expect("bytes can be read"), None, "after {said:#?}");
    }
    let other = if referee.is_freestyle() { 0 } else { 100 };
    Verdict::compared(&stream, count as u32 / 8 + other)
}
