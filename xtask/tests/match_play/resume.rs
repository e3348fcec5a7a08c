//! Matches that are ended under way and go on.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

use serde_json::Value;

use crate::{Folder, command, line, printed, run, tests};

tests!(
    a_killed_match_goes_on_where_it_stopped,
    a_file_of_another_match_is_refused_and_kept,
    an_interrupted_match_leaves_nothing_running,
);

const BOOK: &str = "h8\nh8i9\nh8k4d9\n";

/// Starts a match and waits until it has told of so many games.
fn started(kinds: [&str; 2], options: &[&str], games: usize) -> Child {
    let mut command = command(kinds, options);
    let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
    let output = BufReader::new(child.stdout.as_mut().expect("an output"));
    let told = output.lines().map_while(Result::ok).filter(|line| line.starts_with("game "));
    assert_eq!(told.take(games).count(), games);
    child
}

/// The lines of a summary that say nothing of time.
fn totals(text: &str) -> Vec<&str> {
    ["8 games", "4 pairs", "Elo ", "log-likelihood"].map(|begin| line(text, begin)).to_vec()
}

fn a_killed_match_goes_on_where_it_stopped() {
    let folder = Folder::new();
    let (book, file) = (folder.book(BOOK), folder.path("new/match.jsonl"));
    let kinds = ["leisurely", "last"];
    let options = ["--games", "8", "--openings", &book];
    let whole = printed(&run(kinds, &options), 0);
    let options = [&options[..], &["--resume", &file]].concat();
    for games in [2, 1] {
        let mut child = started(kinds, &options, games);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let before = fs::read_to_string(&file).unwrap().lines().count();
    assert!((4..9).contains(&before), "{before}");
    let rest = printed(&run(kinds, &options), 0);
    assert_eq!(totals(&rest), totals(&whole));
    let played = rest.lines().filter(|line| line.starts_with("game ")).count();
    assert_eq!(played, 9 - before, "{rest}");
    let text = fs::read_to_string(&file).unwrap();
    let numbers: Vec<u64> = text
        .lines()
        .skip(1)
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["game"].as_u64().unwrap())
        .collect();
    assert_eq!(numbers, (0..8).collect::<Vec<_>>());
    // Nothing is left to play, and it says the same.
    let again = printed(&run(kinds, &options), 0);
    assert_eq!(totals(&again), totals(&whole));
    assert!(!again.contains("game   "), "{again}");
}

fn a_file_of_another_match_is_refused_and_kept() {
    let folder = Folder::new();
    let (book, file) = (folder.book(BOOK), folder.path("match.jsonl"));
    let options = ["--games", "2", "--turn", "100", "--openings", &book, "--resume", &file];
    printed(&run(["first", "last"], &options), 0);
    let before = fs::read_to_string(&file).unwrap();
    for (kinds, place, value, why) in [
        (["first", "first"], 1, "2", "engines is "),
        (["first", "last"], 3, "200", "turn is 100 there and 200 here"),
    ] {
        let mut other = options;
        other[place] = value;
        let output = run(kinds, &other);
        assert_eq!(printed(&output, 2), "");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(errors.contains("it is of another match: ") && errors.contains(why), "{errors}");
        assert_eq!(fs::read_to_string(&file).unwrap(), before);
    }
    // More games are the same match.
    let mut more = options;
    more[1] = "4";
    let text = printed(&run(["first", "last"], &more), 0);
    assert_eq!(text.lines().filter(|line| line.starts_with("game ")).count(), 2, "{text}");
    line(&text, "4 games");
}

#[cfg(unix)]
fn an_interrupted_match_leaves_nothing_running() {
    use rustix::process::{Pid, Signal, kill_process};

    use crate::ended;
    let folder = Folder::new();
    let (book, file, engines) = (folder.book(BOOK), folder.path("m.jsonl"), folder.path("ids"));
    let kind = format!("leisurely '{engines}'");
    let kinds = [kind.as_str(), kind.as_str()];
    let options = ["--games", "1000", "--openings", &book, "--resume", &file];
    let child = started(kinds, &options, 2);
    let id = i32::try_from(child.id()).ok().and_then(Pid::from_raw).unwrap();
    kill_process(id, Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = printed(&output, 3);
    assert!(text.ends_with("interrupted\n"), "{text}");
    let games = fs::read_to_string(&file).unwrap().lines().count() - 1;
    line(&text, &format!("{games} games, A: "));
    let engines = ended(&engines);
    assert!(engines >= 6, "{engines}");
}

#[cfg(not(unix))]
fn an_interrupted_match_leaves_nothing_running() {}
