//! The checks of gomoku's boards, rules, shapes and texts.

use arbitrary::Unstructured;
use tesuji_core::gomoku::{
    Cell, Rule, Shape, Symmetry, Variant, lines, naive, text, windows::Pattern, zobrist,
};
use tesuji_core::lines::{Direction, Geometry, Lines, bits};
use tesuji_core::{Game, ParseError, Player};

use super::game;
use crate::generate::{gomoku as generate, verbatim};
use crate::{Check, Verdict};

/// The checks of boards and rules.
pub const CHECKS: &[Check] = &[
    Check {
        name: "gomoku_board",
        bucket: "stones / 4",
        about: "Any sequence of placing, removing and recolouring: every line of all four \
                families holds what the array holds, walls in both colours.",
        run: board,
    },
    Check {
        name: "gomoku_winner",
        bucket: "stones / 4",
        about: "Stones set at will, under every rule: who has a winning row, and which cells \
                make one. Positions need not be reachable.",
        run: winner,
    },
    Check {
        name: "gomoku_moves",
        bucket: "stones / 4",
        about: "Reachable positions: moves, outcome, text and one symmetry of both boards. \
                A symmetric fault of both boards it cannot see.",
        run: moves,
    },
    Check {
        name: "gomoku_forbidden",
        bucket: "stones / 4",
        about: "Thickets of stones under renju, any size: every forbidden point and \
                its reason, by definition and by lookup.",
        run: forbidden,
    },
    Check {
        name: "gomoku_shapes",
        bucket: "best shape of the sample, by black and white",
        about: "Stones set at will: the shapes that a sample of stones makes, what the next \
                stone makes of them, and the shapes that stand, by definition and by lookup.",
        run: shapes,
    },
    Check {
        name: "gomoku_zobrist",
        bucket: "stones / 4",
        about: "A playout, forth and back: the key kept up equals the key computed afresh, and \
                the canonical key and form are those of every image.",
        run: zobrist,
    },
    Check {
        name: "gomoku_parse",
        bucket: "length of the text / 16",
        about: "Texts of positions in both forms, some damaged: what is read comes back from \
                its own text, and a refusal points into the text.",
        run: parse,
    },
];

fn stones_bucket(stones: usize) -> u32 {
    stones as u32 / 4
}

fn byte(u: &mut Unstructured<'_>) -> u8 {
    u.arbitrary().unwrap_or(0)
}

fn board(bytes: &[u8]) -> Verdict {
    let mut u = Unstructured::new(bytes);
    let [width, height, k] = [3 + byte(&mut u) % 28, 3 + byte(&mut u) % 28, 3 + byte(&mut u) % 4];
    let variant = Variant::new(width, height, k, Rule::Freestyle).expect("sides 3 to 30");
    let mut array = naive::Board::new(variant);
    let mut masks = Lines::new(Geometry::get(width, height, k));
    let mut left = u.len();
    while !u.is_empty() {
        let [column, row, action] = [byte(&mut u), byte(&mut u), byte(&mut u)];
        let cell = Cell::new(column % width, row % height).expect("on the board");
        let stone = match action % 3 {
            0 => Some(Player::Black),
            1 => Some(Player::White),
            _ => None,
        };
        match (array.get(cell), stone) {
            (None, Some(player)) => masks.place(cell, player),
            (Some(_), None) => masks.remove(cell),
            _ => masks.set(cell, stone),
        }
        array.set(cell, stone);
        // Also on the way, so that a fault is met close to its cause.
        if left - u.len() >= 64 {
            left = u.len();
            same_lines(&array, &masks);
        }
    }
    same_lines(&array, &masks);
    Verdict::compared(&array, stones_bucket(array.stones().len()))
}

