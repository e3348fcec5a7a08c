//! What every line must be answered, and the board that results: read and
//! judged by a few plain lines that know nothing of the engine.
//!
//! Of the engine this knows the board that is compared at the end, of `core`
//! the naive board alone.

mod board;

use std::fmt::{self, Display};

use tesuji_core::Player;
use tesuji_core::gomoku::{Cell, Rule};
use tesuji_engine::position::{Position, Stone};

use board::Board;

/// What a line is to be answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expected {
    /// Nothing at all, not even a message.
    Nothing,
    /// This one line, maybe after messages.
    Line(String),
    /// A line that begins with this word.
    Word(&'static str),
    /// One legal move.
    Move,
    /// Three stones for an empty board.
    Opening,
    /// `SWAP`, one legal move, or two.
    Choice,
}

/// The state of a conversation, kept from what is said alone.
#[derive(Clone, Debug)]
pub struct Referee {
    rule: Rule,
    continuous: bool,
    board: Option<Board>,
    block: Option<Block>,
    /// A block was refused and its lines still come.
    refused: bool,
    ended: bool,
}

#[derive(Clone, Debug)]
struct Block {
    swap2: bool,
    lines: Vec<(Cell, u32)>,
}

/// Commands that take nothing.
const PLAIN: [&str; 9] =
    ["RESTART", "BEGIN", "BOARD", "SWAP2BOARD", "DONE", "ABOUT", "END", "YXSHOWFORBID", "YXSTOP"];

/// Commands that take something.
const OTHERS: [&str; 7] = ["START", "RECTSTART", "TURN", "PLAY", "TAKEBACK", "INFO", "YXNBEST"];

/// A number beyond every board and every rule.
const HUGE: u32 = 999_999;

fn number(text: &str) -> Option<u32> {
    let digits = text.trim_matches(|c: char| c.is_ascii_whitespace());
    if digits.is_empty() || digits.contains(|c: char| !c.is_ascii_digit()) {
        return None;
    }
    let digits = digits.trim_start_matches('0');
    Some(if digits.len() > 6 { HUGE } else { digits.parse().unwrap_or(0) })
}

/// So many numbers with commas between them.
fn numbers(text: &str, count: usize) -> Option<Vec<u32>> {
    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() != count {
        return None;
    }
    parts.into_iter().map(number).collect()
}

impl Default for Referee {
    fn default() -> Referee {
        Referee::new()
    }
}

impl Referee {
    /// A conversation that begins.
    #[must_use]
    pub fn new() -> Referee {
        Referee {
            rule: Rule::Freestyle,
            continuous: false,
            board: None,
            block: None,
            refused: false,
            ended: false,
        }
    }

