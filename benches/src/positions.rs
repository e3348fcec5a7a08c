//! The positions that the benches ask about, and the sums of nodes over them.

use std::sync::atomic::AtomicBool;

use tesuji_core::pursuit::{Cell, Speeds};
use tesuji_core::{Player, gomoku, painting, pawn_chess, pursuit, sliding_four};
use tesuji_solvers::engine::grundy;
use tesuji_solvers::gomoku::claim::Claim;
use tesuji_solvers::gomoku::mnk::{self, Mnk};
use tesuji_solvers::gomoku::search::{Limits, Options, Searcher};
use tesuji_solvers::gomoku::vcf::{Goal, Vcf};
use tesuji_solvers::gomoku::vct::{Class, Vct};
use tesuji_solvers::octal::Code;
use tesuji_solvers::{Refusal, Solver};

/// A start position of pawn chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    /// Columns and rows, `4x4`.
    pub size: &'static str,
    /// Who wins.
    pub winner: Player,
    /// In how many plies.
    pub plies: u32,
    /// Whether the naive solver is asked too.
    pub naive: bool,
}

/// The start positions of pawn chess, small to large.
pub const PAWN_CHESS: [Start; 11] = {
    const fn start(size: &'static str, winner: Player, plies: u32, naive: bool) -> Start {
        Start { size, winner, plies, naive }
    }
    [
        start("3x3", Player::Black, 6, true),
        start("4x3", Player::White, 5, true),
        start("3x4", Player::Black, 8, true),
        start("4x4", Player::White, 11, true),
        start("5x4", Player::Black, 14, false),
        start("4x5", Player::Black, 16, false),
        start("5x5", Player::White, 19, false),
        start("6x4", Player::Black, 16, false),
        start("3x7", Player::White, 19, false),
        start("6x5", Player::Black, 22, false),
        start("5x6", Player::White, 29, false),
    ]
};

/// The boards of pursuit of which all placements are solved.
pub const PURSUIT: [u16; 9] = [5, 8, 10, 20, 30, 40, 50, 60, 100];

/// The plies of the longest game of pursuit on a board of this side.
#[must_use]
pub fn pursuit_longest(n: u16) -> u32 {
    12 * (u32::from(n) / 4) + [0, 2, 6, 10][usize::from(n) % 4] - 2
}

/// White's and Black's cell where a longest game begins.
#[must_use]
pub fn pursuit_worst(n: u16) -> (Cell, Cell) {
    let (white, black) = match n {
        5 => (2, 4),
        10 | 14 | 30 | 50 => (1, n),
        _ => (2, n),
    };
    (Cell { row: 1, column: white }, Cell { row: 1, column: black })
}

/// A board of sliding four (the side to move does not matter) and the fewest
/// steps from it.
pub const SLIDING_FOUR: [(&str, &str, Option<u32>); 5] = [
    ("sample", "BWBO/WBWB/BWBW/WBWO b", Some(5)),
    // Of the 128 boards that take seven steps, these take the most work.
    ("seven-slowest", "WBWO/WBBW/BWWB/BWBO b", Some(7)),
    ("seven-slowest-turned", "OWBW/WBBW/BWWB/OBWB b", Some(7)),
    ("seven-one-beginner", "WBBB/BBWW/BWWO/BWOW b", Some(7)),
    ("unsolvable", "BWBB/BBWW/BWWW/WWOO b", None),
];

/// Pieces of sliding four of which all boards are solved.
pub const SLIDING_FOUR_COUNTS: [(&str, u32, u32); 3] =
    [("seven-seven", 7, 7), ("eight-six", 8, 6), ("five-five", 5, 5)];

/// Positions of gomoku: variant and moves.
pub const GOMOKU: [(&str, &str); 3] = [
    ("15x15 freestyle", "h8g7f6g8g9"),
    ("20x20 freestyle", "f5e3b7h5g3g4i6e4h4d4f2i5f4f6e5d6d7e7f8"),
    ("15x15 standard", "h8h9h6i10i6i9g9g8j11i7"),
];

/// A position of gomoku.
///
/// # Panics
/// Where the texts are none.
#[must_use]
pub fn gomoku(variant: &str, moves: &str) -> gomoku::naive::Board {
    gomoku::parse(moves, variant.parse().expect("a variant"), None).expect("a position")
}

/// The nodes that gomoku's search takes to a depth, with one thread.
#[must_use]
pub fn gomoku_nodes(searcher: &mut Searcher, position: &gomoku::naive::Board, depth: u32) -> u64 {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let never = AtomicBool::new(false);
    searcher.search(position, &limits, &never, |_| ()).nodes
}

