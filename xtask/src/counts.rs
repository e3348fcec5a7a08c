//! `cargo xtask counts`: instructions of the hot paths, under callgrind.
//!
//! One iteration of each bench of `benches/counts/hot-paths.txt`, after one to
//! warm up. Instructions are the same on every run, so a change of one in a
//! hundred is seen where a clock sees nothing; they depend on the compiler and
//! the target, so each pair of these has a file of its own.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, bail};

use crate::bench::{build, listed};
use crate::files;
use crate::format::{grouped, percent};
use crate::machine;
use crate::process::succeeds;

const FOLDER: &str = "benches/counts";

/// What a count may change by.
const ALLOWED: f64 = 0.01;

/// The options of `counts`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Only benches whose id contains this
    #[arg(value_name = "FILTER", default_value = "")]
    filter: String,
    /// Write the counts into the committed file instead of comparing
    #[arg(long)]
    accept: bool,
}

type Counts = BTreeMap<String, u64>;

/// Counts, and compares.
///
/// # Errors
/// Where the benches do not build or run, or a file is damaged.
pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    if !succeeds(Command::new("valgrind").arg("--version")) {
        println!("SKIPPED: valgrind is not installed (Debian: apt-get install valgrind)");
        return Ok(ExitCode::SUCCESS);
    }
    let hot = lines(&fs::read_to_string(Path::new(FOLDER).join("hot-paths.txt"))?);
    let file = file()?;
    let stored = match fs::read_to_string(&file) {
        Ok(text) => Some(parse(&text).with_context(|| file.display().to_string())?),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error).context(file.display().to_string()),
    };
    if stored.is_none() && !options.accept {
        println!(
            "SKIPPED: {} does not exist; counts of another compiler or target say nothing. \
             `cargo xtask counts --accept` writes it",
            file.display()
        );
        return Ok(ExitCode::SUCCESS);
    }
    let programs = build::working_tree(&["counts"], &options.filter)?;
    let benches = listed(&programs, "")?;
    let wanted = |id: &String| id.contains(&options.filter);
    for id in hot.iter().filter(|id| wanted(id)) {
        if !benches.values().flatten().any(|bench| bench.id == *id) {
            bail!("{FOLDER}/hot-paths.txt: there is no bench {id}");
        }
    }
    let mut counts = Counts::new();
    for (name, program) in &programs {
        let of_program = |id: &&String| benches[name].iter().any(|bench| bench.id == **id);
        for id in hot.iter().filter(|id| wanted(id)).filter(of_program) {
            counts.insert(id.clone(), count(program, id)?);
            show(id, &counts, stored.as_ref());
        }
    }
    if counts.is_empty() {
        bail!("no hot path has {:?} in its id", options.filter);
    }
    let stored = stored.unwrap_or_default();
    let changed = changed(&counts, &stored);
    if options.accept {
        let mut all: Counts = stored.into_iter().filter(|(id, _)| hot.contains(id)).collect();
        all.extend(counts);
        files::write(&file, text(&all))?;
        println!("\n{} counts written to {}", all.len(), file.display());
        return Ok(ExitCode::SUCCESS);
    }
    println!("\ncounts: {} hot paths, {changed} changed beyond 1 %", counts.len());
    if changed > 0 {
        println!(
            "where that is meant: cargo xtask counts --accept, and say in the commit why; \
             where not: cargo xtask bench --against REV"
        );
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

/// The committed file of this compiler and target.
fn file() -> anyhow::Result<PathBuf> {
    let compiler = machine::compiler()?.replace("rustc ", "");
    Ok(Path::new(FOLDER).join(format!("{compiler}-{}.txt", machine::target()?)))
}

/// The lines that are neither empty nor comments.
fn lines(text: &str) -> Vec<String> {
    let trimmed = text.lines().map(str::trim);
    trimmed.filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}

fn parse(text: &str) -> anyhow::Result<Counts> {
    let entry = |line: String| {
        let (id, count) = line.split_once(' ').with_context(|| format!("no count in {line:?}"))?;
        let count = count.trim().parse().with_context(|| format!("no count in {line:?}"))?;
        Ok((id.to_owned(), count))
    };
    lines(text).into_iter().map(entry).collect()
}

fn text(counts: &Counts) -> String {
    let mut text =
        "# Instructions of one iteration; written by `cargo xtask counts --accept`.\n".to_owned();
    for (id, count) in counts {
        text += &format!("{id} {count}\n");
    }
    text
}

/// Runs one bench under callgrind, which collects within the watched function alone.
fn count(program: &Path, id: &str) -> anyhow::Result<u64> {
    let file = Path::new("target/xtask/callgrind").join(id.replace('/', "."));
    fs::create_dir_all("target/xtask/callgrind")?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--collect-atstart=no"])
        .arg("--toggle-collect=*driver::counted*")
        .arg(format!("--callgrind-out-file={}", file.display()))
        .arg(program)
        .args(["--drive", "count", id])
        .stdin(Stdio::null())
        .output()
        .context("valgrind")?;
    if !output.status.success() {
        bail!("{id} failed under valgrind:\n{}", String::from_utf8_lossy(&output.stderr));
    }
    if String::from_utf8(output.stdout)?.trim() != id {
        bail!("{id} was not counted");
    }
    let profile = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let total = profile.lines().find_map(|line| line.strip_prefix("totals: "));
    let total: u64 = total.with_context(|| format!("{}: no totals", file.display()))?.parse()?;
    if total == 0 {
        bail!("{id}: callgrind saw nothing; was `driver::counted` inlined?");
    }
    Ok(total)
}

/// Prints a count beside the stored one.
fn show(id: &str, counts: &Counts, stored: Option<&Counts>) {
    let count = counts[id];
    let note = match stored.and_then(|stored| stored.get(id)) {
        None => "is not in the file".to_owned(),
        Some(&before) if beyond(before, count) => {
            let share = count as f64 / before as f64 - 1.0;
            format!("was {}: CHANGED by {}", grouped(before), percent(share))
        }
        Some(_) => String::new(),
    };
    println!("{id:<54} {:>15}  {note}", grouped(count));
    let _ = io::stdout().flush();
}

/// How many are not what is stored.
fn changed(counts: &Counts, stored: &Counts) -> usize {
    let same = |id: &str, count| stored.get(id).is_some_and(|&before| !beyond(before, count));
    counts.iter().filter(|&(id, &count)| !same(id, count)).count()
}

fn beyond(before: u64, after: u64) -> bool {
    before.abs_diff(after) as f64 > before as f64 * ALLOWED
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_come_back() {
        let counts: Counts = [("a/b/optimized/c".to_owned(), 12), ("d".to_owned(), 7)].into();
        assert_eq!(parse(&text(&counts)).unwrap(), counts);
        assert!(parse("a/b/optimized/c\n").is_err());
        assert!(parse("a/b/optimized/c many\n").is_err());
    }

    #[test]
    fn one_in_a_hundred_is_allowed_and_no_more() {
        assert!(!beyond(1000, 1010) && !beyond(1000, 990) && !beyond(0, 0));
        assert!(beyond(1000, 1011) && beyond(1000, 989) && beyond(0, 1));
        let stored: Counts = [("a".to_owned(), 1000), ("b".to_owned(), 1000)].into();
        let counts = [("a".to_owned(), 1020), ("b".to_owned(), 1001), ("c".to_owned(), 1)].into();
        assert_eq!(changed(&counts, &stored), 2);
    }
}
