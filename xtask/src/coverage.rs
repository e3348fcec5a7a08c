//! `cargo xtask coverage`: which lines and regions of core and solvers the
//! tests reach.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use serde_json::Value;

use crate::process::{cargo, stream};
use crate::tools;

/// The options of `coverage`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Write a page that shows every line, and say where
    #[arg(long)]
    html: bool,
    /// Unit tests, properties and regressions alone; without what enumerates whole games
    #[arg(long)]
    quick: bool,
    /// Only these packages' tests, such as tesuji-core; all where none is named
    #[arg(long, value_name = "PACKAGE")]
    package: Vec<String>,
}

/// Runs the tests, instrumented, and prints the figures.
///
/// # Errors
/// Where the tool is missing or a test fails.
pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    tools::COVERAGE.needed()?;
    let json = PathBuf::from("target/xtask/coverage.json");
    fs::create_dir_all("target/xtask")?;
    let packages: Vec<&str> = match options.package.is_empty() {
        true => vec!["tesuji-core", "tesuji-solvers", "tesuji-testkit"],
        false => options.package.iter().map(String::as_str).collect(),
    };
    let has_properties = packages.contains(&"tesuji-testkit");
    let packages = packages.iter().flat_map(|package| ["--package", package]);
    // Tests of other crates and what only they use are not what is measured.
    let root = std::env::current_dir()?.canonicalize()?;
    let root = root.to_string_lossy().replace(|c: char| !c.is_alphanumeric(), ".");
    let other = format!("^{root}.(testkit|cli|xtask|benches|fuzz|examples).|.tests.");
    let other = other.as_str();
    let mut test = cargo(["llvm-cov", "--json", "--output-path"]);
    test.arg(&json).args(packages).args(["--ignore-filename-regex", other]);
    // Names as they are: not every llvm-profdata can decompress them.
    let flags = std::env::var("RUSTFLAGS").unwrap_or_default();
    test.env("RUSTFLAGS", format!("{flags} -Cllvm-args=-enable-name-compression=false"));
    if options.quick {
        test.arg("--lib");
        if has_properties {
            test.args(["--test", "properties", "--test", "regressions"]);
        }
        // Counting makes the code several times slower.
        test.env("TESUJI_QUICKCHECK", "100");
    }
    stream(&mut test)?;
    let report: Value = serde_json::from_str(&fs::read_to_string(&json)?)?;
    let folders = folders(&report)?;
    println!("\n{:<36} {:>16} {:>18}", "folder", "lines", "regions");
    let mut all = Covered::default();
    for (folder, covered) in &folders {
        println!("{folder:<36} {covered}");
        all.add(*covered);
    }
    println!("{:<36} {all}", "all");
    if options.html {
        stream(cargo(["llvm-cov", "report", "--html", "--ignore-filename-regex", other]).args([
            "--package",
            "tesuji-core",
            "--package",
            "tesuji-solvers",
        ]))?;
        println!("open target/llvm-cov/html/index.html");
    } else {
        println!("`cargo xtask coverage --html` shows each line");
    }
    Ok(ExitCode::SUCCESS)
}

/// Lines and regions, how many and how many of them reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Covered {
    lines: (u64, u64),
    regions: (u64, u64),
}

impl Covered {
    fn add(&mut self, other: Covered) {
        self.lines = (self.lines.0 + other.lines.0, self.lines.1 + other.lines.1);
        self.regions = (self.regions.0 + other.regions.0, self.regions.1 + other.regions.1);
    }
}

impl std::fmt::Display for Covered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let share = |(reached, all): (u64, u64)| 100.0 * reached as f64 / all.max(1) as f64;
        let words = |of: (u64, u64)| format!("{:.1} % of {}", share(of), of.1);
        write!(f, "{:>16} {:>18}", words(self.lines), words(self.regions))
    }
}

/// The sums of each folder of the report, such as `solvers/src/pursuit`.
fn folders(report: &Value) -> anyhow::Result<BTreeMap<String, Covered>> {
    let root = std::env::current_dir()?.canonicalize()?;
    let files = report["data"][0]["files"].as_array().context("the report has no files")?;
    let mut folders: BTreeMap<String, Covered> = BTreeMap::new();
    for file in files {
        let name = file["filename"].as_str().context("a file without a name")?;
        let name = name.strip_prefix(&format!("{}/", root.display())).unwrap_or(name);
        let folder = name.split('/').take(3).collect::<Vec<_>>().join("/");
        let folder = folder
            .strip_suffix(".rs")
            .map_or(folder.clone(), |_| name.split('/').take(2).collect::<Vec<_>>().join("/"));
        let pair = |what: &str| {
            let summary = &file["summary"][what];
            let number = |key: &str| summary[key].as_u64().with_context(|| format!("no {what}"));
            Ok::<_, anyhow::Error>((number("covered")?, number("count")?))
        };
        let covered = Covered { lines: pair("lines")?, regions: pair("regions")? };
        folders.entry(folder).or_default().add(covered);
    }
    Ok(folders)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_summed_by_folder() {
        let file = |name: &str, covered: u64| {
            let of = serde_json::json!({"count": 10, "covered": covered});
            serde_json::json!({"filename": name, "summary": {"lines": of, "regions": of}})
        };
        let files = [
            file("core/src/pursuit/naive.rs", 10),
            file("core/src/pursuit/packed.rs", 5),
            file("core/src/lib.rs", 0),
        ];
        let report = serde_json::json!({"data": [{"files": files}]});
        let folders = folders(&report).unwrap();
        assert_eq!(folders["core/src/pursuit"].lines, (15, 20));
        assert_eq!(folders["core/src"].regions, (0, 10));
        assert!(folders["core/src/pursuit"].to_string().contains("75.0 % of 20"));
    }
}
