//! `tesuji gomoku`: one position, for people; and what is refused.

use crate::run::{good, refused};

fn gomoku(args: &[&str]) -> String {
    good(&[&["gomoku"], args].concat(), "")
}

/// The answers of `-`, a line each.
fn lines(args: &[&str], input: &str) -> String {
    good(&[&["gomoku"], args, &["-"]].concat(), input)
}

#[test]
fn a_position_is_drawn_with_its_last_move_and_its_forbidden_points() {
    let drawn = gomoku(&["show", "--size", "5", "c3b3c4"]);
    let expected = " 5  .  .  .  .  .
 4  .  . (X) .  .
 3  .  O  X  .  .
 2  .  .  .  .  .
 1  .  .  .  .  .
    a  b  c  d  e
5x5 freestyle k5: c3 c4 | b3
White is to move, 3 stones.
";
    assert_eq!(drawn, expected);
    // The same stones in the other form have no last move.
    let stones = gomoku(&["show", "--size", "5", " c4  c3|b3"]);
    assert_eq!(stones, expected.replace("(X)", " X "));
    assert_eq!(gomoku(&["show", "5x5 freestyle k5: c3 c4 | b3"]), stones);

    let renju = gomoku(&["show", "--rule", "renju", "g8 h9 h10 i8 | a1 c1 e1 g1"]);
    assert!(renju.contains("\n 8  .  .  .  .  .  .  X  !  X  .  .  .  .  .  .\n"), "{renju}");
    assert!(renju.ends_with("Black is to move, 8 stones.\nForbidden to Black: h8.\n"), "{renju}");
}

#[test]
fn finished_games_are_shown_as_such() {
    let won = gomoku(&["show", "h8a1h9a2h10a3h11a4h12"]);
    assert!(won.ends_with("Black has won, 9 stones.\n"), "{won}");
    let drawn = gomoku(&["show", "--size", "3", "--line", "3", "a1b1c1b2a2c2b3a3c3"]);
    assert!(drawn.ends_with("A draw: the board is full, 9 stones.\n"), "{drawn}");
    // Six in a row win in freestyle and are nothing under the standard rule.
    let six = "a1 a2 a3 a4 a5 a6 | c1 c3 c5 c7 e1";
    assert!(gomoku(&["show", six]).contains("Black has won"));
    assert!(gomoku(&["show", "--rule", "standard", six]).contains("White is to move"));
    for over in ["eval", "search"] {
        let text = gomoku(&[over, "h8a1h9a2h10a3h11a4h12"]);
        assert!(text.contains("The game is over: black wins."), "{text}");
    }
}

#[test]
fn forbidden_points_come_with_their_reasons() {
    let position = "g8 h9 h10 i8 c3 c4 c6 c7 c8 | a1 c1 e1 g1 i1 k1 m1 o1 o3";
    let text = gomoku(&["forbidden", position]);
    assert!(text.contains("2 points forbidden to Black:\n  c5    overline\n"), "{text}");
    assert!(text.ends_with("  h8    double-three\n"), "{text}");
    assert_eq!(gomoku(&["forbidden", position, "--solver", "naive"]), text);
    let fours = gomoku(&["forbidden", "e8 f8 g8 h9 h10 h11 | d8 h12 a1 c1 e1 g1"]);
    assert!(fours.ends_with("1 point forbidden to Black:\n  h8    double-four\n"), "{fours}");
    let none = gomoku(&["forbidden", "e10 f9 h9 f8 i8 g7 h7 g6 g5 g4 |"]);
    assert!(!none.contains("h8"), "the stone that makes a straight four makes a five: {none}");
}

const POSITIONS: &str = "15x15 freestyle:
h8g7f6
h8h7i7g9h6g5g7i6g8f8f6e5f5j10i10i11k9h10j12l10
g8 h9 h10 i8 | a1 c1 e1 g1
a1 a2 a3 a5 | c1 c3 c4 c5
20x12 freestyle k6: a1t12b2t11c3t10
7x9 standard k4: a1 b2 | c4 c5
h8a1h9a2h10a3h11a4h12
";

