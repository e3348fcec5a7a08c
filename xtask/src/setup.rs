//! `cargo xtask setup`: installs the tools that are missing.

use std::process::ExitCode;

use crate::process::{cargo, stream};
use crate::tools;

/// The options of `setup`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Only say what is missing
    #[arg(long)]
    dry_run: bool,
}

/// Installs what is missing and says what it did.
///
/// # Errors
/// Where an installation fails; the tools before it stay installed.
pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    for tool in tools::ALL {
        let name = tool.package;
        if tool.is_installed() {
            println!("{name}: installed already");
        } else if options.dry_run {
            println!("{name}: missing; it {}", tool.purpose);
        } else {
            println!("{name}: missing; it {}; installing", tool.purpose);
            stream(&mut cargo(tool.install()))?;
            println!("{name}: installed");
        }
    }
    Ok(ExitCode::SUCCESS)
}
