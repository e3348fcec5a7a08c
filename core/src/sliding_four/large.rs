//! The board of any size: W×H up to 25 cells, with a goal of L cells.
//!
//! The rules are those of the [puzzle](super), with other numbers: W columns
//! and H rows of at most 25 cells, and a goal that is L consecutive cells of
//! one colour along a row, a column or a diagonal. The board is an array of
//! cells, written from the rules; [`naive::Board`](super::naive::Board) is the
//! case of 4×4 and 4.
//!
//! # Text
//! Rows from the top, joined by `/`, then the side to move; the length of the
//! goal follows where it is not 4: `OBW/WBO w line 3`. Cells are `B`, `W`, and
//! `O` for a blank, which is also read from `.` and `0`. A move is its two
//! cells, `a1a2`: columns are letters from the left, rows numbers from the
//! bottom.

use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use super::text;
use crate::text::{Cursor, ParseError};
use crate::{Game, Outcome, Player};

/// The most cells of a board.
pub const MAX_CELLS: u32 = 25;

/// Columns, rows, and the cells of a goal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shape {
    width: u8,
    height: u8,
    line: u8,
}

/// A shape that no board has; it carries what was asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BadShape {
    /// No column, no row, or more than [`MAX_CELLS`] cells.
    Cells {
        /// The columns asked for.
        width: u32,
        /// The rows asked for.
        height: u32,
    },
    /// A goal of no cell, or of more than 25.
    Line(u32),
}

impl Display for BadShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadShape::Cells { width, height } => {
                write!(f, "a board has 1 to {MAX_CELLS} cells, not {width}x{height}")
            }
            BadShape::Line(line) => write!(f, "a goal has 1 to {MAX_CELLS} cells, not {line}"),
        }
    }
}

impl Error for BadShape {}

impl Shape {
    /// The published puzzle: 4×4, a line of four.
    pub const PUZZLE: Shape = Shape { width: 4, height: 4, line: 4 };

    /// A board of so many columns and rows, with a goal of `line` cells.
    ///
    /// # Errors
    /// [`BadShape`] beyond the limits.
    pub fn new(width: u32, height: u32, line: u32) -> Result<Shape, BadShape> {
        let fits = width.checked_mul(height).is_some_and(|cells| (1..=MAX_CELLS).contains(&cells));
        if !fits {
            return Err(BadShape::Cells { width, height });
        }
        if !(1..=MAX_CELLS).contains(&line) {
            return Err(BadShape::Line(line));
        }
        Ok(Shape { width: width as u8, height: height as u8, line: line as u8 })
    }

    /// The columns.
    #[must_use]
    pub const fn width(self) -> u32 {
        self.width as u32
    }

    /// The rows.
    #[must_use]
    pub const fn height(self) -> u32 {
        self.height as u32
    }

    /// The cells of a goal.
    #[must_use]
    pub const fn line(self) -> u32 {
        self.line as u32
    }

    /// The cells of the board.
    #[must_use]
    pub const fn cells(self) -> u32 {
        self.width() * self.height()
    }
}

/// A cell's column, from 0 on the left, and row, from 0 at the top.
type Place = (i32, i32);

/// A step: the piece on one cell slides to a blank beside it.
///
/// Ordered by the cell it leaves and then the one it enters, by column and then
/// by row from the bottom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// Column, from 0 on the left, and row, from 0 at the bottom.
    from: (u8, u8),
    to: (u8, u8),
}

impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (column, row) in [self.from, self.to] {
            write!(f, "{}{}", char::from(b'a' + column), row + 1)?;
        }
        Ok(())
    }
}

impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Move, ParseError> {
        let mut cursor = Cursor::new(text);
        let mut cell = || {
            let column = cursor.peek().filter(|c| ('a'..='y').contains(c));
            let column = column.ok_or_else(|| cursor.expected("a column, a letter"))?;
            cursor.next();
            let mut row = 0;
            let at = cursor.clone();
            while let Some(digit) = cursor.peek().and_then(|c| c.to_digit(10)) {
                row = 10 * row + digit;
                if row > MAX_CELLS {
                    break;
                }
                cursor.next();
            }
            if !(1..=MAX_CELLS).contains(&row) {
                return Err(at.expected("a row, a number from 1 to 25"));
            }
            Ok((column as u8 - b'a', row as u8 - 1))
        };
        let (from, to) = (cell()?, cell()?);
        cursor.end()?;
        Ok(Move { from, to })
    }
}

