//! `tesuji gomoku play` and `analyse`: for people.

use crate::run::{good, refused, tesuji};

fn play(args: &[&str], input: &str) -> String {
    good(&[&["gomoku", "play", "--time", "0"], args].concat(), input)
}

#[test]
fn a_game_is_played_over_a_pipe() {
    let text = play(&[], "h8\nquit\n");
    assert!(text.starts_with("15  .  .") && text.contains("Black> h8\n"), "{text}");
    assert!(text.contains(" 8  .  .  .  .  .  .  .  X  .  .  .  .  .  .  .\n"), "{text}");
    assert!(text.contains("White plays i9.\nBlack> "), "{text}");
    assert_eq!(text.matches("plays").count(), 1, "{text}");
    // The engine opens where the other colour is asked for.
    let white = play(&["--side", "white"], "");
    assert!(white.contains("Black plays h8.\nWhite> \n"), "{white}");
    // The end of the input ends it as `quit` does.
    assert!(play(&[], "").ends_with("Black> \n"));
}

#[test]
fn what_cannot_be_played_is_said_and_nothing_changes() {
    let text = play(&[], "h8\nh8\nz1\np1\nxyzzy\né\n\nundo\nundo\nundo\n");
    for said in [
        "h8 is taken.",
        "z1 is off the board.",
        "p1 is off the board.",
        "Type a cell such as h8, or undo, hint, board or quit.",
        "Taken back: i9 h8.",
        "There is nothing to take back.",
    ] {
        assert!(text.contains(said), "{said} in {text}");
    }
    let foul = "g8 h9 h10 i8 | a1 c1 e1 g1";
    let text = play(&["--rule", "renju", foul], "h8\n");
    assert!(text.contains(" ! ") && text.contains("h8 is forbidden: double-three."), "{text}");
    let long = "x".repeat(100_000);
    assert!(play(&[], &format!("{long}\nh8\n")).contains("White plays i9."));
}

#[test]
fn a_hint_plays_nothing() {
    let text = play(&["h8 h9 h10 h11 | a1 a3 a5 a7"], "hint\nhint\nboard\n");
    assert_eq!(
        text.matches("Hint: h7 (depth").count() + text.matches("Hint: h12 (depth").count(),
        2
    );
    assert!(!text.contains("plays"), "{text}");
}

#[test]
fn a_game_ends_and_can_be_taken_back() {
    let text = play(&["h8 h9 h10 h11 | a1 a3 a5 a7"], "h12\nb2\nhint\nundo\nh7\n");
    assert!(text.contains("Black has won> b2\nThe game is over: black wins. Type undo"), "{text}");
    assert!(text.contains("Taken back: h12.\nBlack> "), "{text}");
    assert!(text.ends_with("Black has won> \n"), "{text}");
    let lost = play(&["h8 h9 h10 h11 | a1 a2 a3 a4"], "c1\n");
    assert!(lost.contains("White plays a5.\nWhite has won> "), "{lost}");
    let full = play(&["--size", "3", "--line", "3", "a1 c1 a2 b3 | b1 b2 c2 a3"], "c3\n");
    assert!(full.contains("A draw> "), "{full}");
    let over = play(&["h8 h9 h10 h11 h12 | a1 a3 a5 a7"], "undo\n");
    assert!(over.contains("Black has won> undo\nThere is nothing to take back."), "{over}");
}

#[test]
fn play_refuses_what_is_no_game() {
    refused(&["gomoku", "play", "h8h8"], "", &["POSITION", "column 3", "h8 is taken"]);
    refused(&["gomoku", "play", "--side", "red"], "", &["black", "white"]);
    refused(&["gomoku", "play", "--time", "soon"], "", &["seconds"]);
    refused(&["gomoku", "play", "--rule", "renju", "--line", "4"], "", &["--line"]);
}

fn analyse(args: &[&str], game: &str) -> String {
    good(&[&["gomoku", "analyse", "-"], args].concat(), game)
}

#[test]
fn a_missed_win_and_a_losing_move_are_told() {
    // Black leaves an open three, White does not stop it, Black does not use it.
    let text = analyse(&["--depth", "6"], "h8a1h9a2h10c1k3c3h11h12h7");
    let row =
        |ply: &str| text.lines().find(|line| line.trim_start().starts_with(ply)).unwrap_or("");
    assert!(text.starts_with("15x15 freestyle k5, 11 moves\n"), "{text}");
    assert!(row("6. w c1").contains("loses in "), "{text}");
    assert!(row("7. b k3").contains("misses a win in 3"), "{text}");
    assert!(row("8. w c3").contains("loses in "), "{text}");
    assert!(row("9. b h11").ends_with(" 0") || row("9. b h11").contains("     0"), "{text}");
    assert!(row("11. b h7").ends_with("black wins"), "{text}");
    assert!(
        text.contains("Black: 6 moves, ") && text.contains(" 1 win missed, 0 losing"),
        "{text}"
    );
    assert!(
        text.contains("White: 5 moves, ") && text.contains("0 wins missed, 2 losing"),
        "{text}"
    );
    // Moves and records in both ways of writing come to the same.
    let sgf = "(;GM[4]SZ[15];B[hh];W[ao];B[hg];W[an];B[hf];W[co];B[km];W[cm];B[he];W[hd];B[hi])";
    assert_eq!(analyse(&["--depth", "6"], sgf), text);
    let cells = "(;SZ[15];B[h8];W[a1];B[h9];W[a2];B[h10];W[c1];B[k3];W[c3];B[h11];W[h12];B[h7])";
    assert_eq!(analyse(&["--depth", "6"], cells), text);
}

#[test]
fn games_that_cannot_be_read_are_refused_with_their_place() {
    let bad = |args: &[&str], game: &str, words: &[&str]| {
        refused(&[&["gomoku", "analyse", "-"], args].concat(), game, words);
    };
    bad(&[], "h8\nh8\n", &["standard input: line 2, column 1", "h8 is taken"]);
    bad(&[], "h8 | g7", &["column 4", "a cell such as h8"]);
    bad(&[], "(;GM[4]\n;B[hh]\n;W[hh])", &["line 3, column 4", "h8 is taken"]);
    bad(&[], "(;GM[4];B[hh]", &["one of ; ( )"]);
    bad(
        &["--rule", "renju"],
        "(;B[g8];W[a1];B[h9];W[c1];B[h10];W[e1];B[i8];W[g1];B[h8])",
        &["forbidden"],
    );
    refused(&["gomoku", "analyse", "no-such-file"], "", &["no-such-file", "no such file"]);
    refused(&["gomoku", "analyse"], "", &["<FILE>"]);
    // Comments in other encodings are no harm.
    let run = tesuji(&["gomoku", "analyse", "-", "--depth", "1"], b"(;C[\xb5\xe3];B[hh])");
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    // A game without moves is one.
    assert!(analyse(&[], "").starts_with("15x15 freestyle k5, 0 moves\n"));
}
