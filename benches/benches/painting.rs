//! Benches of painting: who wins, which moves win, Grundy values, reading.

use std::hint::black_box;

use tesuji_benches::positions::{PAINTING_WIDTHS, random, sparse_grid};
use tesuji_benches::{Criterion, Throughput, criterion_group, criterion_main};
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

/// Sparse grids 10¹⁸ columns wide: the painted cells as a power of ten, the
/// Grundy value and the number of winning moves, as a program that shares
/// nothing with these crates found them.
const SPARSE: [(u32, u8, Option<u64>); 6] = [
    (1, 10, Some(123_137_643_020_407_594)),
    (2, 14, Some(330_825_677_122_227_512)),
    (3, 2, Some(511_927_981_558_127_572)),
    (4, 5, Some(193_858_875_810_850_846)),
    (5, 10, None),
    (6, 9, None),
];

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

fn judge_files(c: &mut Criterion) {
    let mut group = c.benchmark_group("painting/winner");
    let files = [
        ("judge-74-full", 0, false, Some(0)),
        ("judge-74-full-shuffled", 0, true, Some(0)),
        ("judge-74-half", COLUMNS as usize, true, None),
        ("judge-74-empty", 2 * COLUMNS as usize, true, Some(74)),
    ];
    for (case, left, shuffled, wins) in files {
        let wins = |file: &[u8]| wins.unwrap_or_else(|| alice_wins_naive(file));
        group.throughput(match CASES * (2 * COLUMNS - left as u64) {
            0 => Throughput::Positions(CASES),
            painted => Throughput::Moves(painted),
        });
        group.bench_function(format!("optimized/{case}"), |b| {
            let file = judge_file(left, shuffled);
            b.check(|| assert_eq!(alice_wins(file.as_bytes()), wins(file.as_bytes())));
            b.iter(|| alice_wins(black_box(file.as_bytes())));
        });
        group.bench_function(format!("naive/{case}"), |b| {
            let file = judge_file(left, shuffled);
            b.check(|| assert_eq!(alice_wins_naive(file.as_bytes()), wins(file.as_bytes())));
            b.iter(|| alice_wins_naive(black_box(file.as_bytes())));
        });
    }
    group.finish();
}

fn winners(c: &mut Criterion) {
    let mut group = c.benchmark_group("painting/winner");
    for exponent in PAINTING_WIDTHS {
        let grid = Grid::new(10_u64.pow(exponent)).expect("the width is in range");
        // Bob wins an untouched grid exactly at 1 mod 12, which no power of 10 but 1 is.
        group.bench_function(format!("optimized/untouched-1e{exponent}"), |b| {
            b.check(|| assert_eq!(winner::winner(&grid), ALICE));
            b.iter(|| winner::winner(black_box(&grid)));
        });
    }
    for exponent in [1, 2, 3] {
        let grid = Grid::new(10_u64.pow(exponent)).expect("the width is in range");
        group.bench_function(format!("naive/untouched-1e{exponent}"), |b| {
            b.check(|| {
                assert_eq!(
                    winner::Naive::new().value_by_runs(&grid).map(|value| value != 0),
                    Ok(true)
                );
            });
            b.iter(|| winner::Naive::new().value_by_runs(black_box(&grid)));
        });
    }
    group.throughput(Throughput::Positions(1));
    for (exponent, value, wins) in SPARSE {
        group.bench_function(format!("optimized/painted-1e{exponent}"), |b| {
            let grid = sparse_grid(MAX_COLUMNS, 10_u64.pow(exponent));
            b.check(|| {
                assert_eq!(grundy::optimized::grid_value(&grid), value);
                assert_eq!(winner::winner(&grid), ALICE);
            });
            b.iter(|| winner::winner(black_box(&grid)));
        });
        if let Some(wins) = wins {
            group.bench_function(format!("optimized/moves-1e{exponent}"), |b| {
                let grid = sparse_grid(MAX_COLUMNS, 10_u64.pow(exponent));
                b.check(|| assert_eq!(winning_moves(&grid).count(), wins));
                b.iter(|| winning_moves(black_box(&grid)).count());
            });
        }
    }
    let grid = sparse_grid(COLUMNS, 20);
    let expected = winner::winner(&grid);
    group.bench_function("naive/4747-columns-20-painted", |b| {
        let solve = || winner::Naive::new().solve(black_box(&grid)).expect("the grid is small");
        b.check(|| assert_eq!(solve().value.winner(), Some(expected)));
        b.iter(solve);
    });
    group.bench_function("optimized/4747-columns-20-painted", |b| {
        let solve = || winner::Optimized::new().solve(black_box(&grid)).expect("never refuses");
        b.check(|| assert_eq!(solve().value.winner(), Some(expected)));
        b.iter(solve);
    });
    group.finish();
}

