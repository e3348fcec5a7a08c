//! Exhaustive truths of painting, by both roads where the slow one gets there.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use tesuji_core::painting::{ALICE, BOB, Grid, MAX_COLUMNS, judge, naive, packed};
use tesuji_core::{Game, Outcome, perft};
use tesuji_solvers::painting::grundy::optimized::{
    PERIOD, PREPERIOD, board_value, repeats, values,
};
use tesuji_solvers::painting::grundy::{self, Recurrence, run_value};
use tesuji_solvers::painting::winner::{self, winning_moves};
use tesuji_solvers::{Answer, Refusal, Solver};
use tesuji_testkit::fnv::Fnv;

/// g(n) from n = 71 on, by n mod 12.
const BY_RESIDUE: [u8; 12] = [5, 0, 2, 8, 1, 4, 6, 3, 1, 8, 2, 7];

/// Where g(n) is something else.
#[rustfmt::skip]
const EXCEPTIONS: [(u64, u8); 14] = [
    (0, 0), (3, 2), (6, 3), (9, 4), (11, 6), (15, 7), (18, 3), (21, 4), (22, 7), (28, 4), (34, 7),
    (39, 2), (57, 4), (70, 7),
];

/// Grids of 1 to 12 columns, painted in all 4^N ways, on which Bob wins.
const BOB_WINS: [u64; 12] =
    [2, 7, 29, 108, 414, 1_586, 6_090, 23_462, 90_662, 351_266, 1_364_538, 5_313_826];

fn checksum(values: impl Iterator<Item = u8>) -> u64 {
    let mut fnv = Fnv::new();
    values.for_each(|value| fnv.byte(value));
    fnv.value()
}

#[test]
fn values_of_runs_have_their_period_and_their_exceptions() {
    let exceptions: BTreeMap<u64, u8> = EXCEPTIONS.into();
    for n in (0..10_000).chain(MAX_COLUMNS - 1_000..=MAX_COLUMNS) {
        let wanted = exceptions.get(&n).copied().unwrap_or(BY_RESIDUE[(n % 12) as usize]);
        assert_eq!(run_value(n), wanted, "g({n})");
    }
    for (n, value) in EXCEPTIONS {
        assert_ne!(value, BY_RESIDUE[(n % 12) as usize], "g({n}) is no exception");
    }
    assert_eq!((run_value(70), run_value(82)), (7, 2));
    assert_eq!((0..1_000).map(run_value).max(), Some(8));
}

#[test]
fn values_of_runs_have_the_published_checksums() {
    assert_eq!(checksum((0..5_000).map(run_value)), 0x12e2_11f4_fff9_ffdb);
    assert_eq!(checksum((0..=200_000).map(run_value)), 0xf56b_71bb_fdf0_e406);
}

#[test]
fn the_recurrence_goes_the_same_way_to_its_limit() {
    let mut recurrence = Recurrence::new();
    let first = (0..5_000).map(|n| recurrence.run_value(n).unwrap());
    assert_eq!(checksum(first), 0x12e2_11f4_fff9_ffdb);
    // Half of n cells and half of n - 1 blocks are n options, from n = 1 on.
    assert_eq!(recurrence.nodes(), (1..5_000).sum::<u64>());
    let all = (0..=Recurrence::MAX_RUN).map(|n| recurrence.run_value(n).unwrap());
    assert_eq!(checksum(all), 0xf56b_71bb_fdf0_e406);
    let refused = recurrence.run_value(Recurrence::MAX_RUN + 1);
    assert!(matches!(refused, Err(Refusal::TooLarge { .. })));
}

