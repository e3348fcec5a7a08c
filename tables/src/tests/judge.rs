//! The judge names the position whose value was changed.

use tempfile::TempDir;

use super::{Random, bytes, forged, one_thread, pawn_chess, pursuit, sliding, small, values};
use crate::numbering::{Before, Hint, NEVER, Numbering};
use crate::spec::{Spec, with};
use crate::table::Table;
use crate::{Options, Value, Verdict, verify};

fn is_stored<N: Numbering>(numbers: &N, slot: u64) -> bool {
    let hint = numbers.hint(&numbers.cursor(slot), &Before { values: &[], stored: 0 });
    matches!(hint, Hint::Coded { .. })
}

/// Changes one stored value after another, each alone, with every checksum,
/// count and hash as they must be for it.
fn one_wrong_value(spec: Spec, rounds: u32, seed: u64) {
    let table = Table::from_bytes(bytes(spec, one_thread())).unwrap();
    let right = values(&table);
    let mut random = Random(seed);
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("forged");
    let most = right.iter().copied().filter(|&value| value != NEVER).max().unwrap_or(0);
    let mut done = 0;
    while done < rounds {
        let slot = random.below(table.slots());
        // A value that the rules alone tell is in no file, so none can be wrong.
        if !with!(&table.numbers, numbers => is_stored(numbers, slot)) {
            continue;
        }
        let value = match random.below(8) {
            0 => NEVER,
            _ => random.below(u64::from(most) + 3) as Value,
        };
        let before = right[slot as usize];
        if value == before {
            continue;
        }
        done += 1;
        let mut wrong = right.clone();
        wrong[slot as usize] = value;
        let file = Table::from_bytes(forged(spec, &path, &wrong)).unwrap();
        match verify(&file, Options { threads: 2, memory: u64::MAX }, &mut |_| ()).unwrap() {
            Verdict::Wrong(named) => {
                let position = table.position(slot).unwrap();
                assert_eq!((named.slot, &named.position), (slot, &position), "{spec}");
                assert_eq!((named.stored.value, named.right.value), (value, before), "{position}");
                assert!(named.differ >= 1);
            }
            Verdict::Right { .. } => {
                panic!("{value} for {before} goes unseen in {}", table.position(slot).unwrap())
            }
        }
    }
}

#[test]
fn one_wrong_value_of_pawn_chess_is_named_a_hundred_times() {
    one_wrong_value(pawn_chess("3x5"), 100, 1);
    one_wrong_value(pawn_chess("4x3"), 100, 2);
}

#[test]
fn one_wrong_value_of_pursuit_is_named_a_hundred_times() {
    one_wrong_value(pursuit(9, 1, 2), 100, 3);
    one_wrong_value(pursuit(8, 1, 1), 100, 4);
    one_wrong_value(pursuit(7, 1, 3), 100, 5);
}

#[test]
fn one_wrong_value_of_sliding_four_is_named_a_hundred_times() {
    one_wrong_value(sliding(4, 3, 3, 4, 4), 100, 6);
    one_wrong_value(sliding(3, 3, 3, 5, 2), 100, 7);
}

#[test]
fn what_is_built_is_right() {
    let mut specs = small();
    specs.extend(["1x3", "2x3", "1x8", "4x4", "2x6"].map(pawn_chess));
    specs.extend(
        [(2, 1, 1), (5, 4, 4), (12, 1, 1), (12, 2, 2), (12, 1, 3)]
            .map(|(n, white, black)| pursuit(n, white, black)),
    );
    specs.extend(
        [(4, 4, 4, 7, 7), (4, 4, 4, 2, 5), (1, 1, 1, 0, 0), (3, 3, 3, 9, 0)]
            .map(|(width, height, line, white, black)| sliding(width, height, line, white, black)),
    );
    for spec in specs {
        let table = Table::from_bytes(bytes(spec, one_thread())).unwrap();
        let slots = table.slots();
        let verdict = verify(&table, one_thread(), &mut |_| ()).unwrap();
        assert_eq!(verdict, Verdict::Right { slots }, "{spec}");
    }
}

#[test]
fn a_judge_without_memory_says_so() {
    let table = Table::from_bytes(bytes(pawn_chess("3x4"), one_thread())).unwrap();
    let memory = table.slots() - 1;
    let refusal = verify(&table, Options { threads: 1, memory }, &mut |_| ()).unwrap_err();
    assert!(refusal.to_string().contains("bytes of memory"), "{refusal}");
}
