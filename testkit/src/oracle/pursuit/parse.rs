//! `pursuit_parse`: texts built from bytes, some of them damaged.

use std::fmt::Debug;

use arbitrary::Unstructured;
use tesuji_core::pursuit::{Cell, Direction, Move, Speeds, judge, naive, packed};
use tesuji_core::text::Place;
use tesuji_core::{Game, ParseError, Player};

use crate::Verdict;
use crate::generate::{pursuit as generate, verbatim};

pub(super) fn run(bytes: &[u8]) -> Verdict {
    if let Some(text) = verbatim(bytes) {
        // It is in one of the three forms, or in none.
        let read = [judge_input(text, None), line(text, None), move_text(text, None)];
        let compared = |verdict: &Verdict| matches!(verdict, Verdict::Compared { .. });
        return read.into_iter().find(compared).unwrap_or(Verdict::Refused);
    }
    let mut bytes = Unstructured::new(bytes);
    let mut byte = || bytes.arbitrary::<u8>().unwrap_or_default();
    let (form, blanks, wounds) = (byte(), byte(), byte());
    let damage: Vec<[u8; 3]> = (0..wounds % 8 / 3).map(|_| [byte(), byte(), byte()]).collect();
    let whole = damage.is_empty();
    let (start, moves) = generate::playout(bytes.take_rest());
    let mut board = start;
    for &mv in &moves {
        board.play_unchecked(mv);
    }
    match form % 3 {
        0 => {
            // The judge asks about White to move, speeds 1 and 2; now and then both
            // pieces stand on one cell, which it forbids.
            let (n, white) = (start.n(), start.white());
            let black = if form / 3 % 8 == 7 { white } else { start.black() };
            let board = naive::Board::new(n, white, black, Player::White, Speeds::default())
                .expect("a board of the same size and cells");
            let cells = [white.row, white.column, black.row, black.column];
            let text = format!("{n} {}", cells.map(|number| number.to_string()).join(" "));
            let fair = whole && white != black;
            judge_input(&damaged(&spaced(&text, blanks), &damage), fair.then_some(board))
        }
        1 => {
            let text = spaced(&board.to_string(), blanks);
            line(&damaged(&text, &damage), whole.then_some(board))
        }
        _ => {
            let mv = moves.last().copied().unwrap_or(Move {
                direction: Direction::ALL[usize::from(blanks % 4)],
                distance: 1 + u16::from(form / 2) * 516,
            });
            move_text(&damaged(mv.to_string().as_bytes(), &damage), whole.then_some(mv))
        }
    }
}

fn judge_input(text: &[u8], whole: Option<naive::Board>) -> Verdict {
    let plain = std::str::from_utf8(text).ok().and_then(judge_by_words);
    settle(text, whole, judge::parse(text), plain, |board| {
        let again = judge::write_input(&board).expect("what the judge asked can be written");
        judge::parse(again.as_bytes())
    })
}

fn line(text: &[u8], whole: Option<naive::Board>) -> Verdict {
    let Ok(line) = std::str::from_utf8(text) else {
        return Verdict::Skipped("a line that is no UTF-8");
    };
    let read = line.parse::<naive::Board>();
    let packed = line.parse::<packed::Board>().map(naive::Board::from);
    assert_eq!(read, packed, "the naive and the packed board read {line:?}");
    settle(text, whole, read, line_by_words(line), |board| board.to_string().parse())
}

fn move_text(text: &[u8], whole: Option<Move>) -> Verdict {
    let Ok(word) = std::str::from_utf8(text) else {
        return Verdict::Skipped("a move that is no UTF-8");
    };
    settle(text, whole, word.parse(), move_by_words(word), |mv| mv.to_string().parse())
}

/// Holds what was read against `whole`, what an undamaged text says, against
/// `plain`, a reading by words, and against itself written and read again.
fn settle<T: Copy + PartialEq + Debug>(
    text: &[u8],
    whole: Option<T>,
    read: Result<T, ParseError>,
    plain: Option<T>,
    again: impl Fn(T) -> Result<T, ParseError>,
) -> Verdict {
    let shown = String::from_utf8_lossy(text);
    assert_eq!(read.as_ref().ok(), plain.as_ref(), "{shown:?}: read, then read by words");
    if let Some(whole) = whole {
        assert_eq!(read, Ok(whole), "the undamaged {shown:?}");
    }
    match read {
        Ok(value) => {
            assert_eq!(again(value), Ok(value), "{value:?} does not come back");
            Verdict::compared(&text, text.len() as u32)
        }
        Err(error) => {
            assert!(places(text).contains(&error.place), "{error}: outside {shown:?}");
            Verdict::Refused
        }
    }
}

