//! The one-line form of both boards, and that of a move.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::{Cell, Direction, MAX_SIZE, MAX_SPEED, MIN_SIZE, Move, Speeds, naive, packed};
use crate::text::Cursor;
use crate::{Game, ParseError, Player};

/// A number whose range, within two bytes, the cursor has looked after.
pub(super) fn small(
    cursor: &mut Cursor<'_>,
    what: &str,
    least: u16,
    most: u16,
) -> Result<u16, ParseError> {
    cursor.number(what, least.into()..=most.into()).map(|number| number as u16)
}

/// `n r1 c1 r2 c2`, and where Black's row begins.
pub(super) fn cells<'a>(
    cursor: &mut Cursor<'a>,
) -> Result<(u16, Cell, Cell, Cursor<'a>), ParseError> {
    let n = small(cursor, "a board size n", MIN_SIZE, MAX_SIZE)?;
    let white = Cell {
        row: small(cursor, "White's row", 1, n)?,
        column: small(cursor, "White's column", 1, n)?,
    };
    cursor.skip_white();
    let at_black = cursor.clone();
    let black = Cell {
        row: small(cursor, "Black's row", 1, n)?,
        column: small(cursor, "Black's column", 1, n)?,
    };
    Ok((n, white, black, at_black))
}

impl FromStr for naive::Board {
    type Err = ParseError;

    /// Reads the form of the [game's page](super). Any white space separates,
    /// and may stand around the whole.
    ///
    /// # Errors
    /// Where something else stands, a number is out of its range, or text is
    /// left over.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut cursor = Cursor::new(text);
        let (n, white, black, _) = cells(&mut cursor)?;
        cursor.skip_white();
        let mut probe = cursor.clone();
        let to_move = match probe.word() {
            "w" => Player::White,
            "b" => Player::Black,
            _ => return Err(cursor.expected("the side to move, w or b")),
        };
        cursor = probe;
        cursor.skip_white();
        let mut probe = cursor.clone();
        let speeds = match probe.word() {
            "" => Speeds::default(),
            "speeds" => Speeds {
                white: small(&mut probe, "White's speed", 1, MAX_SPEED)?,
                black: small(&mut probe, "Black's speed", 1, MAX_SPEED)?,
            },
            _ => return Err(cursor.expected("`speeds` or the end of the input")),
        };
        cursor = probe;
        cursor.end()?;
        let board = naive::Board::new(n, white, black, to_move, speeds);
        Ok(board.expect("every number was read within its range"))
    }
}

impl Display for naive::Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (white, black) = (self.white(), self.black());
        write!(f, "{} {} {} ", self.n(), white.row, white.column)?;
        write!(f, "{} {} {}", black.row, black.column, self.to_move().letter())?;
        let speeds = self.speeds();
        if speeds != Speeds::default() {
            write!(f, " speeds {} {}", speeds.white, speeds.black)?;
        }
        Ok(())
    }
}

impl FromStr for packed::Board {
    type Err = ParseError;

    /// As for [`naive::Board`].
    fn from_str(text: &str) -> Result<Self, ParseError> {
        text.parse::<naive::Board>().map(Self::from)
    }
}

impl Display for packed::Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        naive::Board::from(*self).fmt(f)
    }
}

impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.direction.name(), self.distance)
    }
}

impl FromStr for Move {
    type Err = ParseError;

    /// Reads a direction and, right behind it, a distance: `up1`.
    ///
    /// # Errors
    /// At the first character that is neither.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut cursor = Cursor::new(text);
        cursor.skip_white();
        let named = |direction: &Direction| cursor.rest().starts_with(direction.name());
        let Some(direction) = Direction::ALL.into_iter().find(named) else {
            return Err(cursor.expected("a move such as up1, down2, left1 or right2"));
        };
        for c in direction.name().chars() {
            cursor.eat(c);
        }
        if !cursor.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Err(cursor.expected("a distance right after the direction"));
        }
        let distance = small(&mut cursor, "a distance", 1, MAX_SPEED)?;
        cursor.end()?;
        Ok(Move { direction, distance })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused<T: FromStr<Err = ParseError>>(text: &str) -> String {
        match text.parse::<T>() {
            Ok(_) => format!("{text} is accepted"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn text_comes_back() {
        for text in [
            "2 1 1 2 2 w",
            "20 10 10 11 11 b",
            "20 5 5 5 5 w",
            "256 256 1 255 256 w",
            "65535 65535 65535 1 65535 b speeds 65535 65535",
            "8 1 1 5 4 b speeds 1 3",
            "8 1 1 5 4 w speeds 2 2",
        ] {
            assert_eq!(text.parse::<naive::Board>().unwrap().to_string(), text);
            assert_eq!(text.parse::<packed::Board>().unwrap().to_string(), text);
        }
        let usual: naive::Board = " 3 1 1\t2 2 w speeds 1 2\r\n".parse().unwrap();
        assert_eq!(usual.to_string(), "3 1 1 2 2 w");
    }

    #[test]
    fn what_is_no_position_is_refused_at_its_place() {
        for (text, message) in [
            (
                "",
                "line 1, column 1: expected a board size n from 2 to 65535, found the end of the input",
            ),
            (
                "1 1 1 1 1 w",
                "line 1, column 1: expected a board size n from 2 to 65535, found \"1\"",
            ),
            (
                "65536 1 1 2 2 w",
                "line 1, column 1: expected a board size n from 2 to 65535, found \"65536\"",
            ),
            ("3 0 1 2 2 w", "line 1, column 3: expected White's row from 1 to 3, found \"0\""),
            ("3 1 4 2 2 w", "line 1, column 5: expected White's column from 1 to 3, found \"4\""),
            ("3 1 1 4 2 w", "line 1, column 7: expected Black's row from 1 to 3, found \"4\""),
            ("3 1 1 2 w", "line 1, column 9: expected Black's column from 1 to 3, found \"w\""),
            (
                "3 1 1 2 2",
                "line 1, column 10: expected the side to move, w or b, found the end of the input",
            ),
            ("3 1 1 2 2 W", "line 1, column 11: expected the side to move, w or b, found \"W\""),
            (
                "3 1 1 2 2 w x",
                "line 1, column 13: expected `speeds` or the end of the input, found \"x\"",
            ),
            (
                "3 1 1 2 2 w speeds 1 0",
                "line 1, column 22: expected Black's speed from 1 to 65535, found \"0\"",
            ),
            (
                "3 1 1 2 2 w speeds 1 3 1",
                "line 1, column 24: expected the end of the input, found \"1\"",
            ),
        ] {
            assert_eq!(refused::<naive::Board>(text), message);
            assert_eq!(refused::<packed::Board>(text), message);
        }
    }

    #[test]
    fn what_is_no_move_is_refused_at_its_place() {
        for (text, message) in [
            (
                "",
                "line 1, column 1: expected a move such as up1, down2, left1 or right2, found the end of the input",
            ),
            (
                "upp1",
                "line 1, column 3: expected a distance right after the direction, found \"p1\"",
            ),
            (
                "up 1",
                "line 1, column 3: expected a distance right after the direction, found a blank",
            ),
            ("left0", "line 1, column 5: expected a distance from 1 to 65535, found \"0\""),
            ("right1 2", "line 1, column 8: expected the end of the input, found \"2\""),
        ] {
            assert_eq!(refused::<Move>(text), message);
        }
        for (text, distance) in [("down12", 12), ("down65535", 65535)] {
            assert_eq!(text.parse(), Ok(Move { direction: Direction::Down, distance }));
        }
    }
}
