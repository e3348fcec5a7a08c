//! One game, and a referee that knows the rules and neither engine.

use std::fmt::{self, Display};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tesuji_core::gomoku::{Cell, Rule, Variant, naive};
use tesuji_core::{Game, Outcome, Player as Colour};

use crate::player::engine::Engine;
use crate::player::{Fault, Note, Player, block, cell_of};

/// How long an engine may take to get ready for a game.
const READY: Duration = Duration::from_secs(10);

/// What both engines are told, and what they are held to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Terms {
    pub(super) variant: Variant,
    pub(super) limit: Limit,
    /// Bytes.
    pub(super) memory: u64,
    /// What a move may take beyond its time before it counts as an overrun.
    pub(super) margin: Duration,
    /// What it may take beyond its time before the engine has lost.
    pub(super) patience: Duration,
}

/// What bounds a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Limit {
    /// Time.
    Turn(Duration),
    /// Nodes, and no time.
    Nodes(u64),
}

/// The time that an engine is told which is to count nodes.
const NO_TIME: Duration = Duration::from_secs(1000);

impl Terms {
    fn turn(&self) -> Duration {
        match self.limit {
            Limit::Turn(turn) => turn,
            Limit::Nodes(_) => NO_TIME,
        }
    }

    /// What an engine is told before a game.
    fn info(&self, folder: &str) -> String {
        let nodes = match self.limit {
            Limit::Turn(_) => String::new(),
            Limit::Nodes(nodes) => format!("INFO max_node {nodes}\n"),
        };
        format!(
            "INFO timeout_turn {}\nINFO timeout_match 0\nINFO time_left 2147483647\n\
             INFO max_memory {}\nINFO game_type 1\nINFO rule {}\n{nodes}INFO folder {folder}",
            self.turn().as_millis(),
            self.memory,
            rule_bits(self.variant.rule()).unwrap_or(0),
        )
    }
}

/// The number of a rule in the protocol; `None` where it has none.
pub(super) const fn rule_bits(rule: Rule) -> Option<u8> {
    match rule {
        Rule::Freestyle => Some(0),
        Rule::Standard => Some(1),
        Rule::Renju => Some(4),
        Rule::Caro => Some(8),
        Rule::CaroExact => Some(9),
        Rule::Hybrid => None,
    }
}

/// How a game came to its end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum End {
    /// By the rules.
    Rules,
    /// The loser's answer is no legal move.
    Illegal,
    /// The loser has ended, or does not start.
    Crash,
    /// The loser does not answer.
    Hang,
    /// The loser writes without end.
    Flood,
}

impl End {
    /// The ways to lose that are faults, in the order in which they are told.
    pub(super) const FAULTS: [End; 4] = [End::Illegal, End::Crash, End::Hang, End::Flood];
}

impl Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            End::Rules => "by the rules",
            End::Illegal => "illegal move",
            End::Crash => "crash",
            End::Hang => "hang",
            End::Flood => "flood",
        })
    }
}

/// A game that was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Played {
    /// Its number in the match, from 0.
    pub(super) game: u32,
    /// The number of its opening, from 0.
    pub(super) opening: usize,
    /// Which engine has the black stones, 0 or 1.
    pub(super) black: usize,
    /// Which engine has won; `None` is a draw.
    pub(super) winner: Option<usize>,
    pub(super) end: End,
    /// What was wrong with the loser, where something was.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) fault: String,
    /// The moves, those of the opening included.
    pub(super) moves: String,
    /// For both engines: moves that took too long.
    pub(super) overruns: [u32; 2],
    /// For both engines: the longest move, in milliseconds.
    pub(super) longest: [u64; 2],
}

/// What a game is played with.
pub(super) struct Table<'a> {
    pub(super) engines: &'a [Engine; 2],
    pub(super) terms: &'a Terms,
    /// For each engine a folder in which it may keep files.
    pub(super) folders: &'a [String; 2],
    pub(super) given_up: &'a AtomicBool,
}

/// Why a game ends before it is over.
enum Stopped {
    /// This engine has lost by a fault.
    Lost(usize, End, String),
    /// Nobody has: the game was given up.
    GivenUp,
}

impl Stopped {
    fn by(engine: usize, fault: &Fault) -> Stopped {
        let end = match fault {
            Fault::NotStarted(_) | Fault::Ended(_) => End::Crash,
            Fault::Silent(_) => End::Hang,
            Fault::Flood(_) => End::Flood,
            Fault::GivenUp => return Stopped::GivenUp,
        };
        Stopped::Lost(engine, end, fault.to_string())
    }
}

