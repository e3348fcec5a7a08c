//! Writes the vectors as seed inputs: `seeds FOLDER [--check] [CHECK…]`.
//!
//! They are the files `FOLDER/<check>/vector-…`; one that no vector makes any
//! more is removed. With `--check` nothing is written. Prints a line for each
//! file that is not as it should be: `new`, `changed` or `stray`, then a tab and
//! the file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use tesuji_testkit::seeds::{self, PREFIX};

/// The files of vectors that are there.
fn stored(folder: &Path, checks: &[String]) -> io::Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut files = BTreeMap::new();
    for check in fs::read_dir(folder)? {
        let check = check?.path();
        let name = check.file_name().unwrap_or_default().display().to_string();
        if !check.is_dir() || !checks.is_empty() && !checks.contains(&name) {
            continue;
        }
        for file in fs::read_dir(&check)? {
            let file = file?;
            if file.file_name().display().to_string().starts_with(PREFIX) {
                files.insert(file.path(), fs::read(file.path())?);
            }
        }
    }
    Ok(files)
}

fn main() -> io::Result<()> {
    let (options, words): (Vec<String>, Vec<String>) =
        env::args().skip(1).partition(|word| word.starts_with("--"));
    let Some((folder, checks)) = words.split_first() else {
        return Err(io::Error::other("which folder?"));
    };
    let folder = Path::new(folder);
    let mut stored = stored(folder, checks)?;
    let mut write: Vec<(&str, PathBuf, Vec<u8>)> = Vec::new();
    for seed in seeds::all() {
        if !checks.is_empty() && !checks.iter().any(|check| check == seed.check) {
            continue;
        }
        let file = folder.join(seed.check).join(&seed.name);
        match stored.remove(&file) {
            Some(bytes) if bytes == seed.bytes => {}
            Some(_) => write.push(("changed", file, seed.bytes)),
            None => write.push(("new", file, seed.bytes)),
        }
    }
    let only_look = options.iter().any(|option| option == "--check");
    for (what, file, bytes) in write {
        println!("{what}\t{}", file.display());
        if !only_look {
            fs::create_dir_all(file.parent().unwrap_or(folder))?;
            fs::write(file, bytes)?;
        }
    }
    for file in stored.keys() {
        println!("stray\t{}", file.display());
        if !only_look {
            fs::remove_file(file)?;
        }
    }
    Ok(())
}
