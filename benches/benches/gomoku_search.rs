//! Benches of gomoku's shape counts, evaluation and search.
//!
//! With `TESUJI_FIGURES` set it prints figures that take minutes, in CPU seconds:
//! the six-ply experiment on three boards, nodes a second and depth after one
//! second, and how much sooner two threads reach a depth.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use tesuji_benches::clock::cpu;
use tesuji_benches::positions::{GOMOKU, gomoku, gomoku_nodes};
use tesuji_benches::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use tesuji_core::gomoku::{Cell, naive};
use tesuji_core::{Game, Player};
use tesuji_solvers::gomoku::evaluate;
use tesuji_solvers::gomoku::search::experiment::{self, Board, Flat, Lines, Nested, Outcome};
use tesuji_solvers::gomoku::search::{Limits, Options, Searcher};
use tesuji_solvers::gomoku::shapes::optimized::ShapeBoard;
use tesuji_solvers::gomoku::shapes::{self, Shape};

/// The least depth after a second on each of [`GOMOKU`].
const LEAST: [u32; 3] = [16, 13, 13];

/// CPU seconds of all threads.
fn cpu_seconds() -> f64 {
    cpu() as f64 / 1e9
}

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
                .wrapping_add(u64::from(totals.winning_cells()) << 20);
        }
        board.undo();
    }
    sum
}

fn shape_counts(c: &mut Criterion) {
    let mut group = c.benchmark_group("gomoku/shapes");
    for (rule, checksum) in SHAPE_SUMS {
        let position = gomoku(&format!("15x15 {rule}"), "h8g7f6g8g9i9f9h7i8j7g6i7");
        let cells = middle(&position);
        let mut board = ShapeBoard::from(&position);
        group.throughput(Throughput::Moves(cells.len() as u64));
        group.bench_function(format!("optimized/make-undo-52-{rule}"), |b| {
            b.check(|| {
                assert_eq!(cells.len(), 52);
                assert_eq!(put_and_take(&mut board, &cells, Player::Black), checksum, "{rule}");
            });
            b.iter(|| put_and_take(&mut board, black_box(&cells), Player::Black));
        });
    }
    let position = gomoku("15x15 freestyle", "h8g7f6g8g9i9f9h7i8j7g6i7");
    let board = ShapeBoard::from(&position);
    let counts = [Player::Black, Player::White].map(|player| board.totals(player).counts());
    group.throughput(Throughput::Positions(1));
    group.sample_size(10).bench_function("naive/recount-15x15", |b| {
        b.check(|| assert_eq!(shapes::naive::recount(&position), counts));
        b.iter(|| shapes::naive::recount(black_box(&position)));
    });
    group.finish();
}

/// Checksums of one round over the 52 cells.
const SHAPE_SUMS: [(&str, u64); 3] = [
    ("freestyle", 7_398_243_865_297_078_559),
    ("standard", 9_272_315_558_612_644_389),
    ("renju", 9_272_315_558_612_644_389),
];

fn evaluation(c: &mut Criterion) {
    let position = gomoku("15x15 freestyle", "h8g7f6g8g9");
    let board = ShapeBoard::from(&position);
    let value = evaluate::naive::evaluate(&position);
    let mut group = c.benchmark_group("gomoku/evaluate");
    group.throughput(Throughput::Positions(1));
    group.sample_size(10).bench_function("naive/five-stones", |b| {
        b.check(|| assert_eq!(value, evaluate::optimized::evaluate(&board, position.to_move())));
        b.iter(|| evaluate::naive::evaluate(black_box(&position)));
    });
    group.bench_function("optimized/five-stones", |b| {
        b.check(|| assert_eq!(value, evaluate::optimized::evaluate(&board, position.to_move())));
        b.iter(|| evaluate::optimized::evaluate(black_box(&board), position.to_move()));
    });
    group.finish();
}

/// What six plies give on `h8g7f6g8g9`, and four. In six some lines end early
/// with a row; without those there would be 1,111,110 nodes.
const SIX: Outcome = Outcome { value: -264, nodes: 1_106_790 };
const FOUR: Outcome = Outcome { value: -95, nodes: 11_110 };

fn plies<B: Board>(position: &naive::Board, plies: u32) -> Outcome {
    let mut board = B::set_up(position).expect("freestyle");
    experiment::search(&mut board, position.to_move(), plies)
}

