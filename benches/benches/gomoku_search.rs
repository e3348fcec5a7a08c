//! Benches of gomoku's shape counts, evaluation and search.
//!
//! Beside criterion's wall times this prints figures in CPU seconds, which a
//! busy machine does not spoil. With `TESUJI_FIGURES` set it also prints those
//! that take minutes: the six-ply experiment on three boards, nodes a second
//! and depth after one second, and how much sooner two threads reach a depth.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use tesuji_core::gomoku::{Cell, Variant, naive, parse};
use tesuji_core::{Game, Player};
use tesuji_solvers::gomoku::evaluate;
use tesuji_solvers::gomoku::search::experiment::{self, Board, Flat, Lines, Nested, Outcome};
use tesuji_solvers::gomoku::search::{Limits, Options, Searcher};
use tesuji_solvers::gomoku::shapes::optimized::ShapeBoard;
use tesuji_solvers::gomoku::shapes::{self, Shape};

/// The positions of the figures: variant, moves, least depth after a second.
const POSITIONS: [(&str, &str, u32); 3] = [
    ("15x15 freestyle", "h8g7f6g8g9", 16),
    ("20x20 freestyle", "f5e3b7h5g3g4i6e4h4d4f2i5f4f6e5d6d7e7f8", 13),
    ("15x15 standard", "h8h9h6i10i6i9g9g8j11i7", 13),
];

fn position(variant: &str, moves: &str) -> naive::Board {
    let variant: Variant = variant.parse().expect("a variant");
    parse(moves, variant, None).expect("a position")
}

/// CPU seconds of this thread; wall time where the system does not tell.
fn cpu_seconds() -> f64 {
    let clock = |text: String| {
        let nanoseconds: f64 = text.split(' ').next()?.parse().ok()?;
        Some(nanoseconds / 1e9)
    };
    let started = START.get_or_init(Instant::now);
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(clock)
        .unwrap_or_else(|| started.elapsed().as_secs_f64())
}

static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();

/// The empty cells of the middle eight columns and rows.
fn middle(position: &naive::Board) -> Vec<Cell> {
    let middle = 4..12;
    let cells = position.variant().cells();
    cells
        .filter(|c| middle.contains(&c.column()) && middle.contains(&c.row()))
        .filter(|&c| position.get(c).is_none())
        .collect()
}

/// Puts and takes a stone on every cell given; a checksum of all counts.
fn put_and_take(board: &mut ShapeBoard, cells: &[Cell], player: Player) -> u64 {
    let mut sum = 0_u64;
    for &cell in cells {
        board.make(cell, player);
        for side in [Player::Black, Player::White] {
            let totals = board.totals(side);
            sum = sum
                .wrapping_mul(31)
                .wrapping_add(u64::from(totals.count(Shape::Three)))
                .wrapping_add(u64::from(totals.winning_cells()) << 20)
                .wrapping_add(totals.value() as u64);
        }
        board.undo();
    }
    sum
}

fn shape_counts(c: &mut Criterion) {
    let mut group = c.benchmark_group("gomoku/shapes");
    for (rule, checksum) in SHAPE_SUMS {
        let position = position(&format!("15x15 {rule}"), "h8g7f6g8g9i9f9h7i8j7g6i7");
        let cells = middle(&position);
        let mut board = ShapeBoard::from(&position);
        assert_eq!(cells.len(), 52);
        assert_eq!(put_and_take(&mut board, &cells, Player::Black), checksum, "{rule}");
        let rounds = 20_000;
        let begin = cpu_seconds();
        for _ in 0..rounds {
            assert_eq!(put_and_take(&mut board, &cells, Player::Black), checksum);
        }
        let pairs = f64::from(rounds) * cells.len() as f64 / (cpu_seconds() - begin);
        println!("{rule}: {:.2} million stones put and taken a CPU second", pairs / 1e6);
        group.bench_function(format!("optimized/make-undo-52-{rule}"), |b| {
            b.iter(|| put_and_take(&mut board, black_box(&cells), Player::Black));
        });
    }
    let position = position("15x15 freestyle", "h8g7f6g8g9i9f9h7i8j7g6i7");
    let board = ShapeBoard::from(&position);
    let counts = [Player::Black, Player::White].map(|player| board.totals(player).counts());
    assert_eq!(shapes::naive::recount(&position), counts);
    group.sample_size(10).bench_function("naive/recount-15x15", |b| {
        b.iter(|| shapes::naive::recount(black_box(&position)));
    });
    group.finish();
}

