//! The checks of gomoku's shape counts, evaluation and search.

use std::sync::atomic::AtomicBool;

use tesuji_core::gomoku::{Cell, naive};
use tesuji_core::lines::Direction;
use tesuji_core::{Game, Outcome, Player};
use tesuji_solvers::gomoku::evaluate;
use tesuji_solvers::gomoku::search::{self, Limits, Options, Score, Searcher};
use tesuji_solvers::gomoku::shapes;
use tesuji_solvers::gomoku::shapes::Shape;
use tesuji_solvers::gomoku::shapes::optimized::ShapeBoard;

use crate::generate::gomoku as generate;
use crate::{Check, Verdict};

/// The checks of evaluation and search.
pub const CHECKS: &[Check] = &[
    Check {
        name: "gomoku_evaluate",
        bucket: "stones / 4",
        about: "A playout, forth and halfway back: shape counts and value kept up equal those \
                counted by definition, on boards of at most 64 cells all of them, on larger ones \
                the shapes of a sample of cells. Wrong weights it cannot see.",
        run: evaluated,
    },
    Check {
        name: "gomoku_search",
        bucket: "empty cells / 4, plus 100 where the end is decided",
        about: "The position before a playout's end: the exact search equals minimax from the \
                rules at each depth that a small budget allows, and the full search misses no \
                win or loss that minimax sees.",
        run: searched,
    },
];

/// Boards of at most so many cells are counted whole.
const WHOLE: usize = 64;

/// Leaves that a minimax of this check may have.
const LEAVES: usize = 20_000;

/// Steps that naive minimax may take: its leaves, times the cells of the board,
/// times the cube of its longer side.
const STEPS: usize = 2_000_000;

fn evaluated(bytes: &[u8]) -> Verdict {
    let (variant, moves) = generate::playout(bytes);
    let mut position = naive::Board::new(variant);
    let mut board = ShapeBoard::from(&position);
    let half = moves.len() / 2;
    for &mv in &moves {
        board.make(mv, position.to_move());
        position.play_unchecked(mv);
    }
    same_counts(&position, &mut board);
    for &mv in moves[half..].iter().rev() {
        board.undo();
        position.undo(mv, ());
    }
    same_counts(&position, &mut board);
    for &mv in moves[..half].iter().rev() {
        board.undo();
        position.undo(mv, ());
    }
    assert_eq!(board, ShapeBoard::from(&position), "not empty after {moves:?} on {variant}");
    Verdict::compared(&(variant, &moves), moves.len() as u32 / 4)
}

/// Holds counts that were kept stone by stone against a recount: every count
/// and the value on a small board, a sample of cells on a large one.
///
/// # Panics
/// Where they differ.
pub fn same_counts(position: &naive::Board, board: &mut ShapeBoard) {
    let variant = position.variant();
    let cells: Vec<Cell> = variant.cells().filter(|&cell| position.get(cell).is_none()).collect();
    let every = if usize::from(variant.area()) <= WHOLE { 1 } else { cells.len() / 8 + 1 };
    for &cell in cells.iter().step_by(every) {
        for direction in Direction::ALL {
            for player in Player::BOTH {
                assert_eq!(
                    position.made(cell, direction.step(), player),
                    board.made(cell, direction, player),
                    "{player} at {cell}, {direction:?}, in {position}"
                );
            }
        }
        assert_eq!(
            position.forbidden(cell).is_some(),
            board.forbids(cell),
            "whether {cell} is forbidden in {position}"
        );
    }
    if every == 1 {
        let counts = [Player::Black, Player::White].map(|player| board.totals(player).counts());
        assert_eq!(shapes::naive::recount(position), counts, "counts of {position}");
        assert_eq!(
            evaluate::naive::evaluate(position),
            evaluate::optimized::evaluate(board, position.to_move()),
            "value of {position}"
        );
    }
}

fn searched(bytes: &[u8]) -> Verdict {
    let (position, moves) = generate::going_on(bytes);
    let variant = position.variant();
    let empty = usize::from(variant.area()) - moves;
    let never = AtomicBool::new(false);
    let mut exact = Searcher::new(Options::exact());
    let mut full = Searcher::new(Options { table_bytes: 1 << 14, ..Options::default() });
    let mut decided = false;
    let mut scores = Vec::new();
    for depth in 1..=4 {
        let leaves = empty.pow(depth);
        let side = usize::from(variant.width().max(variant.height()));
        let steps = leaves.saturating_mul(usize::from(variant.area()) * side.pow(3));
        let (score, best) = if steps <= STEPS {
            search::naive::minimax(&position, depth)
        } else if leaves <= LEAVES {
            counted_minimax(&position, depth)
        } else {
            break;
        };
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let report = exact.search(&position, &limits, &never, |_| ());
        assert_eq!(report.score, score, "depth {depth} of {position}");
        let choice = report.best.expect("the game goes on");
        assert!(best.contains(&choice), "{choice} at depth {depth} of {position}, best {best:?}");
        decided |= !matches!(score, Score::Value(_));
        misses_nothing(&position, score, depth, &mut full);
        scores.push((depth, score));
    }
    // Threads change the order in which moves are searched, and no value.
    if let Some(&(depth, score)) = scores.last() {
        let mut pair = Searcher::new(Options { threads: 2, ..Options::exact() });
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let report = pair.search(&position, &limits, &never, |_| ());
        assert_eq!(report.score, score, "depth {depth} with two threads of {position}");
    }
    // What the table holds of deeper searches does not show in a shallow one.
    for (depth, score) in scores {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let again = exact.search(&position, &limits, &never, |_| ());
        assert_eq!(again.score, score, "depth {depth} after deeper ones of {position}");
    }
    let report =
        full.search(&position, &Limits { nodes: Some(300), ..Limits::default() }, &never, |_| ());
    let choice = report.best.expect("the game goes on");
    assert!(position.is_legal(choice), "{choice} is played in {position}");
    Verdict::compared(&position, empty as u32 / 4 + if decided { 100 } else { 0 })
}

