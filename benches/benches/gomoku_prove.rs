//! Gomoku: wins by any moves, proved, with their trees.
//!
//! The prover begins with nothing in memory, which takes some milliseconds to
//! make. The nodes are nearly all those of its solvers of threats.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use tesuji_benches::{Criterion, Throughput, criterion_group, criterion_main};
use tesuji_core::gomoku::naive::Board;
use tesuji_core::gomoku::{Variant, text};
use tesuji_solvers::gomoku::proof::{Class, Prover, naive};
use tesuji_solvers::gomoku::search::Limits;

/// Replies to 1.h8 o15 2.i9.
const REPLIES: [&str; 5] = ["e5", "j10", "g7", "h9", "i8"];

fn third_moves(c: &mut Criterion) {
    let never = AtomicBool::new(false);
    let variant: Variant = "15x15 hybrid".parse().expect("a variant");
    let mut group = c.benchmark_group("gomoku/proof");
    group.sample_size(10);
    for reply in REPLIES {
        let moves = format!("h8o15i9{reply}");
        let position = text::parse(&moves, variant, None).expect("a position");
        let solve = || {
            let mut prover = Prover::new(256 << 20);
            let limits = Limits::default();
            let claim = prover.prove(black_box(&position), Class::All, &limits, &never);
            (claim, prover.nodes())
        };
        group.throughput(Throughput::Nodes(solve().1));
        group.bench_function(format!("optimized/h8o15i9{reply}"), |b| {
            b.check(|| assert!(solve().0.win().is_some()));
            b.iter(solve);
        });
    }
    group.finish();
}

/// A game that both roads can solve: three in a row on 4×4.
fn small(c: &mut Criterion) {
    let never = AtomicBool::new(false);
    let variant: Variant = "4x4 freestyle k3".parse().expect("a variant");
    let position = Board::new(variant);
    let limits = Limits::default();
    let mut group = c.benchmark_group("gomoku/proof");
    group.throughput(Throughput::Positions(1));
    group.bench_function("optimized/small", |b| {
        let mut prover = Prover::new(0);
        let mut solve = || {
            prover.clear();
            prover.prove(black_box(&position), Class::All, &limits, &never)
        };
        b.check(|| assert!(solve().win().is_some()));
        b.iter(&mut solve);
    });
    group.bench_function("naive/small", |b| {
        let solve = || naive::solve(black_box(&position), Class::All, &limits, &never);
        b.check(|| assert!(solve().claim.win().is_some()));
        b.iter(solve);
    });
    group.finish();
}

criterion_group!(benches, third_moves, small);
criterion_main!(benches);
