//! The fuzz inputs that are kept in the repository.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// One stored input: where it lies, and its bytes.
pub(crate) type Input = (PathBuf, Vec<u8>);

/// The folder of the fuzz targets.
pub(crate) fn fuzz() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../fuzz"))
}

/// The folders of `fuzz/<kind>` (`seeds`, `regressions`) with their inputs,
/// sorted by name. None where there is no such folder.
///
/// # Panics
/// Where something there cannot be read.
pub(crate) fn folders(kind: &str) -> BTreeMap<String, Vec<Input>> {
    let kind = fuzz().join(kind);
    if !kind.exists() {
        return BTreeMap::new();
    }
    entries(&kind)
        .into_iter()
        .map(|folder| {
            let name = folder.file_name().expect("an entry has a name").display().to_string();
            let read = |path: PathBuf| {
                let bytes = fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
                (path, bytes)
            };
            (name, entries(&folder).into_iter().map(read).collect())
        })
        .collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> =
        entries.map(|e| e.expect("an entry can be read").path()).collect();
    paths.sort();
    paths
}
