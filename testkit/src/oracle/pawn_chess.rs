//! The checks of pawn chess.

use arbitrary::Unstructured;
use tesuji_core::pawn_chess::{Move, Rule, Size, judge, naive, packed};
use tesuji_core::text::Problem;
use tesuji_core::{Game, Outcome, ParseError, Player};
use tesuji_solvers::pawn_chess::{table, value};
use tesuji_solvers::{Answer, Solver, principal_variation};

use super::game::{self, Symmetry};
use crate::generate::{pawn_chess as generate, verbatim};
use crate::{Check, Verdict};

/// The checks of pawn chess.
pub const CHECKS: &[Check] = &[
    Check {
        name: "pawn_chess_moves",
        bucket: "plies played",
        about: "The array board against the bit board along a game of any size: text, moves, \
                outcome, undo, the mirror image, the board turned over, the key. Both boards \
                read text by one parser, which this cannot fault.",
        run: moves,
    },
    Check {
        name: "pawn_chess_value",
        bucket: "remoteness",
        about: "The naive search against the optimized one and the table: winner, length and \
                every move's value, of the position and of its images. Boards of more than 16 \
                cells come with two pawns a side at most.",
        run: value,
    },
    Check {
        name: "pawn_chess_parse",
        bucket: "cases in the file",
        about: "Judge files built from cells, half of them then damaged: what is read is what was \
                written, the rules are those that a count of the cells finds, and a refusal has \
                its place in the text. Then positions, moves and sizes on one line.",
        run: parse,
    },
];

fn symmetries<B>() -> [Symmetry<B>; 2]
where
    B: Game<Move = Move> + From<naive::Board> + Copy,
    naive::Board: From<B>,
{
    [
        Symmetry {
            name: "mirror",
            position: |board| naive::Board::from(*board).mirror().into(),
            mv: |board, mv| mv.mirror(naive::Board::from(*board).size()),
        },
        Symmetry {
            name: "flip",
            position: |board| naive::Board::from(*board).flip().into(),
            mv: |board, mv| mv.flip(naive::Board::from(*board).size()),
        },
    ]
}

fn moves(bytes: &[u8]) -> Verdict {
    let mut bytes = Unstructured::new(bytes);
    let size = generate::size(&mut bytes, Size::MAX_CELLS);
    let start = generate::start(&mut bytes, size, size.columns() as usize);
    let plies = size.longest_game() as usize;
    let mut boards = vec![start];
    boards.extend(generate::walk(&mut bytes, start, plies));
    for board in &boards {
        one_position(board);
    }
    // Played move by move, the bit board is the one that is read from text.
    let mut packed = packed::Board::from(start);
    for pair in boards.windows(2) {
        let mv = pair[0].legal_moves().into_iter().find(|&mv| pair[0].play(mv) == Ok(pair[1]));
        packed.play_unchecked(mv.expect("one move leads to the next position"));
        assert_eq!(packed, pair[1].into(), "{} after {}", pair[0], mv.expect("seen above"));
    }
    let bits = Player::BOTH.map(|player| packed.bits(player));
    let back = packed::Board::from_bits(size, bits[0], bits[1], packed.to_move());
    assert_eq!(back, Ok(packed), "the pawns of {packed} as bits");
    Verdict::compared(&boards, boards.len() as u32 - 1)
}

fn one_position(board: &naive::Board) {
    let packed = packed::Board::from(*board);
    assert_eq!(naive::Board::from(packed), *board, "{board} through the bit board");
    game::same_position(board, &packed);
    game::play_then_undo(board);
    game::play_then_undo(&packed);
    for symmetry in symmetries::<naive::Board>() {
        game::symmetric(board, &symmetry);
    }
    for symmetry in symmetries::<packed::Board>() {
        game::symmetric(&packed, &symmetry);
    }
    if let Ok(other) = board.with_to_move(board.to_move().other()) {
        game::key_includes_side_to_move(board, &other);
        game::key_includes_side_to_move(&packed, &other.into());
    }
}

