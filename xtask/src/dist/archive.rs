//! A tar archive of few features (POSIX ustar), compressed.

use std::io::Write;

use anyhow::{Context, bail};
use flate2::{Compression, GzBuilder};

/// A file of the archive.
pub(super) struct Entry {
    name: String,
    bytes: Vec<u8>,
    mode: u32,
}

impl Entry {
    pub(super) fn file(name: impl Into<String>, bytes: Vec<u8>) -> Entry {
        Entry { name: name.into(), bytes, mode: 0o644 }
    }

    pub(super) fn program(name: impl Into<String>, bytes: Vec<u8>) -> Entry {
        Entry { name: name.into(), bytes, mode: 0o755 }
    }
}

/// Packs the entries under a folder, sorted by name.
///
/// # Errors
/// Where a name is too long for the format.
pub(super) fn tar_gz(root: &str, mut entries: Vec<Entry>) -> anyhow::Result<Vec<u8>> {
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    let mut gz = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    for Entry { name, bytes, mode } in &entries {
        gz.write_all(&header(&format!("{root}/{name}"), bytes.len(), *mode)?)?;
        gz.write_all(bytes)?;
        gz.write_all(&vec![0; bytes.len().next_multiple_of(BLOCK) - bytes.len()])?;
    }
    gz.write_all(&[0; 2 * BLOCK])?;
    Ok(gz.finish()?)
}

const BLOCK: usize = 512;

/// The block before a file:
///
/// ```text
///   0  name 100     124  size 12      156  kind 1       265  user 32
/// 100  mode   8     136  time 12      157  link 100     297  group 32
/// 108  uid    8     148  sum   8      257  ustar\0 00   345  prefix 155
/// 116  gid    8
/// ```
///
/// Numbers are octal digits and a NUL. The sum is over all bytes, with its own
/// field as spaces.
fn header(name: &str, size: usize, mode: u32) -> anyhow::Result<[u8; BLOCK]> {
    let (prefix, name) = if name.len() <= 100 {
        ("", name)
    } else {
        name.match_indices('/')
            .map(|(at, _)| (&name[..at], &name[at + 1..]))
            .find(|(prefix, rest)| prefix.len() <= 155 && rest.len() <= 100)
            .with_context(|| format!("{name} is too long for tar"))?
    };
    let mut block = [0; BLOCK];
    let mut put = |at: usize, bytes: &[u8]| block[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, name.as_bytes());
    put(100, format!("{mode:07o}").as_bytes());
    put(108, b"0000000");
    put(116, b"0000000");
    let size = format!("{size:011o}");
    if size.len() > 11 {
        bail!("{name} is too large for tar");
    }
    put(124, size.as_bytes());
    put(136, b"00000000000");
    put(148, b"        ");
    put(156, b"0");
    put(257, b"ustar\x0000");
    put(345, prefix.as_bytes());
    let sum: u32 = block.iter().map(|&byte| u32::from(byte)).sum();
    block[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
    Ok(block)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;
    use std::{env, fs};

    fn entries() -> Vec<Entry> {
        vec![
            Entry::file("b/long", vec![7; 1000]),
            Entry::program("a", b"x".to_vec()),
            Entry::file("empty", Vec::new()),
        ]
    }

    #[test]
    fn order_does_not_matter_and_nothing_else_enters() {
        let mut reversed = entries();
        reversed.reverse();
        assert_eq!(tar_gz("r", entries()).unwrap(), tar_gz("r", reversed).unwrap());
    }

    #[test]
    fn names_are_split_or_refused() {
        let long = format!("{}/{}", "p".repeat(120), "n".repeat(90));
        let block = header(&long, 0, 0o644).unwrap();
        assert_eq!((block[0], block[89], block[90], block[345]), (b'n', b'n', 0, b'p'));
        assert!(header(&"n".repeat(101), 0, 0o644).is_err());
    }

    /// Where the system has a tar, it must agree.
    #[test]
    #[cfg(unix)]
    fn tar_unpacks_it() {
        let folder = env::temp_dir().join(format!("tesuji-tar-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("x.tar.gz"), tar_gz("r", entries()).unwrap()).unwrap();
        let status = Command::new("tar").args(["xzf", "x.tar.gz"]).current_dir(&folder).status();
        if let Ok(status) = status {
            assert!(status.success());
            assert_eq!(fs::read(folder.join("r/b/long")).unwrap(), vec![7; 1000]);
            assert_eq!(fs::read(folder.join("r/a")).unwrap(), b"x");
            assert_eq!(fs::read(folder.join("r/empty")).unwrap(), b"");
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
