//! `cargo xtask dist`: the release as one file, `tesuji-<version>-<target>.tar.gz`.
//!
//! The stripped programs with completions, manual pages, README, changelog and
//! all licences, those of the crates that it is linked with included. The same
//! sources and toolchain give the same bytes, in any folder and on any day:
//! paths are mapped away, entries are sorted and carry no time and no owner.

mod archive;
mod licences;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::Context;

use crate::files;
use crate::format::grouped;
use crate::process::{capture, cargo, stream};
use crate::{machine, man};
use archive::Entry;

/// The options of `dist`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The folder to write to
    #[arg(long, value_name = "FOLDER", default_value = "target/xtask/dist")]
    out: PathBuf,
    /// Build it twice, in two folders, and compare the bytes
    #[arg(long)]
    check: bool,
}

const SHELLS: [(&str, &str); 4] = [
    ("bash", "tesuji.bash"),
    ("zsh", "_tesuji"),
    ("fish", "tesuji.fish"),
    ("powershell", "_tesuji.ps1"),
];

/// Builds and packs it.
///
/// # Errors
/// Where a part does not build, or `--check` finds a difference.
pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let (name, bytes) = packed("build")?;
    let path = options.out.join(&name);
    files::write(&path, &bytes)?;
    println!("wrote {} ({} bytes)", path.display(), grouped(bytes.len() as u64));
    if options.check {
        let (_, again) = packed("again")?;
        if again != bytes {
            fs::write(path.with_extension("again"), again)?;
            println!(
                "a second build gave other bytes, beside it as .again: compare with diffoscope"
            );
            return Ok(ExitCode::FAILURE);
        }
        println!("a second build in another folder gave the same bytes");
    }
    Ok(ExitCode::SUCCESS)
}

/// The archive's name and bytes, from a build in a target folder of this name.
fn packed(folder: &str) -> anyhow::Result<(String, Vec<u8>)> {
    let target = machine::target()?;
    let version = capture(cargo(["pkgid", "--package"]).arg("tesuji"))?;
    let version = version.trim().rsplit(['#', '@']).next().unwrap_or_default().to_owned();
    let root = format!("tesuji-{version}-{target}");
    let (program, engine) = build(&Path::new("target/xtask/dist").join(folder))?;
    let file = |path: &Path| fs::read(path).with_context(|| path.display().to_string());
    let mut entries = vec![
        Entry::program(format!("tesuji{}", env::consts::EXE_SUFFIX), file(&program)?),
        Entry::program(format!("pbrain-tesuji{}", env::consts::EXE_SUFFIX), file(&engine)?),
        Entry::file("THIRD-PARTY.txt", licences::text(&target)?.into_bytes()),
    ];
    for name in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        if name == "README.md" && !Path::new(name).exists() {
            continue;
        }
        entries.push(Entry::file(name, file(Path::new(name))?));
    }
    for (shell, name) in SHELLS {
        let script = capture(Command::new(&program).args(["completions", shell]))?;
        entries.push(Entry::file(format!("completions/{name}"), script.into_bytes()));
    }
    let tesuji = || {
        let mut command = Command::new(&program);
        command.arg("man");
        command
    };
    for (name, page) in man::pages(&tesuji)? {
        entries.push(Entry::file(format!("man/{name}"), page.into_bytes()));
    }
    Ok((format!("{root}.tar.gz"), archive::tar_gz(&root, entries)?))
}

/// Builds the program and the engine alone, stripped, with no path of this
/// machine in them.
fn build(target: &Path) -> anyhow::Result<(PathBuf, PathBuf)> {
    let here = env::current_dir()?.canonicalize()?;
    let home = match env::var_os("CARGO_HOME") {
        Some(home) => PathBuf::from(home),
        None => env::home_dir().context("no home folder")?.join(".cargo"),
    };
    let map = |from: &Path, to: &str| format!("--remap-path-prefix={}={to}", from.display());
    let flags = [
        map(&std::path::absolute(target)?, "/target"),
        map(&here, "/tesuji"),
        map(&home, "/cargo"),
        "-Cstrip=symbols".to_owned(),
    ];
    let mut command = cargo(["build", "--release", "--locked", "--package", "tesuji"]);
    command.arg("--target-dir").arg(target);
    // This form of the variable keeps spaces in paths; RUSTFLAGS would split there.
    command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f")).env_remove("RUSTFLAGS");
    stream(&mut command)?;
    let built = |name: &str| {
        let program = target.join("release").join(name).with_extension(env::consts::EXE_EXTENSION);
        std::path::absolute(program)
    };
    Ok((built("tesuji")?, built("pbrain-tesuji")?))
}
