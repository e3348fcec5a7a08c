//! Gomoku's boards: stones placed and removed, winners, forbidden points,
//! shapes; the array against the line masks.

use std::hint::black_box;

use tesuji_benches::{Criterion, Throughput, criterion_group, criterion_main};
use tesuji_core::gomoku::windows::Windows;
use tesuji_core::gomoku::{Cell, Rule, Shape, Variant, lines, naive, parse};
use tesuji_core::lines::{Direction, Geometry, Lines};
use tesuji_core::{Game, Player};

/// A game of 60 moves that nobody has won under any rule.
const GAME: &str = "h8g9f10h9h10g10g8f9e9f11d8e10e12g11i8j8h7h6g7f7f8e8i9j10i7i6j6k5k7\
                    l8g6f5e6d5d6c6c7b8d10c9d9d11b9a8k9l10l9m9m10n11j12i13i12h12k12l12k11k13l13m14";

/// A thicket of black stones, with 15 forbidden points.
const THICKET: &str = "c10 c13 d3 d6 d9 d12 e4 e5 e10 e11 f7 f9 g4 g6 g10 g12 h3 h8 h11 i5 i7 i9 \
                       j4 j6 j11 j12 k8 k10 l5 l7 l11 m4 m9 m12 | a1 a15 o1 o15 h15 h1 a8 o8";

fn position(rule: Rule, text: &str) -> naive::Board {
    parse(text, Variant::standard_size(rule), Some(Player::Black)).expect("a position")
}

fn order(text: &str) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest[1..].find(|c: char| c.is_ascii_alphabetic()).map_or(rest.len(), |i| i + 1);
        cells.push(rest[..end].parse().expect("a cell"));
        rest = &rest[end..];
    }
    cells
}

/// Plays a game, asking after every move whether it is over, and takes it back.
fn there_and_back<G: Game<Move = Cell, Undo = ()>>(board: &mut G, moves: &[Cell]) {
    for &mv in moves {
        board.play_unchecked(mv);
        assert_eq!(board.outcome(), None);
    }
    for &mv in moves.iter().rev() {
        board.undo(mv, ());
    }
}

fn boards(c: &mut Criterion) {
    let moves = order(GAME);
    let variant = Variant::default();
    let mut group = c.benchmark_group("gomoku/board");
    group.throughput(Throughput::Moves(moves.len() as u64));

    let mut array = naive::Board::new(variant);
    group.bench_function("naive/play-undo-15x15", |b| {
        b.check(|| {
            there_and_back(&mut array, &moves);
            assert_eq!(array, naive::Board::new(variant));
        });
        b.iter(|| there_and_back(black_box(&mut array), &moves));
    });

    let mut board = lines::Board::new(variant);
    group.bench_function("optimized/play-undo-15x15", |b| {
        b.check(|| {
            there_and_back(&mut board, &moves);
            assert_eq!(board, lines::Board::new(variant));
        });
        b.iter(|| there_and_back(black_box(&mut board), &moves));
    });

    let place_and_remove = |array: &mut naive::Board| {
        for pair in moves.chunks_exact(2) {
            array.set(pair[0], Some(Player::Black));
            array.set(pair[1], Some(Player::White));
        }
        for &mv in moves.iter().rev() {
            array.set(mv, None);
        }
    };
    group.bench_function("naive/place-remove-15x15", |b| {
        b.check(|| {
            place_and_remove(&mut array);
            assert_eq!(array, naive::Board::new(variant));
        });
        b.iter(|| place_and_remove(black_box(&mut array)));
    });
    let mut masks = Lines::new(Geometry::get(15, 15, 5));
    let empty = masks.clone();
    let place_and_remove = |masks: &mut Lines| {
        for pair in moves.chunks_exact(2) {
            masks.place(pair[0], Player::Black);
            masks.place(pair[1], Player::White);
        }
        for &mv in moves.iter().rev() {
            masks.remove(mv);
        }
    };
    group.bench_function("optimized/place-remove-15x15", |b| {
        b.check(|| {
            place_and_remove(&mut masks);
            assert_eq!(masks, empty);
        });
        b.iter(|| place_and_remove(black_box(&mut masks)));
    });
    group.finish();
}