/// A position: the cells and who steps next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Board {
    shape: Shape,
    /// Row by row from the top left; what lies past the board is `None`.
    cells: [Option<Player>; MAX_CELLS as usize],
    to_move: Player,
}

impl Board {
    /// The position with these cells, row by row from the top left. Any number
    /// of pieces of either colour is a board. `None` where there are not as
    /// many cells as the shape has.
    #[must_use]
    pub fn new(shape: Shape, cells: &[Option<Player>], to_move: Player) -> Option<Board> {
        let mut board = Board { shape, cells: [None; MAX_CELLS as usize], to_move };
        if cells.len() != shape.cells() as usize {
            return None;
        }
        board.cells[..cells.len()].copy_from_slice(cells);
        Some(board)
    }

    /// The shape.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The cells, row by row from the top left.
    #[must_use]
    pub fn cells(&self) -> &[Option<Player>] {
        &self.cells[..self.shape.cells() as usize]
    }

    /// The number of pieces of this colour.
    #[must_use]
    pub fn count(&self, colour: Player) -> u32 {
        self.cells().iter().filter(|&&cell| cell == Some(colour)).count() as u32
    }

    /// The cell's index, where it is on the board.
    fn index(&self, (column, row): Place) -> Option<usize> {
        let (width, height) = (self.shape.width() as i32, self.shape.height() as i32);
        let is_on_board = (0..width).contains(&column) && (0..height).contains(&row);
        is_on_board.then(|| (row * width + column) as usize)
    }

    fn places(&self) -> impl Iterator<Item = Place> + use<> {
        let (width, height) = (self.shape.width() as i32, self.shape.height() as i32);
        (0..height).flat_map(move |row| (0..width).map(move |column| (column, row)))
    }

    /// Whether as many cells as a goal has, from this one on in this
    /// direction, have one colour.
    fn is_line(&self, (column, row): Place, (right, down): Place) -> bool {
        let at =
            |i: i32| self.index((column + i * right, row + i * down)).and_then(|i| self.cells[i]);
        let first = at(0);
        first.is_some() && (1..self.shape.line() as i32).all(|i| at(i) == first)
    }

    /// Whether a line has one colour from end to end.
    #[must_use]
    pub fn is_goal(&self) -> bool {
        let directions = [(1, 0), (0, 1), (1, 1), (-1, 1)];
        self.places().any(|place| directions.iter().any(|&way| self.is_line(place, way)))
    }

    fn cell_of(&self, (column, row): (u8, u8)) -> usize {
        let row = self.shape.height() as usize - 1 - usize::from(row);
        row * self.shape.width() as usize + usize::from(column)
    }

    fn slide(&mut self, from: (u8, u8), to: (u8, u8)) {
        let (from, to) = (self.cell_of(from), self.cell_of(to));
        self.cells[to] = self.cells[from];
        self.cells[from] = None;
        self.to_move = self.to_move.other();
    }
}

impl Game for Board {
    const NAME: &'static str = "sliding_four";

    type Move = Move;
    type Undo = ();

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.is_goal() {
            return Some(Outcome::Goal);
        }
        let mut can_move = false;
        self.for_each_move(|_| can_move = true);
        if can_move { None } else { Some(Outcome::Stuck) }
    }

    fn for_each_move(&self, mut visit: impl FnMut(Move)) {
        if self.is_goal() {
            return;
        }
        let named =
            |(column, row): Place| (column as u8, (self.shape.height() as i32 - 1 - row) as u8);
        for (column, row) in self.places() {
            let Some(from) = self.index((column, row)) else { continue };
            if self.cells[from] != Some(self.to_move) {
                continue;
            }
            for (right, down) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                let beside = (column + right, row + down);
                if self.index(beside).is_some_and(|to| self.cells[to].is_none()) {
                    visit(Move { from: named((column, row)), to: named(beside) });
                }
            }
        }
    }

    fn play_unchecked(&mut self, mv: Move) {
        self.slide(mv.from, mv.to);
    }

    fn undo(&mut self, mv: Move, (): ()) {
        self.slide(mv.to, mv.from);
    }
}

impl From<super::naive::Board> for Board {
    fn from(board: super::naive::Board) -> Board {
        let mut cells = [None; MAX_CELLS as usize];
        for (to, &from) in cells.iter_mut().zip(board.cells().iter().flatten()) {
            *to = from;
        }
        Board { shape: Shape::PUZZLE, cells, to_move: board.to_move() }
    }
}

