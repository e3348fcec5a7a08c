//! Bench programs: of the working tree, of a revision, or saved.
//!
//! Programs are copied to `target/xtask/bench/`, so that a build in another
//! terminal cannot change what is being measured, and a revision is built once.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, bail};
use serde_json::Value;

use crate::process::cargo;
use crate::revision::{Revision, Worktree};
use crate::workspace;

/// The bench programs of one state of the code, by the names of their targets.
pub(crate) type Programs = BTreeMap<String, PathBuf>;

const FOLDER: &str = "target/xtask/bench";

/// The bench files of `root` in which benches of this filter can be, where it
/// begins with a game (`pursuit/value`): then no others need be built.
fn files(root: &Path, filter: &str) -> Option<Vec<String>> {
    let (game, _) = filter.split_once('/')?;
    let mut names = Vec::new();
    for entry in fs::read_dir(root.join("benches/benches")).ok()? {
        let path = entry.ok()?.path();
        if fs::read_to_string(&path).ok()?.contains(&format!("\"{game}/")) {
            names.push(path.file_stem()?.to_str()?.to_owned());
        }
    }
    names.sort();
    (!names.is_empty()).then_some(names)
}

/// Builds those of the working tree that the filter needs.
///
/// # Errors
/// Where the build fails.
pub(crate) fn working_tree(features: &[&str], filter: &str) -> anyhow::Result<Programs> {
    let label = if features.is_empty() { "tree".to_owned() } else { features.join("-") };
    copied(&compiled(Path::new("."), None, features, filter)?, &folder(&label))
}

/// Keeps those of the working tree under a name.
///
/// # Errors
/// Where the name is none or the build fails.
pub(crate) fn save(name: &str, filter: &str) -> anyhow::Result<()> {
    let good = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if name.is_empty() || name.starts_with('.') || !name.chars().all(good) {
        bail!("{name:?} is no name: letters, digits, hyphens and dots are");
    }
    copied(&compiled(Path::new("."), None, &[], filter)?, &folder(&format!("saved/{name}")))?;
    println!("saved as {name}: compare with `cargo xtask bench --against {name}`");
    Ok(())
}

/// Those of a saved name or of a git revision, and what to call them.
///
/// # Errors
/// Where it is neither or the build fails.
pub(crate) fn of(name: &str, filter: &str) -> anyhow::Result<(Programs, String)> {
    let saved = folder(&format!("saved/{name}"));
    if let Some(programs) = present(&saved)? {
        return Ok((programs, format!("saved {name}")));
    }
    let Some(revision) = Revision::named(name) else {
        bail!(
            "{name} is no revision of git, and nothing was saved under it: \
             `cargo xtask bench --save {name}` saves the working tree"
        );
    };
    let key = revision.key()?;
    let place = |part: &str| folder(&format!("revisions/{key}/{part}"));
    let part = files(workspace::root(), filter).map_or("all".to_owned(), |names| names.join("+"));
    for whole_or_part in ["all", &part] {
        if let Some(programs) = present(&place(whole_or_part))? {
            return Ok((programs, revision.label()));
        }
    }
    let tree = Worktree::add(&revision)?;
    let programs =
        copied(&compiled(tree.path(), Some(&tree.target()?), &[], filter)?, &place(&part))?;
    Ok((programs, revision.label()))
}

fn folder(label: &str) -> PathBuf {
    Path::new(FOLDER).join(label)
}

/// Builds the bench programs of the workspace in `root`.
fn compiled(
    root: &Path,
    target: Option<&Path>,
    features: &[&str],
    filter: &str,
) -> anyhow::Result<Programs> {
    let mut command = cargo(["bench", "--no-run", "--package", "tesuji-benches"]);
    match files(root, filter) {
        Some(names) => command.args(names.iter().flat_map(|name| ["--bench", name])),
        None => command.arg("--benches"),
    };
    command.arg("--message-format=json-render-diagnostics").current_dir(root);
    if !features.is_empty() {
        command.arg("--features").arg(features.join(","));
    }
    if let Some(target) = target {
        command.arg("--target-dir").arg(target);
    }
    let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        bail!("the benches of {} do not build", root.display());
    }
    let programs: Programs =
        String::from_utf8(output.stdout)?.lines().filter_map(executable).collect();
    if programs.is_empty() {
        bail!("{} has no benches", root.display());
    }
    Ok(programs)
}

/// The bench program that a message of cargo tells of.
fn executable(message: &str) -> Option<(String, PathBuf)> {
    let message: Value = serde_json::from_str(message).ok()?;
    if message["target"]["kind"][0] != "bench" {
        return None;
    }
    let name = message["target"]["name"].as_str()?.to_owned();
    Some((name, message["executable"].as_str()?.into()))
}

/// Copies the programs to a folder, whole or not at all.
fn copied(programs: &Programs, folder: &Path) -> anyhow::Result<Programs> {
    let part = folder.with_extension("part");
    let _ = fs::remove_dir_all(&part);
    fs::create_dir_all(&part)?;
    for (name, path) in programs {
        let to = part.join(name).with_extension(std::env::consts::EXE_EXTENSION);
        fs::copy(path, to).with_context(|| path.display().to_string())?;
    }
    let _ = fs::remove_dir_all(folder);
    fs::rename(&part, folder)?;
    present(folder)?.with_context(|| format!("{} is gone", folder.display()))
}

/// The programs of a folder, where there is one.
fn present(folder: &Path) -> anyhow::Result<Option<Programs>> {
    if !folder.is_dir() {
        return Ok(None);
    }
    let mut programs = Programs::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_stem().context("a file has a name")?.to_string_lossy().into_owned();
        programs.insert(name, std::path::absolute(path)?);
    }
    Ok(Some(programs))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_read_from_messages() {
        let bench = r#"{"reason":"compiler-artifact","target":{"kind":["bench"],"name":"pursuit"},
            "executable":"/t/pursuit-1"}"#;
        assert_eq!(executable(bench), Some(("pursuit".into(), "/t/pursuit-1".into())));
        let lib = r#"{"target":{"kind":["lib"],"name":"x"},"executable":null}"#;
        assert_eq!(executable(lib), None);
        assert_eq!(executable("   Compiling x"), None);
    }

    #[test]
    fn a_filter_that_begins_with_a_game_needs_its_files_alone() {
        let files = |filter| files(workspace::root(), filter);
        assert_eq!(files("pursuit/value"), Some(vec!["pursuit".to_owned()]));
        let gomoku = files("gomoku/search").unwrap();
        assert!(gomoku.contains(&"gomoku".to_owned()) && gomoku.len() > 1, "{gomoku:?}");
        assert_eq!(files("value"), None);
        assert_eq!(files("no-such-game/value"), None);
    }

    #[test]
    fn a_bad_name_is_not_saved() {
        for name in ["", "../x", ".x", "a b"] {
            assert!(
                save(name, "").is_err_and(|why| why.to_string().contains("is no name")),
                "{name}"
            );
        }
    }
}
