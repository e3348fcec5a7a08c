//! The steps of the check, one line of cargo each where one is enough.

use std::process::Command;
use std::time::Instant;

use clap::ValueEnum;

use super::{fuzz, msrv};
use crate::process::{cargo, stream, stream_until};
use crate::{signature, tools};

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
    /// The searches' sums of nodes are the committed ones
    Signature,
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
            Step::Signature => "signature",
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

    /// Whether it is among the quick ones: what most changes fail, first.
    pub(super) fn is_quick(self) -> bool {
        matches!(self, Step::Format | Step::Clippy | Step::Test | Step::Signature)
    }

    /// Runs it.
    ///
    /// # Errors
    /// Where the step fails, with the reason; what it saw is printed by then.
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        match self {
            Step::Format => passed(&mut format(), None),
            Step::Clippy => passed(&mut clippy(), None),
            Step::Test => passed(&mut cargo(["test", "--no-fail-fast"]), None),
            Step::Doc => {
                let mut doc = cargo(["doc", "--workspace", "--no-deps", "--keep-going"]);
                stream(doc.env("RUSTDOCFLAGS", "-D warnings"))?;
                Ok(Outcome::Passed)
            }
            Step::Signature => signature::check().map(|()| Outcome::Passed),
            Step::Bench => passed(&mut cargo(["bench", "--", "--test"]), None),
            Step::Fuzz => fuzz::run(),
            Step::Msrv => msrv::run(),
            Step::Deny if !tools::DENY.is_installed() => {
                Ok(Outcome::Skipped("cargo-deny is not installed: cargo xtask setup".into()))
            }
            // Advisories need a database from the network and change without a
            // change here, so they are no part of the check.
            Step::Deny => {
                passed(&mut cargo(["deny", "check", "licenses", "bans", "sources"]), None)
            }
        }
    }

    /// Runs a quick form of it, to be done by this time.
    ///
    /// # Errors
    /// As [`Step::run`], and where the time is up.
    pub(super) fn run_quickly(self, end: Instant) -> anyhow::Result<Outcome> {
        let end = Some(end);
        match self {
            Step::Format => passed(&mut format(), end),
            Step::Clippy => passed(&mut clippy(), end),
            // What enumerates whole games is left out.
            Step::Test => {
                let what = ["test", "--no-fail-fast", "--lib", "--bins", "--test", "properties"];
                let more = ["--test", "regressions", "--test", "registry"];
                passed(cargo(what).args(more).env("TESUJI_QUICKCHECK", "100"), end)
            }
            Step::Signature => {
                let what = ["run", "--quiet", "--package", "xtask", "--", "signature"];
                passed(&mut cargo(what), end)
            }
            other => Ok(Outcome::Skipped(format!("{} is no quick step", other.name()))),
        }
    }
}

fn format() -> Command {
    cargo(["fmt", "--all", "--check"])
}

fn clippy() -> Command {
    let mut command = cargo(["clippy", "--workspace", "--all-targets", "--keep-going"]);
    command.args(["--", "-D", "warnings"]);
    command
}

fn passed(command: &mut Command, end: Option<Instant>) -> anyhow::Result<Outcome> {
    stream_until(command, end)?;
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