fn value(bytes: &[u8]) -> Verdict {
    let board = generate::easy_position(bytes);
    let packed = packed::Board::from(board);
    let mut naive = value::Naive::new();
    let Ok(answer) = naive.solve(&board) else {
        return Verdict::Skipped("the naive solver does not take the position on");
    };
    let moves = naive.solve_moves(&board).expect("moves add no pawns");

    let mut optimized = value::Optimized::new();
    assert_eq!(optimized.solve(&packed), Ok(answer), "value of {board}");
    assert_eq!(optimized.solve_moves(&packed).as_ref(), Ok(&moves), "moves of {board}");
    assert_eq!(optimized.solve(&packed), Ok(answer), "value of {board}, asked again");

    let mut fresh = value::Optimized::new();
    let turned = packed::Board::from(board.flip());
    let other = answer.value.winner().map(|winner| Outcome::Win(winner.other()));
    let expected = Answer { value: other.expect("no game is drawn"), ..answer };
    assert_eq!(fresh.solve(&turned), Ok(expected), "value of {board} turned over");
    let mirrored = packed::Board::from(board.mirror());
    assert_eq!(fresh.solve(&mirrored), Ok(answer), "value of {board} mirrored");

    let plies = answer.remoteness.expect("every game ends");
    let line = principal_variation(&mut optimized, &packed).expect("nothing is refused");
    assert_eq!(line.len(), plies as usize, "best line of {board}");

    if board.size().cells() <= 16 {
        let mut table = table::Optimized::new();
        assert_eq!(table.solve(&packed), Ok(answer), "{board} in the table");
        assert_eq!(table.solve_moves(&packed), Ok(moves), "moves of {board} in the table");
    }
    Verdict::compared(&board, plies)
}

/// A judge file, as it is to be read.
struct File {
    size: Size,
    text: String,
    /// The cells of each case.
    cases: Vec<Vec<Option<Player>>>,
}

fn file(bytes: &mut Unstructured<'_>) -> File {
    let size = if generate::pick(bytes, 2) == 0 { Size::JUDGE } else { generate::size(bytes, 32) };
    let count = generate::pick(bytes, 8);
    let line_end = ["\n", "\r\n", "\r"][generate::pick(bytes, 3)];
    let mut text = format!("{count}");
    let mut cases = Vec::new();
    // One file in four has a case that breaks a rule.
    let faulty = if generate::pick(bytes, 4) == 3 { generate::pick(bytes, 8) } else { count };
    for at in 0..count {
        let start = generate::start(bytes, size, size.columns() as usize);
        let mut cells = start.cells().to_vec();
        if at == faulty {
            fault(bytes, size, &mut cells);
        }
        for _ in 0..2 + generate::pick(bytes, 4) / 3 {
            text += line_end;
        }
        for (line, row) in cells.chunks(size.columns() as usize).enumerate() {
            if line > 0 {
                text += line_end;
            }
            text.extend(row.iter().map(|cell| match cell {
                Some(Player::White) => 'P',
                Some(Player::Black) => 'p',
                None => '.',
            }));
            if generate::pick(bytes, 8) == 7 {
                text += " \t";
            }
        }
        cases.push(cells);
    }
    if generate::pick(bytes, 2) == 0 {
        text += line_end;
    }
    File { size, text, cases }
}

/// Breaks a rule of the judge's positions, nearly always.
fn fault(bytes: &mut Unstructured<'_>, size: Size, cells: &mut [Option<Player>]) {
    let player = Player::BOTH[generate::pick(bytes, 2)];
    let column = generate::pick(bytes, size.columns() as usize);
    let goal = match player {
        Player::White => column,
        Player::Black => cells.len() - 1 - column,
    };
    let columns = size.columns() as usize;
    let inner = columns..cells.len() - columns;
    match generate::pick(bytes, 3) {
        0 => cells[goal] = Some(player),
        1 => cells.iter_mut().filter(|cell| **cell == Some(player)).for_each(|cell| *cell = None),
        _ => cells[inner].fill(Some(player)),
    }
}

/// The rule of the judge's positions that these cells break, by counting; of
/// several the one that the file's reader promises to name.
fn broken_rule(size: Size, cells: &[Option<Player>]) -> Option<Rule> {
    let columns = size.columns() as usize;
    let goal = |cell: usize| match cell {
        _ if cell < columns => Some(Player::White),
        _ if cell >= cells.len() - columns => Some(Player::Black),
        _ => None,
    };
    let on_goal = (0..cells.len()).find(|&cell| cells[cell].is_some() && cells[cell] == goal(cell));
    let count = |cells: &[Option<Player>], player| {
        cells.iter().filter(|&&cell| cell == Some(player)).count()
    };
    let too_many = (0..cells.len())
        .find_map(|cell| cells[cell].filter(|&player| count(&cells[..=cell], player) > columns));
    let without = Player::BOTH.into_iter().find(|&player| count(cells, player) == 0);
    let moves = (columns..cells.len()).any(|from| {
        cells[from] == Some(Player::White)
            && (cells[from - columns].is_none()
                || from % columns > 0 && cells[from - columns - 1] == Some(Player::Black)
                || from % columns + 1 < columns && cells[from - columns + 1] == Some(Player::Black))
    });
    on_goal
        .and_then(|cell| cells[cell].map(Rule::OnGoalRow))
        .or(too_many.map(Rule::TooManyPawns))
        .or(without.map(Rule::NoPawn))
        .or((!moves).then_some(Rule::NoMove))
}

