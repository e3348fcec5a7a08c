//! Positions as text: reading both forms, writing one, and a drawn board.
//!
//! ```text
//! position = [ variant ":" ] ( moves | stones )
//! variant  = "15x15" rule [ "k5" ]              the default: 15x15 freestyle k5
//! moves    = { cell }                           h8g7f6: in turn, Black first
//! stones   = { cell } "|" { cell } [ side ]     h8 i9 | g7 h10: black, white
//! side     = "b" | "w"                          where the counts do not tell
//! ```
//!
//! Blanks may stand between all of these. Writing gives the stones in
//! ascending order, the variant only where it is not the default and the side
//! only where the counts do not tell it.

use std::borrow::Cow;
use std::fmt::{self, Write};

use super::{Cell, Variant, naive};
use crate::text::Cursor;
use crate::{Game, ParseError, Player};

/// The name of a column from 0: `a` to `z`, then `aa`, `ab` and so on.
pub(super) fn column_name(column: u8) -> Cow<'static, str> {
    const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";
    let column = usize::from(column);
    if column < 26 {
        LETTERS[column..=column].into()
    } else {
        format!("a{}", &LETTERS[column - 26..=column - 26]).into()
    }
}

/// Reads a cell of a board of this size; the error stands at its first letter.
pub(super) fn cell(cursor: &mut Cursor<'_>, width: u8, height: u8) -> Result<Cell, ParseError> {
    let start = cursor.clone();
    let take = |cursor: &mut Cursor<'_>, wanted: fn(&char) -> bool, most: usize| {
        let mut run = String::new();
        while let Some(c) = cursor.peek().filter(wanted).filter(|_| run.len() <= most) {
            run.push(c.to_ascii_lowercase());
            cursor.next();
        }
        run
    };
    let letters = take(cursor, char::is_ascii_alphabetic, 2);
    let digits = take(cursor, char::is_ascii_digit, 2);
    let column = match letters.as_bytes() {
        [one] => Some(one - b'a'),
        [b'a', two] => Some(26 + two - b'a'),
        _ => None,
    };
    let row = digits.parse::<u8>().ok().filter(|_| !digits.starts_with('0'));
    let fault = match (column, row) {
        (Some(column), Some(row)) if column < width && (1..=height).contains(&row) => {
            return Ok(Cell::new(column, row - 1).expect("no board is larger"));
        }
        (Some(_), Some(_)) => start.rule(format!(
            "{letters}{digits} is off the board, which ends at {}{height}",
            column_name(width - 1)
        )),
        _ => start.expected("a cell such as h8"),
    };
    *cursor = start;
    Err(fault)
}

/// Reads a position.
///
/// `variant` is what is played where the text does not begin with one. In the
/// form of stones the side to move follows from the counts (equal: Black, one
/// black stone more: White) or stands at the end; `to_move`, where given, is
/// the side to move whatever else is said, in both forms.
///
/// A finished game is a position, and it can be read; what follows its end is
/// refused.
///
/// # Errors
/// At the first character of what is wrong: no cell, a cell off the board or
/// taken, a move after the end of the game or forbidden by renju, counts that
/// name no side to move. At the first stone: both sides have won, or the side
/// to move has.
pub fn parse(
    text: &str,
    variant: Variant,
    to_move: Option<Player>,
) -> Result<naive::Board, ParseError> {
    let mut cursor = Cursor::new(text);
    let mut board = naive::Board::new(head(&mut cursor, variant)?);
    if text.contains('|') {
        stones(&mut cursor, &mut board, to_move)?;
    } else {
        moves(&mut cursor, &mut board)?;
        if let Some(player) = to_move {
            let start = cursor.clone();
            board.set_to_move(player);
            refuse_impossible(&start, &board)?;
        }
    }
    Ok(board)
}

/// Reads a game: a position in the form of moves, and each of its moves.
///
/// # Errors
/// As [`parse`]; where the text has stones in place of moves, at the bar
/// between them.
pub fn game(text: &str, variant: Variant) -> Result<(Variant, Vec<Cell>), ParseError> {
    let mut cursor = Cursor::new(text);
    let variant = head(&mut cursor, variant)?;
    let mut board = naive::Board::new(variant);
    Ok((variant, moves(&mut cursor, &mut board)?))
}

/// What is played: what stands before a colon, or this where there is none.
fn head(cursor: &mut Cursor<'_>, usual: Variant) -> Result<Variant, ParseError> {
    cursor.skip_white();
    if !cursor.rest().contains(':') {
        return Ok(usual);
    }
    let variant = Variant::read(cursor)?;
    cursor.skip_blanks();
    if !cursor.eat(':') {
        return Err(cursor.expected("a colon after the variant"));
    }
    cursor.skip_white();
    Ok(variant)
}

/// Plays a move that stands at this place, or says why it cannot be played.
pub(super) fn play(
    board: &mut naive::Board,
    mv: Cell,
    place: &Cursor<'_>,
) -> Result<(), ParseError> {
    if let Some(outcome) = board.outcome() {
        return Err(place.rule(format!("{mv} comes after the end of the game: {outcome}")));
    }
    if board.get(mv).is_some() {
        return Err(place.rule(format!("{mv} is taken")));
    }
    if board.to_move() == Player::Black
        && let Some(why) = board.forbidden(mv)
    {
        return Err(place.rule(format!("{mv} is forbidden: {why}")));
    }
    board.play_unchecked(mv);
    Ok(())
}

