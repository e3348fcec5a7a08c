//! The checks of sliding four.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use arbitrary::Unstructured;
use tesuji_core::sliding_four::{Cell, Move, Start, judge, naive, packed};
use tesuji_core::{Game, Outcome, ParseError, Player};
use tesuji_solvers::sliding_four::steps;
use tesuji_solvers::sliding_four::table::{self, Counts, Ranking, Table};
use tesuji_solvers::{Solver, principal_variation};

use super::game::{self, Symmetry};
use crate::generate::sliding_four::{playout, position};
use crate::generate::verbatim;
use crate::{Check, Verdict};

/// The checks of sliding four.
pub const CHECKS: &[Check] = &[
    Check {
        name: "sliding_four_moves",
        bucket: "legal moves at the end of the playout",
        about: "Array board against bit board along a playout: moves, outcome, text, undo, the \
                eight symmetries of the square and the exchange of the colours. It cannot see a \
                mistake in the rules that both boards share.",
        run: moves,
    },
    Check {
        name: "sliding_four_steps",
        bucket: "steps to a goal over both beginners, 99 for never",
        about: "Plain breadth-first search against the packed one and the table, for both \
                beginners and over both. With more than four blanks the plain search is left out.",
        run: steps,
    },
    Check {
        name: "sliding_four_parse",
        bucket: "bytes of the text",
        about: "The judge's format and the one-line form against a second reading of each, and \
                read, written and read again; a refusal names a place in the text.",
        run: parse,
    },
];

fn moves(bytes: &[u8]) -> Verdict {
    let boards = playout(bytes);
    let mut played = packed::Board::from(boards[0]);
    for (index, board) in boards.iter().enumerate() {
        if index > 0 {
            let before = boards[index - 1];
            let mv = before.legal_moves().into_iter().find(|&mv| before.play(mv) == Ok(*board));
            played.play_unchecked(mv.expect("a playout goes by legal moves"));
        }
        assert_eq!(played, packed::Board::from(board), "played to {board}, and converted from it");
        assert_eq!(naive::Board::from(played), *board);
        game::same_position(board, &played);
        game::play_then_undo(board);
        game::play_then_undo(&played);
    }
    let last = boards[boards.len() - 1];
    for symmetry in &symmetries() {
        game::symmetric(&last, symmetry);
    }
    let turned = naive::Board::new(*last.cells(), last.to_move().other());
    game::key_includes_side_to_move(&last, &turned);
    game::key_includes_side_to_move(&packed::Board::from(last), &packed::Board::from(turned));
    Verdict::compared(&last, last.legal_moves().len() as u32)
}

/// The maps of the square onto itself, and each with the colours exchanged.
#[must_use]
pub fn symmetries() -> [Symmetry<naive::Board>; 16] {
    const fn of<const MAP: usize>(name: &'static str) -> Symmetry<naive::Board> {
        Symmetry { name, position: board_image::<MAP>, mv: |_, mv| move_image::<MAP>(mv) }
    }
    [
        of::<0>("identity"),
        of::<1>("columns mirrored"),
        of::<2>("rows mirrored"),
        of::<3>("half turn"),
        of::<4>("diagonal mirrored"),
        of::<5>("quarter turn"),
        of::<6>("quarter turn back"),
        of::<7>("anti-diagonal mirrored"),
        of::<8>("colours"),
        of::<9>("columns mirrored, colours"),
        of::<10>("rows mirrored, colours"),
        of::<11>("half turn, colours"),
        of::<12>("diagonal mirrored, colours"),
        of::<13>("quarter turn, colours"),
        of::<14>("quarter turn back, colours"),
        of::<15>("anti-diagonal mirrored, colours"),
    ]
}

/// Bit 0 of the map mirrors the columns, bit 1 the rows, and bit 2 exchanges
/// rows and columns after that.
fn cell_image<const MAP: usize>(cell: Cell) -> Cell {
    let column = if MAP & 1 == 1 { 3 - cell.column() } else { cell.column() };
    let row = if MAP & 2 == 2 { 3 - cell.row() } else { cell.row() };
    let (row, column) = if MAP & 4 == 4 { (column, row) } else { (row, column) };
    Cell::new(row, column).expect("a symmetry stays on the board")
}

fn move_image<const MAP: usize>(mv: Move) -> Move {
    Move { from: cell_image::<MAP>(mv.from), to: cell_image::<MAP>(mv.to) }
}

