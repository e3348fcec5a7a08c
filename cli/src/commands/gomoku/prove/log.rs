//! The log of a run: a line for each reply that was looked at, only appended
//! to, so that whatever ends a run loses no more than the line it was writing.
//!
//! ```text
//! tesuji proofs 1
//! game 15x15 hybrid k5
//! attacker black
//! position h8 i9 | a1 w
//! won j9 nodes 571175 ms 1045 895453430d0a…
//! open g8 nodes 36157856 ms 60000 the time is over
//! holds g8 nodes 12 ms 0
//! ```
//!
//! What follows `ms` is the certificate in hexadecimal digits, or the budget.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tesuji_core::gomoku::Cell;
use tesuji_core::gomoku::naive::Board;
use tesuji_core::{Game, Player};
use tesuji_proofs::{Certificate, read, write};

use crate::failure::{Failure, why};

const TITLE: &str = "tesuji proofs 1";

/// What became of a reply.
pub(super) enum Outcome {
    Won(Box<Certificate>),
    /// With the budget that was spent.
    Open(String),
    Holds,
}

/// A reply that was looked at.
pub(super) struct Entry {
    pub(super) reply: Cell,
    pub(super) outcome: Outcome,
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

impl Entry {
    /// For a reader.
    pub(super) fn summary(&self) -> String {
        let what = match &self.outcome {
            Outcome::Won(certificate) => format!("won in {}", certificate.moves()),
            Outcome::Open(why) => format!("open: {why}"),
            Outcome::Holds => "holds".to_owned(),
        };
        format!("{}: {what}; {} nodes, {:.2} s", self.reply, self.nodes, self.time.as_secs_f64())
    }

    fn line(&self) -> String {
        let (word, rest) = match &self.outcome {
            Outcome::Won(certificate) => {
                let bytes = write(certificate);
                ("won", bytes.iter().map(|byte| format!("{byte:02x}")).collect())
            }
            Outcome::Open(why) => ("open", why.clone()),
            Outcome::Holds => ("holds", String::new()),
        };
        let (reply, nodes, time) = (self.reply, self.nodes, self.time.as_millis());
        format!("{word} {reply} nodes {nodes} ms {time} {rest}\n")
    }

