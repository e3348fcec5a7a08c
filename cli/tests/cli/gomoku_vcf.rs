//! `tesuji gomoku vcf`: answers, exit codes, and the win that is written.

use std::fs;

use crate::run::{good, refused, root, tesuji};

const STRAIGHT: &str = "h8a1h9a2h10a3";
const VCF_1: &str = "l14 e13 h13 h12 i11 g10 h10 k10 j9 h8 i8 | \
                     i14 g13 k12 h11 l11 i10 f9 h9 i9 l9 j8";

/// The stored positions as lines of input, and the answers without the move.
fn stored(file: &str) -> (String, Vec<String>) {
    let text = fs::read_to_string(root().join("testkit/data").join(file)).expect("the positions");
    let mut input = String::new();
    let mut answers = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [rule, black, white, attacker, answer] = fields[..] else { panic!("{line}") };
        input.push_str(&format!("15x15 {rule}: {black} | {white} {}\n", &attacker[..1]));
        answers.push(answer.to_owned());
    }
    (input, answers)
}

#[test]
fn every_line_gets_the_least_length() {
    for (file, count) in [("gomoku-vcf.txt", 180), ("gomoku-vcf-rules.txt", 360)] {
        let (input, answers) = stored(file);
        assert_eq!(answers.len(), count);
        let text = good(&["gomoku", "vcf", "-"], &input);
        let found: Vec<&str> = text
            .lines()
            .map(|line| line.rsplit_once(' ').map_or(line, |(answer, _)| answer))
            .collect();
        assert_eq!(found, answers);
    }
}

#[test]
fn the_exit_code_is_the_answer() {
    let code = |args: &[&str]| tesuji(&[&["gomoku", "vcf"], args].concat(), "").code;
    for format in ["text", "json"] {
        assert_eq!(code(&[STRAIGHT, "--format", format]), 0);
        assert_eq!(code(&["h8", "--format", format]), 1);
        let spent = [VCF_1, "--rule", "renju", "--nodes", "10", "--format", format];
        assert_eq!(code(&spent), 3);
        // A finished game has no win.
        assert_eq!(code(&["h8a1h9a2h10a3h11a4h12", "--format", format]), 1);
    }
    refused(&["gomoku", "vcf", "h8h8"], "", &["h8 is taken"]);
    refused(&["gomoku", "vcf", "-", "--out", "x.sgf"], "", &["--out"]);
    refused(&["gomoku", "vcf", "h8", "--attacker", "w", "--to-move", "w"], "", &["--attacker"]);
    let run = tesuji(&["gomoku", "vcf", "-", "--nodes", "10"], format!("h8h8\n{STRAIGHT}\nh8\n"));
    assert_eq!((run.code, run.out.lines().count()), (2, 3), "{run:?}");
    assert!(run.out.ends_with("\nwin 2 h7\nnone\n"), "{run:?}");
    let spent = format!("15x15 renju: {VCF_1}\n");
    assert_eq!(good(&["gomoku", "vcf", "-", "--nodes", "10"], &spent), "unknown\n");
}

#[test]
fn either_side_may_attack() {
    let position = "h8 h9 h10 | a1 a2 a3 a4";
    let vcf = |side| good(&["gomoku", "vcf", "-", "--attacker", side], position);
    assert_eq!((vcf("black").as_str(), vcf("white").as_str()), ("none\n", "win 1 a5\n"));
    // Without the option the counts tell, and the last letter does.
    assert_eq!(good(&["gomoku", "vcf", "-"], format!("{position} w")), "win 1 a5\n");
}

#[test]
fn both_roads_say_the_same() {
    for position in [STRAIGHT, "h8", "a5 b5 c5 d1 d2 d3 | i1 i3 i5 k1 k3 k5"] {
        let by = |road| tesuji(&["gomoku", "vcf", "-", "--solver", road], position).out;
        let answer = |line: String| line.rsplit_once(' ').map_or(line.clone(), |(a, _)| a.into());
        assert_eq!(answer(by("naive")), answer(by("optimized")), "{position}");
    }
}

#[test]
fn the_win_is_shown_and_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("win.sgf");
    let path = file.to_str().expect("UTF-8");
    let args = ["gomoku", "vcf", "--least", "--size", "9", "c3a1c4a2c5a3", "--out", path];
    let page = good(&args, "");
    assert!(
        page.contains("Black wins by continuous fours in 2 moves; no such win is shorter.\n"),
        "{page}"
    );
    assert!(page.contains("\n  1. c2 c1 2. c6\n"), "{page}");
    let sgf = fs::read_to_string(&file).expect("it was written");
    let expected = "(;FF[4]GM[4]SZ[9]RU[freestyle]AB[cg][cf][ce]AW[ai][ah][ag]PL[B]
;B[ch]C[any other reply: c1]
;W[ci]
;B[cd])\n";
    assert_eq!(sgf, expected);
    // Where there is no win nothing is written.
    fs::remove_file(&file).expect("it can be removed");
    assert_eq!(tesuji(&["gomoku", "vcf", "h8", "--out", path], "").code, 1);
    assert!(!file.exists());
    let nowhere = folder.path().join("no-such-folder").join("win.sgf");
    let nowhere = nowhere.to_str().expect("UTF-8");
    refused(&["gomoku", "vcf", STRAIGHT, "--out", nowhere], "", &["cannot write"]);
}

#[test]
fn replies_that_differ_are_branches() {
    // Under caro a stone at either end stops the row, and the column is left.
    let position = "9x9 caro: c4 d4 e4 f1 f2 f3 | a4 h4 a9 c9 e9 g9 b";
    let page = good(&["gomoku", "vcf", "--least", position], "");
    assert!(page.contains("\n  1. f4\n    1... b4 2. f5\n    1... g4 2. f5\n"), "{page}");
}
