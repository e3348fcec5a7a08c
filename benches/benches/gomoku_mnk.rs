//! Gomoku: m,n,k games from the empty board, solved with the whole strategy.
//!
//! Each iteration begins with an empty table of 32 MiB, made outside of the
//! clock: the smallest games take less.

use std::hint::black_box;

use tesuji_benches::positions::{MNK, gomoku_mnk};
use tesuji_benches::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use tesuji_core::Player;
use tesuji_core::gomoku::{Rule, Variant, naive, text};
use tesuji_solvers::gomoku::mnk::{self, Claim, Mnk, Win};

/// Whether the attacker wins, and the size of the strategy.
fn answer(claim: &Claim) -> (bool, usize) {
    match claim {
        Claim::Win(Win::Move(tree)) => (true, tree.len()),
        Claim::Hold(hold) => (false, hold.len()),
        Claim::Win(Win::Replies { .. }) | Claim::Unknown(_) => panic!("{claim:?}"),
    }
}

fn empty(c: &mut Criterion) {
    let mut group = c.benchmark_group("gomoku/mnk");
    for (width, height, k, wins) in MNK {
        let variant = Variant::new(width, height, k, Rule::Freestyle).expect("a board");
        let board = naive::Board::new(variant);
        let solve = |mut mnk: Mnk| {
            let found = gomoku_mnk(&mut mnk, black_box(&board));
            (mnk, found)
        };
        let (_, (_, nodes)) = solve(Mnk::default());
        group.throughput(Throughput::Nodes(nodes));
        group.sample_size(10);
        group.bench_function(format!("optimized/{width}-{height}-{k}"), |b| {
            b.check(|| {
                let (found, strategy) = answer(&solve(Mnk::default()).1.0);
                assert_eq!(found, wins);
                assert!(strategy > 0);
            });
            b.iter_batched(Mnk::default, solve, BatchSize::PerIteration);
        });
    }
    let stones = "4x4 freestyle k3: b2 d4 | a1 a4 c3 b";
    let position = text::parse(stones, Variant::default(), None).expect("a position");
    group.throughput(Throughput::Positions(1));
    group.bench_function("naive/eleven-empty", |b| {
        let solve = || mnk::naive::solve(black_box(&position), Player::Black);
        b.check(|| assert!(solve().expect("eleven empty cells").wins));
        b.iter(solve);
    });
    group.bench_function("optimized/eleven-empty", |b| {
        let solve = |mut mnk: Mnk| {
            let found = gomoku_mnk(&mut mnk, black_box(&position));
            (mnk, found)
        };
        b.check(|| assert!(matches!(solve(Mnk::default()).1.0, Claim::Win(_))));
        b.iter_batched(Mnk::default, solve, BatchSize::PerIteration);
    });
    group.finish();
}

criterion_group!(benches, empty);
criterion_main!(benches);
