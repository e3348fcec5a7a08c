//! `tesuji perft`: the counts, and what is refused.

use crate::run::{good, refused};

/// The counts of a run, by depth.
fn counts(text: &str) -> Vec<u64> {
    let rows = text.lines().skip(2).map(|line| line.split_whitespace().collect::<Vec<_>>());
    rows.take_while(|row| row.len() == 3)
        .enumerate()
        .map(|(depth, row)| {
            assert_eq!(row[0], depth.to_string(), "{text}");
            assert!(row[2].parse::<f64>().is_ok(), "{text}");
            row[1].parse().expect("a count")
        })
        .collect()
}

const PUBLISHED: [u64; 19] = [
    1, 4, 16, 66, 280, 1170, 4548, 16684, 53706, 155_708, 369_328, 719_332, 1_003_978, 1_072_530,
    444_560, 232_788, 85_436, 37_838, 0,
];

#[test]
fn the_start_position_on_both_boards() {
    for board in ["naive", "packed"] {
        let args = ["perft", "pawn-chess", "--depth", "10", "--board", board];
        let text = good(&args, "");
        assert!(text.starts_with("pppp/..../..../PPPP w\n"), "{text}");
        assert_eq!(counts(&text), PUBLISHED[..=10]);
    }
    let text = good(&["perft", "pawn-chess", "--depth", "4000000000"], "");
    assert_eq!(counts(&text), PUBLISHED);
    assert!(text.ends_with("No game is longer: all further counts are 0.\n"), "{text}");
    assert_eq!(counts(&good(&["perft", "pawn-chess", "--depth=0"], "")), [1]);
}

#[test]
fn other_sizes_and_positions() {
    let text = good(&["perft", "pawn-chess", "--depth=3", "--size=3x4"], "");
    assert!(text.starts_with("ppp/.../.../PPP w\n"), "{text}");
    let same = good(&["perft", "pawn-chess", "--depth=3", "--position", "ppp/.../.../PPP w"], "");
    assert_eq!(counts(&text), counts(&same));
    let over = good(&["perft", "pawn-chess", "--depth=2", "--position", "P../p../... b"], "");
    assert_eq!(counts(&over), [1, 0]);
}

#[test]
fn a_divided_count_adds_up() {
    let text = good(&["perft", "pawn-chess", "--depth=6", "--divide"], "");
    let (head, rows) = text.split_once("\nFirst moves at depth 6\n").expect("a division");
    let rows: Vec<(&str, u64)> = rows
        .lines()
        .filter_map(|line| line.trim().split_once(' '))
        .map(|(mv, count)| (mv, count.trim().parse().expect("a count")))
        .collect();
    assert_eq!(rows.iter().map(|row| row.0).collect::<Vec<_>>(), ["a1a2", "b1b2", "c1c2", "d1d2"]);
    assert_eq!(rows.iter().map(|row| row.1).sum::<u64>(), 4548);
    assert_eq!(counts(head), PUBLISHED[..=6]);
}

#[test]
fn what_is_no_question_is_refused() {
    refused(&["perft", "pawn-chess"], "", &["--depth"]);
    refused(&["perft", "painting", "--depth=3"], "", &["painting", "pawn-chess"]);
    refused(&["perft", "pawn-chess", "--depth=-1"], "", &["--depth"]);
    refused(&["perft", "pawn-chess", "--depth=3", "--size=9x9"], "", &["--size", "32 cells"]);
    let both = ["perft", "pawn-chess", "--depth=3", "--size=4x4", "--position=x"];
    refused(&both, "", &["--size", "--position"]);
    let error = refused(&["perft", "pawn-chess", "--depth=3", "--position=pp/.x/PP w"], "", &[]);
    let expected = "error: --position: line 1, column 5: expected one of P, p and ., found \"x/PP\"\n   | pp/.x/PP w\n   |     ^\n";
    assert_eq!(error, expected);
}
