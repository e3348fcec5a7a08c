//! The workspace as cargo sees it.

use std::path::{Path, PathBuf};

use anyhow::Context;
use serde_json::Value;

use crate::process::{capture, cargo};

/// The folder of the root manifest.
pub(crate) fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// A member of the workspace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Package {
    /// Its name.
    pub(crate) name: String,
    /// The folder of its manifest.
    pub(crate) folder: PathBuf,
    /// The `rust-version` of its manifest, inherited or not.
    pub(crate) rust_version: Option<String>,
    /// Its binaries, in the order of the manifest.
    pub(crate) binaries: Vec<String>,
}

/// All members.
///
/// # Errors
/// Where cargo cannot read the manifests.
pub(crate) fn packages() -> anyhow::Result<Vec<Package>> {
    parse(&capture(&mut cargo(["metadata", "--no-deps", "--format-version", "1"]))?)
}

fn parse(metadata: &str) -> anyhow::Result<Vec<Package>> {
    let metadata: Value = serde_json::from_str(metadata).context("cargo's metadata is no JSON")?;
    let packages = metadata["packages"].as_array().context("cargo's metadata has no packages")?;
    packages.iter().map(|package| parse_package(package).context("a package")).collect()
}

fn parse_package(package: &Value) -> anyhow::Result<Package> {
    let string = |value: &Value| value.as_str().map(str::to_owned);
    let is_binary = |target: &&Value| target["kind"][0] == "bin";
    let targets = package["targets"].as_array().context("no targets")?;
    let names = targets.iter().filter(is_binary).map(|target| string(&target["name"]));
    let manifest = string(&package["manifest_path"]).context("no manifest")?;
    Ok(Package {
        name: string(&package["name"]).context("no name")?,
        folder: Path::new(&manifest).parent().context("a manifest in no folder")?.to_owned(),
        rust_version: string(&package["rust_version"]),
        binaries: names.collect::<Option<_>>().context("a target without a name")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_becomes_packages() {
        let metadata = r#"{"packages": [
            {"name": "a", "rust_version": "1.95", "manifest_path": "/w/a/Cargo.toml", "targets": [
                {"name": "a", "kind": ["lib"]},
                {"name": "x", "kind": ["bin"]},
                {"name": "y", "kind": ["bin"]}]},
            {"name": "b", "rust_version": null, "manifest_path": "/w/b/Cargo.toml", "targets": []}]}"#;
        let a = Package {
            name: "a".into(),
            folder: "/w/a".into(),
            rust_version: Some("1.95".into()),
            binaries: vec!["x".into(), "y".into()],
        };
        let b = Package {
            name: "b".into(),
            folder: "/w/b".into(),
            rust_version: None,
            binaries: Vec::new(),
        };
        assert_eq!(parse(metadata).unwrap(), [a, b]);
    }

    #[test]
    fn other_text_is_refused() {
        for text in ["", "{}", r#"{"packages": [{"name": "a"}]}"#] {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn this_workspace_has_this_package() {
        let packages = packages().unwrap();
        let this = packages.iter().find(|package| package.name == "xtask").unwrap();
        assert_eq!(this.binaries, ["xtask"]);
        assert!(root().join("Cargo.toml").is_file());
    }
}
