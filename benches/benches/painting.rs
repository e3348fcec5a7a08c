//! Benches of painting: who wins, which moves win, Grundy values, reading.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use tesuji_core::painting::{ALICE, Cell, Grid, MAX_COLUMNS, judge, naive, packed};
use tesuji_core::perft;
use tesuji_solvers::Solver;
use tesuji_solvers::painting::grundy::optimized::{board_value, repeats, run_value, values};
use tesuji_solvers::painting::grundy::{self, Recurrence};
use tesuji_solvers::painting::winner::{self, winning_moves};
use tesuji_testkit::fnv::Fnv;

/// The judge's limits: 74 cases of 4747 columns.
const CASES: u64 = 74;
const COLUMNS: u64 = 4747;

/// The value of the checksum of g(0) to g(4999).
const FNV_4999: u64 = 0x12e2_11f4_fff9_ffdb;

/// Grids of [`sparse`] 10¹⁸ columns wide: the painted cells as a power of ten,
/// the Grundy value and the number of winning moves, as a program that shares
/// nothing with these crates found them.
const SPARSE: [(u32, u8, Option<u64>); 6] = [
    (1, 10, Some(123_137_643_020_407_594)),
    (2, 14, Some(330_825_677_122_227_512)),
    (3, 2, Some(511_927_981_558_127_572)),
    (4, 5, Some(193_858_875_810_850_846)),
    (5, 10, None),
    (6, 9, None),
];

/// A number below `bound`, the same on every machine (splitmix64).
fn random(state: &mut u64, bound: u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ z >> 31) % bound
}

/// A file of the judge's size in which each case has all its cells painted but
/// the last `left` of a random order; `shuffled` keeps that order.
fn judge_file(left: usize, shuffled: bool) -> String {
    let mut state = 4559;
    let mut text = format!("{CASES}\n");
    for _ in 0..CASES {
        let mut cells: Vec<Cell> =
            (1..=COLUMNS).flat_map(|column| [1, 2].map(|row| Cell::new(row, column))).collect();
        for i in (1..cells.len()).rev() {
            cells.swap(i, random(&mut state, i as u64 + 1) as usize);
        }
        cells.truncate(cells.len() - left);
        if !shuffled {
            cells.sort_unstable();
        }
        text += &format!("{COLUMNS} {}\n", cells.len());
        for cell in cells {
            text += &format!("{} {}\n", cell.row, cell.column);
        }
    }
    text
}

/// How many cases of the file Alice wins: reading, solving and all.
fn alice_wins(file: &[u8]) -> usize {
    let grids = judge::parse(file).expect("the file is good");
    grids.iter().filter(|grid| winner::winner(grid) == ALICE).count()
}

fn alice_wins_naive(file: &[u8]) -> usize {
    let grids = judge::parse(file).expect("the file is good");
    let mut solver = winner::Naive::new();
    let alice = |grid: &&Grid| solver.value_by_runs(grid) != Ok(0);
    grids.iter().filter(alice).count()
}

/// A grid of this width with this many columns painted, none beside another.
fn sparse(columns: u64, painted: u64) -> Grid {
    let step = columns / painted;
    let mut state = columns ^ painted;
    let cells = (0..painted).map(|index| {
        let row = 1 + random(&mut state, 2) as u8;
        Cell::new(row, 1 + index * step + random(&mut state, step - 1))
    });
    Grid::from_cells(columns, cells, ALICE).expect("the cells lie apart")
}

fn judge_files(c: &mut Criterion) {
    let files = [
        ("judge-74-full", judge_file(0, false), 0),
        ("judge-74-full-shuffled", judge_file(0, true), 0),
        ("judge-74-half", judge_file(COLUMNS as usize, true), usize::MAX),
        ("judge-74-empty", judge_file(2 * COLUMNS as usize, true), 74),
    ];
    for (case, file, wins) in &files {
        let wins = if *wins == usize::MAX { alice_wins_naive(file.as_bytes()) } else { *wins };
        c.bench_function(&format!("painting/winner/optimized/{case}"), |b| {
            b.iter(|| assert_eq!(alice_wins(black_box(file.as_bytes())), wins));
        });
        c.bench_function(&format!("painting/winner/naive/{case}"), |b| {
            b.iter(|| assert_eq!(alice_wins_naive(black_box(file.as_bytes())), wins));
        });
    }
}

