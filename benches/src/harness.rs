//! Criterion's names, behind which criterion or the driver measures.

use std::fmt::Display;
use std::time::Duration;

use crate::driver::Driver;
use crate::id;

/// Where benches are announced.
pub struct Criterion {
    runner: Runner,
}

enum Runner {
    Criterion(Box<criterion::Criterion>),
    Driver(Driver),
}

/// What one iteration gets done, in the natural unit of the bench.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Throughput {
    /// Positions that are solved, parsed or looked up.
    Positions(u64),
    /// Nodes of a search.
    Nodes(u64),
    /// Moves that are made or counted.
    Moves(u64),
    /// Bytes that are read.
    Bytes(u64),
}

impl Throughput {
    /// The unit and how many of it.
    #[must_use]
    pub fn unit(self) -> (&'static str, u64) {
        match self {
            Throughput::Positions(count) => ("positions", count),
            Throughput::Nodes(count) => ("nodes", count),
            Throughput::Moves(count) => ("moves", count),
            Throughput::Bytes(count) => ("bytes", count),
        }
    }

    fn of_criterion(self) -> criterion::Throughput {
        match self {
            Throughput::Bytes(count) => criterion::Throughput::Bytes(count),
            _ => criterion::Throughput::Elements(self.unit().1),
        }
    }
}

/// The name of a bench within its group: `<naive|optimized>/<case>`.
pub struct BenchmarkId(String);

impl BenchmarkId {
    /// The bench of a road and a case.
    #[must_use]
    pub fn new(road: impl Display, case: impl Display) -> Self {
        BenchmarkId(format!("{road}/{case}"))
    }
}

impl From<&str> for BenchmarkId {
    fn from(name: &str) -> Self {
        BenchmarkId(name.to_owned())
    }
}

impl From<String> for BenchmarkId {
    fn from(name: String) -> Self {
        BenchmarkId(name)
    }
}

/// How a bench is to be measured.
#[derive(Clone, Copy, Default)]
struct Settings {
    sample_size: Option<usize>,
    warm_up_time: Option<Duration>,
    measurement_time: Option<Duration>,
    throughput: Option<Throughput>,
}

impl Criterion {
    /// A group of benches: `name` is `<game>/<algorithm>`.
    pub fn benchmark_group(&mut self, name: impl Into<String>) -> BenchmarkGroup<'_> {
        BenchmarkGroup { criterion: self, name: name.into(), settings: Settings::default() }
    }

    /// A bench by its whole id.
    ///
    /// # Panics
    /// Where the id is not of the form that all ids have.
    pub fn bench_function<F>(&mut self, id: impl AsRef<str>, bench: F) -> &mut Self
    where
        F: FnMut(&mut Bencher<'_, '_>),
    {
        self.run(id.as_ref(), Settings::default(), bench);
        self
    }

    fn run<F>(&mut self, id: &str, settings: Settings, mut bench: F)
    where
        F: FnMut(&mut Bencher<'_, '_>),
    {
        if let Err(why) = id::check(id) {
            panic!("{why}");
        }
        match &mut self.runner {
            Runner::Driver(driver) => {
                if driver.wants(id, settings.throughput) {
                    bench(&mut Bencher { how: How::Driver(driver), checked: &mut false });
                }
            }
            Runner::Criterion(criterion) => {
                let (group, name) = split(id);
                let mut group = criterion.benchmark_group(group);
                if let Some(size) = settings.sample_size {
                    group.sample_size(size);
                }
                if let Some(time) = settings.warm_up_time {
                    group.warm_up_time(time);
                }
                if let Some(time) = settings.measurement_time {
                    group.measurement_time(time);
                }
                if let Some(throughput) = settings.throughput {
                    group.throughput(throughput.of_criterion());
                }
                let mut checked = false;
                group.bench_function(name, |inner| {
                    bench(&mut Bencher { how: How::Criterion(inner), checked: &mut checked });
                });
                group.finish();
            }
        }
    }
}

/// `<game>/<algorithm>` and `<road>/<case>`.
fn split(id: &str) -> (&str, &str) {
    let slash = id.match_indices('/').nth(1).map_or(0, |(at, _)| at);
    (&id[..slash], &id[slash + 1..])
}

/// Benches with a common name and common settings.
pub struct BenchmarkGroup<'a> {
    criterion: &'a mut Criterion,
    name: String,
    settings: Settings,
}

