//! The stored vectors as inputs of the checks.
//!
//! A fuzzer that starts from positions with known answers spends its time near
//! what is hard, and an input that is a vector shows at once whether a check
//! asks what it says. [`all`] writes them: for a parser's check the texts of
//! the vectors, for the others bytes that its generator decodes to a vector's
//! position ([`crate::encode`]). Of each answer the first vector that
//! has such bytes is taken.
//!
//! `cargo xtask seeds` writes them to `fuzz/seeds/<check>/vector-…`.

mod gomoku;
mod octal;
mod painting;
mod pawn_chess;
mod pursuit;
mod sliding_four;

use std::collections::BTreeSet;
use std::hash::Hash;

use crate::{Verdict, encode, oracle};

/// An input made of a vector.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seed {
    /// The check that it is for.
    pub check: &'static str,
    /// `vector-`, then which vector: a file name.
    pub name: String,
    /// The input.
    pub bytes: Vec<u8>,
    /// The fingerprint of the question that the check finds in it where the
    /// bytes lead to the vector.
    pub question: u64,
}

impl Seed {
    /// Of the check of this name, which shall find this question.
    fn new(check: &'static str, name: &str, bytes: Vec<u8>, question: &impl Hash) -> Seed {
        let Verdict::Compared { fingerprint, .. } = Verdict::compared(question, 0) else {
            unreachable!("compared is compared");
        };
        Seed { check, name: format!("{PREFIX}{name}"), bytes, question: fingerprint }
    }

    /// Of a parser's check, for a text that is its own question.
    fn text(check: &'static str, name: &str, text: &str, question: &impl Hash) -> Seed {
        Seed::new(check, name, encode::verbatim(text.as_bytes()), question)
    }
}

/// What every file of a check's vectors begins with.
pub const PREFIX: &str = "vector-";

/// All of them, by check and name: the same at every call and on every machine.
#[must_use]
pub fn all() -> Vec<Seed> {
    let mut seeds = Vec::new();
    pawn_chess::seeds(&mut seeds);
    pursuit::seeds(&mut seeds);
    gomoku::seeds(&mut seeds);
    sliding_four::seeds(&mut seeds);
    painting::seeds(&mut seeds);
    octal::seeds(&mut seeds);
    for (name, bytes, position) in oracle::table::longest() {
        seeds.push(Seed::new("table_read", &format!("{name}-longest"), bytes, &position));
    }
    seeds.sort_by(|a, b| (a.check, &a.name).cmp(&(b.check, &b.name)));
    let of_check = seeds.chunk_by(|a, b| a.check == b.check);
    of_check.flat_map(spread).cloned().collect()
}

/// The most inputs of a check: more would not be looked at.
const MOST: usize = 24;

/// At most so many, evenly out of all.
fn spread(seeds: &[Seed]) -> impl Iterator<Item = &Seed> {
    let count = seeds.len().min(MOST);
    (0..count).map(move |at| &seeds[at * seeds.len() / count])
}

/// The lines of a file of vectors that are no remarks.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

/// The outcome, the remoteness and the example of each line of a table's
/// statistics.
fn examples(csv: &str) -> impl Iterator<Item = (String, &str)> {
    csv.lines().skip(1).filter_map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        let [outcome, remoteness, .., example] = fields[..] else { return None };
        let name = format!("{outcome}-{remoteness}").trim_end_matches('-').to_owned();
        Some((name, example))
    })
}

/// Of each name the first that can be made.
struct First(BTreeSet<String>);

impl First {
    fn new() -> First {
        First(BTreeSet::new())
    }

    /// What `make` makes, where there is none of this name yet.
    fn of<T>(&mut self, name: &str, make: impl FnOnce() -> Option<T>) -> Option<T> {
        let made = if self.0.contains(name) { None } else { make() };
        if made.is_some() {
            self.0.insert(name.to_owned());
        }
        made
    }
}
