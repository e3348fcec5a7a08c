//! Which engine: the project's own, of some revision, or any program.

use std::fmt::{self, Display};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::str::FromStr;

use anyhow::{Context, bail};
use flate2::Crc;
use serde::{Deserialize, Serialize};

use crate::process::{cargo, stream};
use crate::revision::{Revision, Worktree};

/// Where engines are kept, so that a build in another terminal cannot change
/// what is playing.
const FOLDER: &str = "target/xtask/engines";

/// How an engine is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    /// `self`: the working tree's.
    WorkingTree,
    /// `rev:REV`: that of a revision of git.
    Revision(String),
    /// A program and its arguments.
    Program(Vec<String>),
}

impl FromStr for Wanted {
    type Err = String;

    /// A text that is the path of a file is that program; elsewhere words are
    /// parted by blanks, and quotes hold them together.
    fn from_str(text: &str) -> Result<Wanted, String> {
        if text == "self" {
            return Ok(Wanted::WorkingTree);
        }
        if let Some(revision) = text.strip_prefix("rev:") {
            return Ok(Wanted::Revision(revision.to_owned()));
        }
        if Path::new(text).is_file() {
            return Ok(Wanted::Program(vec![text.to_owned()]));
        }
        let words = words(text)?;
        if words.is_empty() {
            return Err("a program, `self` or `rev:REV` was expected".to_owned());
        }
        Ok(Wanted::Program(words))
    }
}

/// The words of a command line.
fn words(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    // The word that is being read, and the quote that is open.
    let (mut word, mut quote): (Option<String>, Option<char>) = (None, None);
    for c in text.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    match quote {
        Some(open) => Err(format!("a closing {open} was expected")),
        None => Ok(words),
    }
}

/// An engine that can be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Engine {
    /// What was asked for, and of a revision its commit.
    pub(crate) name: String,
    program: PathBuf,
    arguments: Vec<String>,
}

/// Which program an engine is, so that another is known from it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Identity {
    /// The program and its arguments, or the commit.
    pub(crate) name: String,
    /// Bytes of the program's file.
    bytes: usize,
    /// CRC-32 of them.
    crc32: u32,
}

impl Engine {
    /// Builds the engine where it is the project's own.
    ///
    /// # Errors
    /// Where it does not build, or there is no such program.
    pub(crate) fn of(wanted: &Wanted) -> anyhow::Result<Engine> {
        let own = |name: String, program| Engine { name, program, arguments: Vec::new() };
        match wanted {
            Wanted::WorkingTree => Ok(own("self".to_owned(), of_working_tree()?)),
            Wanted::Revision(name) => {
                let Some(revision) = Revision::named(name) else {
                    bail!("{name} is no revision of git");
                };
                Ok(own(revision.label(), of_revision(&revision)?))
            }
            Wanted::Program(words) => {
                let (first, arguments) = words.split_first().context("a program has a name")?;
                Ok(Engine {
                    name: words.join(" "),
                    program: found(first)?,
                    arguments: arguments.to_vec(),
                })
            }
        }
    }

    /// Its file.
    pub(crate) fn program(&self) -> &Path {
        &self.program
    }

    /// How it is started.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        command
    }

    /// Reads its file.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub(crate) fn identity(&self) -> anyhow::Result<Identity> {
        let bytes = fs::read(&self.program).with_context(|| self.program.display().to_string())?;
        let mut crc = Crc::new();
        crc.update(&bytes);
        Ok(Identity { name: self.name.clone(), bytes: bytes.len(), crc32: crc.sum() })
    }
}

impl Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// The file of a program: a path, or a name that is looked for as a shell does.
fn found(program: &str) -> anyhow::Result<PathBuf> {
    let path = Path::new(program);
    if path.components().count() > 1 || path.is_file() {
        if !path.is_file() {
            bail!("there is no program {program}");
        }
        return Ok(std::path::absolute(path)?);
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let mut paths = std::env::split_paths(&folders)
        .flat_map(|folder| [folder.join(program), folder.join(name_of(program))]);
    paths.find(|path| path.is_file()).with_context(|| format!("there is no program {program}"))
}

fn name_of(program: &str) -> String {
    format!("{program}{}", std::env::consts::EXE_SUFFIX)
}

/// Builds the engine of the working tree, in release.
///
/// # Errors
/// Where it does not build.
pub(crate) fn of_working_tree() -> anyhow::Result<PathBuf> {
    build(Path::new("."), None, &Path::new(FOLDER).join("tree"))
}

/// The engine of a revision, which is built once.
fn of_revision(revision: &Revision) -> anyhow::Result<PathBuf> {
    let folder = Path::new(FOLDER).join(revision.key()?);
    let program = folder.join(name_of(PROGRAM));
    if program.is_file() {
        return Ok(std::path::absolute(program)?);
    }
    let tree = Worktree::add(revision)?;
    build(tree.path(), Some(&tree.target()?), &folder)
}

const PROGRAM: &str = "pbrain-tesuji";

fn build(root: &Path, target: Option<&Path>, folder: &Path) -> anyhow::Result<PathBuf> {
    let mut command = cargo(["build", "--release", "--package", "tesuji", "--bin", PROGRAM]);
    command.current_dir(root);
    if let Some(target) = target {
        command.arg("--target-dir").arg(target);
    }
    stream(&mut command)?;
    let name = name_of(PROGRAM);
    let built = target.unwrap_or(Path::new("target")).join("release").join(&name);
    fs::create_dir_all(folder)?;
    // Under another name first: who is playing keeps the file that he has.
    let (part, kept) = (folder.join(format!("{name}.part")), folder.join(&name));
    fs::copy(&built, &part).with_context(|| built.display().to_string())?;
    fs::rename(&part, &kept)?;
    Ok(std::path::absolute(kept)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_named_in_three_ways() {
        assert_eq!("self".parse(), Ok(Wanted::WorkingTree));
        assert_eq!("rev:main~2".parse(), Ok(Wanted::Revision("main~2".to_owned())));
        let program = |text: &str| text.parse::<Wanted>();
        let words =
            |words: &[&str]| Ok(Wanted::Program(words.iter().map(|w| (*w).into()).collect()));
        assert_eq!(program("python3  bot.py -x"), words(&["python3", "bot.py", "-x"]));
        assert_eq!(program("'a b' \"\" c\"d e\"f"), words(&["a b", "", "cd ef"]));
        assert_eq!(program("a 'b"), Err("a closing ' was expected".to_owned()));
        assert!(program("  ").is_err());
    }

    #[test]
    fn what_is_no_program_is_refused() {
        let of = |text: &str| Engine::of(&text.parse().unwrap()).map_err(|why| why.to_string());
        assert_eq!(of("./no/such -x"), Err("there is no program ./no/such".to_owned()));
        assert_eq!(of("no-such-program"), Err("there is no program no-such-program".to_owned()));
        assert_eq!(of("rev:no-such"), Err("no-such is no revision of git".to_owned()));
        let cargo = of("cargo --version").unwrap();
        assert!(cargo.command().output().unwrap().status.success());
        assert_eq!(cargo.identity().unwrap(), cargo.identity().unwrap());
    }
}
