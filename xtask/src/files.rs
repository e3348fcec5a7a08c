//! Files that are written whole or not at all.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use anyhow::Context;

/// Writes a file under another name beside it and renames that, so that a run
/// that is interrupted leaves what was there. Makes the folders it needs.
///
/// # Errors
/// Where it cannot be written; names the file.
pub(crate) fn write(path: impl AsRef<Path>, bytes: impl AsRef<[u8]>) -> anyhow::Result<()> {
    let path = path.as_ref();
    let mut part: OsString = path.as_os_str().to_owned();
    part.push(".part");
    let written = || {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&part, bytes)?;
        fs::rename(&part, path)
    };
    written().with_context(|| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_else_stays() {
        let folder = std::env::temp_dir().join(format!("tesuji-files-{}", std::process::id()));
        let path = folder.join("new/list.txt");
        write(&path, "one").unwrap();
        write(&path, "two").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(fs::read_dir(folder.join("new")).unwrap().count(), 1);
        let why = write(path.join("below/a/file"), "").unwrap_err();
        assert!(why.to_string().ends_with("below/a/file"), "{why}");
        fs::remove_dir_all(folder).unwrap();
    }
}
