//! `tesuji gomoku play`: a game against the engine, in the terminal.

use std::io::{self, BufReader, IsTerminal, Write};
use std::time::{Duration, Instant};

use clap::Args;
use tesuji_core::gomoku::{Cell, Marks, Rule, text};
use tesuji_core::{Game, Outcome, Player};
use tesuji_engine::position::{Position, Stone};
use tesuji_engine::protocol::Lines;
use tesuji_engine::session::{Settings, Thinker, Turn};
use tesuji_engine::think::Engine;

use super::position::{VariantArgs, side};
use super::search::duration;
use super::words;
use crate::failure::{Exit, Failure, printable, why};
use crate::output;

const AFTER_HELP: &str = "\
At the prompt:
  h8     play there
  undo   take back your last move and the reply to it
  hint   ask the engine what it would play
  board  draw the board again
  quit   end; so does the end of the input

Examples:
  $ printf 'h8\\nhint\\nundo\\nquit\\n' | tesuji gomoku play --time 0.1
  $ printf 'c3\\n' | tesuji gomoku play --size 5 --line 4 --side white --time 0 'c2 |'";

/// The longest line that is read, in bytes.
const LONGEST: usize = 1 << 10;

/// Characters of a line that are shown where no terminal shows them.
const ECHOED: usize = 40;

/// Play against the engine
///
/// The engine is as strong as its time; with 0 seconds it hardly thinks at all.
/// A hint takes as long as a move. Works over a pipe, too.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Play {
    /// The position to begin with, on one line
    #[arg(value_name = "POSITION", default_value = "")]
    text: String,

    #[command(flatten)]
    played: VariantArgs,

    /// Your colour
    #[arg(long, value_name = "SIDE", default_value = "black", value_parser = side())]
    side: Player,

    /// The engine's time for a move, in seconds, such as 0.5 or 2, or as 500ms
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = duration)]
    time: Duration,
}

impl Play {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let variant = self.played.variant(Rule::Freestyle)?;
        let board = text::parse(&self.text, variant, None)
            .map_err(|error| Failure::argument("POSITION", &self.text, &error))?;
        let stones: Vec<(Cell, Stone)> =
            board.stones().into_iter().map(|(cell, player)| (cell, Stone::Of(player))).collect();
        let position = Position::of(board.variant(), false, &stones, board.to_move());
        let time = i64::try_from(self.time.as_millis()).unwrap_or(i64::MAX);
        let mut game = Match {
            engine: Engine::default(),
            settings: Settings { timeout_turn: Some(time), ..Settings::default() },
            position,
            human: self.side,
            moves: Vec::new(),
        };
        game.play(&mut output::pages())
    }
}

/// A game under way.
struct Match {
    engine: Engine,
    settings: Settings,
    position: Position,
    human: Player,
    /// Those since the beginning, with the last at the end.
    moves: Vec<Cell>,
}

/// What was typed.
enum Typed {
    Move(Cell),
    Undo,
    Hint,
    Board,
    Quit,
    Nothing,
    Other,
}

fn typed(line: &[u8]) -> Typed {
    let text = String::from_utf8_lossy(line).trim().to_ascii_lowercase();
    match text.as_str() {
        "" => Typed::Nothing,
        "undo" | "u" => Typed::Undo,
        "hint" | "h" => Typed::Hint,
        "board" | "b" => Typed::Board,
        "quit" | "q" | "exit" => Typed::Quit,
        cell => cell.parse().map_or(Typed::Other, Typed::Move),
    }
}

