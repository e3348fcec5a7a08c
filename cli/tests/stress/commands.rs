//! `tesuji generate` and `tesuji judge`.

use std::fs;
use std::process::Stdio;

use crate::run::{Folder, Run, output, tesuji};

crate::tests![
    the_same_seed_gives_the_same_input,
    what_is_generated_is_solved_as_the_answers_say,
    kinds_and_sizes,
    what_cannot_be_generated_is_refused,
    numbered_tests,
    files_are_whole_or_not_there,
    right_output_is_right,
    the_first_wrong_case_is_shown,
    bad_input_is_no_wrong_output,
    the_sessions_of_the_document_are_what_happens,
];

const GAMES: [&str; 4] = ["pawn-chess", "pursuit", "sliding-four", "painting"];

fn run(folder: &Folder, args: &[&str]) -> Run {
    output(tesuji(folder, args))
}

#[track_caller]
fn good(folder: &Folder, args: &[&str]) -> String {
    let run = run(folder, args);
    assert!(run.code == Some(0) && run.err.is_empty(), "{args:?}: {run:?}");
    run.out
}

#[track_caller]
fn refused(folder: &Folder, args: &[&str], words: &[&str]) {
    let run = run(folder, args);
    assert!(run.code == Some(2) && run.out.is_empty(), "{args:?}: {run:?}");
    assert!(words.iter().all(|word| run.err.contains(word)), "{args:?}: {words:?}: {run:?}");
}

/// Inputs that were written down: whoever keeps a seed gets the same for ever.
fn the_same_seed_gives_the_same_input() {
    let folder = Folder::new("seed");
    for game in GAMES {
        let one = good(&folder, &["generate", game, "--seed", "5"]);
        assert_eq!(one, good(&folder, &["generate", game, "--seed", "5"]));
        assert_ne!(one, good(&folder, &["generate", game, "--seed", "6"]));
    }
    for (game, seed, promised) in PROMISED {
        let args = ["generate", game, "--seed", seed, "--count=1", "--kind=random"];
        assert_eq!(good(&folder, &args), promised);
    }
}

const PROMISED: [(&str, &str, &str); 4] = [
    ("pawn-chess", "7", "1\n\n.p..\np..p\nPpPP\n....\n"),
    ("pursuit", "7", "7 7 7 7 1\n"),
    ("sliding-four", "7", "BWBW\nWBBW\nWBBB\nWOOW\n"),
    ("painting", "3", "1\n22 5\n1 6\n2 6\n1 7\n1 10\n2 13\n"),
];

fn what_is_generated_is_solved_as_the_answers_say() {
    let folder = Folder::new("answers");
    for game in GAMES {
        for kind in ["random", "edge", "long", "all"] {
            for seed in ["1", "9"] {
                let args = ["generate", game, "--kind", kind, "--seed", seed, "--answers", "a"];
                fs::write(folder.file("i"), good(&folder, &args)).expect("a file");
                assert_eq!(good(&folder, &["solve", game, "i"]), folder.read("a"), "{args:?}");
                let judged = good(&folder, &["judge", game, "i", "a", "--strict"]);
                assert!(judged.ends_with(" right\n"), "{judged}");
            }
        }
    }
}

fn kinds_and_sizes() {
    let folder = Folder::new("kinds");
    let edges = good(&folder, &["generate", "pawn-chess", "--kind", "edge"]);
    assert!(edges.contains("\r\n") && edges.contains("  \r\n") && !edges.ends_with('\n'));
    assert!(edges.contains("pp.p  \r\n.p..  \r\n....  \r\nPPPP"), "{edges:?}");
    let spaces = (0..32).any(|seed| {
        let seed = seed.to_string();
        let board = good(&folder, &["generate", "sliding-four", "--kind=edge", "--seed", &seed]);
        board.contains("BW B")
    });
    assert!(spaces, "some edge has its blanks as spaces");
    let count = |args: &[&str]| good(&folder, args).split("\n\n").count() - 1;
    assert_eq!(count(&["generate", "pawn-chess"]), 10);
    assert_eq!(count(&["generate", "pawn-chess", "--count", "50"]), 50);
    let board = good(&folder, &["generate", "pawn-chess", "--size", "5x6", "--count", "1"]);
    assert!(board.lines().skip(2).all(|line| line.len() == 5), "{board}");
    assert_eq!(board.lines().count(), 8);
    assert!(good(&folder, &["generate", "pursuit", "--size", "3"]).starts_with("3 "));
    let wide = ["generate", "painting", "--size", "1000000000000000000", "--count=2"];
    assert!(good(&folder, &wide).starts_with("2\n1000000000000000000 "));
}

