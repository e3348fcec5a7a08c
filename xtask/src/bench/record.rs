//! `benches/history.jsonl`: the figures of a revision, a line a run.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::process::Command;

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use crate::machine;
use crate::process::capture;

const FILE: &str = "benches/history.jsonl";

/// What one bench took.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Figure {
    /// The CPU time of an iteration.
    pub(crate) nanoseconds: f64,
    /// What an iteration gets done: how many, and of what.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) throughput: Option<(u64, String)>,
}

/// A run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Record {
    /// The commit, with `+` where the working tree differs from it.
    pub(crate) revision: String,
    /// The day, as `2026-11-30`.
    pub(crate) date: String,
    /// The name that the processor gives itself.
    pub(crate) processor: String,
    /// `rustc` and its version.
    pub(crate) compiler: String,
    /// The figures by id.
    pub(crate) figures: BTreeMap<String, Figure>,
}

impl Record {
    /// The record of these figures of the working tree, taken now.
    ///
    /// # Errors
    /// Where git or rustc cannot be asked.
    pub(crate) fn now(figures: BTreeMap<String, Figure>) -> anyhow::Result<Record> {
        let commit = capture(Command::new("git").args(["rev-parse", "--short=12", "HEAD"]))?;
        let changes = capture(Command::new("git").args([
            "status",
            "--porcelain",
            "--",
            "core",
            "solvers",
            "benches/benches",
            "benches/src",
            "Cargo.toml",
            "Cargo.lock",
        ]))?;
        let mark = if changes.trim().is_empty() { "" } else { "+" };
        Ok(Record {
            revision: format!("{}{mark}", commit.trim()),
            date: machine::today(),
            processor: machine::processor(),
            compiler: machine::compiler()?,
            figures,
        })
    }
}

/// Appends a record.
///
/// # Errors
/// Where the file cannot be written.
pub(crate) fn append(record: &Record) -> anyhow::Result<()> {
    let line = serde_json::to_string(record)? + "\n";
    let mut file = OpenOptions::new().append(true).create(true).open(FILE).context(FILE)?;
    file.write_all(line.as_bytes()).context(FILE)?;
    println!("{} figures of {} appended to {FILE}", record.figures.len(), record.revision);
    Ok(())
}

/// All records, oldest first.
///
/// # Errors
/// Where there are none, or one is damaged.
pub(crate) fn all() -> anyhow::Result<Vec<Record>> {
    let text = fs::read_to_string(FILE)
        .with_context(|| format!("{FILE}: `cargo xtask bench --record` writes the first record"))?;
    let records = parse(&text)?;
    if records.is_empty() {
        bail!("{FILE} has no record yet: cargo xtask bench --record");
    }
    Ok(records)
}

fn parse(text: &str) -> anyhow::Result<Vec<Record>> {
    let record = |(index, line): (usize, &str)| {
        serde_json::from_str(line).with_context(|| format!("{FILE}, line {}", index + 1))
    };
    text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(record).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_come_back() {
        let figure = |throughput| Figure { nanoseconds: 12.5, throughput };
        let record = Record {
            revision: "abc+".into(),
            date: "2026-11-30".into(),
            processor: "one".into(),
            compiler: "rustc 1.95.0".into(),
            figures: [
                ("a/b/naive/c".to_owned(), figure(None)),
                ("a/b/naive/d".to_owned(), figure(Some((3, "nodes".to_owned())))),
            ]
            .into(),
        };
        let line = serde_json::to_string(&record).unwrap();
        assert_eq!(parse(&format!("{line}\n\n{line}\n")).unwrap(), [record.clone(), record]);
        let error = parse(&format!("{line}\n{{\n")).unwrap_err().to_string();
        assert_eq!(error, "benches/history.jsonl, line 2");
    }
}
