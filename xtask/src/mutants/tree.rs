//! A copy of the workspace in which mutants are built.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use serde_json::Value;

use super::embed::{self, Blamed, Embedded, SWITCH, Without};
use super::list::Mutant;
use crate::process::cargo;

/// Where the copy stands.
const TREE: &str = "target/xtask/mutants/tree";

/// The folders that the judging tests need, and the roots of what is mutated.
const ROOTS: [&str; 2] = ["core/src/lib.rs", "solvers/src/lib.rs"];

/// How often what does not compile is left out.
const TRIES: u32 = 60;

/// The copy.
pub(super) struct Tree {
    root: PathBuf,
    /// Where the workspace builds.
    target: PathBuf,
}

/// What the compiler found wrong.
struct Fault {
    code: String,
    message: String,
    /// File and lines of the places that it points at.
    places: Vec<(String, std::ops::Range<usize>)>,
    text: String,
}

impl Tree {
    /// Copies what has changed; what was built there stays built.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub(super) fn new() -> anyhow::Result<Tree> {
        let tree =
            Tree { root: std::path::absolute(TREE)?, target: std::path::absolute("target")? };
        copy(Path::new("."), &tree.root)?;
        Ok(tree)
    }

    fn write(&self, file: &str, text: &str) -> anyhow::Result<()> {
        let to = self.root.join(file);
        // The same text keeps its time, and so what was built of it.
        if fs::read_to_string(&to).ok().as_deref() != Some(text) {
            fs::write(&to, text)?;
        }
        Ok(())
    }

    /// Cargo in the copy. It builds where the workspace does, so that what comes
    /// from outside is built already; of the copy's own crates it builds
    /// others, which are quickly built rather than fast.
    fn cargo<'a>(&self, arguments: impl IntoIterator<Item = &'a str>) -> Command {
        let mut command = cargo(arguments);
        command.current_dir(&self.root).stdin(Stdio::null());
        command.env("CARGO_TARGET_DIR", &self.target);
        for package in ["core", "solvers", "tables", "engine", "testkit", "benches"] {
            let profile = format!("profile.test.package.tesuji-{package}");
            for setting in ["opt-level=1", "debug=false", "codegen-units=16"] {
                command.args(["--config", &format!("{profile}.{setting}")]);
            }
        }
        command
    }

    /// Embeds all mutants, as far as they can be, and says which of them are in
    /// and which do not compile. What is in neither cannot be embedded.
    ///
    /// # Errors
    /// Where the copy does not compile for another reason.
    pub(super) fn embed(&self, mutants: &[Mutant]) -> anyhow::Result<Outcome> {
        let mut without = Without::default();
        let mut outcome = Outcome::default();
        for root in ROOTS {
            self.write(root, &(fs::read_to_string(root)? + SWITCH))?;
        }
        for _ in 0..TRIES {
            let files = self.write_embedded(mutants, &without)?;
            outcome.embedded = files.values().flat_map(|f| f.numbers.iter().copied()).collect();
            let faults = self.check()?;
            if faults.is_empty() {
                outcome.unviable.extend(files.values().flat_map(|f| &f.unviable));
                return Ok(outcome);
            }
            let known = without.len();
            for fault in &faults {
                if matches!(fault.code.as_str(), "E0015" | "E0658") {
                    // Called where the compiler computes.
                    let name = fault.message.split('`').nth(1).map(function).unwrap_or_default();
                    let name = name.trim_end_matches(embed::COPY).to_owned();
                    if without.consts.insert(name.clone()) || without.kept.insert(name) {
                        continue;
                    }
                }
                let words = fault.message.split('`').map(function);
                let copies: Vec<_> = words.filter_map(|w| w.strip_suffix(embed::COPY)).collect();
                if !copies.is_empty() {
                    // There is none where it is called.
                    without.kept.extend(copies.into_iter().map(str::to_owned));
                    continue;
                }
                for (file, lines) in &fault.places {
                    let Some(embedded) = files.get(file) else { continue };
                    match embed::blamed(&embedded.text, lines.clone()) {
                        Blamed::Here(numbers) => {
                            let new = numbers.into_iter().filter(|&n| without.mutants.insert(n));
                            outcome.unviable.extend(new);
                        }
                        Blamed::Before(numbers) => without.mutants.extend(numbers),
                    }
                }
            }
            if known == without.len() {
                bail!("the embedded mutants do not compile:\n{}", faults[0].text);
            }
        }
        bail!("the embedded mutants do not compile after {TRIES} tries")
    }

    /// Changes a file as one mutant does, all others as they are; whether that
    /// compiles.
    ///
    /// # Errors
    /// Where the copy cannot be written.
    pub(super) fn alone(&self, mutant: &Mutant, others: &[Mutant]) -> anyhow::Result<bool> {
        for root in ROOTS {
            self.write(root, &(fs::read_to_string(root)? + SWITCH))?;
        }
        for file in others.iter().map(|other| other.file.as_str()).filter(|f| !ROOTS.contains(f)) {
            self.write(file, &fs::read_to_string(file)?)?;
        }
        let text = fs::read_to_string(&mutant.file)?;
        let text = mutant.applied(&text).context("a mutant has its place")?;
        let switch = if ROOTS.contains(&mutant.file.as_str()) { SWITCH } else { "" };
        self.write(&mutant.file, &(text + switch))?;
        Ok(self.check()?.is_empty())
    }

    fn write_embedded(
        &self,
        mutants: &[Mutant],
        without: &Without,
    ) -> anyhow::Result<BTreeMap<String, Embedded>> {
        let mut of_file: BTreeMap<&str, Vec<(u32, &Mutant)>> = BTreeMap::new();
        for (number, mutant) in (1..).zip(mutants) {
            of_file.entry(&mutant.file).or_default().push((number, mutant));
        }
        let mut files = BTreeMap::new();
        for (file, mutants) in of_file {
            let mut text = fs::read_to_string(file).with_context(|| file.to_owned())?;
            if ROOTS.contains(&file) {
                text += SWITCH;
            }
            let embedded =
                embed::embed(&text, &mutants, without).with_context(|| file.to_owned())?;
            self.write(file, &embedded.text)?;
            files.insert(file.to_owned(), embedded);
        }
        Ok(files)
    }

    /// What the compiler says of core and solvers with their tests, and then of
    /// all that the judging program is made of.
    fn check(&self) -> anyhow::Result<Vec<Fault>> {
        for what in [
            &["-p", "tesuji-core", "-p", "tesuji-solvers", "--lib", "--tests"][..],
            &["-p", "tesuji-testkit", "--example", "quick"],
        ] {
            let check = ["check", "--quiet", "--message-format", "json"];
            // Apart from the workspace's, which cargo would take these for.
            let mut command = self.cargo(check);
            command.env("CARGO_TARGET_DIR", self.root.with_file_name("check"));
            let output = command.args(what).output()?;
            let messages = String::from_utf8_lossy(&output.stdout).into_owned();
            let faults: Vec<Fault> = messages.lines().filter_map(fault).collect();
            if !faults.is_empty() {
                return Ok(faults);
            }
            if !output.status.success() {
                bail!("{}", String::from_utf8_lossy(&output.stderr));
            }
        }
        Ok(Vec::new())
    }

    /// Builds the judging programs, these tests of testkit among them; by name
    /// where they stand.
    ///
    /// # Errors
    /// Where they do not build.
    pub(super) fn build(&self, tests: &[&str]) -> anyhow::Result<BTreeMap<String, PathBuf>> {
        let mut programs = BTreeMap::new();
        let mut testkit = vec!["test", "--no-run", "-p", "tesuji-testkit"];
        testkit.extend(tests.iter().flat_map(|test| ["--test", test]));
        let testkit = if tests.is_empty() { Vec::new() } else { testkit };
        for what in [
            &["test", "--no-run", "-p", "tesuji-core", "-p", "tesuji-solvers", "--lib"][..],
            &["build", "--profile", "test", "-p", "tesuji-testkit", "--example", "quick"],
            &["build", "--profile", "test", "-p", "tesuji-benches", "--bin", "signature"],
            &testkit,
        ] {
            if what.is_empty() {
                continue;
            }
            println!("$ cargo {}", what.join(" "));
            let mut command = self.cargo(what.iter().copied());
            let output = command.args(["--message-format", "json-render-diagnostics"]).output()?;
            if !output.status.success() {
                bail!("{}", String::from_utf8_lossy(&output.stderr));
            }
            for line in String::from_utf8_lossy(&output.stdout).lines() {
                let Ok(message) = serde_json::from_str::<Value>(line) else { continue };
                let (Some(program), Some(name)) =
                    (message["executable"].as_str(), message["target"]["name"].as_str())
                else {
                    continue;
                };
                // Kept apart: the workspace has programs of the same name.
                let kept = self.root.with_file_name(name);
                fs::copy(program, &kept)?;
                programs.insert(name.to_owned(), kept);
            }
        }
        Ok(programs)
    }

    /// The folder of a package in the copy.
    pub(super) fn folder(&self, package: &str) -> PathBuf {
        self.root.join(package)
    }
}

