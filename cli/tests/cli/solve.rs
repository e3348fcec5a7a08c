//! `tesuji solve`: judge's input in, judge's output out, on both roads.

use std::fs;

use crate::run::{good, refused, root};

fn example(name: &str) -> String {
    fs::read_to_string(root().join("examples").join(name)).expect(name)
}

const JUDGED: [&str; 4] = ["pawn-chess", "pursuit", "sliding-four", "painting"];

#[test]
fn the_examples_are_answered_as_they_say() {
    for game in JUDGED {
        let expected = example(&format!("{game}.out"));
        let file = format!("examples/{game}.txt");
        assert_eq!(good(&["solve", game, &file], ""), expected, "{game}");
        let input = example(&format!("{game}.txt"));
        assert_eq!(good(&["solve", game], &input), expected, "{game}");
        assert_eq!(good(&["solve", game, "-"], &input), expected, "{game}");
        assert_eq!(
            good(&["solve", "--solver", "optimized", game, "-"], &input),
            expected,
            "{game}"
        );
    }
}

#[test]
fn line_ends_and_blanks_make_no_difference() {
    for game in JUDGED {
        let expected = example(&format!("{game}.out"));
        let input = example(&format!("{game}.txt"));
        for changed in [
            input.replace('\n', "\r\n"),
            input.replace('\n', "\r"),
            input.replace('\n', "  \n"),
            input.trim_end().to_owned(),
            format!("{input}\n\n"),
        ] {
            assert_eq!(good(&["solve", game], &changed), expected, "{game}: {changed:?}");
        }
    }
}

#[test]
fn both_roads_answer_alike() {
    let cases: [(&str, &[&str], &str); 9] = [
        ("pawn-chess", &[], &example("pawn-chess.txt")),
        ("pawn-chess", &["--size", "3x5"], "1\n\nppp\n...\n...\n...\nPPP\n"),
        ("pawn-chess", &["--size", "2x6"], "1\n\npp\n..\n..\n..\n..\nPP\n"),
        ("pursuit", &[], "6 1 4 4 4\n"),
        ("pursuit", &["--speeds", "1,1"], "5 1 1 4 3\n"),
        ("pursuit", &["--speeds", "2,2"], "3 1 1 3 3\n"),
        ("sliding-four", &[], &example("sliding-four.txt")),
        ("sliding-four", &[], "BWBB\nBBWW\nBWWW\nWWOO\n"),
        ("painting", &[], "4\n2 0\n2 2\n1 1\n2 2\n13 0\n4747 1\n1 2374\n"),
    ];
    for (game, options, input) in cases {
        let by = |solver| {
            let mut args = vec!["solve", game, "--solver", solver];
            args.extend(options);
            good(&args, input)
        };
        assert_eq!(by("naive"), by("optimized"), "{game} {options:?} {input}");
    }
}

#[test]
fn known_answers() {
    let solve =
        |game, options: &[&str], input: &str| good(&[&["solve", game], options].concat(), input);
    assert_eq!(
        solve("pawn-chess", &["--size", "4x6"], "1\n\npppp\n....\n....\n....\n....\nPPPP\n"),
        "white (21)\n"
    );
    assert_eq!(solve("pawn-chess", &[], "0\n"), "");
    assert_eq!(solve("pursuit", &[], "20 1 2 1 20"), "BLACK 58\n");
    assert_eq!(solve("pursuit", &["--speeds", "1,2"], "2 1 1 2 2"), "BLACK 2\n");
    assert_eq!(solve("pursuit", &["--speeds", "2,2"], "3 1 1 3 3"), "DRAW\n");
    assert_eq!(solve("sliding-four", &[], "BWBB\nBBWW\nBWWW\nWWOO\n"), "no solution\n");
    assert_eq!(solve("sliding-four", &[], "BW B\nBWWB\n BWW\nBBWW\n"), "1\n");
    assert_eq!(solve("sliding-four", &[], "BBBW\nBBWW\nBWW.\nWW0B\n"), "0\n");
    assert_eq!(solve("painting", &[], "1\n1 2\n1 1\n2 1\n"), "Case 1: Bob\n");
    // 10^18 - 3 is 1 more than a multiple of 12.
    assert_eq!(solve("painting", &[], "1\n999999999999999997 0\n"), "Case 1: Bob\n");
}

#[test]
fn many_cases_come_in_their_order() {
    let cases = 30_000;
    let mut input = format!("{cases}\n");
    let mut expected = String::new();
    for case in 1..=cases {
        input.push_str(if case % 3 == 0 { "13 0\n" } else { "2 1\n2 1\n" });
        expected
            .push_str(&format!("Case {case}: {}\n", if case % 3 == 0 { "Bob" } else { "Alice" }));
    }
    assert_eq!(good(&["solve", "painting"], &input), expected);
}

#[test]
fn the_naive_road_refuses_what_is_beyond_it_and_names_the_limit() {
    let naive = |game, options: &[&str], input: &str, words: &[&str]| {
        refused(&[&["solve", game, "--solver", "naive"], options].concat(), input, words)
    };
    let rows = "pppp\n....\n....\n....\n....\nPPPP\n";
    naive("pawn-chess", &["--size", "4x6"], &format!("1\n\n{rows}"), &["case 1", "limit"]);
    naive("pursuit", &[], "21 1 1 9 9\n", &["n = 21", "20"]);
    naive("pursuit", &["--speeds", "2,2"], "13 1 1 9 9\n", &["n = 13", "12"]);
    naive("painting", &[], "2\n2 0\n1000000000000000000 0\n", &["case 2", "20000"]);
}

#[test]
fn sizes_and_speeds_that_no_board_has_are_refused() {
    let pawns =
        |size, words: &[&str]| refused(&["solve", "pawn-chess", "--size", size], "0\n", words);
    pawns("4x2", &["--size", "3 rows"]);
    pawns("33x1", &["--size"]);
    pawns("6x6", &["--size", "32 cells"]);
    refused(&["solve", "pursuit", "--speeds", "65536,1"], "2 1 1 2 2", &["--speeds", "65535"]);
}
