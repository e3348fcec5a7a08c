//! `cargo xtask setup`: installs the tools that are missing, at pinned versions.

use std::process::{Command, ExitCode};

use crate::miri;
use crate::process::{capture_quietly, cargo, stream, succeeds};
use crate::tools::{self, Tool};

/// The options of `setup`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Only look; exit with 1 where something is missing or of another version
    #[arg(long)]
    check: bool,
    /// These tools alone, such as cargo-fuzz; all where none is named
    #[arg(value_name = "TOOL", value_parser = tool)]
    tools: Vec<Tool>,
}

fn tool(name: &str) -> Result<Tool, String> {
    let names = tools::ALL.map(|tool| tool.package);
    let found = tools::ALL.into_iter().find(|tool| tool.package == name);
    found.ok_or_else(|| format!("there are {}", names.join(", ")))
}

/// Says what is there and what it will do, then does it.
///
/// # Errors
/// Where an installation fails; the tools before it stay installed.
pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let mut missing: Vec<Tool> = Vec::new();
    let asked = |tool: &Tool| {
        options.tools.is_empty() || options.tools.iter().any(|named| named.package == tool.package)
    };
    for tool in tools::ALL.into_iter().filter(asked) {
        let Tool { package, version, purpose } = tool;
        match tool.installed() {
            Some(found) if found == version => println!("ok       {package} {version}"),
            Some(found) => {
                println!("other    {package} {found}, and {version} is pinned; it {purpose}");
                missing.push(tool);
            }
            None => {
                println!("missing  {package} {version}; it {purpose}");
                missing.push(tool);
            }
        }
    }
    hints();
    if missing.is_empty() {
        println!("nothing to install");
        return Ok(ExitCode::SUCCESS);
    }
    let names: Vec<&str> = missing.iter().map(|tool| tool.package).collect();
    if options.check {
        println!("`cargo xtask setup` would install: {}", names.join(", "));
        return Ok(ExitCode::FAILURE);
    }
    println!(
        "installing from crates.io into cargo's folder, some minutes each: {}",
        names.join(", ")
    );
    for tool in missing {
        stream(&mut cargo(tool.install()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What cargo cannot install.
fn hints() {
    let nightly =
        succeeds(Command::new("cargo").arg("--version").env("RUSTUP_TOOLCHAIN", "nightly"));
    let components =
        capture_quietly(Command::new("rustup").args(["component", "list", "--installed"]));
    let named = ["LLVM_COV", "LLVM_PROFDATA"].iter().all(|name| std::env::var_os(name).is_some());
    let llvm = named || components.is_some_and(|list| list.contains("llvm-tools"));
    let valgrind = succeeds(Command::new("valgrind").arg("--version"));
    for (there, what, how) in [
        (nightly, "nightly: sanitizers (fuzz)", "rustup toolchain install nightly"),
        (
            miri::is_installed(),
            "nightly's miri and rust-src (miri)",
            "rustup component add miri rust-src --toolchain nightly",
        ),
        (
            llvm,
            "llvm-tools (coverage)",
            "rustup component add llvm-tools, or name others of rustc's LLVM in LLVM_COV and LLVM_PROFDATA",
        ),
        (valgrind, "valgrind (counts)", "your system's packages, such as apt-get install valgrind"),
    ] {
        match there {
            true => println!("ok       {what}"),
            false => println!("missing  {what}; not installed from here: {how}"),
        }
    }
}