fn what_cannot_be_generated_is_refused() {
    let folder = Folder::new("refused");
    let generate = |args: &[&str], words: &[&str]| {
        refused(&folder, &[&["generate"], args].concat(), words);
    };
    generate(&["pursuit", "--count", "2"], &["at most 1 case", "--polygon"]);
    generate(&["pawn-chess", "--count", "51"], &["at most 50 cases"]);
    generate(&["painting", "--count", "75"], &["at most 74 cases"]);
    generate(&["painting", "--count", "0"], &["--count"]);
    generate(&["gomoku"], &["gomoku", "pawn-chess, pursuit, sliding-four, painting"]);
    generate(&["pursuit", "--size", "1"], &["--size", "2 to 100"]);
    generate(&["pursuit", "--size", "4x4"], &["--size", "one number"]);
    generate(&["pawn-chess", "--size", "4"], &["--size", "such as 5x4"]);
    generate(&["pawn-chess", "--size", "6x6"], &["--size", "32 cells"]);
    generate(&["sliding-four", "--size", "4"], &["sliding-four has no --size"]);
    generate(&["painting", "--answers", "no/such/a"], &["cannot write no/such/a"]);
    generate(&["painting", "--answers", "."], &["cannot write .: it is a directory"]);
}

fn numbered_tests() {
    let folder = Folder::new("polygon");
    for game in GAMES {
        let args = ["generate", game, "--polygon", game, "--seed", "4"];
        assert_eq!(good(&folder, &args), "");
        let mut names: Vec<String> = fs::read_dir(folder.file(game))
            .expect("the folder")
            .map(|entry| entry.expect("a file").file_name().into_string().expect("UTF-8"))
            .collect();
        names.sort();
        let count = (names.len() - 1) / 2;
        assert!(count >= 20, "{names:?}");
        let expected = (1..=count).flat_map(|n| [format!("{n:02}"), format!("{n:02}.a")]);
        let mut expected: Vec<String> = expected.chain(["validator.txt".to_owned()]).collect();
        expected.sort();
        assert_eq!(names, expected);
        for number in 1..=count {
            let (input, answer) = (format!("{game}/{number:02}"), format!("{game}/{number:02}.a"));
            assert_eq!(good(&folder, &["solve", game, &input]), folder.read(&answer));
        }
        let rules = folder.read(&format!("{game}/validator.txt"));
        assert!(rules.lines().filter(|line| line.starts_with("- ")).count() >= 4, "{rules}");
        // Two runs do not mix.
        refused(&folder, &args, &["--polygon", "is not empty"]);
    }
    good(&folder, &["generate", "pursuit", "--polygon", "some", "--count", "3", "--kind=long"]);
    assert_eq!(fs::read_dir(folder.file("some")).expect("the folder").count(), 7);
    fs::write(folder.file("file"), "").expect("a file");
    refused(&folder, &["generate", "pursuit", "--polygon", "file"], &["cannot write to file"]);
}

/// A file is written under another name and renamed: where that fails, nothing
/// of it stays.
fn files_are_whole_or_not_there() {
    let folder = Folder::new("whole");
    fs::write(folder.file("a"), "old").expect("a file");
    // Another name of the old file, which would change if that were written to.
    fs::hard_link(folder.file("a"), folder.file("kept")).expect("a link");
    good(&folder, &["generate", "pursuit", "--answers", "a"]);
    assert_ne!(folder.read("a"), "old");
    assert_eq!(folder.read("kept"), "old");
    fs::create_dir_all(folder.file("b/c")).expect("a folder");
    refused(&folder, &["generate", "pursuit", "--answers", "b"], &["cannot write b"]);
    let mut names: Vec<_> =
        fs::read_dir(&folder.0).expect("the folder").map(|e| e.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["a", "b", "kept"]);
}

/// The verdict on an output, which is given on standard input.
fn judged(folder: &Folder, game: &str, input: &str, printed: &[u8], options: &[&str]) -> Run {
    fs::write(folder.file("input"), input).expect("a file");
    fs::write(folder.file("printed"), printed).expect("a file");
    let mut command = tesuji(folder, &["judge", game, "input", "-"]);
    command.args(options);
    command.stdin(Stdio::from(fs::File::open(folder.file("printed")).expect("a file")));
    output(command)
}

const PAWNS: &str = "2\n\npppp\n....\n....\nPPPP\n\n....\n.p..\n....\n.P..\n";

fn right_output_is_right() {
    let folder = Folder::new("right");
    for printed in
        ["white (11)\nwhite (1)\n", "white (11) \r\nwhite (1)", "white (11)\nwhite (1)\n\n"]
    {
        let run = judged(&folder, "pawn-chess", PAWNS, printed.as_bytes(), &[]);
        assert_eq!((run.code, run.out.as_str()), (Some(0), "all 2 answers are right\n"));
    }
    let run = judged(&folder, "pursuit", "2 1 1 2 2\n", b"BLACK 2\n", &["--strict"]);
    assert_eq!((run.code, run.out.as_str()), (Some(0), "the answer is right\n"));
    let rows = "1\n\nppp\n...\nPPP\n";
    let run = judged(&folder, "pawn-chess", rows, b"white (3)\n", &["--size", "3x3"]);
    assert_ne!(run.code, Some(2), "{run:?}");
}