/// The problems of continuous fours: renju positions, the attacker to move, and
/// the least number of his moves.
///
/// # Panics
/// Where the stored file is not as it was.
#[must_use]
pub fn gomoku_fours() -> Vec<(String, gomoku::naive::Board, u16)> {
    problems("vcf-")
}

fn problems(class: &str) -> Vec<(String, gomoku::naive::Board, u16)> {
    let file = include_str!("../../testkit/data/gomoku-threats.txt");
    let renju = gomoku::Variant::standard_size(gomoku::Rule::Renju);
    let problems = file.lines().filter_map(|line| line.strip_prefix(class));
    problems
        .map(|line| {
            let fields: Vec<&str> = line.split('|').map(str::trim).collect();
            let [name, _, attacker, moves, _, black, white] = fields[..] else {
                panic!("seven fields in {line}")
            };
            let side = if attacker == "black" { Player::Black } else { Player::White };
            let stones = format!("{black} | {white}");
            let position = gomoku::parse(&stones, renju, Some(side)).expect("a position");
            (format!("problem-{name}"), position, moves.parse().expect("a number"))
        })
        .collect()
}

/// The problems of continuous threats: renju positions, the attacker to move,
/// and the class in which they are won.
///
/// # Panics
/// Where the stored file is not as it was.
#[must_use]
pub fn gomoku_threats() -> Vec<(String, gomoku::naive::Board, Class)> {
    let class = |name: &str| match name {
        "problem-f" => Class::Threats(4),
        "problem-1" | "problem-2" => Class::Threats(3),
        _ => Class::Threes,
    };
    let problems = problems("vct-").into_iter();
    problems
        .map(|(name, position, _)| {
            let class = class(&name);
            (name, position, class)
        })
        .collect()
}

/// A win by continuous threats, and the nodes that it took with its tree.
#[must_use]
pub fn gomoku_threat(vct: &mut Vct, position: &gomoku::naive::Board, class: Class) -> (Claim, u64) {
    let before = vct.nodes();
    let never = AtomicBool::new(false);
    let claim = vct.solve(position, class, &Limits::default(), &never);
    (claim, vct.nodes() - before)
}

/// The least win by continuous fours, and the nodes that it took.
#[must_use]
pub fn gomoku_least(vcf: &mut Vcf, position: &gomoku::naive::Board) -> (Claim, u64) {
    let before = vcf.nodes();
    let never = AtomicBool::new(false);
    let claim = vcf.solve(position, Goal::Least, &Limits::default(), &never);
    (claim, vcf.nodes() - before)
}

/// m,n,k games: columns, rows, the length that wins, and whether the first
/// player does, as published.
pub const MNK: [(u8, u8, u8, bool); 10] = [
    (3, 3, 3, false),
    (4, 3, 3, true),
    (4, 4, 4, false),
    (5, 5, 4, false),
    (6, 5, 4, true),
    (6, 4, 4, false),
    (7, 4, 4, false),
    (5, 5, 5, false),
    (6, 6, 5, false),
    (7, 7, 5, false),
];

/// Who wins an m,n,k game that Black attacks, and the nodes that it took.
///
/// # Panics
/// Where the position is refused.
#[must_use]
pub fn gomoku_mnk(mnk: &mut Mnk, position: &gomoku::naive::Board) -> (mnk::Claim, u64) {
    let before = mnk.nodes();
    let never = AtomicBool::new(false);
    let claim = mnk.solve(position, Player::Black, &Limits::default(), &never);
    (claim.expect("a small board under freestyle"), mnk.nodes() - before)
}

/// Codes of take-and-break games whose values are worked out to 19,999.
pub const OCTAL: [&str; 3] = ["0.77", "0.16", "0.6"];

/// Untouched grids of painting, as powers of ten.
pub const PAINTING_WIDTHS: [u32; 5] = [3, 6, 9, 12, 18];

/// Painted cells on the widest grid, as powers of ten.
pub const PAINTING_CELLS: [u32; 6] = [1, 2, 3, 4, 5, 6];

/// A number below `bound`, the same on every machine (splitmix64).
pub fn random(state: &mut u64, bound: u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ z >> 31) % bound
}

/// A grid of this width with this many columns painted, none beside another.
///
/// # Panics
/// Where the columns do not fit.
#[must_use]
pub fn sparse_grid(columns: u64, painted: u64) -> painting::Grid {
    let step = columns / painted;
    let mut state = columns ^ painted;
    let cells = (0..painted).map(|index| {
        let row = 1 + random(&mut state, 2) as u8;
        painting::Cell::new(row, 1 + index * step + random(&mut state, step - 1))
    });
    painting::Grid::from_cells(columns, cells, painting::ALICE).expect("the cells lie apart")
}

