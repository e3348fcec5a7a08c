//! Inputs that are refused: the file, the place, what was expected; exit code
//! 2, and nothing on standard output.

use std::fs;
use std::path::PathBuf;

use crate::run::refused;

/// A file of this test, which is gone when the value is.
struct File(PathBuf);

impl File {
    fn new(name: &str, bytes: &[u8]) -> File {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::write(&path, bytes).expect("a file");
        File(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("UTF-8")
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn files_that_cannot_be_read() {
    for command in ["solve", "line"] {
        let missing = refused(&[command, "painting", "no/such.in"], "", &["no/such.in"]);
        assert_eq!(missing, "error: cannot read no/such.in: there is no such file\n");
        let folder = refused(&[command, "painting", "examples"], "", &["examples"]);
        assert_eq!(folder, "error: cannot read examples: it is a directory\n");
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let file = File::new("secret.in", b"2 1 1 2 2\n");
    fs::set_permissions(&file.0, fs::Permissions::from_mode(0o000)).expect("to lock the file");
    if fs::read(&file.0).is_ok() {
        // Root reads everything: there is nothing to see.
        return;
    }
    let words = ["secret.in", "permission denied"];
    refused(&["solve", "pursuit", file.path()], "", &words);
}

#[cfg(target_os = "linux")]
#[test]
fn an_endless_input_is_refused() {
    refused(&["solve", "pursuit", "/dev/zero"], "", &["/dev/zero", "268435456 bytes"]);
}

#[test]
fn a_fault_is_shown_with_its_file_line_and_column() {
    let file = File::new("fault.in", b"1\r\n\r\npppp\r\n..x.\r\n....\r\nPPPP\r\n");
    let error = refused(&["solve", "pawn-chess", file.path()], "", &[]);
    let expected = format!(
        "error: {}: line 4, column 3: expected one of P, p and ., found \"x.\"\n  4 | ..x.\n    |   ^\n",
        file.path()
    );
    assert_eq!(error, expected);
    let error = refused(&["solve", "pursuit"], "4 2 3 2 3", &[]);
    assert!(error.starts_with("error: standard input: line 1, column 7: "), "{error}");
}

#[test]
fn every_game_refuses_what_is_no_input_of_it() {
    let cases: [(&str, &[u8], &[&str]); 33] = [
        ("pawn-chess", b"", &["line 1, column 1", "the number of cases"]),
        ("pawn-chess", b"-1\n", &["line 1, column 1"]),
        ("pawn-chess", b"1\n\npppp\n....\n....\n", &["line 6, column 1", "end of the input"]),
        ("pawn-chess", b"2\n\npppp\n....\n....\nPPPP\n", &["another case"]),
        ("pawn-chess", b"1\n\nppp\n....\n....\nPPPP\n", &["line 3, column 4"]),
        ("pawn-chess", b"1\n\nppppp\n....\n....\nPPPP\n", &["line 3, column 5"]),
        ("pawn-chess", b"1\n\npppP\n....\n....\nPPPP\n", &["line 3, column 4", "goal row"]),
        ("pawn-chess", b"1\n\npppp\n....\n....\npPPP\n", &["line 6, column 1", "goal row"]),
        ("pawn-chess", b"1\n\npppp\np...\n....\nPPPP\n", &["line 4, column 1", "more pawns"]),
        ("pawn-chess", b"1\n\n....\n....\n....\nPPPP\n", &["black has no pawn"]),
        ("pawn-chess", b"1\n\npppp\n....\n....\n....\n", &["white has no pawn"]),
        ("pawn-chess", b"1\n\n....\n....\np...\nP...\n", &["white has no legal move"]),
        ("pawn-chess", b"1\n\npppp\n....\n....\nPPPP\nx", &["line 7, column 1"]),
        ("pawn-chess", b"1\n\npp\xffpp\n", &["line 3, column 3", "UTF-8"]),
        ("pursuit", b"", &["line 1, column 1"]),
        ("pursuit", b"1 1 1 1 1\n", &["line 1, column 1", "2 to 65535"]),
        ("pursuit", b"65536 1 1 2 2\n", &["2 to 65535"]),
        ("pursuit", b"4 2 3 2 3\n", &["both pieces stand on (2,3)"]),
        ("pursuit", b"4 5 1 2 2\n", &["line 1, column 3", "1 to 4"]),
        ("pursuit", b"4 1 1 2 2 7\n", &["line 1, column 11", "end of the input"]),
        ("pursuit", b"\xef\xbb\xbf4 1 1 2 2\n", &["line 1, column 1"]),
        ("sliding-four", b"", &["line 1, column 1"]),
        ("sliding-four", b"BWB\nWBWB\nBWBW\nWBWO\n", &["line 1, column 4"]),
        ("sliding-four", b"BWBOB\nWBWB\nBWBW\nWBWO\n", &["line 1, column 5"]),
        ("sliding-four", b"BWBO\nWBWB\nBWBX\nWBWO\n", &["line 3, column 4", "\"X\""]),
        ("sliding-four", b"BWBO\nWBWB\nBWBW\nWBWO\nB\n", &["line 5, column 1"]),
        ("sliding-four", b"BWBO\nWBWB\nBW\x80W\n", &["line 3, column 3", "UTF-8"]),
        ("painting", b"", &["line 1, column 1"]),
        ("painting", b"1\n4 1\n3 1\n", &["line 3, column 1"]),
        ("painting", b"1\n4 1\n1 5\n", &["line 3, column 3"]),
        ("painting", b"1\n4 2\n1 1\n1 1\n", &["line 4", "painted twice"]),
        ("painting", b"1\n4 2\n1 1\n", &["line 4, column 1", "end of the input"]),
        ("painting", b"1\n1000000000000000001 0\n", &["line 2, column 1"]),
    ];
    for (game, input, words) in cases {
        for command in ["solve", "line"] {
            refused(&[command, game], input, words);
        }
    }
}

#[test]
fn one_bad_case_among_good_ones_leaves_no_answer() {
    let good = "\npppp\n....\n....\nPPPP\n".repeat(40);
    let input = format!("41\n{good}\npppp\n....\n....\nPPPQ\n");
    for format in ["judge", "json"] {
        refused(&["solve", "pawn-chess", "--format", format], &input, &["line 206, column 4"]);
    }
    refused(&["line", "pawn-chess"], &input, &["line 206, column 4"]);
}

#[test]
fn nothing_in_an_error_steers_the_terminal() {
    let error = refused(&["solve", "pursuit"], b"\x1b[2J\x07 1 1 2 2\n", &["line 1, column 1"]);
    assert!(error.chars().all(|c| c == '\n' || !c.is_control()), "{error:?}");
    let error = refused(&["solve", "pursuit", "no\x1b[2Jfile"], "", &["there is no such file"]);
    assert!(error.chars().all(|c| c == '\n' || !c.is_control()), "{error:?}");
}
