//! Tables in files: building, judging, probing.
//!
//! With `TESUJI_FIGURES` set it prints figures that take minutes: how tables of
//! pawn chess grow and which boards a machine holds, in CPU seconds; and how
//! much sooner two threads build and judge a table than one, by the time of day.

use std::cell::OnceCell;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use tempfile::TempDir;
use tesuji_benches::clock::cpu;
use tesuji_benches::{Criterion, Throughput, criterion_group, criterion_main};
use tesuji_core::pawn_chess::Size;
use tesuji_core::sliding_four::large::Shape;
use tesuji_solvers::Solver;
use tesuji_solvers::pawn_chess::table::{Layers, Ranking, remoteness};
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
    for (size, positions, longest) in
        [("4x4", 282_122, (13, 2)), ("4x5", 3_052_928, (17, 1)), ("5x5", 182_566_382, (21, 8))]
    {
        let ranking = Ranking::new(size.parse().expect("a size"));
        let pass = |see: &mut dyn FnMut(&[u8])| {
            let mut layers = Layers::new(&ranking, 1, u64::MAX).expect("it fits");
            while let Some(layer) = layers.advance() {
                layer.rows().for_each(|row| see(row.bytes));
            }
        };
        assert_eq!(ranking.len(), positions, "{size}");
        let mut group = c.benchmark_group("pawn-chess/layers");
        if positions > 10_000_000 {
            group.sample_size(10);
        }
        group.throughput(Throughput::Positions(ranking.len()));
        group.bench_function(format!("optimized/{size}"), |b| {
            b.check(|| {
                let (mut seen, mut plies) = (0, [0_u64; 128]);
                pass(&mut |bytes| {
                    seen += bytes.len() as u64;
                    bytes.iter().for_each(|&byte| plies[usize::from(remoteness(byte))] += 1);
                });
                let last = plies.iter().rposition(|&count| count > 0).expect("there are some");
                assert_eq!((seen, (last, plies[last])), (positions, longest), "{size}");
            });
            b.iter(|| {
                let mut seen = 0;
                pass(&mut |bytes| seen += bytes.len());
                black_box(seen)
            });
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

/// Positions spread over a table of pawn chess have the values that the search
/// finds.
fn assert_searched(table: &Table) {
    let (mut probe, mut search) = (Probe::new(table), value::Optimized::new());
    for slot in (0..table.slots()).step_by(table.slots() as usize / 100) {
        let position = table.position(slot).expect("a slot of the table");
        let answer = search.solve(&position.parse().expect("a position")).expect("it is small");
        let told = probe.value(&position).expect("sound");
        assert_eq!(told.remoteness(), answer.remoteness, "{position}");
    }
}

/// Pursuit far beyond the judge's boards.
fn large(c: &mut Criterion) {
    let spec = Spec::Pursuit { n: 100, white: 1, black: 2 };
    let mut group = c.benchmark_group("pursuit/file");
    group.sample_size(10).throughput(Throughput::Positions(12_501_225));
    group.bench_function("optimized/build-100", |b| {
        b.check(|| {
            assert_right(&Table::from_bytes(file(spec)).expect("it can be read"), 12_501_225);
        });
        b.iter(|| file(black_box(spec)));
    });
    group.finish();
}

/// Probes at places without a pattern: of whole tables, and of one that is far
/// larger than the cache.
fn probe(c: &mut Criterion) {
    let five = ("pawn-chess", "5x5", Spec::PawnChess("5x5".parse().expect("a size")), 91_304_060);
    for (game, size, spec, slots) in specs().into_iter().chain([five]) {
        // Some take long to build: not before they are asked for.
        let (table, values) = (OnceCell::new(), OnceCell::new());
        let table = || table.get_or_init(|| Table::from_bytes(file(spec)).expect("it can be read"));
        // As many slots as tell a wrong answer, in the order of the table.
        let step = slots / slots.min(100_000);
        let values = || {
            values.get_or_init(|| {
                let mut probe = Probe::new(table());
                let slots = (0..slots / step).map(|at| at * step);
                slots.map(|slot| probe.slot(slot).expect("sound")).collect::<Vec<_>>()
            })
        };
        let mut state = 1_u64;
        c.bench_function(format!("{game}/file/optimized/probe-{size}"), |b| {
            b.check(|| match spec {
                Spec::PawnChess(size) if size.cells() > 20 => assert_searched(table()),
                _ => assert_right(table(), slots),
            });
            let values = values();
            let mut probe = Probe::new(table());
            b.iter(|| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let at = (state >> 16) % values.len() as u64;
                let value = probe.slot(at * step).expect("sound");
                assert_eq!(value, values[at as usize]);
                value
            });
        });
    }
}

fn figures(_: &mut Criterion) {
    if std::env::var_os("TESUJI_FIGURES").is_some() {
        growth();
        two_threads();
    }
}

/// Boards of all forms, the largest of two thousand million positions.
const GROWING: [&str; 12] =
    ["4x4", "6x3", "4x5", "3x10", "5x4", "4x6", "7x3", "4x7", "5x5", "6x4", "4x8", "5x6"];

/// What tables of pawn chess take, by one thread: CPU seconds fitted to a power
/// of the positions, and the memory of each size there is.
fn growth() {
    let mut points = Vec::new();
    println!("size  positions  up to symmetry  bytes  build, CPU s  verify, CPU s");
    for size in GROWING {
        let spec = Spec::PawnChess(size.parse().expect("a size"));
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("table");
        let start = cpu();
        let built = build(spec, &path, ALONE, &mut |_| ()).expect("it is built");
        let built_at = cpu();
        assert_sound(&path, ALONE);
        let [build, verify] = [built_at - start, cpu() - built_at].map(|time| time as f64 / 1e9);
        let positions = spec.positions().expect("a size that has a table");
        println!("{size}  {positions}  {}  {}  {build:.3}  {verify:.3}", built.slots, built.bytes);
        points.push((positions as f64, built.bytes as f64, build, verify));
    }
    // The small ones take the longer for what does not grow.
    points.retain(|point| point.0 > 5e6);
    for (what, of) in [
        ("bytes", (|point| point.1) as fn(&(f64, f64, f64, f64)) -> f64),
        ("build", |point| point.2),
        ("verify", |point| point.3),
    ] {
        let logs: Vec<(f64, f64)> =
            points.iter().map(|point| (point.0.ln(), of(point).ln())).collect();
        let count = logs.len() as f64;
        let (x, y) = logs.iter().fold((0.0, 0.0), |sum, log| (sum.0 + log.0, sum.1 + log.1));
        let (x, y) = (x / count, y / count);
        let (over, under) = logs.iter().fold((0.0, 0.0), |sum, log| {
            (sum.0 + (log.0 - x) * (log.1 - y), sum.1 + (log.0 - x).powi(2))
        });
        let slope = over / under;
        println!("{what}: {:.3e} · positions^{slope:.3}", (y - slope * x).exp());
    }
    let mut all: Vec<(u64, Size)> =
        Size::all().map(|size| (Layers::memory(&Ranking::new(size)), size)).collect();
    all.sort_unstable();
    println!("size  positions  solver, bytes of memory");
    for (memory, size) in all.into_iter().filter(|&(memory, _)| memory > 1 << 27) {
        println!("{size}  {}  {memory}", Ranking::count(size));
    }
}

/// One thread's time over two threads', for building and judging: medians of
/// three. This is the time of day, so only a machine whose two cores are idle
/// tells anything; the CPU time beside it says how much of it they had.
fn two_threads() {
    let pawn_chess = |size: &str| Spec::PawnChess(size.parse().expect("a size"));
    let pursuit = |n| Spec::Pursuit { n, white: 1, black: 2 };
    for spec in [pawn_chess("5x5"), pawn_chess("5x6"), pursuit(100), pursuit(200)] {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("table");
        let options = |threads| Options { threads, memory: u64::MAX };
        compare(&format!("build {spec}"), |threads| {
            build(spec, &path, options(threads), &mut |_| ()).expect("it is built");
        });
        // Pursuit is judged by the naive board alone, which is slow.
        if matches!(spec, Spec::PawnChess(_)) {
            compare(&format!("verify {spec}"), |threads| assert_sound(&path, options(threads)));
        }
    }
}

fn assert_sound(path: &Path, options: Options) {
    let table = Table::open(path).expect("it can be read");
    let verdict = verify(&table, options, &mut |_| ()).expect("it is sound");
    assert_eq!(verdict, Verdict::Right { slots: table.slots() });
}

fn compare(what: &str, run: impl Fn(usize)) {
    let median = |threads: usize| {
        let mut times: Vec<(f64, f64)> = (0..3)
            .map(|_| {
                let (start, before) = (Instant::now(), cpu());
                run(threads);
                (start.elapsed().as_secs_f64(), (cpu() - before) as f64 / 1e9)
            })
            .collect();
        times.sort_by(|a, b| a.0.total_cmp(&b.0));
        times[1]
    };
    let (one, two) = (median(1), median(2));
    println!(
        "{what}: {:.2} s ({:.2} CPU s), two threads {:.2} s ({:.2} CPU s), {:.2} times",
        one.0,
        one.1,
        two.0,
        two.1,
        one.0 / two.0
    );
}

criterion_group!(benches, layers, whole, large, probe, figures);
criterion_main!(benches);
