//! A gomoku engine as a manager runs it: a program that speaks the Gomocup
//! protocol over its standard input and output.
//!
//! The program is not trusted. It may end, stay silent, write without end, in
//! many lines or in one, and start programs of its own; none of that holds the
//! manager up or fills its memory.

pub(crate) mod engine;
mod lines;
mod moves;

use std::fmt::{self, Display};
use std::io::Write;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use lines::{Lines, Read};
pub(crate) use moves::{block, cell_of};

/// The longest line that is read, in bytes.
const LONGEST: usize = 64 << 10;

/// Lines that may come before one answer.
const MOST_LINES: usize = 10_000;

/// Lines that are read ahead; an engine that writes more waits.
const AHEAD: usize = 1 << 10;

/// Lines of standard error that are noted; what follows is dropped.
const MOST_ERRORS: usize = 10_000;

/// How long an engine may take to end once it is asked to.
const PARTING: Duration = Duration::from_millis(200);

/// What an engine is given between its answer and the next command. Some do not
/// hear what comes at once, for they still put their threads to rest.
const BREATH: Duration = Duration::from_millis(10);

/// How often it is looked whether a question is to be given up.
const GLANCE: Duration = Duration::from_millis(50);

/// Takes note of what is said: who says it, and the line.
pub(crate) type Note = dyn Fn(Voice, &str) + Send + Sync;

/// Who says a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Voice {
    /// The manager.
    Manager,
    /// The engine, on its standard output.
    Engine,
    /// The engine, on standard error.
    Errors,
}

/// A running engine. It is ended, with all that it has started, with this value.
pub(crate) struct Player {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<(Instant, Read)>,
    /// Closed once all of standard error is noted.
    errors: Option<Receiver<()>>,
    note: Option<Arc<Note>>,
    /// When it last answered.
    answered: Option<Instant>,
    /// Whether it is still worth a farewell.
    is_sound: bool,
}

/// An answer and how long it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Answer {
    /// The line, which is no message.
    pub(crate) line: String,
    /// From before the command was written until the line was read.
    pub(crate) time: Duration,
}

/// Why a question has no answer. The engine is of no more use after it.
#[derive(Debug)]
pub(crate) enum Fault {
    /// It cannot be started.
    NotStarted(std::io::Error),
    /// It has ended, or has closed its input or output.
    Ended(Option<ExitStatus>),
    /// It says nothing for so long.
    Silent(Duration),
    /// It writes without answering; what is too much.
    Flood(String),
    /// The question was given up from outside.
    GivenUp,
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NotStarted(error) => write!(f, "it cannot be started: {error}"),
            Fault::Ended(Some(status)) => write!(f, "it has ended with {status}"),
            Fault::Ended(None) => f.write_str("it has closed its pipes"),
            Fault::Silent(time) => write!(f, "it does not answer in {} ms", time.as_millis()),
            Fault::Flood(what) => f.write_str(what),
            Fault::GivenUp => f.write_str("it was interrupted"),
        }
    }
}

impl std::error::Error for Fault {}

