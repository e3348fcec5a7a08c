//! `tesuji gomoku ... --format json` against `docs/json.md`: every field
//! emitted is documented, with its type and in its place, and every field
//! documented is emitted, with every type.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::json::{Document, document, is_of};
use crate::run::{good, tesuji};

type Seen = BTreeSet<(String, String, String)>;

/// Whether the value is of the type, its parts included.
fn conforms(document: &Document, seen: &mut Seen, value: &Value, kind: &str) -> bool {
    if kind == "signed integer" {
        return value.is_i64() || value.is_u64();
    }
    if let Some(part) = kind.strip_prefix('[').and_then(|kind| kind.strip_suffix(", ...]")) {
        let parts = value.as_array();
        return parts
            .is_some_and(|parts| parts.iter().all(|value| conforms(document, seen, value, part)));
    }
    if document.contains_key(kind) {
        let Some(object) = value.as_object() else { return false };
        check(document, seen, &[kind], object);
        return true;
    }
    is_of(value, kind)
}

/// Checks an object against these sections: no field more, none less.
fn check(document: &Document, seen: &mut Seen, sections: &[&str], object: &Map<String, Value>) {
    let mut fields = object.keys().collect::<BTreeSet<_>>();
    for &section in sections {
        for (field, kinds) in &document[section] {
            let value = object.get(field).unwrap_or_else(|| panic!("{section} has no {field}"));
            let kind = kinds.iter().find(|kind| conforms(document, seen, value, kind));
            let kind = kind.unwrap_or_else(|| panic!("{section}: {field} is {value}"));
            seen.insert((section.to_owned(), field.clone(), kind.clone()));
            fields.remove(field);
        }
    }
    assert!(fields.is_empty(), "{sections:?}: not documented: {fields:?}");
}

const DRAWN: &str = "3x3 freestyle k3: a1b1c1b2a2c2b3a3c3";

/// Positions that show every type of the fields that all commands have.
const POSITIONS: &str = "\
h8g7f6
h8a1h9a2h10
15x15 renju: g8 h9 h10 i8 | a1 c1 e1 g1
15x15 standard: h8
15x15 hybrid: h8
15x15 caro: h8
20x15 caro-exact: h8 | g7 w
3x3 freestyle k3: a1b1c1b2a2c2b3a3c3
h8a1h9a2h10a3h11a4h12
a1h8a2h9a3h10b1h11b2h12

h8h8
";

/// Each command with the options that show all that it can write.
const RUNS: [(&str, &[&str], &str); 23] = [
    ("show", &[], POSITIONS),
    ("eval", &[], POSITIONS),
    ("eval", &["--solver", "naive"], "3x3 freestyle k3: a1b1\n"),
    ("search", &["--depth", "3"], POSITIONS),
    ("search", &["--depth", "4"], "h8a1h9a2h10a3\nh8a1h9a2h10\nh8a1h9a2h10a3h11\n"),
    (
        "search",
        &["--depth", "1", "--solver", "naive"],
        "4x4 freestyle k3: a1b1\n4x4 freestyle: h9\n",
    ),
    ("search", &["--depth", "2", "--solver", "naive"], "h8\n"),
    ("vct", &["--nodes", "1000"], POSITIONS),
    ("vct", &[], "h8a1h9a15g8o1i7o15\n"),
    ("vct", &["--nodes", "2"], "h8a1h9a15g8o1i7o15\n"),
    ("vct", &["--solver", "naive"], "7x7 freestyle: c4 d4 e4 | a1 g7 a7 b\n"),
    ("prove", &["--nodes", "1000", "--attacker", "black"], "h8a1h9a15g8o1i7o15\nh8\nh8h8\n"),
    ("prove", &["--class", "threats"], "3x3 freestyle k3: \n"),
    ("prove", &["--solver", "naive"], "3x3 freestyle k3: a1b2c3 b1 b3\n"),
    ("forbidden", &[], POSITIONS),
    ("forbidden", &["--solver", "naive"], "g8 h9 h10 i8 | a1 c1 e1 g1\n"),
    ("perft", &["--depth", "1"], POSITIONS),
    ("vcf", &[], POSITIONS),
    (
        "vcf",
        &["--nodes", "1"],
        "15x15 renju: l14 e13 h13 h12 i11 g10 h10 k10 j9 h8 i8 | i14 g13 k12 h11 l11 i10 f9 h9 i9 l9 j8\n",
    ),
    ("vcf", &["--solver", "naive"], "h8a1h9a2h10a3\n"),
    ("hold", &[], "3x3 freestyle k3: \n4x3 freestyle k3: \n4x3 freestyle k3: a1\nh8\n"),
    ("hold", &["--nodes", "1"], "8x8 freestyle k5: \n"),
    ("hold", &["--solver", "naive"], "3x3 freestyle k3: \n"),
];

/// Games that show all that `analyse` can write.
const GAMES: [(&[&str], &str); 4] = [
    (&["--depth", "3"], "h8a1h9a2h10a3b1c1h11a4h12"),
    (&["--depth", "2", "--rule", "renju"], "h8g7"),
    (&["--depth", "1", "--size", "3", "--line", "3"], "a1b1c1b2a2c2b3a3c3"),
    (&["--nodes", "1"], "h8"),
];