#[test]
fn both_roads_evaluate_alike() {
    for rule in ["freestyle", "standard", "renju", "hybrid", "caro", "caro-exact"] {
        let by = |road| {
            lines(&["eval", "--rule", rule, "--solver", road, "--format", "json"], POSITIONS)
        };
        let fast = by("optimized");
        assert_eq!(by("naive").replace("\"naive\"", "\"optimized\""), fast, "{rule}");
        let values = lines(&["eval", "--rule", rule], POSITIONS);
        assert_eq!(values.lines().count(), 8);
        assert!(values.ends_with("\n-\n"), "a finished game has no value: {values}");
    }
    let text = gomoku(&["eval", "h8a1h9a2h10a3h11"]);
    assert!(text.contains("\nfive               2     0\n"), "{text}");
    assert!(text.contains("Value for White, who is to move: -"), "{text}");
}

/// The second word or words of the one-line answer, and the move.
fn searched(args: &[&str], position: &str) -> (String, String) {
    let text = lines(&[&["search"], args].concat(), position);
    let (head, _) = text.split_once(" depth ").expect("a depth");
    let (best, value) = head.split_once(' ').expect("a move and a value");
    (best.to_owned(), value.to_owned())
}

#[test]
fn a_four_that_must_be_blocked_is() {
    let four = "h8h7i7g9h6g5g7i6g8f8f6e5f5j10i10i11k9h10j12l10";
    for depth in ["1", "2", "4"] {
        assert_eq!(searched(&["--depth", depth], four).0, "e7", "{depth}");
    }
}

#[test]
fn where_the_only_block_is_forbidden_any_legal_move_is_a_loss() {
    let args = ["--rule", "renju", "--time", "0.2"];
    let (best, value) = searched(&args, "h8g6f6g5f7g4h7g3g2a1");
    assert_eq!(value, "loss in 2");
    assert_ne!(best, "g7", "which is forbidden");
}

#[test]
fn a_search_tells_its_value_in_words() {
    let text = gomoku(&["search", "--depth", "5", "h8a1h9a2h10a3"]);
    assert!(text.contains("\nValue: Black wins in 3 plies.\nLine: 1. "), "{text}");
    assert!(text.contains("\nDepth: ") && text.contains("\nNodes: "), "{text}");
    let best = text.split("\nBest: ").nth(1).and_then(|rest| rest.lines().next());
    assert!(best.is_some_and(|best| ["h6", "h7", "h11", "h12"].contains(&best)), "{text}");
    assert!(text.contains("(.)"), "the best move is marked: {text}");
    let lost = gomoku(&["search", "--depth", "5", "h8a1h9a2h10a3h11"]);
    assert!(lost.contains("\nValue: Black wins in 2 plies.\n"), "{lost}");
    let open = gomoku(&["search", "--depth", "2", "h8g7f6"]);
    assert!(open.contains(" for White: nothing is decided.\n"), "{open}");
}

#[test]
fn the_exact_search_has_the_value_of_minimax() {
    for position in ["a1b2", "a1a2b2c3", "b2 b3 | c2 c3", "a1 a2 | a4 b4"] {
        for depth in ["1", "2", "3"] {
            let on = ["--size", "4x5", "--line", "4", "--depth", depth];
            let exact = searched(&[&on[..], &["--exact"]].concat(), position);
            let naive = searched(&[&on[..], &["--solver", "naive"]].concat(), position);
            assert_eq!(exact.1, naive.1, "{position} at {depth}");
        }
    }
}

#[test]
fn budgets_are_kept() {
    let nodes = |args: &[&str]| {
        let text = lines(&[&["search"], args].concat(), "h8g7f6");
        let word = text.split(" nodes ").nth(1).and_then(|rest| rest.split(' ').next());
        word.expect("a count").parse::<u64>().expect("a count")
    };
    assert!(nodes(&["--nodes", "5000"]) <= 5000);
    assert_eq!(nodes(&["--depth", "5"]), nodes(&["--depth", "5"]), "one thread repeats itself");
    // A search without another limit ends when its time is over.
    assert!(nodes(&["--time", "100ms", "--threads", "2"]) > 0);
}

#[test]
fn both_boards_count_alike() {
    let boards = |args: &[&str], input: &str| {
        let by = |board| lines(&[&["perft", "--board", board], args].concat(), input);
        let counts = by("lines");
        assert_eq!(by("naive"), counts, "{args:?}");
        counts
    };
    let small = boards(&["--size", "3", "--line", "3", "--depth", "9"], "\n");
    assert_eq!(small, "1 9 72 504 3024 15120 54720 148176 200448 127872\n");
    // One point is forbidden to Black, and White may take it.
    let renju = boards(&["--rule", "renju", "--depth", "2"], "g8 h9 h10 i8 | a1 c1 e1 g1");
    assert_eq!(renju, format!("1 216 {}\n", 216 * 216));
    boards(&["--depth", "2", "--rule", "renju"], "h8h7i7g9h6g5g7i6g8f8f6e5f5j10i10");
    boards(&["--depth", "1", "--divide", "--rule", "caro"], POSITIONS);
}