/// Walks every line of the array and holds it against the masks.
fn same_lines(array: &naive::Board, masks: &Lines) {
    let variant = array.variant();
    let geometry = masks.geometry();
    let mut kept = 0;
    for direction in Direction::ALL {
        let (columns, rows) = direction.step();
        let walk = |cell: Cell, steps: i32| {
            let column = u8::try_from(i32::from(cell.column()) + columns * steps).ok()?;
            let row = u8::try_from(i32::from(cell.row()) + rows * steps).ok()?;
            Cell::new(column, row).filter(|&cell| variant.contains(cell))
        };
        for start in variant.cells().filter(|&cell| walk(cell, -1).is_none()) {
            let line: Vec<Cell> = (0..).map_while(|steps| walk(start, steps)).collect();
            let slots = line.iter().map(|&cell| geometry.slots(cell)[direction as usize]);
            if line.len() < usize::from(variant.k()) && direction != Direction::Row {
                assert!({ slots }.all(|slot| !slot.is_kept()), "{direction:?} from {start}");
                continue;
            }
            kept += 1;
            let index = geometry.slots(start)[direction as usize].line;
            // All wall, then the cells opened one by one.
            let mut wanted = [u32::MAX; 2];
            for (i, (&cell, slot)) in line.iter().zip(slots).enumerate() {
                assert_eq!((slot.line, usize::from(slot.bit)), (index, i + 1), "{cell} {array}");
                for player in Player::BOTH {
                    if array.get(cell) != Some(player) {
                        wanted[player as usize] &= !(1 << (i + 1));
                    }
                }
            }
            assert_eq!(masks.line(index), wanted, "{direction:?} from {start} of {array}");
        }
    }
    assert_eq!(kept, geometry.line_count(), "lines kept of {variant}");
    assert_eq!(masks.line(tesuji_core::lines::NO_LINE), [u32::MAX; 2]);
    for cell in variant.cells() {
        assert_eq!(masks.get(cell), array.get(cell), "{cell} of {array}");
    }
}

fn winner(bytes: &[u8]) -> Verdict {
    let array = generate::crowd(bytes);
    let board = lines::Board::from(&array);
    for player in Player::BOTH {
        assert_eq!(array.wins(player), board.wins(player), "whether {player} has won in {array:#}");
    }
    assert_eq!(array.winner(), board.winner(), "winner of {array:#}");
    let mut empty = 0;
    for cell in array.variant().cells().filter(|&cell| array.get(cell).is_none()) {
        // A row that stands already says nothing of the cell; few cells do.
        empty += 1;
        if empty > 60 {
            break;
        }
        for player in Player::BOTH.into_iter().filter(|&player| !array.wins(player)) {
            let mut after = array.clone();
            after.set(cell, Some(player));
            assert_eq!(
                after.wins(player),
                board.makes_five(cell, player),
                "{player} at {cell} under {} in\n{array:#}",
                array.variant()
            );
        }
    }
    Verdict::compared(&array, stones_bucket(array.stones().len()))
}

const SYMMETRIES: [(game::Symmetry<naive::Board>, game::Symmetry<lines::Board>); 8] = {
    macro_rules! both {
        ($name:ident) => {{
            const S: Symmetry = Symmetry::$name;
            (
                game::Symmetry {
                    name: stringify!($name),
                    position: |board| board.image(S),
                    mv: |board, mv| S.apply(board.variant(), mv),
                },
                game::Symmetry {
                    name: stringify!($name),
                    position: |board| board.image(S),
                    mv: |board, mv| S.apply(board.variant(), mv),
                },
            )
        }};
    }
    [
        both!(Identity),
        both!(HalfTurn),
        both!(FlipColumns),
        both!(FlipRows),
        both!(Transpose),
        both!(AntiTranspose),
        both!(QuarterTurn),
        both!(ThreeQuarterTurn),
    ]
};

fn moves(bytes: &[u8]) -> Verdict {
    let array = generate::position(bytes);
    let board = lines::Board::from(&array);
    assert_eq!(naive::Board::from(&board), array);
    game::same_position(&array, &board);
    game::play_then_undo(&array);
    game::play_then_undo(&board);
    let chosen = usize::from(bytes.last().copied().unwrap_or(0));
    let (of_array, of_board) = &SYMMETRIES[chosen % Symmetry::of(array.variant()).len()];
    game::symmetric(&array, of_array);
    game::symmetric(&board, of_board);
    assert_eq!(
        naive::Board::from(&(of_board.position)(&board)),
        (of_array.position)(&array),
        "{} of {array}",
        of_array.name
    );
    Verdict::compared(&array, stones_bucket(array.stones().len()))
}

fn forbidden(bytes: &[u8]) -> Verdict {
    let array = generate::renju_crowd(bytes);
    let board = lines::Board::from(&array);
    for cell in array.variant().cells() {
        assert_eq!(
            array.forbidden(cell),
            board.forbidden(cell),
            "{cell} on {} in\n{array:#}",
            array.variant()
        );
    }
    assert_eq!(array.forbidden_points(), board.forbidden_points());
    Verdict::compared(&array, stones_bucket(array.stones().len()))
}

