//! Help, names, completions, and what is refused before any input is read.

use std::process::Command;

use crate::run::{good, quiet, refused, root, run, tesuji};

const GAMES: [&str; 5] = ["pawn-chess", "pursuit", "gomoku", "sliding-four", "painting"];

/// The commands that the help of the program lists.
fn commands() -> Vec<String> {
    listed(&["--help"])
}

/// The commands that this help lists.
fn listed(page: &[&str]) -> Vec<String> {
    let help = good(page, "");
    let list = help.split("Commands:\n").nth(1).expect("a list of commands");
    let list = list.split("\n\n").next().unwrap_or_default();
    list.lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|&name| name != "help")
        .map(str::to_owned)
        .collect()
}

/// The examples of a help text: each command line with the output shown below it.
fn examples(help: &str) -> Vec<(String, String)> {
    let mut examples: Vec<(String, String)> = Vec::new();
    let shown = help.split("\nExamples:\n").nth(1).unwrap_or_default();
    for line in shown.lines() {
        if let Some(line) = line.strip_prefix("  $ ") {
            examples.push((line.to_owned(), String::new()));
        } else if let (Some(line), Some((_, output))) =
            (line.strip_prefix("  "), examples.last_mut())
        {
            output.push_str(line);
            output.push('\n');
        }
    }
    examples
}

#[test]
fn every_command_is_listed() {
    let questions = [
        "show",
        "eval",
        "search",
        "vcf",
        "vct",
        "prove",
        "check",
        "hold",
        "forbidden",
        "perft",
        "play",
        "analyse",
        "engine",
    ];
    assert_eq!(listed(&["gomoku", "--help"]), questions);
    let all = [
        "solve",
        "line",
        "explain",
        "generate",
        "stress",
        "judge",
        "perft",
        "grundy",
        "gomoku",
        "table",
        "games",
        "completions",
    ];
    assert_eq!(commands(), all);
}

/// Through a shell, as a reader would: so only where there is one.
#[cfg(unix)]
#[test]
fn every_example_of_every_help_works() {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_tesuji"));
    let path = std::env::join_paths(
        program
            .parent()
            .map(Into::into)
            .into_iter()
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    )
    .expect("a search path");
    let mut pages = vec![vec!["--help".to_owned()]];
    pages.extend(commands().into_iter().map(|command| vec![command, "--help".to_owned()]));
    pages.extend(
        listed(&["gomoku", "--help"])
            .into_iter()
            .map(|question| vec!["gomoku".to_owned(), question, "--help".to_owned()]),
    );
    for page in pages {
        let page: Vec<&str> = page.iter().map(String::as_str).collect();
        let examples = examples(&good(&page, ""));
        assert!(!examples.is_empty(), "{page:?} shows no example");
        for (line, shown) in examples {
            let mut shell = Command::new("sh");
            shell.args(["-c", &line]).current_dir(root()).env("PATH", &path);
            quiet(&mut shell);
            let run = run(shell, b"");
            assert!(run.code == 0 && run.err.is_empty(), "{line}: {run:?}");
            if !shown.is_empty() {
                assert_eq!(run.out, shown, "{line}");
            }
        }
    }
}

