//! `tesuji stress` against programs that are wrong in a known way.
//!
//! The programs are this file itself, started again with a variable that names
//! one of them. Their standard output is their own, so that no test harness may
//! write to it: there is none, and [`harness`] is what is needed of one.

mod commands;
mod correct;
mod explain;
mod fixtures;
mod harness;
#[cfg(unix)]
mod hostile;
#[cfg(unix)]
mod limits;
mod run;
mod smallest;

use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(name) = std::env::var_os(fixtures::VARIABLE) {
        return fixtures::run(&name.to_string_lossy());
    }
    harness::run(
        &[
            commands::TESTS,
            correct::TESTS,
            explain::TESTS,
            #[cfg(unix)]
            hostile::TESTS,
            #[cfg(unix)]
            limits::TESTS,
            smallest::TESTS,
        ]
        .concat(),
    )
}