fn parse(bytes: &[u8]) -> Verdict {
    if let Some(text) = verbatim(bytes) {
        return read(Size::JUDGE, text, None);
    }
    let mut bytes = Unstructured::new(bytes);
    let damage = generate::pick(&mut bytes, 2);
    let File { size, text, cases } = file(&mut bytes);
    let mut text = text.into_bytes();
    for _ in 0..damage {
        let at = generate::pick(&mut bytes, text.len());
        let byte = b".pP\n\r 7\xff"[generate::pick(&mut bytes, 8)];
        match generate::pick(&mut bytes, 4) {
            0 => text[at] = byte,
            1 => text.insert(at, byte),
            2 => drop(text.remove(at)),
            _ => text.extend([b'\n', byte]),
        }
    }
    read(size, &text, (damage == 0).then_some(&cases))
}

/// Holds the reader to a text; `written` are its cases where they are known.
fn read(size: Size, text: &[u8], written: Option<&Vec<Vec<Option<Player>>>>) -> Verdict {
    one_line_texts(text);
    let read = judge::parse(text, size);
    if let Some(cases) = written {
        let broken = cases.iter().find_map(|cells| broken_rule(size, cells));
        let named = read.as_ref().err().map(|error| &error.problem);
        let expected = broken.map(|rule| Problem::Rule(rule.to_string().into()));
        assert_eq!(named, expected.as_ref(), "{:?}", String::from_utf8_lossy(text));
    }
    match read {
        Err(error) => {
            place_lies_in(text, &error);
            Verdict::Refused
        }
        Ok(boards) => {
            if let Some(cases) = written {
                let read: Vec<_> = boards.iter().map(|board| board.cells().to_vec()).collect();
                assert_eq!(&read, cases);
            }
            for board in &boards {
                assert_eq!(broken_rule(size, board.cells()), None, "{board} was accepted");
                assert_eq!((board.size(), board.to_move()), (size, Player::White));
                assert_eq!(board.to_string().parse().as_ref(), Ok(board));
            }
            let written = judge::write_input(&boards);
            // Nothing but white space is passed over.
            assert_eq!(solid(text), solid(written.as_bytes()), "{written}");
            assert_eq!(judge::parse(written.as_bytes(), size).as_ref(), Ok(&boards), "{written}");
            Verdict::compared(&(size, &boards), boards.len() as u32)
        }
    }
}

/// The text without its white space.
fn solid(text: &[u8]) -> Vec<u8> {
    text.iter().copied().filter(|byte| !b" \t\r\n".contains(byte)).collect()
}

/// The one-line forms: what is read prints as it was, the two boards read
/// alike, and a refusal lies in the text.
fn one_line_texts(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let mut words = text.split(['\n', '\r', ' ']).map(str::to_owned).collect::<Vec<_>>();
    // A case, or what the damage has left of it, as a position's rows.
    let rows: Vec<&str> = text.split(['\n', '\r']).skip(1).filter(|row| !row.is_empty()).collect();
    for to_move in ["w", "b"] {
        words.push(format!("{} {to_move}", rows[..rows.len().min(4)].join("/")));
    }
    for word in words {
        match (word.parse::<naive::Board>(), word.parse::<packed::Board>()) {
            (Ok(naive), Ok(packed)) => {
                assert_eq!(naive.to_string(), word);
                assert_eq!(packed.to_string(), word);
            }
            (Err(naive), Err(packed)) => {
                assert_eq!(naive, packed, "{word:?}");
                place_lies_in(word.as_bytes(), &naive);
            }
            (naive, packed) => panic!("{word:?}: {naive:?} against {packed:?}"),
        }
        match word.parse::<Move>() {
            Ok(mv) => assert_eq!(mv.to_string(), word),
            Err(error) => place_lies_in(word.as_bytes(), &error),
        }
        if let Err(error) = word.parse::<Size>() {
            place_lies_in(word.as_bytes(), &error);
        }
    }
}

/// A refusal's place is a place of the text, or the one just past its end.
fn place_lies_in(text: &[u8], error: &ParseError) {
    let text = String::from_utf8_lossy(text).replace("\r\n", "\n").replace('\r', "\n");
    let line = text.split('\n').nth(error.place.line - 1);
    let length = line.map(|line| line.chars().count());
    assert!(
        length.is_some_and(|length| (1..=length + 1).contains(&error.place.column)),
        "{text:?} has no {}",
        error.place
    );
}
