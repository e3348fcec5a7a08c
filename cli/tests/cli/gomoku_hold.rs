//! `tesuji gomoku hold`: answers, exit codes, both roads, certificates.

use std::fs;

use crate::run::{good, refused, tesuji};

fn hold(args: &[&str]) -> crate::run::Run {
    tesuji(&[&["gomoku", "hold"], args].concat(), "")
}

#[test]
fn the_exit_code_is_the_answer() {
    for format in ["text", "json"] {
        let code = |size, line, position| {
            hold(&["--size", size, "--line", line, position, "--format", format]).code
        };
        assert_eq!(code("3", "3", ""), 1);
        assert_eq!(code("4x3", "3", ""), 0);
        assert_eq!(code("5", "4", ""), 1);
        let spent = ["--size", "8", "--line", "5", "", "--nodes", "10", "--format", format];
        assert_eq!(hold(&spent).code, 3);
    }
    refused(&["gomoku", "hold", "h8"], "", &["225 cells", "64 cells"]);
    refused(&["gomoku", "hold", "7x7 renju: d4"], "", &["renju", "freestyle"]);
    refused(&["gomoku", "hold", "4x4 freestyle k3: a1 b1 c1 | a4 b4"], "", &["Black has won"]);
    refused(&["gomoku", "hold", "4x4 freestyle k4:", "--solver", "naive"], "", &["16 empty cells"]);
}

#[test]
fn every_line_gets_its_answer() {
    let input = "3x3 freestyle k3: \n4x3 freestyle k3: \n4x3 freestyle k3: b2 c2 | a1\n\
                 3x3 freestyle k3: b2 c2 | a1 w\n";
    let args = ["gomoku", "hold", "--attacker", "black", "-"];
    let text = good(&args, input);
    assert_eq!(text, "hold\nwin b2\nwin\nhold a2\n");
    let bad = tesuji(&args, format!("h8\n{input}"));
    assert_eq!((bad.code, bad.out.lines().count()), (2, 5), "{bad:?}");
    assert!(bad.out.starts_with("error line 1: a board of 225 cells"), "{bad:?}");
    // The side to move attacks where none is named: White wins by his own row.
    assert_eq!(good(&["gomoku", "hold", "-"], "3x3 freestyle k3: b2 c2 | a1 a2 w\n"), "win a3\n");
}

#[test]
fn both_roads_say_the_same() {
    let input = "3x3 freestyle k3: \n4x3 freestyle k3: a1\n4x4 freestyle k3: b2 c3 | c2 d1\n";
    let by = |road| good(&["gomoku", "hold", "-", "--attacker", "black", "--solver", road], input);
    let results = |text: String| -> Vec<String> {
        let first = |line: &str| line.split(' ').next().unwrap_or_default().to_owned();
        text.lines().map(first).collect()
    };
    assert_eq!(results(by("naive")), results(by("optimized")));
}

#[test]
fn the_page_says_who_and_how() {
    let won = hold(&["--size", "4x3", "--line", "3", ""]).out;
    assert!(won.contains("\nBlack wins in at most 4 moves.\nStrategy: "), "{won}");
    let held = hold(&["--size", "5", ""]).out;
    assert!(held.contains("\nWhite holds: Black does not win.\nBy pairs, "), "{held}");
    let open = hold(&["--size", "3x3", "--line", "6", "b2"]).out;
    assert!(open.contains("\nBlack holds: White does not win.\nNo row is open.\n"), "{open}");
    let unknown = hold(&["--size", "8", "", "--nodes", "10"]).out;
    assert!(unknown.contains("Unknown whether Black wins or White holds: the nodes"), "{unknown}");
}

/// A position, who attacks, and what its certificate claims.
const PROVED: [(&str, &str, &str); 5] = [
    ("3x3 freestyle k3: ", "black", "White, not to move on the empty board, does not lose"),
    ("5x4 freestyle k4: b2", "black", "White, to move after b2, does not lose"),
    ("4x3 freestyle k3: ", "black", "Black, to move on the empty board, wins"),
    // The last move is the certificate's first.
    ("4x3 freestyle k3: a1b2", "white", "Black, to move after a1 b2, does not lose"),
    ("4x3 freestyle k3: c2a1b2", "black", "Black, to move after c2 a1, wins"),
];

#[test]
fn the_proof_is_written_and_right() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("proof.tsc");
    let path = file.to_str().expect("UTF-8");
    for (position, attacker, claim) in PROVED {
        let run = hold(&[position, "--attacker", attacker, "--out", path]);
        assert!(run.code <= 1 && run.err.is_empty(), "{position}: {run:?}");
        let bytes = fs::read(&file).expect("it was written").len();
        let size = format!(" nodes, {bytes} bytes\nNodes: ");
        assert!(run.out.contains("\nCertificate: ") && run.out.contains(&size), "{run:?}");
        assert!(run.out.ends_with(&format!("\nWritten to {path}\n")), "{run:?}");
        let verdict = good(&["gomoku", "check", path, "--sample", "50"], "");
        assert!(verdict.contains(&format!("right: {claim}")), "{position}: {verdict}");
        fs::remove_file(&file).expect("it can be removed");
        let json = hold(&[position, "--attacker", attacker, "--out", path, "--format", "json"]);
        assert_eq!(json.code, run.code, "{json:?}");
        assert_eq!(fs::read(&file).expect("it was written").len(), bytes);
        fs::remove_file(&file).expect("it can be removed");
    }
    let replayed = hold(&["3x3 freestyle k3: ", "--out", path]);
    assert_eq!(replayed.code, 1);
    good(&["gomoku", "check", path, "--exhaustive"], "");
    // What is not known is not written.
    fs::remove_file(&file).expect("it can be removed");
    assert_eq!(hold(&["8x8 freestyle k5: ", "--nodes", "10", "--out", path]).code, 3);
    assert!(!file.exists());
}

#[test]
fn what_cannot_be_written_is_refused() {
    let refuse = |args: &[&str], word| {
        refused(&[&["gomoku", "hold"], args].concat(), "3x3 freestyle k3: \n", &[word]);
    };
    refuse(&["-", "--out", "x.tsc"], "--out takes the proof of one position");
    refuse(&["3x3 freestyle k3: ", "--out", "x.sgf"], "SGF has no place");
    refuse(&["3x3 freestyle k3: ", "--out", "x.tsc", "--solver", "naive"], "naive road");
    let nowhere = "no-such-folder/x.tsc";
    refuse(&["3x3 freestyle k3: ", "--out", nowhere], "cannot write");
}
