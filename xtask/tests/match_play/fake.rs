//! Engines that are good and bad in a known way.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::sync::mpsc::channel;
use std::time::Duration;

use tesuji_core::gomoku::{Cell, Variant, naive};
use tesuji_core::{Game, Player};

/// The first argument of an engine; its kind is the second.
pub(crate) const WORD: &str = "fake";

/// A full board of 5x5 on which nobody has won, Black first in each list.
const FULL: [&str; 5] = ["OOXXO", "XXOOX", "OOXXO", "XXOOX", "XOXOX"];

/// Speaks the protocol until the end of the input.
pub(crate) fn run(words: &[String]) -> ExitCode {
    let kind = words.first().map_or("", String::as_str);
    if let Some(path) = words.get(1) {
        // Who runs, for the test to see whether it still does.
        let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
        let _ = file.and_then(|mut file| writeln!(file, "{}", std::process::id()));
    }
    if kind == "stay" {
        wait(1_000_000);
    }
    let ids = words.get(1).map_or("", String::as_str);
    let mut fake = Fake { kind, ids, board: naive::Board::new(Variant::default()), moves: 0 };
    let mut in_block = false;
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "START" => {
                if kind == "deaf" {
                    continue;
                }
                let side = rest.parse().expect("a size");
                let variant = Variant::new(side, side, 5, Default::default()).expect("a board");
                fake.board = naive::Board::new(variant);
                say("OK");
            }
            "ABOUT" => say("name=\"Fake\", version=\"1\""),
            "BOARD" => in_block = true,
            "DONE" => {
                in_block = false;
                if let Some(code) = fake.answer() {
                    return code;
                }
            }
            "END" => break,
            "BEGIN" | "TURN" => {
                if word == "TURN" {
                    fake.put(rest);
                }
                if let Some(code) = fake.answer() {
                    return code;
                }
            }
            _ if in_block => fake.put(&line),
            _ => {}
        }
    }
    ExitCode::SUCCESS
}

/// Writes a line; one that nobody hears is the end.
fn say(line: &str) {
    let mut output = io::stdout();
    let _ = output.write_all(format!("{line}\r\n").as_bytes()).and_then(|()| output.flush());
}

/// Waits so long.
pub(crate) fn wait(milliseconds: u64) {
    // Nothing ever comes.
    let (_sender, receiver) = channel::<()>();
    let _ = receiver.recv_timeout(Duration::from_millis(milliseconds));
}

struct Fake<'a> {
    kind: &'a str,
    /// The file of those who run.
    ids: &'a str,
    board: naive::Board,
    /// Moves of this side.
    moves: u32,
}

impl Fake<'_> {
    /// Puts the stone of a line `x,y` or `x,y,f`: blocks come in turn.
    fn put(&mut self, line: &str) {
        let numbers: Vec<u8> = line.split(',').map(|n| n.parse().expect("a number")).collect();
        self.board.play_unchecked(Cell::new(numbers[0], numbers[1]).expect("a cell"));
    }

    /// Answers with a move, or misbehaves; where it ends by itself, how.
    fn answer(&mut self) -> Option<ExitCode> {
        self.moves += 1;
        let is_time = self.moves == 2;
        match self.kind {
            "crash" if is_time => return Some(ExitCode::from(3)),
            "orphan" if is_time => {
                // What it leaves behind holds its pipes open.
                let program = std::env::current_exe().expect("a path");
                let child =
                    std::process::Command::new(program).args([WORD, "stay", self.ids]).spawn();
                drop(child.expect("a child"));
                return Some(ExitCode::from(4));
            }
            "hang" if is_time => wait(1_000_000),
            "flood" if is_time => loop {
                say("MESSAGE and so on");
            },
            "endless" if is_time => loop {
                if io::stdout().write_all(&[b'x'; 4096]).is_err() {
                    return Some(ExitCode::SUCCESS);
                }
            },
            "closed" if is_time => {
                say("ERROR nothing comes to my mind");
                return None;
            }
            "taken" if is_time => {
                let (cell, _) = self.board.stones()[0];
                say(&format!("{},{}", cell.column(), cell.row()));
                return None;
            }
            "outside" if is_time => {
                say("15,0");
                return None;
            }
            "slow" => wait(600),
            "leisurely" => wait(15),
            "chatter" => {
                say("MESSAGE thinking");
                say("DEBUG  deeply");
                eprintln!("a word on standard error");
            }
            _ => {}
        }
        let cell = self.cell();
        self.board.play_unchecked(cell);
        say(&format!("{},{}", cell.column(), cell.row()));
        None
    }

    /// The first free cell; of `last` the last one, of `draw` one of a board
    /// that nobody wins.
    fn cell(&self) -> Cell {
        let own = if self.board.to_move() == Player::Black { b'X' } else { b'O' };
        let moves = self.board.legal_moves();
        let mut cells = moves.iter().copied().filter(|cell| {
            self.kind != "draw"
                || FULL[usize::from(cell.row())].as_bytes()[usize::from(cell.column())] == own
        });
        let cell = if self.kind == "last" { cells.next_back() } else { cells.next() };
        cell.expect("the game goes on")
    }
}