fn winners(c: &mut Criterion) {
    let mut group = c.benchmark_group("gomoku/winner");
    for rule in [Rule::Freestyle, Rule::CaroExact] {
        let array = position(rule, GAME);
        let board = lines::Board::from(&array);
        group.bench_function(format!("naive/whole-board-{rule}"), |b| {
            b.check(|| assert!(!array.wins(Player::Black)));
            b.iter(|| black_box(&array).wins(Player::Black));
        });
        group.bench_function(format!("optimized/whole-board-{rule}"), |b| {
            b.check(|| assert!(!board.wins(Player::Black)));
            b.iter(|| black_box(&board).wins(Player::Black));
        });
        let cell = array.legal_moves()[100];
        group.bench_function(format!("optimized/one-move-{rule}"), |b| {
            b.check(|| assert!(!board.makes_five(cell, Player::Black)));
            b.iter(|| black_box(&board).makes_five(black_box(cell), Player::Black));
        });
    }
    group.finish();
}

fn forbidden(c: &mut Criterion) {
    let mut group = c.benchmark_group("gomoku/forbidden");
    for (name, text, points) in [("game", GAME, 0), ("thicket", THICKET, 15)] {
        let array = position(Rule::Renju, text);
        let board = lines::Board::from(&array);
        let empty = 225 - array.stones().len();
        group.throughput(Throughput::Moves(empty as u64));
        group.bench_function(format!("naive/{name}"), |b| {
            b.check(|| assert_eq!(array.forbidden_points().len(), points));
            b.iter(|| black_box(&array).forbidden_points());
        });
        group.bench_function(format!("optimized/{name}"), |b| {
            b.check(|| assert_eq!(board.forbidden_points().len(), points));
            b.iter(|| black_box(&board).forbidden_points());
        });
    }
    group.finish();
}

/// The shapes of both colours in four directions on every empty cell.
fn shapes(c: &mut Criterion) {
    let mut group = c.benchmark_group("gomoku/shapes");
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Caro] {
        let array = position(rule, GAME);
        let board = lines::Board::from(&array);
        let empty: Vec<Cell> = array.legal_moves();
        // A shape each of two colours in four directions.
        group.throughput(Throughput::Positions(empty.len() as u64 * 8));
        let by_lookup = || {
            let mut sum = 0;
            for &cell in &empty {
                for player in Player::BOTH {
                    for pattern in black_box(&board).patterns(cell, player) {
                        sum += u32::from(pattern.0 & 7);
                    }
                }
            }
            sum
        };
        let by_definition = || {
            let mut sum = 0;
            for &cell in &empty {
                for player in Player::BOTH {
                    for direction in Direction::ALL {
                        sum += black_box(&array).made(cell, direction.step(), player) as u32;
                    }
                }
            }
            sum
        };
        group.bench_function(format!("optimized/all-cells-{rule}"), |b| {
            b.check(|| {
                assert_eq!(by_lookup(), by_definition());
                assert!(by_lookup() > Shape::Five as u32);
            });
            b.iter(by_lookup);
        });
        if rule == Rule::Freestyle {
            group.sample_size(10);
            group.bench_function(format!("naive/all-cells-{rule}"), |b| {
                b.check(|| assert_eq!(by_lookup(), by_definition()));
                b.iter(by_definition);
            });
            group.sample_size(100);
        }
    }
    // One lookup after the other on one line, as a search that keeps counts does.
    let array = position(Rule::Freestyle, GAME);
    let windows = Windows::of(Rule::Freestyle, 5, Player::Black);
    let (own, other) = lines::Board::from(&array).lines().sides(7, Player::Black);
    group.throughput(Throughput::Positions(15));
    group.bench_function("optimized/one-line", |b| {
        b.check(|| {
            for column in 0..15 {
                let cell = Cell::new(column, 7).expect("on the board");
                if array.get(cell) != Some(Player::White) {
                    let shape = windows.look(own, other, u32::from(column) + 1).shape();
                    assert_eq!(shape, array.made(cell, (1, 0), Player::Black));
                }
            }
        });
        b.iter(|| {
            let (own, other) = black_box((own, other));
            (1..=15).fold(0, |sum, bit| sum + u32::from(windows.look(own, other, bit).0))
        });
    });
    group.finish();
}

criterion_group!(benches, boards, winners, forbidden, shapes);
criterion_main!(benches);