impl Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, &cell) in self.cells().iter().enumerate() {
            if i > 0 && i % self.shape.width() as usize == 0 {
                f.write_str("/")?;
            }
            write!(f, "{}", text::letter(cell))?;
        }
        write!(f, " {}", self.to_move.letter())?;
        match self.shape.line {
            4 => Ok(()),
            line => write!(f, " line {line}"),
        }
    }
}

/// Reads the form of the [module's page](self).
impl FromStr for Board {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Board, ParseError> {
        let mut cursor = Cursor::new(text);
        let (mut cells, mut width, mut height, mut column) = (Vec::new(), 0, 1, 0);
        loop {
            match cursor.peek() {
                Some('/') if column > 0 && (height == 1 || column == width) => {
                    (width, column) = (column, 0);
                    height += 1;
                }
                Some(c) if text::cell(c).is_some() && (height == 1 || column < width) => {
                    cells.extend(text::cell(c));
                    column += 1;
                    if cells.len() > MAX_CELLS as usize {
                        return Err(cursor.rule("a board has at most 25 cells"));
                    }
                }
                _ => break,
            }
            cursor.next();
        }
        if column == 0 || (height > 1 && column != width) {
            return Err(cursor.expected("a cell: B, W, or O for a blank"));
        }
        let width = column;
        if !matches!(cursor.peek(), Some(' ' | '\t' | '\n')) {
            return Err(cursor.expected("another cell, a / or a space and the side to move"));
        }
        cursor.skip_white();
        let at_side = cursor.clone();
        let to_move = match cursor.word() {
            "w" => Player::White,
            "b" => Player::Black,
            _ => return Err(at_side.expected("the side to move, w or b")),
        };
        cursor.skip_white();
        let mut probe = cursor.clone();
        let mut line = 4;
        if probe.word() == "line" {
            line = probe.number("the length of a line", 1..=u64::from(MAX_CELLS))? as u32;
            cursor = probe;
        }
        cursor.skip_white();
        cursor.end()?;
        let shape = Shape::new(width, height, line).map_err(|bad| cursor.rule(bad.to_string()))?;
        Ok(Board::new(shape, &cells, to_move).expect("the rows were counted"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_has_up_to_25_cells_and_so_has_a_goal() {
        let shape = Shape::new(5, 3, 2).unwrap();
        assert_eq!((shape.width(), shape.height(), shape.line(), shape.cells()), (5, 3, 2, 15));
        for (width, height, line) in [(1, 1, 1), (25, 1, 25), (1, 25, 1), (5, 5, 4)] {
            assert!(Shape::new(width, height, line).is_ok(), "{width}x{height}, {line}");
        }
        for (width, height) in [(0, 5), (5, 0), (26, 1), (2, 13), (65_536, 65_536)] {
            let error = Shape::new(width, height, 4).unwrap_err();
            assert_eq!(error, BadShape::Cells { width, height });
            let message = format!("a board has 1 to 25 cells, not {width}x{height}");
            assert_eq!(error.to_string(), message);
        }
        for line in [0, 26] {
            let error = Shape::new(5, 5, line).unwrap_err();
            assert_eq!(error, BadShape::Line(line));
            assert_eq!(error.to_string(), format!("a goal has 1 to 25 cells, not {line}"));
        }
    }

    #[test]
    fn as_many_cells_as_the_shape_has_are_a_board() {
        let shape = Shape::new(3, 2, 3).unwrap();
        let board = |cells: usize| Board::new(shape, &vec![None; cells], Player::White);
        assert!(board(5).is_none() && board(7).is_none());
        let board = board(6).unwrap();
        assert_eq!((board.shape(), board.cells().len()), (shape, 6));
        assert_eq!(board.to_string(), "OOO/OOO w line 3");
    }

    #[test]
    fn a_move_is_two_cells() {
        for text in ["a1a2", "c10b10", "y1x1", "a25a24"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
        let row = "expected a row, a number from 1 to 25, found";
        let column = "expected a column, a letter, found";
        for (text, message) in [
            ("", format!("line 1, column 1: {column} the end of the input")),
            ("z1a1", format!("line 1, column 1: {column} \"z1a1\"")),
            ("a0a1", format!("line 1, column 2: {row} \"0a1\"")),
            ("a26a1", format!("line 1, column 2: {row} \"26a1\"")),
            ("aa1", format!("line 1, column 2: {row} \"a1\"")),
            ("a1a99999999999", format!("line 1, column 4: {row} \"99999999999\"")),
            ("a1a2a", "line 1, column 5: expected the end of the input, found \"a\"".to_owned()),
        ] {
            assert_eq!(text.parse::<Move>().unwrap_err().to_string(), message);
        }
    }
}