#[test]
fn a_divided_count_adds_up() {
    let text = gomoku(&["perft", "", "--size", "3", "--line", "3", "--depth", "6", "--divide"]);
    assert!(text.starts_with("3x3 freestyle k3: |\ndepth "), "{text}");
    let (head, rows) = text.split_once("\nFirst moves at depth 6\n").expect("a division");
    let counts: Vec<u64> = rows
        .lines()
        .map(|row| row.split_whitespace().nth(1).and_then(|n| n.parse().ok()).expect("a count"))
        .collect();
    assert_eq!((counts.len(), counts.iter().sum::<u64>()), (9, 54720));
    assert!(head.contains(" 54720 "), "{head}");
}

#[test]
fn positions_are_refused_with_their_column() {
    let show = |position: &str, options: &[&str], words: &[&str]| {
        refused(&[&["gomoku", "show", position], options].concat(), "", words)
    };
    let text = show("h8g7 q", &[], &[]);
    let expected = "error: POSITION: line 1, column 6: expected a cell such as h8, found \"q\"\n   | h8g7 q\n   |      ^\n";
    assert_eq!(text, expected);
    show("h8h8", &[], &["column 3", "h8 is taken"]);
    show("h8 | g7 h8", &[], &["column 9", "h8 is taken"]);
    show("p1", &[], &["column 1", "off the board", "o15"]);
    show("a6", &["--size", "5"], &["column 1", "off the board", "e5"]);
    show("h8a1h9a2h10a3h11a4h12a5", &[], &["column 22", "after the end of the game", "black wins"]);
    show("h8 h9 |", &[], &["2 black and 0 white", "nobody is to move"]);
    show("| h8", &[], &["0 black and 1 white"]);
    show("19x19 chess: h8", &[], &["column 7", "freestyle", "caro-exact"]);
    let forbidden = "g8a1h9c1h10e1i8g1h8";
    show(forbidden, &["--rule", "renju"], &["column 18", "h8 is forbidden: double-three"]);
    assert!(gomoku(&["show", forbidden]).contains("White is to move"), "not in freestyle");
    show("h8a1h9a2h10a3h11a4h12", &["--to-move", "black"], &["black has won"]);
    assert!(gomoku(&["show", "h8 h9 |", "--to-move", "w"]).contains("White is to move"));
    assert!(gomoku(&["show", "h8 | w"]).contains("White is to move"));
}

#[test]
fn options_that_are_no_game_are_refused() {
    let bad = |args: &[&str], words: &[&str]| {
        refused(&[&["gomoku"], args].concat(), "", words);
    };
    bad(&["pay", "h8"], &["pay"]);
    bad(&["show"], &["<POSITION>"]);
    bad(&["show", "h8", "g7"], &["'g7'"]);
    bad(&["show", "h8", "--rule", "chess"], &["freestyle", "caro-exact"]);
    for size in ["2", "31", "15x", "15x31", "0", "-5", "15 x 15"] {
        bad(&["show", "h8", &format!("--size={size}")], &["such as 19 or 20x15", "3 to 30"]);
    }
    for line in ["2", "7"] {
        bad(&["show", "h8", "--line", line], &["3..=6"]);
    }
    bad(&["show", "h8", "--rule", "renju", "--line", "4"], &["--line", "renju is five in a row"]);
    bad(&["forbidden", "h8", "--line", "4"], &["--line", "renju is five in a row"]);
    bad(&["show", "h8", "--to-move", "red"], &["black", "white"]);
    bad(&["search", "h8", "--depth", "0"], &["--depth"]);
    bad(&["search", "h8", "--time", "soon"], &["--time", "seconds"]);
    bad(&["search", "h8", "--threads", "0"], &["--threads"]);
    bad(&["perft", "h8"], &["--depth"]);
    bad(&["perft", "h8", "--depth", "1", "--board", "packed"], &["naive", "lines"]);
    // The naive road says what it takes and how far it goes.
    bad(&["search", "h8", "--solver", "naive"], &["--depth"]);
    bad(
        &["search", "h8", "--solver", "naive", "--depth", "1", "--time", "1"],
        &["neither", "--time"],
    );
    bad(
        &["search", "h8", "--solver", "naive", "--depth", "2"],
        &["224 empty cells", "limit", "--exact"],
    );
}
