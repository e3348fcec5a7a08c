//! `cargo xtask ci`: every check that a change must pass, on any machine.
//!
//! All steps run, also after one has failed. A step whose tool is not
//! installed is skipped and says so. A table of the steps and their times ends
//! it; the last line printed is `checks: N passed, N failed, N skipped`, and the
//! exit code is 1 where one failed.

mod fuzz;
mod msrv;
mod step;

use std::fmt::{self, Display};
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

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
    /// Run the quick steps alone, within two minutes; what is not done by then fails
    #[arg(long)]
    quick: bool,
    /// List the steps and run nothing
    #[arg(long)]
    list: bool,
}

/// What `--quick` may take. The last seconds are for what is being ended.
const QUICK: Duration = Duration::from_secs(115);

impl Options {
    /// The steps asked for, each once, in their own order.
    fn steps(&self) -> Vec<Step> {
        let asked = |step: &Step| {
            (self.only.is_empty() || self.only.contains(step)) && (!self.quick || step.is_quick())
        };
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
            println!("{:<9} {}", step.name(), step.about());
        }
        return Ok(ExitCode::SUCCESS);
    }
    let mut tally = Tally::default();
    let end = Instant::now() + QUICK;
    for step in steps {
        let name = step.name();
        println!("\n=== {name}: {}", step.about());
        io::stdout().flush()?;
        let start = Instant::now();
        let outcome = if options.quick { step.run_quickly(end) } else { step.run() };
        let seconds = start.elapsed().as_secs_f64();
        match &outcome {
            Ok(Outcome::Passed) => println!("=== {name}: PASSED in {seconds:.1} s"),
            Ok(Outcome::Skipped(why)) => println!("=== {name}: SKIPPED: {why}"),
            Err(error) => println!("=== {name}: FAILED in {seconds:.1} s: {error:#}"),
        }
        tally.add(name, &outcome, seconds);
    }
    println!("\n{tally}");
    io::stdout().flush()?;
    Ok(if tally.count(Ended::Failed) == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// How the steps ended.
#[derive(Default)]
struct Tally {
    /// Name, what became of it, and seconds.
    steps: Vec<(&'static str, Ended, f64)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ended {
    Passed,
    Failed,
    Skipped,
}

impl Tally {
    fn add(&mut self, name: &'static str, outcome: &anyhow::Result<Outcome>, seconds: f64) {
        let ended = match outcome {
            Ok(Outcome::Passed) => Ended::Passed,
            Ok(Outcome::Skipped(_)) => Ended::Skipped,
            Err(_) => Ended::Failed,
        };
        self.steps.push((name, ended, seconds));
    }

    fn count(&self, ended: Ended) -> usize {
        self.steps.iter().filter(|step| step.1 == ended).count()
    }
}

impl Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, ended, seconds) in &self.steps {
            let word = match ended {
                Ended::Passed => "passed",
                Ended::Failed => "FAILED",
                Ended::Skipped => "skipped",
            };
            writeln!(f, "{name:<9} {word:<7} {seconds:>6.1} s")?;
        }
        let seconds: f64 = self.steps.iter().map(|step| step.2).sum();
        writeln!(f, "{:<9} {:<7} {seconds:>6.1} s", "all", "")?;
        if self.count(Ended::Failed) > 0 {
            let failed = self.steps.iter().filter(|step| step.1 == Ended::Failed);
            let names: Vec<&str> = failed.map(|step| step.0).collect();
            let names = names.join(",");
            writeln!(f, "again, what failed: cargo xtask ci --only {names}")?;
        }
        let [passed, failed, skipped] =
            [Ended::Passed, Ended::Failed, Ended::Skipped].map(|ended| self.count(ended));
        write!(f, "checks: {passed} passed, {failed} failed, {skipped} skipped")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_counts_names_and_times() {
        let mut tally = Tally::default();
        assert!(tally.to_string().ends_with("\nchecks: 0 passed, 0 failed, 0 skipped"));
        tally.add("a", &Ok(Outcome::Passed), 1.0);
        tally.add("c", &Err(anyhow::anyhow!("broken")), 61.5);
        tally.add("d", &Ok(Outcome::Skipped("no tool".into())), 0.0);
        tally.add("e", &Err(anyhow::anyhow!("broken")), 2.0);
        assert_eq!(
            tally.to_string(),
            "a         passed     1.0 s\n\
             c         FAILED    61.5 s\n\
             d         skipped    0.0 s\n\
             e         FAILED     2.0 s\n\
             all                 64.5 s\n\
             again, what failed: cargo xtask ci --only c,e\n\
             checks: 1 passed, 2 failed, 1 skipped"
        );
    }

    #[test]
    fn steps_are_chosen_by_name() {
        let steps = |only: &[Step], skip: &[Step]| {
            Options { only: only.to_vec(), skip: skip.to_vec(), quick: false, list: false }.steps()
        };
        assert_eq!(steps(&[], &[]), Step::value_variants());
        assert_eq!(steps(&[Step::Test, Step::Format, Step::Test], &[]), [Step::Format, Step::Test]);
        assert_eq!(steps(&[Step::Test, Step::Doc], &[Step::Test]), [Step::Doc]);
        assert_eq!(steps(&[], Step::value_variants()), []);
        let quick =
            Options { only: Vec::new(), skip: Vec::new(), quick: true, list: false }.steps();
        assert_eq!(quick, [Step::Format, Step::Clippy, Step::Test, Step::Signature]);
    }
}
