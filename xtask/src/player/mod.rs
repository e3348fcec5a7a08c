//! A gomoku engine as a manager runs it: a program that speaks the Gomocup
//! protocol over its standard input and output.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

/// A running engine. It is ended with this value.
pub(crate) struct Player {
    name: String,
    child: Child,
    input: Option<ChildStdin>,
    /// Lines with the time at which they were read.
    output: Receiver<(Instant, String)>,
}

/// An answer and how long it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Answer {
    /// The line, which is no message.
    pub(crate) line: String,
    /// From before the command was written until the line was read.
    pub(crate) time: Duration,
}

impl Player {
    /// Starts the program; what it writes to standard error is dropped.
    ///
    /// # Errors
    /// Where it cannot be started.
    pub(crate) fn start(program: &Path) -> anyhow::Result<Player> {
        let name = program.display().to_string();
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("{name} cannot be started"))?;
        let output = child.stdout.take().context("an output")?;
        let input = child.stdin.take();
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
                let line = String::from_utf8_lossy(&line).trim().to_owned();
                if sender.send((Instant::now(), line)).is_err() {
                    return;
                }
            }
        });
        Ok(Player { name, child, input, output: receiver })
    }

    /// Sends lines that want no answer, or a command whose answer is asked for
    /// next.
    ///
    /// # Errors
    /// Where the program does not read any more.
    pub(crate) fn send(&mut self, lines: &str) -> anyhow::Result<()> {
        let input = self.input.as_mut().context("the input is open")?;
        input
            .write_all(format!("{lines}\n").as_bytes())
            .and_then(|()| input.flush())
            .with_context(|| format!("{} does not read any more", self.name))
    }

    /// Sends a command and waits for its answer; messages are passed over.
    ///
    /// # Errors
    /// Where none comes within `most`, or the program has ended.
    pub(crate) fn ask(&mut self, lines: &str, most: Duration) -> anyhow::Result<Answer> {
        let begin = Instant::now();
        self.send(lines)?;
        loop {
            let left = most.saturating_sub(begin.elapsed());
            let (at, line) = match self.output.recv_timeout(left) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => {
                    bail!("{} does not answer {lines:?} in {most:?}", self.name)
                }
                Err(RecvTimeoutError::Disconnected) => {
                    bail!("{} has ended and does not answer {lines:?}", self.name)
                }
            };
            let word = line.split(' ').next().unwrap_or_default().to_ascii_uppercase();
            if !line.is_empty() && word != "MESSAGE" && word != "DEBUG" {
                return Ok(Answer { line, time: at - begin });
            }
        }
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        // It is asked first; what it makes of that does not matter any more.
        let _ = self.send("END");
        self.input = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