fn experiment_boards(c: &mut Criterion) {
    let position = gomoku("15x15 freestyle", "h8g7f6g8g9");
    let mut group = c.benchmark_group("gomoku/experiment");
    group.sample_size(10);
    group.throughput(Throughput::Nodes(FOUR.nodes));
    group.bench_function("naive/flat-array-four-plies", |b| {
        b.check(|| assert_eq!(plies::<Flat>(&position, 4), FOUR));
        b.iter(|| plies::<Flat>(black_box(&position), 4));
    });
    // The two ends, ply by ply: a vector of vectors, and line masks.
    for depth in 1..=6 {
        let full = (1..=depth).map(|ply| 10_u64.pow(ply)).sum();
        let nodes = if depth == 6 { SIX.nodes } else { full };
        group.throughput(Throughput::Nodes(nodes));
        group.bench_function(format!("optimized/depth-{depth}"), |b| {
            b.check(|| {
                let found = plies::<Lines>(&position, depth);
                assert_eq!(found.nodes, nodes);
                match depth {
                    6 => assert_eq!(found, SIX),
                    4 => assert_eq!(found, FOUR),
                    5 => {}
                    _ => assert_eq!(found, plies::<Flat>(&position, depth)),
                }
            });
            b.iter(|| plies::<Lines>(black_box(&position), depth));
        });
        if depth <= 4 {
            group.bench_function(format!("naive/depth-{depth}"), |b| {
                let expected = plies::<Lines>(&position, depth);
                b.check(|| assert_eq!(plies::<Nested>(&position, depth), expected));
                b.iter(|| plies::<Nested>(black_box(&position), depth));
            });
        }
    }
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
    let mut group = c.benchmark_group("gomoku/search");
    group.sample_size(10);
    for (((variant, moves), least), nodes) in GOMOKU.into_iter().zip(LEAST).zip(NODES) {
        let position = gomoku(variant, moves);
        let limits = Limits { depth: Some(16), ..Limits::default() };
        let never = AtomicBool::new(false);
        // The table is made before: its 64 MiB take milliseconds.
        let fresh = || Searcher::new(Options::default());
        let run = |mut searcher: Searcher| {
            let nodes = searcher.search(&position, &limits, &never, |_| ()).nodes;
            (searcher, nodes)
        };
        group.throughput(Throughput::Nodes(nodes));
        group.bench_function(
            format!("optimized/sixteen-plies-{}", variant.replace(' ', "-")),
            |b| {
                b.check(|| assert_eq!(run(fresh()).1, nodes, "{variant} {moves}"));
                b.iter_batched(fresh, run, BatchSize::PerIteration);
            },
        );
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
    let mut group = c.benchmark_group("gomoku/search");
    let (variant, moves) = GOMOKU[0];
    let position = gomoku(variant, moves);
    for (depth, nodes) in BY_DEPTH {
        let fresh = || Searcher::new(Options::default());
        let run = |mut searcher: Searcher| {
            let nodes = gomoku_nodes(&mut searcher, &position, depth);
            (searcher, nodes)
        };
        group.throughput(Throughput::Nodes(nodes));
        group.bench_function(format!("optimized/depth-{depth}"), |b| {
            b.check(|| assert_eq!(run(fresh()).1, nodes, "depth {depth}"));
            b.iter_batched(fresh, run, BatchSize::PerIteration);
        });
    }
    group.finish();
    if figures() {
        two_threads();
    }
}

/// Nodes to a depth on the first of [`GOMOKU`], one thread, a fresh table.
const BY_DEPTH: [(u32, u64); 5] = [(4, 704), (6, 2_163), (8, 5_084), (10, 7_811), (12, 16_169)];

/// Nodes of sixteen plies on [`GOMOKU`], one thread, a fresh table. Fewer plies are
/// some 10,000 nodes, and tell as much of the start of a search as of its rate.
const NODES: [u64; 3] = [70_646, 284_333, 187_794];

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
/// their geometric mean. The clock runs from the call of the search to its
/// answer; the table is made before.
///
/// This is the time of day, so only a machine whose two cores are idle tells
/// anything. Beside it stand what other programs disturb less: the CPU time of
/// one thread over half of that of both, which is the same quotient where each
/// thread has a core of its own, and the nodes of both over those of one. A tree
/// that two threads share differs from run to run, so a single position tells
/// little, and its mean over ten some hundredths.
fn two_threads() {
    let never = AtomicBool::new(false);
    let mut products = [1.0; 3];
    for (variant, moves, depth) in TIMED {
        let position = gomoku(variant, moves);
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let medians = |threads: usize| {
            let mut runs = [const { Vec::new() }; 3];
            for _ in 0..5 {
                let mut searcher = Searcher::new(Options { threads, ..Options::default() });
                let (start, cpu_start) = (Instant::now(), cpu_seconds());
                let report = searcher.search(&position, &limits, &never, |_| ());
                runs[0].push(start.elapsed().as_secs_f64());
                runs[1].push((cpu_seconds() - cpu_start) / threads as f64);
                runs[2].push(report.nodes as f64);
                assert!(report.best.is_some_and(|best| position.is_legal(best)));
                assert_eq!(report.depth, depth);
            }
            runs.map(|mut run| {
                run.sort_by(f64::total_cmp);
                run[2]
            })
        };
        let ([one, cpu_one, nodes_one], [two, cpu_two, nodes_two]) = (medians(1), medians(2));
        let ratios = [one / two, cpu_one / cpu_two, nodes_two / nodes_one];
        let [time, cpu, nodes] = ratios;
        println!(
            "{variant} {moves} depth {depth}: {one:.2} s, two threads {two:.2} s, {time:.2} times \
             (by CPU time {cpu:.2}, nodes {nodes:.2})"
        );
        for (product, ratio) in products.iter_mut().zip(ratios) {
            *product *= ratio;
        }
    }
    let [time, cpu, nodes] = products.map(|product| f64::powf(product, 1.0 / TIMED.len() as f64));
    println!(
        "two threads are {time:.2} times as fast (by CPU time {cpu:.2}), with {nodes:.2} times the \
         nodes"
    );
}

criterion_group!(benches, shape_counts, evaluation, experiment_boards, searches);
criterion_main!(benches);
