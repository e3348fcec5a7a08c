//! What a check makes of stored inputs: `verdicts CHECK (FILE|FOLDER)…`.
//!
//! Prints what the check's bucket counts, then a line a file: `compared`, the
//! fingerprint and the bucket; `refused`; or `skipped`; then a tab and the file.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::{env, fs};

use tesuji_testkit::{Verdict, registry};

fn files(path: &Path, into: &mut Vec<PathBuf>) -> io::Result<()> {
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            files(&entry?.path(), into)?;
        }
    } else {
        into.push(path.to_owned());
    }
    Ok(())
}

fn main() -> io::Result<()> {
    let mut arguments = env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    let Some(check) = registry::find(&name) else {
        let names: Vec<&str> = registry::all().map(|check| check.name).collect();
        return Err(io::Error::other(format!("{name:?} is no check: {}", names.join(", "))));
    };
    let mut inputs = Vec::new();
    for path in arguments {
        files(Path::new(&path), &mut inputs)?;
    }
    inputs.sort();
    let mut out = BufWriter::new(io::stdout().lock());
    writeln!(out, "{}", check.bucket)?;
    for path in inputs {
        match (check.run)(&fs::read(&path)?) {
            Verdict::Compared { fingerprint, bucket } => {
                write!(out, "compared {fingerprint} {bucket}")?;
            }
            Verdict::Refused => write!(out, "refused")?,
            Verdict::Skipped(_) => write!(out, "skipped")?,
        }
        writeln!(out, "\t{}", path.display())?;
    }
    out.flush()
}