/// Every place of the text, its end included. What is no UTF-8 counts up to the
/// first such byte.
fn places(text: &[u8]) -> Vec<Place> {
    let good = match std::str::from_utf8(text) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&text[..error.valid_up_to()]).unwrap_or_default(),
    };
    let lines = good.replace("\r\n", "\n").replace('\r', "\n");
    let numbered = (1..).zip(lines.split('\n'));
    numbered
        .flat_map(|(line, text)| {
            (1..=text.chars().count() + 1).map(move |column| Place { line, column })
        })
        .collect()
}

/// Puts other white space between the words and around the whole.
fn spaced(text: &str, blanks: u8) -> Vec<u8> {
    const BLANKS: [&str; 8] = [" ", " ", " ", "  ", "\t", "\n", "\r\n", " \r"];
    let between = BLANKS[usize::from(blanks % 8)];
    let mut spaced = if blanks & 0x40 == 0 { String::new() } else { between.to_owned() };
    spaced.push_str(&text.trim_end().replace(' ', between));
    if blanks & 0x80 == 0 {
        spaced.push('\n');
    }
    spaced.into_bytes()
}

/// Applies each wound: a kind, a place, a byte.
fn damaged(text: &[u8], wounds: &[[u8; 3]]) -> Vec<u8> {
    const LIKELY: &[u8; 16] = b"0123456789 wb-s\n";
    let mut text = text.to_vec();
    for &[kind, place, byte] in wounds {
        let at = usize::from(place) % (text.len() + 1);
        let likely = LIKELY[usize::from(byte % 16)];
        match kind % 8 {
            0 | 1 if at < text.len() => text[at] = likely,
            2 if at < text.len() => text[at] = byte,
            3 | 4 if at < text.len() => drop(text.remove(at)),
            5 => text.truncate(at),
            6 => text.extend([b' ', likely]),
            _ => text.insert(at, likely),
        }
    }
    text
}

fn words(text: &str) -> Vec<&str> {
    text.split([' ', '\t', '\n', '\r']).filter(|word| !word.is_empty()).collect()
}

fn number(word: &str) -> Option<u16> {
    // `u16` alone would take a sign.
    let value = word.chars().all(|c| c.is_ascii_digit()).then(|| word.parse().ok())??;
    (value > 0).then_some(value)
}

fn five(words: &[&str]) -> Option<(u16, Cell, Cell)> {
    let numbers = words.iter().map(|word| number(word)).collect::<Option<Vec<u16>>>()?;
    let [n, r1, c1, r2, c2] = numbers[..] else { return None };
    let on_board = n >= 2 && [r1, c1, r2, c2].iter().all(|&coordinate| coordinate <= n);
    on_board.then_some((n, Cell { row: r1, column: c1 }, Cell { row: r2, column: c2 }))
}

fn judge_by_words(text: &str) -> Option<naive::Board> {
    let (n, white, black) = five(&words(text))?;
    let board = naive::Board::new(n, white, black, Player::White, Speeds::default()).ok()?;
    (white != black).then_some(board)
}

fn line_by_words(text: &str) -> Option<naive::Board> {
    let words = words(text);
    let (n, white, black) = five(words.get(..5)?)?;
    let to_move = match *words.get(5)? {
        "w" => Player::White,
        "b" => Player::Black,
        _ => return None,
    };
    let speeds = match words[6..] {
        [] => Speeds::default(),
        ["speeds", white, black] => Speeds { white: number(white)?, black: number(black)? },
        _ => return None,
    };
    naive::Board::new(n, white, black, to_move, speeds).ok()
}

fn move_by_words(text: &str) -> Option<Move> {
    let words = words(text);
    let [word] = words[..] else { return None };
    let digits = word.find(|c: char| c.is_ascii_digit())?;
    let (name, distance) = word.split_at(digits);
    let direction = match name {
        "up" => Direction::Up,
        "down" => Direction::Down,
        "left" => Direction::Left,
        "right" => Direction::Right,
        _ => return None,
    };
    Some(Move { direction, distance: number(distance)? })
}