#[test]
fn short_and_long_help_and_version_are_no_errors() {
    for command in commands() {
        assert!(good(&[&command, "-h"], "").contains("Usage: tesuji"));
        assert!(good(&["help", &command], "").contains("Usage: tesuji"));
    }
    assert_eq!(good(&["--version"], ""), concat!("tesuji ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn no_command_at_all_shows_the_help_and_is_bad_usage() {
    let run = tesuji(&[], "");
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains("Usage: tesuji"), "{run:?}");
}

#[test]
fn unknown_words_are_refused() {
    refused(&["slove"], "", &["slove"]);
    refused(&["solve"], "", &["<GAME>"]);
    refused(
        &["solve", "chess"],
        "",
        &["chess", "pawn-chess, pursuit, gomoku, sliding-four, painting"],
    );
    refused(&["solve", "painting", "a", "b"], "", &["'b'"]);
    refused(&["solve", "painting", "--solver", "fast"], "", &["naive", "optimized"]);
    refused(&["solve", "painting", "--format", "xml"], "", &["judge", "json"]);
    refused(&["line", "painting", "--boards", "many"], "", &["--boards", "many"]);
    refused(&["line", "painting", "--width", "3"], "", &["20..=10000"]);
    refused(&["completions", "sh"], "", &["bash", "zsh", "fish"]);
}

#[test]
fn gomoku_is_sent_to_its_own_commands_before_any_input_is_read() {
    for command in ["solve", "line"] {
        refused(&[command, "gomoku"], "", &["`tesuji gomoku ...`"]);
        refused(&[command, "gomoku", "no-such-file"], "", &["`tesuji gomoku ...`"]);
    }
}

#[test]
fn an_option_of_another_game_is_refused() {
    refused(&["solve", "painting", "--size", "4x4"], "", &["painting has no --size"]);
    refused(&["line", "pursuit", "--size", "4x4"], "", &["pursuit has no --size"]);
    refused(&["solve", "pawn-chess", "--speeds", "1,2"], "", &["pawn-chess has no --speeds"]);
    for bad in ["4", "4x", "0x4", "-1x4", "axb", "4x4x4"] {
        refused(&["solve", "pawn-chess", &format!("--size={bad}")], "", &["such as 5x4"]);
    }
    for bad in ["1", "1,0", "1x2", "1,2,3"] {
        refused(&["solve", "pursuit", &format!("--speeds={bad}")], "", &["such as 1,2"]);
    }
}

#[test]
fn completions_name_every_command_and_game() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = good(&["completions", shell], "");
        for command in commands() {
            assert!(script.contains(&command), "{shell}: {command}");
        }
    }
    for shell in ["bash", "zsh"] {
        let script = good(&["completions", shell], "");
        for game in GAMES {
            assert!(script.contains(game), "{shell}: {game}");
        }
    }
}

#[test]
fn games_are_explained_in_their_order() {
    let all = good(&["games"], "");
    let at: Vec<usize> = GAMES
        .iter()
        .map(|game| format!("\n{all}").find(&format!("\n{game}\n")).expect(game))
        .collect();
    assert!(at.is_sorted(), "{at:?}");
    for game in GAMES {
        let one = good(&["games", game], "");
        assert!(all.contains(&one), "{game}");
        assert!(one.lines().all(|line| line.chars().count() <= 80), "{one}");
    }
}

/// The two samples under a heading of `tesuji games`.
fn sample(text: &str) -> Option<(String, String)> {
    let (_, rest) = text.split_once("  sample input\n")?;
    let (input, output) = rest.split_once("  sample output\n")?;
    let plain = |text: &str| {
        text.lines()
            .map(|line| format!("{}\n", line.strip_prefix("    ").unwrap_or(line)))
            .collect()
    };
    Some((plain(input), plain(output)))
}

#[test]
fn the_samples_of_games_are_answered_as_they_say() {
    let mut samples = 0;
    for game in GAMES {
        if let Some((input, output)) = sample(&good(&["games", game], "")) {
            for solver in ["naive", "optimized"] {
                assert_eq!(good(&["solve", game, "--solver", solver], &input), output, "{game}");
            }
            samples += 1;
        }
    }
    assert_eq!(samples, 4);
}

#[test]
fn colours_stop_at_a_pipe_and_come_when_asked_for() {
    assert!(!good(&["games"], "").contains('\x1b'));
    assert!(good(&["games", "--color", "always"], "").contains('\x1b'));
    assert!(!good(&["games", "--color", "never"], "").contains('\x1b'));
    // Data has no colours, whatever is asked for.
    let answers = good(&["solve", "pursuit", "--color", "always"], "2 1 1 2 2\n");
    assert_eq!(answers, "BLACK 2\n");
}

/// README's first command, the program's part of it, prints what is shown there.
#[test]
fn the_first_command_of_the_readme_prints_what_it_shows() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("a README");
    let shown = readme.split("$ cargo run --release -- ").nth(1).expect("a first command");
    let shown = shown.split("```").next().expect("the end of the block");
    let (command, output) = shown.split_once('\n').expect("a command and its output");
    let words: Vec<&str> = command.split_whitespace().collect();
    assert_eq!(good(&words, ""), output);
}
