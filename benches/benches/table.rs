//! Tables in files: building, judging, probing.

use std::fs;
use std::hint::black_box;

use tempfile::TempDir;
use tesuji_benches::{Criterion, Throughput, criterion_group, criterion_main};
use tesuji_core::sliding_four::large::Shape;
use tesuji_solvers::pawn_chess::table::{Layers, Ranking};
use tesuji_tables::{Options, Probe, Spec, Table, Verdict, build, verify};

const ALONE: Options = Options { threads: 1, memory: u64::MAX };

/// The tables: game, size and slots.
fn specs() -> [(&'static str, &'static str, Spec, u64); 3] {
    let shape = Shape::PUZZLE;
    [
        ("pawn-chess", "4x4", Spec::PawnChess("4x4".parse().expect("a size")), 141_234),
        ("pursuit", "20", Spec::Pursuit { n: 20, white: 1, black: 2 }, 20_045),
        ("sliding-four", "4x4", Spec::SlidingFour { shape, white: 7, black: 7 }, 51_660),
    ]
}

fn file(spec: Spec) -> Vec<u8> {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("table");
    build(spec, &path, ALONE, &mut |_| ()).expect("it is built");
    fs::read(path).expect("it is there")
}

/// The pass over the rows alone, position for position: the naive builder is
/// benched beside the table of pawn chess.
fn layers(c: &mut Criterion) {
    for (size, positions) in [("4x4", 282_122), ("4x5", 3_052_928)] {
        let ranking = Ranking::new(size.parse().expect("a size"));
        let pass = || {
            let mut layers = Layers::new(&ranking, 1, u64::MAX).expect("it fits");
            let mut seen = 0;
            while let Some(layer) = layers.advance() {
                seen += layer.rows().map(|row| row.bytes.len() as u64).sum::<u64>();
            }
            seen
        };
        assert_eq!(ranking.len(), positions, "{size}");
        let mut group = c.benchmark_group("pawn-chess/layers");
        group.throughput(Throughput::Positions(ranking.len()));
        group.bench_function(format!("optimized/{size}"), |b| {
            b.check(|| assert_eq!(pass(), positions));
            b.iter(|| black_box(pass()));
        });
        group.finish();
    }
}

/// The judge finds every value of the table right.
fn assert_right(table: &Table, slots: u64) {
    let verdict = verify(table, ALONE, &mut |_| ()).expect("it is sound");
    assert_eq!(verdict, Verdict::Right { slots });
}

fn whole(c: &mut Criterion) {
    for (game, size, spec, slots) in specs() {
        let table = Table::from_bytes(file(spec)).expect("it can be read");
        let mut group = c.benchmark_group(format!("{game}/file"));
        group.throughput(Throughput::Positions(slots));
        group.bench_function(format!("optimized/build-{size}"), |b| {
            b.check(|| {
                assert_right(&Table::from_bytes(file(spec)).expect("it can be read"), slots);
            });
            b.iter(|| file(black_box(spec)));
        });
        // The judge goes the naive road.
        group.bench_function(format!("naive/verify-{size}"), |b| {
            b.check(|| assert_right(&table, slots));
            b.iter(|| verify(black_box(&table), ALONE, &mut |_| ()));
        });
        group.finish();
    }
}

/// Probes at places without a pattern.
fn probe(c: &mut Criterion) {
    for (game, size, spec, slots) in specs() {
        let table = Table::from_bytes(file(spec)).expect("it can be read");
        let mut probe = Probe::new(&table);
        let values: Vec<_> = (0..slots).map(|slot| probe.slot(slot).expect("sound")).collect();
        let mut state = 1_u64;
        c.bench_function(format!("{game}/file/optimized/probe-{size}"), |b| {
            b.check(|| assert_right(&table, slots));
            b.iter(|| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let slot = (state >> 16) % slots;
                let value = probe.slot(slot).expect("sound");
                assert_eq!(value, values[slot as usize]);
                value
            });
        });
    }
}

criterion_group!(benches, layers, whole, probe);
criterion_main!(benches);
