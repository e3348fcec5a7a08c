//! `cargo xtask bench`: the working tree, alone or against another state.
//!
//! Two states are measured in turns, a few hundredths of a second each, on one
//! core, in one place in memory, by their CPU time; and that in many places
//! ([`measure`]). What seems to have moved is measured again in other places,
//! and has moved only where both agree.

pub(crate) mod build;
pub(crate) mod child;
pub(crate) mod measure;
pub(crate) mod record;
pub(crate) mod stats;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use build::Programs;
use child::Listed;
use measure::{Program, Slot};
use record::{Figure, Record};
use stats::{Estimate, estimate, median};

use crate::format::{percent, rate, time};

/// The options of `bench`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Only benches whose id contains this
    #[arg(value_name = "FILTER")]
    filter: Option<String>,
    /// Compare with this revision of git, or with what was saved under this name
    #[arg(long, value_name = "REV|NAME")]
    against: Option<String>,
    /// Exit with 1 where a bench is slower by more than this share
    #[arg(long, value_name = "SHARE", value_parser = share, requires = "against")]
    fail_over: Option<f64>,
    /// Append the figures to benches/history.jsonl
    #[arg(long, conflicts_with = "save")]
    record: bool,
    /// Keep the bench programs of the working tree under this name and measure nothing
    #[arg(long, value_name = "NAME", conflicts_with = "against")]
    save: Option<String>,
    /// The most places in memory that both are measured in
    #[arg(long, value_name = "N", default_value_t = 31, value_parser = clap::value_parser!(u32).range(4..=100))]
    slots: u32,
}

/// `5%` or `0.05`.
fn share(text: &str) -> Result<f64, String> {
    let (number, unit) = match text.strip_suffix('%') {
        Some(number) => (number, 100.0),
        None => (text, 1.0),
    };
    match number.trim().parse::<f64>() {
        Ok(share) if share.is_finite() && share >= 0.0 => Ok(share / unit),
        _ => Err("a share such as 5% was expected".to_owned()),
    }
}

/// What a bench must move by to have moved: the layout of the code alone makes
/// up to about so much.
const LEAST: f64 = 0.01;

/// After so many places the interval is looked at, and ends the measure where it
/// is as narrow as this.
const LOOKS: [u32; 3] = [5, 9, 17];
const NARROW: f64 = 0.02;

/// How long a bench is measured, once it has been in so many places.
const PATIENCE: Duration = Duration::from_secs(30);
const FEWEST: u32 = 4;

/// Measures, and sums up.
///
/// # Errors
/// Where something does not build, or a bench finds a wrong answer.
pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let filter = options.filter.as_deref().unwrap_or_default();
    if let Some(name) = &options.save {
        build::save(name, filter)?;
        return Ok(ExitCode::SUCCESS);
    }
    let new = build::working_tree(&[], filter)?;
    let Some(against) = &options.against else {
        let figures = alone(&new, filter, options.slots.min(5))?;
        if options.record {
            record::append(&Record::now(figures)?)?;
        }
        return Ok(ExitCode::SUCCESS);
    };
    let (old, label) = build::of(against, filter)?;
    println!("the working tree against {label}: CPU time of an iteration");
    let rows = compare(&old, &new, filter, options.slots)?;
    let failed = sum_up(&rows, options.fail_over);
    if options.record {
        let figures = rows.into_iter().map(|row| (row.id, row.figure)).collect();
        record::append(&Record::now(figures)?)?;
    }
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The benches of these programs that the filter lets through; ids are unique.
pub(crate) fn listed(
    programs: &Programs,
    filter: &str,
) -> anyhow::Result<BTreeMap<String, Vec<Listed>>> {
    let mut seen = BTreeSet::new();
    let mut all = BTreeMap::new();
    for (name, program) in programs {
        let mut benches = child::list(program)?;
        benches.retain(|bench| bench.id.contains(filter));
        for bench in &benches {
            if !seen.insert(bench.id.clone()) {
                bail!("two benches have the id {}", bench.id);
            }
        }
        all.insert(name.clone(), benches);
    }
    if seen.is_empty() {
        bail!("no bench has {filter:?} in its id: `cargo bench -- --list` shows them");
    }
    Ok(all)
}

