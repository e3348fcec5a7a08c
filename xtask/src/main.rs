//! The tasks of this workspace: `cargo xtask <task>`.
//!
//! One file a task; this one only dispatches. Every task runs in the
//! workspace's root, wherever it was called from.

mod ci;
mod process;
mod setup;
mod tools;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", about = "The tasks of this workspace")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Run every check that a change must pass
    Ci(ci::Options),
    /// Install the tools that the checks and the tasks use, where they are missing
    Setup(setup::Options),
}

fn main() -> anyhow::Result<ExitCode> {
    let Arguments { task } = Arguments::parse();
    #[expect(clippy::disallowed_methods, reason = "once, before anything reads a path")]
    std::env::set_current_dir(workspace::root())?;
    match task {
        Task::Ci(options) => ci::run(&options),
        Task::Setup(options) => setup::run(&options),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        super::Arguments::command().debug_assert();
    }
}
