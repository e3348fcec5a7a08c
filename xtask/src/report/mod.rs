//! `cargo xtask report`: a page of charts, drawn from `benches/history.jsonl`.
//!
//! The page is one file that asks nothing of the network. The chart that
//! README shows, `docs/ratios.svg`, is drawn from the same figures.

mod data;
mod page;
mod svg;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::bench::record;
use crate::files;

/// The options of `report`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Where to write the page
    #[arg(long, value_name = "FILE", default_value = "target/xtask/report.html")]
    out: PathBuf,
}

/// Writes the page and README's chart.
///
/// # Errors
/// Where there is no record, or a file cannot be written.
pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let records = record::all()?;
    write(&options.out, &page::page(&records))?;
    write(Path::new("docs/ratios.svg"), &page::readme(&records))?;
    println!("open {}", std::path::absolute(&options.out)?.display());
    Ok(ExitCode::SUCCESS)
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    files::write(path, text)?;
    println!("wrote {} ({} kB)", path.display(), text.len().div_ceil(1000));
    Ok(())
}