/// Measures one state and prints a line a bench.
fn alone(
    programs: &Programs,
    filter: &str,
    launches: u32,
) -> anyhow::Result<BTreeMap<String, Figure>> {
    let mut figures = BTreeMap::new();
    for (name, benches) in listed(programs, filter)? {
        let program = Program::read(&programs[&name])?;
        for bench in &benches {
            let mut times = Vec::new();
            let begin = Instant::now();
            for launch in 0..launches {
                if launch >= 2 && begin.elapsed() > PATIENCE {
                    break;
                }
                times.push(median(&Slot::new(launch)?.run(&program, &bench.id)?));
            }
            let figure =
                Figure { nanoseconds: median(&times), throughput: bench.throughput.clone() };
            println!("{:<54} {:>9} {}", bench.id, time(figure.nanoseconds), figure.rate());
            figures.insert(bench.id.clone(), figure);
        }
    }
    Ok(figures)
}

/// How a bench has moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    NoChange,
    Faster,
    Slower,
}

impl Verdict {
    /// By where the whole interval lies.
    fn of(ratio: Estimate) -> Verdict {
        if ratio.low > 1.0 + LEAST {
            Verdict::Slower
        } else if ratio.high < 1.0 / (1.0 + LEAST) {
            Verdict::Faster
        } else {
            Verdict::NoChange
        }
    }
}

/// A bench that both states have.
struct Row {
    id: String,
    figure: Figure,
    ratio: Estimate,
    verdict: Verdict,
}

fn compare(old: &Programs, new: &Programs, filter: &str, slots: u32) -> anyhow::Result<Vec<Row>> {
    let (before, after) = (listed(old, "")?, listed(new, filter)?);
    let old_of: BTreeMap<&str, &str> = before
        .iter()
        .flat_map(|(name, benches)| benches.iter().map(|b| (b.id.as_str(), name.as_str())))
        .collect();
    let mut rows = Vec::new();
    let total: usize = after.values().map(Vec::len).sum();
    let mut done = 0;
    println!(
        "{:>7} {:<54} {:>9} {:>9} {:>7}  99 % interval",
        "", "bench", "before", "after", "ratio"
    );
    for (name, benches) in &after {
        for bench in benches {
            done += 1;
            let place = format!("{done}/{total}");
            let id = bench.id.as_str();
            let Some(&old_name) = old_of.get(id) else {
                println!("{place:>7} {id:<54} is new");
                continue;
            };
            let programs = (old[old_name].as_path(), new[name].as_path());
            let mut held = Vec::new();
            let mut measured = measure_pair(programs, id, slots, &mut held)?;
            let mut verdict = Verdict::of(measured.ratio);
            if verdict != Verdict::NoChange {
                let again = measure_pair(programs, id, slots, &mut held)?;
                if Verdict::of(again.ratio) != verdict {
                    verdict = Verdict::NoChange;
                }
                measured = again;
            }
            let Measured { before, after, ratio } = measured;
            println!(
                "{place:>7} {id:<54} {:>9} {:>9} {:>7.3}  {:.3} to {:.3}{}",
                time(before),
                time(after),
                ratio.middle,
                ratio.low,
                ratio.high,
                match verdict {
                    Verdict::NoChange => "",
                    Verdict::Faster => "  FASTER",
                    Verdict::Slower => "  SLOWER",
                }
            );
            let figure = Figure { nanoseconds: after, throughput: bench.throughput.clone() };
            rows.push(Row { id: id.to_owned(), figure, ratio, verdict });
        }
    }
    let present: BTreeSet<&str> = after.values().flatten().map(|b| b.id.as_str()).collect();
    for (&id, _) in old_of.iter().filter(|(id, _)| id.contains(filter) && !present.contains(*id)) {
        println!("{:>7} {id:<54} is gone", "");
    }
    Ok(rows)
}

/// Medians of an iteration, in nanoseconds, and their ratio.
struct Measured {
    before: f64,
    after: f64,
    ratio: Estimate,
}

