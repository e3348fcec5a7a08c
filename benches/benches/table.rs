//! Tables in files: building, judging, probing.
//!
//! With `TESUJI_FIGURES` set it also prints what two threads gain:
//!
//! ```text
//! TESUJI_FIGURES=1 cargo bench -p tesuji-benches --bench table -- threads
//! ```

use std::fs;
use std::hint::black_box;
use std::time::Instant;

use tempfile::TempDir;
use tesuji_benches::{Criterion, Throughput, clock, criterion_group, criterion_main};
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

/// Building with one thread and with two: the time of day, and the CPU time of
/// the busier of the two threads and those that do the second one's work, which
/// is what two idle cores would need at least. Least of some rounds each.
///
/// The time of day tells nothing but where two cores are idle.
fn threads(_: &mut Criterion) {
    if std::env::var_os("TESUJI_FIGURES").is_none() {
        return;
    }
    let pawn_chess = |size: &str| Spec::PawnChess(size.parse().expect("a size"));
    let pursuit = |n| Spec::Pursuit { n, white: 1, black: 2 };
    let sliding = |white, black| {
        let shape = Shape::new(5, 4, 4).expect("a shape");
        Spec::SlidingFour { shape, white, black }
    };
    for (spec, rounds) in [
        (pawn_chess("5x4"), 60),
        (pawn_chess("5x5"), 5),
        (pursuit(60), 100),
        (pursuit(80), 60),
        (pursuit(100), 40),
        (sliding(9, 9), 60),
        (sliding(10, 7), 10),
        (pawn_chess("5x6"), 1),
    ] {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("table");
        let mut bytes = None;
        let [one, two] = [1, 2].map(|threads| {
            let mut least = [f64::INFINITY; 3];
            for _ in 0..rounds {
                let begin = Instant::now();
                let (all, own) = (clock::cpu(), clock::thread());
                let options = Options { threads, memory: u64::MAX };
                build(spec, &path, options, &mut |_| ()).expect("it is built");
                let own = clock::thread() - own;
                let all = clock::cpu() - all;
                let busier = own.max(all - own);
                for (least, seconds) in least.iter_mut().zip([
                    begin.elapsed().as_secs_f64(),
                    busier as f64 / 1e9,
                    all as f64 / 1e9,
                ]) {
                    *least = least.min(seconds);
                }
                let built = fs::read(&path).expect("it is there");
                assert!(*bytes.get_or_insert_with(|| built.clone()) == built, "{spec}");
            }
            least
        });
        println!(
            "{spec}: {:.3} s, two threads {:.3} s, {:.2} times; \
             CPU {:.3} s, busier {:.3} s of {:.3} s, {:.2} times",
            one[0],
            two[0],
            one[0] / two[0],
            one[2],
            two[1],
            two[2],
            one[2] / two[1],
        );
    }
}

criterion_group!(benches, layers, whole, probe, large, probe_large, threads);
criterion_main!(benches);