impl Match {
    fn play(&mut self, out: &mut impl Write) -> Result<Exit, Failure> {
        let mut lines = Lines::new(BufReader::new(io::stdin().lock()), LONGEST);
        self.draw(out)?;
        loop {
            let over = self.position.outcome();
            if over.is_none() && self.position.to_move() != self.human {
                self.reply(out)?;
                continue;
            }
            match over {
                Some(Outcome::Win(winner)) => write!(out, "{} has won> ", words::side(winner))?,
                Some(_) => write!(out, "A draw> ")?,
                None => write!(out, "{}> ", words::side(self.human))?,
            }
            out.flush()?;
            let line = lines.next().map_err(|error| {
                Failure::message(format!("cannot read standard input: {}", why(&error)))
            })?;
            let Some(line) = line else {
                writeln!(out)?;
                out.flush()?;
                return Ok(Exit::Done);
            };
            if !io::stdin().is_terminal() {
                let shown = String::from_utf8_lossy(&line.bytes);
                writeln!(
                    out,
                    "{}",
                    shown.trim().chars().take(ECHOED).map(printable).collect::<String>()
                )?;
            }
            match typed(&line.bytes) {
                Typed::Move(cell) => self.take(cell, out)?,
                Typed::Undo => self.undo(out)?,
                Typed::Hint => self.hint(out)?,
                Typed::Board => self.draw(out)?,
                Typed::Nothing => {}
                Typed::Quit => return Ok(Exit::Done),
                Typed::Other => {
                    writeln!(out, "Type a cell such as h8, or undo, hint, board or quit.")?;
                }
            }
        }
    }

    /// The human's move, where it is one.
    fn take(&mut self, cell: Cell, out: &mut impl Write) -> io::Result<()> {
        if let Some(outcome) = self.position.outcome() {
            return writeln!(out, "The game is over: {outcome}. Type undo or quit.");
        }
        if !self.position.variant().contains(cell) {
            return writeln!(out, "{cell} is off the board.");
        }
        if self.position.get(cell).is_some() {
            return writeln!(out, "{cell} is taken.");
        }
        let foul = self.position.forbidden(cell).filter(|_| self.human == Player::Black);
        if let Some(why) = foul {
            return writeln!(out, "{cell} is forbidden: {why}.");
        }
        self.put(cell);
        if self.position.outcome().is_some() { self.draw(out) } else { Ok(()) }
    }

    fn reply(&mut self, out: &mut impl Write) -> io::Result<()> {
        out.flush()?;
        let (cell, _) = self.best();
        self.put(cell);
        self.draw(out)?;
        writeln!(out, "{} plays {cell}.", words::side(self.human.other()))
    }

    fn hint(&mut self, out: &mut impl Write) -> io::Result<()> {
        if let Some(outcome) = self.position.outcome() {
            return writeln!(out, "The game is over: {outcome}.");
        }
        let (cell, said) = self.best();
        let said = said.into_iter().next().map(|said| format!(" ({said})")).unwrap_or_default();
        writeln!(out, "Hint: {cell}{said}")
    }

    fn best(&mut self) -> (Cell, Vec<String>) {
        let turn =
            Turn { position: &self.position, settings: &self.settings, read: Instant::now() };
        self.engine.best(&turn)
    }

    fn put(&mut self, cell: Cell) {
        self.position.play(cell);
        self.moves.push(cell);
    }

    /// Takes back to before the human's last move.
    fn undo(&mut self, out: &mut impl Write) -> io::Result<()> {
        let by_human = |game: &Match| game.position.to_move() == game.human;
        let mut taken = Vec::new();
        while let Some(cell) = self.moves.pop() {
            self.position.take_back(cell);
            taken.push(cell);
            if by_human(self) {
                break;
            }
        }
        if taken.is_empty() {
            return writeln!(out, "There is nothing to take back.");
        }
        let taken: Vec<String> = taken.iter().map(Cell::to_string).collect();
        self.draw(out)?;
        writeln!(out, "Taken back: {}.", taken.join(" "))
    }

    fn draw(&self, out: &mut impl Write) -> io::Result<()> {
        let forbidden = match self.position.to_move() {
            Player::Black => self.position.forbidden_points(),
            Player::White => Vec::new(),
        };
        let marks = Marks { forbidden: &forbidden, last: self.moves.last().copied() };
        writeln!(out, "{}", self.position.living().draw(&marks).trim_end_matches('\n'))
    }
}