impl BenchmarkGroup<'_> {
    /// How many samples criterion takes.
    pub fn sample_size(&mut self, size: usize) -> &mut Self {
        self.settings.sample_size = Some(size);
        self
    }

    /// How long criterion runs it before it measures.
    pub fn warm_up_time(&mut self, time: Duration) -> &mut Self {
        self.settings.warm_up_time = Some(time);
        self
    }

    /// How long criterion measures.
    pub fn measurement_time(&mut self, time: Duration) -> &mut Self {
        self.settings.measurement_time = Some(time);
        self
    }

    /// What an iteration of the benches from here on gets done.
    pub fn throughput(&mut self, throughput: Throughput) -> &mut Self {
        self.settings.throughput = Some(throughput);
        self
    }

    /// A bench; `id` is `<naive|optimized>/<case>`.
    ///
    /// # Panics
    /// Where the whole id is not of the form that all ids have.
    pub fn bench_function<F>(&mut self, id: impl Into<BenchmarkId>, bench: F) -> &mut Self
    where
        F: FnMut(&mut Bencher<'_, '_>),
    {
        let id = format!("{}/{}", self.name, id.into().0);
        self.criterion.run(&id, self.settings, bench);
        self
    }

    /// Ends the group.
    pub fn finish(self) {}
}

/// Runs the routine of one bench as often as it is asked to.
pub struct Bencher<'a, 'b> {
    how: How<'a, 'b>,
    checked: &'a mut bool,
}

enum How<'a, 'b> {
    Criterion(&'a mut criterion::Bencher<'b>),
    Driver(&'a mut Driver),
}

/// How many inputs may exist at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BatchSize {
    /// Many; the inputs are small.
    SmallInput,
    /// One; the inputs are large.
    PerIteration,
}

impl Bencher<'_, '_> {
    /// Runs the assertions of a bench, before its first measure and not again:
    /// criterion calls the function of a bench many times.
    pub fn check(&mut self, assertions: impl FnOnce()) {
        if !*self.checked {
            assertions();
            *self.checked = true;
        }
    }

    /// A bench that asserts nothing has no figure.
    fn has_checked(&self) {
        assert!(*self.checked, "a bench asserts its answer before it counts: Bencher::check");
    }

    /// Measures this routine, the dropping of what it returns included.
    ///
    /// # Panics
    /// Where the bench has not called [`Bencher::check`].
    pub fn iter<O>(&mut self, mut routine: impl FnMut() -> O) {
        self.has_checked();
        match &mut self.how {
            How::Criterion(bencher) => bencher.iter(routine),
            How::Driver(driver) => driver.measure(&mut || (), &mut |()| routine()),
        }
    }

    /// Measures this routine on inputs that are made outside of the measure, where
    /// what it returns is dropped, too.
    ///
    /// # Panics
    /// Where the bench has not called [`Bencher::check`].
    pub fn iter_batched<I, O>(
        &mut self,
        mut setup: impl FnMut() -> I,
        mut routine: impl FnMut(I) -> O,
        size: BatchSize,
    ) {
        self.has_checked();
        match &mut self.how {
            How::Criterion(bencher) => {
                let size = match size {
                    BatchSize::SmallInput => criterion::BatchSize::SmallInput,
                    BatchSize::PerIteration => criterion::BatchSize::PerIteration,
                };
                bencher.iter_batched(setup, routine, size);
            }
            How::Driver(driver) => driver.measure(&mut setup, &mut routine),
        }
    }
}

/// Runs a bench file: for a parent process with `--drive`, else for criterion.
pub fn main(groups: &[fn(&mut Criterion)]) {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|first| first == "--drive") {
        let driver = match Driver::new(&arguments[1..]) {
            Ok(driver) => driver,
            Err(why) => panic!("--drive: {why}"),
        };
        let mut criterion = Criterion { runner: Runner::Driver(driver) };
        groups.iter().for_each(|group| group(&mut criterion));
        return;
    }
    let inner = criterion::Criterion::default().configure_from_args();
    let mut criterion = Criterion { runner: Runner::Criterion(Box::new(inner)) };
    groups.iter().for_each(|group| group(&mut criterion));
    if let Runner::Criterion(inner) = criterion.runner {
        inner.final_summary();
    }
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn a_group_is_a_game_and_an_algorithm() {
        assert_eq!(split("pursuit/value/naive/all-5"), ("pursuit/value", "naive/all-5"));
    }
}
