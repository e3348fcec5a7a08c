//! Sliding four: every published total, by every road.

use std::sync::LazyLock;

use tesuji_core::sliding_four::{Cell, Move, Start, judge, naive, packed};
use tesuji_core::{Game, Player};
use tesuji_solvers::sliding_four::steps;
use tesuji_solvers::sliding_four::table::{self, Counts, Ranking, Row};
use tesuji_solvers::{HashSet, Solver};
use tesuji_testkit::fnv::Fnv;

/// All boards of the puzzle, by the optimized table.
static ROWS: LazyLock<Vec<Row>> =
    LazyLock::new(|| table::Optimized::new().all(Counts::PUZZLE).rows().collect());

/// Both checksums and the three histograms of the exhaustive totals.
#[track_caller]
fn assert_totals(rows: &[Row]) {
    const NEVER: u8 = 255;
    let byte = |steps: Option<u32>| steps.map_or(NEVER, |steps| u8::try_from(steps).unwrap());
    let (mut fewest, mut both) = (Fnv::new(), Fnv::new());
    let mut histograms = [[0u32; 256]; 3];
    for row in rows {
        fewest.byte(byte(row.fewest()));
        both.bytes(&[byte(row.black_begins), byte(row.white_begins)]);
        for (histogram, steps) in
            histograms.iter_mut().zip([row.fewest(), row.black_begins, row.white_begins])
        {
            histogram[usize::from(byte(steps))] += 1;
        }
    }
    assert_eq!(rows.len(), 411_840);
    assert_eq!(histograms[0][..9], [141_536, 104_256, 58_096, 74_512, 23_184, 9_248, 880, 128, 0]);
    assert_eq!(histograms[0][255], 0);
    for histogram in &histograms[1..] {
        assert_eq!(
            histogram[..10],
            [141_536, 57_112, 73_636, 64_656, 48_252, 17_744, 4_244, 500, 80, 0]
        );
        assert_eq!(histogram[255], 4_080);
    }
    assert_eq!(fewest.value(), 0xbb9c_d42a_178d_8981);
    assert_eq!(both.value(), 0xc7bc_c844_4e5f_1905);
}

#[test]
fn totals_by_the_table() {
    assert_totals(&ROWS);
    let histogram = table::Optimized::new().all(Counts::PUZZLE).histogram(Player::Black);
    let steps = [141_536, 57_112, 73_636, 64_656, 48_252, 17_744, 4_244, 500, 80];
    assert_eq!((histogram.steps, histogram.never), (steps.to_vec(), 4_080));
}

#[test]
fn totals_by_the_naive_table() {
    let rows: Vec<Row> = table::Naive::new().all(Counts::PUZZLE).unwrap().rows().collect();
    assert_totals(&rows);
}

#[test]
fn totals_by_a_search_a_board() {
    let mut solver = steps::Optimized::new();
    let rows: Vec<Row> = Counts::PUZZLE
        .starts()
        .map(|start| {
            let steps = |first| packed::Board::from(start.begun_by(first));
            let row = Row {
                start,
                black_begins: solver.steps(&steps(Player::Black)),
                white_begins: solver.steps(&steps(Player::White)),
            };
            assert_eq!(solver.fewest(&steps(Player::White)), row.fewest(), "{start}");
            row
        })
        .collect();
    assert_totals(&rows);
}

#[test]
fn totals_by_a_naive_search_a_board() {
    let mut solver = steps::Naive::new();
    let rows: Vec<Row> = Counts::PUZZLE
        .starts()
        .map(|start| Row {
            start,
            black_begins: solver.steps(&start.begun_by(Player::Black)),
            white_begins: solver.steps(&start.begun_by(Player::White)),
        })
        .collect();
    assert_totals(&rows);
}

/// "Stuck" is counted over all boards, goals among them: no piece of the colour
/// stands beside a blank.
#[test]
fn stuck_boards() {
    let mut stuck = [0; 2];
    for start in Counts::PUZZLE.starts() {
        let can_step = |colour| {
            Cell::all().any(|from| {
                let beside = |to: Cell| from.touches(to) && start.begun_by(colour).at(to).is_none();
                start.begun_by(colour).at(from) == Some(colour) && Cell::all().any(beside)
            })
        };
        let side_is_stuck = Player::BOTH.map(|colour| !can_step(colour));
        assert_ne!(side_is_stuck, [true, true], "{start}");
        for (first, is_stuck) in Player::BOTH.into_iter().zip(side_is_stuck) {
            stuck[usize::from(first == Player::Black)] += u32::from(is_stuck);
            let board = packed::Board::from(start.begun_by(first));
            assert_eq!(board.outcome().is_some(), is_stuck || board.is_goal(), "{board}");
        }
    }
    assert_eq!(stuck, [7_288, 7_288]);
}