/// What became of embedding.
#[derive(Default)]
pub(super) struct Outcome {
    pub(super) embedded: std::collections::BTreeSet<u32>,
    pub(super) unviable: Vec<u32>,
}

/// The name of a function without its path and its parameters.
fn function(path: &str) -> &str {
    let path = path.split_once("::<").map_or(path, |(path, _)| path);
    path.rsplit("::").next().unwrap_or(path)
}

fn fault(line: &str) -> Option<Fault> {
    let message: Value = serde_json::from_str(line).ok()?;
    let message = &message["message"];
    if message["level"] != "error" || message["spans"].as_array()?.is_empty() {
        return None;
    }
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let places = message["spans"].as_array()?.iter().filter(|span| span["is_primary"] == true);
    let place = |span: &Value| {
        let line = |key: &str| span[key].as_u64().unwrap_or(1) as usize;
        (text(&span["file_name"]), line("line_start")..line("line_end"))
    };
    Some(Fault {
        code: text(&message["code"]["code"]),
        message: text(&message["message"]),
        places: places.map(place).collect(),
        text: text(&message["rendered"]),
    })
}

/// Copies the workspace, but for what is built, learnt or kept elsewhere.
fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    const LEFT_OUT: [&str; 7] =
        ["target", ".git", "corpus", "artifacts", "coverage", "mutants.out", ".warm"];
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (name, path) = (entry.file_name(), entry.path());
        if LEFT_OUT.iter().any(|&left_out| name == left_out) {
            continue;
        }
        let to = to.join(&name);
        if path.is_dir() {
            copy(&path, &to)?;
        } else {
            let text = fs::read(&path)?;
            if fs::read(&to).ok().as_ref() != Some(&text) {
                fs::write(&to, text)?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_is_told_from_its_path_and_parameters() {
        for (path, name) in [
            ("values::<167>", "values"),
            ("grundy::values::<a::B>", "values"),
            ("Cell::new", "new"),
            ("new", "new"),
        ] {
            assert_eq!(function(path), name, "{path}");
        }
    }
}