fn measure_pair(
    (old, new): (&Path, &Path),
    id: &str,
    slots: u32,
    held: &mut Vec<Slot>,
) -> anyhow::Result<Measured> {
    let (old, new) = (Program::read(old)?, Program::read(new)?);
    let (mut before, mut after, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    let begin = Instant::now();
    for number in 1..=slots {
        let slot = Slot::new(held.len() as u32)?;
        // Old, new, new, old: what drifts meanwhile falls on both alike.
        let run = |program| slot.run(program, id).map(|times| median(&times));
        let times = (|| Ok::<_, anyhow::Error>([run(&old)?, run(&new)?, run(&new)?, run(&old)?]))();
        let [a, b, c, d] = times.with_context(|| id.to_owned())?;
        // It stays, so that the next has another place.
        held.push(slot);
        before.push(a.min(d));
        after.push(b.min(c));
        ratios.push(vec![b / a, c / d]);
        if number >= FEWEST && begin.elapsed() > PATIENCE {
            break;
        }
        if LOOKS.contains(&number) {
            let Estimate { low, high, .. } = estimate(&ratios);
            if high - low < NARROW {
                break;
            }
        }
    }
    Ok(Measured { before: median(&before), after: median(&after), ratio: estimate(&ratios) })
}

/// Prints what has moved; whether something did by more than is allowed.
fn sum_up(rows: &[Row], fail_over: Option<f64>) -> bool {
    let moved = |verdict| rows.iter().filter(move |row| row.verdict == verdict);
    let over = |row: &&Row| fail_over.is_some_and(|share| row.ratio.middle > 1.0 + share);
    println!();
    for (verdict, word) in [(Verdict::Slower, "slower"), (Verdict::Faster, "faster")] {
        for row in moved(verdict) {
            println!("{word}: {} {}", row.id, percent(row.ratio.middle - 1.0));
        }
    }
    let (slower, faster) = (moved(Verdict::Slower).count(), moved(Verdict::Faster).count());
    let still = rows.len() - slower - faster;
    if slower + faster == 0 {
        println!("no change: {still} benches");
    } else {
        println!("{slower} slower, {faster} faster, {still} no change");
    }
    let failing: Vec<&str> =
        moved(Verdict::Slower).filter(over).map(|row| row.id.as_str()).collect();
    if let (Some(share), false) = (fail_over, failing.is_empty()) {
        println!("by more than {:.1} %: {}", share * 100.0, failing.join(", "));
        println!("see `cargo xtask counts` for instructions, or profile one of them: perf record");
    }
    !failing.is_empty()
}

impl Figure {
    /// The throughput, in words.
    fn rate(&self) -> String {
        match &self.throughput {
            Some((count, unit)) => rate(*count as f64 * 1e9 / self.nanoseconds, unit),
            None => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_read() {
        assert_eq!(share("5%"), Ok(0.05));
        assert_eq!(share("0.05"), Ok(0.05));
        for text in ["", "%", "five", "-1%", "inf"] {
            assert!(share(text).is_err(), "{text}");
        }
    }

    #[test]
    fn only_a_whole_interval_beyond_the_least_has_moved() {
        let verdict = |low, high| Verdict::of(Estimate { middle: (low + high) / 2.0, low, high });
        assert_eq!(verdict(0.99, 1.2), Verdict::NoChange);
        assert_eq!(verdict(1.001, 1.009), Verdict::NoChange);
        assert_eq!(verdict(1.02, 1.09), Verdict::Slower);
        assert_eq!(verdict(0.92, 0.97), Verdict::Faster);
    }

    #[test]
    fn failing_takes_noise_and_size() {
        let row = |middle: f64, verdict| Row {
            id: "a/b/naive/c".into(),
            figure: Figure { nanoseconds: 1.0, throughput: None },
            ratio: Estimate { middle, low: middle, high: middle },
            verdict,
        };
        assert!(sum_up(&[row(1.06, Verdict::Slower)], Some(0.05)));
        assert!(!sum_up(&[row(1.04, Verdict::Slower)], Some(0.05)));
        assert!(!sum_up(&[row(1.06, Verdict::NoChange)], Some(0.05)));
        assert!(!sum_up(&[row(0.5, Verdict::Faster)], Some(0.05)));
        assert!(!sum_up(&[row(2.0, Verdict::Slower)], None));
    }
}
