//! Pursuit: who wins, and in how many plies.
//!
//! `all-<n>` solves every placement of a board; the naive minimax asks each
//! placement in turn. `worst-<n>` asks one placement, a longest game of its
//! board, from nothing. `look-up` reads all placements of a solved board.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use tesuji_core::pursuit::{Cell, Speeds, naive, packed};
use tesuji_core::{Outcome, Player};
use tesuji_solvers::pursuit::value::{Naive, Optimized, Table};
use tesuji_solvers::{Answer, Solver};

/// The plies of the longest game.
fn longest(n: u16) -> u32 {
    let n = u32::from(n);
    12 * (n / 4) + [0, 2, 6, 10][n as usize % 4] - 2
}

/// White's and Black's cell where a longest game begins.
fn worst(n: u16) -> (Cell, Cell) {
    let (white, black) = match n {
        5 => (2, 4),
        10 | 14 | 30 => (1, n),
        _ => (2, n),
    };
    (Cell { row: 1, column: white }, Cell { row: 1, column: black })
}

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

/// The sum of all lengths with White to move, by the optimized table.
fn sum_of_lengths(table: &Table, n: u16) -> u32 {
    placements(n)
        .filter_map(|(white, black)| table.answer(white, black, Player::White).remoteness)
        .sum()
}

fn value(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("pursuit/value");
    group.sample_size(10).warm_up_time(Duration::from_millis(300));
    group.measurement_time(Duration::from_secs(2));

    for n in [5, 10, 20, 30, 40, 60, 100] {
        let (white, black) = worst(n);
        group.bench_function(BenchmarkId::new("optimized", format!("all-{n}")), |bencher| {
            bencher.iter(|| {
                let table = Table::new(black_box(n), Speeds::default()).unwrap();
                assert_eq!(table.answer(white, black, Player::White), black_wins(longest(n)));
                table
            });
        });
    }

    for n in [5, 8] {
        let expected = sum_of_lengths(&Table::new(n, Speeds::default()).unwrap(), n);
        group.bench_function(BenchmarkId::new("naive", format!("all-{n}")), |bencher| {
            bencher.iter(|| {
                let mut naive = Naive::new();
                let sum: u32 = placements(black_box(n))
                    .filter_map(|(white, black)| {
                        naive.solve(&board(n, white, black)).unwrap().remoteness
                    })
                    .sum();
                assert_eq!(sum, expected);
            });
        });
    }

    for n in [5, 10, 20, 60] {
        let (white, black) = worst(n);
        let position = packed::Board::from(board(n, white, black));
        group.bench_function(BenchmarkId::new("optimized", format!("worst-{n}")), |bencher| {
            bencher.iter(|| {
                let answer = Optimized::new().solve(black_box(&position)).unwrap();
                assert_eq!(answer, black_wins(longest(n)));
            });
        });
    }

    for n in [5, 10, 14] {
        let (white, black) = worst(n);
        let position = board(n, white, black);
        group.bench_function(BenchmarkId::new("naive", format!("worst-{n}")), |bencher| {
            bencher.iter(|| {
                let answer = Naive::new().solve(black_box(&position)).unwrap();
                assert_eq!(answer, black_wins(longest(n)));
            });
        });
    }

    // The sum over the published histogram of n = 20.
    const LENGTHS_20: u32 = 7_216_856;
    let table = Table::new(20, Speeds::default()).unwrap();
    group.bench_function(BenchmarkId::new("optimized", "look-up-all-20"), |bencher| {
        bencher.iter(|| assert_eq!(sum_of_lengths(black_box(&table), 20), LENGTHS_20));
    });
    group.finish();
}

criterion_group!(benches, value);
criterion_main!(benches);
