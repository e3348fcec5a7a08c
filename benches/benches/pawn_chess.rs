//! Pawn chess: the search of one position, whole tables, move generation.
//!
//! A solver is made anew for every question, so that nothing is remembered
//! from an earlier one.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use tesuji_core::pawn_chess::{Size, judge, naive, packed};
use tesuji_core::{Game, Outcome, Player, perft};
use tesuji_solvers::pawn_chess::{table, value};
use tesuji_solvers::{Answer, Solver};

/// Size, winner and length from the start, and whether the naive solver is
/// asked too.
const STARTS: [(&str, Player, u32, bool); 11] = [
    ("3x3", Player::Black, 6, true),
    ("4x3", Player::White, 5, true),
    ("3x4", Player::Black, 8, true),
    ("4x4", Player::White, 11, true),
    ("5x4", Player::Black, 14, false),
    ("4x5", Player::Black, 16, false),
    ("5x5", Player::White, 19, false),
    ("6x4", Player::Black, 16, false),
    ("3x7", Player::White, 19, false),
    ("6x5", Player::Black, 22, false),
    ("5x6", Player::White, 29, false),
];

fn value(c: &mut Criterion) {
    for (size, winner, plies, asks_naive) in STARTS {
        let expected = Answer { value: Outcome::Win(winner), remoteness: Some(plies) };
        let start = packed::Board::start(size.parse().expect("a size"));
        assert_eq!(value::Optimized::new().solve(&start), Ok(expected), "{size}");
        c.bench_function(&format!("pawn-chess/value/optimized/start-{size}"), |b| {
            b.iter(|| value::Optimized::new().solve(black_box(&start)));
        });
        if asks_naive {
            let start = naive::Board::from(start);
            assert_eq!(value::Naive::new().solve(&start), Ok(expected), "{size}");
            c.bench_function(&format!("pawn-chess/value/naive/start-{size}"), |b| {
                b.iter(|| value::Naive::new().solve(black_box(&start)));
            });
        }
    }

    // The longest game of the judge's board.
    let expected = Answer { value: Outcome::Win(Player::White), remoteness: Some(13) };
    let longest: packed::Board = "pp.p/.p../..../PPPP w".parse().expect("a position");
    assert_eq!(value::Optimized::new().solve(&longest), Ok(expected));
    c.bench_function("pawn-chess/value/optimized/longest-4x4", |b| {
        b.iter(|| value::Optimized::new().solve(black_box(&longest)));
    });
}

fn table(c: &mut Criterion) {
    for (size, positions) in [("3x4", 9626), ("4x4", 282_122), ("4x5", 3_052_928)] {
        let size: Size = size.parse().expect("a size");
        let table = table::Table::build(size).expect("it fits");
        let start = packed::Board::start(size);
        assert_eq!(table.ranking().len(), positions, "{size}");
        assert_eq!(
            table.lookup(&start),
            value::Optimized::new().solve(&start).ok(),
            "the start on {size}"
        );
        c.bench_function(&format!("pawn-chess/table/optimized/{size}"), |b| {
            b.iter(|| table::Table::build(black_box(size)));
        });
    }
    let start = naive::Board::start(Size::new(3, 4).expect("a size"));
    let expected = Answer { value: Outcome::Win(Player::Black), remoteness: Some(8) };
    assert_eq!(table::Naive::new().solve(&start), Ok(expected));
    c.bench_function("pawn-chess/table/naive/3x4", |b| {
        b.iter(|| table::Naive::new().solve(black_box(&start)));
    });
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
    assert_eq!(solve(), ["white (11)", "white (13)", "black (6)", "black (12)"]);
    c.bench_function("pawn-chess/judge/optimized/example", |b| b.iter(solve));
}

fn perft_of<B: Game>(c: &mut Criterion, name: &str, start: &B, size: &str, depth: u32, count: u64) {
    assert_eq!(perft(start, depth), count, "{name} on {size}");
    c.bench_function(&format!("pawn-chess/perft/{name}/{size}-depth-{depth}"), |b| {
        b.iter(|| perft(black_box(start), depth));
    });
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
