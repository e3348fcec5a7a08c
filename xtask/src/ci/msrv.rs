//! The minimum supported Rust version: one for all manifests, and it builds.

use std::process::Command;

use anyhow::{Context, bail};

use super::step::Outcome;
use crate::process::{capture, cargo, stream};
use crate::workspace::{self, Package};

/// Where the running compiler is of that version, the other steps have built
/// with it; otherwise everything is checked by a toolchain of that version.
pub(super) fn run() -> anyhow::Result<Outcome> {
    let packages = workspace::packages()?;
    let wanted = common(&packages)?;
    let rustc = capture(Command::new("rustc").arg("--version"))?;
    let running = running(&rustc).with_context(|| format!("no version in {rustc:?}"))?;
    if same(running, wanted) {
        println!("all manifests say {wanted}, and so does the running compiler: {}", rustc.trim());
        println!("that it builds and passes is what the other steps show");
        return Ok(Outcome::Passed);
    }
    println!("all manifests say {wanted}; the running compiler is {}", rustc.trim());
    let listed = capture(Command::new("rustup").args(["toolchain", "list"]));
    let Some(toolchain) = listed.ok().and_then(|list| installed(&list, wanted)) else {
        return Ok(Outcome::Skipped(format!(
            "no toolchain of {wanted}: rustup toolchain install {wanted}"
        )));
    };
    let mut check = cargo(["check", "--workspace", "--all-targets", "--target-dir", "target/msrv"]);
    stream(check.env("RUSTUP_TOOLCHAIN", toolchain))?;
    Ok(Outcome::Passed)
}

/// The one `rust-version` of all packages.
fn common(packages: &[Package]) -> anyhow::Result<&str> {
    let mut versions: Vec<&str> = Vec::new();
    for Package { name, rust_version, .. } in packages {
        let Some(version) = rust_version else {
            bail!("{name} names no rust-version: inherit it with rust-version.workspace = true");
        };
        if !versions.contains(&version.as_str()) {
            versions.push(version);
        }
    }
    match versions[..] {
        [version] => Ok(version),
        _ => bail!("one rust-version was expected, found {versions:?}"),
    }
}

/// The version of `rustc 1.95.0 (59807616e 2026-04-14)`.
fn running(rustc: &str) -> Option<&str> {
    rustc.strip_prefix("rustc ")?.split_whitespace().next()
}

/// Whether two versions have the same major and minor number.
fn same(a: &str, b: &str) -> bool {
    let minor = |version: &str| -> Option<(u32, u32)> {
        let mut parts = version.split(['.', '-']).map(|part| part.parse().ok());
        Some((parts.next()??, parts.next()??))
    };
    minor(a).is_some() && minor(a) == minor(b)
}

/// The first toolchain of `rustup toolchain list` of this version.
///
/// Its whole name is used: rustup would fetch `1.95` where only `1.95.0` is there.
fn installed(list: &str, version: &str) -> Option<String> {
    let mut names = list.lines().filter_map(|line| line.split_whitespace().next());
    names.find(|name| same(name, version)).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, rust_version: Option<&str>) -> Package {
        Package {
            name: name.into(),
            folder: name.into(),
            rust_version: rust_version.map(str::to_owned),
            binaries: Vec::new(),
        }
    }

    #[test]
    fn manifests_agree() {
        let a = package("a", Some("1.95"));
        let b = package("b", Some("1.95"));
        assert_eq!(common(&[a.clone(), b]).unwrap(), "1.95");
        let other = common(&[a.clone(), package("b", Some("1.90"))]).unwrap_err();
        assert!(other.to_string().contains(r#"["1.95", "1.90"]"#), "{other}");
        let none = common(&[a, package("b", None)]).unwrap_err();
        assert!(none.to_string().starts_with("b names no rust-version"), "{none}");
        assert!(common(&[]).is_err());
    }

    #[test]
    fn versions_are_read() {
        assert_eq!(running("rustc 1.95.0 (59807616e 2026-04-14)\n"), Some("1.95.0"));
        assert_eq!(running("rustc 1.98.0-nightly (1 2026-05-01)\n"), Some("1.98.0-nightly"));
        assert_eq!(running("cargo 1.95.0"), None);
        assert!(same("1.95.0", "1.95"));
        assert!(same("1.95-x86_64-unknown-linux-gnu", "1.95.3"));
        assert!(!same("1.95.0", "1.9"));
        assert!(!same("2.95.0", "1.95"));
        assert!(!same("nightly-x86_64-unknown-linux-gnu", "nightly"));
    }

    #[test]
    fn a_toolchain_is_found_by_version() {
        let list = "stable-x86_64-unknown-linux-gnu (active, default)\n\
                    nightly-x86_64-unknown-linux-gnu\n\
                    1.94.1-x86_64-unknown-linux-gnu\n\
                    1.95.0-x86_64-unknown-linux-gnu\n";
        assert_eq!(installed(list, "1.95").as_deref(), Some("1.95.0-x86_64-unknown-linux-gnu"));
        assert_eq!(installed(list, "1.93"), None);
        assert_eq!(installed("no installed toolchains", "1.95"), None);
    }
}
