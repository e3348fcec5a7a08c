//! Numbered test files, as problem setters lay them out.

use std::fs;
use std::io;
use std::path::Path;

use tesuji_testkit::judge_input::Judge;

use super::{Generate, Kind, answers, file};
use crate::failure::{Failure, why};

/// Inputs unless said.
const COUNT: usize = 20;

/// Writes `01`, `01.a`, `02`, … and `validator.txt`, the rules that every input
/// keeps. The folder is new or empty: tests of two runs must not mix.
pub(super) fn write<J: Judge>(
    folder: &Path,
    generate: &Generate,
    judge: &mut J,
) -> Result<(), Failure> {
    let fail = |error: io::Error| {
        Failure::message(format!("cannot write to {}: {}", folder.display(), why(&error)))
    };
    fs::create_dir_all(folder).map_err(fail)?;
    if fs::read_dir(folder).map_err(fail)?.next().is_some() {
        let folder = folder.display();
        return Err(Failure::message(format!("--polygon: {folder} is not empty")));
    }
    let all_edges = judge.edges().len().div_ceil(J::MOST_CASES) * (1 + J::LAYOUTS.len());
    let count = match generate.count {
        Some(count) => count as usize,
        None if generate.kind == Kind::Edge => all_edges,
        None => COUNT.max(if generate.kind == Kind::All { all_edges + COUNT } else { 0 }),
    };
    let mut source = generate.kind.source(generate.seed);
    for number in 1..=count {
        let input = source.next_input(judge, J::MOST_CASES);
        let output = answers(judge, &input)?;
        file::write(&folder.join(format!("{number:02}")), &judge.write(&input))?;
        file::write(&folder.join(format!("{number:02}.a")), &output)?;
    }
    let mut rules = format!("Every input of {} keeps these rules.\n\n", J::GAME);
    for rule in judge.rules() {
        rules.push_str(&format!("- {rule}\n"));
    }
    file::write(&folder.join("validator.txt"), rules.as_bytes())
}