/// Checksums of one round over the 52 cells.
const SHAPE_SUMS: [(&str, u64); 3] = [
    ("freestyle", 9_073_644_475_843_830_693),
    ("standard", 14_600_759_180_015_599_501),
    ("renju", 8_337_709_428_042_672_457),
];

fn evaluation(c: &mut Criterion) {
    let position = position("15x15 freestyle", "h8g7f6g8g9");
    let board = ShapeBoard::from(&position);
    let value = evaluate::naive::evaluate(&position);
    assert_eq!(value, evaluate::optimized::evaluate(&board, position.to_move()));
    let mut group = c.benchmark_group("gomoku/evaluate");
    group.sample_size(10).bench_function("naive/five-stones", |b| {
        b.iter(|| evaluate::naive::evaluate(black_box(&position)));
    });
    group.bench_function("optimized/five-stones", |b| {
        b.iter(|| evaluate::optimized::evaluate(black_box(&board), position.to_move()));
    });
    group.finish();
}

/// What six plies give on `h8g7f6g8g9`, and four.
const SIX: Outcome = Outcome { value: -110, nodes: 1_111_110 };
const FOUR: Outcome = Outcome { value: -135, nodes: 11_110 };

fn plies<B: Board>(position: &naive::Board, plies: u32) -> Outcome {
    let mut board = B::set_up(position).expect("freestyle");
    experiment::search(&mut board, position.to_move(), plies)
}

fn experiment_boards(c: &mut Criterion) {
    let position = position("15x15 freestyle", "h8g7f6g8g9");
    let mut group = c.benchmark_group("gomoku/experiment");
    group.sample_size(10);
    assert_eq!(plies::<Nested>(&position, 4), FOUR);
    assert_eq!(plies::<Flat>(&position, 4), FOUR);
    assert_eq!(plies::<Lines>(&position, 4), FOUR);
    group.bench_function("naive/vector-of-vectors-four-plies", |b| {
        b.iter(|| plies::<Nested>(black_box(&position), 4));
    });
    group.bench_function("naive/flat-array-four-plies", |b| {
        b.iter(|| plies::<Flat>(black_box(&position), 4));
    });
    group.bench_function("optimized/line-masks-four-plies", |b| {
        b.iter(|| plies::<Lines>(black_box(&position), 4));
    });
    group.bench_function("optimized/line-masks-six-plies", |b| {
        b.iter(|| assert_eq!(plies::<Lines>(black_box(&position), 6), SIX));
    });
    group.finish();
    if !figures() {
        return;
    }
    let timed = |run: fn(&naive::Board, u32) -> Outcome| {
        let begin = cpu_seconds();
        assert_eq!(run(&position, 6), SIX);
        cpu_seconds() - begin
    };
    let (lines, flat, nested) =
        (timed(plies::<Lines>), timed(plies::<Flat>), timed(plies::<Nested>));
    println!(
        "six plies, {} nodes: line masks {lines:.2} s, flat array {flat:.1} s ({:.0} times), \
         vector of vectors {nested:.1} s ({:.0} times)",
        SIX.nodes,
        flat / lines,
        nested / lines
    );
}

/// Whether the long figures are wanted.
fn figures() -> bool {
    std::env::var_os("TESUJI_FIGURES").is_some()
}