fn shapes(bytes: &[u8]) -> Verdict {
    let array = generate::crowd(bytes);
    let variant = array.variant();
    let board = lines::Board::from(&array);
    // A sample around the stones, from the last bytes: the definition costs
    // the cube and more of a line's length.
    let stones = array.stones();
    let mut best = [Shape::Nothing; 2];
    for (i, &choice) in bytes.iter().rev().take(6).enumerate() {
        let choice = usize::from(choice);
        let cell = if i % 2 == 0 || stones.is_empty() {
            variant.cells().nth(choice * 4 % usize::from(variant.area()))
        } else {
            stones.get(choice % stones.len()).map(|&(cell, _)| cell)
        };
        let cell = cell.expect("the choice was reduced to the count");
        let direction = Direction::ALL[choice / 3 % 4];
        for player in Player::BOTH {
            if array.get(cell) == Some(player.other()) {
                continue;
            }
            let shape = same_shape(&array, &board, cell, direction, player);
            best[player as usize] = best[player as usize].max(shape);
        }
        let slot = board.lines().geometry().slots(cell)[direction as usize];
        if i < 2 && slot.is_kept() {
            for player in Player::BOTH {
                assert_eq!(
                    array.standing(cell, direction.step(), player),
                    board.standing(slot.line, player),
                    "{player}'s shape on the {direction:?} through {cell} under {variant} in\n\
                     {array:#}"
                );
            }
        }
    }
    let [white, black] = best;
    Verdict::compared(&(array, bytes.last()), black as u32 * 8 + white as u32)
}

/// Holds shape and promised cells of one stone against the definition.
fn same_shape(
    array: &naive::Board,
    board: &lines::Board,
    cell: Cell,
    direction: Direction,
    player: Player,
) -> Shape {
    let variant = array.variant();
    let shape = array.made(cell, direction.step(), player);
    let pattern = board.pattern(cell, direction, player);
    assert_eq!(
        shape,
        pattern.shape(),
        "{player} at {cell}, {direction:?}, under {variant} in\n{array:#}"
    );
    assert_eq!(pattern, board.patterns(cell, player)[direction as usize]);
    let (slot, index) = board.window(cell, direction, player);
    let next = board.windows(player).next(index, u32::from(slot.bit));
    let step_up = match shape {
        Shape::Four | Shape::StraightFour => Shape::Five,
        Shape::Three => Shape::StraightFour,
        Shape::ClosedThree => Shape::Four,
        Shape::Two => Shape::Three,
        Shape::ClosedTwo => Shape::ClosedThree,
        Shape::Nothing | Shape::Five => {
            assert_eq!(next, 0, "nothing is promised at {cell}");
            return shape;
        }
    };
    let mut with_stone = array.clone();
    with_stone.set(cell, Some(player));
    let geometry = board.lines().geometry();
    for bit in bits(board.lines().empties(slot.line) & !(1 << slot.bit)) {
        let next_cell = geometry.cell(direction, slot.line, bit);
        let mut after = with_stone.clone();
        after.set(next_cell, Some(player));
        assert_eq!(
            after.made(cell, direction.step(), player) == step_up,
            next >> bit & 1 != 0,
            "{player} at {cell} and then at {next_cell} under {variant} in\n{array:#}"
        );
    }
    assert_eq!(next & !board.lines().empties(slot.line), 0, "a promise on no empty cell");
    if pattern.is_overline() || pattern.0 & Pattern::THREE != 0 {
        assert!(shape >= Shape::Three || pattern.is_overline(), "{pattern:?} is {shape}");
    }
    shape
}

