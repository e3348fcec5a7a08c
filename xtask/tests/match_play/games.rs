//! Games that are played as they should be.

use tesuji_core::gomoku::{Variant, sgf};

use crate::{Folder, command, line, printed, run, tests};

tests!(
    results_are_counted_by_side_and_pair,
    a_full_board_is_a_draw,
    an_overrun_is_counted_and_loses_nothing,
    all_that_is_said_is_in_the_log,
    games_are_written_as_sgf,
    a_sequential_test_ends_a_match,
    games_played_at_a_time_give_the_same,
    bad_input_is_refused,
);

/// Whoever is the first to move completes a row first.
fn results_are_counted_by_side_and_pair() {
    let folder = Folder::new();
    // After one stone White is to move, after two Black.
    let book = folder.book("h8\nh8i9\n-\n");
    let text = printed(
        &run(["first", "last"], &["--games", "6", "--turn", "9000", "--openings", &book]),
        0,
    );
    let third = "6 games, A: +3 =0 -3 (50.0 %), with Black +2 =0 -1, with White +1 =0 -2";
    assert_eq!(line(&text, "6 games"), third);
    assert!(line(&text, "3 pairs").ends_with(": 0 0 3 0 0"), "{text}");
    let games: Vec<&str> = text.lines().filter(|line| line.starts_with("game ")).collect();
    assert_eq!(games.len(), 6, "{text}");
    assert!(games[0].starts_with("game   1, opening  1, Black A: B wins after 10 plies"), "{text}");
    assert!(games[4].starts_with("game   5, opening  3, Black A: A wins after 9 plies"), "{text}");
    for engine in ["A: 0 overruns", "B: 0 overruns"] {
        assert!(
            line(&text, engine).ends_with("lost by illegal move 0, crash 0, hang 0, flood 0"),
            "{text}"
        );
    }
    assert!(line(&text, "A: Fake 1 (").contains("fake first"), "{text}");
}

fn a_full_board_is_a_draw() {
    let folder = Folder::new();
    let book = folder.book("-\nh8\n");
    let options = ["--games", "4", "--size", "5", "--openings", &book];
    let text = printed(&run(["draw", "draw"], &options), 0);
    assert!(line(&text, "4 games").starts_with("4 games, A: +0 =4 -0 (50.0 %)"), "{text}");
    assert_eq!(text.matches("draw after 25 plies").count(), 4, "{text}");
}

fn an_overrun_is_counted_and_loses_nothing() {
    let folder = Folder::new();
    let book = folder.book("-\n");
    let options = ["--games", "2", "--turn", "300", "--margin", "200", "--openings", &book];
    let text = printed(&run(["slow", "last"], &options), 0);
    assert!(line(&text, "2 games").starts_with("2 games, A: +1 =0 -1"), "{text}");
    // Five moves with Black, four with White.
    assert!(line(&text, "A: 9 overruns, longest move ").ends_with("hang 0, flood 0"), "{text}");
    let longest = line(&text, "A: 9 overruns, longest move ");
    let longest = longest.trim_start_matches("A: 9 overruns, longest move ");
    let milliseconds: u64 = longest.split(' ').next().unwrap().parse().unwrap();
    assert!(milliseconds >= 600, "{text}");
    line(&text, "B: 0 overruns");
}

fn all_that_is_said_is_in_the_log() {
    let folder = Folder::new();
    let (book, log) = (folder.book("h8i9\n"), folder.path("log"));
    let options = ["--games", "2", "--turn", "700", "--rule", "standard", "--memory", "64"];
    let files = ["--openings", &book, "--log", &log];
    let text = printed(&run(["chatter", "last"], &[&options[..], &files].concat()), 0);
    assert!(line(&text, "2 games").starts_with("2 games, A: +1 =0 -1"), "{text}");
    let log = std::fs::read_to_string(log).unwrap();
    for said in [
        "1 A > START 15",
        "1 A < OK",
        "1 A > INFO timeout_turn 700",
        "1 A > INFO timeout_match 0",
        "1 A > INFO time_left 2147483647",
        "1 A > INFO max_memory 67108864",
        "1 A > INFO game_type 1",
        "1 B > INFO rule 1",
        "1 A > BOARD",
        "1 A > 7,7,1",
        "1 A > 8,8,2",
        "1 A > DONE",
        "1 A < MESSAGE thinking",
        "1 A < DEBUG  deeply",
        "1 A < 0,0",
        "1 B > 7,7,2",
        "1 B > 8,8,1",
        "1 B > 0,0,2",
        "1 B < 14,14",
        "1 A > TURN 14,14",
        "2 A ! a word on standard error",
        "2 B > END",
    ] {
        let found = log.lines().any(|line| line.get(10..) == Some(said));
        assert!(found, "{said:?} is not in {log}");
    }
    let folder = log.lines().find(|line| line.contains("1 B > INFO folder ")).unwrap();
    assert!(std::path::Path::new(folder.split("folder ").nth(1).unwrap()).is_dir(), "{folder}");
}