impl Table<'_> {
    /// Starts an engine and has it make ready for a game.
    ///
    /// # Errors
    /// As those of [`Player`]; an answer other than `OK` is a crash.
    fn seat(&self, engine: usize, note: Option<Arc<Note>>) -> Result<Player, Fault> {
        let mut player = Player::start(&mut self.engines[engine].command(), note)?;
        let size = self.terms.variant.width();
        let most = READY + self.terms.patience;
        let answer = player.ask_unless(&format!("START {size}"), most, self.given_up)?;
        if answer.line != "OK" {
            let what = format!("START {size} is answered by {:?}", shortened(&answer.line));
            return Err(Fault::NotStarted(std::io::Error::other(what)));
        }
        player.send(&self.terms.info(&self.folders[engine]))?;
        Ok(player)
    }

    /// Starts an engine, asks what it calls itself, and ends it.
    ///
    /// # Errors
    /// As [`Table::seat`].
    pub(super) fn name(&self, engine: usize, note: Option<Arc<Note>>) -> Result<String, Fault> {
        let mut player = self.seat(engine, note)?;
        let about = player.ask_unless("ABOUT", READY, self.given_up)?.line;
        let field = |key: &str| {
            let lower = about.to_ascii_lowercase();
            let rest = about.get(lower.find(key)? + key.len()..)?;
            let value = rest.trim_start().strip_prefix('=')?.trim_start().strip_prefix('"')?;
            Some(value.split('"').next()?.to_owned())
        };
        let words: Vec<String> = ["name", "version"].iter().filter_map(|key| field(key)).collect();
        Ok(words.join(" "))
    }

    /// Plays this game; `None` where it was given up. A fault of an engine is no
    /// error: the engine has lost.
    pub(super) fn play(
        &self,
        game: u32,
        (number, opening): (usize, &[Cell]),
        notes: [Option<Arc<Note>>; 2],
    ) -> Option<Played> {
        // Each opening twice in turn, with colours swapped.
        let black = (game % 2) as usize;
        let mut board = naive::Board::new(self.terms.variant);
        opening.iter().for_each(|&cell| board.play_unchecked(cell));
        let mut played = Played {
            game,
            opening: number,
            black,
            winner: None,
            end: End::Rules,
            fault: String::new(),
            moves: String::new(),
            overruns: [0; 2],
            longest: [0; 2],
        };
        let mut moves = opening.to_vec();
        let ended = self.moves(&mut board, &mut moves, &mut played, notes);
        played.moves = moves.iter().map(ToString::to_string).collect();
        match ended {
            Ok(outcome) => played.winner = outcome.winner().map(|side| seat_of(side, black)),
            Err(Stopped::Lost(loser, end, fault)) => {
                (played.winner, played.end, played.fault) = (Some(1 - loser), end, fault);
            }
            Err(Stopped::GivenUp) => return None,
        }
        Some(played)
    }

    /// Lets both play until the game is over.
    fn moves(
        &self,
        board: &mut naive::Board,
        moves: &mut Vec<Cell>,
        played: &mut Played,
        notes: [Option<Arc<Note>>; 2],
    ) -> Result<Outcome, Stopped> {
        let [first, second] = notes;
        let seat =
            |engine, note| self.seat(engine, note).map_err(|fault| Stopped::by(engine, &fault));
        let mut players = [seat(0, first)?, seat(1, second)?];
        let mut is_told = [false; 2];
        let turn = self.terms.turn();
        loop {
            if let Some(outcome) = board.outcome() {
                return Ok(outcome);
            }
            let engine = seat_of(board.to_move(), played.black);
            let told = std::mem::replace(&mut is_told[engine], true);
            let command = match moves.last() {
                None => "BEGIN".to_owned(),
                Some(last) if told || moves.len() == 1 => {
                    format!("TURN {},{}", last.column(), last.row())
                }
                Some(_) => block(moves),
            };
            let command = format!("INFO time_left 2147483647\n{command}");
            let most = turn + self.terms.patience;
            let answer = players[engine]
                .ask_unless(&command, most, self.given_up)
                .map_err(|fault| Stopped::by(engine, &fault))?;
            let milliseconds = u64::try_from(answer.time.as_millis()).unwrap_or(u64::MAX);
            played.longest[engine] = played.longest[engine].max(milliseconds);
            played.overruns[engine] += u32::from(answer.time > turn + self.terms.margin);
            let illegal = |why: &str| {
                let fault = format!("{:?} is {why}", shortened(&answer.line));
                Stopped::Lost(engine, End::Illegal, fault)
            };
            let cell = cell_of(&answer.line).ok_or_else(|| illegal("no move"))?;
            if !board.is_legal(cell) {
                let is_taken = self.terms.variant.contains(cell) && board.get(cell).is_some();
                let is_off = !self.terms.variant.contains(cell);
                return Err(illegal(if is_taken {
                    "taken"
                } else if is_off {
                    "off the board"
                } else {
                    "forbidden"
                }));
            }
            board.play_unchecked(cell);
            moves.push(cell);
        }
    }
}

/// Which engine plays this colour.
fn seat_of(side: Colour, black: usize) -> usize {
    if side == Colour::Black { black } else { 1 - black }
}

/// What an engine wrote, as far as it is worth repeating.
fn shortened(text: &str) -> String {
    const MOST: usize = 80;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