fn moves(cursor: &mut Cursor<'_>, board: &mut naive::Board) -> Result<Vec<Cell>, ParseError> {
    let variant = board.variant();
    let mut moves = Vec::new();
    loop {
        cursor.skip_white();
        if cursor.rest().is_empty() {
            return Ok(moves);
        }
        let start = cursor.clone();
        let mv = cell(cursor, variant.width(), variant.height())?;
        play(board, mv, &start)?;
        moves.push(mv);
    }
}

fn stones(
    cursor: &mut Cursor<'_>,
    board: &mut naive::Board,
    to_move: Option<Player>,
) -> Result<(), ParseError> {
    let variant = board.variant();
    let start = cursor.clone();
    let mut colour = Player::Black;
    let mut counts = [0_u32; 2];
    let mut written = None;
    loop {
        cursor.skip_white();
        if cursor.rest().is_empty() {
            break;
        }
        if colour == Player::Black && cursor.eat('|') {
            colour = Player::White;
            continue;
        }
        let place = cursor.clone();
        let mut word = cursor.clone();
        if let (Player::White, Some(side)) = (colour, side(word.word())) {
            *cursor = word;
            written = Some(side);
            cursor.end()?;
            break;
        }
        let at = cell(cursor, variant.width(), variant.height())?;
        if board.get(at).is_some() {
            return Err(place.rule(format!("{at} is taken")));
        }
        board.set(at, Some(colour));
        counts[colour as usize] += 1;
    }
    let [white, black] = counts;
    let side = to_move.or(written).or(by_counts(black, white)).ok_or_else(|| {
        start.rule(format!("{black} black and {white} white stones: nobody is to move"))
    })?;
    board.set_to_move(side);
    refuse_impossible(&start, board)
}

fn side(word: &str) -> Option<Player> {
    Player::BOTH.into_iter().find(|player| word.chars().eq([player.letter()]))
}

fn by_counts(black: u32, white: u32) -> Option<Player> {
    match black.checked_sub(white)? {
        0 => Some(Player::Black),
        1 => Some(Player::White),
        _ => None,
    }
}

/// No game reaches a position where the side to move has won.
fn refuse_impossible(start: &Cursor<'_>, board: &naive::Board) -> Result<(), ParseError> {
    let to_move = board.to_move();
    if board.wins(to_move) {
        let both = board.wins(to_move.other());
        return Err(start.rule(if both {
            Cow::Borrowed("both sides have won")
        } else {
            format!("{to_move} has won and cannot be to move").into()
        }));
    }
    Ok(())
}

/// Writes a position as stones; the list of each colour ascends.
pub(super) fn write_position(
    f: &mut fmt::Formatter<'_>,
    variant: Variant,
    black: &[Cell],
    white: &[Cell],
    to_move: Player,
) -> fmt::Result {
    if variant != Variant::default() {
        write!(f, "{variant}: ")?;
    }
    for cell in black {
        write!(f, "{cell} ")?;
    }
    f.write_char('|')?;
    for cell in white {
        write!(f, " {cell}")?;
    }
    if by_counts(black.len() as u32, white.len() as u32) != Some(to_move) {
        write!(f, " {}", to_move.letter())?;
    }
    Ok(())
}

/// What a drawing points out besides the stones.
#[derive(Clone, Copy, Default, Debug)]
pub struct Marks<'a> {
    /// Empty cells drawn as `!`, such as the points forbidden to Black.
    pub forbidden: &'a [Cell],
    /// The cell drawn in brackets, such as the last move.
    pub last: Option<Cell>,
}

/// Draws a board, the top row first, with the names of rows and columns:
/// `X` black, `O` white, `.` empty. Every line ends in a line feed and none
/// in a blank.
pub(super) fn draw(
    variant: Variant,
    stone: impl Fn(Cell) -> Option<Player>,
    marks: &Marks<'_>,
) -> String {
    let mut drawing = String::new();
    let mut finish = |line: &str| {
        drawing.push_str(line.trim_end());
        drawing.push('\n');
    };
    for row in (0..variant.height()).rev() {
        let mut line = format!("{:2} ", row + 1);
        for column in 0..variant.width() {
            let cell = Cell::new(column, row).expect("on the board");
            let symbol = match stone(cell) {
                Some(Player::Black) => 'X',
                Some(Player::White) => 'O',
                None if marks.forbidden.contains(&cell) => '!',
                None => '.',
            };
            let (left, right) = if marks.last == Some(cell) { ('(', ')') } else { (' ', ' ') };
            line.extend([left, symbol, right]);
        }
        finish(&line);
    }
    let mut names = String::from("   ");
    for column in 0..variant.width() {
        write!(names, "{:^3}", column_name(column)).expect("a string takes everything");
    }
    finish(&names);
    drawing
}

#[cfg(test)]
mod tests {
    use crate::gomoku::Rule;

    #[test]
    fn the_error_names_every_rule() {
        let message = "chess".parse::<Rule>().unwrap_err().to_string();
        for rule in Rule::ALL {
            assert!(message.contains(rule.name()), "{rule} in {message}");
            assert_eq!(rule.name().parse(), Ok(rule));
        }
    }
}
