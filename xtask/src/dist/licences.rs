//! The licences of the crates that the program is linked with.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use serde_json::Value;

use crate::process::cargo;

/// All of them, crate by crate.
///
/// # Errors
/// Where a crate brings no licence text and names none.
pub(super) fn text(target: &str) -> anyhow::Result<String> {
    let metadata = cargo(["metadata", "--format-version", "1", "--locked", "--filter-platform"])
        .arg(target)
        .output()?;
    if !metadata.status.success() {
        bail!("cargo metadata: {}", String::from_utf8_lossy(&metadata.stderr));
    }
    let metadata: Value = serde_json::from_slice(&metadata.stdout)?;
    let mut text = "The program is linked with these crates, besides Rust's standard library.\n\
                    Where a crate offers a choice of licences, it is used under the first one.\n"
        .to_owned();
    for id in linked(&metadata)? {
        let package = metadata["packages"].as_array().context("no packages")?.iter();
        let package = package.clone().find(|p| p["id"] == id.as_str()).context("a package")?;
        let (name, version) = (&package["name"], &package["version"]);
        let (name, version) =
            (name.as_str().context("a name")?, version.as_str().context("a version")?);
        let licence =
            package["license"].as_str().with_context(|| format!("{name} names no licence"))?;
        text += &format!("\n{}\n{name} {version}: {licence}\n", "=".repeat(72));
        if let Some(repository) = package["repository"].as_str() {
            text += &format!("{repository}\n");
        }
        let manifest = Path::new(package["manifest_path"].as_str().context("a manifest")?);
        for (file, licence) in texts(manifest.parent().context("a folder")?)? {
            text += &format!("\n--- {file}\n\n{}\n", licence.trim_end());
        }
    }
    // Some crates end their lines as Windows does.
    Ok(text.replace('\r', ""))
}

/// The packages from outside that are linked into the program, by id.
fn linked(metadata: &Value) -> anyhow::Result<BTreeSet<String>> {
    let nodes = metadata["resolve"]["nodes"].as_array().context("no nodes")?;
    let id = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let by_id: BTreeMap<String, &Value> =
        nodes.iter().map(|node| (id(&node["id"]), node)).collect();
    let packages = metadata["packages"].as_array().context("no packages")?;
    let program = packages.iter().find(|p| p["name"] == "tesuji").context("no package tesuji")?;
    let outside: BTreeSet<String> =
        packages.iter().filter(|p| !p["source"].is_null()).map(|p| id(&p["id"])).collect();
    let is_macro = |of: &str| {
        let package = packages.iter().find(|p| p["id"] == of);
        package.is_some_and(|p| p["targets"][0]["kind"][0] == "proc-macro")
    };
    let mut seen = BTreeSet::new();
    let mut open = vec![id(&program["id"])];
    while let Some(next) = open.pop() {
        // A macro runs in the compiler and is not linked.
        if is_macro(&next) || !seen.insert(next.clone()) {
            continue;
        }
        for dependency in by_id[&next]["deps"].as_array().context("no dependencies")? {
            let kinds = dependency["dep_kinds"].as_array().context("no kinds")?;
            if kinds.iter().any(|kind| kind["kind"].is_null()) {
                open.push(id(&dependency["pkg"]));
            }
        }
    }
    Ok(seen.into_iter().filter(|id| outside.contains(id)).collect())
}

/// The licence files of a folder, by name.
fn texts(folder: &Path) -> anyhow::Result<BTreeMap<String, String>> {
    let mut texts = BTreeMap::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let upper = name.to_uppercase();
        let is_licence = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];
        if path.is_file() && is_licence.iter().any(|start| upper.starts_with(start)) {
            texts.insert(name, String::from_utf8_lossy(&fs::read(&path)?).into_owned());
        }
    }
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn macros_and_build_scripts_are_not_linked() {
        let package = |name: &str, kind: &str, source: Value| {
            serde_json::json!({"name": name, "id": name, "source": source,
                "targets": [{"kind": [kind]}]})
        };
        let outside = || Value::from("registry");
        let dep = |name: &str, kind: Value| serde_json::json!({"pkg": name, "dep_kinds": [{"kind": kind}]});
        let metadata = serde_json::json!({
            "packages": [
                package("tesuji", "bin", Value::Null), package("core", "lib", Value::Null),
                package("a", "lib", outside()), package("b", "lib", outside()),
                package("derive", "proc-macro", outside()), package("syn", "lib", outside()),
                package("cc", "lib", outside())],
            "resolve": {"nodes": [
                {"id": "tesuji", "deps": [dep("core", Value::Null), dep("derive", Value::Null), dep("cc", "build".into())]},
                {"id": "core", "deps": [dep("a", Value::Null)]},
                {"id": "a", "deps": [dep("b", Value::Null), dep("core", "dev".into())]},
                {"id": "b", "deps": []},
                {"id": "derive", "deps": [dep("syn", Value::Null)]},
                {"id": "syn", "deps": []}, {"id": "cc", "deps": []}]}});
        let linked: Vec<String> = linked(&metadata).unwrap().into_iter().collect();
        assert_eq!(linked, ["a", "b"]);
    }
}