fn winners(c: &mut Criterion) {
    for exponent in [3, 6, 9, 12, 18] {
        let grid = Grid::new(10_u64.pow(exponent)).expect("the width is in range");
        // Bob wins an untouched grid exactly at 1 mod 12, which no power of 10 but 1 is.
        c.bench_function(&format!("painting/winner/optimized/untouched-1e{exponent}"), |b| {
            b.iter(|| assert_eq!(winner::winner(black_box(&grid)), ALICE));
        });
    }
    for (exponent, value, wins) in SPARSE {
        let grid = sparse(MAX_COLUMNS, 10_u64.pow(exponent));
        assert_eq!(grundy::optimized::grid_value(&grid), value);
        c.bench_function(&format!("painting/winner/optimized/painted-1e{exponent}"), |b| {
            b.iter(|| assert_eq!(winner::winner(black_box(&grid)), ALICE));
        });
        if let Some(wins) = wins {
            c.bench_function(&format!("painting/winner/optimized/moves-1e{exponent}"), |b| {
                b.iter(|| assert_eq!(winning_moves(black_box(&grid)).count(), wins));
            });
        }
    }
    let grid = sparse(COLUMNS, 20);
    let expected = winner::winner(&grid);
    c.bench_function("painting/winner/naive/4747-columns-20-painted", |b| {
        b.iter(|| {
            let answer = winner::Naive::new().solve(black_box(&grid)).expect("the grid is small");
            assert_eq!(answer.value.winner(), Some(expected));
        });
    });
    c.bench_function("painting/winner/optimized/4747-columns-20-painted", |b| {
        b.iter(|| {
            let answer = winner::Optimized::new().solve(black_box(&grid)).expect("never refuses");
            assert_eq!(answer.value.winner(), Some(expected));
        });
    });
}

fn grundy_values(c: &mut Criterion) {
    let checksum = |value: &mut dyn FnMut(u64) -> u8| {
        let mut fnv = Fnv::new();
        (0..5_000).for_each(|n| fnv.byte(value(n)));
        fnv.value()
    };
    c.bench_function("painting/grundy/naive/runs-to-4999", |b| {
        b.iter(|| {
            let mut recurrence = Recurrence::new();
            let sum = checksum(&mut |n| recurrence.run_value(n).expect("the run is short"));
            assert_eq!(sum, FNV_4999);
        });
    });
    c.bench_function("painting/grundy/optimized/runs-to-4999", |b| {
        b.iter(|| assert_eq!(checksum(&mut |n| run_value(black_box(n))), FNV_4999));
    });
    c.bench_function("painting/grundy/optimized/proof-of-the-period", |b| {
        b.iter(|| {
            let g = values::<167>();
            assert!(repeats(black_box(&g), 71, 12) && !repeats(black_box(&g), 70, 12));
        });
    });
    let board = naive::Board::new(7).expect("the width is in range");
    c.bench_function("painting/grundy/naive/untouched-7-columns", |b| {
        b.iter(|| {
            let mut solver = grundy::Naive::new();
            assert_eq!(solver.solve(black_box(&board)).expect("14 cells").value, run_value(7));
            assert_eq!(solver.nodes(), 16_384);
        });
    });
    let board = packed::Board::try_from(&board).expect("the width is in range");
    c.bench_function("painting/grundy/optimized/untouched-7-columns", |b| {
        b.iter(|| assert_eq!(board_value(black_box(board)), 3));
    });
    c.bench_function("painting/grundy/optimized/all-boards-of-8-columns", |b| {
        b.iter(|| {
            let mut bob = 0;
            for masks in 0..1_u64 << 16 {
                let free = [masks & 255, masks >> 8];
                let board = packed::Board::from_free(8, free, ALICE).expect("8 columns");
                bob += u32::from(board_value(board) == 0);
            }
            assert_eq!(bob, 23_462);
        });
    });
}

fn moves(c: &mut Criterion) {
    const LEAVES: u64 = 992_196;
    let fast = packed::Board::new(35).expect("the width is in range");
    let slow = naive::Board::from(fast);
    c.bench_function("painting/perft/optimized/35-columns-depth-3", |b| {
        b.iter(|| assert_eq!(perft(black_box(&fast), 3), LEAVES));
    });
    c.bench_function("painting/perft/naive/35-columns-depth-3", |b| {
        b.iter(|| assert_eq!(perft(black_box(&slow), 3), LEAVES));
    });
}

criterion_group!(benches, judge_files, winners, grundy_values, moves);
criterion_main!(benches);