fn zobrist(bytes: &[u8]) -> Verdict {
    let (variant, moves) = generate::playout(bytes);
    let afresh = |board: &naive::Board| zobrist::key(board.stones(), board.to_move());
    let mut array = naive::Board::new(variant);
    let mut board = lines::Board::new(variant);
    let mut keys = vec![board.key()];
    for &mv in &moves {
        array.play_unchecked(mv);
        board.play_unchecked(mv);
        assert_eq!(board.key(), afresh(&array), "key of {array}");
        assert!(!keys.contains(&board.key()), "a key comes twice: {array}");
        assert_eq!(board, lines::Board::from(&array));
        keys.push(board.key());
    }
    let canonical = array.canonical();
    assert_eq!(lines::Board::from(&canonical), board.canonical(), "canonical form of {array}");
    for &symmetry in Symmetry::of(variant) {
        let image = board.image(symmetry);
        assert_eq!(image.canonical_key(), board.canonical_key(), "{symmetry:?} of {array}");
        assert_eq!(naive::Board::from(&image.canonical()), canonical, "{symmetry:?} of {array}");
        assert_eq!(image.image(symmetry.inverse()), board, "{symmetry:?} there and back");
    }
    let mut other = board.clone();
    other.set_to_move(board.to_move().other());
    game::key_includes_side_to_move(&board, &other);
    assert_ne!(board.key(), other.key());
    for &mv in moves.iter().rev() {
        assert_eq!(Some(board.key()), keys.pop());
        board.undo(mv, ());
    }
    assert_eq!(board, lines::Board::new(variant), "{variant} after taking back {moves:?}");
    Verdict::compared(&array, stones_bucket(moves.len()))
}

fn parse(bytes: &[u8]) -> Verdict {
    if let Some(text) = verbatim(bytes) {
        return read(&String::from_utf8_lossy(text), None, None);
    }
    // The last bytes say how the text is written and damaged.
    let (play, tail) = bytes.split_at(bytes.len().saturating_sub(8));
    let mut u = Unstructured::new(tail);
    let (variant, moves) = generate::playout(play);
    let mut written = if byte(&mut u).is_multiple_of(2) {
        let moves: String = moves.iter().map(ToString::to_string).collect();
        format!("{variant}: {moves}")
    } else {
        let mut board = naive::Board::new(variant);
        moves.iter().for_each(|&mv| board.play_unchecked(mv));
        board.to_string()
    };
    // A game's counts tell the side to move.
    assert!(!written.ends_with(['b', 'w']), "{written:?} names the side");
    let damages = byte(&mut u) % 4;
    for _ in 1..damages {
        let [place, what] = [byte(&mut u), byte(&mut u)];
        let mut chars: Vec<char> = written.chars().collect();
        let at = usize::from(place) * 7 % (chars.len() + 1);
        let new =
            ['a', 'h', 'z', '1', '8', ' ', '|', ':', 'w', '\n', 'é', 'k'][usize::from(what % 12)];
        match what / 12 % 3 {
            0 => chars.insert(at, new),
            1 if at < chars.len() => chars[at] = new,
            _ => chars.truncate(at),
        }
        written = chars.into_iter().collect();
    }
    let to_move =
        [None, None, Some(Player::Black), Some(Player::White)][usize::from(byte(&mut u) % 4)];
    let whole = damages <= 1 && to_move.is_none();
    read(&written, to_move, whole.then(|| generate::position(play)).as_ref())
}

/// Holds the reader to a text; `whole` is what it says where it is known.
fn read(written: &str, to_move: Option<Player>, whole: Option<&naive::Board>) -> Verdict {
    match text::parse(written, Variant::default(), to_move) {
        Ok(board) => {
            assert!(whole.is_none_or(|whole| *whole == board), "{board} from {written:?}");
            let again = board.to_string();
            assert_eq!(again.parse::<naive::Board>().as_ref(), Ok(&board), "from {written:?}");
            assert_eq!(again.parse::<lines::Board>(), Ok(lines::Board::from(&board)));
            assert!(to_move.is_none_or(|side| side == board.to_move()));
            assert!(!board.wins(board.to_move()), "{written:?} read as an impossible position");
            Verdict::compared(&(board, written.len()), written.len() as u32 / 16)
        }
        Err(error) => {
            assert_place_within(written, &error);
            assert!(whole.is_none(), "{written:?} refused: {error}");
            Verdict::Refused
        }
    }
}

fn assert_place_within(text: &str, error: &ParseError) {
    let line = error.place.line.checked_sub(1).and_then(|line| text.split('\n').nth(line));
    let line = line.unwrap_or_else(|| panic!("{text:?}: no such line: {error}"));
    let columns = line.chars().count() + 1;
    assert!((1..=columns).contains(&error.place.column), "{text:?}: no such column: {error}");
}
