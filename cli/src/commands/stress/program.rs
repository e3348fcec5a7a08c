//! The program that is tested: found before anything is run.

use std::ffi::OsString;
use std::fmt::{self, Display};
use std::io;
use std::path::{Path, PathBuf};

use crate::failure::{Failure, printable, why};

/// A program with its arguments.
#[derive(Debug)]
pub(super) struct Program {
    /// Where its file is.
    pub(super) path: PathBuf,
    /// As it was given: its name, and its arguments.
    pub(super) words: Vec<OsString>,
}

impl Program {
    /// The program that a shell would start: a path, or a name in `PATH`.
    ///
    /// # Errors
    /// Where there is none, or where it cannot be executed.
    pub(super) fn find(words: &[OsString]) -> Result<Program, Failure> {
        let name = Path::new(&words[0]);
        let refuse = |reason: &str| {
            let name: String = name.to_string_lossy().chars().map(printable).collect();
            Err(Failure::message(format!("cannot start {name}: {reason}")))
        };
        let mut bytes = words[0].as_encoded_bytes().iter();
        let named = bytes.any(|&byte| std::path::is_separator(char::from(byte)));
        let path = if named {
            Some(name.to_owned())
        } else {
            let folders = std::env::var_os("PATH").unwrap_or_default();
            let mut paths = std::env::split_paths(&folders).map(|folder| folder.join(name));
            // A file that is no program hides none that follows it.
            paths.find(|path| {
                cfg!(not(unix)) && path.with_extension("exe").is_file()
                    || path.is_file() && can_execute(path).is_ok()
            })
        };
        let Some(path) = path else {
            let here = Path::new(".").join(name);
            return if here.is_file() {
                refuse(&format!("it is not in PATH; did you mean {}?", here.display()))
            } else {
                refuse("there is no such program, neither in PATH nor here")
            };
        };
        if path.is_dir() {
            return refuse("it is a directory");
        }
        let executable = path.metadata().and_then(|_| can_execute(&path));
        match executable {
            Ok(()) => Ok(Program { path, words: words.to_vec() }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                refuse("there is no such program")
            }
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                refuse("it is not executable, or not for you")
            }
            Err(error) => refuse(&why(&error)),
        }
    }
}

#[cfg(unix)]
fn can_execute(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    // Root may execute what anybody may; for others the system knows more, and
    // says so when the program is started.
    match path.metadata()?.permissions().mode() & 0o111 {
        0 => Err(io::ErrorKind::PermissionDenied.into()),
        _ => Ok(()),
    }
}

#[cfg(not(unix))]
fn can_execute(_: &Path) -> io::Result<()> {
    Ok(())
}

impl Display for Program {
    /// As a shell takes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, word) in self.words.iter().enumerate() {
            let space = if i == 0 { "" } else { " " };
            write!(f, "{space}{}", quoted(&word.to_string_lossy()))?;
        }
        Ok(())
    }
}

/// A word as a shell takes it: in single quotes where it has to be.
pub(super) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+:,@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    let word: String = word.chars().map(printable).collect();
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_would_take_them_apart() {
        assert_eq!(quoted("./a.out"), "./a.out");
        assert_eq!(quoted("a b"), "'a b'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("$HOME;*"), "'$HOME;*'");
    }
}
