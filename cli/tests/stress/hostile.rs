//! Programs that cannot be tested, or that answer in no sensible way: a clear
//! message each.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::fixtures::VARIABLE;
use crate::run::{Folder, Run, command, found, nothing_found, output, tesuji};

crate::tests![
    a_program_that_is_not_there,
    a_program_that_cannot_be_executed,
    a_program_whose_interpreter_is_missing,
    a_program_that_closes_its_input,
    a_program_that_says_nothing,
    binary_rubbish,
    output_without_end,
    errors_without_end,
    megabytes_of_errors,
    an_exit_code,
    white_space_is_forgiven_unless_strict,
    cases_that_fail_only_together,
    a_layout_that_is_not_read,
    an_input_that_is_replayed,
];

/// `tesuji stress` on any program.
fn stress(folder: &Folder, args: &[&str], program: &[&str]) -> Run {
    let mut command = tesuji(folder, &["stress"]);
    command.args(args).arg("--").args(program);
    output(command)
}

/// A run that is refused: exit code 2 and these words on standard error.
#[track_caller]
fn refused(run: &Run, words: &[&str]) {
    assert!(run.code == Some(2) && run.out.is_empty(), "{run:?}");
    assert!(run.err.starts_with("error: cannot start "), "{run:?}");
    assert!(words.iter().all(|word| run.err.contains(word)), "{words:?}: {run:?}");
}

/// A run that has found something: these words are in the report, and what was
/// written is the smallest input of painting.
#[track_caller]
fn told(folder: &Folder, run: &Run, words: &[&str]) {
    assert_eq!(run.code, Some(1), "{run:?}");
    for word in words {
        assert!(run.out.contains(word), "{word:?} is missing in {run:?}");
    }
    assert!(run.out.chars().all(|c| c == '\n' || !c.is_control()), "{run:?}");
    assert_eq!(folder.read("failed-painting.txt"), "1\n1 0\n");
    assert_eq!(folder.read("failed-painting.out"), "Case 1: Bob\n");
}

fn a_program_that_is_not_there() {
    let folder = Folder::new("missing");
    let run = stress(&folder, &["pursuit"], &["no-such-program-anywhere"]);
    refused(&run, &["no-such-program-anywhere", "neither in PATH nor here"]);
    let run = stress(&folder, &["pursuit"], &["./no-such-program"]);
    refused(&run, &["./no-such-program", "there is no such program"]);
    fs::write(folder.file("solver"), "").expect("a file");
    refused(&stress(&folder, &["pursuit"], &["solver"]), &["did you mean ./solver?"]);
}

fn a_program_that_cannot_be_executed() {
    let folder = Folder::new("locked");
    fs::write(folder.file("solver"), "#!/bin/sh\necho 1\n").expect("a file");
    refused(&stress(&folder, &["pursuit"], &["./solver"]), &["./solver", "not executable"]);
    refused(&stress(&folder, &["pursuit"], &["./"]), &["it is a directory"]);
}

/// Makes an executable file.
#[cfg(unix)]
fn script(path: &Path, text: &str) {
    use std::os::unix::fs::PermissionsExt;
    fs::write(path, text).expect("a file");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("its permissions");
}

fn a_program_whose_interpreter_is_missing() {
    let folder = Folder::new("interpreter");
    script(&folder.file("solver"), "#!/no/such/interpreter\n");
    let run = stress(&folder, &["pursuit"], &["./solver"]);
    refused(&run, &["./solver", "the interpreter that it names"]);
}

fn a_program_that_closes_its_input() {
    let folder = Folder::new("deaf");
    let deaf = ["sh", "-c", "exec <&-; echo Case 1: Nobody"];
    // Inputs of hundreds of kilobytes, more than a pipe holds.
    let args = ["painting", "--seed", "1", "--kind", "long"];
    let run = stress(&folder, &args, &deaf);
    assert_eq!(run.code, Some(1), "{run:?}");
    let unread = run.out.lines().find(|line| line.starts_with("unread:"));
    assert!(unread.is_some_and(|line| line.contains("bytes of its input")), "{run:?}");
    // A right answer is right, whatever was read for it.
    fs::write(folder.file("one.txt"), "1\n1 0\n").expect("a file");
    let args = ["painting", "--input", "one.txt"];
    let run = stress(&folder, &args, &["sh", "-c", "exec <&-; echo Case 1: Bob"]);
    assert_eq!((run.code, run.out.as_str()), (Some(0), "the answer is right\n"), "{run:?}");
}

fn a_program_that_says_nothing() {
    let folder = Folder::new("silent");
    let run = found(&folder, "silent", "painting", &["--seed", "1"]);
    let words = ["the output ends before this answer", "got:      (the end of the output)"];
    told(&folder, &run, &words);
    assert!(run.out.contains("unread:   the last 6 bytes of its input"), "{run:?}");
}

