//! What the commands share: one position or many, text or JSON.

use std::io::{self, BufReader, IsTerminal, Write};

use serde::Serialize;
use tesuji_core::gomoku::naive::Board;
use tesuji_core::gomoku::{Rule, Variant, text};
use tesuji_core::text::{Place, Problem};
use tesuji_core::{Game, ParseError, Player};
use tesuji_engine::protocol::{Line, Lines};
use tesuji_solvers::Refusal;

use super::Format;
use super::position::{Asked, PositionArgs, last_move, text_of};
use crate::failure::{Excerpt, Exit, Failure, why};
use crate::output;

/// A question that a position can be asked.
pub(super) trait Ask {
    /// As the command line and the JSON objects name it.
    fn name(&self) -> &'static str;

    /// What is played where neither position nor option says it.
    const RULE: Rule = Rule::Freestyle;

    /// The answer: the fields of `docs/json.md` that only this command has.
    type Found: Serialize;

    /// Reads a position.
    ///
    /// # Errors
    /// As [`text::parse`].
    fn read(text: &str, variant: Variant, to_move: Option<Player>) -> Result<Board, ParseError> {
        text::parse(text, variant, to_move)
    }

    /// Answers.
    ///
    /// # Errors
    /// Where the naive road is asked for more than it takes on.
    fn find(&mut self, asked: &Asked) -> Result<Self::Found, Refusal>;

    /// The answer on one line.
    fn line(&self, found: &Self::Found) -> String;

    /// Answers one position on a page.
    ///
    /// # Errors
    /// As [`Ask::find`], and those of writing.
    fn page(&mut self, asked: &Asked, out: &mut impl Write) -> Result<(), Failure>;

    /// How a run ends that has asked one position: by the last answer.
    fn exit(&self) -> Exit {
        Exit::Done
    }
}

/// Answers the position or positions of the command line.
pub(super) fn run<A: Ask>(mut ask: A, position: &PositionArgs) -> Result<Exit, Failure> {
    let variant = position.variant(A::RULE)?;
    if position.text == "-" {
        return stream(&mut ask, position, variant);
    }
    let board = A::read(&position.text, variant, position.to_move)
        .map_err(|error| Failure::argument("POSITION", &position.text, &error))?;
    let asked = Asked { number: 1, board, last: last_move(&position.text) };
    match position.format {
        Format::Text => {
            let mut out = output::pages();
            ask.page(&asked, &mut out)?;
            out.flush()?;
        }
        Format::Json => {
            let found = ask.find(&asked).map_err(|refusal| refused(&refusal))?;
            let mut out = output::data();
            writeln!(out, "{}", object(ask.name(), &asked, &found))?;
            out.flush()?;
        }
    }
    Ok(ask.exit())
}

/// The longest line, in bytes: ten times the longest position there is.
const LONGEST: usize = 1 << 16;

/// Answers every line of standard input with a line, a bad one with `error …`.
fn stream<A: Ask>(ask: &mut A, position: &PositionArgs, variant: Variant) -> Result<Exit, Failure> {
    let stdin = io::stdin().lock();
    if stdin.is_terminal() {
        let _ = writeln!(io::stderr(), "reading positions from the terminal; end with Ctrl-D");
    }
    let mut lines = Lines::new(BufReader::with_capacity(1 << 16, stdin), LONGEST);
    let mut out = output::data();
    let mut exit = Exit::Done;
    let mut number = 0;
    loop {
        // What is known is shown before the next line is waited for.
        if !lines.input().buffer().iter().any(|byte| matches!(byte, b'\n' | b'\r')) {
            out.flush()?;
        }
        let line = lines.next().map_err(|error| {
            Failure::message(format!("cannot read standard input: {}", why(&error)))
        })?;
        let Some(line) = line else { break };
        number += 1;
        match answer(ask, position, variant, number, &line) {
            Ok(line) => writeln!(out, "{line}")?,
            Err(fault) => {
                exit = Exit::Bad;
                output::complain(&format!("standard input: {}{}", fault.message, fault.excerpt));
                match position.format {
                    Format::Text => writeln!(out, "error {}", fault.message)?,
                    Format::Json => writeln!(out, "{}", fault.object(ask.name(), number))?,
                }
            }
        }
    }
    out.flush()?;
    Ok(exit)
}

/// Why a line has no answer.
struct Fault {
    /// One line.
    message: String,
    /// The place in the line; empty where there is none.
    excerpt: String,
    column: Option<usize>,
}

impl Fault {
    fn object(&self, command: &'static str, case: usize) -> String {
        #[derive(Serialize)]
        struct Record<'a> {
            game: &'static str,
            command: &'static str,
            case: usize,
            error: &'a str,
            column: Option<usize>,
        }
        json(&Record {
            game: Board::NAME,
            command,
            case,
            error: &self.message,
            column: self.column,
        })
    }
}

fn answer<A: Ask>(
    ask: &mut A,
    position: &PositionArgs,
    variant: Variant,
    number: usize,
    line: &Line,
) -> Result<String, Fault> {
    let bytes = &line.bytes;
    if line.cut {
        let rule = format!("the line is longer than {LONGEST} bytes, the limit");
        let place = Place { line: number, column: 1 };
        let error = ParseError { place, problem: Problem::Rule(rule.into()) };
        return Err(Fault {
            message: error.to_string(),
            excerpt: String::new(),
            column: Some(error.place.column),
        });
    }
    let read = text_of(bytes).and_then(|text| {
        let board = A::read(text, variant, position.to_move)?;
        Ok(Asked { number, board, last: last_move(text) })
    });
    let asked = read.map_err(|mut error| {
        error.place.line = number;
        let column = error.place.column;
        let line = String::from_utf8_lossy(bytes);
        Fault {
            message: error.to_string(),
            excerpt: Excerpt { line: &line, number: Some(number), column }.to_string(),
            column: Some(column),
        }
    })?;
    let found = ask.find(&asked).map_err(|refusal| Fault {
        message: format!("line {number}: {refusal}"),
        excerpt: String::new(),
        column: None,
    })?;
    Ok(match position.format {
        Format::Text => ask.line(&found),
        Format::Json => object(ask.name(), &asked, &found),
    })
}

/// A solver's refusal of the one position.
pub(super) fn refused(refusal: &Refusal) -> Failure {
    Failure::message(refusal.to_string())
}

/// The object of one answer: `docs/json.md` describes every field.
pub(super) fn object(command: &'static str, asked: &Asked, found: &impl Serialize) -> String {
    #[derive(Serialize)]
    struct Record<'a, F> {
        game: &'static str,
        command: &'static str,
        case: usize,
        position: String,
        columns: u8,
        rows: u8,
        k: u8,
        rule: &'static str,
        to_move: String,
        #[serde(flatten)]
        of_the_command: &'a F,
    }
    let variant = asked.board.variant();
    json(&Record {
        game: Board::NAME,
        command,
        case: asked.number,
        position: asked.board.to_string(),
        columns: variant.width(),
        rows: variant.height(),
        k: variant.k(),
        rule: variant.rule().name(),
        to_move: asked.board.to_move().to_string(),
        of_the_command: found,
    })
}

fn json(record: &impl Serialize) -> String {
    serde_json::to_string(record).expect("no key is anything but a string")
}
