//! `cargo xtask seeds`: seed inputs, out of the stored vectors or of what the
//! fuzzer has learnt.
//!
//! The vectors of `testkit/data` become the files `vector-…` of
//! `fuzz/seeds/<check>/`, the same bytes at every run: testkit's example `seeds`
//! writes them, and its test of that name fails where they are not up to date.
//!
//! With `--distil` libFuzzer picks from the corpus of a check the inputs that
//! reach code which its stored inputs do not; the shortest of them become seed
//! inputs, named by what the check's bucket counts. Nothing that is stored is
//! changed then.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{ExitCode, Stdio};

use anyhow::{Context, bail};

use crate::process::{capture, cargo};
use crate::{fuzz, tools, verdicts};

/// The options of `seeds`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The checks; all where none is named
    #[arg(value_name = "CHECK")]
    checks: Vec<String>,
    /// Instead of the vectors, take what the fuzzer has learnt
    #[arg(long)]
    distil: bool,
    /// The most seed inputs to distil for a check
    #[arg(long, value_name = "N", default_value_t = 8, requires = "distil")]
    most: usize,
    /// Only say what would be written; exit with 1 where the vectors' files are not up to date
    #[arg(long)]
    check: bool,
}

/// Writes seed inputs.
///
/// # Errors
/// Where a tool is missing, or an input fails its check.
pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let checks = fuzz::chosen(&options.checks)?;
    if options.distil { distil(&checks, options) } else { vectors(options) }
}

/// Writes the vectors' files, those that differ.
fn vectors(options: &Options) -> anyhow::Result<ExitCode> {
    let program =
        ["run", "--quiet", "--profile", "test", "--package", "tesuji-testkit", "--example"];
    let mut command = cargo(program);
    command.args(["seeds", "--", "fuzz/seeds"]).args(&options.checks);
    if options.check {
        command.arg("--check");
    }
    let differing = capture(&mut command)?;
    print!("{}", differing.replace('\t', " "));
    let count = differing.lines().count();
    match (count, options.check) {
        (0, _) => println!("seeds: the vectors' files are up to date"),
        (_, true) => {
            println!("seeds: {count} files are not what the vectors make: cargo xtask seeds");
            return Ok(ExitCode::FAILURE);
        }
        (_, false) => println!("seeds: {count} files written or removed; git add fuzz/seeds"),
    }
    Ok(ExitCode::SUCCESS)
}

/// Adds the shortest inputs of the corpus that reach further.
fn distil(checks: &[String], options: &Options) -> anyhow::Result<ExitCode> {
    tools::FUZZ.needed()?;
    let mut added = 0;
    for (index, check) in checks.iter().enumerate() {
        let found = add(check, options)?;
        println!("[{}/{}] {check}: {found}", index + 1, checks.len());
        added += found;
    }
    println!("seeds: {added} {}", if options.check { "would be added" } else { "added" });
    if added > 0 && !options.check {
        println!("look at them, then git add fuzz/seeds");
    }
    Ok(ExitCode::SUCCESS)
}

fn add(check: &str, options: &Options) -> anyhow::Result<usize> {
    let corpus = Path::new("fuzz/corpus").join(check);
    let seeds = Path::new("fuzz/seeds").join(check);
    if !corpus.exists() {
        println!("{check} has no corpus: cargo xtask fuzz {check}");
        return Ok(0);
    }
    // What is stored counts as known, so only what reaches further is merged.
    let merged = Path::new("target/xtask/seeds").join(check);
    let _ = fs::remove_dir_all(&merged);
    fs::create_dir_all(&merged)?;
    let mut known = Vec::new();
    for folder in [seeds.clone(), Path::new("fuzz/regressions").join(check)] {
        if folder.exists() {
            for entry in fs::read_dir(&folder)? {
                let path = entry?.path();
                let name = path.file_name().context("a name")?.to_owned();
                fs::copy(&path, merged.join(&name))?;
                known.push(name);
            }
        }
    }
    let mut merge = cargo(["fuzz", "run", "-s", "none", check]);
    merge.arg(&merged).arg(&corpus).args(["--", "-merge=1", "-max_len=512"]);
    let output = merge.stdin(Stdio::null()).output().context("cargo fuzz")?;
    if !output.status.success() {
        bail!("{check}: {}", String::from_utf8_lossy(&output.stderr));
    }
    for name in known {
        fs::remove_file(merged.join(name))?;
    }
    let verdicts = verdicts::of(check, &[&merged])?;
    let mut found: Vec<(usize, &String, u32)> = Vec::new();
    for (file, _, bucket) in &verdicts.compared {
        found.push((fs::read(file)?.len(), file, *bucket));
    }
    found.sort();
    found.truncate(options.most);
    let bucket = verdicts.bucket.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    let mut count: BTreeMap<u32, usize> = BTreeMap::new();
    for (_, file, value) in &found {
        let to = loop {
            let number = count.entry(*value).or_insert(0);
            *number += 1;
            let to = seeds.join(format!("{bucket}-{value}-{number}"));
            if !to.exists() {
                break to;
            }
        };
        println!("  {}", to.display());
        if !options.check {
            fs::create_dir_all(&seeds)?;
            fs::copy(file, to)?;
        }
    }
    Ok(found.len())
}
