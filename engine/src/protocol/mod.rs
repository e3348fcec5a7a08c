//! The Gomocup protocol: lines in, commands, replies, lines out.
//!
//! The protocol is Petr Laštovička's and Martin Petříček's "Gomoku AI protocol"
//! (version of 2023-03-20, <https://plastovicka.github.io/protocl2en.htm>), with
//! a few of the extensions that the Yixin board introduced.
//!
//! Commands and keys are of any case, blanks may stand around words and around
//! the commas between numbers, and whatever follows a command that takes no
//! parameter is ignored. Reading knows no state: `7,7,1` reads as a
//! [`Command::Field`] wherever it comes, and whether a field was expected is the
//! session's question.

mod lines;
mod parse;
mod reply;

use std::fmt::{self, Display};

use tesuji_core::gomoku::{Cell, Variant};

pub use lines::{Line, Lines};
pub use parse::{LONGEST, parse, parse_line};
pub use reply::{ABOUT, Reply};

/// Coordinates as they were written: any numbers of 64 bits, larger ones as the
/// largest. `x` counts columns and `y` rows from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Point {
    /// The column.
    pub x: u64,
    /// The row.
    pub y: u64,
}

impl Point {
    /// The cell, where it lies on the board.
    #[must_use]
    pub fn cell(self, variant: Variant) -> Option<Cell> {
        let cell = Cell::new(u8::try_from(self.x).ok()?, u8::try_from(self.y).ok()?)?;
        variant.contains(cell).then_some(cell)
    }
}

/// One command. Numbers are as they were written, those beyond 64 bits as the
/// nearest of 64 bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// A line of blanks, or an empty one: ignored.
    Blank,
    /// `START n`: an empty square board.
    Start(u64),
    /// `RECTSTART w,h`: an empty board of so many columns and rows.
    RectStart(u64, u64),
    /// `RESTART`: the same board, empty.
    Restart,
    /// `BEGIN`: open the game.
    Begin,
    /// `TURN x,y`: the opponent's move; reply to it.
    Turn(Point),
    /// `PLAY x,y`: play this move.
    Play(Point),
    /// `TAKEBACK x,y`: remove this stone.
    TakeBack(Point),
    /// `BOARD`: fields follow, and `DONE`.
    Board,
    /// `SWAP2BOARD`: points follow, and `DONE`.
    Swap2Board,
    /// `x,y,f`, a line of `BOARD`.
    Field(Point, u64),
    /// `x,y`, a line of `SWAP2BOARD`.
    Stone(Point),
    /// `DONE`: the end of a block.
    Done,
    /// `INFO key value`.
    Info(Info),
    /// `ABOUT`: who are you?
    About,
    /// `END`.
    End,
    /// `YXSHOWFORBID`: the points forbidden to Black.
    ShowForbid,
    /// `YXNBEST n`: the n best moves, then play the best.
    NBest(u64),
    /// `YXSTOP`: stop thinking and answer.
    Stop,
}

/// What `INFO` told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Info {
    /// `timeout_turn`: milliseconds for a move; 0 or less: at once.
    TimeoutTurn(i64),
    /// `timeout_match`: milliseconds for a whole game; 0 or less: no limit.
    TimeoutMatch(i64),
    /// `time_left`: milliseconds left for the game; may be negative.
    TimeLeft(i64),
    /// `max_memory`: bytes; 0 or less: no limit.
    MaxMemory(i64),
    /// `rule`: the bits as they were written; `None` where that is no number.
    Rule(Option<i64>),
    /// `max_node`: nodes for a move; 0 or less: no limit.
    MaxNode(i64),
    /// `max_depth`: plies of the last iteration; 0 or less: no limit.
    MaxDepth(i64),
    /// `thread_num`: threads that search.
    ThreadNum(i64),
    /// `hash_size`: KiB of the transposition table.
    HashSize(i64),
    /// Anything else, `game_type` and `folder` included: nothing hangs on it.
    Ignored,
}

/// A line that is no command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Its first word is none that is known: that word, cut and made printable.
    Unknown(String),
    /// The command is known and its parameters are not as they should be.
    Malformed {
        /// The command, or the block's kind of line.
        command: &'static str,
        /// What should follow it, such as `x,y`.
        expected: &'static str,
    },
    /// The line begins like this command and is longer than [`LONGEST`].
    TooLong {
        /// The command.
        command: &'static str,
    },
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Unknown(word) => write!(f, "command {word:?}"),
            Fault::Malformed { command, expected } => {
                write!(f, "{command} expects {expected}")
            }
            Fault::TooLong { command } => {
                write!(f, "{command}: the line is longer than {LONGEST} bytes")
            }
        }
    }
}

impl std::error::Error for Fault {}