fn lines(command: &str, options: &[&str], input: &str) -> Vec<String> {
    let args = [&["gomoku", command, "-", "--format", "json"], options].concat();
    let run = tesuji(&args, input);
    let refused = run.out.contains("\"error\":");
    assert_eq!(run.code, if refused { 2 } else { 0 }, "{run:?}");
    run.out.lines().map(str::to_owned).collect()
}

fn object(line: &str) -> Map<String, Value> {
    match serde_json::from_str(line) {
        Ok(Value::Object(object)) => object,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn objects_and_document_say_the_same() {
    let document = document();
    let mut seen = Seen::new();
    let divided: (&str, &[&str], &str) = (
        "perft",
        &["--depth", "2", "--divide", "--board", "naive", "--size", "3", "--line", "3"],
        "a1b1\n",
    );
    for (command, options, input) in RUNS.into_iter().chain([divided]) {
        let lines = lines(command, options, input);
        assert_eq!(lines.len(), input.lines().count(), "{command}: one line each");
        let own = format!("gomoku {command}");
        for (number, line) in (1..).zip(&lines) {
            let object = object(line);
            let refused = object.contains_key("error");
            let sections: &[&str] = if refused { &["gomoku refused"] } else { &["gomoku", &own] };
            check(&document, &mut seen, sections, &object);
            assert_eq!((&object["case"], &object["command"]), (&number.into(), &command.into()));
            // The map sorts its keys, so that the order is looked up in the text.
            let places: Vec<usize> = sections
                .iter()
                .flat_map(|&section| &document[section])
                .map(|(field, _)| line.find(&format!("\"{field}\":")).expect("a field"))
                .collect();
            assert!(places.is_sorted(), "{line}");
        }
    }
    for (options, input) in GAMES {
        let args = [&["gomoku", "analyse", "-", "--format", "json"], options].concat();
        let text = good(&args, input);
        for (ply, line) in (1..).zip(text.lines()) {
            let object = object(line);
            check(&document, &mut seen, &["gomoku", "gomoku analyse"], &object);
            assert_eq!((&object["case"], &object["command"]), (&ply.into(), &"analyse".into()));
        }
    }
    // Every command is asked to refuse a line, so that none of its sections is special.
    for command in ["show", "eval", "forbidden"] {
        check(&document, &mut seen, &["gomoku refused"], &object(&lines(command, &[], "x\n")[0]));
    }
    for (section, fields) in document.iter().filter(|(section, _)| section.starts_with("gomoku")) {
        for (field, kinds) in fields {
            for kind in kinds {
                let case = (section.clone(), field.clone(), kind.clone());
                assert!(seen.contains(&case), "never emitted: {case:?}");
            }
        }
    }
}

#[test]
fn one_position_has_the_object_of_a_line() {
    for (command, options) in [
        ("show", &[][..]),
        ("eval", &[]),
        ("forbidden", &["--rule", "renju"]),
        ("perft", &["--depth", "1", "--divide"]),
    ] {
        let position = "h8a1h9a2h10";
        let args = [&["gomoku", command, position, "--format", "json"], options].concat();
        let line = good(&args, "");
        assert_eq!(line, format!("{}\n", lines(command, options, position)[0]));
    }
}

#[test]
fn values_are_those_of_the_position() {
    let one = |command: &str, options: &[&str], position: &str| {
        object(&lines(command, options, position)[0])
    };
    let shown = one("show", &["--size", "20x15", "--line", "4"], "h8g7F6");
    assert_eq!(shown["position"], "20x15 freestyle k4: f6 h8 | g7");
    assert_eq!(
        (&shown["columns"], &shown["rows"], &shown["k"]),
        (&20.into(), &15.into(), &4.into())
    );
    assert_eq!((&shown["last"], &shown["to_move"]), (&"f6".into(), &"white".into()));
    assert_eq!((&shown["black"], &shown["white"]), (&vec!["f6", "h8"].into(), &vec!["g7"].into()));
    assert_eq!(one("show", &[], DRAWN)["outcome"], "draw");
    assert_eq!(one("show", &[], "h8a1h9a2h10a3h11a4h12")["outcome"], "black wins");

    let made = one("eval", &[], "h8a1h9a2h10a3h11");
    assert_eq!(made["black"]["five"], 2);
    assert_eq!(made["white"]["five"], 0);

    let won = one("search", &["--depth", "5"], "h8a1h9a2h10a3");
    assert_eq!((&won["result"], &won["plies"]), (&"win".into(), &3.into()));
    assert_eq!(won["pv"][0], won["best"]);
    let lost = one("search", &["--depth", "5"], "h8a1h9a2h10a3h11");
    assert_eq!((&lost["result"], &lost["plies"]), (&"loss".into(), &2.into()));
    let over = one("search", &[], DRAWN);
    assert_eq!((&over["result"], &over["plies"]), (&"draw".into(), &0.into()));

    let forbidden = one("forbidden", &[], "f6 f7 g8 h8 | a1 c1 e1 g1");
    assert_eq!(forbidden["forbidden"], Value::from(vec!["f8"]));
    assert_eq!(forbidden["reasons"], Value::from(vec!["double-three"]));
}
