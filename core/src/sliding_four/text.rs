//! The one-line form, shared by both boards and by [`Start`](super::Start).

use std::fmt;

use super::naive::Cells;
use crate::Player;
use crate::text::{Cursor, ParseError};

/// `B`, `W`, or `O` for a blank.
pub(super) const fn letter(cell: Option<Player>) -> char {
    match cell {
        Some(Player::Black) => 'B',
        Some(Player::White) => 'W',
        None => 'O',
    }
}

/// The cell that this character stands for, other than a space.
pub(super) const fn cell(letter: char) -> Option<Option<Player>> {
    match letter {
        'B' => Some(Some(Player::Black)),
        'W' => Some(Some(Player::White)),
        'O' | '.' | '0' => Some(None),
        _ => None,
    }
}

/// Writes the rows, joined by `/`.
pub(super) fn write_rows(f: &mut fmt::Formatter<'_>, cells: &Cells) -> fmt::Result {
    for (index, row) in cells.iter().enumerate() {
        if index > 0 {
            f.write_str("/")?;
        }
        for &cell in row {
            write!(f, "{}", letter(cell))?;
        }
    }
    Ok(())
}

/// Reads four rows of four cells with `/` between them.
pub(super) fn read_rows(cursor: &mut Cursor<'_>) -> Result<Cells, ParseError> {
    let mut cells = Cells::default();
    for (index, row) in cells.iter_mut().enumerate() {
        if index > 0 && !cursor.eat('/') {
            return Err(cursor.expected("the / after four cells"));
        }
        for place in row {
            *place = cursor
                .peek()
                .and_then(cell)
                .ok_or_else(|| cursor.expected("a cell: B, W, or O for a blank"))?;
            cursor.next();
        }
    }
    Ok(cells)
}

/// Reads the side after the rows, where there is one, and the end of the text.
pub(super) fn read_side(cursor: &mut Cursor<'_>) -> Result<Option<Player>, ParseError> {
    let joined = !matches!(cursor.peek(), None | Some(' ' | '\t' | '\n'));
    if joined {
        return Err(cursor.expected("a space or the end after sixteen cells"));
    }
    cursor.skip_white();
    let side = match cursor.peek() {
        None => return Ok(None),
        Some('w') => Player::White,
        Some('b') => Player::Black,
        Some(_) => return Err(cursor.expected("the side to move, w or b")),
    };
    cursor.next();
    cursor.end()?;
    Ok(Some(side))
}
