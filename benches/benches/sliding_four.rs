//! Sliding four: one board, and all boards at once.
//!
//! A solver is made anew for every question, so that nothing is remembered
//! from an earlier one.

use std::hint::black_box;

use tesuji_benches::positions::{SLIDING_FOUR, SLIDING_FOUR_COUNTS};
use tesuji_benches::{Criterion, Throughput, criterion_group, criterion_main};
use tesuji_core::sliding_four::{naive, packed};
use tesuji_core::{Game, Player};
use tesuji_solvers::sliding_four::{steps, table};

fn one_board(c: &mut Criterion) {
    let mut group = c.benchmark_group("sliding-four/steps");
    for (name, text, fewest) in SLIDING_FOUR {
        let position: naive::Board = text.parse().expect("a bench's board is a position");
        let packed = packed::Board::from(position);
        group.bench_function(format!("naive/{name}"), |b| {
            b.check(|| assert_eq!(steps::Naive::new().fewest(&position), fewest));
            b.iter(|| steps::Naive::new().fewest(black_box(&position)));
        });
        group.bench_function(format!("optimized/{name}"), |b| {
            b.check(|| assert_eq!(steps::Optimized::new().fewest(&packed), fewest));
            b.iter(|| steps::Optimized::new().fewest(black_box(&packed)));
        });
    }
    group.finish();
}

/// The histogram of the puzzle, and a few boards, far apart, against a search
/// of their own.
fn assert_all(name: &str, counts: table::Counts, table: &table::Table) {
    if name == "seven-seven" {
        let histogram = table.histogram(Player::Black);
        let steps = [141_536, 57_112, 73_636, 64_656, 48_252, 17_744, 4_244, 500, 80];
        assert_eq!((&histogram.steps[..], histogram.never), (&steps[..], 4_080));
    }
    let ranking = table::Ranking::new(counts);
    let mut solver = steps::Optimized::new();
    let step = (counts.boards() as usize / 40).max(1_000);
    for board in (0..).step_by(step).map_while(|rank| ranking.unrank(rank)) {
        assert_eq!(table.steps(&board), solver.steps(&board));
    }
}

fn all_boards(c: &mut Criterion) {
    let mut group = c.benchmark_group("sliding-four/table");
    group.sample_size(10);
    for (name, white, black) in SLIDING_FOUR_COUNTS {
        let counts = table::Counts::new(white, black).expect("sixteen pieces at most");
        // Each board with both beginners.
        group.throughput(Throughput::Positions(2 * counts.boards()));
        group.bench_function(format!("optimized/{name}"), |b| {
            b.check(|| assert_all(name, counts, &table::Optimized::new().all(counts)));
            b.iter(|| table::Optimized::new().all(black_box(counts)));
        });
        if name == "seven-seven" {
            group.bench_function(format!("naive/{name}"), |b| {
                let rows = || table::Naive::new().all(black_box(counts));
                b.check(|| {
                    let table = table::Optimized::new().all(counts);
                    assert!(rows().is_ok_and(|naive| naive.rows().eq(table.rows())));
                });
                b.iter(rows);
            });
        }
    }
    group.finish();
}

/// How cost grows: for one board with the steps to the nearest goal, for all
/// boards with how many there are.
fn growth(c: &mut Criterion) {
    let mut group = c.benchmark_group("sliding-four/steps");
    for depth in 1..=7 {
        // The first in rank whose nearest goal is so far.
        let board = || {
            let table = table::Optimized::new().all(table::Counts::PUZZLE);
            let ranking = table::Ranking::new(table::Counts::PUZZLE);
            let boards = (0..).map_while(|rank| ranking.unrank(rank));
            let mut far = boards.filter(|board| table.fewest(board) == Some(depth));
            far.next().expect("boards of up to seven steps exist")
        };
        group.bench_function(format!("optimized/depth-{depth}"), |b| {
            let board = board();
            b.check(|| assert_eq!(steps::Optimized::new().fewest(&board), Some(depth)));
            b.iter(|| steps::Optimized::new().fewest(black_box(&board)));
        });
        group.bench_function(format!("naive/depth-{depth}"), |b| {
            let board = naive::Board::from(board());
            b.check(|| assert_eq!(steps::Naive::new().fewest(&board), Some(depth)));
            b.iter(|| steps::Naive::new().fewest(black_box(&board)));
        });
    }
    group.finish();

    let mut group = c.benchmark_group("sliding-four/table");
    group.sample_size(10);
    for each in [1, 2, 3, 4, 5] {
        let counts = table::Counts::new(each, each).expect("sixteen pieces at most");
        let boards = counts.boards();
        group.throughput(Throughput::Positions(2 * boards));
        group.bench_function(format!("optimized/boards-{boards}"), |b| {
            b.check(|| assert_all("", counts, &table::Optimized::new().all(counts)));
            b.iter(|| table::Optimized::new().all(black_box(counts)));
        });
        if each <= 3 {
            group.bench_function(format!("naive/boards-{boards}"), |b| {
                let rows = || table::Naive::new().all(black_box(counts));
                b.check(|| {
                    let table = table::Optimized::new().all(counts);
                    assert!(rows().is_ok_and(|naive| naive.rows().eq(table.rows())));
                });
                b.iter(rows);
            });
        }
    }
    group.finish();
}

fn perft(c: &mut Criterion) {
    const PLIES: u32 = 12;
    const LEAVES: u64 = 137_762;
    let position: naive::Board =
        "WBWO/WBBW/BWWB/BWBO b".parse().expect("a bench's board is a position");
    let packed = packed::Board::from(position);
    assert_eq!(position.to_move(), Player::Black);
    let mut group = c.benchmark_group("sliding-four/perft");
    group.throughput(Throughput::Moves(LEAVES));
    group.bench_function("naive/slowest", |b| {
        b.check(|| assert_eq!(tesuji_core::perft(&position, PLIES), LEAVES));
        b.iter(|| tesuji_core::perft(black_box(&position), PLIES));
    });
    group.bench_function("optimized/slowest", |b| {
        b.check(|| assert_eq!(tesuji_core::perft(&packed, PLIES), LEAVES));
        b.iter(|| tesuji_core::perft(black_box(&packed), PLIES));
    });
    group.finish();
}

criterion_group!(benches, one_board, all_boards, growth, perft);
criterion_main!(benches);
