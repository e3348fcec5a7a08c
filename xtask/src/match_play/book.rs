//! Openings in a file.
//!
//! A line each: the moves in turn, Black first, or `-` for none; and after a
//! blank the rules under which the opening may be played, all where none is
//! named. `#` begins a comment. `board N` says on which board the cells are
//! meant, 15 where nothing is said; on another board they lie as far from the
//! middle.

use std::fs;

use anyhow::{Context, bail};
use tesuji_core::Game;
use tesuji_core::gomoku::{Cell, Rule, Variant, naive, text};

/// The openings that are played where none are named.
pub(crate) const FILE: &str = "xtask/data/openings.txt";

/// The openings of a file that may be played under this rule, on this board.
///
/// # Errors
/// Where the file cannot be read, a line of it is none, or no opening is left.
pub(crate) fn read(file: &str, variant: Variant) -> anyhow::Result<Vec<Vec<Cell>>> {
    let text = fs::read_to_string(file).with_context(|| file.to_owned())?;
    let openings = parse(&text, variant).with_context(|| file.to_owned())?;
    if openings.is_empty() {
        bail!("{file} has no opening for {}", variant.rule());
    }
    Ok(openings)
}

fn parse(file: &str, variant: Variant) -> anyhow::Result<Vec<Vec<Cell>>> {
    let mut board = 15;
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(file.lines()) {
        let line = line.split('#').next().unwrap_or_default().trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let read = || -> anyhow::Result<Option<Vec<Cell>>> {
            let rules: Vec<Rule> =
                rest.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
            if !rules.is_empty() && !rules.contains(&variant.rule()) {
                return Ok(None);
            }
            opening(first, board, variant).map(Some)
        };
        if first == "board" {
            board = rest.trim().parse().ok().with_context(|| {
                format!("line {number}: a board's size was expected, {rest:?} was found")
            })?;
        } else if !first.is_empty() {
            openings.extend(read().with_context(|| format!("line {number}"))?);
        }
    }
    Ok(openings)
}

/// Reads an opening of a square board of this side, and moves it to this one.
fn opening(moves: &str, side: u8, variant: Variant) -> anyhow::Result<Vec<Cell>> {
    let there = Variant::new(side, side, variant.k(), variant.rule())?;
    let (_, cells) = text::game(if moves == "-" { "" } else { moves }, there)?;
    let moved =
        |at: u8, to: u8| u8::try_from(i32::from(at) + i32::from(to / 2) - i32::from(side / 2)).ok();
    let mut board = naive::Board::new(variant);
    let mut opening = Vec::new();
    for cell in cells {
        let place = moved(cell.column(), variant.width()).zip(moved(cell.row(), variant.height()));
        let here = place
            .and_then(|(column, row)| Cell::new(column, row))
            .filter(|&here| variant.contains(here))
            .with_context(|| format!("{cell} does not lie on {variant}"))?;
        board = board.play(here)?;
        opening.push(here);
    }
    if let Some(outcome) = board.outcome() {
        bail!("{moves} is over: {outcome}");
    }
    Ok(opening)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace;

    fn on(side: u8, rule: Rule) -> Variant {
        Variant::new(side, side, 5, rule).unwrap()
    }

    fn openings(file: &str, variant: Variant) -> Result<Vec<String>, String> {
        let text = |opening: Vec<Cell>| opening.iter().map(ToString::to_string).collect::<String>();
        parse(file, variant)
            .map(|openings| openings.into_iter().map(text).collect())
            .map_err(|why| format!("{why:#}"))
    }

    #[test]
    fn openings_are_read_for_a_rule_and_a_board() {
        let file = "# these\nh8i9 renju standard # good\n\nh8h9g7\nboard 20\nk11\n";
        let expected = |list: &[&str]| Ok(list.iter().map(|&text| text.to_owned()).collect());
        assert_eq!(openings(file, on(15, Rule::Renju)), expected(&["h8i9", "h8h9g7", "h8"]));
        assert_eq!(openings(file, on(15, Rule::Freestyle)), expected(&["h8h9g7", "h8"]));
        assert_eq!(openings(file, on(20, Rule::Freestyle)), expected(&["k11k12j10", "k11"]));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        for (file, why) in [
            ("h8\nh8h8", "line 2: "),
            ("h8 no-rule", "line 1: "),
            ("board x", "line 1: a board's size was expected"),
            ("board 31\nh8", "line 2: "),
            ("\na1", "line 2: a1 does not lie on 5x5"),
            ("h8a1h9a2h10a3h11a4h12", "is over: black wins"),
        ] {
            let side = if file.ends_with("a1") { 5 } else { 15 };
            let error = openings(file, on(side, Rule::Freestyle)).unwrap_err();
            assert!(error.contains(why), "{file:?}: {error}");
        }
    }

    #[test]
    fn the_project_s_openings_serve_the_rules_of_the_protocol() {
        let file = workspace::root().join(FILE);
        for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
            let openings = read(file.to_str().unwrap(), on(15, rule)).unwrap();
            let least = if rule == Rule::Freestyle { 40 } else { 20 };
            assert!(openings.len() >= least, "{rule}: {}", openings.len());
            let mut distinct: Vec<String> = openings
                .iter()
                .map(|opening| {
                    let mut board = naive::Board::new(on(15, rule));
                    for &cell in opening {
                        board.play_unchecked(cell);
                    }
                    board.canonical().to_string()
                })
                .collect();
            distinct.sort();
            distinct.dedup();
            assert_eq!(distinct.len(), openings.len(), "{rule}");
            assert!(openings.iter().all(|opening| (3..=5).contains(&opening.len())));
        }
    }
}