fn grundy_values(c: &mut Criterion) {
    let checksum = |value: &mut dyn FnMut(u64) -> u8| {
        let mut fnv = Fnv::new();
        (0..5_000).for_each(|n| fnv.byte(value(n)));
        fnv.value()
    };
    let mut group = c.benchmark_group("painting/grundy");
    group.throughput(Throughput::Positions(5_000));
    group.bench_function("naive/runs-to-4999", |b| {
        let solve = || {
            let mut recurrence = Recurrence::new();
            checksum(&mut |n| recurrence.run_value(n).expect("the run is short"))
        };
        b.check(|| assert_eq!(solve(), FNV_4999));
        b.iter(solve);
    });
    group.bench_function("optimized/runs-to-4999", |b| {
        let solve = || checksum(&mut |n| run_value(black_box(n)));
        b.check(|| assert_eq!(solve(), FNV_4999));
        b.iter(solve);
    });
    group.throughput(Throughput::Positions(1));
    group.bench_function("optimized/proof-of-the-period", |b| {
        let prove = || {
            let g = values::<167>();
            repeats(black_box(&g), 71, 12) && !repeats(black_box(&g), 70, 12)
        };
        b.check(|| assert!(prove()));
        b.iter(prove);
    });
    let board = naive::Board::new(7).expect("the width is in range");
    group.bench_function("naive/untouched-7-columns", |b| {
        b.check(|| {
            let mut solver = grundy::Naive::new();
            assert_eq!(solver.solve(&board).expect("14 cells").value, run_value(7));
            assert_eq!(solver.nodes(), 16_384);
        });
        b.iter(|| grundy::Naive::new().solve(black_box(&board)));
    });
    let board = packed::Board::try_from(&board).expect("the width is in range");
    group.bench_function("optimized/untouched-7-columns", |b| {
        b.check(|| assert_eq!(board_value(board), 3));
        b.iter(|| board_value(black_box(board)));
    });
    group.throughput(Throughput::Positions(1 << 16));
    group.bench_function("optimized/all-boards-of-8-columns", |b| {
        let bob = || {
            let mut bob = 0;
            for masks in 0..1_u64 << 16 {
                let free = [masks & 255, masks >> 8];
                let board = packed::Board::from_free(8, free, ALICE).expect("8 columns");
                bob += u32::from(board_value(board) == 0);
            }
            bob
        };
        b.check(|| assert_eq!(bob(), 23_462));
        b.iter(bob);
    });
    group.finish();
}

fn moves(c: &mut Criterion) {
    const LEAVES: u64 = 992_196;
    let fast = packed::Board::new(35).expect("the width is in range");
    let slow = naive::Board::from(fast);
    let mut group = c.benchmark_group("painting/perft");
    group.throughput(Throughput::Moves(LEAVES));
    group.bench_function("optimized/35-columns-depth-3", |b| {
        b.check(|| assert_eq!(perft(&fast, 3), LEAVES));
        b.iter(|| perft(black_box(&fast), 3));
    });
    group.bench_function("naive/35-columns-depth-3", |b| {
        b.check(|| assert_eq!(perft(&slow, 3), LEAVES));
        b.iter(|| perft(black_box(&slow), 3));
    });
    group.finish();
}

criterion_group!(benches, judge_files, winners, grundy_values, moves);
criterion_main!(benches);
