//! One name travels: a check, its property test, its fuzz target with the
//! entry in the manifest, its folders of seed inputs and regressions, its
//! section in `fuzz/README.md`. None is missing, and none stands without a
//! check.

mod stored;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use tesuji_testkit::registry;

type Names = BTreeSet<String>;

/// What is missing in a room, and what stands there without a check.
fn defects(room: &str, found: &Names, checks: &Names) -> Vec<String> {
    let missing = checks.difference(found).map(|name| format!("{room}: none for {name}"));
    let stray = found.difference(checks).map(|name| format!("{room}: {name} is no check"));
    missing.chain(stray).collect()
}

fn checks() -> Names {
    registry::all().map(|check| check.name.to_owned()).collect()
}

fn read(file: &str) -> String {
    let path = stored::fuzz().join(file);
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The fuzz targets: files of `fuzz_targets` that run the check of their name.
fn targets() -> Names {
    let target = |(file, text): (&str, &str)| -> Option<String> {
        let name = file.strip_suffix(".rs")?;
        text.contains(&format!("tesuji_fuzz::target!({name});")).then(|| name.to_owned())
    };
    let folder = stored::fuzz().join("fuzz_targets");
    if !folder.exists() {
        return Names::new();
    }
    fs::read_dir(&folder)
        .expect("the folder can be read")
        .map(|entry| entry.expect("an entry can be read").file_name().display().to_string())
        .map(|file| {
            let text = read(&format!("fuzz_targets/{file}"));
            target((&file, &text)).unwrap_or(format!("{file}, which does not run its check,"))
        })
        .collect()
}

/// The names of the `[[bin]]` entries of a manifest, where an entry is as it
/// must be: of the target's path, and built by no test, doc or bench.
fn bins(manifest: &str) -> Names {
    let entry = |section: &str| -> String {
        let keys: BTreeMap<&str, &str> = section
            .lines()
            .take_while(|line| !line.starts_with('['))
            .filter_map(|line| line.split_once('='))
            .map(|(key, value)| (key.trim(), value.trim()))
            .collect();
        let name = keys.get("name").map_or("", |name| name.trim_matches('"'));
        let path = format!("\"fuzz_targets/{name}.rs\"");
        let wanted =
            [("path", path.as_str()), ("test", "false"), ("doc", "false"), ("bench", "false")];
        match wanted.iter().find(|(key, value)| keys.get(key) != Some(value)) {
            None => name.to_owned(),
            Some((key, value)) => format!("{name} without {key} = {value}"),
        }
    };
    manifest.split("[[bin]]").skip(1).map(entry).collect()
}

/// The headings of a page that are names of checks (`## pawn_chess_moves`) and
/// have a text of their own. Headings in prose are none of them.
fn sections(page: &str) -> Names {
    let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let section = |section: &str| -> Option<String> {
        let (heading, body) = section.split_once('\n').unwrap_or((section, ""));
        let name = heading.trim().trim_matches('`');
        let body = body.trim();
        let has_text = !body.is_empty() && !body.starts_with('#');
        (has_text && name.contains('_') && name.chars().all(is_name)).then(|| name.to_owned())
    };
    format!("\n{page}").split("\n## ").skip(1).filter_map(section).collect()
}

/// The names in `properties! { … }` of `properties.rs`.
fn properties(source: &str) -> Names {
    let list = source.split_once("\nproperties! {").and_then(|(_, rest)| rest.split_once('}'));
    let (list, _) = list.expect("properties.rs lists its tests");
    list.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

#[test]
fn every_room_has_every_check_and_nothing_else() {
    let checks = checks();
    let inputs = |kind| {
        let folders = stored::folders(kind).into_iter();
        folders.filter(|(_, inputs)| !inputs.is_empty()).map(|(name, _)| name).collect()
    };
    let rooms: [(&str, Names); 6] = [
        ("fuzz/fuzz_targets", targets()),
        ("[[bin]] in fuzz/Cargo.toml", bins(&read("Cargo.toml"))),
        ("inputs in fuzz/seeds", inputs("seeds")),
        ("inputs in fuzz/regressions", inputs("regressions")),
        ("a section of fuzz/README.md", sections(&read("README.md"))),
        ("testkit/tests/properties.rs", properties(include_str!("properties.rs"))),
    ];
    let defects: Vec<String> =
        rooms.iter().flat_map(|(room, found)| defects(room, found, &checks)).collect();
    assert!(defects.is_empty(), "{defects:#?}");
}

#[test]
fn a_check_says_what_it_is() {
    let mut names = Names::new();
    for check in registry::all() {
        let name = check.name;
        assert!(names.insert(name.to_owned()), "{name} is registered twice");
        assert!(!check.bucket.is_empty(), "{name} names no bucket");
        assert!(check.about.trim_end().ends_with('.'), "{name} is about {:?}", check.about);
        assert!(registry::find(name).is_some_and(|found| found.about == check.about));
    }
}

#[test]
fn missing_and_stray_are_both_defects() {
    let names = |list: &[&str]| list.iter().map(ToString::to_string).collect::<Names>();
    let found = defects("room", &names(&["a_b", "c_d"]), &names(&["a_b", "e_f"]));
    assert_eq!(found, ["room: none for e_f", "room: c_d is no check"]);
    assert!(defects("room", &names(&["a_b"]), &names(&["a_b"])).is_empty());
}

#[test]
fn manifest_entries_are_read() {
    let entry = |name: &str, rest: &str| {
        format!("[[bin]]\nname = \"{name}\"\npath = \"fuzz_targets/{name}.rs\"\n{rest}\n")
    };
    let good =
        entry("a_b", "test = false\ndoc = false\nbench = false\n\n[lints]\nworkspace = true");
    let built = entry("c_d", "test = false\ndoc = false");
    let found: Vec<String> =
        bins(&format!("[package]\nname = \"p\"\n{good}{built}")).into_iter().collect();
    assert_eq!(found, ["a_b", "c_d without bench = false"]);
}

#[test]
fn sections_are_read() {
    let page =
        "# Page\n## Running\ntext\n## a_b\n\ntext\n## `c_d`\ntext\n## no_text\n\n## e_f\ntext";
    let found: Vec<String> = sections(page).into_iter().collect();
    assert_eq!(found, ["a_b", "c_d", "e_f"]);
}

#[test]
fn properties_are_read() {
    let found: Vec<String> =
        properties("macro_rules! properties {}\n\nproperties! {\n    a_b,\n    c_d,\n}\n")
            .into_iter()
            .collect();
    assert_eq!(found, ["a_b", "c_d"]);
    assert!(properties("\nproperties! {}\n").is_empty());
}
