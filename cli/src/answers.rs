//! The answers of `solve`, collected until all of them are there.

use std::fmt::Display;
use std::io::Write;

use serde::Serialize;
use tesuji_solvers::Refusal;

use crate::games::Road;

/// Output in the making: the judge's lines, or one JSON object a line.
///
/// Answers are collected and not written, because no answer may stand on
/// standard output where a later case is refused.
#[derive(Debug)]
pub(crate) struct Answers {
    json: bool,
    bytes: Vec<u8>,
}

/// One case and what every game says about it.
pub(crate) struct Case<'a> {
    /// The game as the command line names it.
    pub(crate) game: &'static str,
    /// From 1.
    pub(crate) number: usize,
    /// The position; its text is the one-line form.
    pub(crate) position: &'a dyn Display,
    /// The road taken.
    pub(crate) road: Road,
    /// The judge's line.
    pub(crate) answer: &'a dyn Display,
    /// The solver's count of work for this case.
    pub(crate) nodes: u64,
}

/// The object of one case: `docs/json.md` describes every field.
#[derive(Serialize)]
struct Record<R> {
    game: &'static str,
    case: usize,
    position: String,
    solver: &'static str,
    answer: String,
    nodes: u64,
    #[serde(flatten)]
    of_the_game: R,
}

impl Answers {
    /// No answers yet; `json` chooses the form.
    pub(crate) fn new(json: bool) -> Answers {
        Answers { json, bytes: Vec::new() }
    }

    /// Adds one case; `of_the_game` makes the fields that only this game has,
    /// and is asked only where they are written.
    ///
    /// # Errors
    /// Those of `of_the_game`.
    pub(crate) fn push<R: Serialize>(
        &mut self,
        case: &Case,
        of_the_game: impl FnOnce() -> Result<R, Refusal>,
    ) -> Result<(), Refusal> {
        let bytes = &mut self.bytes;
        let written = if self.json {
            let record = Record {
                game: case.game,
                case: case.number,
                position: case.position.to_string(),
                solver: case.road.name(),
                answer: case.answer.to_string(),
                nodes: case.nodes,
                of_the_game: of_the_game()?,
            };
            serde_json::to_writer(&mut *bytes, &record).map_err(Into::into)
        } else {
            write!(bytes, "{}", case.answer)
        };
        written.expect("a vector takes all that is written, and no key is anything but a string");
        bytes.push(b'\n');
        Ok(())
    }

    /// All that was added, each case ended by a line end.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}
