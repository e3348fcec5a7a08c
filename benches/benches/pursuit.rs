//! Pursuit: who wins, and in how many plies.
//!
//! `all-<n>` solves every placement of a board; the naive minimax asks each
//! placement in turn. `worst-<n>` asks one placement, a longest game of its
//! board, from nothing. `look-up` reads all placements of a solved board.

use std::hint::black_box;
use std::time::Duration;

use tesuji_benches::positions::{PURSUIT, pursuit_longest, pursuit_worst};
use tesuji_benches::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tesuji_core::pursuit::{Cell, Speeds, naive, packed};
use tesuji_core::{Outcome, Player};
use tesuji_solvers::pursuit::value::{Naive, Optimized, Table};
use tesuji_solvers::{Answer, Solver};

fn black_wins(plies: u32) -> Answer<Outcome> {
    Answer { value: Outcome::Win(Player::Black), remoteness: Some(plies) }
}

fn board(n: u16, white: Cell, black: Cell) -> naive::Board {
    naive::Board::new(n, white, black, Player::White, Speeds::default()).unwrap()
}

fn placements(n: u16) -> impl Iterator<Item = (Cell, Cell)> {
    let cells =
        move || (1..=n).flat_map(move |row| (1..=n).map(move |column| Cell { row, column }));
    let pairs = move |white| cells().map(move |black| (white, black));
    cells().flat_map(pairs).filter(|(white, black)| white != black)
}

/// How many placements there are, with one side to move.
fn count(n: u16) -> u64 {
    let cells = u64::from(n) * u64::from(n);
    cells * (cells - 1)
}

/// The sum of all lengths with White to move, by the optimized table.
fn sum_of_lengths(table: &Table, n: u16) -> u32 {
    placements(n)
        .filter_map(|(white, black)| table.answer(white, black, Player::White).remoteness)
        .sum()
}

/// The same, by asking the naive solver for each.
fn sum_of_naive_lengths(n: u16) -> u32 {
    let mut naive = Naive::new();
    placements(n)
        .filter_map(|(white, black)| naive.solve(&board(n, white, black)).unwrap().remoteness)
        .sum()
}

fn value(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("pursuit/value");
    group.sample_size(10).warm_up_time(Duration::from_millis(300));
    group.measurement_time(Duration::from_secs(2));

    for n in PURSUIT {
        let (white, black) = pursuit_worst(n);
        let solve = || Table::new(black_box(n), Speeds::default()).unwrap();
        // Both sides to move.
        group.throughput(Throughput::Positions(2 * count(n)));
        group.bench_function(BenchmarkId::new("optimized", format!("all-{n}")), |bencher| {
            bencher.check(|| {
                let answer = solve().answer(white, black, Player::White);
                assert_eq!(answer, black_wins(pursuit_longest(n)));
            });
            bencher.iter(solve);
        });
    }

    for n in [5, 6, 8] {
        group.throughput(Throughput::Positions(count(n)));
        group.bench_function(BenchmarkId::new("naive", format!("all-{n}")), |bencher| {
            bencher.check(|| {
                let expected = sum_of_lengths(&Table::new(n, Speeds::default()).unwrap(), n);
                assert_eq!(sum_of_naive_lengths(n), expected);
            });
            bencher.iter(|| sum_of_naive_lengths(black_box(n)));
        });
    }

    group.throughput(Throughput::Positions(1));
    for n in [5, 10, 14, 20, 40, 60] {
        let (white, black) = pursuit_worst(n);
        let position = packed::Board::from(board(n, white, black));
        group.bench_function(BenchmarkId::new("optimized", format!("worst-{n}")), |bencher| {
            let solve = || Optimized::new().solve(black_box(&position)).unwrap();
            bencher.check(|| assert_eq!(solve(), black_wins(pursuit_longest(n))));
            bencher.iter(solve);
        });
    }

    for n in [5, 10, 14] {
        let (white, black) = pursuit_worst(n);
        let position = board(n, white, black);
        group.bench_function(BenchmarkId::new("naive", format!("worst-{n}")), |bencher| {
            let solve = || Naive::new().solve(black_box(&position)).unwrap();
            bencher.check(|| assert_eq!(solve(), black_wins(pursuit_longest(n))));
            bencher.iter(solve);
        });
    }

    // The sum over the published histogram of n = 20.
    const LENGTHS_20: u32 = 7_216_856;
    group.throughput(Throughput::Positions(count(20)));
    group.bench_function(BenchmarkId::new("optimized", "look-up-all-20"), |bencher| {
        let table = Table::new(20, Speeds::default()).unwrap();
        bencher.check(|| assert_eq!(sum_of_lengths(&table, 20), LENGTHS_20));
        bencher.iter(|| sum_of_lengths(black_box(&table), 20));
    });
    group.finish();
}

criterion_group!(benches, value);
criterion_main!(benches);
