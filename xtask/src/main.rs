//! The tasks of this workspace: `cargo xtask <task>`.
//!
//! One file a task; this one only dispatches. Every task runs in the
//! workspace's root, wherever it was called from.

mod bench;
mod ci;
mod counts;
mod coverage;
mod dist;
mod doc;
mod files;
mod format;
mod fuzz;
mod goals;
mod machine;
mod man;
mod match_play;
mod miri;
mod mutants;
mod openings;
mod overruns;
mod player;
mod process;
mod report;
mod revision;
mod seeds;
mod self_play;
mod setup;
mod signature;
mod soak;
mod tools;
mod tune;
mod vectors;
mod verdicts;
mod workspace;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", about = "The tasks of this workspace")]
struct Arguments {
    #[command(subcommand)]
    task: Option<Task>,
}

#[derive(Subcommand)]
enum Task {
    /// Run every check that a change must pass; --quick within two minutes
    Ci(ci::Options),
    /// Fuzz the checks in turn, or keep a failing input
    Fuzz(fuzz::Options),
    /// Write seed inputs out of the stored vectors, or of what the fuzzer has learnt
    Seeds(seeds::Options),
    /// Run every check on random bytes for hours
    Soak(soak::Options),
    /// Play the engine on a busy machine and see whether it keeps its time
    Overruns(overruns::Options),
    /// Play two engines against each other, to see which is stronger and by how much
    Match(match_play::Options),
    /// Write the balanced openings that matches begin with
    Openings(openings::Options),
    /// Set the evaluation's weights by regression on games of the engine against itself
    Tune(tune::Options),
    /// Break core and solvers on purpose and see whether a test notices
    Mutants(mutants::Options),
    /// Run tests under Miri, on nightly
    Miri(miri::Options),
    /// Measure which lines and regions the tests reach
    Coverage(coverage::Options),
    /// Measure the benches, alone or in turns with another revision
    Bench(bench::Options),
    /// Hold the speed bars that the project has set itself
    Goals(goals::Options),
    /// Count the instructions of the hot paths under callgrind
    Counts(counts::Options),
    /// Hold the searches' sums of nodes to the committed ones
    Signature(signature::Options),
    /// Draw the page of charts from the recorded figures
    Report(report::Options),
    /// Compute the answers of all stored vectors again
    Vectors(vectors::Options),
    /// Build the documentation, a warning being an error
    Doc(doc::Options),
    /// Write the manual pages
    Man(man::Options),
    /// Pack a release, the same bytes on every build
    Dist(dist::Options),
    /// Install the tools that the tasks use, at pinned versions
    Setup(setup::Options),
}

fn main() -> ExitCode {
    match run(Arguments::parse().task) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(task: Option<Task>) -> anyhow::Result<ExitCode> {
    #[expect(clippy::disallowed_methods, reason = "once, before anything reads a path")]
    std::env::set_current_dir(workspace::root())?;
    match task {
        None => list(),
        Some(Task::Ci(options)) => ci::run(&options),
        Some(Task::Fuzz(options)) => fuzz::run(&options),
        Some(Task::Seeds(options)) => seeds::run(&options),
        Some(Task::Soak(options)) => soak::run(&options),
        Some(Task::Overruns(options)) => overruns::run(&options),
        Some(Task::Match(options)) => match_play::run(&options),
        Some(Task::Openings(options)) => openings::run(&options),
        Some(Task::Tune(options)) => tune::run(&options),
        Some(Task::Mutants(options)) => mutants::run(&options),
        Some(Task::Miri(options)) => miri::run(&options),
        Some(Task::Coverage(options)) => coverage::run(&options),
        Some(Task::Bench(options)) => bench::run(&options),
        Some(Task::Goals(options)) => goals::run(&options),
        Some(Task::Counts(options)) => counts::run(&options),
        Some(Task::Signature(options)) => signature::run(&options),
        Some(Task::Report(options)) => report::run(&options),
        Some(Task::Vectors(options)) => vectors::run(&options),
        Some(Task::Doc(options)) => doc::run(&options),
        Some(Task::Man(options)) => man::run(&options),
        Some(Task::Dist(options)) => dist::run(&options),
        Some(Task::Setup(options)) => setup::run(&options),
    }
}

/// Lists the tasks, a line each.
#[expect(clippy::unnecessary_wraps, reason = "an arm like the others")]
fn list() -> anyhow::Result<ExitCode> {
    for task in Arguments::command().get_subcommands() {
        let about = task.get_about().map(ToString::to_string).unwrap_or_default();
        println!("{:<10} {about}", task.get_name());
    }
    println!("\ncargo xtask <task> --help says more");
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        super::Arguments::command().debug_assert();
    }
}