#[test]
fn the_period_is_what_the_finite_check_says() {
    let g = values::<1_000>();
    assert_eq!((PREPERIOD, PERIOD), (71, 12));
    let proved: Vec<(usize, usize)> = (0..200)
        .flat_map(|preperiod| (1..=36).map(move |period| (preperiod, period)))
        .filter(|&(preperiod, period)| repeats(&g, preperiod, period))
        .collect();
    let all: Vec<(usize, usize)> =
        (71..200).flat_map(|preperiod| [12, 24, 36].map(|period| (preperiod, period))).collect();
    assert_eq!(proved, all);
    // The check looks at m = 71 to 154, that is as far as g(166).
    assert!(repeats(&g[..167], 71, 12));
    assert!(!repeats(&g[..166], 71, 12));
    for m in 71..=166 {
        let mut wrong = g;
        wrong[m] ^= 1;
        assert!(!repeats(&wrong, 71, 12), "g({m}) is not looked at");
    }
}

#[test]
fn bob_wins_an_untouched_grid_exactly_at_one_more_than_a_multiple_of_twelve() {
    let mut cells = grundy::Naive::new();
    for n in 0..=8 {
        assert_eq!(cells.run_value(n), Ok(run_value(n)), "g({n}) by the cells");
    }
    for n in (1..5_000).chain(MAX_COLUMNS - 5_000..=MAX_COLUMNS) {
        let grid = Grid::new(n).unwrap();
        let winner = if n % 12 == 1 { BOB } else { ALICE };
        assert_eq!(winner::winner(&grid), winner, "{n} columns");
        assert_eq!(winning_moves(&grid).count() == 0, winner == BOB, "{n} columns");
    }
}

#[test]
fn bob_wins_as_many_grids_as_published() {
    for (columns, wanted) in (1..).zip(BOB_WINS) {
        let all = u64::MAX >> (64 - columns);
        let mut count = 0;
        for first in 0..=all {
            for second in 0..=all {
                let board = packed::Board::from_free(columns, [first, second], ALICE).unwrap();
                count += u64::from(board_value(board) == 0);
            }
        }
        assert_eq!(count, wanted, "{columns} columns");
    }
}

#[test]
fn the_slow_roads_count_the_same_and_give_the_same_values() {
    let mut by_cells = grundy::Naive::new();
    let mut by_runs = winner::Naive::new();
    for (columns, wanted) in (1..=8).zip(BOB_WINS) {
        let all = u64::MAX >> (64 - columns);
        let mut count = 0;
        for masks in 0..1 << (2 * columns) {
            let masks = [masks & all, masks >> columns];
            let board = packed::Board::from_free(columns, masks, ALICE).unwrap();
            let value = by_cells.solve(&naive::Board::from(board)).unwrap().value;
            assert_eq!(board_value(board), value, "{board}");
            assert_eq!(by_runs.value_by_runs(&Grid::from(board)), Ok(value), "{board}");
            count += u64::from(value == 0);
        }
        assert_eq!(count, wanted, "{columns} columns");
    }
    // Each of the 4^1 + … + 4^8 grids was worked out once.
    assert_eq!(by_cells.nodes(), (1..=8).map(|n| 4_u64.pow(n)).sum());
}

#[test]
fn winning_moves_of_every_grid_of_six_columns() {
    let mut by_cells = grundy::Naive::new();
    for masks in 0..4_096_u64 {
        let board = packed::Board::from_free(6, [masks & 63, masks >> 6], BOB).unwrap();
        let board = naive::Board::from(board);
        let mut wanted = by_cells.solve_moves(&board).unwrap();
        wanted.retain(|(_, child)| child.value == 0);
        let wins = winning_moves(&Grid::from(&board));
        let mut found: Vec<_> = wins.groups.iter().flat_map(|group| group.moves()).collect();
        found.sort_unstable();
        assert_eq!(found, wanted.iter().map(|&(mv, _)| mv).collect::<Vec<_>>(), "{board}");
    }
}

