//! Building: the same bytes always, and on from where it stopped.

use std::fs;

use tempfile::TempDir;

use super::{Random, bytes, one_thread, pawn_chess, pursuit, sliding, small};
use crate::build::writer::Writer;
use crate::spec::Spec;
use crate::table::{Probe, Table};
use crate::{Options, TableError, build};

#[test]
fn the_bytes_do_not_depend_on_threads() {
    // The last three are large enough for each solver to share its work.
    let large = [pawn_chess("5x4"), pursuit(60, 1, 2), sliding(5, 4, 4, 9, 9)];
    for spec in small().into_iter().chain([pawn_chess("4x4"), sliding(4, 4, 4, 7, 7)]).chain(large)
    {
        let one = bytes(spec, one_thread());
        for threads in [2, 5] {
            assert_eq!(bytes(spec, Options { threads, memory: u64::MAX }), one, "{spec}");
        }
    }
}

/// 5×4 has two parts: what a killed run may leave is any prefix of the
/// unfinished file, with anything in its last bytes.
#[test]
fn a_build_that_was_stopped_goes_on() {
    let spec = pawn_chess("5x4");
    let folder = TempDir::new().unwrap();
    let (path, part) = (folder.path().join("table"), folder.path().join("table.part"));
    let begin = || build(spec, &path, Options { threads: 2, memory: u64::MAX }, &mut |_| ());
    let whole = begin().unwrap();
    assert_eq!((whole.slots, whole.kept), (4_261_554, 0));
    assert!(!part.exists());
    let bytes = fs::read(&path).unwrap();
    let table = Table::from_bytes(bytes.clone()).unwrap();
    assert_eq!(table.parts().0, 2);
    // Where the first part ends.
    let first = bytes.windows(8).rposition(|at| at == b"PART\x01\0\0\0").unwrap();
    let mut random = Random(9);
    let cuts = [0, 3, 64, 65, first - 1, first, first + 40, bytes.len() - 65, bytes.len()];
    for cut in cuts {
        let mut left = bytes[..cut].to_vec();
        let is_garbled = cut > first && random.below(2) == 0;
        if is_garbled {
            let at = first + random.below((cut - first) as u64) as usize;
            left[at] ^= 1 << random.below(8);
        }
        fs::write(&part, &left).unwrap();
        fs::remove_file(&path).unwrap();
        let built = begin().unwrap();
        let kept = match cut {
            _ if cut < first => 0,
            _ if cut >= bytes.len() - 65 && !is_garbled => 4_261_554,
            _ => 1 << 22,
        };
        assert!(built.kept == kept || is_garbled && built.kept >= kept, "{cut}: {built:?}");
        assert_eq!(fs::read(&path).unwrap(), bytes, "{cut}");
        assert!(!part.exists());
    }
    // A first part that is damaged is made again, and all after it.
    let mut damaged = bytes.clone();
    damaged[first / 2] ^= 1;
    fs::write(&part, &damaged).unwrap();
    assert_eq!(begin().unwrap().kept, 0);
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

/// What is kept of an unfinished file ends before the first part with a wrong
/// bit, a cut or a stretch that never came to the disk.
#[test]
fn only_sound_parts_are_kept() {
    let spec = pursuit(80, 1, 2);
    let bytes = bytes(spec, one_thread());
    let numbers = spec.numbers().unwrap();
    let part = |number: u8| {
        let head = [b'P', b'A', b'R', b'T', number, 0, 0, 0];
        bytes.windows(8).position(|at| at == head).unwrap()
    };
    let (first, second) = (part(0), part(1));
    let directory = bytes.len() - 64 - Table::from_bytes(bytes.clone()).unwrap().bins().len() * 26;
    let directory = directory - 4 - 2 * 8;
    let folder = TempDir::new().unwrap();
    let (path, unfinished) = (folder.path().join("table"), folder.path().join("table.part"));
    let kept = |left: &[u8]| {
        fs::write(&unfinished, left).unwrap();
        let mut report = |_| ();
        Writer::new(spec, &numbers, &path, one_thread(), &mut report).unwrap().kept()
    };
    assert_eq!(kept(&bytes), 2);
    let mut random = Random(11);
    let mut seen = [0; 3];
    for round in 0..600 {
        // Every third in the header, around the seams or behind the parts.
        let at = match round % 3 {
            0 => [0, first, second, directory][round / 3 % 4] + random.below(64) as usize,
            _ => random.below(bytes.len() as u64) as usize,
        };
        let mut left = bytes.clone();
        match random.below(4) {
            0 => left.truncate(at),
            1 => left[at..].fill(0),
            _ => left[at] ^= 1 << random.below(8),
        }
        // Nothing has changed where only zeros became zeros.
        let sound = (0..bytes.len()).find(|&at| left.get(at) != bytes.get(at));
        let sound = sound.unwrap_or(bytes.len());
        let expected = usize::from(sound >= second) + usize::from(sound >= directory);
        assert_eq!(kept(&left), expected, "round {round}, from byte {at}");
        seen[expected] += 1;
    }
    assert!(seen.into_iter().all(|rounds| rounds > 20), "{seen:?}");
}

#[test]
fn an_unfinished_file_of_another_table_is_begun_anew() {
    let folder = TempDir::new().unwrap();
    let (path, part) = (folder.path().join("table"), folder.path().join("table.part"));
    for left in [b"no table".to_vec(), bytes(pursuit(6, 1, 2), one_thread()), Vec::new()] {
        fs::write(&part, left).unwrap();
        let built = build(pursuit(7, 1, 2), &path, one_thread(), &mut |_| ()).unwrap();
        assert_eq!(built.kept, 0);
        assert_eq!(fs::read(&path).unwrap(), bytes(pursuit(7, 1, 2), one_thread()));
    }
}

/// A sound part with other values: no run of this program has left it.
#[test]
fn an_unfinished_file_with_other_values_is_refused() {
    let spec = pursuit(7, 1, 2);
    let folder = TempDir::new().unwrap();
    let (path, part) = (folder.path().join("table"), folder.path().join("table.part"));
    let mut values = super::values(&Table::from_bytes(bytes(spec, one_thread())).unwrap());
    let at = values.iter().position(|&value| value > 3).unwrap();
    values[at] += 2;
    fs::write(&part, super::forged(spec, &path, &values)).unwrap();
    let refusal = build(spec, &path, one_thread(), &mut |_| ()).unwrap_err();
    assert!(matches!(refusal, TableError::Unfinished(0)), "{refusal}");
    assert!(part.exists(), "what was found is left for a look");
}

#[test]
fn two_builds_of_one_file_do_not_meet() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("table");
    let busy = fs::File::create(folder.path().join("table.part")).unwrap();
    busy.lock().unwrap();
    let refusal = build(pursuit(6, 1, 2), &path, one_thread(), &mut |_| ()).unwrap_err();
    assert!(refusal.to_string().contains("another run is writing"), "{refusal}");
    drop(busy);
    assert!(build(pursuit(6, 1, 2), &path, one_thread(), &mut |_| ()).is_ok());
}

