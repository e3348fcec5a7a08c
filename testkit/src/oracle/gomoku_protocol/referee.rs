//! What every line must be answered, and the board that results: read and
//! judged by a few plain lines that know nothing of the engine.
//!
//! Of the engine this knows the board that is compared at the end, of `core`
//! the naive board alone.

use std::fmt::{self, Display};

use tesuji_core::gomoku::{Cell, Rule, Shape, Variant, naive};
use tesuji_core::{Outcome, Player};
use tesuji_engine::position::{Position, Stone};

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
struct Board {
    width: u8,
    height: u8,
    stones: Vec<(Cell, Stone)>,
    to_move: Player,
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
                board.stones.clear();
                board.to_move = Player::Black;
                Expected::Line("OK".to_owned())
            }
            "BEGIN" if !board.stones.is_empty() => Expected::Word("ERROR"),
            "BEGIN" => Expected::Move,
            "YXSHOWFORBID" => {
                let mut line = "FORBID ".to_owned();
                for cell in self.forbidden_points() {
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
        let Some(cell) = numbers(rest, 2).and_then(|at| self.cell(&at)) else { return ERROR };
        let taken = self.get(cell).is_some();
        if word == "TAKEBACK" {
            return if taken {
                self.take_back(cell);
                ok()
            } else {
                ERROR
            };
        }
        if taken || !self.goes_on() {
            return ERROR;
        }
        if word == "PLAY" {
            if !self.is_legal(cell) {
                return ERROR;
            }
            self.play(cell);
            return Expected::Line(format!("{},{}", cell.column(), cell.row()));
        }
        self.play(cell);
        if self.goes_on() { Expected::Move } else { ERROR }
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
        board.stones.clear();
        if block.swap2 {
            board.to_move = Player::Black;
            for &(cell, _) in &block.lines {
                self.play(cell);
            }
            return match block.lines.len() {
                0 => Expected::Opening,
                _ if self.goes_on() => Expected::Choice,
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
        self.bury();
        if self.goes_on() { Expected::Move } else { Expected::Word("ERROR") }
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
        self.bury();
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
        for text in moves {
            let cell = numbers(text, 2).and_then(|at| self.cell(&at));
            let cell = cell.ok_or_else(|| format!("{text} is no cell"))?;
            if !self.is_legal(cell) {
                return Err(format!("{text} is no legal move"));
            }
            self.play(cell);
        }
        Ok(())
    }

    fn cell(&self, at: &[u32]) -> Option<Cell> {
        let board = self.board.as_ref()?;
        let (width, height) = (u32::from(board.width), u32::from(board.height));
        let on = at[0] < width && at[1] < height;
        Cell::new(at[0].min(255) as u8, at[1].min(255) as u8).filter(|_| on)
    }

    fn get(&self, cell: Cell) -> Option<Stone> {
        let stones = &self.board.as_ref()?.stones;
        stones.iter().find(|&&(at, _)| at == cell).map(|&(_, stone)| stone)
    }

    /// The board on which this player's rows are to be looked for: dead stones
    /// are the opponent's, and under caro, where they block nothing, none.
    fn seen_by(&self, player: Player) -> Option<naive::Board> {
        let board = self.board.as_ref()?;
        let variant = Variant::new(board.width, board.height, 5, self.rule).ok()?;
        let caro = matches!(self.rule, Rule::Caro | Rule::CaroExact);
        let mut seen = naive::Board::new(variant);
        for &(cell, stone) in &board.stones {
            match stone {
                Stone::Of(player) => seen.set(cell, Some(player)),
                Stone::Dead if caro => {}
                Stone::Dead => seen.set(cell, Some(player.other())),
            }
        }
        seen.set_to_move(board.to_move);
        Some(seen)
    }

    fn is_forbidden(&self, cell: Cell) -> bool {
        self.get(cell).is_none()
            && self.seen_by(Player::Black).is_some_and(|seen| seen.forbidden(cell).is_some())
    }

    fn forbidden_points(&self) -> Vec<Cell> {
        let Some(seen) = self.seen_by(Player::Black) else { return Vec::new() };
        let cells = seen.variant().cells();
        cells.filter(|&cell| self.get(cell).is_none() && seen.forbidden(cell).is_some()).collect()
    }

    fn is_legal(&self, cell: Cell) -> bool {
        let black = self.board.as_ref().is_some_and(|board| board.to_move == Player::Black);
        self.goes_on() && self.get(cell).is_none() && !(black && self.is_forbidden(cell))
    }

    fn goes_on(&self) -> bool {
        self.board.is_some() && self.outcome().is_none()
    }

    fn outcome(&self) -> Option<Outcome> {
        let board = self.board.as_ref()?;
        if !self.continuous {
            for player in [board.to_move.other(), board.to_move] {
                if self.seen_by(player)?.wins(player) {
                    return Some(Outcome::Win(player));
                }
            }
        }
        let seen = self.seen_by(Player::Black)?;
        let mut empty = seen.variant().cells().filter(|&cell| self.get(cell).is_none()).peekable();
        if empty.peek().is_none() {
            return Some(Outcome::Draw);
        }
        let stuck = board.to_move == Player::Black
            && self.rule.forbids()
            && empty.all(|cell| seen.forbidden(cell).is_some());
        match (stuck, self.continuous) {
            (false, _) => None,
            (true, true) => Some(Outcome::Draw),
            (true, false) => Some(Outcome::Win(Player::White)),
        }
    }

    fn play(&mut self, cell: Cell) {
        let foul = self.continuous && self.is_forbidden(cell);
        let Some(board) = &mut self.board else { return };
        let stone = match board.to_move {
            Player::Black if foul => Stone::Dead,
            player => Stone::Of(player),
        };
        board.stones.push((cell, stone));
        board.to_move = board.to_move.other();
        self.bury();
    }

    fn take_back(&mut self, cell: Cell) {
        let stone = self.get(cell);
        let Some(board) = &mut self.board else { return };
        board.stones.retain(|&(at, _)| at != cell);
        if let Some(Stone::Of(player)) = stone {
            let count = |of| board.stones.iter().filter(|&&(_, s)| s == Stone::Of(of)).count();
            board.to_move = match count(Player::Black).checked_sub(count(Player::White)) {
                Some(0) => Player::Black,
                Some(1) => Player::White,
                _ => player,
            };
        }
        self.bury();
    }

    /// In a continuous game the stones of finished rows die.
    fn bury(&mut self) {
        let [Some(white), Some(black)] = Player::BOTH.map(|player| self.seen_by(player)) else {
            return;
        };
        let Some(board) = self.board.as_mut().filter(|_| self.continuous) else { return };
        for (cell, stone) in &mut board.stones {
            let (seen, player) = match *stone {
                Stone::Of(Player::White) => (&white, Player::White),
                Stone::Of(Player::Black) => (&black, Player::Black),
                Stone::Dead => continue,
            };
            let along = |&direction| seen.made(*cell, direction, player) == Shape::Five;
            if seen.wins(player) && naive::DIRECTIONS.iter().any(along) {
                *stone = Stone::Dead;
            }
        }
    }

    /// Holds the engine's board against this one.
    ///
    /// # Errors
    /// Where they differ, in stones, side to move, or whether the game is over.
    pub fn agrees(&self, position: Option<&Position>) -> Result<(), String> {
        let (Some(board), Some(position)) = (&self.board, position) else {
            let none = self.board.is_none() && position.is_none();
            return if none { Ok(()) } else { Err("one has a board, the other none".to_owned()) };
        };
        let mut stones = board.stones.clone();
        stones.sort_unstable();
        let variant = position.variant();
        if (variant.width(), variant.height()) != (board.width, board.height) {
            return Err(format!("the engine's board is {variant}"));
        }
        if (variant.rule(), position.is_continuous()) != (self.rule, self.continuous) {
            return Err(format!("the engine plays {variant}"));
        }
        if position.stones() != stones {
            return Err(format!("the engine's stones are {:?}", position.stones()));
        }
        if position.to_move() != board.to_move {
            return Err(format!("the engine thinks that {} is to move", position.to_move()));
        }
        if position.outcome() != self.outcome() {
            return Err(format!("the engine's outcome is {:?}", position.outcome()));
        }
        Ok(())
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
            self.outcome(),
            board.stones
        )
    }
}
