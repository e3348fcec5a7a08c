//! One run of the tested program: bytes in, bytes out, within limits.
//!
//! The program is a process group of its own. It is waited for without being
//! reaped, the group is killed, and only then is it reaped: so its number
//! cannot belong to anybody else when the signal is sent. What has left the
//! group is found as well, on Linux, where orphans come to this process.
//!
//! Four threads move the bytes and wait; each ends when its end of a pipe does.
//! What they keep is bounded, whatever the program writes.

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::interrupt::Interrupt;
use super::program::Program;
use super::{launch, system};
use crate::failure::{Failure, why};

/// So much of standard error is kept.
const ERRORS: usize = 1 << 12;

/// How often the memory of a program is looked at, and how long the pipes of a
/// program that has ended may take to close.
const GLANCE: Duration = Duration::from_millis(20);
const CLOSING: Duration = Duration::from_secs(2);

/// Runs one program, over and over.
pub(super) struct Runner {
    program: Program,
    /// Bytes of memory, for each process.
    memory: Option<u64>,
    /// This program itself.
    launcher: PathBuf,
    /// What a message of the launcher begins with.
    secret: String,
    interrupt: Interrupt,
}

/// What a run left behind.
pub(super) struct Ran {
    pub(super) ending: Ending,
    /// Standard output, as much as was allowed.
    pub(super) output: Vec<u8>,
    /// The first bytes of standard error, and how many there were.
    pub(super) errors: Vec<u8>,
    pub(super) errors_in_all: u64,
    /// Bytes of the input that nobody read, where that is known.
    pub(super) unread: usize,
    /// The wall-clock time.
    pub(super) time: Duration,
    /// The most address space that was seen in use, in bytes; 0 where nobody
    /// looked, since the run was short or the system does not tell.
    pub(super) memory: u64,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ending {
    /// With this exit code.
    Code(i32),
    /// By this signal.
    Signal(i32),
    /// It was ended: its time was over.
    Timeout,
    /// It wrote more than it may.
    Flood,
    /// It was ended: somebody wants this program to end.
    Interrupted,
}

/// What the threads of a run report.
pub(super) enum Event {
    /// Standard input is written, as far as it was taken.
    Input(usize),
    /// Standard output has passed its limit.
    Flood,
    /// Standard output has ended.
    Output(Vec<u8>),
    /// Standard error has ended.
    Errors(Vec<u8>, u64),
    /// The program has ended.
    Exited,
    /// Somebody wants this program to end.
    Interrupted,
}

impl Runner {
    /// Prepares runs of the program.
    pub(super) fn new(
        program: Program,
        memory: Option<u64>,
        interrupt: Interrupt,
    ) -> Result<Runner, Failure> {
        let launcher = std::env::current_exe().map_err(|error| {
            Failure::message(format!("cannot find this program itself: {}", why(&error)))
        })?;
        system::adopt_orphans();
        let clock = std::time::UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos();
        let secret = format!("tesuji-launch-{}-{clock}", std::process::id());
        Ok(Runner { program, memory, launcher, secret, interrupt })
    }

    /// The program that is run.
    pub(super) fn program(&self) -> &Program {
        &self.program
    }

    /// Whether somebody wants this program to end.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupt.is_asked()
    }

    /// Runs the program on this input, for at most `timeout` and with at most
    /// `most` bytes of output. Nothing that it started is left when this
    /// returns.
    ///
    /// # Errors
    /// Where the program cannot be started.
    pub(super) fn run(
        &self,
        input: Vec<u8>,
        most: usize,
        timeout: Duration,
    ) -> Result<Ran, Failure> {
        let fail = |error: io::Error| {
            Failure::message(format!("cannot start {}: {}", self.program, why(&error)))
        };
        let (stdin, writer) = io::pipe().map_err(fail)?;
        let child_stdin = stdin.try_clone().map_err(fail)?;
        let began = Instant::now();
        let mut child = self.command(child_stdin.into()).spawn().map_err(fail)?;
        let (sender, events) = mpsc::channel();
        let length = input.len();
        let started = start_threads(&mut child, writer, input, most, &sender);
        if let Err(error) = started {
            end(&mut child);
            return Err(fail(error));
        }
        self.interrupt.tell(sender);

        let mut seen = Seen::default();
        let deadline = began + timeout;
        let ended = seen.watch(&events, &mut child, deadline);
        let time = began.elapsed();
        system::kill(&mut child);
        let status = child.wait();
        system::kill_orphans();
        // What is left in the pipe nobody has read. Closed at this end too, it
        // lets go of a writer that still waits.
        let left = system::left_in(&stdin);
        drop(stdin);
        seen.finish(&events);

        if let Some(error) = self.launch_error(&seen.errors) {
            // Its own file is there: it was found before.
            return Err(match error.kind() {
                io::ErrorKind::NotFound => Failure::message(format!(
                    "cannot start {}: the interpreter that it names is not there",
                    self.program
                )),
                _ => fail(error),
            });
        }
        let ending = match ended {
            Some(ending) => ending,
            None if seen.flooded => Ending::Flood,
            None => system::ending(&status.map_err(fail)?),
        };
        Ok(Ran {
            ending,
            output: seen.output,
            errors: seen.errors,
            errors_in_all: seen.errors_in_all,
            unread: (length - seen.taken.min(length)) + left,
            time,
            memory: seen.memory,
        })
    }

