//! How the benches of tesuji are run, and the positions that they share.
//!
//! A bench file is written as for criterion, against the names of this crate:
//!
//! ```no_run
//! use tesuji_benches::{Criterion, Throughput, criterion_group, criterion_main};
//!
//! fn sums(c: &mut Criterion) {
//!     let mut group = c.benchmark_group("painting/sum");
//!     group.throughput(Throughput::Nodes(100));
//!     group.bench_function("optimized/to-99", |b| {
//!         // The answer first, where the bench is asked for; then the time.
//!         b.check(|| assert_eq!((0..100).sum::<u32>(), 4950));
//!         b.iter(|| (0..100).sum::<u32>());
//!     });
//! }
//!
//! criterion_group!(benches, sums);
//! criterion_main!(benches);
//! ```
//!
//! `cargo bench` hands all of it to criterion, with criterion's options. The
//! tasks of the repository start the same programs with `--drive`, where they
//! obey a parent process instead (see [`driver`]): two of them, of two
//! revisions, can then take turns every few milliseconds, which no noise of
//! the machine can fake.
//!
//! Every id is `<game>/<algorithm>/<naive|optimized>/<case>`; another one
//! panics. A case that ends in a number (`all-20`, `painted-1e6`, `start-4x4`,
//! `depth-6`) is a point of a scaling curve.
#![forbid(unsafe_code)]

pub mod clock;
pub mod driver;
pub mod positions;

mod harness;
mod id;

pub use harness::{BatchSize, Bencher, BenchmarkGroup, BenchmarkId, Criterion, Throughput, main};
pub use id::check as check_id;

/// Names the functions of a group, as criterion's macro does.
#[macro_export]
macro_rules! criterion_group {
    ($name:ident, $($function:path),+ $(,)?) => {
        fn $name(criterion: &mut $crate::Criterion) {
            $($function(criterion);)+
        }
    };
}

/// The `main` of a bench file, as criterion's macro is.
#[macro_export]
macro_rules! criterion_main {
    ($($group:path),+ $(,)?) => {
        fn main() {
            $crate::main(&[$($group),+]);
        }
    };
}