/// The fewest steps over both beginners, by the four roads, which must agree.
fn fewest(start: Start) -> Option<u32> {
    let naive = start.begun_by(Player::White);
    let packed = packed::Board::from(naive);
    let fewest = steps::Naive::new().fewest(&naive);
    assert_eq!(steps::Optimized::new().fewest(&packed), fewest, "{start}");
    assert_eq!(
        table::Optimized::new().all(Counts::from(&naive)).fewest(&packed),
        fewest,
        "{start}"
    );
    fewest
}

#[test]
fn known_boards() {
    for (board, expected) in [
        // The published sample.
        ("BWBO/WBWB/BWBW/WBWO", Some(5)),
        // The anti-diagonal is a line.
        ("BBBW/BBWW/BWWO/WWOB", Some(0)),
        ("BWWO/BWWB/WBOB/WBBW", Some(3)),
        // A position is more than its cells.
        ("BBBO/BBWO/BWWW/WBWW", Some(4)),
        // A blank at the start of a line is a cell.
        ("BWOB/BWWB/OBWW/BBWW", Some(1)),
        // No search is endless.
        ("BWBB/BBWW/BWWW/WWOO", None),
        ("OOOO/OOOO/OOOO/OOOO", None),
        ("BBBO/OOOO/OOOO/OWWW", None),
        ("BWBW/WBWB/BWBW/WBWB", Some(0)),
        ("BWBW/WBWB/WBWB/BWBW", None),
        ("WWOW/OOWO/OOOO/OBBB", Some(1)),
        ("WWOW/OOOO/OOOO/WBBB", Some(9)),
    ] {
        let start: Start = board.parse().unwrap();
        assert_eq!(fewest(start), expected, "{board}");
        let input = judge::write_input(&start.cells);
        assert_eq!(judge::parse(input.as_bytes()), Ok(start));
        assert_eq!(judge::parse(input.replace('O', " ").as_bytes()), Ok(start));
    }
}

#[test]
fn vectors() {
    let mut seen = 0;
    let mut solver = steps::Optimized::new();
    let mut plain = steps::Naive::new();
    for line in
        include_str!("../data/sliding-four.txt").lines().filter(|line| !line.starts_with('#'))
    {
        let mut fields = line.split(" | ");
        let letters = fields.next().unwrap();
        let rows: Vec<&str> = (0..4).map(|row| &letters[4 * row..4 * row + 4]).collect();
        let start: Start = rows.join("/").parse().unwrap();
        let numbers: Vec<Option<u32>> =
            fields.map(|field| u32::try_from(field.parse::<i32>().unwrap()).ok()).collect();
        let [fewest, black, white] = numbers[..] else { panic!("{line}") };
        for (first, steps) in [(Player::Black, black), (Player::White, white)] {
            assert_eq!(solver.steps(&start.begun_by(first).into()), steps, "{line}");
            assert_eq!(plain.steps(&start.begun_by(first)), steps, "{line}");
        }
        assert_eq!(solver.fewest(&start.begun_by(Player::White).into()), fewest, "{line}");
        seen += 1;
    }
    assert_eq!(seen, 80);
}

