//! `tesuji gomoku prove`: answers, exit codes, certificates, logs and hints.

use std::fs;

use crate::run::{good, refused, tesuji};

/// Two stones side by side and two far away: a win by quiet moves.
const TWO: &str = "h8a1i9a15";

/// On this board White is to move, and each reply loses soon; no two share a
/// tree, since four must be exactly four.
const EVERY: [&str; 8] =
    ["--size", "7", "--line", "4", "--rule", "standard", "--attacker", "black"];

#[test]
fn the_exit_code_is_the_answer() {
    let code = |args: &[&str]| tesuji(&[&["gomoku", "prove"], args].concat(), "").code;
    let three = ["--size", "3", "--line", "3", "--rule", "freestyle"];
    for format in ["text", "json"] {
        assert_eq!(code(&["h8a1h9a2h10a3", "--format", format]), 0);
        assert_eq!(code(&[&["", "--format", format], &three[..]].concat()), 1);
        assert_eq!(code(&["h8", "--nodes", "2", "--format", format]), 3);
    }
    refused(&["gomoku", "prove", "-", "--out", "x.tsc"], "", &["--out"]);
    refused(&["gomoku", "prove", "h8", "--shard", "1/2"], "", &["--resume"]);
    refused(&["gomoku", "prove", "h8", "--shard", "3/2", "--resume", "x"], "", &["--shard"]);
    refused(&["gomoku", "prove", "status"], "", &["LOG"]);
    refused(&["gomoku", "prove", "h8", "h9"], "", &["one position"]);
}

#[test]
fn both_roads_say_the_same() {
    for position in ["3x3 freestyle k3: ", "4x3 freestyle k3: a1", "4x4 freestyle k3: a1 d4"] {
        let by = |road| tesuji(&["gomoku", "prove", "-", "--solver", road], position).out;
        let answer = |line: &str| line.split(' ').next().map(str::to_owned);
        assert_eq!(answer(&by("naive")), answer(&by("optimized")), "{position}");
    }
}

#[test]
fn the_certificate_is_right() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (file, record) = (path("two.tsc"), path("two.sgf"));
    let page = good(&["gomoku", "prove", TWO, "--nodes", "30000000", "--out", &file], "");
    assert!(page.contains("Black wins in at most "), "{page}");
    assert!(page.contains("So also under freestyle and standard."), "{page}");
    let verdict = good(&["gomoku", "check", &file, "--sample", "200"], "");
    assert!(verdict.contains("right: Black, to move after h8 a1 i9 a15"), "{verdict}");

    good(&["gomoku", "prove", TWO, "--nodes", "30000000", "--out", &record], "");
    let text = fs::read_to_string(&record).expect("it was written");
    assert!(text.starts_with("(;FF[4]GM[4]SZ[15]RU[hybrid]AB"), "{text}");
    // What was found is a hint that is read.
    let again = good(&["gomoku", "prove", TWO, "--nodes", "30000000", "--hints", &record], "");
    assert!(again.contains("Black wins in at most "), "{again}");
    let row = path("row.txt");
    fs::write(&row, "# a move\nh8a1i9a15 g7\n").expect("it is written");
    let again = good(&["gomoku", "prove", TWO, "--nodes", "30000000", "--hints", &row], "");
    assert!(again.contains("Black wins in at most "), "{again}");
    fs::write(&row, "h8\nh8z99\n").expect("it is written");
    refused(&["gomoku", "prove", TWO, "--hints", &row], "", &["line 2"]);
}

#[test]
fn a_run_goes_on_where_it_was_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (log, out) = (path("run.log"), path("run.tsc"));
    let prove =
        |more: &[&str]| tesuji(&[&["gomoku", "prove", "d4a1c3"], &EVERY[..], more].concat(), "");
    // The first half of the replies, then all.
    let half = prove(&["--resume", &log, "--shard", "1/2"]);
    assert_eq!(half.code, 3, "{half:?}");
    let status = tesuji(&["gomoku", "prove", "status", &log], "");
    assert_eq!(status.code, 3, "{status:?}");
    // A run that was killed while it wrote leaves half a line.
    let mut text = fs::read_to_string(&log).expect("it was written");
    let lines = text.lines().count();
    text.push_str("won a2 nodes 12 ms 1 8954");
    fs::write(&log, text).expect("it is written");
    let whole = prove(&["--resume", &log, "--threads", "2", "--out", &out]);
    assert_eq!(whole.code, 0, "{whole:?}");
    assert!(whole.out.contains("Black wins against every reply"), "{whole:?}");
    let text = fs::read_to_string(&log).expect("it is there");
    assert!(text.lines().count() > lines && !text.contains("8954\n"), "{text}");
    let status = good(&["gomoku", "prove", "status", &log], "");
    assert!(status.contains("Attacker: black"), "{status}");
    let verdict = good(&["gomoku", "check", &out, "--sample", "500"], "");
    assert!(verdict.contains("right: Black, to move"), "{verdict}");

    let other = [&["gomoku", "prove", "d4a1c4"], &EVERY[..], &["--resume", &log]].concat();
    refused(&other, "", &["another position"]);
    fs::write(&log, text.replacen("won ", "wan ", 1)).expect("it is written");
    refused(&["gomoku", "prove", "status", &log], "", &["line 5"]);
}

/// A symmetry leaves these positions as they are. A reply on its axis has one
/// tree, which may answer another reply and not that one's image.
#[test]
fn images_of_replies_are_answered_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("win.tsc").to_str().expect("UTF-8").to_owned();
    for stones in ["g8 h7 i9 | a1 o15", "e8 h5 h8 | a1 o15"] {
        let options = ["--rule", "freestyle", "--attacker", "black", "--nodes", "3000000"];
        let prove = [&["gomoku", "prove", stones, "--out", &out], &options[..]].concat();
        let page = good(&prove, "");
        assert!(page.contains("Black wins against every reply"), "{page}");
        good(&["gomoku", "check", &out], "");
    }
}
