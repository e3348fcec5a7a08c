//! Sliding four: one board, and all boards at once.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use tesuji_core::Player;
use tesuji_core::sliding_four::{naive, packed};
use tesuji_solvers::sliding_four::{steps, table};

/// A board (the side to move does not matter) and the fewest steps from it.
const BOARDS: [(&str, &str, Option<u32>); 5] = [
    ("sample", "BWBO/WBWB/BWBW/WBWO b", Some(5)),
    // Of the 128 boards that take seven steps, these take the most work.
    ("seven-slowest", "WBWO/WBBW/BWWB/BWBO b", Some(7)),
    ("seven-slowest-turned", "OWBW/WBBW/BWWB/OBWB b", Some(7)),
    ("seven-one-beginner", "WBBB/BBWW/BWWO/BWOW b", Some(7)),
    ("unsolvable", "BWBB/BBWW/BWWW/WWOO b", None),
];

fn one_board(c: &mut Criterion) {
    for (name, text, fewest) in BOARDS {
        let position: naive::Board = text.parse().expect("a bench's board is a position");
        let packed = packed::Board::from(position);
        let mut naive = steps::Naive::new();
        let mut optimized = steps::Optimized::new();
        assert_eq!(naive.fewest(&position), fewest);
        assert_eq!(optimized.fewest(&packed), fewest);
        c.bench_function(&format!("sliding-four/steps/naive/{name}"), |b| {
            b.iter(|| naive.fewest(black_box(&position)));
        });
        c.bench_function(&format!("sliding-four/steps/optimized/{name}"), |b| {
            b.iter(|| optimized.fewest(black_box(&packed)));
        });
    }
}

fn all_boards(c: &mut Criterion) {
    let mut group = c.benchmark_group("sliding-four/table");
    group.sample_size(10);
    for (name, white, black) in [("seven-seven", 7, 7), ("eight-six", 8, 6), ("five-five", 5, 5)] {
        let counts = table::Counts::new(white, black).expect("sixteen pieces at most");
        let table = table::Optimized::new().all(counts);
        if name == "seven-seven" {
            let histogram = table.histogram(Player::Black);
            let steps = [141_536, 57_112, 73_636, 64_656, 48_252, 17_744, 4_244, 500, 80];
            assert_eq!((&histogram.steps[..], histogram.never), (&steps[..], 4_080));
            let rows = || table::Naive::new().all(counts);
            assert!(rows().is_ok_and(|naive| naive.rows().eq(table.rows())));
            group.bench_function(format!("naive/{name}"), |b| b.iter(rows));
        } else {
            // Every thousandth board, against a search of its own.
            let ranking = table::Ranking::new(counts);
            let mut solver = steps::Optimized::new();
            for board in (0..).step_by(1000).map_while(|rank| ranking.unrank(rank)) {
                assert_eq!(table.steps(&board), solver.steps(&board));
            }
        }
        group.bench_function(format!("optimized/{name}"), |b| {
            b.iter(|| table::Optimized::new().all(black_box(counts)));
        });
    }
    group.finish();
}

fn perft(c: &mut Criterion) {
    const PLIES: u32 = 12;
    let position: naive::Board =
        "WBWO/WBBW/BWWB/BWBO b".parse().expect("a bench's board is a position");
    let packed = packed::Board::from(position);
    let nodes = tesuji_core::perft(&position, PLIES);
    assert_eq!(tesuji_core::perft(&packed, PLIES), nodes);
    c.bench_function("sliding-four/perft/naive/slowest", |b| {
        b.iter(|| tesuji_core::perft(black_box(&position), PLIES));
    });
    c.bench_function("sliding-four/perft/optimized/slowest", |b| {
        b.iter(|| tesuji_core::perft(black_box(&packed), PLIES));
    });
}

criterion_group!(benches, one_board, all_boards, perft);
criterion_main!(benches);
