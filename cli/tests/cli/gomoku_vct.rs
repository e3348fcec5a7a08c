//! `tesuji gomoku vct`: answers, exit codes, and the win that is written.

use crate::run::{good, refused, tesuji};

/// Two twos that cross.
const TWOS: &str = "h8a1h9a15g8o1i7o15";

/// A problem whose first move makes no three.
const NO_THREE: &str = "15x15 renju: h12 h11 i11 f10 g10 h10 e9 j9 g8 h8 | \
                        i13 g11 i10 j10 f9 g9 h9 i9 d8 f8 b";

#[test]
fn the_exit_code_is_the_answer() {
    let code = |args: &[&str]| tesuji(&[&["gomoku", "vct"], args].concat(), "").code;
    for format in ["text", "json"] {
        assert_eq!(code(&[TWOS, "--format", format]), 0);
        assert_eq!(code(&["h8", "--format", format]), 1);
        assert_eq!(code(&[TWOS, "--nodes", "2", "--format", format]), 3);
    }
    refused(&["gomoku", "vct", "h8", "--fours", "1"], "", &["--fours"]);
    refused(&["gomoku", "vct", "-", "--out", "x.tsc"], "", &["--out"]);
}

#[test]
fn threats_to_win_by_fours_are_asked_for() {
    let nodes = ["--nodes", "3000000"];
    let vct = |more: &[&str]| tesuji(&[&["gomoku", "vct", "-"], more, &nodes].concat(), NO_THREE);
    assert_eq!(vct(&[]).out, "none\n");
    let found = vct(&["--fours", "4"]).out;
    assert!(found.starts_with("win ") && found.ends_with(" g12\n"), "{found}");
}

#[test]
fn both_roads_say_the_same() {
    for position in ["7x7 freestyle: c4 d4 e4 | a1 g7 a7 b", "7x7 freestyle: d4 | a1 b"] {
        let by = |road| tesuji(&["gomoku", "vct", "-", "--solver", road], position).out;
        let answer = |line: &str| line.split(' ').next().map(str::to_owned);
        assert_eq!(answer(&by("naive")), answer(&by("optimized")), "{position}");
    }
}

#[test]
fn the_certificate_is_right() {
    let folder = tempfile::tempdir().expect("a folder");
    for rule in ["freestyle", "hybrid", "standard", "renju"] {
        let file = folder.path().join(format!("{rule}.tsc"));
        let path = file.to_str().expect("UTF-8");
        let page = good(&["gomoku", "vct", TWOS, "--rule", rule, "--out", path], "");
        assert!(page.contains("Black wins by continuous fours and threes in "), "{page}");
        assert!(page.contains("... any other "), "{page}");
        let verdict = good(&["gomoku", "check", path, "--sample", "200"], "");
        assert!(verdict.contains("right: Black, to move at "), "{verdict}");
    }
}
