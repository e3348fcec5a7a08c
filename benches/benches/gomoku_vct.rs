//! Gomoku: wins by continuous threats, over the stored problems.
//!
//! Nothing is remembered from one question to the next, and the tree is part of
//! the answer. The node counts include those of the solver of fours.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use tesuji_benches::positions::{gomoku_threat, gomoku_threats};
use tesuji_benches::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use tesuji_core::gomoku::naive::Board;
use tesuji_solvers::gomoku::search::Limits;
use tesuji_solvers::gomoku::vct::{Class, Vct, naive};

fn problems(c: &mut Criterion) {
    let mut group = c.benchmark_group("gomoku/vct");
    group.sample_size(10);
    for (name, position, class) in gomoku_threats() {
        // Nothing is remembered. The tables are made outside of the clock: that
        // takes milliseconds, and most of the problems a fraction of one.
        let solve = |mut vct: Vct| {
            let found = gomoku_threat(&mut vct, black_box(&position), class);
            (vct, found)
        };
        let (_, (_, nodes)) = solve(Vct::default());
        group.throughput(Throughput::Nodes(nodes));
        group.bench_function(format!("optimized/{name}"), |b| {
            b.check(|| assert!(solve(Vct::default()).1.0.win().is_some()));
            b.iter_batched(Vct::default, solve, BatchSize::PerIteration);
        });
    }
    group.finish();
}

/// A position that both roads can answer: a straight four in the making.
fn small(c: &mut Criterion) {
    let position: Board = "7x7 freestyle: c4 d4 e4 | a1 g7 a7 b".parse().expect("a position");
    let never = AtomicBool::new(false);
    let mut group = c.benchmark_group("gomoku/vct");
    group.throughput(Throughput::Positions(1));
    group.bench_function("optimized/small", |b| {
        let mut vct = Vct::new(0);
        let mut solve = || {
            vct.clear();
            gomoku_threat(&mut vct, black_box(&position), Class::Threes).0
        };
        b.check(|| assert_eq!(solve().win().map(|win| win.tree.moves()), Some(2)));
        b.iter(&mut solve);
    });
    group.bench_function("naive/small", |b| {
        let limits = Limits::default();
        let solve = || naive::solve(black_box(&position), Class::Threes, &limits, &never).claim;
        b.check(|| assert_eq!(solve().win().map(|win| win.tree.moves()), Some(2)));
        b.iter(solve);
    });
    group.finish();
}

criterion_group!(benches, problems, small);
criterion_main!(benches);
