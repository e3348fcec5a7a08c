//! Pawn chess: the search of one position, whole tables, move generation.
//!
//! A solver is made anew for every question, so that nothing is remembered
//! from an earlier one.

use std::hint::black_box;

use tesuji_benches::positions::PAWN_CHESS;
use tesuji_benches::{Criterion, Throughput, criterion_group, criterion_main};
use tesuji_core::pawn_chess::{Size, judge, naive, packed};
use tesuji_core::{Game, Outcome, Player, perft};
use tesuji_solvers::pawn_chess::{table, value};
use tesuji_solvers::{Answer, Solver};

fn value(c: &mut Criterion) {
    let mut group = c.benchmark_group("pawn-chess/value");
    for start in PAWN_CHESS {
        let size = start.size;
        let expected = Answer { value: Outcome::Win(start.winner), remoteness: Some(start.plies) };
        let board = packed::Board::start(size.parse().expect("a size"));
        group.bench_function(format!("optimized/start-{size}"), |b| {
            b.check(|| assert_eq!(value::Optimized::new().solve(&board), Ok(expected), "{size}"));
            b.iter(|| value::Optimized::new().solve(black_box(&board)));
        });
        if start.naive {
            let board = naive::Board::from(board);
            group.bench_function(format!("naive/start-{size}"), |b| {
                b.check(|| assert_eq!(value::Naive::new().solve(&board), Ok(expected), "{size}"));
                b.iter(|| value::Naive::new().solve(black_box(&board)));
            });
        }
    }

    // The longest game of the judge's board.
    let expected = Answer { value: Outcome::Win(Player::White), remoteness: Some(13) };
    let longest: packed::Board = "pp.p/.p../..../PPPP w".parse().expect("a position");
    group.bench_function("optimized/longest-4x4", |b| {
        b.check(|| assert_eq!(value::Optimized::new().solve(&longest), Ok(expected)));
        b.iter(|| value::Optimized::new().solve(black_box(&longest)));
    });
    group.finish();
}

fn table(c: &mut Criterion) {
    let mut group = c.benchmark_group("pawn-chess/table");
    for (size, positions) in [("3x3", 1_070), ("3x4", 9_626), ("4x4", 282_122), ("4x5", 3_052_928)]
    {
        let board: Size = size.parse().expect("a size");
        group.throughput(Throughput::Positions(positions));
        group.bench_function(format!("optimized/{size}"), |b| {
            b.check(|| {
                let table = table::Table::build(board).expect("it fits");
                let start = packed::Board::start(board);
                assert_eq!(table.ranking().len(), positions, "{size}");
                assert_eq!(
                    table.lookup(&start),
                    value::Optimized::new().solve(&start).ok(),
                    "{size}"
                );
            });
            b.iter(|| table::Table::build(black_box(board)));
        });
    }
    for (size, positions, plies) in [("3x3", 1_070, 6), ("3x4", 9_626, 8)] {
        let start = naive::Board::start(size.parse().expect("a size"));
        let expected = Answer { value: Outcome::Win(Player::Black), remoteness: Some(plies) };
        group.throughput(Throughput::Positions(positions));
        group.bench_function(format!("naive/{size}"), |b| {
            b.check(|| assert_eq!(table::Naive::new().solve(&start), Ok(expected)));
            b.iter(|| table::Naive::new().solve(black_box(&start)));
        });
    }
    group.finish();
}

fn judge(c: &mut Criterion) {
    let text = include_bytes!("../../examples/pawn-chess.txt");
    let answers = |boards: Vec<naive::Board>| -> Vec<String> {
        let mut solver = value::Optimized::new();
        let mut answer = |board| solver.solve(&packed::Board::from(board)).expect("no refusals");
        let line = |Answer { value, remoteness }: Answer<Outcome>| {
            judge::answer(value, remoteness.expect("every game ends"))
        };
        boards.into_iter().map(|board| line(answer(board))).collect()
    };
    let solve = || answers(judge::parse(black_box(text), Size::JUDGE).expect("a judge file"));
    let mut group = c.benchmark_group("pawn-chess/judge");
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("optimized/example", |b| {
        b.check(|| assert_eq!(solve(), ["white (11)", "white (13)", "black (6)", "black (12)"]));
        b.iter(solve);
    });
    group.finish();
}

fn perft_of<B: Game>(c: &mut Criterion, road: &str, start: &B, size: &str, depth: u32, count: u64) {
    let mut group = c.benchmark_group("pawn-chess/perft");
    group.throughput(Throughput::Moves(count));
    group.bench_function(format!("{road}/{size}-depth-{depth}"), |b| {
        b.check(|| assert_eq!(perft(start, depth), count, "{road} on {size}"));
        b.iter(|| perft(black_box(start), depth));
    });
    group.finish();
}

fn moves(c: &mut Criterion) {
    for (size, depth, count) in [("4x4", 8, 53706), ("5x5", 7, 83654)] {
        let start = packed::Board::start(size.parse().expect("a size"));
        perft_of(c, "optimized", &start, size, depth, count);
        perft_of(c, "naive", &naive::Board::from(start), size, depth, count);
    }
}

criterion_group!(benches, value, table, judge, moves);
criterion_main!(benches);
