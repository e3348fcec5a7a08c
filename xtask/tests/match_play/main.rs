//! `cargo xtask match` with engines that are good and bad in a known way.
//!
//! The engines are this file itself, started again with `fake` and a kind as its
//! arguments. Their standard output is their own, so that no test harness may
//! write to it: there is none, and [`harness`] is what is needed of one.

mod fake;
mod faults;
mod games;
#[path = "../../../cli/tests/stress/harness.rs"]
mod harness;
mod resume;

use std::path::PathBuf;
use std::process::{Command, ExitCode, Output};
use std::sync::atomic::{AtomicU32, Ordering};

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    if words.next().as_deref() == Some(fake::WORD) {
        return fake::run(&words.collect::<Vec<_>>());
    }
    harness::run(&[games::TESTS, faults::TESTS, resume::TESTS].concat())
}

/// A folder of a test, which is gone with this.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name =
            format!("tesuji-match-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    /// A file in it.
    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// A book of these lines.
    fn book(&self, lines: &str) -> String {
        let path = self.path("book.txt");
        std::fs::write(&path, lines).expect("a book");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The command line of an engine of this kind.
fn engine(kind: &str) -> String {
    let this = std::env::current_exe().expect("a path");
    format!("'{}' {} {kind}", this.display(), fake::WORD)
}

/// A match of these kinds of engines with these options.
fn command(kinds: [&str; 2], options: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.arg("match").args(kinds.map(engine)).args(options);
    command
}

/// Runs it.
fn run(kinds: [&str; 2], options: &[&str]) -> Output {
    command(kinds, options).output().expect("it starts")
}

/// What it printed, where its exit code is this.
fn printed(output: &Output, code: i32) -> String {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{text}\n{errors}");
    text
}

/// The one line that begins so, and what follows.
fn line<'a>(text: &'a str, begin: &str) -> &'a str {
    let mut lines = text.lines().filter(|line| line.starts_with(begin));
    let found = lines.next().unwrap_or_else(|| panic!("no line begins with {begin:?}: {text}"));
    assert_eq!(lines.next(), None, "{text}");
    found
}

/// How many processes have noted themselves in this file; none of them may run.
#[cfg(unix)]
fn ended(path: &str) -> usize {
    use rustix::process::{Pid, test_kill_process};
    use std::time::{Duration, Instant};
    let ids = std::fs::read_to_string(path).expect("somebody has run");
    // What has lost its parent is there until the system has taken note.
    let end = Instant::now() + Duration::from_secs(20);
    for line in ids.lines() {
        let id = line.parse().ok().and_then(Pid::from_raw).expect("a number");
        while test_kill_process(id).is_ok() {
            assert!(Instant::now() < end, "{id:?} still runs");
            fake::wait(10);
        }
    }
    ids.lines().count()
}
