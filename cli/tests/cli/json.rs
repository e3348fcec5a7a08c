//! `--format json` against `docs/json.md`: every field emitted is documented,
//! with its type, and every field documented is emitted, with every type.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::run::{good, root};
use serde_json::{Map, Value};

/// The sections of the document: title to rows of field and types.
pub(crate) type Document = BTreeMap<String, Vec<(String, Vec<String>)>>;

pub(crate) fn document() -> Document {
    let text = fs::read_to_string(root().join("docs/json.md")).expect("docs/json.md");
    let mut sections = Document::new();
    let mut title = String::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("## ") {
            name.clone_into(&mut title);
        } else if line.starts_with("| `") {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let field = cells[1].trim_matches('`').to_owned();
            let types = cells[2].split(" or ").map(str::to_owned).collect();
            assert!(!cells[3].is_empty(), "{title}: {field} has no meaning");
            sections.entry(title.clone()).or_default().push((field, types));
        }
    }
    sections
}

/// Whether the value is of the type, as the document writes types.
pub(crate) fn is_of(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "string" => value.is_string(),
        "integer" => value.is_u64(),
        "[integer, integer]" => {
            value.as_array().is_some_and(|pair| pair.len() == 2 && pair.iter().all(Value::is_u64))
        }
        quoted => {
            let word = quoted.strip_prefix('"').and_then(|word| word.strip_suffix('"'));
            let word =
                word.unwrap_or_else(|| panic!("{quoted} is no type that the document knows"));
            value.as_str() == Some(word)
        }
    }
}

/// Inputs whose objects show every type of every field.
const INPUTS: [(&str, &[&str], &str); 12] = [
    ("pawn-chess", &[], "2\n\npppp\n....\n....\nPPPP\n\npppp\n....\n..P.\nPP.P\n"),
    ("pawn-chess", &["--size", "3x5", "--solver", "naive"], "1\n\nppp\n...\n...\n...\nPPP\n"),
    ("pursuit", &[], "20 10 10 11 11\n"),
    ("pursuit", &["--solver", "naive"], "4 2 1 2 2\n"),
    ("pursuit", &["--speeds", "2,2"], "3 1 1 3 3\n"),
    ("sliding-four", &[], "BWBO\nWBWB\nBWBW\nWBWO\n"),
    ("sliding-four", &["--solver", "naive"], "BWBB\nBBWW\nBWWW\nWWOO\n"),
    ("sliding-four", &[], "BWWB\nWBBW\nWBBW\nBOOB\n"),
    ("sliding-four", &[], "OWOB\nBOBO\nOBOW\nWOWB\n"),
    ("painting", &[], "3\n2 0\n2 2\n1 1\n2 2\n1000000000000000000 1\n2 500000000000000000\n"),
    ("painting", &["--solver", "naive"], "2\n13 0\n4747 1\n1 2374\n"),
    ("painting", &[], "0\n"),
];

fn objects(game: &str, options: &[&str], input: &str) -> Vec<Map<String, Value>> {
    let args = [&["solve", game, "--format", "json"], options].concat();
    let text = good(&args, input);
    text.lines()
        .map(|line| match serde_json::from_str(line) {
            Ok(Value::Object(object)) => object,
            other => panic!("{line}: {other:?}"),
        })
        .collect()
}

#[test]
fn objects_and_document_say_the_same() {
    let mut document = document();
    document.retain(|section, _| !section.starts_with("gomoku") && !section.contains("grundy"));
    let games: Vec<&str> = document.keys().map(String::as_str).collect();
    assert_eq!(games, ["Every game", "painting", "pawn-chess", "pursuit", "sliding-four"]);
    let mut seen = BTreeSet::new();
    for (game, options, input) in INPUTS {
        for object in objects(game, options, input) {
            let mut fields = object.keys().collect::<BTreeSet<_>>();
            for section in ["Every game", game] {
                for (field, kinds) in &document[section] {
                    let value =
                        object.get(field).unwrap_or_else(|| panic!("{game} has no {field}"));
                    let kind = kinds.iter().find(|kind| is_of(value, kind));
                    let kind = kind.unwrap_or_else(|| panic!("{game}: {field} is {value}"));
                    seen.insert((section, field.as_str(), kind.as_str()));
                    fields.remove(field);
                }
            }
            assert!(fields.is_empty(), "{game}: not documented: {fields:?}");
        }
    }
    for (section, fields) in &document {
        for (field, kinds) in fields {
            for kind in kinds {
                let case = (section.as_str(), field.as_str(), kind.as_str());
                assert!(seen.contains(&case), "never emitted: {case:?}");
            }
        }
    }
}

