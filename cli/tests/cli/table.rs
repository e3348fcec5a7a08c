//! `tesuji table`.

use std::fs;
use std::path::Path;
#[cfg(unix)]
use std::process::Command;
use std::process::Stdio;
use std::time::Instant;

use tempfile::TempDir;

#[cfg(unix)]
use crate::run::run;
use crate::run::{command, good, refused, tesuji};

fn text(path: &Path) -> &str {
    path.to_str().expect("the temporary folder has a plain name")
}

/// Builds a small table in a folder.
fn built(folder: &TempDir) -> String {
    let path = folder.path().join("table.tsj");
    good(&["table", "build", "pawn-chess", "--size", "4x4", "--out", text(&path)], "");
    text(&path).to_owned()
}

#[test]
fn a_table_is_built_verified_probed_and_counted() {
    let folder = TempDir::new().unwrap();
    let path = built(&folder);
    assert!(fs::metadata(&path).unwrap().len() <= 48 << 10);
    let verdict = good(&["table", "verify", &path], "");
    assert!(verdict.ends_with("right: pawn-chess 4x4, 141,234 positions up to symmetry\n"));
    let info = good(&["table", "info", &path], "");
    assert!(info.contains("positions  282,122\n"), "{info}");

    let start = "pppp/..../..../PPPP w";
    let answer = good(&["table", "probe", &path, start], "");
    assert!(answer.starts_with("pppp/..../..../PPPP w: white wins in 11\n  a1a2: "), "{answer}");
    let brief = good(&["table", "probe", "--brief", &path, start, "P.../..../..../.... b"], "");
    assert_eq!(brief.lines().count(), 2);
    assert!(brief.ends_with("b: white wins in 0\n"), "{brief}");

    let [csv, svg] = ["csv", "svg"].map(|end| folder.path().join(end));
    let stats = good(&["table", "stats", &path, "--csv", text(&csv), "--svg", text(&svg)], "");
    let longest = stats.lines().find(|line| line.ends_with("pp.p/.p../..../PPPP w"));
    let longest: Vec<&str> = longest.expect("an example").split_whitespace().collect();
    assert_eq!(longest[..4], ["win", "13", "2", "1"]);
    let csv = fs::read_to_string(csv).unwrap();
    assert!(csv.contains("\nwin,3,20335,10184,"), "{csv}");
    assert!(csv.contains("\nlose,12,8,4,"), "{csv}");
    let svg = fs::read_to_string(svg).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("<title>").count(), csv.lines().count() - 1);
}

#[test]
fn each_line_gets_its_line() {
    let folder = TempDir::new().unwrap();
    let path = built(&folder);
    let input = "pppp/..../..../PPPP w\r\nnonsense\n\npppp/..../..../PPPP b\n";
    let run = tesuji(&["table", "probe", "--brief", &path, "-"], input);
    assert_eq!(run.code, 2);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 4, "{run:?}");
    assert_eq!(lines[0], "white wins in 11");
    assert!(lines[1].starts_with("error ") && lines[2].starts_with("error "), "{run:?}");
    assert_eq!(lines[3], "black wins in 11");
    assert_eq!(run.err.lines().count(), 2);
    let endless = "p".repeat(5000);
    assert_eq!(tesuji(&["table", "probe", &path, "-"], endless).code, 2);
}

#[test]
fn the_other_games_have_tables() {
    let folder = TempDir::new().unwrap();
    for (args, count) in [
        (&["pursuit", "--size", "8"][..], "positions  4,032\n"),
        (&["pursuit", "--size", "7", "--speeds", "2,9"], "speeds 2,6\n"),
        (&["sliding-four", "--size", "4x4"], "positions  823,680\n"),
        (&["sliding-four", "--size", "3x3", "--pieces", "4,3", "--line", "3"], "line 3\n"),
    ] {
        let path = folder.path().join("table");
        let out = [args, &["--out", text(&path)]].concat();
        good(&[&["table", "build"][..], &out].concat(), "");
        assert!(good(&["table", "info", text(&path)], "").contains(count), "{args:?}");
        good(&["table", "verify", text(&path)], "");
    }
}

