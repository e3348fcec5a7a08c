//! A right program survives ten thousand cases of each game.

use crate::run::{Folder, Run, nothing_found};

crate::tests![pawn_chess, pursuit, sliding_four, painting, other_sizes, seeds_and_times, the_bar];

/// Runs the right fixture of the game; prints the score.
fn survives(game: &str, options: &[&str]) -> Run {
    let folder = Folder::new(&format!("right-{game}"));
    let run = nothing_found(&folder, game, game, options);
    println!("{game}: {}", run.out.trim_end());
    // Nothing failed, and nothing was written.
    assert_eq!(std::fs::read_dir(&folder.0).expect("the folder").count(), 0);
    run
}

fn ten_thousand(game: &str) {
    let run = survives(game, &["--count", "10000", "--seed", "2024", "--strict"]);
    assert!(run.out.starts_with("10000 cases"), "{run:?}");
}

fn pawn_chess() {
    ten_thousand("pawn-chess");
}

fn pursuit() {
    ten_thousand("pursuit");
}

fn sliding_four() {
    ten_thousand("sliding-four");
}

fn painting() {
    ten_thousand("painting");
}

fn other_sizes() {
    survives("pursuit", &["--size=3", "--count=40", "--seed=1"]);
    survives("painting", &["--size=300", "--count=200", "--seed=1", "--kind=edge"]);
    survives("painting", &["--size=300", "--count=200", "--seed=1", "--kind=long"]);
    survives("pawn-chess", &["--size=4x4", "--count=200", "--seed=1", "--kind=edge"]);
}

fn seeds_and_times() {
    // Without a seed one is taken from the clock, and shown.
    let run = survives("painting", &["--count=100"]);
    assert!(run.out.contains(" (seed "), "{run:?}");
    let run = survives("painting", &["--time=300ms"]);
    assert!(run.out.contains(" cases in ") && run.out.contains("cases a second"), "{run:?}");
}

/// On a terminal, which `script` makes where it is installed.
fn the_bar() {
    let folder = Folder::new("bar");
    let inner = crate::run::command(&folder, "pursuit", "pursuit", &["--seed=1", "--count=400"]);
    let words = std::iter::once(inner.get_program()).chain(inner.get_args());
    let line: Vec<String> =
        words.map(|word| format!("'{}'", word.to_str().expect("UTF-8"))).collect();
    let mut script = std::process::Command::new("script");
    script.args(["-qec", &line.join(" "), "/dev/null"]).env("TERM", "xterm");
    script.env(crate::fixtures::VARIABLE, "pursuit").stdin(std::process::Stdio::null());
    match script.output() {
        Err(error) => println!("there is no terminal to draw on: {error}"),
        Ok(output) => {
            let text = String::from_utf8_lossy(&output.stdout);
            assert!(text.contains(" of 400 cases, "), "{text:?}");
            assert!(text.contains(" cases a second, "), "{text:?}");
            assert!(text.contains("no difference found"), "{text:?}");
        }
    }
}