fn searches(c: &mut Criterion) {
    let never = AtomicBool::new(false);
    let mut group = c.benchmark_group("gomoku/search");
    group.sample_size(10);
    for ((variant, moves, least), nodes) in POSITIONS.into_iter().zip(NODES) {
        let position = position(variant, moves);
        let limits = Limits { depth: Some(10), ..Limits::default() };
        let run = || {
            let mut searcher = Searcher::new(Options::default());
            let report = searcher.search(&position, &limits, &never, |_| ());
            assert_eq!(report.nodes, nodes, "{variant} {moves}");
            report.nodes
        };
        group.bench_function(format!("optimized/ten-plies-{}", variant.replace(' ', "-")), |b| {
            b.iter_batched(|| (), |()| run(), BatchSize::PerIteration);
        });
        if !figures() {
            continue;
        }
        let mut searcher = Searcher::new(Options::default());
        let mut depth = 0;
        let begin = cpu_seconds();
        let limits =
            Limits { depth: Some(30), time: Some(Duration::from_secs(20)), ..Limits::default() };
        let stop = AtomicBool::new(false);
        let report = searcher.search(&position, &limits, &stop, |report| {
            if cpu_seconds() - begin <= 1.0 {
                depth = report.depth;
            } else {
                stop.store(true, std::sync::atomic::Ordering::Relaxed);
            }
        });
        let spent = cpu_seconds() - begin;
        println!(
            "{variant} {moves}: depth {depth} after one CPU second (at least {least}), \
             {:.2} million nodes a CPU second",
            report.nodes as f64 / spent / 1e6
        );
        assert!(depth > 0);
    }
    group.finish();
    if figures() {
        two_threads();
    }
}

/// Nodes of ten plies on [`POSITIONS`], one thread, a fresh table.
const NODES: [u64; 3] = [91_923, 127_217, 98_462];

/// Ten positions, and the depth that one and two threads are timed to.
const TIMED: [(&str, &str, u32); 10] = [
    ("15x15 freestyle", "h8g7f6g8g9", 15),
    ("20x20 freestyle", "f5e3b7h5g3g4i6e4h4d4f2i5f4f6e5d6d7e7f8", 14),
    ("15x15 standard", "h8h9h6i10i6i9g9g8j11i7", 15),
    ("15x15 freestyle", "h8i9g9h9", 14),
    ("15x15 freestyle", "h8h9i9g7j7", 14),
    ("15x15 renju", "h8i9h10h9i8", 14),
    ("15x15 renju", "h8h9j9i7g8", 14),
    ("15x15 standard", "h8i8i7g9j6", 14),
    ("20x20 standard", "j10k11k9j11l10", 13),
    ("15x15 hybrid", "h8g9i9h10g8", 14),
];

/// Time to a depth with one thread over that with two: medians of five, and
/// their geometric mean. Wall time, and the CPU time of the main thread, which
/// tells more where other programs are running.
fn two_threads() {
    let never = AtomicBool::new(false);
    let mut products = [1.0, 1.0];
    for (variant, moves, depth) in TIMED {
        let position = position(variant, moves);
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let medians = |threads: usize| {
            let mut times = [(); 2].map(|()| Vec::new());
            for _ in 0..5 {
                let mut searcher = Searcher::new(Options { threads, ..Options::default() });
                let (wall, cpu) = (Instant::now(), cpu_seconds());
                let report = searcher.search(&position, &limits, &never, |_| ());
                assert!(report.best.is_some_and(|best| position.is_legal(best)));
                times[0].push(wall.elapsed().as_secs_f64());
                times[1].push(cpu_seconds() - cpu);
            }
            times.map(|mut times| {
                times.sort_by(f64::total_cmp);
                times[2]
            })
        };
        let (one, two) = (medians(1), medians(2));
        println!(
            "{variant} {moves} depth {depth}: {:.2} s, two threads {:.2} s, {:.2} times; by CPU {:.2}",
            one[0],
            two[0],
            one[0] / two[0],
            one[1] / two[1]
        );
        for (product, (one, two)) in products.iter_mut().zip(one.into_iter().zip(two)) {
            *product *= one / two;
        }
    }
    let [wall, cpu] = products.map(|product| f64::powf(product, 0.1));
    println!("two threads are {wall:.2} times as fast; by CPU {cpu:.2}");
}

criterion_group!(benches, shape_counts, evaluation, experiment_boards, searches);
criterion_main!(benches);
