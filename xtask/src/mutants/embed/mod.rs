//! Many mutants in one program: every one of a file behind a switch that is
//! thrown when the program starts.
//!
//! A build for each mutant costs a minute, a run against the quick set mostly a
//! fraction of a second. So an operator becomes a `match` over the number of
//! the mutant that is switched on, a function returns early where it is to be
//! replaced, and a match arm that is to be deleted gets a guard. With none
//! switched on the file does what it did.
//!
//! What a switch cannot stand in (constants, patterns, chains of `let`) is left
//! out and named. In a file with mutants functions are not `const`; where one
//! has to be, the compiler says so, and what it computes calls an unchanged copy.

mod copies;
mod find;
mod render;
mod switch;

use std::collections::BTreeSet;
use std::ops::Range;

use anyhow::Context;
use syn::visit::Visit;

pub(super) use copies::COPY;
pub(super) use switch::SWITCH;

use super::list::Mutant;
use find::Finder;

/// What is not to be embedded, as earlier tries have shown.
#[derive(Default, Debug)]
pub(super) struct Without {
    /// Numbers of mutants.
    pub(super) mutants: BTreeSet<u32>,
    /// Names of functions that the compiler calls.
    pub(super) consts: BTreeSet<String>,
    /// Those of them that it cannot call by the name of a copy: they stay as
    /// they are.
    pub(super) kept: BTreeSet<String>,
}

impl Without {
    /// It grows with every try that shows something.
    pub(super) fn len(&self) -> usize {
        self.mutants.len() + self.consts.len() + self.kept.len()
    }
}

/// A file with its mutants.
#[derive(Debug)]
pub(super) struct Embedded {
    /// The text. A line that begins with `/*m7*/` is of mutant 7.
    pub(super) text: String,
    /// The numbers of the mutants that are in it.
    pub(super) numbers: BTreeSet<u32>,
    /// Those that cannot compile, as the syntax says.
    pub(super) unviable: BTreeSet<u32>,
}

/// Embeds these mutants, with their numbers, of this file.
///
/// # Errors
/// Where the file is no Rust.
pub(super) fn embed(
    text: &str,
    mutants: &[(u32, &Mutant)],
    without: &Without,
) -> anyhow::Result<Embedded> {
    let file = syn::parse_file(text).context("no Rust")?;
    let mut finder = Finder::new(text, mutants, without);
    finder.visit_file(&file);
    let (mut edits, unviable) = (finder.edits, finder.unviable);
    edits.sort_by_key(|edit| (edit.at.start, std::cmp::Reverse(edit.at.end)));
    let renderer = render::Renderer { text, edits: &edits };
    let body = renderer.range(0..text.len(), None);
    // Number 0 is of edits that no mutant makes.
    let numbers = edits.iter().flat_map(|edit| edit.numbers.iter().map(|n| n.0));
    let numbers = numbers.filter(|&number| number > 0).collect();
    Ok(Embedded { text: body, numbers, unviable })
}

/// The mutants that a fault may be of.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Blamed {
    /// Those on its own lines: they do not compile.
    Here(Vec<u32>),
    /// The last ones before: perhaps others would compile.
    Before(Vec<u32>),
}

/// The numbers of the mutants on these lines of an embedded text, from 1; where
/// there is none, those of the last line before that has one.
pub(super) fn blamed(text: &str, lines: Range<usize>) -> Blamed {
    let marks = |line: &str| -> Vec<u32> {
        let parts = line.split("/*m").skip(1);
        parts.filter_map(|part| part.split_once("*/")?.0.parse().ok()).collect()
    };
    let all: Vec<&str> = text.lines().collect();
    let here: Vec<u32> = all[lines.start - 1..lines.end.min(all.len())]
        .iter()
        .flat_map(|line| marks(line))
        .collect();
    if !here.is_empty() {
        return Blamed::Here(here);
    }
    let mut before = all[..lines.start - 1].iter().rev().map(|line| marks(line));
    Blamed::Before(before.find(|marks| !marks.is_empty()).unwrap_or_default())
}

#[derive(Debug)]
struct Edit {
    at: Range<usize>,
    kind: Kind,
    /// Number and replacement.
    numbers: Vec<(u32, String)>,
}

#[derive(Clone, Debug)]
enum Kind {
    /// Both operands are evaluated, then one of the operators.
    Value {
        left: Range<usize>,
        right: Range<usize>,
        op: String,
    },
    /// The same, by reference.
    Compare {
        left: Range<usize>,
        right: Range<usize>,
        op: String,
    },
    /// `&&`, `||`.
    Lazy {
        left: Range<usize>,
        right: Range<usize>,
        is_and: bool,
    },
    /// `+=` and its like.
    Assign {
        left: Range<usize>,
        right: Range<usize>,
        op: String,
    },
    Unary {
        of: Range<usize>,
        op: String,
    },
    Guard,
    /// At the end of a pattern without a guard.
    Arm,
    /// At the start of a body.
    Body,
    /// The whole inside of a body that gives an iterator of a hidden type.
    HiddenBody,
    /// Something in the place of this, or behind it.
    Text(String),
    /// A struct expression, and its fields.
    Fields(Vec<(u32, Range<usize>)>),
}
#[cfg(test)]
mod tests;
