//! One conversation with a manager: what each command is answered.
//!
//! The session keeps the board and the settings, judges every command by them,
//! and asks a [`Thinker`] what to play. It reads and writes nothing.
//!
//! Each command that wants an answer gets exactly one, maybe after messages. A
//! command that is refused changes nothing. What the protocol leaves open:
//!
//! - The side to move follows from play. Of a `BOARD`, equal counts make the
//!   engine Black, one stone more of the opponent's makes it White; where the
//!   counts tell nothing, the first stone is Black's under renju, and the side
//!   with more stones is Black elsewhere.
//! - `BOARD` and `SWAP2BOARD` before `START` are refused at once, and their
//!   lines up to `DONE` then pass in silence.
//! - Within a block every line that is none of its own is a bad one, but `END`.
//! - `TURN` that ends the game is taken, and answered by an `ERROR` that says
//!   so, since there is no move to answer.
//! - A forbidden move of the opponent's is taken, a message claims the game,
//!   and play goes on. A `PLAY` on a forbidden point is refused.
//! - After `SWAP2BOARD` the board holds the stones of the opening, and those
//!   that were answered.
//! - Boards have sides from 5, since nobody can win on smaller ones, to 30.

mod block;
mod settings;
mod thinker;

use std::time::{Duration, Instant};

use tesuji_core::gomoku::{Cell, MAX_SIDE, Rule, Variant};
use tesuji_core::{Outcome, Player};

use crate::position::Position;
use crate::protocol::{Command, Fault, Info, Point, Reply};
use block::Block;
pub use settings::Settings;
pub use thinker::{Choice, Said, Thinker, Turn};

/// The least side of a board that is played on.
pub const MIN_SIDE: u8 = 5;

/// In a row to win.
const K: u8 = 5;

/// The state of one conversation.
#[derive(Debug)]
pub struct Session<T> {
    thinker: T,
    settings: Settings,
    /// `None` before the first board.
    position: Option<Position>,
    /// The block that is being read.
    block: Option<Block>,
    /// A block was refused: its lines pass in silence.
    refused: bool,
    /// What is wrong with the settings, to be told with the next answer.
    reports: Vec<String>,
    ended: bool,
}

impl<T: Thinker> Session<T> {
    /// A conversation that begins.
    #[must_use]
    pub fn new(thinker: T) -> Session<T> {
        Session {
            thinker,
            settings: Settings::default(),
            position: None,
            block: None,
            refused: false,
            reports: Vec::new(),
            ended: false,
        }
    }

    /// The board; `None` before the first `START`.
    #[must_use]
    pub fn position(&self) -> Option<&Position> {
        self.position.as_ref()
    }