/// The nodes that a solver takes for all of these, one after another, as its
/// own page counts them.
fn nodes<P, S: Solver<P>>(
    mut solver: S,
    positions: impl IntoIterator<Item = P>,
) -> Result<u64, Refusal> {
    for position in positions {
        solver.solve(&position)?;
    }
    Ok(solver.nodes())
}

/// A game's name, and what works out its sum of nodes.
pub type Sum = (&'static str, fn() -> Result<u64, Refusal>);

/// The signature: of each game the nodes of the optimized solvers over the
/// positions above. A change of the code that alters a search alters it.
///
/// A sum fails where a solver refuses a position.
pub const SIGNATURE: [Sum; 6] = [
    ("pawn-chess", pawn_chess_sum),
    ("pursuit", pursuit_sum),
    ("gomoku", gomoku_sum),
    ("sliding-four", sliding_four_sum),
    ("painting", painting_sum),
    ("octal", octal_sum),
];

fn pawn_chess_sum() -> Result<u64, Refusal> {
    let start = |size: &str| pawn_chess::packed::Board::start(size.parse().expect("a size"));
    let starts = PAWN_CHESS.map(|of| start(of.size));
    let tables = ["3x4", "4x4"].map(start);
    Ok(nodes(tesuji_solvers::pawn_chess::value::Optimized::new(), starts)?
        + nodes(tesuji_solvers::pawn_chess::table::Optimized::new(), tables)?)
}

fn pursuit_sum() -> Result<u64, Refusal> {
    let worst = PURSUIT.map(|n| {
        let (white, black) = pursuit_worst(n);
        let board = pursuit::naive::Board::new(n, white, black, Player::White, Speeds::default());
        pursuit::packed::Board::from(board.expect("the cells are on the board"))
    });
    nodes(tesuji_solvers::pursuit::value::Optimized::new(), worst)
}

fn gomoku_sum() -> Result<u64, Refusal> {
    let searched = GOMOKU.map(|(variant, moves)| {
        gomoku_nodes(&mut Searcher::new(Options::default()), &gomoku(variant, moves), 10)
    });
    let mut vcf = Vcf::new(0);
    let fours = gomoku_fours();
    let fours = fours.iter().map(|(_, position, _)| gomoku_least(&mut vcf, position).1);
    // The two long problems of threats take seconds.
    let threats = gomoku_threats().into_iter().filter(|(name, ..)| !name.ends_with(['1', '2']));
    let threats =
        threats.map(|(_, position, class)| gomoku_threat(&mut Vct::default(), &position, class).1);
    let small = MNK.into_iter().filter(|&(columns, ..)| columns < 7);
    let small = small.map(|(columns, rows, k, _)| {
        let variant = gomoku::Variant::new(columns, rows, k, gomoku::Rule::Freestyle);
        let board = gomoku::naive::Board::new(variant.expect("a small board"));
        gomoku_mnk(&mut Mnk::default(), &board).1
    });
    Ok(searched.iter().sum::<u64>()
        + fours.sum::<u64>()
        + threats.sum::<u64>()
        + small.sum::<u64>())
}

fn sliding_four_sum() -> Result<u64, Refusal> {
    let boards = || {
        SLIDING_FOUR.map(|(_, text, _)| -> sliding_four::packed::Board {
            text.parse().expect("it is a position")
        })
    };
    Ok(nodes(tesuji_solvers::sliding_four::steps::Optimized::new(), boards())?
        + nodes(tesuji_solvers::sliding_four::table::Optimized::new(), boards())?)
}

fn painting_sum() -> Result<u64, Refusal> {
    let mut grids: Vec<painting::Grid> = Vec::new();
    for exponent in PAINTING_WIDTHS {
        grids.push(painting::Grid::new(10_u64.pow(exponent)).expect("the width is in range"));
    }
    for exponent in PAINTING_CELLS {
        grids.push(sparse_grid(painting::MAX_COLUMNS, 10_u64.pow(exponent)));
    }
    Ok(nodes(tesuji_solvers::painting::winner::Optimized::new(), grids.clone())?
        + nodes(tesuji_solvers::painting::grundy::Optimized::new(), grids)?)
}

fn octal_sum() -> Result<u64, Refusal> {
    let mut octal = 0;
    for code in OCTAL {
        let ruleset = code.parse::<Code>().expect("a code").ruleset();
        let mut solver = grundy::Optimized::new(ruleset);
        solver.values(19_999)?;
        octal += solver.nodes();
    }
    Ok(octal)
}