#[test]
fn a_build_without_memory_says_what_it_needs() {
    let folder = TempDir::new().unwrap();
    for spec in [pawn_chess("5x5"), pursuit(60, 1, 2), sliding(5, 4, 4, 9, 9)] {
        let path = folder.path().join("table");
        let options = Options { threads: 1, memory: 1 << 20 };
        let refusal = build(spec, &path, options, &mut |_| ()).unwrap_err();
        assert!(refusal.to_string().contains("bytes"), "{refusal}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");
    }
}

/// Many threads at once, and a cache that is far too small.
#[test]
fn threads_probe_one_table_together() {
    let table = Table::from_bytes(bytes(pawn_chess("4x4"), one_thread())).unwrap();
    let values = super::values(&table);
    std::thread::scope(|scope| {
        for seed in 0..4 {
            let (table, values) = (&table, &values);
            scope.spawn(move || {
                let (mut probe, mut random) = (Probe::new(table), Random(seed));
                for _ in 0..5_000 {
                    let slot = random.below(table.slots());
                    assert_eq!(probe.slot(slot).unwrap(), values[slot as usize]);
                }
            });
        }
    });
}

/// The start positions, and whoever is to move.
#[test]
fn positions_are_answered_with_their_moves() {
    let ask = |spec: Spec, text: &str| {
        let table = Table::from_bytes(bytes(spec, one_thread())).unwrap();
        let asked = Probe::new(&table).ask(text).unwrap();
        assert_eq!(Probe::new(&table).value(text).unwrap(), asked.value);
        let moves: Vec<String> =
            asked.moves.iter().map(|(mv, after)| format!("{mv} {after}")).collect();
        (asked.value.to_string(), moves.join(", "))
    };
    let (value, moves) = ask(pawn_chess("4x4"), "pppp/..../..../PPPP w");
    assert_eq!(value, "white wins in 11");
    assert_eq!(moves.split(", ").count(), 4);
    assert!(moves.contains("white wins in 10"), "{moves}");
    let (value, _) = ask(pawn_chess("4x4"), "pppp/..../..../PPPP b");
    assert_eq!(value, "black wins in 11");
    let (value, moves) = ask(pawn_chess("4x4"), "P.../..../..../.... b");
    assert_eq!((value.as_str(), moves.as_str()), ("white wins in 0", ""));
    let (value, moves) = ask(pursuit(7, 1, 2), "7 1 1 3 1 b");
    assert_eq!((value.as_str(), moves.split(", ").count()), ("black wins in 1", 6));
    assert!(moves.contains("up2 black wins in 0"), "{moves}");
    let (value, _) = ask(pursuit(5, 1, 1), "5 1 1 2 2 w speeds 1 1");
    assert!(value == "draw" || value.starts_with("black"), "{value}");
    let (value, _) = ask(sliding(4, 4, 4, 7, 7), "BWBO/WBWB/BWBW/WBWO b");
    let (other, _) = ask(sliding(4, 4, 4, 7, 7), "BWBO/WBWB/BWBW/WBWO w");
    assert_eq!(value.clone().min(other), "5 steps", "{value}");
}
