//! A revision of git, and a scratch worktree to build it in.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Context;

use crate::process::{capture, capture_quietly, stream};

const FOLDER: &str = "target/xtask/revisions";

/// A commit, and how it was called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Revision {
    name: String,
    commit: String,
}

impl Revision {
    /// The one that git knows by this name; `None` where it knows none.
    pub(crate) fn named(name: &str) -> Option<Revision> {
        let mut parse = git(["rev-parse", "--verify", "--quiet", "--end-of-options"]);
        let commit = capture_quietly(parse.arg(format!("{name}^{{commit}}")))?;
        Some(Revision { name: name.to_owned(), commit: commit.trim().to_owned() })
    }

    /// What to call it: `revision 0123456789ab (main)`.
    pub(crate) fn label(&self) -> String {
        format!("revision {} ({})", &self.commit[..12], self.name)
    }

    /// A name for what is built of it: that of the commit, and the compiler's.
    ///
    /// # Errors
    /// Where rustc cannot be asked.
    pub(crate) fn key(&self) -> anyhow::Result<String> {
        let compiler = capture(Command::new("rustc").arg("--version"))?;
        let compiler = compiler.split_whitespace().nth(1).unwrap_or("rustc");
        Ok(format!("{}-{compiler}", &self.commit[..12]))
    }
}

fn git<const N: usize>(arguments: [&str; N]) -> Command {
    let mut command = Command::new("git");
    command.args(arguments);
    command
}

/// A worktree that is gone when this is dropped; one that a killed run has left
/// is removed before. There is one at a time: who comes second waits.
pub(crate) struct Worktree {
    path: PathBuf,
    /// Held until the tree is removed.
    _lock: File,
}

impl Worktree {
    /// Checks the revision out, after a line that says so.
    ///
    /// # Errors
    /// Where git cannot.
    pub(crate) fn add(revision: &Revision) -> anyhow::Result<Worktree> {
        println!("building {} in a scratch worktree", revision.label());
        let path = Path::new(FOLDER).join("worktree");
        fs::create_dir_all(FOLDER)?;
        let lock = path.with_extension("lock");
        let lock = File::create(&lock).with_context(|| lock.display().to_string())?;
        lock.lock()?;
        let tree = Worktree { path, _lock: lock };
        tree.remove();
        let mut add = git(["worktree", "add", "--quiet", "--detach"]);
        stream(add.arg(&tree.path).arg(&revision.commit))?;
        Ok(tree)
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Where cargo is to build it: one place for all revisions, so that what
    /// they share is built once.
    ///
    /// # Errors
    /// Where there is no working directory.
    pub(crate) fn target(&self) -> anyhow::Result<PathBuf> {
        Ok(std::path::absolute(Path::new(FOLDER).join("target"))?)
    }

    fn remove(&self) {
        // Each fails where there is nothing to remove.
        let quiet = |command: &mut Command| {
            let _ = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        };
        quiet(git(["worktree", "remove", "--force"]).arg(&self.path));
        let _ = fs::remove_dir_all(&self.path);
        quiet(&mut git(["worktree", "prune"]));
    }
}

impl Drop for Worktree {
    fn drop(&mut self) {
        self.remove();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_git_does_not_know_is_no_revision() {
        for name in ["no-such-revision", "", "--all"] {
            assert_eq!(Revision::named(name), None, "{name}");
        }
    }
}
