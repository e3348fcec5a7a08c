//! `tesuji gomoku prove status`: what a log has.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use tesuji_core::Game;
use tesuji_core::gomoku::Cell;
use tesuji_proofs::{Part, is_answered, symmetries_of};

use super::super::words;
use super::log::{Outcome, parse};
use crate::failure::{Exit, Failure};
use crate::input::Source;
use crate::output;

/// Says how far the log of a run has come.
///
/// Each certificate is judged again. The exit code is 0 where every reply is
/// answered, 1 where one holds, and 3 where some are open.
pub(super) fn run(path: &Path) -> Result<Exit, Failure> {
    let source = Source::read(Some(path))?;
    let text =
        super::super::position::text_of(source.bytes()).map_err(|error| source.refuse(&error))?;
    // A line that was not finished says nothing.
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let (header, entries) = parse(path, &text[..whole])?;
    let (mut parts, mut open) = (Vec::new(), BTreeSet::new());
    let (mut nodes, mut time, mut bytes) = (0, Duration::ZERO, 0);
    let mut holds = None;
    for entry in entries {
        nodes += entry.nodes;
        time += entry.time;
        match entry.outcome {
            Outcome::Won(certificate) => {
                bytes += tesuji_proofs::write(&certificate).len();
                let part = Part::new(entry.reply, *certificate).map_err(|fault| {
                    let (log, reply) = (path.display(), entry.reply);
                    Failure::message(format!("{log}: the certificate for {reply}: {fault}"))
                })?;
                parts.push(part);
            }
            Outcome::Open(_) => {
                open.insert(entry.reply);
            }
            Outcome::Holds => holds = Some(entry.reply),
        }
    }
    let symmetries = symmetries_of(&header.board);
    let replies = header.board.legal_moves();
    let variant = header.board.variant();
    let is_answered = |reply: &Cell| is_answered(variant, &symmetries, &parts, *reply);
    let answered = replies.iter().filter(|reply| is_answered(reply)).count();
    open.retain(|reply| !is_answered(reply));
    let mut out = output::pages();
    writeln!(out, "{}", header.board)?;
    writeln!(out, "Attacker: {}", header.attacker)?;
    writeln!(out, "Replies: {}, answered {answered}", replies.len())?;
    writeln!(out, "Certificates: {}, {}", parts.len(), words::count(bytes, "byte", "bytes"))?;
    if let Some(reply) = holds {
        writeln!(out, "Holds: {reply}")?;
    }
    if !open.is_empty() {
        let open: Vec<Cell> = open.into_iter().collect();
        words::paragraph(&mut out, &format!("Tried and open: {}", words::in_words(&open)))?;
    }
    writeln!(out, "Nodes: {nodes} in {:.1} s", time.as_secs_f64())?;
    out.flush()?;
    Ok(match holds {
        Some(_) => Exit::No,
        None if answered == replies.len() => Exit::Done,
        None => Exit::Unknown,
    })
}