fn the_first_wrong_case_is_shown() {
    let folder = Folder::new("wrong");
    let run = judged(&folder, "pawn-chess", PAWNS, b"white (11)\nwhite (3)\n", &[]);
    assert_eq!(run.code, Some(1));
    assert_eq!(
        run.out,
        "case 2 of 2: the words are right, the number is not\n\n  \
         ..../.p../..../.P.. w\n\n  ....\n  .p..\n  ....\n  .P..\n\n\
         expected: white (1)\ngot:      white (3)\n"
    );
    let wrong = |game, input, printed: &[u8], options: &[&str], words: &[&str]| {
        let run = judged(&folder, game, input, printed, options);
        assert_eq!(run.code, Some(1), "{run:?}");
        assert!(words.iter().all(|word| run.out.contains(word)), "{words:?}: {run:?}");
        assert!(run.out.chars().all(|c| c == '\n' || !c.is_control()), "{run:?}");
    };
    wrong("pawn-chess", PAWNS, b"white (11)\n", &[], &["case 2 of 2: the output ends before"]);
    wrong("pawn-chess", PAWNS, b"", &[], &["case 1 of 2: the output ends before"]);
    wrong(
        "pawn-chess",
        PAWNS,
        b"white (11)\nwhite (1)\nwhite (1)\n",
        &[],
        &["after the last of 2 answers", "expected: (the end of the output)"],
    );
    wrong("pursuit", "2 1 1 2 2\n", b"black 2\n", &[], &["but for the case of its letters"]);
    wrong("pursuit", "2 1 1 2 2\n", b"WHITE 1\n", &[], &["another one", "  W .\n  . B\n"]);
    wrong("pursuit", "2 1 1 2 2\n", b"BLACK 2", &["--strict"], &["but for white space"]);
    wrong("pursuit", "2 1 1 2 2\n", b"\x1b[2J\xff\n", &[], &["the line is no text"]);
    wrong("sliding-four", "BWBO\nWBWB\nBWBW\nWBWO\n", b"4\n", &[], &["expected: 5", "got:      4"]);
    wrong("painting", "1\n8 1\n1 2\n", b"Case 1: Bob\n", &[], &["8: 1,2", ".#......"]);
}

fn bad_input_is_no_wrong_output() {
    let folder = Folder::new("bad");
    let run = judged(&folder, "pursuit", "2 1 1 1 1\n", b"BLACK 2\n", &[]);
    assert!(run.code == Some(2) && run.err.contains("input: line 1, column 7"), "{run:?}");
    refused(&folder, &["judge", "pursuit", "-", "-"], &["only one"]);
    refused(&folder, &["judge", "pursuit", "none", "none"], &["cannot read none"]);
    refused(&folder, &["judge", "painting", "input", "printed", "--size=4"], &["no --size"]);
}

/// With a program that forgets lone cells as `./solver`.
fn the_sessions_of_the_document_are_what_happens() {
    #[cfg(unix)]
    {
        let folder = Folder::new("document");
        let itself = std::env::current_exe().expect("this program");
        std::os::unix::fs::symlink(itself, folder.file("solver")).expect("a link");
        fs::create_dir(folder.file("examples")).expect("a folder");
        fs::write(folder.file("examples/pursuit.txt"), "20 10 10 11 11\n").expect("a file");
        fs::write(folder.file("my-output"), "BLACK 40\n").expect("a file");
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let text = fs::read_to_string(root.join("docs/testing-your-solver.md")).expect("a file");
        let mut sessions = 0;
        for session in text.split("```console\n").skip(1) {
            let session = session.split("```").next().unwrap_or_default();
            let (line, shown) = session.split_once('\n').expect("a command and its output");
            let line = line.strip_prefix("$ tesuji ").expect("a command");
            let mut shell = std::process::Command::new("sh");
            shell.args(["-c", &format!("\"$TESUJI\" {line}")]).current_dir(&folder.0);
            shell.env("TESUJI", env!("CARGO_BIN_EXE_tesuji"));
            shell.env(crate::fixtures::VARIABLE, "painting-no-lone-cells");
            let run = output(shell);
            match shown.strip_suffix("…\n") {
                Some(start) => assert!(run.out.starts_with(start), "{run:?}"),
                None => assert_eq!(run.out, shown),
            }
            sessions += 1;
        }
        assert_eq!(sessions, 3);
    }
}