#[test]
fn a_wrong_table_is_no_and_one_that_cannot_be_read_is_bad() {
    let folder = TempDir::new().unwrap();
    let path = built(&folder);
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let run = tesuji(&["table", "verify", &path], "");
    assert_eq!((run.code, run.err.as_str()), (1, ""), "{run:?}");
    assert!(run.out.contains(": wrong: it is damaged"), "{run:?}");
    for (bytes, words) in [
        (&b""[..], "it is no table"),
        (b"White to move and win", "it is no table"),
        (&bytes[..bytes.len() - 1], "it is damaged: the end record"),
    ] {
        fs::write(&path, bytes).unwrap();
        refused(&["table", "info", &path], "", &[words]);
        refused(&["table", "probe", &path, "pppp/..../..../PPPP w"], "", &[words]);
        refused(&["table", "stats", &path], "", &[words]);
        assert_eq!(tesuji(&["table", "verify", &path], "").code, 1);
    }
    for command in ["info", "stats", "verify"] {
        refused(&["table", command, text(folder.path())], "", &["it is a directory"]);
        refused(&["table", command, "no-such-file"], "", &["there is no such file"]);
    }
}

#[test]
fn what_cannot_be_built_is_refused_in_words() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("table");
    let build = |args: &[&str], words: &[&str]| {
        let args = [&["table", "build"][..], args, &["--out", text(&path)]].concat();
        refused(&args, "", words);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "nothing is left behind");
    };
    build(&["pawn-chess", "--size", "4x2"], &["at least 3 rows"]);
    build(&["pawn-chess", "--size", "4"], &["such as 5x4"]);
    build(&["pawn-chess", "--size", "4x4", "--speeds", "1,2"], &["--speeds is for pursuit"]);
    build(&["pursuit", "--size", "8", "--line", "3"], &["--line is for sliding-four"]);
    build(&["pursuit", "--size", "1"], &["2 or more"]);
    build(&["pursuit", "--size", "99999999"], &["no board has this size"]);
    build(&["sliding-four", "--size", "6x5"], &["1 to 25 cells"]);
    build(&["sliding-four", "--size", "4x4", "--pieces", "9,8"], &["more than the cells"]);
    build(&["sliding-four", "--size", "4x4", "--pieces", "x"], &["such as 7,7"]);
    build(&["pawn-chess", "--size", "5x5", "--memory", "1M"], &["bytes of memory"]);
    build(&["pawn-chess", "--size", "5x5", "--memory", "1.5"], &["600M"]);
    build(&["gomoku", "--size", "5x5"], &["pawn-chess, pursuit, sliding-four"]);
    let nowhere = folder.path().join("none").join("table");
    let args = ["table", "build", "pursuit", "--size", "5", "--out", text(&nowhere)];
    refused(&args, "", &["there is no such file"]);
    let here = text(folder.path()).to_owned();
    let args = ["table", "build", "pursuit", "--size", "5", "--out", &here];
    refused(&args, "", &["it is a directory"]);
}

/// The unfinished file is a link to the device that is always full.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_and_leaves_no_table() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("table");
    std::os::unix::fs::symlink("/dev/full", folder.path().join("table.part")).unwrap();
    let args = ["table", "build", "pursuit", "--size", "5", "--out", text(&path)];
    refused(&args, "", &["no space is left"]);
    assert!(!path.exists());
    let table = built(&folder);
    refused(&["table", "stats", &table, "--csv", "/dev/full"], "", &["no space is left"]);
}

