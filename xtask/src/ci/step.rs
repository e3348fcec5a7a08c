//! The steps of the check, one line of cargo each where one is enough.

use clap::ValueEnum;

use super::{fuzz, msrv};
use crate::process::{cargo, stream};
use crate::tools;

/// How a step ended that did not fail.
#[derive(Debug)]
pub(super) enum Outcome {
    /// It ran, and all is well.
    Passed,
    /// It could not run here, and why.
    Skipped(String),
}

/// A step, in the order of running: what fails fastest comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Step {
    /// The code is formatted
    Format,
    /// Clippy has nothing to say
    Clippy,
    /// All tests pass, documentation examples included
    Test,
    /// The documentation builds without a warning
    Doc,
    /// Every bench runs once and finds its answer
    Bench,
    /// Every fuzz target links and replays its stored inputs
    Fuzz,
    /// Every manifest names one minimum Rust version, and it builds
    Msrv,
    /// The dependencies' licences, bans and sources are in order
    Deny,
}

impl Step {
    /// The name on the command line.
    pub(super) fn name(self) -> &'static str {
        match self {
            Step::Format => "format",
            Step::Clippy => "clippy",
            Step::Test => "test",
            Step::Doc => "doc",
            Step::Bench => "bench",
            Step::Fuzz => "fuzz",
            Step::Msrv => "msrv",
            Step::Deny => "deny",
        }
    }

    /// What holds where it passes.
    pub(super) fn about(self) -> String {
        let value = self.to_possible_value();
        value.and_then(|value| value.get_help().map(ToString::to_string)).unwrap_or_default()
    }

    /// Runs it.
    ///
    /// # Errors
    /// Where the step fails, with the reason; what it saw is printed by then.
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        match self {
            Step::Format => passed(["fmt", "--all", "--check"]),
            Step::Clippy => {
                let what = ["clippy", "--workspace", "--all-targets", "--keep-going"];
                stream(cargo(what).args(["--", "-D", "warnings"]))?;
                Ok(Outcome::Passed)
            }
            Step::Test => passed(["test", "--no-fail-fast"]),
            Step::Doc => {
                let mut doc = cargo(["doc", "--workspace", "--no-deps", "--keep-going"]);
                stream(doc.env("RUSTDOCFLAGS", "-D warnings"))?;
                Ok(Outcome::Passed)
            }
            Step::Bench => passed(["bench", "--", "--test"]),
            Step::Fuzz => fuzz::run(),
            Step::Msrv => msrv::run(),
            Step::Deny if !tools::DENY.is_installed() => {
                Ok(Outcome::Skipped("cargo-deny is not installed: cargo xtask setup".into()))
            }
            // Advisories need a database from the network and change without a
            // change here, so they are no part of the check.
            Step::Deny => passed(["deny", "check", "licenses", "bans", "sources"]),
        }
    }
}

fn passed<const N: usize>(arguments: [&str; N]) -> anyhow::Result<Outcome> {
    stream(&mut cargo(arguments))?;
    Ok(Outcome::Passed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_has_one_name_and_says_what_it_holds() {
        for step in Step::value_variants() {
            assert_eq!(Step::from_str(step.name(), false).as_ref(), Ok(step));
            assert!(!step.about().is_empty(), "{step:?}");
        }
    }
}