impl Player {
    /// Starts the program. What it says is noted, where somebody takes note;
    /// standard error is dropped elsewhere.
    ///
    /// # Errors
    /// [`Fault::NotStarted`].
    pub(crate) fn start(command: &mut Command, note: Option<Arc<Note>>) -> Result<Player, Fault> {
        let errors = if note.is_some() { Stdio::piped() } else { Stdio::null() };
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors);
        // A group of its own: it ends as one, and an interrupt of the terminal
        // comes to the manager alone.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let mut child = command.spawn().map_err(Fault::NotStarted)?;
        let (sender, output) = sync_channel(AHEAD);
        if let Some(from) = child.stdout.take() {
            std::thread::spawn(move || {
                for line in Lines::new(from, LONGEST) {
                    if sender.send((Instant::now(), line)).is_err() {
                        return;
                    }
                }
            });
        }
        let mut errors = None;
        if let (Some(from), Some(note)) = (child.stderr.take(), note.clone()) {
            let (noting, noted) = sync_channel(1);
            errors = Some(noted);
            std::thread::spawn(move || {
                // Gone with the thread.
                let _noting: SyncSender<()> = noting;
                for (number, line) in Lines::new(from, LONGEST).enumerate() {
                    match line {
                        Read::Line(line) if number < MOST_ERRORS => note(Voice::Errors, &line),
                        Read::Line(_) | Read::TooLong => {}
                    }
                }
            });
        }
        let input = child.stdin.take();
        Ok(Player { child, input, output, errors, note, answered: None, is_sound: true })
    }

    fn noted(&self, voice: Voice, lines: &str) {
        if let Some(note) = &self.note {
            lines.lines().for_each(|line| note(voice, line));
        }
    }

    /// Sends lines that want no answer.
    ///
    /// # Errors
    /// [`Fault::Ended`].
    pub(crate) fn send(&mut self, lines: &str) -> Result<(), Fault> {
        self.noted(Voice::Manager, lines);
        let text = format!("{}\r\n", lines.replace('\n', "\r\n"));
        let written = self
            .input
            .as_mut()
            .map(|input| input.write_all(text.as_bytes()).and_then(|()| input.flush()));
        if matches!(written, Some(Ok(()))) { Ok(()) } else { Err(self.ended()) }
    }

    /// Sends a command and waits for its answer; messages are passed over, and
    /// so is what was said before, for that was no answer to this.
    ///
    /// # Errors
    /// Where none comes within `most`, and every other [`Fault`].
    pub(crate) fn ask(&mut self, lines: &str, most: Duration) -> Result<Answer, Fault> {
        self.ask_unless(lines, most, &AtomicBool::new(false))
    }

    /// As [`Player::ask`], until this flag is raised.
    ///
    /// # Errors
    /// As [`Player::ask`], and [`Fault::GivenUp`].
    pub(crate) fn ask_unless(
        &mut self,
        lines: &str,
        most: Duration,
        given_up: &AtomicBool,
    ) -> Result<Answer, Fault> {
        let mut count = 0;
        let ready = self.answered.map(|at| at + BREATH);
        loop {
            let left =
                ready.map_or(Duration::ZERO, |at| at.saturating_duration_since(Instant::now()));
            // Who has ended is met with in a moment.
            let Ok((_, read)) = self.output.recv_timeout(left) else { break };
            self.read(read, &mut count)?;
        }
        let begin = Instant::now();
        self.send(lines)?;
        loop {
            if given_up.load(Relaxed) {
                self.is_sound = false;
                return Err(Fault::GivenUp);
            }
            let left = most.saturating_sub(begin.elapsed());
            let (at, read) = match self.output.recv_timeout(left.min(GLANCE)) {
                Ok(read) => read,
                Err(RecvTimeoutError::Timeout) if left > GLANCE => continue,
                Err(RecvTimeoutError::Timeout) => {
                    self.is_sound = false;
                    return Err(Fault::Silent(most));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            };
            let line = self.read(read, &mut count)?;
            let word = line.split(' ').next().unwrap_or_default().to_ascii_uppercase();
            if !line.is_empty() && word != "MESSAGE" && word != "DEBUG" && at >= begin {
                self.answered = Some(Instant::now());
                return Ok(Answer { line, time: at - begin });
            }
        }
    }

    /// Notes and counts what was read.
    fn read(&mut self, read: Read, count: &mut usize) -> Result<String, Fault> {
        *count += 1;
        let fault = match read {
            Read::Line(line) if *count <= MOST_LINES => {
                self.noted(Voice::Engine, &line);
                return Ok(line);
            }
            Read::Line(_) => format!("it writes more than {MOST_LINES} lines and no answer"),
            Read::TooLong => format!("it writes a line of more than {LONGEST} bytes"),
        };
        self.is_sound = false;
        Err(Fault::Flood(fault))
    }

    /// It has closed a pipe: how it ended, where it did.
    fn ended(&mut self) -> Fault {
        self.is_sound = false;
        self.input = None;
        // Who closes its pipes and goes on is ended; a moment is given to those
        // that are just about to end by themselves.
        let status = self.wait_or_kill(PARTING);
        Fault::Ended(status)
    }

    /// Waits for its end, and then ends whatever is left of it and of what it
    /// has started. How it ended, where it did so by itself.
    fn wait_or_kill(&mut self, most: Duration) -> Option<ExitStatus> {
        let end = Instant::now() + most;
        let left = || end.saturating_duration_since(Instant::now());
        loop {
            match self.output.recv_timeout(left()) {
                Ok(_) if !left().is_zero() => {}
                Err(RecvTimeoutError::Disconnected) => {
                    self.wait_unreaped(left());
                    break;
                }
                _ => break,
            }
        }
        self.kill();
        let status = self.child.wait().ok()?;
        #[cfg(unix)]
        let by_itself = std::os::unix::process::ExitStatusExt::signal(&status) != Some(9);
        #[cfg(not(unix))]
        let by_itself = false;
        by_itself.then_some(status)
    }

    /// Waits for its end and leaves its number taken, so that to kill its group
    /// afterwards kills no other.
    #[cfg(unix)]
    fn wait_unreaped(&self, most: Duration) {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let Some(id) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) else { return };
        let (sender, receiver) = sync_channel(1);
        std::thread::spawn(move || {
            let _ = waitid(WaitId::Pid(id), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT);
            let _ = sender.send(());
        });
        let _ = receiver.recv_timeout(most);
    }

    #[cfg(not(unix))]
    fn wait_unreaped(&self, _: Duration) {}

    fn kill(&mut self) {
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            if let Some(group) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) {
                // There may be nothing left of it.
                let _ = kill_process_group(group, Signal::KILL);
            }
        }
        let _ = self.child.kill();
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let mut parting = Duration::ZERO;
        if self.is_sound && self.send("END").is_ok() {
            parting = PARTING;
        }
        self.input = None;
        let _ = self.wait_or_kill(parting);
        if let Some(errors) = &self.errors {
            // Who has left the group may hold it open.
            let _ = errors.recv_timeout(PARTING);
        }
    }
}
