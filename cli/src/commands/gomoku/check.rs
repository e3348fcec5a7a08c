//! `tesuji gomoku check`: the judge of certificates.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use tesuji_proofs::check::is_too_large;
use tesuji_proofs::manifest::{Manifest, ManifestFault};
use tesuji_proofs::{Certificate, NotProved, Refusal, check, exhaustive, read, sample};

use super::words::count;
use crate::failure::{Exit, Failure, printable, why};
use crate::input::Source;
use crate::output;

const AFTER_HELP: &str = "\
Exit codes: 0 all are right, 1 one is wrong, 2 bad usage or file, 3 a budget is spent.

Examples:
  $ tesuji gomoku vcf --size 9 c3a1c4a2c5a3 --out target/c.tsc > target/c.txt
  $ tesuji gomoku check --exhaustive --sample 100 target/c.tsc";

/// Judge certificates, and manifests of several
///
/// A certificate is a file with a claim, that a side wins a position or holds
/// it, and the tree that proves it; `docs/certificates.md` has the format. The
/// judge plays every move of the tree, and knows by the lemmas of
/// `docs/zones.md` which replies need no answer of their own. Where a
/// certificate is wrong its first wrong step is named.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(in crate::commands::gomoku) struct Check {
    /// Certificates, or manifests; the files that a manifest names lie beside it
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Play every reply as well, and believe no lemma: boards of up to 81
    /// cells, up to five moves, unless --budget says how long to go on
    #[arg(long)]
    exhaustive: bool,

    /// Replies of --exhaustive for each certificate, on any board
    #[arg(long, value_name = "N", requires = "exhaustive", value_parser = clap::value_parser!(u64).range(1..))]
    budget: Option<u64>,

    /// Play so many random lines of the other side as well
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,

    /// The seed of the random lines
    #[arg(long, value_name = "N", default_value_t = 1, requires = "sample")]
    seed: u64,
}

/// A file as it has been read.
enum Read {
    Certificate(Box<Certificate>),
    Manifest(Manifest),
    /// It is neither.
    Neither(String),
}

impl Check {
    pub(in crate::commands::gomoku) fn run(self) -> Result<Exit, Failure> {
        // What is no file ends it before the first answer.
        let mut all = Vec::new();
        for path in &self.files {
            let source = Source::read(Some(path))?;
            all.push((path, Self::read(&source)?));
        }
        if let Some(failure) = self.refuse_too_large(&all) {
            return Err(failure);
        }
        let mut out = output::pages();
        let mut exit = Exit::Done;
        for (path, read) in &all {
            let name = shown(path);
            let told = match read {
                Read::Neither(why) => {
                    writeln!(out, "{name}: wrong: {why}")?;
                    Exit::No
                }
                Read::Certificate(certificate) => self.certificate(&name, certificate, &mut out)?,
                Read::Manifest(manifest) => manifests(&name, path, manifest, &mut out)?,
            };
            exit = match (exit, told) {
                (Exit::No, _) | (_, Exit::No) => Exit::No,
                (Exit::Unknown, _) | (_, Exit::Unknown) => Exit::Unknown,
                _ => Exit::Done,
            };
        }
        out.flush()?;
        Ok(exit)
    }

    fn read(source: &Source) -> Result<Read, Failure> {
        let bytes = source.bytes();
        if bytes.starts_with(b"tesuji manifest") {
            let text = String::from_utf8_lossy(bytes);
            return match text.parse() {
                Ok(manifest) => Ok(Read::Manifest(manifest)),
                Err(error) => Err(source.refuse(&error)),
            };
        }
        Ok(match read(bytes) {
            Ok(certificate) => Read::Certificate(Box::new(certificate)),
            Err(error) => Read::Neither(error.to_string()),
        })
    }

    /// The refusal of the first certificate that is too large to be replayed.
    fn refuse_too_large(&self, all: &[(&PathBuf, Read)]) -> Option<Failure> {
        if !self.exhaustive || self.budget.is_some() {
            return None;
        }
        all.iter().find_map(|(path, read)| {
            let Read::Certificate(certificate) = read else { return None };
            let refusal = is_too_large(certificate)?;
            Some(Failure::message(format!("{}: {refusal}: --budget", shown(path))))
        })
    }

    fn certificate(
        &self,
        name: &str,
        certificate: &Certificate,
        out: &mut impl Write,
    ) -> Result<Exit, Failure> {
        let proved = match check(certificate) {
            Ok(proved) => proved,
            Err(fault) => {
                writeln!(out, "{name}: wrong: {fault}")?;
                return Ok(Exit::No);
            }
        };
        writeln!(out, "{name}: right: {}", proved.statement)?;
        let mut exit = Exit::Done;
        if self.exhaustive {
            match exhaustive(certificate, self.budget) {
                Ok(proved) => {
                    let replies = usize::try_from(proved.nodes).unwrap_or(usize::MAX);
                    let replies = count(replies, "reply", "replies");
                    writeln!(out, "  every reply played: {replies}")?;
                }
                Err(NotProved::Refused(
                    refusal @ (Refusal::Budget(_) | Refusal::TooLarge { .. }),
                )) => {
                    writeln!(out, "  unknown: {refusal}")?;
                    exit = Exit::Unknown;
                }
                Err(NotProved::Wrong(fault)) => {
                    writeln!(out, "  wrong: {fault}")?;
                    return Ok(Exit::No);
                }
            }
        }
        if let Some(lines) = self.sample {
            match sample(certificate, lines, self.seed) {
                Ok(sampled) => {
                    writeln!(out, "  random lines played: {}", sampled.lines)?;
                }
                Err(fault) => {
                    writeln!(out, "  wrong: {fault}")?;
                    return Ok(Exit::No);
                }
            }
        }
        Ok(exit)
    }
}

fn manifests(
    name: &str,
    path: &Path,
    manifest: &Manifest,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    let folder = path.parent().unwrap_or(Path::new(""));
    match manifest.judge(&mut |name| fs::read(folder.join(name))) {
        Ok(covered) => {
            let files = count(manifest.proofs().len(), "certificate", "certificates");
            writeln!(
                out,
                "{name}: right: {} wins {} in at most {}, by {files}.",
                super::words::side(manifest.claimant()),
                manifest.root(),
                count(covered.moves as usize, "move", "moves"),
            )?;
            Ok(Exit::Done)
        }
        Err(ManifestFault::File(file, error)) => {
            let file: String = file.chars().map(printable).collect();
            Err(Failure::message(format!("{name}: cannot read {file}: {}", why(&error))))
        }
        Err(fault) => {
            writeln!(out, "{name}: wrong: {fault}")?;
            Ok(Exit::No)
        }
    }
}

/// A file's name as it may be printed.
fn shown(path: &Path) -> String {
    path.to_string_lossy().chars().map(printable).collect()
}
