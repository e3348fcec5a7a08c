//! `tesuji gomoku ... -`: a line of answer for every line of input.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::run::{command, good, root, tesuji};

/// Positions and their forbidden points, from the stored file.
fn stored() -> (Vec<String>, Vec<String>) {
    let file = root().join("testkit/data/renju-forbidden.txt");
    let text = fs::read_to_string(file).expect("the positions");
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let (position, points) = line.rsplit_once(" | ").expect("three columns");
            (position.to_owned(), points.to_owned())
        })
        .unzip()
}

#[test]
fn all_stored_forbidden_points_are_found() {
    let (positions, answers) = stored();
    assert_eq!(positions.len(), 1000);
    let expected = answers.join("\n") + "\n";
    let input = positions.join("\n") + "\n";
    assert_eq!(good(&["gomoku", "forbidden", "-"], &input), expected);
    assert_eq!(good(&["gomoku", "forbidden", "--rule", "renju", "-"], &input), expected);
    let naive =
        good(&["gomoku", "forbidden", "--solver", "naive", "-"], positions[..200].join("\n"));
    assert_eq!(naive, answers[..200].join("\n") + "\n");
    // No other rule forbids anything.
    let free = good(&["gomoku", "forbidden", "--rule", "freestyle", "-"], &input);
    assert_eq!(free, "-\n".repeat(1000));
}

#[test]
fn the_side_to_move_of_the_position_makes_no_difference_to_what_is_forbidden() {
    let stones = "g8 h9 h10 i8 | a1 c1 e1 g1";
    for position in [stones, &format!("{stones} w"), &format!("{stones} b"), "g8a1h9c1h10e1i8g1"] {
        for side in [&[][..], &["--to-move", "white"], &["--to-move", "black"]] {
            let args = [&["gomoku", "forbidden", "-"], side].concat();
            assert_eq!(good(&args, position), "h8\n", "{position} {side:?}");
        }
    }
    // Any number of stones, and games that are over.
    assert_eq!(good(&["gomoku", "forbidden", "-"], "g8 h9 h10 i8 |"), "h8\n");
    assert_eq!(good(&["gomoku", "forbidden", "-"], "a1 a2 a3 a4 a5 g8 h9 h10 i8 |"), "a6 h8\n");
    assert_eq!(good(&["gomoku", "forbidden", "-"], "g8 h9 h10 i8 | a1 a2 a3 a4 a5"), "h8\n");
}

#[test]
fn bad_lines_are_answered_in_their_place() {
    let input = b"h8\n\nh8h8\nh8 z9\n\xff\ng8a1h9c1h10e1i8g1h8\nh8 | g7 f6 e5\n h8 | g7 ";
    let run = tesuji(&["gomoku", "show", "--rule", "renju", "-"], input);
    assert_eq!(run.code, 2);
    let expected = "\
15x15 renju k5: h8 |
15x15 renju k5: |
error line 3, column 3: h8 is taken
error line 4, column 4: z9 is off the board, which ends at o15
error line 5, column 1: expected UTF-8 text, found other bytes
error line 6, column 18: h8 is forbidden: double-three
error line 7, column 1: 1 black and 3 white stones: nobody is to move
15x15 renju k5: h8 | g7
";
    assert_eq!(run.out, expected);
    for line in expected.lines().filter_map(|line| line.strip_prefix("error ")) {
        assert!(run.err.contains(&format!("error: standard input: {line}\n")), "{run:?}");
    }
    assert!(run.err.contains("\n  6 | g8a1h9c1h10e1i8g1h8\n    |                  ^\n"), "{run:?}");
}

#[test]
fn a_line_that_is_far_too_long_is_one_bad_line() {
    let input = format!("h8\n{}\ng7\n", "h8 ".repeat(100_000));
    let run = tesuji(&["gomoku", "show", "-"], input);
    assert_eq!(run.code, 2);
    let expected =
        "h8 |\nerror line 2, column 1: the line is longer than 65536 bytes, the limit\ng7 |\n";
    assert_eq!(run.out, expected);
}

#[test]
fn line_ends_make_no_difference_and_no_line_is_lost() {
    for input in ["h8\n\ng7\n", "h8\r\n\r\ng7\r\n", "h8\r\rg7\r", "h8\n\ng7", "h8 \n \n\tg7\n"] {
        assert_eq!(good(&["gomoku", "show", "-"], input), "h8 |\n|\ng7 |\n", "{input:?}");
    }
    assert_eq!(good(&["gomoku", "show", "-"], ""), "");
}

#[test]
fn each_line_is_answered_before_the_next_one_is_there() {
    for (args, answer) in [
        (["gomoku", "show", "-"].as_slice(), "f6 h8 | g7"),
        (&["gomoku", "forbidden", "-"], "-"),
        (&["gomoku", "perft", "-", "--depth", "1"], "1 222"),
    ] {
        let mut command = command(args);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("it has an input");
        let stdout = child.stdout.take().expect("it has an output");
        let (sender, answers) = mpsc::channel();
        thread::spawn(move || {
            BufReader::new(stdout)
                .lines()
                .map_while(Result::ok)
                .try_for_each(|line| sender.send(line))
        });
        for _ in 0..3 {
            stdin.write_all(b"h8g7f6\n").expect("it reads");
            stdin.flush().expect("it reads");
            // The limit is for a program that waits for more: it would wait for ever.
            let line = answers.recv_timeout(Duration::from_secs(60)).expect("an answer by now");
            assert_eq!(line, answer, "{args:?}");
        }
        drop(stdin);
        assert_eq!(child.wait().expect("it ends").code(), Some(0));
    }
}

/// Standard error is no terminal here: nobody watches.
#[test]
fn searches_are_answered_on_one_line_each() {
    let input =
        "h8a1h9a2h10a3\nh8a1h9a2h10a3h11a4h12\nh8h8\n3x3 freestyle k3: a1b1c1b2a2c2b3a3c3\n";
    let run = tesuji(&["gomoku", "search", "--depth", "5", "-"], input);
    assert_eq!(run.code, 2);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 4, "{run:?}");
    let words: Vec<&str> = lines[0].split(' ').collect();
    assert_eq!(words[1..4], ["win", "in", "3"], "{}", lines[0]);
    assert_eq!((words[4], words[6], words[8], words[9]), ("depth", "nodes", "pv", words[0]));
    assert!(["h7", "h11", "h6", "h12"].contains(&words[0]), "{}", lines[0]);
    assert_eq!(lines[1], "- loss in 0 depth 0 nodes 0 pv -");
    assert_eq!(lines[2], "error line 3, column 3: h8 is taken");
    assert_eq!(lines[3], "- draw depth 0 nodes 0 pv -");
    assert_eq!(run.err.lines().count(), 3, "the one complaint: {run:?}");
}