#[test]
fn winning_moves_are_counted_on_the_widest_grids() {
    let count = |columns| winning_moves(&Grid::new(columns).unwrap()).count();
    for columns in MAX_COLUMNS - 23..=MAX_COLUMNS {
        // A period more adds the same as near the start, where they can be listed.
        let near = 400 + (columns - 400) % 12;
        let step = count(near + 12) - count(near);
        assert_eq!(count(columns), count(near) + (columns - near) / 12 * step, "{columns} columns");
        let wins = winning_moves(&Grid::new(near).unwrap());
        let mut listed: Vec<_> = wins.groups.iter().flat_map(|group| group.moves()).collect();
        listed.sort_unstable();
        listed.dedup();
        assert_eq!(listed.len() as u64, count(near), "{near} columns");
    }
}

#[test]
fn the_two_boards_have_the_same_perft() {
    for columns in 1..=9 {
        let packed = packed::Board::new(columns).unwrap();
        let naive = naive::Board::new(columns).unwrap();
        for depth in 0..=4 {
            assert_eq!(perft(&packed, depth), perft(&naive, depth), "{columns} columns, {depth}");
        }
    }
    // Two columns: four cells in any order, or the block.
    let square = packed::Board::new(2).unwrap();
    assert_eq!([0, 1, 2, 3, 4, 5].map(|depth| perft(&square, depth)), [1, 5, 12, 24, 24, 0]);
}

#[test]
fn vectors_by_both_roads() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let input = fs::read(data.join("painting.in")).unwrap();
    let output = fs::read_to_string(data.join("painting.out")).unwrap();
    let grids = judge::parse(&input).unwrap();
    assert_eq!(grids.len(), 160);
    let mut fast = winner::Optimized::new();
    let mut slow = winner::Naive::new();
    let mut lines = output.lines();
    for (case, grid) in (1..).zip(&grids) {
        let answer = fast.solve(grid).unwrap();
        assert_eq!(slow.solve(grid), Ok(answer), "case {case}: {grid}");
        let winner = answer.value.winner().unwrap();
        assert_eq!(lines.next(), Some(judge::answer(case, winner).as_str()), "{grid}");
    }
    assert_eq!(lines.next(), None);
    assert_eq!(judge::parse(judge::write_input(&grids).as_bytes()), Ok(grids));
}

#[test]
fn untouched_boards_up_to_the_whole_word() {
    for columns in 1..=64 {
        let board = packed::Board::new(columns).unwrap();
        assert_eq!(board_value(board), run_value(columns), "{columns} columns");
    }
}

#[test]
fn the_sample() {
    let grids = judge::parse(b"2\n2 0\n2 2\n1 1\n2 2\n").unwrap();
    let winners: Vec<_> = grids.iter().map(winner::winner).collect();
    assert_eq!(winners, [ALICE, BOB]);
    assert_eq!(judge::answer(2, winners[1]), "Case 2: Bob");
}

#[test]
fn a_full_grid_is_over_and_bobs() {
    let grid: Grid = "2: 1,1 2,1 1,2 2,2".parse().unwrap();
    assert_eq!(grid.outcome(), Some(Outcome::Win(BOB)));
    assert_eq!(winner::winner(&grid), BOB);
    let board = packed::Board::try_from(&grid).unwrap();
    assert_eq!(board.outcome(), Some(Outcome::Win(BOB)));
    let answer = Answer { value: Outcome::Win(BOB), remoteness: None };
    assert_eq!(winner::Naive::new().solve(&grid), Ok(answer));
}

#[test]
fn the_naive_roads_refuse_beyond_their_limits() {
    let too_large = |refused: Result<u8, Refusal>| {
        assert!(matches!(refused, Err(Refusal::TooLarge { .. })), "{refused:?}");
    };
    let nine = naive::Board::new(9).unwrap();
    too_large(grundy::Naive::new().solve(&nine).map(|answer| answer.value));
    let wide = Grid::new(winner::Naive::MAX_COLUMNS + 1).unwrap();
    too_large(winner::Naive::new().value_by_runs(&wide));
    assert!(winner::Naive::new().solve(&wide).is_err());
    let answer = winner::Optimized::new().solve(&wide).unwrap();
    assert_eq!(answer.value, Outcome::Win(ALICE));
}