/// Bit 3 of the map exchanges the colours, of the side to move as well.
fn board_image<const MAP: usize>(board: &naive::Board) -> naive::Board {
    let colour = |player: Player| if MAP & 8 == 8 { player.other() } else { player };
    let mut cells = naive::Cells::default();
    for cell in Cell::all() {
        let image = cell_image::<MAP>(cell);
        cells[image.row()][image.column()] = board.at(cell).map(colour);
    }
    naive::Board::new(cells, colour(board.to_move()))
}

/// The table of these counts, made once.
fn table(counts: Counts) -> Arc<Table> {
    type Tables = BTreeMap<(u32, u32), Arc<Table>>;
    static TABLES: LazyLock<Mutex<Tables>> = LazyLock::new(Mutex::default);
    let key = (counts.of(Player::White), counts.of(Player::Black));
    let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    let table = tables.entry(key);
    Arc::clone(table.or_insert_with(|| Arc::new(table::Optimized::new().all(counts))))
}

fn steps(bytes: &[u8]) -> Verdict {
    const MOST_BLANKS: u32 = 4;
    let given = position(bytes);
    let counts = Counts::from(&given);
    let table = table(counts);
    let mut plain = steps::Naive::new();
    let mut fast = steps::Optimized::new();
    let start = Start { cells: *given.cells(), first: None };
    let mut fewest: Option<u32> = None;
    for position in start.positions() {
        let packed = packed::Board::from(position);
        let answer = fast.solve(&packed).expect("no position is refused");
        assert_eq!(answer.remoteness, table.steps(&packed), "{position}: one search, table");
        assert_eq!(answer.value == Outcome::Goal, answer.remoteness.is_some(), "{position}");
        if counts.blanks() <= MOST_BLANKS {
            let reference = plain.solve(&position).expect("no position is refused");
            assert_eq!(reference, answer, "{position}: naive, optimized");
        }
        fewest = fewest.into_iter().chain(answer.remoteness).min();
    }
    let packed = packed::Board::from(given);
    assert_eq!(fast.fewest(&packed), fewest, "{start}: over both beginners");
    assert_eq!(table.fewest(&packed), fewest, "{start}: over both beginners, by table");
    let ranking = Ranking::new(counts);
    let back = ranking.unrank(ranking.rank(&packed));
    assert_eq!(back.map(packed::Board::cells), Some(packed.cells()), "{start}: rank");

    let line = principal_variation(&mut fast, &packed).expect("no position is refused");
    let mut end = given;
    for mv in &line {
        end = end.play(*mv).expect("a best line is legal");
    }
    assert_eq!(table.steps(&packed).is_some(), end.is_goal(), "{given}: the line {line:?}");
    Verdict::compared(&given, fewest.unwrap_or(99))
}

fn parse(bytes: &[u8]) -> Verdict {
    if let Some(text) = verbatim(bytes) {
        // It is in either format, or in none.
        let text = String::from_utf8_lossy(text);
        let read = [same_judge(&text), same_line(&text)].map(|outcome| judged(&text, outcome));
        return read.into_iter().find(|&verdict| verdict != Verdict::Refused).unwrap_or(read[0]);
    }
    let mut u = Unstructured::new(bytes);
    let is_judge = u.ratio(1, 2).unwrap_or(true);
    let text = if is_judge { judge_text(&mut u) } else { line_text(&mut u) };
    let text = mutated(&text, &mut u);
    judged(&text, if is_judge { same_judge(&text) } else { same_line(&text) })
}

fn judged(text: &str, outcome: Result<(), ParseError>) -> Verdict {
    match outcome {
        Ok(()) => Verdict::compared(&text, text.len() as u32),
        Err(error) => {
            let lines = lines(text);
            let place = error.place;
            let line = lines.get(place.line - 1);
            assert!(
                line.is_some_and(|line| (1..=line.chars().count() + 1).contains(&place.column)),
                "{text:?} has no {place}: {error}"
            );
            Verdict::Refused
        }
    }
}

fn judge_text(u: &mut Unstructured<'_>) -> String {
    let mut text = String::new();
    let end = *u.choose(&["\n", "\r\n", "\r"]).unwrap_or(&"\n");
    for _ in 0..4 {
        for _ in 0..4 {
            text.push(*u.choose(&['B', 'W', 'B', 'W', 'O', '.', '0', ' ']).unwrap_or(&'B'));
        }
        text.push_str(u.choose(&["", "", "", " ", " \t ", "    "]).unwrap_or(&""));
        text.push_str(end);
    }
    match u.int_in_range(0..=7u8).unwrap_or(0) {
        0 => text.truncate(text.trim_end_matches(['\r', '\n']).len()),
        1 => text.push_str(end),
        2 => text.push_str("  \t\n \n\n"),
        _ => {}
    }
    text
}