    /// What the manager has told.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Whether the manager has said `END`; nothing is answered from then on.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.ended
    }

    /// The replies to a line that was read just now.
    pub fn handle(&mut self, line: &Result<Command, Fault>) -> Vec<Reply> {
        self.handle_at(line, Instant::now())
    }

    /// The replies to a line that was read at this time, from which a turn's
    /// time runs.
    pub fn handle_at(&mut self, line: &Result<Command, Fault>, read: Instant) -> Vec<Reply> {
        if self.ended || matches!(line, Ok(Command::Blank)) {
            return Vec::new();
        }
        if matches!(line, Ok(Command::End)) {
            self.ended = true;
            return Vec::new();
        }
        let mut replies = match self.block.take() {
            Some(block) => self.within(block, line, read),
            None => self.outside(line, read),
        };
        if !replies.is_empty() {
            replies.splice(0..0, self.reports.drain(..).map(Reply::Message));
        }
        replies
    }

    fn outside(&mut self, line: &Result<Command, Fault>, read: Instant) -> Vec<Reply> {
        let command = match line {
            Ok(command) => command,
            Err(fault) => {
                self.refused = false;
                let text = fault.to_string();
                let unknown = matches!(fault, Fault::Unknown(_));
                return vec![if unknown { Reply::Unknown(text) } else { Reply::Error(text) }];
            }
        };
        if self.refused {
            self.refused = matches!(command, Command::Field(..) | Command::Stone(_));
            if self.refused || *command == Command::Done {
                return Vec::new();
            }
        }
        match self.obey(command, read) {
            Ok(replies) => replies,
            Err(why) => vec![Reply::Error(why)],
        }
    }

    fn obey(&mut self, command: &Command, read: Instant) -> Result<Vec<Reply>, String> {
        Ok(match *command {
            Command::Start(side) => self.start(side, side)?,
            Command::RectStart(width, height) => self.start(width, height)?,
            Command::Restart => {
                let (rule, continuous) = (self.settings.rule, self.settings.continuous);
                let position = self.started()?;
                *position = Position::new(position.variant(), continuous);
                position.set_rule(rule, continuous);
                self.new_game();
                vec![Reply::Ok]
            }
            Command::Begin => {
                let position = self.going_on()?;
                if position.stone_count() > 0 {
                    return Err("BEGIN: the board is not empty".to_owned());
                }
                self.think(read)
            }
            Command::Turn(at) => self.turn(at, read)?,
            Command::Play(at) => {
                let position = self.going_on()?;
                let cell = vacant(position, "PLAY", at)?;
                if !position.is_legal(cell) {
                    return Err(format!("PLAY: {},{} is forbidden", at.x, at.y));
                }
                position.play(cell);
                vec![Reply::Moves(vec![cell])]
            }
            Command::TakeBack(at) => {
                let position = self.started()?;
                let cell = on_board(position, "TAKEBACK", at)?;
                if !position.take_back(cell) {
                    return Err(format!("TAKEBACK: there is no stone on {},{}", at.x, at.y));
                }
                vec![Reply::Ok]
            }
            Command::Board | Command::Swap2Board => {
                self.refused = self.position.is_none();
                let swap2 = *command == Command::Swap2Board;
                self.started()?;
                self.block = Some(Block::new(swap2));
                Vec::new()
            }
            Command::Info(ref info) => {
                self.learn(info);
                Vec::new()
            }
            Command::About => vec![Reply::About],
            Command::ShowForbid => vec![Reply::Forbidden(self.started()?.forbidden_points())],
            Command::NBest(count) => self.best_of(count, read)?,
            Command::Stop | Command::Blank | Command::End => Vec::new(),
            Command::Field(at, field) => {
                vec![Reply::Unknown(format!("command \"{},{},{field}\"", at.x, at.y))]
            }
            Command::Stone(at) => {
                vec![Reply::Unknown(format!("command \"{},{}\"", at.x, at.y))]
            }
            Command::Done => vec![Reply::Unknown("command \"DONE\"".to_owned())],
        })
    }

    /// One line of a block.
    fn within(
        &mut self,
        mut block: Block,
        line: &Result<Command, Fault>,
        read: Instant,
    ) -> Vec<Reply> {
        let Some(position) = &mut self.position else { return Vec::new() };
        if matches!(line, Ok(Command::Done)) {
            return match block.finish(position) {
                Err(why) => vec![Reply::Error(why)],
                Ok(block::Task::Think) => self.think_if_going_on(read),
                Ok(block::Task::Open) => self.open(read),
                Ok(block::Task::Choose) => self.choose(read),
            };
        }
        let refused = block.take(position.variant(), line);
        self.block = Some(block);
        refused.err().map(Reply::Error).into_iter().collect()
    }

    fn start(&mut self, width: u64, height: u64) -> Result<Vec<Reply>, String> {
        let side =
            |side: u64| u8::try_from(side).ok().filter(|side| (MIN_SIDE..=MAX_SIDE).contains(side));
        let variant = side(width)
            .zip(side(height))
            .and_then(|(width, height)| Variant::new(width, height, K, self.settings.rule).ok());
        let variant = variant.ok_or_else(|| {
            format!(
                "a board of {width}x{height} is not supported: sides are {MIN_SIDE} to {MAX_SIDE}"
            )
        })?;
        self.position = Some(Position::new(variant, self.settings.continuous));
        self.new_game();
        Ok(vec![Reply::Ok])
    }

    fn new_game(&mut self) {
        self.settings.used = Duration::ZERO;
        self.thinker.new_game(&self.settings);
    }

    fn turn(&mut self, at: Point, read: Instant) -> Result<Vec<Reply>, String> {
        let position = self.going_on()?;
        let cell = vacant(position, "TURN", at)?;
        let foul = position.forbidden(cell).filter(|_| position.to_move() == Player::Black);
        position.play(cell);
        let mut replies = Vec::new();
        if let Some(why) = foul {
            replies.push(Reply::Message(format!(
                "{},{} is forbidden to Black ({why}): White claims the game",
                at.x, at.y
            )));
        }
        replies.extend(self.think_if_going_on(read));
        Ok(replies)
    }

    fn think_if_going_on(&mut self, read: Instant) -> Vec<Reply> {
        match self.going_on() {
            Ok(_) => self.think(read),
            Err(why) => vec![Reply::Error(why)],
        }
    }

    /// Plays the best move; the game must go on.
    fn think(&mut self, read: Instant) -> Vec<Reply> {
        let Some(position) = &mut self.position else { return Vec::new() };
        let turn = Turn { position, settings: &self.settings, read };
        let (best, said) = self.thinker.best(&turn);
        self.settings.used += read.elapsed();
        let mut replies: Vec<Reply> = said.into_iter().map(Reply::Message).collect();
        replies.push(play(position, best));
        replies
    }

    fn best_of(&mut self, count: u64, read: Instant) -> Result<Vec<Reply>, String> {
        let position = self.going_on()?;
        let count = usize::try_from(count).unwrap_or(usize::MAX).min(position.empty_count());
        if count == 0 {
            return Err("YXNBEST expects a number of moves from 1".to_owned());
        }
        let Some(position) = &mut self.position else { return Ok(Vec::new()) };
        let turn = Turn { position, settings: &self.settings, read };
        let (best, said) = self.thinker.best_of(&turn, count);
        self.settings.used += read.elapsed();
        let mut replies: Vec<Reply> = said.into_iter().map(Reply::Message).collect();
        replies.push(play(position, best));
        Ok(replies)
    }

    /// Puts the three stones of an opening.
    fn open(&mut self, read: Instant) -> Vec<Reply> {
        let Some(position) = &mut self.position else { return Vec::new() };
        let turn = Turn { position, settings: &self.settings, read };
        let (stones, said) = self.thinker.open(&turn);
        self.settings.used += read.elapsed();
        for &cell in &stones {
            position.play(cell);
        }
        let mut replies: Vec<Reply> = said.into_iter().map(Reply::Message).collect();
        replies.push(Reply::Moves(stones.to_vec()));
        replies
    }

    /// Takes the other colour, or plays on.
    fn choose(&mut self, read: Instant) -> Vec<Reply> {
        let Some(position) = &mut self.position else { return Vec::new() };
        if let Some(outcome) = position.outcome() {
            return vec![Reply::Error(over(outcome))];
        }
        let turn = Turn { position, settings: &self.settings, read };
        let (choice, said) = self.thinker.choose(&turn);
        self.settings.used += read.elapsed();
        let mut replies: Vec<Reply> = said.into_iter().map(Reply::Message).collect();
        replies.push(match choice {
            Choice::Swap => Reply::Swap,
            Choice::Stay(cell) => play(position, cell),
        });
        replies
    }

    fn started(&mut self) -> Result<&mut Position, String> {
        self.position.as_mut().ok_or_else(|| "no game has been started".to_owned())
    }

    fn going_on(&mut self) -> Result<&mut Position, String> {
        let position = self.started()?;
        match position.outcome() {
            None => Ok(position),
            Some(outcome) => Err(over(outcome)),
        }
    }

    fn learn(&mut self, info: &Info) {
        if let Info::Rule(bits) = *info {
            let known = bits.and_then(settings::rule_of);
            if known.is_none() {
                let bits = bits.map_or("that is no number".to_owned(), |bits| bits.to_string());
                self.reports.push(format!(
                    "rule {bits} is none of 0, 1, 4, 8 and 9, each alone or with 2 added for a \
                     continuous game: freestyle is played"
                ));
            }
            let (rule, continuous) = known.unwrap_or((Rule::Freestyle, false));
            (self.settings.rule, self.settings.continuous) = (rule, continuous);
            if let Some(position) = &mut self.position {
                position.set_rule(rule, continuous);
            }
        }
        self.settings.learn(info);
        self.reports.extend(self.thinker.objection(&self.settings, info));
        // An endless row of bad settings takes no memory.
        self.reports.dedup();
        self.reports.truncate(REPORTS);
    }
}

/// The most complaints that wait for an answer.
const REPORTS: usize = 8;

fn over(outcome: Outcome) -> String {
    format!("the game is over: {outcome}")
}

/// Plays the thinker's move, or the first legal one where it is none: a bug of
/// the thinker must not lose the game by a foul.
fn play(position: &mut Position, best: Cell) -> Reply {
    let legal = position.is_legal(best);
    debug_assert!(legal, "{best} was chosen in {position:?}");
    let Some(cell) = Some(best).filter(|_| legal).or_else(|| position.first_legal()) else {
        return Reply::Error("there is no move".to_owned());
    };
    position.play(cell);
    Reply::Moves(vec![cell])
}

/// The cell of this point.
fn on_board(position: &Position, command: &str, at: Point) -> Result<Cell, String> {
    at.cell(position.variant())
        .ok_or_else(|| format!("{command}: {},{} is off the board", at.x, at.y))
}

/// The empty cell of this point.
fn vacant(position: &Position, command: &str, at: Point) -> Result<Cell, String> {
    let cell = on_board(position, command, at)?;
    match position.get(cell) {
        None => Ok(cell),
        Some(_) => Err(format!("{command}: {},{} is taken", at.x, at.y)),
    }
}
