//! `cargo xtask ci`: every check that a change must pass, on any machine.
//!
//! All steps run, also after one has failed. A step whose tool is not
//! installed is skipped and says so. The last line printed is
//! `checks: N passed, N failed, N skipped`; the exit code is 1 where one failed.

mod fuzz;
mod msrv;
mod step;

use std::fmt::{self, Display};
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use clap::ValueEnum;

use step::{Outcome, Step};

/// The options of `ci`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Run these steps alone
    #[arg(long, value_delimiter = ',', value_name = "STEP")]
    only: Vec<Step>,
    /// Leave these steps out
    #[arg(long, value_delimiter = ',', value_name = "STEP")]
    skip: Vec<Step>,
    /// List the steps and run nothing
    #[arg(long)]
    list: bool,
}

impl Options {
    /// The steps asked for, each once, in their own order.
    fn steps(&self) -> Vec<Step> {
        let asked = |step: &Step| self.only.is_empty() || self.only.contains(step);
        let all = Step::value_variants().iter().copied();
        all.filter(|step| asked(step) && !self.skip.contains(step)).collect()
    }
}

/// Runs the steps and sums up.
///
/// # Errors
/// Where standard output cannot be written.
pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let steps = options.steps();
    if options.list {
        for step in steps {
            println!("{:<8} {}", step.name(), step.about());
        }
        return Ok(ExitCode::SUCCESS);
    }
    let mut tally = Tally::default();
    for step in steps {
        let name = step.name();
        println!("\n=== {name}: {}", step.about());
        io::stdout().flush()?;
        let start = Instant::now();
        let outcome = step.run();
        let seconds = start.elapsed().as_secs_f64();
        match &outcome {
            Ok(Outcome::Passed) => println!("=== {name}: PASSED in {seconds:.1} s"),
            Ok(Outcome::Skipped(why)) => println!("=== {name}: SKIPPED: {why}"),
            Err(error) => println!("=== {name}: FAILED in {seconds:.1} s: {error:#}"),
        }
        tally.add(name, &outcome);
    }
    println!("\n{tally}");
    io::stdout().flush()?;
    Ok(if tally.failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// How the steps ended.
#[derive(Default)]
struct Tally {
    passed: usize,
    failed: Vec<&'static str>,
    skipped: Vec<&'static str>,
}

impl Tally {
    fn add(&mut self, name: &'static str, outcome: &anyhow::Result<Outcome>) {
        match outcome {
            Ok(Outcome::Passed) => self.passed += 1,
            Ok(Outcome::Skipped(_)) => self.skipped.push(name),
            Err(_) => self.failed.push(name),
        }
    }
}

impl Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { passed, failed, skipped } = self;
        for (what, names) in [("skipped", skipped), ("failed", failed)] {
            if !names.is_empty() {
                writeln!(f, "{what}: {}", names.join(", "))?;
            }
        }
        write!(f, "checks: {passed} passed, {} failed, {} skipped", failed.len(), skipped.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_counts_and_names() {
        let mut tally = Tally::default();
        assert_eq!(tally.to_string(), "checks: 0 passed, 0 failed, 0 skipped");
        tally.add("a", &Ok(Outcome::Passed));
        tally.add("b", &Ok(Outcome::Passed));
        assert_eq!(tally.to_string(), "checks: 2 passed, 0 failed, 0 skipped");
        tally.add("c", &Err(anyhow::anyhow!("broken")));
        tally.add("d", &Ok(Outcome::Skipped("no tool".into())));
        tally.add("e", &Err(anyhow::anyhow!("broken")));
        assert_eq!(
            tally.to_string(),
            "skipped: d\nfailed: c, e\nchecks: 2 passed, 2 failed, 1 skipped"
        );
    }

    #[test]
    fn steps_are_chosen_by_name() {
        let steps = |only: &[Step], skip: &[Step]| {
            Options { only: only.to_vec(), skip: skip.to_vec(), list: false }.steps()
        };
        assert_eq!(steps(&[], &[]), Step::value_variants());
        assert_eq!(steps(&[Step::Test, Step::Format, Step::Test], &[]), [Step::Format, Step::Test]);
        assert_eq!(steps(&[Step::Test, Step::Doc], &[Step::Test]), [Step::Doc]);
        assert_eq!(steps(&[], Step::value_variants()), []);
    }
}
