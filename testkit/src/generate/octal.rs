//! Bytes to take-and-break games, and to texts that may be codes.

use arbitrary::Unstructured;
use tesuji_solvers::engine::grundy::{Ruleset, Take};

use crate::generate::painting::byte;

/// A game of up to eight kinds of moves: mostly octal digits, with heaps of
/// value beside them or three heaps left in some.
#[must_use]
pub fn ruleset(bytes: &mut Unstructured<'_>) -> Ruleset {
    let shape = byte(bytes);
    if shape == 255 {
        return Ruleset::painting();
    }
    let digits = 1 + shape % 8;
    // One in eight has moves that leave three heaps, one in four something beside.
    let in_three = shape >> 5 == 0;
    let beside = shape >> 5 < 3;
    let takes = (0..u32::from(digits)).map(|place| {
        let choice = byte(bytes);
        // Most digits break a heap, and many allow nothing: as those of games
        // that are looked into do.
        let mut heaps = [0, 4, 6, 7, 0, 5, 1, 3, 4, 2, 6, 7, 0, 0, 4, 7][usize::from(choice & 15)];
        heaps |= if in_three && choice >> 6 == 3 { 8 } else { 0 };
        let farther = if choice >> 4 == 7 { 60 } else { 0 };
        let tokens = place + farther;
        let heaps = if tokens == 0 { heaps & 0b1100 } else { heaps };
        let beside = if beside { u16::from(choice >> 4 & 3) } else { 0 };
        Take { tokens, heaps, beside }
    });
    Ruleset::new(takes).expect("the moves are within the limits")
}

/// A text that is mostly a code, with white space around it, and in about a
/// third of the cases one character too many, too few or changed.
#[must_use]
pub fn code(bytes: &[u8]) -> String {
    let mut bytes = Unstructured::new(bytes);
    let style = byte(&mut bytes);
    let fault = byte(&mut bytes);
    let at = usize::from(byte(&mut bytes));
    let length = match usize::from(byte(&mut bytes)) {
        length @ 0..160 => length % 12,
        length @ 160..240 => length % 60,
        // About the longest that there are.
        length => 250 + length % 8,
    };
    let mut text = String::from(["0", "4", "0", "", "8", "C", "0", "c"][usize::from(style % 8)]);
    text.push('.');
    let radix = if style & 8 == 0 { 8 } else { 16 };
    for _ in 0..length {
        let digit = char::from_digit(u32::from(byte(&mut bytes)) % radix, 16);
        let digit = digit.expect("a remainder is a digit");
        text.push(if style & 16 == 0 { digit } else { digit.to_ascii_uppercase() });
    }
    if fault < 85 {
        let at = at % (text.len() + 1);
        let odd = ['g', '.', ' ', '\n', '-', '·', '1', '[', '!', '\u{0}', 'é', '\r'];
        match fault % 4 {
            // Another first digit, or one in front of the dot.
            3 => {
                text.remove(0);
                text.insert(0, char::from(b'0' + fault / 4 % 10));
            }
            0 => text.insert(at, odd[usize::from(fault / 4) % odd.len()]),
            1 if at < text.len() => drop(text.remove(at)),
            _ => text.truncate(at),
        }
    }
    match style >> 5 {
        0 => format!(" {text}"),
        1 => format!("{text}\n"),
        2 => format!("\r\n\t{text} \r\n"),
        _ => text,
    }
}
