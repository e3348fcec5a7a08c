//! `tesuji gomoku check`: verdicts, exit codes, manifests.

use std::fs;
use std::path::Path;

use tempfile::TempDir;
use tesuji_core::gomoku::{Variant, text};
use tesuji_core::{Game, Player};
use tesuji_proofs::manifest::Manifest;

use crate::run::{good, refused, tesuji};

fn name(path: &Path) -> &str {
    path.to_str().expect("the temporary folder has a plain name")
}

/// Writes the certificate of a win by fours.
fn written(folder: &TempDir, file: &str, position: &str) -> String {
    let path = folder.path().join(file);
    good(&["gomoku", "vcf", position, "--out", name(&path)], "");
    name(&path).to_owned()
}

#[test]
fn a_win_is_written_and_judged() {
    let folder = TempDir::new().unwrap();
    let small = written(&folder, "small.tsc", "9x9 freestyle: c3 c4 c5 | a1 a2 a3");
    let page = good(&["gomoku", "check", &small, "--exhaustive", "--sample", "20"], "");
    let statement = "right: Black, to move after c3 a1 c4 a2 c5 a3, wins on 9x9 under freestyle in \
                     at most 2 moves.\n  every reply played: 74 replies\n  random lines played: 20\n";
    assert_eq!(page, format!("{small}: {statement}"));
    let large = written(&folder, "large.tsc", "15x15 hybrid: c3 c4 c5 | a1 a2 a3");
    let page = good(&["gomoku", "check", &small, &large], "");
    assert_eq!(page.lines().count(), 2);
    assert!(
        page.ends_with("in at most 2 moves; so also under freestyle and standard.\n"),
        "{page}"
    );
    let err = refused(&["gomoku", "check", &small, &large, "--exhaustive"], "", &["--budget"]);
    assert!(err.contains("2 moves on 225 cells"), "{err}");
    let run = tesuji(&["gomoku", "check", &large, "--exhaustive", "--budget", "5"], "");
    assert_eq!(run.code, 3, "{run:?}");
    assert!(run.out.ends_with("  unknown: 5 replies are played, and more are left\n"), "{run:?}");
    good(&["gomoku", "check", &large, "--exhaustive", "--budget", "500"], "");
}

#[test]
fn what_is_wrong_is_named() {
    let folder = TempDir::new().unwrap();
    let path = written(&folder, "w.tsc", "c3 c4 c5 | a1 a2 a3");
    let bytes = fs::read(&path).unwrap();
    let wrong = |bytes: &[u8], words: &str| {
        fs::write(&path, bytes).unwrap();
        let run = tesuji(&["gomoku", "check", &path], "");
        assert_eq!((run.code, run.err.as_str()), (1, ""), "{run:?}");
        assert_eq!(run.out, format!("{path}: wrong: {words}\n"));
    };
    wrong(b"", "byte 0: it does not begin like a certificate");
    wrong(&bytes[..bytes.len() - 1], "byte 23: it does not match its checksum");
    // The same tree with another first move.
    let at = bytes.len() - 5;
    let mut other = bytes.clone();
    other[at] = 100;
    wrong(&other, "byte 24: it does not match its checksum");
    let sum = |bytes: &mut Vec<u8>| {
        let body = bytes.len() - 4;
        let sum = !bytes[..body].iter().fold(u32::MAX, |sum, &byte| {
            (0..8).fold(sum ^ u32::from(byte), |sum, _| {
                if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 }
            })
        });
        bytes[body..].copy_from_slice(&sum.to_le_bytes());
    };
    sum(&mut other);
    wrong(&other, "at once: k7 makes no four");
    refused(&["gomoku", "check", "no-such-file.tsc"], "", &["no-such-file.tsc"]);
    refused(&["gomoku", "check"], "", &["FILE"]);
    refused(&["gomoku", "check", &path, "--budget", "5"], "", &["--exhaustive"]);
}

/// Black wins a 9x9 position after any reply of White's: a certificate for
/// each up to symmetry, and none missing.
#[test]
fn a_manifest_joins_certificates() {
    let folder = TempDir::new().unwrap();
    let variant: Variant = "9x9 freestyle k5".parse().unwrap();
    // Two open rows of three, mirrored at the middle column.
    let root = text::parse("b3 b4 b5 h3 h4 h5 |", variant, Some(Player::White)).unwrap();
    let mut manifest = Manifest::new(root.clone(), Player::Black);
    for reply in root.legal_moves() {
        if reply.column() > 4 {
            // The image has one.
            continue;
        }
        let mut after = root.clone();
        after.play_unchecked(reply);
        let file = format!("{reply}.tsc");
        let path = written(&folder, &file, &after.to_string());
        manifest.add(&file, &fs::read(path).unwrap(), &[reply]);
    }
    let path = folder.path().join("all.txt");
    let judged = |manifest: &str| {
        fs::write(&path, manifest).unwrap();
        tesuji(&["gomoku", "check", name(&path)], "")
    };
    let whole = manifest.to_string();
    assert_eq!(whole.parse(), Ok(manifest));
    let run = judged(&whole);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    assert!(run.out.ends_with("in at most 2 moves, by 42 certificates.\n"), "{run:?}");

    let without: String = whole
        .lines()
        .filter(|line| !line.ends_with(" a1"))
        .map(|line| format!("{line}\n"))
        .collect();
    let run = judged(&without);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.out.ends_with("all.txt: wrong: after a1: nothing is proved\n"), "{run:?}");
    let run = judged(&whole.replace(" a2.tsc a2", " a2.tsc a4"));
    assert!(run.out.contains("a2.tsc: it claims something else"), "{run:?}");
    let run = judged(&whole.replace(" a2.tsc a2", " b2.tsc a2"));
    assert!(run.out.contains("b2.tsc: it has another checksum"), "{run:?}");
    let run = judged(&whole.replace(" a2.tsc a2", " none.tsc a2"));
    assert_eq!(run.code, 2, "{run:?}");
    let run = judged(&whole.replace("claimant black", "claimant nobody"));
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.err.contains("line 3, column 10: expected black or white"), "{run:?}");
}
