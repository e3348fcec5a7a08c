//! `cargo xtask goals`: the speed bars of `benches/goals.toml`.
//!
//! Not part of the check: times differ from machine to machine.

use std::fs;
use std::process::ExitCode;

use anyhow::{Context, bail};
use serde::Deserialize;

use crate::bench::measure::{Program, Slot};
use crate::bench::stats::median;
use crate::bench::{build, listed};
use crate::format::{rate, time};
use crate::machine;

const FILE: &str = "benches/goals.toml";

/// The options of `goals`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Only goals whose id contains this
    #[arg(value_name = "FILTER", default_value = "")]
    filter: String,
    /// Check the table against the benches and measure nothing
    #[arg(long)]
    check: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    goal: Vec<Goal>,
}

/// An entry of the table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Goal {
    id: String,
    what: String,
    bar: f64,
    unit: Unit,
    #[serde(default)]
    reference: String,
    #[serde(default)]
    source: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
enum Unit {
    #[serde(rename = "ns")]
    Nanoseconds,
    #[serde(rename = "us")]
    Microseconds,
    #[serde(rename = "ms")]
    Milliseconds,
    #[serde(rename = "s")]
    Seconds,
    #[serde(rename = "million/s")]
    Millions,
}

impl Goal {
    /// The bar in nanoseconds; `None` where it is a rate.
    fn at_most(&self) -> Option<f64> {
        match self.unit {
            Unit::Nanoseconds => Some(self.bar),
            Unit::Microseconds => Some(self.bar * 1e3),
            Unit::Milliseconds => Some(self.bar * 1e6),
            Unit::Seconds => Some(self.bar * 1e9),
            Unit::Millions => None,
        }
    }

    /// Bar and figure in words, and whether the bar is held.
    fn judge(
        &self,
        nanoseconds: f64,
        throughput: Option<&(u64, String)>,
    ) -> anyhow::Result<(String, String, bool)> {
        if let Some(bar) = self.at_most() {
            return Ok((format!("≤ {}", time(bar)), time(nanoseconds), nanoseconds <= bar));
        }
        let Some((count, unit)) = throughput else {
            bail!("{}: a rate is asked of a bench that has no throughput", self.id);
        };
        let bar = self.bar * 1e6;
        let figure = *count as f64 * 1e9 / nanoseconds;
        Ok((format!("≥ {}", rate(bar, unit)), rate(figure, unit), figure >= bar))
    }
}

fn parse(text: &str) -> anyhow::Result<Vec<Goal>> {
    let goals = toml::from_str::<Table>(text).context(FILE)?.goal;
    for goal in &goals {
        if goal.bar.is_nan() || goal.bar <= 0.0 {
            bail!("{FILE}: the bar of {} is {}", goal.id, goal.bar);
        }
        if goal.reference.is_empty() != goal.source.is_empty() {
            bail!("{FILE}: {} has a reference without a source, or the other way", goal.id);
        }
    }
    Ok(goals)
}

/// Measures every goal and prints how it stands.
///
/// # Errors
/// Where the table is damaged or names a bench that does not exist.
pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let mut goals = parse(&fs::read_to_string(FILE).context(FILE)?)?;
    goals.retain(|goal| goal.id.contains(&options.filter));
    if goals.is_empty() {
        bail!("no goal has {:?} in its id: see {FILE}", options.filter);
    }
    let programs = build::working_tree(&[], &options.filter)?;
    let benches = listed(&programs, "")?;
    let find = |goal: &Goal| {
        let found = benches.iter().find_map(|(program, benches)| {
            Some((program.as_str(), benches.iter().find(|bench| bench.id == goal.id)?))
        });
        found.with_context(|| format!("{FILE}: there is no bench {}", goal.id))
    };
    let found = goals.iter().map(find).collect::<anyhow::Result<Vec<_>>>()?;
    if options.check {
        println!("{} goals, each of a bench", goals.len());
        return Ok(ExitCode::SUCCESS);
    }
    println!("processor: {}", machine::processor());
    println!("compiler: {}, {}, bench profile", machine::compiler()?, machine::target()?);
    if let Some(load) = machine::load()
        && load > 1.5
    {
        println!(
            "note: the machine is busy (load {load:.1}); CPU time leaves others' work out, but caches are shared"
        );
    }
    println!();
    let mut missed = 0;
    for (goal, (program, bench)) in goals.iter().zip(found) {
        let mut times = Vec::new();
        let program = Program::read(&programs[program])?;
        for number in 0..9 {
            times.push(median(&Slot::new(number)?.run(&program, &goal.id)?));
        }
        let (bar, figure, held) = goal.judge(median(&times), bench.throughput.as_ref())?;
        missed += usize::from(!held);
        println!(
            "{:<4} {figure:>9}  bar {bar:<9}  {}",
            if held { "ok" } else { "MISS" },
            goal.what
        );
        println!("     {}", goal.id);
        if !goal.reference.is_empty() {
            println!("     others: {} ({})", goal.reference, goal.source);
        }
    }
    println!("\ngoals: {} held, {missed} missed", goals.len() - missed);
    if missed > 0 {
        println!("a miss on an idle machine: `cargo xtask bench --against REV` tells since when");
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace;

    fn goal(bar: f64, unit: Unit) -> Goal {
        let text = || String::new();
        Goal { id: "a".into(), what: text(), bar, unit, reference: text(), source: text() }
    }

    #[test]
    fn the_committed_table_is_whole() {
        let text = fs::read_to_string(workspace::root().join(FILE)).unwrap();
        let goals = parse(&text).unwrap();
        assert!(goals.len() >= 10);
        for (index, goal) in goals.iter().enumerate() {
            assert!(goal.id.contains("/optimized/") && !goal.what.is_empty(), "{goal:?}");
            assert!(goals[..index].iter().all(|other| other.id != goal.id), "{}", goal.id);
        }
    }

    #[test]
    fn bars_are_held_or_missed() {
        let at_most = goal(20.0, Unit::Microseconds);
        assert!(at_most.judge(20_000.0, None).unwrap().2);
        assert!(!at_most.judge(20_001.0, None).unwrap().2);
        let at_least = goal(1.5, Unit::Millions);
        let nodes = (3_000, "nodes".to_owned());
        let (bar, figure, held) = at_least.judge(2_000_000.0, Some(&nodes)).unwrap();
        assert_eq!((bar.as_str(), held), ("≥ 1.50 million nodes/s", true));
        assert_eq!(figure, "1.50 million nodes/s");
        assert!(!at_least.judge(2_000_001.0, Some(&nodes)).unwrap().2);
        assert!(at_least.judge(1.0, None).is_err());
    }

    #[test]
    fn a_damaged_table_is_refused() {
        let entry = "[[goal]]\nid = \"a\"\nwhat = \"b\"\nunit = \"ms\"\n";
        assert!(parse(&format!("{entry}bar = 1.0\n")).is_ok());
        for more in ["bar = 0.0\n", "", "bar = 1.0\nsource = \"x\"\n", "bar = 1.0\nbars = 2.0\n"] {
            assert!(parse(&format!("{entry}{more}")).is_err(), "{more}");
        }
    }
}
