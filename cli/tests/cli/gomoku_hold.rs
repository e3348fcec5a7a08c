//! `tesuji gomoku hold`: answers, exit codes, both roads.

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