/// Holds the full search at every depth up to `depth` against a decided score
/// of minimax.
///
/// # Panics
/// Where it does not see the win or the loss, or sees it farther away.
pub fn misses_nothing(position: &naive::Board, score: Score, depth: u32, full: &mut Searcher) {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let report = full.search(position, &limits, &AtomicBool::new(false), |_| ());
    match (score, report.score) {
        (Score::Value(_), _) => (),
        (Score::Win(plies), Score::Win(found)) => {
            assert!(found <= plies, "a win in {plies} is found in {found}: {position}");
        }
        (Score::Loss(plies), Score::Loss(found)) => {
            assert!(found <= plies, "a loss in {plies} is put off to {found}: {position}");
        }
        (score, found) => panic!("{score} is called {found} at depth {depth} of {position}"),
    }
}

/// Minimax over a board that keeps its counts, for depths that the one from
/// the rules cannot reach: every legal move, nothing pruned.
///
/// It leans on [`ShapeBoard`], which `gomoku_evaluate` holds against the rules.
#[must_use]
pub fn counted_minimax(position: &naive::Board, depth: u32) -> (Score, Vec<Cell>) {
    let mut board = ShapeBoard::from(position);
    let cells: Vec<Cell> = position.variant().cells().collect();
    let mut free: Vec<bool> = cells.iter().map(|&cell| position.get(cell).is_none()).collect();
    let mut best = (i64::MIN, Vec::new());
    let player = position.to_move();
    if let Some(outcome) = position.outcome() {
        return (end(outcome, player), Vec::new());
    }
    for i in 0..cells.len() {
        if !free[i] || !position.is_legal(cells[i]) {
            continue;
        }
        free[i] = false;
        let value = if completes(&board, cells[i], player) {
            FAR - 1
        } else {
            board.make(cells[i], player);
            let value = -counted(&mut board, &cells, &mut free, player.other(), depth - 1, 1);
            board.undo();
            value
        };
        free[i] = true;
        if value > best.0 {
            best = (value, Vec::new());
        }
        if value == best.0 {
            best.1.push(cells[i]);
        }
    }
    let score = match best.0 {
        win if win > FAR / 2 => Score::Win((FAR - win) as u32),
        loss if loss < -FAR / 2 => Score::Loss((FAR + loss) as u32),
        value => Score::Value(value as i32),
    };
    (score, best.1)
}

/// A win at once, above every value.
const FAR: i64 = 1_000_000;

fn end(outcome: Outcome, player: Player) -> Score {
    match outcome.winner() {
        Some(winner) if winner == player => Score::Win(0),
        Some(_) => Score::Loss(0),
        None => Score::Value(0),
    }
}

fn completes(board: &ShapeBoard, cell: Cell, player: Player) -> bool {
    Direction::ALL.iter().any(|&direction| board.made(cell, direction, player) == Shape::Five)
}

fn counted(
    board: &mut ShapeBoard,
    cells: &[Cell],
    free: &mut [bool],
    player: Player,
    depth: u32,
    ply: i64,
) -> i64 {
    if !free.contains(&true) {
        return 0;
    }
    let mut best = None;
    for i in 0..cells.len() {
        if !free[i] || (player == Player::Black && board.forbids(cells[i])) {
            continue;
        }
        if depth == 0 {
            return i64::from(evaluate::optimized::evaluate(board, player));
        }
        let value = if completes(board, cells[i], player) {
            FAR - ply - 1
        } else {
            free[i] = false;
            board.make(cells[i], player);
            let value = -counted(board, cells, free, player.other(), depth - 1, ply + 1);
            board.undo();
            free[i] = true;
            value
        };
        best = best.max(Some(value));
    }
    // Black with none but forbidden points has lost.
    best.unwrap_or(ply - FAR)
}

/// How the game ends when both sides play it out perfectly, by trying all
/// moves on the naive board. Costs the factorial of the empty cells: nine are
/// fine.
#[must_use]
pub fn played_out(position: &naive::Board) -> Outcome {
    if let Some(outcome) = position.outcome() {
        return outcome;
    }
    let player = position.to_move();
    let mut drawn = false;
    let mut board = position.clone();
    for mv in position.legal_moves() {
        board.play_unchecked(mv);
        let outcome = played_out(&board);
        board.undo(mv, ());
        match outcome.winner() {
            Some(winner) if winner == player => return outcome,
            Some(_) => (),
            None => drawn = true,
        }
    }
    if drawn { Outcome::Draw } else { Outcome::Win(player.other()) }
}