/// Breadth-first over both beginners, with a goal and a key of its own.
fn other_program(
    start: Start,
    is_goal: impl Fn(&naive::Board) -> bool,
    key: impl Fn(&naive::Board) -> (naive::Cells, Player),
) -> Option<u32> {
    let mut visited = HashSet::default();
    let mut level: Vec<naive::Board> = start.positions().collect();
    visited.extend(level.iter().map(&key));
    for depth in 0.. {
        if level.iter().any(&is_goal) {
            return Some(depth);
        }
        let mut next = Vec::new();
        for board in &level {
            for from in Cell::all().filter(|&cell| board.at(cell) == Some(board.to_move())) {
                for to in Cell::all().filter(|&to| board.at(to).is_none() && from.touches(to)) {
                    let mut child = *board;
                    child.play_unchecked(Move { from, to });
                    if visited.insert(key(&child)) {
                        next.push(child);
                    }
                }
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    None
}

/// Published programs are wrong on known numbers of boards; the same mistakes
/// made here on purpose are, too. So these totals tell right from wrong.
#[test]
fn published_mistakes() {
    // Nine lines: the cells compared for the anti-diagonal are a line that is
    // there already. Only where the right answer goes through a full
    // anti-diagonal can that differ, and then the answer grows.
    let nine_lines = |board: &naive::Board| {
        let mut cells = *board.cells();
        let anti_diagonal = [cells[0][3], cells[1][2], cells[2][1], cells[3][0]];
        if anti_diagonal[0].is_some() && anti_diagonal.iter().all(|&cell| cell == anti_diagonal[0])
        {
            cells[0][3] = None;
            // The lines through that corner, which are still to be seen.
            let colour = anti_diagonal[0];
            if (0..3).all(|i| cells[0][i] == colour) || (1..4).all(|i| cells[i][3] == colour) {
                return true;
            }
        }
        naive::Board::new(cells, board.to_move()).is_goal()
    };
    let by_position = |board: &naive::Board| (*board.cells(), board.to_move());
    let by_cells = |board: &naive::Board| (*board.cells(), Player::White);
    let (mut lines, mut sets) = (0, 0);
    for row in ROWS.iter() {
        lines += u32::from(other_program(row.start, nine_lines, by_position) != row.fewest());
        sets +=
            u32::from(other_program(row.start, naive::Board::is_goal, by_cells) != row.fewest());
    }
    assert_eq!(lines, 56_428);
    assert_eq!(sets, 12_772);
}

/// Every board of these counts, both beginners, naive against optimized.
#[test]
fn tables_of_other_counts() {
    let mut boards = 0;
    for white in 0..=16 {
        for black in 0..=16 - white {
            let counts = Counts::new(white, black).unwrap();
            if counts.boards() > 13_000 {
                continue;
            }
            let naive = table::Naive::new().all(counts).unwrap();
            let optimized = table::Optimized::new().all(counts);
            for (naive, optimized) in naive.rows().zip(optimized.rows()) {
                assert_eq!(naive, optimized);
                boards += 1;
            }
        }
    }
    assert_eq!(boards, 283_845);
}

/// All 3^16 boards: no goal is ever more than thirteen steps away, and boards
/// taken evenly from each pair of counts have the same number by one search.
#[test]
fn all_counts() {
    let mut longest = (0, 0, 0);
    let mut boards = 0;
    let mut solver = steps::Optimized::new();
    for white in 0..=16 {
        for black in 0..=16 - white {
            let counts = Counts::new(white, black).unwrap();
            boards += counts.boards();
            if white < black {
                continue;
            }
            let table = table::Optimized::new().all(counts);
            for first in Player::BOTH {
                let histogram = table.histogram(first);
                assert_eq!(histogram.steps.iter().sum::<u64>() + histogram.never, counts.boards());
                let steps = histogram.steps.len().saturating_sub(1);
                longest = longest.max((steps, white, black));
            }
            let ranking = Ranking::new(counts);
            for rank in (0..counts.boards()).step_by(counts.boards() as usize / 50 + 1) {
                let board = ranking.unrank(rank as usize).unwrap();
                assert_eq!(solver.steps(&board), table.steps(&board), "{board}");
                assert_eq!(solver.fewest(&board), table.fewest(&board), "{board}");
            }
        }
    }
    assert_eq!(boards, 3u64.pow(16));
    assert_eq!(longest, (13, 4, 3));
}

#[test]
fn work_is_counted_the_same_each_time() {
    let boards = ["BWBO/WBWB/BWBW/WBWO w", "WBWO/WBBW/BWWB/BWBO b", "BWBB/BBWW/BWWW/WWOO w"];
    let nodes = || {
        let mut solver = steps::Optimized::new();
        for board in boards {
            solver.solve(&board.parse().unwrap()).unwrap();
        }
        solver.nodes()
    };
    assert_eq!(nodes(), nodes());
    let mut solver = table::Optimized::new();
    solver.solve(&boards[0].parse().unwrap()).unwrap();
    solver.solve(&boards[1].parse().unwrap()).unwrap();
    assert_eq!(solver.nodes(), 411_840 - 4_080);
}

/// Published programs deepen until they find a goal; this is where they may stop.
#[test]
fn iterative_deepening_is_bounded() {
    let mut deepest = 0;
    for blanks in 0..=steps::Deepening::MAX_BLANKS {
        for white in 0..=16 - blanks {
            let counts = Counts::new(white, 16 - blanks - white).unwrap();
            let all = table::Optimized::new().all(counts);
            for first in Player::BOTH {
                deepest = deepest.max(all.histogram(first).steps.len().saturating_sub(1) as u32);
            }
        }
    }
    assert_eq!(deepest, steps::Deepening::DEEPEST);
}

#[test]
fn iterative_deepening_goes_the_same_way() {
    let (mut deepening, mut optimized) = (steps::Deepening::new(), steps::Optimized::new());
    let mut longest = 0;
    for row in ROWS.iter().step_by(97) {
        for player in Player::BOTH {
            let board = packed::Board::from(row.start.begun_by(player));
            let steps = deepening.steps(&board).unwrap();
            assert_eq!(steps, optimized.steps(&board), "{board}");
            longest = longest.max(steps.unwrap_or(0));
        }
    }
    assert!(longest >= 7);
    let refused: packed::Board = "B.../..../..../.... b".parse().unwrap();
    assert!(deepening.steps(&refused).is_err());
}
