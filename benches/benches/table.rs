//! Tables in files: building, judging, probing.

use std::fs;
use std::hint::black_box;

use tempfile::TempDir;
use tesuji_benches::{Criterion, Throughput, criterion_group, criterion_main};
use tesuji_core::sliding_four::large::Shape;
use tesuji_solvers::Solver;
use tesuji_solvers::pawn_chess::table::{Layers, Ranking};
use tesuji_solvers::pawn_chess::value;
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
    for (size, positions) in [("4x4", 282_122), ("4x5", 3_052_928), ("5x5", 182_566_382)] {
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

/// Tables that take seconds: each by the bytes of its file, whose every value
/// the judge has found right, and by a value that is known.
fn large(c: &mut Criterion) {
    let puzzle = Shape::new(5, 4, 4).expect("a shape");
    for (game, size, spec, slots, bytes, position, value) in [
        (
            "pawn-chess",
            "5x5",
            Spec::PawnChess("5x5".parse().expect("a size")),
            91_304_060,
            4_958_977,
            "ppppp/...../...../...../PPPPP w",
            "white wins in 19",
        ),
        (
            "pursuit",
            "100",
            Spec::Pursuit { n: 100, white: 1, black: 2 },
            12_501_225,
            2_208_301,
            "100 1 2 1 100 w",
            "black wins in 298",
        ),
        (
            "sliding-four",
            "5x4",
            Spec::SlidingFour { shape: puzzle, white: 9, black: 9 },
            2_310_220,
            158_322,
            "OBWBW/BWWBB/OBBWW/WWBWB w",
            "8 steps",
        ),
    ] {
        let mut group = c.benchmark_group(format!("{game}/file"));
        group.sample_size(10);
        group.throughput(Throughput::Positions(slots));
        group.bench_function(format!("optimized/build-{size}"), |b| {
            b.check(|| {
                let table = Table::from_bytes(file(spec)).expect("it can be read");
                assert_eq!((table.slots(), table.bytes()), (slots, bytes));
                let told = Probe::new(&table).value(position).expect("a position");
                assert_eq!(told.to_string(), value);
            });
            b.iter(|| file(black_box(spec)));
        });
        group.finish();
    }
}

/// Probes of a file whose blocks do not all fit the cache.
fn probe_large(c: &mut Criterion) {
    let spec = Spec::PawnChess("5x5".parse().expect("a size"));
    let mut made = None;
    let mut state = 1_u64;
    let mut group = c.benchmark_group("pawn-chess/file");
    group.throughput(Throughput::Positions(1_000));
    group.bench_function("optimized/probe-1000-5x5", |b| {
        let table = made.get_or_insert_with(|| Table::from_bytes(file(spec)).expect("sound"));
        let mut probe = Probe::new(table);
        let mut search = value::Optimized::new();
        b.check(|| {
            for slot in (0..table.slots()).step_by(91_304) {
                let position = table.position(slot).expect("a slot");
                let told = probe.value(&position).expect("a position").remoteness();
                let board = position.parse().expect("a position");
                assert_eq!(told, search.solve(&board).expect("within reach").remoteness);
            }
        });
        b.iter(|| {
            for _ in 0..1_000 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                black_box(probe.slot((state >> 16) % table.slots()).expect("sound"));
            }
        });
    });
    group.finish();
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

criterion_group!(benches, layers, whole, probe, large, probe_large);
criterion_main!(benches);
