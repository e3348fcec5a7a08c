//! Benches of take-and-break games: tables of Grundy values, periods, codes.

use std::hint::black_box;

use tesuji_benches::{Criterion, Throughput, criterion_group, criterion_main};
use tesuji_solvers::engine::grundy::{Naive, Optimized, Ruleset};
use tesuji_solvers::octal::Code;

fn ruleset(code: &str) -> Ruleset {
    code.parse::<Code>().expect("the code is good").ruleset()
}

/// The maximum and the sum.
fn total(values: &[u16]) -> (u16, u64) {
    let largest = values.iter().copied().max().unwrap_or(0);
    (largest, values.iter().copied().map(u64::from).sum())
}

fn by_options(code: &str, heap: u64) -> (u16, u64) {
    total(Naive::new(ruleset(code)).values(heap).expect("the heap is within the limit"))
}

fn by_classes(code: &str, heap: u64) -> (u16, u64) {
    total(Optimized::new(ruleset(code)).values(heap).expect("the heap is within the limit"))
}

fn tables(c: &mut Criterion) {
    let mut group = c.benchmark_group("octal/grundy");
    group.sample_size(10);
    for (code, wanted) in [("0.77", (8, 78_311)), ("0.16", (22, 79_518)), ("0.6", (284, 1_748_283))]
    {
        group.throughput(Throughput::Positions(20_000));
        group.bench_function(format!("naive/{code}-19999"), |b| {
            b.check(|| assert_eq!(by_options(code, 19_999), wanted));
            b.iter(|| by_options(black_box(code), 19_999));
        });
        group.bench_function(format!("optimized/{code}-19999"), |b| {
            b.check(|| assert_eq!(by_classes(code, 19_999), wanted));
            b.iter(|| by_classes(black_box(code), 19_999));
        });
    }
    for (code, heap, wanted) in [
        ("0.16", 600_000, (23, 2_395_576)),
        ("0.56", 700_000, (64, 7_756_717)),
        ("0.6", 1_000_000, (302, 113_743_184)),
        ("0.004", 50_000, (421, 6_812_371)),
        ("8.3", 2_000, (1_534, 1_458_040)),
    ] {
        group.throughput(Throughput::Positions(heap + 1));
        group.bench_function(format!("optimized/{code}-{heap}"), |b| {
            b.check(|| assert_eq!(by_classes(code, heap), wanted, "{code} to {heap}"));
            b.iter(|| by_classes(black_box(code), heap));
        });
    }
    group.finish();
}

fn periods(c: &mut Criterion) {
    let mut group = c.benchmark_group("octal/period");
    group.sample_size(10);
    for (code, heap, wanted) in [("0.644", 8_000, (3_256, 442)), ("0.165", 14_000, (5_181, 1_550))]
    {
        let by_options = |code| {
            let proved = Naive::new(ruleset(code)).period(heap).expect("within the limit");
            proved.map(|proved| (proved.preperiod, proved.period))
        };
        let by_classes = |code| {
            let proved = Optimized::new(ruleset(code)).period(heap).expect("within the limit");
            proved.map(|proved| (proved.preperiod, proved.period))
        };
        group.bench_function(format!("naive/{code}"), |b| {
            b.check(|| assert_eq!(by_options(code), Some(wanted)));
            b.iter(|| by_options(black_box(code)));
        });
        group.bench_function(format!("optimized/{code}"), |b| {
            b.check(|| assert_eq!(by_classes(code), Some(wanted)));
            b.iter(|| by_classes(black_box(code)));
        });
    }
    group.finish();
}

fn codes(c: &mut Criterion) {
    let long = format!("4.{}", "07".repeat(60));
    let digits = |code: &str| code.parse::<Code>().map(|code| code.digits().len());
    let mut group = c.benchmark_group("octal/parse");
    group.throughput(Throughput::Bytes(long.len() as u64));
    group.bench_function("optimized/121-digits", |b| {
        b.check(|| assert_eq!(digits(&long), Ok(121)));
        b.iter(|| digits(black_box(&long)));
    });
    group.finish();
}

criterion_group!(benches, tables, periods, codes);
criterion_main!(benches);
