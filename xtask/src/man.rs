//! `cargo xtask man`: the manual pages, as the command line describes itself.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use anyhow::bail;

use crate::files;
use crate::process::{capture, cargo};

/// The options of `man`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The folder to write to
    #[arg(long, value_name = "FOLDER", default_value = "target/xtask/man")]
    out: PathBuf,
}

/// Writes the pages.
///
/// # Errors
/// Where the program does not build, or a page cannot be written.
pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let program = ["run", "--quiet", "--release", "--package", "tesuji", "--", "man"];
    fs::create_dir_all(&options.out)?;
    for (name, text) in pages(&|| cargo(program))? {
        let path = options.out.join(name);
        files::write(&path, text)?;
        println!("wrote {}", path.display());
    }
    println!("read one: man -l {}", options.out.join("tesuji.1").display());
    Ok(ExitCode::SUCCESS)
}

/// The pages that `program` (`tesuji man`) writes, by the names of their files.
///
/// # Errors
/// Where it cannot be run, or a page is none.
pub(crate) fn pages(program: &dyn Fn() -> Command) -> anyhow::Result<Vec<(String, String)>> {
    let list = capture(program().arg("--list"))?;
    let page = |line: &str| {
        // The page of `tesuji solve` is asked for by `solve`.
        let text = capture(program().args(line.split(' ').skip(1)))?;
        if !text.contains(".TH ") {
            bail!("the page of {line} is no manual page");
        }
        Ok((format!("{}.1", line.replace(' ', "-")), text))
    };
    list.lines().map(page).collect()
}