fn line_text(u: &mut Unstructured<'_>) -> String {
    let mut text = String::new();
    for row in 0..4 {
        if row > 0 {
            text.push('/');
        }
        for _ in 0..4 {
            text.push(*u.choose(&['B', 'W', 'B', 'W', 'O', '.', '0']).unwrap_or(&'B'));
        }
    }
    text.push_str(u.choose(&[" w", " b", "", " \t w", " b \n"]).unwrap_or(&""));
    text
}

/// The text with a few characters changed: none of them in half of the cases.
fn mutated(text: &str, u: &mut Unstructured<'_>) -> String {
    const OTHERS: &[char] = &['B', 'W', 'O', ' ', '/', '\n', '\r', '\t', 'b', 'w', 'x', '1', 'é'];
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..u.int_in_range(0..=5u8).unwrap_or(0).saturating_sub(3) {
        let place = u.choose_index(chars.len().max(1)).unwrap_or(0);
        let other = *u.choose(OTHERS).unwrap_or(&'x');
        match u.int_in_range(0..=2u8).unwrap_or(0) {
            0 if place < chars.len() => drop(chars.remove(place)),
            1 if place < chars.len() => chars[place] = other,
            _ => chars.insert(place, other),
        }
    }
    chars.into_iter().collect()
}

fn lines(text: &str) -> Vec<String> {
    text.replace("\r\n", "\n").replace('\r', "\n").split('\n').map(String::from).collect()
}

fn cell(letter: char) -> Option<Option<Player>> {
    match letter {
        'B' => Some(Some(Player::Black)),
        'W' => Some(Some(Player::White)),
        'O' | '.' | '0' => Some(None),
        _ => None,
    }
}

/// The judge's format, read line by line: the parser and this must agree.
fn same_judge(text: &str) -> Result<(), ParseError> {
    let read = || {
        let lines = lines(text);
        let mut cells = naive::Cells::default();
        for (index, row) in cells.iter_mut().enumerate() {
            let line: Vec<char> = lines.get(index)?.chars().collect();
            for (place, &letter) in row.iter_mut().zip(line.get(..4)?) {
                *place = if letter == ' ' { None } else { cell(letter)? };
            }
            line[4..].iter().all(|c| " \t".contains(*c)).then_some(())?;
        }
        lines[4..].iter().all(|line| line.chars().all(|c| " \t".contains(c))).then_some(cells)
    };
    let parsed = judge::parse(text.as_bytes());
    assert_eq!(parsed.as_ref().ok().map(|start| start.cells), read(), "{text:?}");
    let start = parsed?;
    assert_eq!(start.first, None, "{text:?}: the judge's format has no beginner");
    assert_eq!(judge::parse(judge::write_input(&start.cells).as_bytes()), Ok(start), "{text:?}");
    Ok(())
}

/// The one-line form, read character by character: the three parsers and this
/// must agree.
fn same_line(text: &str) -> Result<(), ParseError> {
    let read = || {
        let chars: Vec<char> = text.chars().collect();
        let mut cells = naive::Cells::default();
        for (index, &letter) in chars.get(..19)?.iter().enumerate() {
            match (index / 5, index % 5) {
                (_, 4) => (letter == '/').then_some(())?,
                (row, column) => cells[row][column] = cell(letter)?,
            }
        }
        let rest: String = chars[19..].iter().collect();
        let word = rest.trim_matches([' ', '\t', '\n', '\r']);
        let parted = rest.is_empty() || rest.starts_with([' ', '\t', '\n', '\r']);
        match word {
            "" if parted => Some(Start { cells, first: None }),
            "w" if parted => Some(Start { cells, first: Some(Player::White) }),
            "b" if parted => Some(Start { cells, first: Some(Player::Black) }),
            _ => None,
        }
    };
    let parsed = text.parse::<Start>();
    assert_eq!(parsed.as_ref().ok(), read().as_ref(), "{text:?}");
    let board = read().and_then(|start| start.first.map(|first| start.begun_by(first)));
    assert_eq!(text.parse::<naive::Board>().ok(), board, "{text:?}");
    assert_eq!(text.parse::<packed::Board>().ok(), board.map(packed::Board::from), "{text:?}");
    let start = parsed?;
    assert_eq!(start.to_string().parse(), Ok(start), "{text:?} written and read again");
    Ok(())
}
