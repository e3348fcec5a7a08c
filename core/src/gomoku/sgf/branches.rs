//! Reading a record that branches.

use super::{Reader, looks_like, value};
use crate::gomoku::{Cell, Variant, naive};
use crate::text::Cursor;
use crate::{ParseError, Player};

/// Reads every variation of the first game, and calls `each` for each move with
/// the position before it, in which the mover is to move: what
/// [`Variations`](super::Variations) writes, and more. Stones may be set up
/// before the first move, and a pass (an empty value) is a move that puts
/// nothing. The board must be the caller's; the rule is.
///
/// # Errors
/// At the first character of what is wrong: what is no SGF, another board, a
/// cell off the board or taken.
pub fn branches(
    record: &str,
    variant: Variant,
    each: &mut dyn FnMut(&naive::Board, Cell),
) -> Result<(), ParseError> {
    let mut cursor = Cursor::new(record);
    cursor.eat('\u{feff}');
    cursor.skip_white();
    if !looks_like(record) {
        return Err(cursor.expected("( at the start of a game"));
    }
    let mut branches = Branches { board: naive::Board::new(variant), played: Vec::new(), each };
    // Moves on the way to each tree that is open.
    let mut open: Vec<usize> = Vec::new();
    let mut nodes = false;
    loop {
        cursor.skip_white();
        match cursor.peek() {
            Some('(') => {
                open.push(branches.played.len());
                cursor.next();
            }
            Some(')') if nodes && !open.is_empty() => {
                let before = open.pop().unwrap_or(0);
                branches.back(before);
                cursor.next();
            }
            Some(';') => {
                nodes = true;
                cursor.next();
            }
            Some(c) if c.is_ascii_alphabetic() && nodes => branches.property(&mut cursor)?,
            _ => return Err(cursor.expected("one of ; ( ) and a property")),
        }
        if open.is_empty() {
            return Ok(());
        }
    }
}

struct Branches<'a> {
    board: naive::Board,
    /// Moves on the way here; none for a pass.
    played: Vec<Option<Cell>>,
    each: &'a mut dyn FnMut(&naive::Board, Cell),
}

impl Branches<'_> {
    fn back(&mut self, to: usize) {
        for cell in self.played.drain(to..).flatten() {
            self.board.set(cell, None);
        }
    }

    fn property(&mut self, cursor: &mut Cursor<'_>) -> Result<(), ParseError> {
        let mut name = String::new();
        while let Some(c) = cursor.peek().filter(char::is_ascii_alphabetic) {
            if c.is_ascii_uppercase() && name.len() <= 2 {
                name.push(c);
            }
            cursor.next();
        }
        cursor.skip_white();
        if cursor.peek() != Some('[') {
            return Err(cursor.expected("[ after a property's name"));
        }
        while cursor.eat('[') {
            let place = cursor.clone();
            let value = value(cursor)?;
            self.take(&name, value.trim(), &place)?;
            cursor.skip_white();
        }
        Ok(())
    }

    fn take(&mut self, name: &str, value: &str, place: &Cursor<'_>) -> Result<(), ParseError> {
        let variant = self.board.variant();
        let player = match name {
            "AB" | "B" => Player::Black,
            "AW" | "W" => Player::White,
            "GM" if value != "4" => return Err(place.rule("GM is 4 for gomoku and renju")),
            "SZ" => {
                let (columns, rows) = value.split_once(':').unwrap_or((value, value));
                let same = columns.trim().parse() == Ok(variant.width())
                    && rows.trim().parse() == Ok(variant.height());
                let size = || format!("the board is {}x{}", variant.width(), variant.height());
                return if same { Ok(()) } else { Err(place.rule(size())) };
            }
            _ => return Ok(()),
        };
        let is_move = name.len() == 1;
        if is_move && value.is_empty() {
            self.played.push(None);
            return Ok(());
        }
        let reader = Reader { rule: None, variant, moves: Vec::new() };
        let cell = reader.cell(value, place)?;
        if self.board.get(cell).is_some() {
            return Err(place.rule(format!("{cell} is taken")));
        }
        if is_move {
            self.board.set_to_move(player);
            (self.each)(&self.board, cell);
            self.played.push(Some(cell));
        }
        self.board.set(cell, Some(player));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(record: &str) -> Result<Vec<String>, String> {
        let mut met = Vec::new();
        let variant = Variant::default();
        branches(record, variant, &mut |board, cell| {
            met.push(format!("{} {cell}", board.stones().len()));
        })
        .map_err(|error| error.to_string())?;
        Ok(met)
    }

    #[test]
    fn every_variation_is_met() {
        let record = "(;GM[4]SZ[15]AB[hh];W[ao](;B[an];W[];B[am])(;B[bo]C[x\\]]))";
        assert_eq!(all(record), Ok(["1 a1", "2 a2", "3 a3", "2 b1"].map(str::to_owned).to_vec()));
        for bad in ["", "(;SZ[19])", "(;B[hh];W[hh])", "(;B[zz])", "(;B[hh]", "(;GM[1])", "(B[hh])"]
        {
            assert!(all(bad).is_err(), "{bad}");
        }
    }
}
