//! The file of a match: what is played, and each game as it ends.
//!
//! JSON lines: the first is the match, every other a game. A line is written
//! with one call and made sure of, and what a killed run may have left of one
//! is cut off when the file is opened again.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::game::Played;
use crate::player::engine::Identity;

/// What a match is: what may not change under way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Setup {
    /// The format of the file.
    pub(super) tesuji_match: u32,
    pub(super) engines: [Identity; 2],
    pub(super) rule: String,
    pub(super) size: u8,
    /// Milliseconds a move, or nodes.
    pub(super) turn: Option<u64>,
    pub(super) nodes: Option<u64>,
    /// Bytes.
    pub(super) memory: u64,
    /// Milliseconds.
    pub(super) margin: u64,
    pub(super) patience: u64,
    /// Each opening's moves, in the order in which they are played.
    pub(super) openings: Vec<String>,
}

/// The format that is written.
pub(super) const FORMAT: u32 = 1;

/// An open file of a match.
pub(super) struct Record {
    file: File,
    name: String,
}

impl Record {
    /// Opens or makes the file, and reads what was played.
    ///
    /// # Errors
    /// Where it cannot be read or written, another match is writing it, or it
    /// is of another match than this.
    pub(super) fn open(path: &Path, setup: &Setup) -> anyhow::Result<(Record, Vec<Played>)> {
        let name = path.display().to_string();
        let opened = || -> anyhow::Result<_> {
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder)?;
            }
            let mut file = OpenOptions::new()
                .create(true)
                .truncate(false)
                .read(true)
                .write(true)
                .open(path)?;
            if file.try_lock().is_err() {
                bail!("another match is writing it");
            }
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            // Lines are made sure of, so that only the last can be a part.
            let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
            let text = std::str::from_utf8(&bytes[..whole])?;
            let played = read(text, setup)?;
            file.set_len(whole as u64)?;
            file.seek(SeekFrom::End(0))?;
            let mut record = Record { file, name: name.clone() };
            if whole == 0 {
                record.line(setup)?;
            }
            Ok((record, played))
        };
        opened().with_context(|| name.clone())
    }

    /// Adds a game.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub(super) fn add(&mut self, played: &Played) -> anyhow::Result<()> {
        self.line(played).with_context(|| self.name.clone())
    }

    fn line(&mut self, value: &impl Serialize) -> anyhow::Result<()> {
        let mut line = serde_json::to_vec(value)?;
        line.push(b'\n');
        self.file.write_all(&line)?;
        self.file.sync_data()?;
        Ok(())
    }
}

/// Reads a file of this match; an empty one has no game.
fn read(text: &str, setup: &Setup) -> anyhow::Result<Vec<Played>> {
    let mut lines = text.lines();
    let Some(first) = lines.next() else { return Ok(Vec::new()) };
    let head: Value = serde_json::from_str(first).context("line 1 is no match")?;
    same(&head, &serde_json::to_value(setup)?)?;
    let (mut played, mut seen) = (Vec::new(), BTreeSet::new());
    for (number, line) in (2..).zip(lines) {
        let game: Played =
            serde_json::from_str(line).with_context(|| format!("line {number} is no game"))?;
        let is_of_it = game.opening < setup.openings.len()
            && game.black < 2
            && game.winner.is_none_or(|winner| winner < 2);
        if !is_of_it || !seen.insert(game.game) {
            bail!("line {number} is no game of this match: {line}");
        }
        played.push(game);
    }
    Ok(played)
}

/// Whether both are one match.
fn same(there: &Value, here: &Value) -> anyhow::Result<()> {
    let (Some(old), Some(new)) = (there.as_object(), here.as_object()) else {
        bail!("line 1 is no match");
    };
    let Some(key) = new.keys().chain(old.keys()).find(|key| old.get(*key) != new.get(*key)) else {
        return Ok(());
    };
    let text = |value: Option<&Value>| {
        let text = value.map_or("nothing".to_owned(), ToString::to_string);
        text.chars().take(200).collect::<String>()
    };
    bail!(
        "it is of another match: {key} is {} there and {} here",
        text(old.get(key)),
        text(new.get(key))
    )
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::match_play::game::End;

    fn setup() -> Setup {
        let engine = crate::player::engine::Engine::of(&"cargo".parse().unwrap()).unwrap();
        let identity = engine.identity().unwrap();
        Setup {
            tesuji_match: FORMAT,
            engines: [identity.clone(), identity],
            rule: "freestyle".to_owned(),
            size: 15,
            turn: Some(100),
            nodes: None,
            memory: 1,
            margin: 2,
            patience: 3,
            openings: vec!["h8".to_owned()],
        }
    }

    fn game(game: u32) -> Played {
        Played {
            game,
            opening: 0,
            black: 1,
            winner: Some(0),
            end: End::Crash,
            fault: "it has ended".to_owned(),
            moves: "h8h9".to_owned(),
            overruns: [0, 1],
            longest: [12, 345],
        }
    }

    #[test]
    fn what_was_written_is_read_again_and_half_a_line_is_cut() {
        let folder = std::env::temp_dir().join(format!("tesuji-record-{}", std::process::id()));
        let path = folder.join("new/match.jsonl");
        let open = |setup: &Setup| Record::open(&path, setup).map_err(|why| format!("{why:#}"));
        {
            let (mut record, played) = open(&setup()).unwrap();
            assert_eq!(played, []);
            record.add(&game(0)).unwrap();
            record.add(&game(3)).unwrap();
            assert!(open(&setup()).is_err_and(|why| why.contains("another match is writing it")));
        }
        let whole = fs::read(&path).unwrap();
        let half = [&whole[..], br#"{"game":4,"ope"#].concat();
        fs::write(&path, half).unwrap();
        {
            let (mut record, played) = open(&setup()).unwrap();
            assert_eq!(played, [game(0), game(3)]);
            assert_eq!(fs::read(&path).unwrap(), whole);
            record.add(&game(4)).unwrap();
        }
        assert_eq!(open(&setup()).unwrap().1, [game(0), game(3), game(4)]);
        let other = Setup { turn: Some(200), ..setup() };
        let why = open(&other).err().unwrap();
        assert!(why.ends_with("another match: turn is 100 there and 200 here"), "{why}");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_is_no_record_is_refused() {
        let head = serde_json::to_string(&setup()).unwrap();
        let line = serde_json::to_string(&game(0)).unwrap();
        let why = |text: &str| format!("{:#}", read(text, &setup()).unwrap_err());
        assert!(why("x\n").starts_with("line 1 is no match"));
        assert!(why("[]\n").starts_with("line 1 is no match"));
        assert!(why(&format!("{head}\nx\n")).starts_with("line 2 is no game"));
        let twice = why(&format!("{head}\n{line}\n{line}\n"));
        assert!(twice.starts_with("line 3 is no game of this match"), "{twice}");
        let other = line.replace("\"opening\":0", "\"opening\":1");
        assert!(why(&format!("{head}\n{other}\n")).starts_with("line 2 is no game of this"));
    }
}