fn games_are_written_as_sgf() {
    let folder = Folder::new();
    let (book, games) = (folder.book("h8i9\n"), folder.path("new/games.sgf"));
    let options = ["--games", "2", "--openings", &book, "--sgf", &games];
    printed(&run(["first", "taken"], &options), 0);
    let text = std::fs::read_to_string(games).unwrap();
    assert_eq!(text.matches("(;").count(), 2, "{text}");
    assert!(text.contains("RE[B+Forfeit]") && text.contains("RE[W+Forfeit]"), "{text}");
    let first = sgf::read(&text, Variant::default(), None).unwrap();
    let moves: String = first.moves.iter().map(ToString::to_string).collect();
    // The opening, and all that was legal.
    assert_eq!(moves, "h8i9a1a2a3");
}

fn a_sequential_test_ends_a_match() {
    let folder = Folder::new();
    let book = folder.book("h8i9\nh8\n");
    let options = ["--sprt", "--elo0", "0", "--elo1", "400", "--openings", &book];
    let better = printed(&run(["last", "crash"], &options), 0);
    let games = better.lines().filter(|line| line.starts_with("game ")).count();
    // Each pair is worth ln(10/11 / (1/2)) = 0.598, and ln 19 is reached by five; by
    // then the next game may have begun.
    assert!((10..=11).contains(&games), "{better}");
    assert!(better.contains("ratio of Elo +400 to +0: 2.99 of -2.94 to 2.94, A is more than"));
    let worse = printed(&run(["crash", "last"], &options), 1);
    assert!(worse.contains("A is not +400 stronger"), "{worse}");
    // ln(1/11 / (1/2)) = -1.70: two.
    let games = worse.lines().filter(|line| line.starts_with("game ")).count();
    assert!((4..=5).contains(&games), "{worse}");
}

fn games_played_at_a_time_give_the_same() {
    let folder = Folder::new();
    let book = folder.book("h8\nh8i9\nh8k4d9\n");
    let totals = |concurrency: &str| {
        let options = ["--games", "12", "--concurrency", concurrency, "--openings", &book];
        let text = printed(&run(["first", "taken"], &options), 0);
        line(&text, "12 games").to_owned() + line(&text, "6 pairs")
    };
    assert_eq!(totals("1"), totals("5"));
}

fn bad_input_is_refused() {
    let folder = Folder::new();
    let book = folder.book("h8\nh8i9x\n");
    for (kinds, options, why) in [
        (["first", "last"], ["--games", "3"], "--games 3: an even number was expected"),
        (["first", "last"], ["--rule", "hybrid"], "the protocol has no number for it"),
        (["first", "last"], ["--openings", &book], "line 2: "),
        (["first", "last"], ["--openings", "/no/such/file"], "/no/such/file: "),
        (["first", "last"], ["--elo1", "0"], "were expected, in this order"),
        (["first", "last"], ["--alpha", "1"], "together less than 1 were expected"),
    ] {
        let output = run(kinds, &options);
        assert_eq!(printed(&output, 2), "", "{options:?}");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(errors.contains(why), "{options:?}: {errors}");
    }
    let mut missing = command(["first", "last"], &[]);
    let output = missing.args(["--", "and", "more"]).output().unwrap();
    assert_eq!(printed(&output, 2), "");
}
