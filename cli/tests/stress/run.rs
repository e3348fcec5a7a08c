//! Runs `tesuji stress` on one of the fixtures, in a folder of its own.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::fixtures::VARIABLE;

/// A folder that is gone when the value is.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        // Tests run at the same time.
        static FOLDERS: AtomicUsize = AtomicUsize::new(0);
        let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        let path = path.join(format!("stress-{number}-{name}"));
        // A run that was killed may have left one.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.file(name)).expect(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What a run left behind.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// The program, in this folder, deaf to this terminal.
pub(crate) fn tesuji(folder: &Folder, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tesuji"));
    command.args(args).current_dir(&folder.0).stdin(Stdio::null());
    for name in ["COLUMNS", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command
}

pub(crate) fn output(mut command: Command) -> Run {
    let output = command.output().expect("the program runs");
    Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// `tesuji stress`, with these options, on a fixture.
pub(crate) fn command(folder: &Folder, fixture: &str, game: &str, options: &[&str]) -> Command {
    let mut command = tesuji(folder, &["stress", game]);
    let itself = std::env::current_exe().expect("this program");
    command.args(options).arg("--").arg(itself).env(VARIABLE, fixture);
    command.env("FIXTURE_FOLDER", &folder.0);
    command
}

/// The run of it, which must find something: exit code 1.
#[track_caller]
pub(crate) fn found(folder: &Folder, fixture: &str, game: &str, options: &[&str]) -> Run {
    let run = output(command(folder, fixture, game, options));
    assert!(run.code == Some(1) && run.err.is_empty(), "{fixture}: {run:?}");
    run
}

/// The run of it, which must find nothing: exit code 0.
#[track_caller]
pub(crate) fn nothing_found(folder: &Folder, fixture: &str, game: &str, options: &[&str]) -> Run {
    let run = output(command(folder, fixture, game, options));
    assert!(run.code == Some(0) && run.err.is_empty(), "{fixture}: {run:?}");
    assert!(run.out.contains("no difference found"), "{run:?}");
    run
}
