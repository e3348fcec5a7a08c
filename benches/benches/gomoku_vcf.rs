//! Gomoku: wins by continuous fours, over stored positions and problems.
//!
//! Nothing is remembered from one question to the next but where a bench says
//! so: each iteration begins with an empty table.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use tesuji_benches::positions::{gomoku_fours, gomoku_least};
use tesuji_benches::{Criterion, Throughput, criterion_group, criterion_main};
use tesuji_core::gomoku::{Rule, Variant, naive, text};
use tesuji_core::{Game, Player};
use tesuji_solvers::gomoku::claim::Claim;
use tesuji_solvers::gomoku::search::Limits;
use tesuji_solvers::gomoku::shapes::optimized::ShapeBoard;
use tesuji_solvers::gomoku::vcf::{self, Goal, Look, Vcf};

const POSITIONS: &str = include_str!("../../testkit/data/gomoku-vcf.txt");

/// The lines of a file of vectors, by fields.
fn fields(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('|').map(str::trim).collect())
}

fn position(rule: Rule, black: &str, white: &str, attacker: &str) -> naive::Board {
    let side = if attacker == "black" { Player::Black } else { Player::White };
    let stones = format!("{black} | {white}");
    text::parse(&stones, Variant::standard_size(rule), Some(side)).expect("a position")
}

fn moves(claim: &Claim) -> Option<u16> {
    match claim {
        Claim::Win(win) => {
            assert!(win.is_least());
            Some(win.tree.moves())
        }
        Claim::NoWin => None,
        Claim::Unknown(budget) => panic!("{budget}"),
    }
}

/// All positions in turn, the memory empty at the first.
fn all(vcf: &mut Vcf, positions: &[naive::Board]) -> Vec<Claim> {
    vcf.clear();
    positions.iter().map(|position| gomoku_least(vcf, position).0).collect()
}

fn stored(c: &mut Criterion) {
    let mut positions = Vec::new();
    let mut answers = Vec::new();
    for line in fields(POSITIONS) {
        let [rule, black, white, attacker, answer] = line[..] else { panic!("{line:?}") };
        positions.push(position(rule.parse().expect("a rule"), black, white, attacker));
        answers.push(answer.strip_prefix("win ").map(|n| n.parse().expect("a number")));
    }
    let mut vcf = Vcf::new(0);
    let mut group = c.benchmark_group("gomoku/vcf");
    group.throughput(Throughput::Positions(180));
    group.bench_function("optimized/positions-180", |b| {
        b.check(|| {
            let found: Vec<Option<u16>> = all(&mut vcf, &positions).iter().map(moves).collect();
            assert_eq!((found.len(), &found), (180, &answers));
        });
        b.iter(|| all(&mut vcf, black_box(&positions)));
    });
    let mut boards: Vec<(ShapeBoard, Player)> =
        positions.iter().map(|position| (ShapeBoard::from(position), position.to_move())).collect();
    let never = AtomicBool::new(false);
    let mut looks = |vcf: &mut Vcf| -> u64 {
        vcf.clear();
        let looks = boards.iter_mut().map(|(board, attacker)| {
            match vcf.look(board, *attacker, Goal::Any, &Limits::default(), &never) {
                Look::Win { .. } => 1,
                Look::NoWin => 0,
                Look::Unknown(budget) => panic!("{budget}"),
            }
        });
        looks.sum()
    };
    group.bench_function("optimized/looks-180", |b| {
        let wins = answers.iter().flatten().count() as u64;
        b.check(|| assert_eq!(looks(&mut vcf), wins));
        b.iter(|| looks(&mut vcf));
    });
    group.throughput(Throughput::Positions(1));
    group.sample_size(10).bench_function("naive/position-1", |b| {
        let solve =
            |position: &naive::Board| vcf::naive::solve(position, &Limits::default(), &never).claim;
        b.check(|| assert_eq!(moves(&solve(&positions[0])), answers[0]));
        b.iter(|| solve(black_box(&positions[0])));
    });
    group.bench_function("optimized/position-1", |b| {
        let mut solve = || {
            vcf.clear();
            gomoku_least(&mut vcf, black_box(&positions[0])).0
        };
        b.check(|| assert_eq!(moves(&solve()), answers[0]));
        b.iter(solve);
    });
    group.finish();
}

fn problems(c: &mut Criterion) {
    let mut group = c.benchmark_group("gomoku/vcf");
    let mut vcf = Vcf::new(0);
    for (name, position, expected) in gomoku_fours() {
        let mut solve = || {
            vcf.clear();
            gomoku_least(&mut vcf, black_box(&position))
        };
        group.throughput(Throughput::Nodes(solve().1));
        group.bench_function(format!("optimized/{name}"), |b| {
            b.check(|| assert_eq!(moves(&solve().0), Some(expected)));
            b.iter(&mut solve);
        });
        if name != "problem-3" {
            continue;
        }
        // The speed alone: a board that is there, and no tree.
        let mut board = ShapeBoard::from(&position);
        let never = AtomicBool::new(false);
        let mut look = || {
            vcf.clear();
            let before = vcf.nodes();
            let limits = Limits::default();
            let look = vcf.look(&mut board, position.to_move(), Goal::Least, &limits, &never);
            (look, vcf.nodes() - before)
        };
        group.throughput(Throughput::Nodes(look().1));
        group.bench_function("optimized/look-problem-3", |b| {
            b.check(|| assert!(matches!(look().0, Look::Win { moves: 74, .. })));
            b.iter(&mut look);
        });
    }
    group.finish();
}

criterion_group!(benches, stored, problems);
criterion_main!(benches);