/// Whoever may not read a table, or not write where it should be, is told so.
/// Root may do both: then the program runs as nobody, who has no rights here.
#[cfg(unix)]
#[test]
fn what_is_not_permitted_is_refused() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;
    const NOBODY: u32 = 65534;
    let allow = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    let folder = TempDir::new().unwrap();
    // Nobody has to get here, and to the program.
    allow(folder.path(), 0o755);
    let program = folder.path().join("tesuji");
    fs::copy(env!("CARGO_BIN_EXE_tesuji"), &program).unwrap();
    allow(&program, 0o755);
    let [closed, open] = ["closed", "open"].map(|name| folder.path().join(name));
    fs::create_dir(&closed).unwrap();
    fs::create_dir(&open).unwrap();
    allow(&open, 0o777);
    let table = built(&folder);
    let is_root = fs::metadata(folder.path()).unwrap().uid() == 0;
    let as_nobody = |args: &[&str]| {
        let mut command = Command::new(&program);
        command.args(args);
        if is_root {
            command.uid(NOBODY).gid(NOBODY);
        }
        run(command, b"")
    };
    let build = |path| ["table", "build", "pursuit", "--size", "5", "--out", path];
    let inside = open.join("table");
    let done = as_nobody(&build(text(&inside)));
    assert_eq!(done.code, 0, "the same is done where it is permitted: {done:?}");
    assert_eq!(as_nobody(&["table", "info", text(&inside)]).code, 0);

    allow(Path::new(&table), 0o000);
    allow(&closed, 0o555);
    let denied = |args: &[&str]| {
        let run = as_nobody(args);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}: {run:?}");
        assert!(run.err.starts_with("error:"), "{args:?}: {run:?}");
        assert!(run.err.contains("permission denied"), "{args:?}: {run:?}");
    };
    for command in ["info", "stats", "verify"] {
        denied(&["table", command, &table]);
    }
    denied(&["table", "probe", &table, "pppp/..../..../PPPP w"]);
    let [refused, other] = [closed.join("table"), open.join("other")];
    denied(&build(text(&refused)));
    let csv = closed.join("csv");
    denied(&["table", "stats", text(&inside), "--csv", text(&csv)]);
    // An unfinished file of somebody else's.
    let part = open.join("other.part");
    fs::write(&part, b"").unwrap();
    allow(&part, 0o444);
    denied(&build(text(&other)));
    assert_eq!(fs::read_dir(&closed).unwrap().count(), 0, "nothing is left behind");
    // So that the folder can be removed.
    allow(&closed, 0o755);
}

/// A build is killed again and again, at whatever moment, and ends with the
/// bytes of one that was not. The table has two parts or more.
fn killed(build: &[&str], moments: u32) {
    let folder = TempDir::new().unwrap();
    let [path, whole] = ["table", "whole"].map(|name| folder.path().join(name));
    let build = |path| [&["table", "build"], build, &["--out", path]].concat();
    let start = Instant::now();
    good(&build(text(&whole)), "");
    let length = start.elapsed();
    let expected = fs::read(&whole).unwrap();
    let second = expected.windows(8).position(|at| at == b"PART\x01\0\0\0").unwrap() as u64;
    let part = folder.path().join("table.part");
    let kill_when = |is_time: &mut dyn FnMut() -> bool| {
        let mut child = command(&build(text(&path)))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while !is_time() && child.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
    };
    // As soon as so much is written: nothing, the header, a byte of the first
    // part, all of it, which the next run finds, and a byte of the second.
    for at_least in [0, 64, 65, second, second + 1] {
        kill_when(&mut || fs::metadata(&part).is_ok_and(|part| part.len() >= at_least));
        assert!(part.exists() || path.exists(), "there is the one or the other");
    }
    let mut unfinished = 0;
    // At moments spread over a run, each of which finds what the last has left.
    for moment in 0..moments {
        let start = Instant::now();
        kill_when(&mut || start.elapsed() > length * (moment * 7 % moments) / (moments * 5 / 6));
        unfinished += u32::from(part.exists());
        if path.exists() {
            assert_eq!(fs::read(&path).unwrap(), expected, "moment {moment}");
            fs::remove_file(&path).unwrap();
        }
        if moment % 8 == 7 {
            let _ = fs::remove_file(&part);
        }
    }
    assert!(unfinished > 0, "none was killed before its end");
    // One more kill, where it is known what there is to go on with.
    let _ = fs::remove_file(&path);
    kill_when(&mut || fs::metadata(&part).is_ok_and(|part| part.len() >= second));
    let is_whole = path.exists();
    let done = good(&build(text(&path)), "");
    assert!(is_whole || done.contains(" were there)"), "{done}");
    assert_eq!(fs::read(&path).unwrap(), expected);
    assert!(!part.exists());
    // A wrong bit in what was finished: it is made again, and nobody believes it.
    let mut left = expected.clone();
    left[second as usize / 2] ^= 4;
    fs::write(&part, left).unwrap();
    let done = good(&build(text(&path)), "");
    assert!(!done.contains("were there"), "{done}");
    assert_eq!(fs::read(&path).unwrap(), expected);
}

#[test]
fn a_killed_build_of_pawn_chess_goes_on() {
    killed(&["pawn-chess", "--size", "5x4"], 24);
}

#[test]
fn a_killed_build_of_pursuit_goes_on() {
    killed(&["pursuit", "--size", "80"], 12);
}

#[test]
fn a_killed_build_of_sliding_four_goes_on() {
    killed(&["sliding-four", "--size", "5x4", "--pieces", "11,6"], 12);
}
