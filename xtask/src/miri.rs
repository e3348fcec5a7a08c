//! `cargo xtask miri`: tests under Miri, which sees undefined behaviour.
//!
//! Boards, solvers and testkit forbid unsafe code, so what Miri can find here
//! is in the dependencies and in the standard library. It is run for the day
//! when an unsafe file is let in: that file's tests belong to [`TESTED`].

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, bail};

use crate::process::{capture_quietly, cargo, stream, succeeds};
use crate::workspace::packages;

/// The options of `miri`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Only tests whose name contains this
    #[arg(value_name = "FILTER")]
    filters: Vec<String>,
    /// Only say which files have unsafe code
    #[arg(long)]
    list: bool,
}

/// The packages whose unit tests are run.
const TESTED: [&str; 1] = ["tesuji-core"];

/// Runs the tests.
///
/// # Errors
/// Where Miri is missing or finds something.
pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let files = unsafe_files()?;
    match files.len() {
        0 => println!("no file of the workspace has unsafe code"),
        _ => files.iter().for_each(|file| println!("unsafe code: {}", file.display())),
    }
    if options.list {
        return Ok(ExitCode::SUCCESS);
    }
    if !is_installed() {
        bail!("Miri is not installed: rustup component add miri rust-src --toolchain nightly");
    }
    for package in TESTED {
        let mut command = cargo(["miri", "test", "--lib", "--package", package]);
        command.arg("--").args(&options.filters);
        command.env("RUSTUP_TOOLCHAIN", "nightly");
        command.env("MIRIFLAGS", "-Zmiri-strict-provenance -Zmiri-symbolic-alignment-check");
        stream(&mut command)?;
    }
    println!("miri: nothing found");
    Ok(ExitCode::SUCCESS)
}

/// Whether Miri and the source of the standard library, which it builds anew,
/// are there: without it `cargo miri` would fetch it unasked.
pub(crate) fn is_installed() -> bool {
    let nightly = |command: &mut Command| succeeds(command.env("RUSTUP_TOOLCHAIN", "nightly"));
    let mut print = Command::new("rustc");
    print.args(["--print", "sysroot"]).env("RUSTUP_TOOLCHAIN", "nightly");
    let source = capture_quietly(&mut print)
        .map(|root| Path::new(root.trim()).join("lib/rustlib/src/rust/library"));
    source.is_some_and(|source| source.exists()) && nightly(&mut cargo(["miri", "--version"]))
}

/// The files of the members that have unsafe code.
fn unsafe_files() -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for package in packages()? {
        search(&package.folder, &mut files)?;
    }
    files.sort();
    Ok(files)
}

fn search(folder: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            search(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && has_unsafe(&fs::read_to_string(&path)?)
        {
            files.push(path);
        }
    }
    Ok(())
}

/// Whether code of this text is unsafe: the word, but for comments, texts and
/// the lint's name.
fn has_unsafe(text: &str) -> bool {
    let Ok(file) = text.parse::<proc_macro2::TokenStream>() else { return false };
    tokens(file)
}

fn tokens(stream: proc_macro2::TokenStream) -> bool {
    stream.into_iter().any(|token| match token {
        proc_macro2::TokenTree::Ident(ident) => ident == "unsafe",
        proc_macro2::TokenTree::Group(group) => tokens(group.stream()),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsafe_code_is_told_from_talk_of_it() {
        for text in ["fn f() { unsafe { g() } }", "unsafe fn f() {}", "m! { unsafe { } }"] {
            assert!(has_unsafe(text), "{text}");
        }
        for text in
            ["#![forbid(unsafe_code)]", "// unsafe\nfn f() {}", "const A: &str = \"unsafe\";"]
        {
            assert!(!has_unsafe(text), "{text}");
        }
    }
}
