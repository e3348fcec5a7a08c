//! Runs the built program.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The root of the workspace, where examples and documents lie.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// What a run left behind.
#[derive(Debug)]
pub(crate) struct Run {
    /// The exit code.
    pub(crate) code: i32,
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
}

/// The program, started in the root, deaf to the colour and width of this terminal.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tesuji"));
    command.args(args).current_dir(root());
    quiet(&mut command);
    command
}

/// Takes the variables away that change the output.
pub(crate) fn quiet(command: &mut Command) {
    for name in ["COLUMNS", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
}

/// Runs the program on this input.
pub(crate) fn tesuji(args: &[&str], input: impl AsRef<[u8]>) -> Run {
    run(command(args), input.as_ref())
}

/// Runs a command on this input.
pub(crate) fn run(mut command: Command, input: &[u8]) -> Run {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("it has a standard input");
    // A program that refuses its command line does not read: the write then fails, and may.
    let _ = stdin.write_all(input);
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    Run {
        code: output.status.code().expect("no signal ended it"),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// Standard output of a run that must succeed in silence.
#[track_caller]
pub(crate) fn good(args: &[&str], input: impl AsRef<[u8]>) -> String {
    let run = tesuji(args, input);
    assert!(run.code == 0 && run.err.is_empty(), "{args:?}: {run:?}");
    run.out
}

/// Standard error of a run that must be refused: exit code 2, `error:` and
/// these words on standard error, nothing on standard output.
#[track_caller]
pub(crate) fn refused(args: &[&str], input: impl AsRef<[u8]>, words: &[&str]) -> String {
    let run = tesuji(args, input);
    assert_eq!(run.code, 2, "{args:?}: {run:?}");
    assert_eq!(run.out, "", "{args:?}: {run:?}");
    assert!(run.err.starts_with("error:"), "{args:?}: {run:?}");
    assert!(!run.err.contains("panicked"), "{args:?}: {run:?}");
    for word in words {
        assert!(run.err.contains(word), "{args:?}: {word:?} is missing in {run:?}");
    }
    run.err
}