/// `serde_json::Map` sorts its keys, so that the order is looked up in the text.
#[test]
fn fields_come_in_the_order_of_the_document() {
    let document = document();
    for (game, options, input) in INPUTS {
        let text = good(&[&["solve", game, "--format", "json"], options].concat(), input);
        for line in text.lines() {
            let fields = document["Every game"].iter().chain(&document[game]);
            let places: Vec<usize> = fields
                .map(|(field, _)| line.find(&format!("\"{field}\":")).expect("a field"))
                .collect();
            assert!(places.is_sorted(), "{line}");
        }
    }
}

#[test]
fn objects_agree_with_the_judges_lines() {
    for (game, options, input) in INPUTS {
        let lines = good(&[&["solve", game], options].concat(), input);
        let lines: Vec<&str> = lines.lines().collect();
        let objects = objects(game, options, input);
        assert_eq!(lines.len(), objects.len());
        for (number, (line, object)) in (1..).zip(lines.iter().zip(&objects)) {
            assert_eq!(object["answer"], *line);
            assert_eq!(object["case"], number);
            assert_eq!(object["game"], game);
            let expected = match (game, object.get("winner"), object.get("plies")) {
                ("pawn-chess", Some(Value::String(winner)), Some(plies)) => {
                    format!("{winner} ({plies})")
                }
                ("pursuit", Some(Value::String(winner)), Some(plies)) => {
                    format!("{} {plies}", winner.to_uppercase())
                }
                ("pursuit", _, _) => "DRAW".to_owned(),
                ("painting", Some(winner), _) => {
                    let alice = *winner == "alice";
                    assert_eq!(alice, object["grundy"] != 0, "{object:?}");
                    format!("Case {number}: {}", if alice { "Alice" } else { "Bob" })
                }
                _ => continue,
            };
            assert_eq!(expected, *line, "{object:?}");
        }
    }
}

#[test]
fn the_better_beginner_of_sliding_four_decides() {
    for (game, options, input) in INPUTS {
        for object in objects(game, options, input).iter().filter(|_| game == "sliding-four") {
            let [white, black] = ["white_begins", "black_begins"].map(|key| object[key].as_u64());
            let best = white.into_iter().chain(black).min();
            assert_eq!(object["steps"].as_u64(), best, "{object:?}");
            let line = best.map_or("no solution".to_owned(), |steps| steps.to_string());
            assert_eq!(object["answer"], line);
        }
    }
}

#[test]
fn fields_of_two_sides_are_not_exchanged() {
    let begun = objects("sliding-four", &[], "BWBB\nWWBB\nWOOW\nBWWB\n").remove(0);
    assert_eq!((&begun["white_begins"], &begun["black_begins"]), (&1.into(), &2.into()));
    let speeds = objects("pursuit", &["--speeds", "3,1"], "5 1 2 4 3\n").remove(0);
    assert_eq!((&speeds["white_speed"], &speeds["black_speed"]), (&3.into(), &1.into()));
    assert_eq!(speeds["position"], "5 1 2 4 3 w speeds 3 1");
    assert_eq!((&speeds["white"], &speeds["black"]), (&vec![1, 2].into(), &vec![4, 3].into()));
    let size = objects("pawn-chess", &["--size", "2x3"], "1\n\npp\n..\nPP\n").remove(0);
    assert_eq!((&size["columns"], &size["rows"]), (&2.into(), &3.into()));
}

/// The two roads count their work differently, so that this tells them apart.
#[test]
fn each_road_is_taken_where_it_is_named() {
    for (game, input) in [
        ("pawn-chess", "1\n\npppp\n....\n....\nPPPP\n"),
        ("pursuit", "4 1 1 3 3\n"),
        ("sliding-four", "BWBO\nWBWB\nBWBW\nWBWO\n"),
        ("painting", "1\n30 0\n"),
    ] {
        let [naive, fast] = ["naive", "optimized"].map(|road| {
            let object = objects(game, &["--solver", road], input).remove(0);
            assert_eq!(object["solver"], road);
            object["nodes"].as_u64().expect("a count")
        });
        assert!(naive > 0 && naive != fast, "{game}: {naive} and {fast}");
        let usual = objects(game, &[], input).remove(0);
        assert_eq!(usual["nodes"], fast, "{game}: the optimized road is the usual one");
    }
}

/// Through a shell, as a reader would: so only where there is one.
#[cfg(unix)]
#[test]
fn the_session_of_the_document_is_what_happens() {
    let text = fs::read_to_string(root().join("docs/json.md")).expect("docs/json.md");
    let session = text.split("```console\n").nth(1).and_then(|rest| rest.split("```").next());
    let (line, shown) = session.and_then(|session| session.split_once('\n')).expect("a session");
    let line = line.strip_prefix("$ ").expect("a command line");
    let mut shell = std::process::Command::new("sh");
    let line = line.replace("tesuji", &format!("'{}'", env!("CARGO_BIN_EXE_tesuji")));
    shell.args(["-c", &line]).current_dir(root());
    crate::run::quiet(&mut shell);
    let run = crate::run::run(shell, b"");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!(run.out, shown);
}
