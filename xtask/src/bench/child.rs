//! A bench program that obeys: `<program> --drive measure`.
//!
//! It stops at each bench and runs iterations when told to. Two of them take
//! turns within milliseconds, which no criterion run can do.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, bail};

/// What an announced bench gets done in an iteration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Listed {
    /// `<game>/<algorithm>/<naive|optimized>/<case>`.
    pub(crate) id: String,
    /// How many and of which unit.
    pub(crate) throughput: Option<(u64, String)>,
}

/// The benches of a program, in its order.
///
/// # Errors
/// Where the program has no driver or does not end well.
pub(crate) fn list(program: &Path) -> anyhow::Result<Vec<Listed>> {
    let output = Command::new(program)
        .args(["--drive", "list"])
        .stdin(Stdio::null())
        .output()
        .with_context(|| program.display().to_string())?;
    if !output.status.success() {
        bail!(
            "{} cannot be driven; are its benches from before `--drive`?\n{}",
            program.display(),
            String::from_utf8_lossy(&output.stderr).trim()
        );
    }
    String::from_utf8(output.stdout)?.lines().map(parse_listed).collect()
}

fn parse_listed(line: &str) -> anyhow::Result<Listed> {
    let mut parts = line.split('\t');
    let id = parts.next().unwrap_or_default().to_owned();
    let throughput = match (parts.next(), parts.next()) {
        (Some(count), Some(unit)) => {
            let count = count.parse().with_context(|| format!("a number in {line:?}"))?;
            Some((count, unit.to_owned()))
        }
        _ => None,
    };
    Ok(Listed { id, throughput })
}

/// The time that some iterations took, in nanoseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Time {
    /// Of all threads on all cores.
    pub(crate) cpu: u64,
}

/// A running bench program. It ends when this is dropped.
pub(crate) struct Child {
    process: std::process::Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    name: String,
}

impl Child {
    /// Starts it on this bench.
    ///
    /// # Errors
    /// Where it cannot be started.
    pub(crate) fn start(program: &Path, id: &str) -> anyhow::Result<Child> {
        let mut process = Command::new(program)
            .args(["--drive", "measure", id])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("{} cannot be started", program.display()))?;
        let input = process.stdin.take().context("no pipe")?;
        let output = BufReader::new(process.stdout.take().context("no pipe")?);
        Ok(Child { process, input, output, name: program.display().to_string() })
    }

    /// The bench at which it stops next; `None` where it has none left.
    ///
    /// # Errors
    /// Where it ends badly: a bench that finds a wrong answer panics.
    pub(crate) fn ready(&mut self) -> anyhow::Result<Option<String>> {
        match self.line()? {
            Some(line) => match line.strip_prefix("ready ") {
                Some(id) => Ok(Some(id.to_owned())),
                None => bail!("{}: `ready` was expected, not {line:?}", self.name),
            },
            None => {
                let status = self.process.wait()?;
                if !status.success() {
                    bail!(
                        "{} ended with {status}; where a bench has found a wrong answer, \
                         `cargo test` says more",
                        self.name
                    );
                }
                Ok(None)
            }
        }
    }

    /// Runs the bench this often.
    ///
    /// # Errors
    /// Where the program ends.
    pub(crate) fn run(&mut self, iterations: u64) -> anyhow::Result<Time> {
        writeln!(self.input, "run {iterations}")?;
        self.input.flush()?;
        let line = self.line()?.with_context(|| format!("{} ended in a bench", self.name))?;
        let (_, cpu) = line.split_once(' ').with_context(|| format!("two times, not {line:?}"))?;
        Ok(Time { cpu: cpu.parse().with_context(|| format!("two times, not {line:?}"))? })
    }

    fn line(&mut self) -> anyhow::Result<Option<String>> {
        let mut line = String::new();
        let read = self.output.read_line(&mut line)?;
        Ok((read > 0).then(|| line.trim_end().to_owned()))
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // Both fail where it has ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_list_are_read() {
        let bare = Listed { id: "a/b/naive/c".into(), throughput: None };
        assert_eq!(parse_listed("a/b/naive/c").unwrap(), bare);
        let with = parse_listed("a/b/naive/c\t12\tnodes").unwrap();
        assert_eq!(with.throughput, Some((12, "nodes".to_owned())));
        assert!(parse_listed("a/b/naive/c\tmany\tnodes").is_err());
    }
}