fn binary_rubbish() {
    let folder = Folder::new("binary");
    let run = found(&folder, "binary", "painting", &["--seed", "1"]);
    told(&folder, &run, &["wrong answer: the line is no text", "expected: Case 1: Bob"]);
}

fn output_without_end() {
    let folder = Folder::new("flood");
    let run = found(&folder, "flood", "painting", &["--seed", "1"]);
    told(&folder, &run, &["output without end: it wrote more than 65560 bytes", "aaaa"]);
}

fn errors_without_end() {
    let folder = Folder::new("errors");
    // So little address space that nothing could be kept of what is written.
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -v 150000; exec \"$@\"", "sh"]);
    let inner = command(&folder, "flood-of-errors", "painting", &["--seed=1", "--timeout=1s"]);
    shell.arg(inner.get_program()).args(inner.get_args()).current_dir(&folder.0);
    shell.env(VARIABLE, "flood-of-errors").env("MALLOC_ARENA_MAX", "1");
    let run = output(shell);
    told(&folder, &run, &["time-out: it was still running after 1s", "eeee"]);
    let in_all = run.out.split("          (").nth(1).and_then(|rest| rest.split(' ').next());
    let in_all: u64 = in_all.expect("a number").parse().expect("a number");
    assert!(in_all > 10_000_000, "{run:?}");
}

fn megabytes_of_errors() {
    let folder = Folder::new("noisy");
    let run = nothing_found(&folder, "noisy", "painting", &["--seed", "1", "--count", "200"]);
    assert!(run.out.contains("it wrote up to 5242880 bytes a run to standard error"), "{run:?}");
}

fn an_exit_code() {
    let folder = Folder::new("exit-code");
    let run = found(&folder, "exit-code", "painting", &["--seed", "1"]);
    told(&folder, &run, &["crash: it ended with exit code 3"]);
}

fn white_space_is_forgiven_unless_strict() {
    let folder = Folder::new("strict");
    let options = ["--seed", "1", "--count", "300"];
    nothing_found(&folder, "trailing-blanks", "painting", &options);
    let run =
        found(&folder, "trailing-blanks", "painting", &[&options[..], &["--strict"]].concat());
    told(&folder, &run, &["the answer is right but for white space", " --strict --input "]);
}

fn cases_that_fail_only_together() {
    let folder = Folder::new("together");
    let run = found(&folder, "table-spoilt", "pawn-chess", &["--seed", "1"]);
    assert!(run.out.contains("It takes 2 cases together to fail."), "{run:?}");
    assert!(run.out.contains("\ncase 2 of 2\n"), "{run:?}");
    let input = folder.read("failed-pawn-chess.txt");
    assert!(input.starts_with("2\n\n"), "{input}");
    let output = folder.read("failed-pawn-chess.out");
    let winners: Vec<&str> =
        output.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(winners, ["black", "white"]);
    // As few pawns as can be: one a side, and two where Black wins.
    assert!(input.chars().filter(|c| "Pp".contains(*c)).count() <= 5, "{input}");
}

fn a_layout_that_is_not_read() {
    let folder = Folder::new("layout");
    let run = found(&folder, "tokens-of-a-line", "sliding-four", &["--seed", "1"]);
    let words = "The layout matters: blank cells written as spaces. The same cases written \
                 plainly pass.";
    assert!(run.out.contains(words), "{run:?}");
    assert!(folder.read("failed-sliding-four.txt").contains(' '));
    nothing_found(
        &folder,
        "tokens-of-a-line",
        "sliding-four",
        &["--seed=1", "--kind=random", "--count=100"],
    );
}

/// The command that a report ends with shows the same failure again.
fn an_input_that_is_replayed() {
    let folder = Folder::new("replay");
    let options = ["--seed", "1", "--save", "it's here", "--timeout", "1500ms"];
    let first = found(&folder, "painting-no-lone-cells", "painting", &options);
    assert_eq!(folder.read("it's here.out"), "Case 1: Alice\n");
    let replay = first.out.lines().find_map(|line| line.strip_prefix("replay:   tesuji "));
    let replay = replay.expect("a command");
    let mut shell = Command::new("sh");
    let line = format!("\"$TESUJI\" {replay}");
    shell.args(["-c", &line]).current_dir(&folder.0);
    shell.env("TESUJI", env!("CARGO_BIN_EXE_tesuji")).env(VARIABLE, "painting-no-lone-cells");
    let second = output(shell);
    assert!(second.code == Some(1) && second.err.is_empty(), "{second:?}");
    let told = |run: &Run| {
        let (_, rest) = run.out.split_once("\n  1: 1,1\n").expect("the position");
        rest.split_once("\n\ninput:").map_or(rest, |(told, _)| told).trim_end().to_owned()
    };
    assert_eq!(told(&first), told(&second));
    let refused = stress(&folder, &["painting", "--input", "it's here.out"], &["sh"]);
    assert!(refused.code == Some(2) && refused.err.contains("line 1, column 1"), "{refused:?}");
}
