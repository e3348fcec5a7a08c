//! `tesuji explain`: every number, move and board that it prints is read again
//! and checked by the naive road.

mod lines;
mod painting;
mod sliding_four;

use std::fs;

use tesuji_core::Player;

use crate::run::{Folder, output, tesuji};
use lines::{pawn_chess_lines, pursuit_draws, pursuit_lines};
use painting::{painting_parts, wide_grids};
use sliding_four::{sliding_four_steps, sliding_four_without_solution};

crate::tests![
    pawn_chess_lines,
    pursuit_lines,
    pursuit_draws,
    sliding_four_steps,
    sliding_four_without_solution,
    painting_parts,
    wide_grids,
    both_roads_explain_alike,
];

/// The page of each case, in lines as long as they come.
fn pages(game: &str, input: &[u8], options: &[&str]) -> Vec<String> {
    let folder = Folder::new(&format!("explain-{game}"));
    fs::write(folder.file("input"), input).expect("a file");
    let mut command = tesuji(&folder, &["explain", game, "--all", "--width=10000", "input"]);
    command.args(options);
    let run = output(command);
    assert!(run.code == Some(0) && run.err.is_empty(), "{run:?}");
    let text = format!("\n{}", run.out);
    text.split("\nCase ").skip(1).map(|page| format!("Case {page}")).collect()
}

/// The words that fill the gaps `{}` of a pattern.
#[track_caller]
fn gaps<'a>(pattern: &str, text: &'a str) -> Vec<&'a str> {
    let mut rest = text;
    let mut gaps = Vec::new();
    let mut parts = pattern.split("{}");
    let first = parts.next().unwrap_or_default();
    rest = rest.strip_prefix(first).unwrap_or_else(|| panic!("{text:?} is no {pattern:?}"));
    for part in parts {
        let end = if part.is_empty() { Some(rest.len()) } else { rest.find(part) };
        let end = end.unwrap_or_else(|| panic!("{text:?} is no {pattern:?}"));
        gaps.push(&rest[..end]);
        rest = &rest[end + part.len()..];
    }
    assert_eq!(rest, "", "{text:?} is no {pattern:?}");
    gaps
}

fn number(word: &str) -> u32 {
    word.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("{word:?}"))
}

fn name(player: Player) -> &'static str {
    if player == Player::White { "White" } else { "Black" }
}

/// A table: the cells of its rows, and whether each has a star.
fn rows(block: &str) -> Vec<(bool, Vec<&str>)> {
    let rows = block.lines().skip(2).map(|row| {
        let cells = row[2..].split("  ").map(str::trim).filter(|cell| !cell.is_empty());
        (row.starts_with('*'), cells.collect())
    });
    rows.collect()
}

/// The boards of a page as rows of their signs, one list of rows for each: of
/// the block whose first line begins with `start`.
fn boards(block: &str) -> Vec<Vec<String>> {
    let mut boards: Vec<Vec<String>> = Vec::new();
    for row in block.lines().skip(1) {
        // Two blanks at least stand between boards, one between cells.
        let parts = row.split("  ").map(str::trim).filter(|part| !part.is_empty());
        for (at, part) in parts.enumerate() {
            if boards.len() <= at {
                boards.push(Vec::new());
            }
            boards[at].push(part.replace(' ', ""));
        }
    }
    boards
}

fn both_roads_explain_alike() {
    for (game, input) in [
        ("pawn-chess", "1\n\npppp\n....\n....\nPPPP\n"),
        ("pursuit", "5 1 1 4 3\n"),
        ("sliding-four", "BWBO\nWBWB\nBWBW\nWBWO\n"),
    ] {
        let by = |road| pages(game, input.as_bytes(), &["--solver", road]);
        assert_eq!(by("naive"), by("optimized"), "{game}");
    }
}