    /// Reads a line; its certificate must be whole and for the position after
    /// the reply.
    fn parse(line: &str, board: &Board) -> Result<Entry, String> {
        let mut words = line.splitn(7, ' ');
        let mut word = || words.next().unwrap_or_default();
        let kind = word();
        let reply: Cell = word().parse().map_err(|_| "expected a cell".to_owned())?;
        let mut number = |name: &str| -> Result<u64, String> {
            let found = word();
            let number = word().parse().ok().filter(|_| found == name);
            number.ok_or_else(|| format!("expected {name} and a number"))
        };
        let (nodes, time) = (number("nodes")?, number("ms")?);
        let rest = words.next().unwrap_or_default();
        if board.get(reply).is_some() || !board.variant().contains(reply) {
            return Err(format!("{reply} is no reply"));
        }
        let outcome = match kind {
            "won" => {
                let bytes = bytes_of(rest).ok_or("expected hexadecimal digits")?;
                let certificate = read(&bytes).map_err(|error| error.to_string())?;
                let mut position = board.clone();
                position.set(reply, Some(board.to_move()));
                position.set_to_move(board.to_move().other());
                if *certificate.head().root() != position {
                    return Err(format!("the certificate is not for {reply}"));
                }
                Outcome::Won(Box::new(certificate))
            }
            "open" => Outcome::Open(rest.to_owned()),
            "holds" => Outcome::Holds,
            _ => return Err("expected won, open or holds".to_owned()),
        };
        Ok(Entry { reply, outcome, nodes, time: Duration::from_millis(time) })
    }
}

fn bytes_of(digits: &str) -> Option<Vec<u8>> {
    let digit = |digit: u8| char::from(digit).to_digit(16).map(|digit| digit as u8);
    let pairs = digits.as_bytes().chunks(2);
    pairs.map(|pair| Some(digit(pair[0])? << 4 | digit(*pair.get(1)?)?)).collect()
}

/// What a log begins with.
pub(super) struct Header {
    pub(super) board: Board,
    pub(super) attacker: Player,
}

fn header(board: &Board, attacker: Player) -> String {
    let side = if attacker == Player::Black { 'w' } else { 'b' };
    let text = board.to_string();
    let stones = text.split_once(':').map_or(text.as_str(), |(_, stones)| stones).trim();
    let stones = stones.strip_suffix([' ', 'b', 'w']).unwrap_or(stones).trim_end();
    let stones = stones.trim_end_matches(" w").trim_end_matches(" b");
    format!("{TITLE}\ngame {}\nattacker {attacker}\nposition {stones} {side}\n", board.variant())
}

/// A log that is appended to.
pub(super) struct Log {
    file: File,
    path: PathBuf,
}

impl Log {
    /// Opens a log for this position, or begins it, and reads what it has. A
    /// last line that was not finished is taken away.
    ///
    /// # Errors
    /// A log of another position, and a line that is wrong.
    pub(super) fn open(
        path: &Path,
        board: &Board,
        attacker: Player,
    ) -> Result<(Log, Vec<Entry>), Failure> {
        let fail = |error: io::Error| {
            Failure::message(format!("cannot write {}: {}", path.display(), why(&error)))
        };
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(fail)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(|error| {
            Failure::message(format!("cannot read {}: {}", path.display(), why(&error)))
        })?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let begins = header(board, attacker);
        if whole < begins.len() && begins.starts_with(&text) {
            // Begun now, or ended before its first lines were written.
            file.set_len(0).map_err(fail)?;
            file.seek(SeekFrom::Start(0)).map_err(fail)?;
            file.write_all(begins.as_bytes()).map_err(fail)?;
            return Ok((Log { file, path: path.to_owned() }, Vec::new()));
        }
        let (found, entries) = parse(path, &text[..whole])?;
        if found.board != *board || found.attacker != attacker {
            return Err(Failure::message(format!("{}: it is of another position", path.display())));
        }
        file.set_len(whole as u64).map_err(fail)?;
        file.seek(SeekFrom::End(0)).map_err(fail)?;
        Ok((Log { file, path: path.to_owned() }, entries))
    }

    /// Writes a line, and waits until it is on the disk.
    pub(super) fn append(&mut self, entry: &Entry) -> Result<(), Failure> {
        let written = self.file.write_all(entry.line().as_bytes());
        written.and_then(|()| self.file.sync_data()).map_err(|error| {
            Failure::message(format!("cannot write {}: {}", self.path.display(), why(&error)))
        })
    }
}

/// Reads a whole log.
pub(super) fn parse(path: &Path, text: &str) -> Result<(Header, Vec<Entry>), Failure> {
    let wrong = |line: usize, why: &str| {
        Failure::message(format!("{}: line {line}: {why}", path.display()))
    };
    let mut lines = text.lines().enumerate();
    let mut field = |name: &str| -> Result<String, Failure> {
        let (at, line) = lines.next().unwrap_or((0, ""));
        let rest = line.strip_prefix(name).filter(|rest| rest.is_empty() || rest.starts_with(' '));
        let rest = rest.ok_or_else(|| wrong(at + 1, &format!("expected {name}")))?;
        Ok(rest.trim().to_owned())
    };
    field(TITLE)?;
    let game = field("game")?;
    let attacker = match field("attacker")?.as_str() {
        "black" => Player::Black,
        "white" => Player::White,
        _ => return Err(wrong(3, "expected black or white")),
    };
    let stones = field("position")?;
    let board: Board =
        format!("{game}: {stones}").parse().map_err(|error| wrong(4, &format!("{error}")))?;
    let mut entries = Vec::new();
    for (at, line) in lines {
        entries.push(Entry::parse(line, &board).map_err(|why| wrong(at + 1, &why))?);
    }
    Ok((Header { board, attacker }, entries))
}
