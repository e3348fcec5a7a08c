//! The file of the weights: read, and written with its comments.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, bail};
use tesuji_core::gomoku::Shape;

use super::features::CLASSES;

/// Where the weights are.
pub(super) const FILE: &str = "solvers/src/gomoku/evaluate/weights.rs";

/// Weights are counted in parts of a unit of the value, so many each.
pub(super) const QUARTERS: f64 = 4.0;

/// The numbers of the evaluation, in quarters of a unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Weights {
    pub(super) tempo: i32,
    /// Of a cell of the side to move, by the class of its shapes.
    pub(super) mover: [i16; CLASSES],
    /// Of a cell of the other side.
    pub(super) waiter: [i16; CLASSES],
}

const HEAD: &str = "\
//! The numbers of the evaluation. They are its definition, so that both roads
//! share them. `cargo xtask tune` writes this file.
//!
//! A cell is worth so many quarters of a unit by the [`Shape`]s that a stone makes
//! there in the four directions, in whatever order. Each line is named by the two
//! strongest of the four; on it stand all pairs of the other two: nothing with
//! nothing, closed two with nothing, closed two with closed two, two with nothing,
//! and so on.
//!
//! [`Shape`]: crate::gomoku::shapes::Shape

use super::worth::CLASSES;

/// What the turn itself is worth.
";

impl Weights {
    /// Reads the file.
    ///
    /// # Errors
    /// Where it cannot be read or is not as [`Weights::text`] writes it.
    pub(super) fn read(path: &Path) -> anyhow::Result<Weights> {
        let read = || Weights::parse(&std::fs::read_to_string(path)?);
        read().with_context(|| path.display().to_string())
    }

    fn parse(text: &str) -> anyhow::Result<Weights> {
        let after = |name: &str| {
            let start = text.find(&format!("const {name}:")).with_context(|| format!("no {name}"));
            start.map(|start| text[start..].split_once('=').map_or("", |(_, rest)| rest))
        };
        let number = |word: &str| word.trim().parse().with_context(|| format!("{word:?}"));
        let tempo = after("TEMPO")?.split(';').next().unwrap_or_default();
        let table = |name: &str| -> anyhow::Result<[i16; CLASSES]> {
            let table = after(name)?.split("];").next().unwrap_or_default();
            let lines = table.trim().trim_start_matches('[').lines();
            let numbers = lines.filter(|line| !line.trim_start().starts_with("//"));
            let numbers = numbers.flat_map(|line| line.split(',')).map(str::trim);
            let numbers = numbers.filter(|word| !word.is_empty());
            let weights: Vec<i16> = numbers
                .map(|word| word.parse().with_context(|| format!("{word:?} in {name}")))
                .collect::<anyhow::Result<_>>()?;
            let count = weights.len();
            let Ok(weights) = weights.try_into() else {
                bail!("{name} has {count} numbers where {CLASSES} were expected");
            };
            Ok(weights)
        };
        Ok(Weights { tempo: number(tempo)?, mover: table("MOVER")?, waiter: table("WAITER")? })
    }

    /// The file.
    pub(super) fn text(&self) -> String {
        let mut text = HEAD.to_owned();
        text += &format!("pub(super) const TEMPO: i32 = {};\n", self.tempo);
        let tables = [
            ("What a cell is worth to the side whose turn it is.", "MOVER", &self.mover),
            ("What a cell is worth to the side that waits.", "WAITER", &self.waiter),
        ];
        for (what, name, weights) in tables {
            text += &format!("\n/// {what}\n#[rustfmt::skip]\n");
            text += &format!("pub(super) const {name}: [i16; CLASSES] = [\n");
            let mut next = weights.iter();
            for strongest in Shape::ALL {
                for second in Shape::ALL.into_iter().take_while(|&second| second <= strongest) {
                    let name = strongest.to_string();
                    let (first, rest) = name.split_at(1);
                    text += &format!("    // {}{rest}, {second}.\n", first.to_uppercase());
                    let pairs = (second as usize + 1) * (second as usize + 2) / 2;
                    row(&mut text, next.by_ref().take(pairs));
                }
            }
            text += "];\n";
        }
        text
    }
}

/// Numbers in lines of at most a hundred characters.
fn row<'a>(text: &mut String, weights: impl Iterator<Item = &'a i16>) {
    const WIDTH: usize = 100;
    let mut line = "   ".to_owned();
    for weight in weights {
        let word = format!(" {weight},");
        if line.len() + word.len() > WIDTH {
            let _ = writeln!(text, "{line}");
            line = "   ".to_owned();
        }
        line += &word;
    }
    let _ = writeln!(text, "{line}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace;

    #[test]
    fn what_is_written_is_read() {
        let number = |class: usize, sign: i16| sign * (class as i16 * 97 - 15_000);
        let weights = Weights {
            tempo: -31,
            mover: std::array::from_fn(|class| number(class, 1)),
            waiter: std::array::from_fn(|class| number(class, -1)),
        };
        let text = weights.text();
        assert_eq!(Weights::parse(&text).unwrap(), weights);
        assert!(text.contains("\n    // Closed three, two.\n"));
        assert!(text.lines().all(|line| line.len() <= 100));
    }

    #[test]
    fn the_project_s_file_is_as_it_is_written() {
        let path = workspace::root().join(FILE);
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(Weights::read(&path).unwrap().text(), text);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let weights = Weights { tempo: 0, mover: [1; CLASSES], waiter: [2; CLASSES] };
        let why = |text: &str| format!("{:#}", Weights::parse(text).unwrap_err());
        let text = weights.text();
        assert!(why(&text.replace("TEMPO", "TURN")).contains("no TEMPO"));
        assert!(why(&text.replacen(" 1,", " x,", 1)).contains("\"x\" in MOVER"));
        assert!(why(&text.replacen(" 2,", "", 1)).contains("WAITER has 329 numbers"));
    }
}
