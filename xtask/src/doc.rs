//! `cargo xtask doc`: the documentation of all crates, as the check builds it.

use std::process::ExitCode;

use crate::process::{cargo, stream};

/// The options of `doc`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Open it in a browser
    #[arg(long)]
    open: bool,
    /// Document private items too
    #[arg(long)]
    private: bool,
}

/// Builds it; a warning is an error.
///
/// # Errors
/// Where it does not build.
pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let mut doc = cargo(["doc", "--workspace", "--no-deps", "--keep-going"]);
    doc.env("RUSTDOCFLAGS", "-D warnings");
    doc.args(options.open.then_some("--open"));
    doc.args(options.private.then_some("--document-private-items"));
    stream(&mut doc)?;
    println!("open target/doc/tesuji_core/index.html");
    Ok(ExitCode::SUCCESS)
}
