//! Engines that fail: each loses, and the match goes on.

#[cfg(unix)]
use crate::ended;
use crate::{Folder, line, printed, run, tests};

tests!(
    every_fault_loses_its_game_and_no_more,
    what_does_not_start_is_no_opponent,
    what_a_crashed_engine_leaves_holds_nothing_up,
);

fn every_fault_loses_its_game_and_no_more() {
    for (kind, counts, why) in [
        ("taken", [4, 0, 0, 0], "illegal move: \"0,0\" is taken"),
        ("outside", [4, 0, 0, 0], "illegal move: \"15,0\" is off the board"),
        ("closed", [4, 0, 0, 0], "illegal move: \"ERROR nothing comes to my mind\" is no move"),
        ("crash", [0, 4, 0, 0], "crash: it has ended with exit status: 3"),
        ("hang", [0, 0, 4, 0], "hang: it does not answer in 1200 ms"),
        ("flood", [0, 0, 0, 4], "flood: it writes more than 10000 lines and no answer"),
        ("endless", [0, 0, 0, 4], "flood: it writes a line of more than 65536 bytes"),
    ] {
        let folder = Folder::new();
        let book = folder.book("h8i9\nh8\n");
        let patience = if kind == "hang" { "200" } else { "60000" };
        let options = ["--games", "4", "--turn", "1000", "--margin", "1000", "--openings", &book];
        let options = [&options[..], &["--patience", patience]].concat();
        let text = printed(&run(["first", kind], &options), 0);
        assert!(line(&text, "4 games").starts_with("4 games, A: +4 =0 -0 (100.0 %)"), "{text}");
        assert!(line(&text, "2 pairs").ends_with(": 0 0 0 0 2"), "{text}");
        let none = "lost by illegal move 0, crash 0, hang 0, flood 0";
        assert!(line(&text, "A: 0 overruns").ends_with(none), "{text}");
        let [illegal, crash, hang, flood] = counts;
        let all = format!("illegal move {illegal}, crash {crash}, hang {hang}, flood {flood}");
        assert!(line(&text, "B: 0 overruns").ends_with(&all), "{text}");
        assert!(text.contains(why), "{text}");
    }
}

fn what_does_not_start_is_no_opponent() {
    let folder = Folder::new();
    let book = folder.book("h8i9\n");
    let output = run(["first", "deaf"], &["--patience", "0", "--openings", &book]);
    assert_eq!(printed(&output, 2), "");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.contains("fake deaf: it does not answer in 10000 ms"), "{errors}");
}

#[cfg(unix)]
fn what_a_crashed_engine_leaves_holds_nothing_up() {
    let folder = Folder::new();
    let (book, ids) = (folder.book("h8i9\n"), folder.path("ids"));
    let options = ["--games", "2", "--turn", "100", "--patience", "600", "--openings", &book];
    let text = printed(&run(["first", &format!("orphan '{ids}'")], &options), 0);
    assert!(line(&text, "2 games").starts_with("2 games, A: +2 =0 -0"), "{text}");
    // Once to be named, and in each game itself and what it leaves.
    assert_eq!(ended(&ids), 5);
}

#[cfg(not(unix))]
fn what_a_crashed_engine_leaves_holds_nothing_up() {}