    /// Whether `END` was said.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.ended
    }

    /// Whether freestyle is played, and no continuous game.
    #[must_use]
    pub fn is_freestyle(&self) -> bool {
        self.rule == Rule::Freestyle && !self.continuous
    }

    /// Takes a line and what it was answered.
    ///
    /// # Errors
    /// What is wrong with the answer.
    pub fn hear(&mut self, line: &[u8], cut: bool, replies: &[String]) -> Result<(), String> {
        let expected = self.expect(line, cut);
        self.take(&expected, replies).map_err(|why| format!("{why}; expected {expected:?}"))
    }

    /// What a line is to be answered; takes in all of it but the engine's moves.
    pub fn expect(&mut self, line: &[u8], cut: bool) -> Expected {
        let text: String = line.iter().map(|&byte| char::from(byte)).collect();
        let text = text.trim_start_matches(|c: char| c.is_ascii_whitespace());
        let end = text.find(|c: char| c.is_ascii_whitespace()).unwrap_or(text.len());
        let (word, rest) = (text[..end].to_ascii_uppercase(), &text[end..]);
        if self.ended || (text.is_empty() && !cut) {
            return Expected::Nothing;
        }
        let known = |words: &[&str]| words.contains(&word.as_str());
        // Of a line that is cut only a word with a blank behind it is sure.
        let cut_short = cut && rest.is_empty();
        let plain = known(&PLAIN) && !cut_short;
        if plain && word == "END" {
            self.ended = true;
            return Expected::Nothing;
        }
        let bare = if cut || plain { None } else { Some(text) };
        if self.block.is_some() {
            return self.in_block(plain && word == "DONE", bare);
        }
        let field =
            bare.is_some_and(|text| numbers(text, 2).is_some() || numbers(text, 3).is_some());
        if self.refused {
            self.refused = field;
            if field || (plain && word == "DONE") {
                return Expected::Nothing;
            }
        }
        if plain {
            self.plain(&word)
        } else if known(&OTHERS) && !cut_short {
            if word == "INFO" {
                if !cut {
                    self.info(rest);
                }
                return Expected::Nothing;
            }
            if cut { Expected::Word("ERROR") } else { self.with_parameters(&word, rest) }
        } else {
            Expected::Word("UNKNOWN")
        }
    }

    fn plain(&mut self, word: &str) -> Expected {
        match word {
            "ABOUT" => return Expected::Word("name=\"tesuji\","),
            "YXSTOP" => return Expected::Nothing,
            "DONE" => return Expected::Word("UNKNOWN"),
            _ => {}
        }
        let Some(board) = &mut self.board else {
            self.refused = word.ends_with("BOARD");
            return Expected::Word("ERROR");
        };
        match word {
            "RESTART" => {
                board.clear();
                Expected::Line("OK".to_owned())
            }
            "BEGIN" if !board.stones.is_empty() => Expected::Word("ERROR"),
            "BEGIN" => Expected::Move,
            "YXSHOWFORBID" => {
                let mut line = "FORBID ".to_owned();
                for cell in board.forbidden_points() {
                    line.push_str(&format!("{:02}{:02}", cell.column(), cell.row()));
                }
                line.push('.');
                Expected::Line(line)
            }
            _ => {
                self.block = Some(Block { swap2: word == "SWAP2BOARD", lines: Vec::new() });
                Expected::Nothing
            }
        }
    }

    fn with_parameters(&mut self, word: &str, rest: &str) -> Expected {
        const ERROR: Expected = Expected::Word("ERROR");
        let ok = || Expected::Line("OK".to_owned());
        match word {
            "START" | "RECTSTART" => {
                let sides = match word {
                    "START" => number(rest).map(|side| vec![side, side]),
                    _ => numbers(rest, 2),
                };
                let Some(sides) = sides.filter(|s| s.iter().all(|side| (5..=30).contains(side)))
                else {
                    return ERROR;
                };
                self.board = Some(Board {
                    width: sides[0] as u8,
                    height: sides[1] as u8,
                    rule: self.rule,
                    continuous: self.continuous,
                    stones: Vec::new(),
                    to_move: Player::Black,
                });
                return ok();
            }
            "YXNBEST" => {
                let asks = number(rest).is_some_and(|count| count > 0);
                return if asks && self.goes_on() { Expected::Move } else { ERROR };
            }
            _ => {}
        }
        let cell = numbers(rest, 2).and_then(|at| self.cell(&at));
        let (Some(board), Some(cell)) = (&mut self.board, cell) else { return ERROR };
        let taken = board.get(cell).is_some();
        if word == "TAKEBACK" {
            if !taken {
                return ERROR;
            }
            board.take_back(cell);
            return ok();
        }
        if taken || board.outcome().is_some() {
            return ERROR;
        }
        if word == "PLAY" {
            if !board.is_legal(cell) {
                return ERROR;
            }
            board.play(cell);
            return Expected::Line(format!("{},{}", cell.column(), cell.row()));
        }
        board.play(cell);
        if board.outcome().is_none() { Expected::Move } else { ERROR }
    }

    fn in_block(&mut self, done: bool, bare: Option<&str>) -> Expected {
        if done {
            return self.finish_block();
        }
        let swap2 = self.block.as_ref().is_some_and(|block| block.swap2);
        let read = bare.and_then(|text| {
            let read = numbers(text, if swap2 { 2 } else { 3 })?;
            let field = read.get(2).copied().unwrap_or(1);
            let cell = self.cell(&read[..2])?;
            (1..=3).contains(&field).then_some((cell, field))
        });
        let (Some(block), Some((cell, field))) = (&mut self.block, read) else {
            return Expected::Word("ERROR");
        };
        if block.lines.iter().any(|&(taken, _)| taken == cell) {
            return Expected::Word("ERROR");
        }
        block.lines.push((cell, field));
        Expected::Nothing
    }

    fn finish_block(&mut self) -> Expected {
        let forbids = self.rule.forbids();
        let (Some(block), Some(board)) = (self.block.take(), &mut self.board) else {
            return Expected::Word("ERROR");
        };
        if block.swap2 && ![0, 3, 5].contains(&block.lines.len()) {
            return Expected::Word("ERROR");
        }
        board.clear();
        if block.swap2 {
            for &(cell, _) in &block.lines {
                board.play(cell);
            }
            return match block.lines.len() {
                0 => Expected::Opening,
                _ if board.outcome().is_none() => Expected::Choice,
                _ => Expected::Word("ERROR"),
            };
        }
        let count = |wanted| block.lines.iter().filter(|&&(_, field)| field == wanted).count();
        let (own, theirs) = (count(1), count(2));
        let first = block.lines.iter().find(|&&(_, field)| field != 3);
        let own_is_black = if own == theirs {
            true
        } else if theirs == own + 1 {
            false
        } else if forbids {
            first.is_some_and(|&(_, field)| field == 1)
        } else {
            own > theirs
        };
        let own = if own_is_black { Player::Black } else { Player::White };
        board.stones = block
            .lines
            .iter()
            .map(|&(cell, field)| match field {
                1 => (cell, Stone::Of(own)),
                2 => (cell, Stone::Of(own.other())),
                _ => (cell, Stone::Dead),
            })
            .collect();
        board.to_move = own;
        board.bury();
        if board.outcome().is_none() { Expected::Move } else { Expected::Word("ERROR") }
    }

    fn info(&mut self, rest: &str) {
        let mut words = rest.split_ascii_whitespace();
        if !words.next().is_some_and(|key| key.eq_ignore_ascii_case("rule")) {
            return;
        }
        let value = words.next().unwrap_or_default();
        let bits = match value.strip_prefix('-') {
            // Below zero there are no rules; minus zero is zero.
            Some(digits) => number(digits).map(|bits| if bits == 0 { 0 } else { HUGE }),
            None => number(value.strip_prefix('+').unwrap_or(value)),
        };
        let rule = bits.and_then(|bits| {
            let continuous = [2, 3, 6, 10, 11].contains(&bits);
            let rule = match if continuous { bits - 2 } else { bits } {
                0 => Rule::Freestyle,
                1 => Rule::Standard,
                4 => Rule::Renju,
                8 => Rule::Caro,
                9 => Rule::CaroExact,
                _ => return None,
            };
            Some((rule, continuous))
        });
        (self.rule, self.continuous) = rule.unwrap_or((Rule::Freestyle, false));
        if let Some(board) = &mut self.board {
            (board.rule, board.continuous) = (self.rule, self.continuous);
            board.bury();
        }
    }

    /// Takes in what the engine answered.
    fn take(&mut self, expected: &Expected, replies: &[String]) -> Result<(), String> {
        if replies.iter().any(|line| line.contains(['\n', '\r'])) {
            return Err("an answer has more than one line".to_owned());
        }
        let Some((answer, messages)) = replies.split_last() else {
            let silent = *expected == Expected::Nothing;
            return if silent { Ok(()) } else { Err("no answer".to_owned()) };
        };
        if messages.iter().any(|line| !line.starts_with("MESSAGE ")) {
            return Err("more than one answer".to_owned());
        }
        let right = match expected {
            Expected::Nothing => false,
            Expected::Line(line) => answer == line,
            Expected::Word(word) => answer.split(' ').next() == Some(word),
            Expected::Move => return self.take_moves(answer, 1),
            Expected::Opening => return self.take_moves(answer, 3),
            Expected::Choice if answer == "SWAP" => true,
            Expected::Choice if answer.contains(' ') => return self.take_moves(answer, 2),
            Expected::Choice => return self.take_moves(answer, 1),
        };
        if right { Ok(()) } else { Err("the wrong answer".to_owned()) }
    }

    fn take_moves(&mut self, answer: &str, count: usize) -> Result<(), String> {
        let moves: Vec<&str> = answer.split(' ').collect();
        if moves.len() != count {
            return Err(format!("{} moves", moves.len()));
        }
        let Some(board) = &mut self.board else { return Err("a move without a board".to_owned()) };
        for text in moves {
            let cell = numbers(text, 2).and_then(|at| board.cell(&at));
            let cell = cell.ok_or_else(|| format!("{text} is no cell"))?;
            if !board.is_legal(cell) {
                return Err(format!("{text} is no legal move"));
            }
            board.play(cell);
        }
        Ok(())
    }

    fn cell(&self, at: &[u32]) -> Option<Cell> {
        self.board.as_ref()?.cell(at)
    }

    fn goes_on(&self) -> bool {
        self.board.as_ref().is_some_and(|board| board.outcome().is_none())
    }

    /// Holds the engine's board against this one.
    ///
    /// # Errors
    /// Where they differ, in stones, side to move, or whether the game is over.
    pub fn agrees(&self, position: Option<&Position>) -> Result<(), String> {
        match (&self.board, position) {
            (Some(board), Some(position)) => board.agrees(position),
            (None, None) => Ok(()),
            _ => Err("one has a board, the other none".to_owned()),
        }
    }
}

impl Display for Referee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(board) = &self.board else { return f.write_str("no board") };
        let continuous = if self.continuous { ", continuous" } else { "" };
        write!(
            f,
            "{}x{} {}{continuous}, {} to move, {:?}: {:?}",
            board.width,
            board.height,
            self.rule,
            board.to_move,
            board.outcome(),
            board.stones
        )
    }
}
