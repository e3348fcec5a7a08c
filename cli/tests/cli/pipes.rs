//! Outputs that are closed or full.

use std::io::{Read, Write};
use std::process::Stdio;

use crate::run::command;

/// Runs the program and closes its output after `taken` bytes; hands back the
/// exit code and standard error.
fn closed_after(taken: u64, args: &[&str], input: &[u8]) -> (Option<i32>, String) {
    let mut command = command(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let stdout = child.stdout.take().expect("it has an output");
    if taken == 0 {
        drop(stdout);
        let _ = child.stdin.take().expect("it has an input").write_all(input);
    } else {
        let _ = child.stdin.take().expect("it has an input").write_all(input);
        let mut bytes = Vec::new();
        stdout.take(taken).read_to_end(&mut bytes).expect("some output");
        assert_eq!(bytes.len() as u64, taken, "{args:?}");
    }
    let mut error = String::new();
    child.stderr.take().expect("it has an error output").read_to_string(&mut error).expect("UTF-8");
    (child.wait().expect("the program ends").code(), error)
}

/// More answers than a pipe holds, so that the program is still writing.
fn many() -> Vec<u8> {
    let cases = 20_000;
    let mut input = format!("{cases}\n").into_bytes();
    for _ in 0..cases {
        input.extend_from_slice(b"2 2\n1 1\n2 2\n");
    }
    input
}

#[test]
fn a_reader_that_is_gone_ends_the_program_quietly() {
    let many = many();
    let quiet = (Some(0), String::new());
    let pursuit = b"2 1 1 2 2\n".as_slice();
    assert_eq!(closed_after(0, &["solve", "pursuit"], pursuit), quiet);
    assert_eq!(closed_after(0, &["line", "pursuit"], pursuit), quiet);
    assert_eq!(closed_after(0, &["games"], b""), quiet);
    assert_eq!(closed_after(0, &["--help"], b""), quiet);
    assert_eq!(closed_after(0, &["completions", "zsh"], b""), quiet);
    assert_eq!(closed_after(0, &["perft", "pawn-chess", "--depth", "4"], b""), quiet);
    assert_eq!(closed_after(0, &["gomoku", "show", "h8"], b""), quiet);
    // The input fits a pipe, the answers do not.
    let positions = b"h8\n".repeat(5000);
    let objects = ["gomoku", "show", "--format", "json", "-"];
    assert_eq!(closed_after(1, &objects, &positions), quiet);
    assert_eq!(closed_after(1, &["solve", "painting"], &many), quiet);
    assert_eq!(closed_after(100, &["solve", "painting", "--format", "json"], &many), quiet);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
    for args in [
        ["games", "pursuit"].as_slice(),
        &["completions", "bash"],
        &["solve", "pursuit", "-"],
        &["gomoku", "show", "h8"],
    ] {
        let mut command = command(args);
        command.stdin(Stdio::piped()).stderr(Stdio::piped());
        command.stdout(full.try_clone().expect("another handle"));
        let mut child = command.spawn().expect("the program starts");
        let _ = child.stdin.take().expect("it has an input").write_all(b"2 1 1 2 2\n");
        let output = child.wait_with_output().expect("the program ends");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert_eq!(error, "error: cannot write to standard output: no space is left\n", "{args:?}");
    }
}

/// Nobody hears the complaint; the exit code still tells.
#[cfg(unix)]
#[test]
fn a_closed_error_output_is_no_panic() {
    let mut command = std::process::Command::new("sh");
    command.args([
        "-c",
        "exec \"$0\" solve pursuit no-such-file 2>&-",
        env!("CARGO_BIN_EXE_tesuji"),
    ]);
    let run = crate::run::run(command, b"");
    assert_eq!((run.code, run.out.as_str()), (2, ""));
}
