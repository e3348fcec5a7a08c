//! Files that are there whole or not at all.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::failure::{Failure, why};

/// Writes a file under another name beside its place and then renames it, so
/// that nobody ever reads half of it. A file that was there is replaced.
///
/// # Errors
/// With the file's name; what was written is taken away again.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let fail = |error: io::Error| {
        Failure::message(format!("cannot write {}: {}", path.display(), why(&error)))
    };
    if path.is_dir() {
        return Err(fail(io::ErrorKind::IsADirectory.into()));
    }
    let written = temporary(path).ok_or(io::ErrorKind::InvalidFilename.into()).and_then(|name| {
        let done = fs::write(&name, bytes).and_then(|()| fs::rename(&name, path));
        if done.is_err() {
            // It may not even have been made.
            let _ = fs::remove_file(&name);
        }
        done
    });
    written.map_err(fail)
}

/// `.name.PID.tmp` beside the file; `None` where the path has no file name.
fn temporary(path: &Path) -> Option<PathBuf> {
    let mut name = OsString::from(".");
    name.push(path.file_name()?);
    name.push(format!(".{}.tmp", std::process::id()));
    Some(path.with_file_name(name))
}
