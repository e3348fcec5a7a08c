//! The fuzz targets on the stable compiler: they link, and every stored input
//! passes through the very program that the fuzzer runs.
//!
//! The test profile optimizes and keeps all assertions, and its dependencies
//! are built by then.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

use super::step::Outcome;
use crate::process::{capture, cargo, stream, succeeds};
use crate::workspace;

const PACKAGE: &str = "tesuji-fuzz";
const PROFILE: [&str; 4] = ["--profile", "test", "--package", PACKAGE];

/// Builds all targets and replays the inputs of each.
pub(super) fn run() -> anyhow::Result<Outcome> {
    if cfg!(windows) {
        return Ok(Outcome::Skipped("libFuzzer's main links on Linux and macOS alone".into()));
    }
    if !has_cpp_compiler() {
        let why = "libFuzzer is C++, and no compiler answers: set CXX, or install one as c++";
        return Ok(Outcome::Skipped(why.into()));
    }
    let packages = workspace::packages()?;
    let package = packages.iter().find(|package| package.name == PACKAGE);
    let package = package.with_context(|| format!("the workspace has no {PACKAGE}"))?;
    stream(cargo(["build"]).args(PROFILE))?;
    let mut failed = Vec::new();
    for target in &package.binaries {
        match replay(target) {
            Ok(count) => println!("{target}: {count} stored inputs replayed"),
            Err(error) => {
                println!("{target}: {error:#}");
                failed.push(target.as_str());
            }
        }
    }
    if !failed.is_empty() {
        bail!("failed: {}", failed.join(", "));
    }
    Ok(Outcome::Passed)
}

/// Whether the compiler that libFuzzer's build would call is there.
fn has_cpp_compiler() -> bool {
    let named = std::env::var_os("CXX").map(|cxx| vec![cxx]);
    let names = named.unwrap_or_else(|| ["c++", "g++", "clang++"].map(Into::into).into());
    names.into_iter().any(|name| succeeds(Command::new(name).arg("--version")))
}

/// Runs the target once on each stored input and counts them.
///
/// The files are named one by one: given a folder, libFuzzer would take it for
/// a corpus of its own to write to, and given nothing it would fuzz for ever.
fn replay(target: &str) -> anyhow::Result<usize> {
    let mut inputs = Vec::new();
    for kind in ["seeds", "regressions"] {
        inputs.extend(files(&Path::new("fuzz").join(kind).join(target))?);
    }
    if inputs.is_empty() {
        bail!("no stored input");
    }
    capture(cargo(["run", "--quiet"]).args(PROFILE).args(["--bin", target, "--"]).args(&inputs))?;
    Ok(inputs.len())
}

/// The files of a folder, sorted by name.
fn files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut files = entries.map(|entry| Ok(entry?.path())).collect::<anyhow::Result<Vec<_>>>()?;
    files.sort();
    Ok(files)
}