    fn command(&self, stdin: Stdio) -> Command {
        let mut command = if cfg!(unix) {
            let mut command = Command::new(&self.launcher);
            let memory = self.memory.map_or("none".to_owned(), |bytes| bytes.to_string());
            command.args([launch::WORD, &self.secret, &memory]).arg(&self.program.path);
            command.args(&self.program.words);
            command
        } else {
            let mut command = Command::new(&self.program.path);
            command.args(&self.program.words[1..]);
            command
        };
        command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
        system::own_group(&mut command);
        command
    }

    /// Why the launcher could not become the program, where that is so.
    fn launch_error(&self, errors: &[u8]) -> Option<io::Error> {
        let text = str::from_utf8(errors).ok()?;
        let number = text.strip_prefix(&self.secret)?.trim().parse().ok()?;
        Some(io::Error::from_raw_os_error(number))
    }
}

/// What has been reported so far.
#[derive(Default)]
struct Seen {
    output: Vec<u8>,
    flooded: bool,
    errors: Vec<u8>,
    errors_in_all: u64,
    /// Bytes of the input that went into the pipe.
    taken: usize,
    memory: u64,
    /// How many of the three pipes are closed.
    closed: usize,
}

impl Seen {
    /// Watches the program until it ends (`None`) or has to be ended.
    fn watch(
        &mut self,
        events: &Receiver<Event>,
        child: &mut Child,
        deadline: Instant,
    ) -> Option<Ending> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Some(Ending::Timeout);
            }
            match events.recv_timeout(left.min(GLANCE)) {
                Ok(Event::Exited) => return None,
                Ok(Event::Flood) => return Some(Ending::Flood),
                Ok(Event::Interrupted) => return Some(Ending::Interrupted),
                Ok(event) => self.note(event),
                Err(RecvTimeoutError::Timeout) => {
                    self.memory = self.memory.max(system::memory_of(child));
                    if system::has_exited(child) {
                        return None;
                    }
                }
                // Every thread holds a sender until it has reported.
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    /// Takes what is reported after the end, until the pipes are closed.
    fn finish(&mut self, events: &Receiver<Event>) {
        let deadline = Instant::now() + CLOSING;
        while self.closed < 3 {
            let left = deadline.saturating_duration_since(Instant::now());
            match events.recv_timeout(left) {
                Ok(event) => self.note(event),
                Err(_) => return,
            }
        }
    }

    fn note(&mut self, event: Event) {
        match event {
            Event::Input(taken) => self.taken = taken,
            Event::Output(bytes) => self.output = bytes,
            Event::Errors(bytes, in_all) => (self.errors, self.errors_in_all) = (bytes, in_all),
            Event::Flood => {
                self.flooded = true;
                return;
            }
            Event::Exited | Event::Interrupted => return,
        }
        self.closed += 1;
    }
}

/// Starts the threads that write the input, read both outputs, and wait.
fn start_threads(
    child: &mut Child,
    mut stdin: io::PipeWriter,
    input: Vec<u8>,
    most: usize,
    sender: &Sender<Event>,
) -> io::Result<()> {
    type Work = Box<dyn FnOnce(&Sender<Event>) + Send>;
    let start = |work: Work| {
        let sender = sender.clone();
        // Nobody listens any more to what comes too late.
        thread::Builder::new().stack_size(1 << 16).spawn(move || work(&sender)).map(drop)
    };
    if let Some(wait) = system::waiter(child) {
        start(Box::new(move |events| {
            wait();
            let _ = events.send(Event::Exited);
        }))?;
    }
    start(Box::new(move |events| {
        let mut taken = 0;
        loop {
            match stdin.write(&input[taken..]) {
                Ok(0) => break,
                Ok(count) => taken += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // Whoever was to read is gone.
                Err(_) => break,
            }
        }
        drop(stdin);
        let _ = events.send(Event::Input(taken));
    }))?;
    if let Some(mut stdout) = child.stdout.take() {
        start(Box::new(move |events| {
            let (bytes, _) = drain(&mut stdout, most, || {
                let _ = events.send(Event::Flood);
            });
            let _ = events.send(Event::Output(bytes));
        }))?;
    }
    if let Some(mut stderr) = child.stderr.take() {
        start(Box::new(move |events| {
            let (bytes, in_all) = drain(&mut stderr, ERRORS, || ());
            let _ = events.send(Event::Errors(bytes, in_all));
        }))?;
    }
    Ok(())
}

/// Reads to the end and keeps the first `most` bytes; says once when there are
/// more. Hands back what was kept, and how much there was.
fn drain(from: &mut impl Read, most: usize, mut more: impl FnMut()) -> (Vec<u8>, u64) {
    let (mut kept, mut in_all) = (Vec::new(), 0);
    let mut buffer = [0; 1 << 13];
    loop {
        match from.read(&mut buffer) {
            Ok(0) => return (kept, in_all),
            Ok(count) => {
                let room = most - kept.len();
                if count > room && in_all <= most as u64 {
                    more();
                }
                in_all += count as u64;
                kept.extend_from_slice(&buffer[..count.min(room)]);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return (kept, in_all),
        }
    }
}

/// Ends a program that could not be watched.
fn end(child: &mut Child) {
    system::kill(child);
    let _ = child.wait();
    system::kill_orphans();
}
