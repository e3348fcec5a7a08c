//! The check of tables in files.

mod repair;
mod truth;

use std::sync::OnceLock;

use tesuji_core::pawn_chess;
use tesuji_core::pursuit;
use tesuji_core::sliding_four::large;
use tesuji_tables::{Options, Probe, Table, TableError, Verdict as Judged, verify};

use self::truth::Truth;
use crate::{Check, Verdict};

/// The check.
pub const CHECKS: &[Check] = &[Check {
    name: "table_read",
    bucket: "remoteness, 99 for never",
    about: "A small table against a plain fixed point over all naive boards, and the same file \
            damaged, its checksums repaired or not: refused or right, and never called right \
            where it is wrong. It cannot see what only a file of several parts does.",
    run,
}];

/// A stored table, and what it must say.
struct Stored {
    name: &'static str,
    bytes: &'static [u8],
    truth: Truth,
}

fn stored() -> &'static [Stored] {
    static STORED: OnceLock<Vec<Stored>> = OnceLock::new();
    STORED.get_or_init(|| {
        vec![
            Stored {
                name: "pawn-chess-3x3",
                bytes: include_bytes!("../../../data/tables/pawn-chess-3x3.tsj"),
                truth: Truth::of::<pawn_chess::naive::Board>(&truth::pawn_chess("3x3"), false),
            },
            Stored {
                name: "pawn-chess-2x5",
                bytes: include_bytes!("../../../data/tables/pawn-chess-2x5.tsj"),
                truth: Truth::of::<pawn_chess::naive::Board>(&truth::pawn_chess("2x5"), false),
            },
            Stored {
                name: "pursuit-5",
                bytes: include_bytes!("../../../data/tables/pursuit-5.tsj"),
                truth: Truth::of::<pursuit::naive::Board>(&truth::pursuit(5, 1, 2), false),
            },
            Stored {
                name: "pursuit-6-speeds-1-1",
                bytes: include_bytes!("../../../data/tables/pursuit-6-speeds-1-1.tsj"),
                truth: Truth::of::<pursuit::naive::Board>(&truth::pursuit(6, 1, 1), false),
            },
            Stored {
                name: "sliding-four-3x3",
                bytes: include_bytes!("../../../data/tables/sliding-four-3x3.tsj"),
                truth: Truth::of::<large::Board>(&truth::sliding_four(3, 3, 3, 3, 4), true),
            },
        ]
    })
}

/// For each stored table its name, the input that asks the sound file for the
/// longest way to an end, and that position.
pub(crate) fn longest() -> Vec<(&'static str, Vec<u8>, String)> {
    let longest = |(at, stored): (usize, &Stored)| {
        let truth = &stored.truth;
        let remoteness = |place: &usize| truth.question(*place).remoteness;
        let last = truth.len().min(1 << 16);
        let place = (0..last).rev().max_by_key(remoteness).unwrap_or(0);
        let bytes = vec![at as u8, (place >> 8) as u8, place as u8];
        (stored.name, bytes, truth.question(place).position.clone())
    };
    stored().iter().enumerate().map(longest).collect()
}

/// One byte after another; 0 behind the last.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    fn pair(&mut self) -> usize {
        usize::from(self.byte()) << 8 | usize::from(self.byte())
    }
}

/// A byte for how many wounds, then three for each. They are few: of a file
/// with many, the first thing that is read is refused.
fn damage(file: &mut Vec<u8>, bytes: &mut Bytes<'_>) {
    for _ in 0..=bytes.byte() % 4 {
        if bytes.0.is_empty() || file.is_empty() {
            return;
        }
        let (kind, place) = (bytes.byte(), bytes.pair());
        let at = place % file.len();
        match kind % 8 {
            0..=3 => file[at] ^= 1 << (kind / 8 % 8),
            4 => file[at] = kind,
            5 => {
                let end = (at + 4).min(file.len());
                file[at..end].fill(if kind & 8 == 0 { 0xff } else { 0 });
            }
            6 => file.truncate(at),
            _ => {
                file.insert(at, kind);
            }
        }
    }
}

/// # Panics
/// Where a table says what is not so.
fn run(bytes: &[u8]) -> Verdict {
    let mut bytes = Bytes(bytes);
    let Stored { bytes: file, truth, .. } = &stored()[usize::from(bytes.byte()) % stored().len()];
    let question = truth.question(bytes.pair());
    let sound = Table::from_bytes(file.to_vec()).expect("a stored table can be read");
    let asked = Probe::new(&sound).ask(&question.position).expect("its positions are answered");
    assert_eq!(asked.value.remoteness(), question.remoteness, "{}", question.position);
    let moves: Vec<(String, Option<u32>)> =
        asked.moves.into_iter().map(|(mv, after)| (mv, after.remoteness())).collect();
    assert_eq!(moves, question.moves, "the moves of {}", question.position);

    let is_repaired = bytes.byte() & 1 != 0;
    let mut damaged = file.to_vec();
    damage(&mut damaged, &mut bytes);
    if is_repaired {
        repair::checksums(&mut damaged);
    }
    if damaged != *file {
        holds(damaged, truth, is_repaired);
    }
    Verdict::compared(&question.position, question.remoteness.unwrap_or(99))
}

/// A damaged file may be refused in any way, but not in silence.
fn holds(damaged: Vec<u8>, truth: &Truth, is_repaired: bool) {
    let Ok(table) = Table::from_bytes(damaged) else { return };
    let mut probe = Probe::new(&table);
    let mut is_right = true;
    for at in 0..truth.len() {
        let question = truth.question(at);
        match probe.value(&question.position) {
            Ok(told) if told.remoteness() == question.remoteness => {}
            Ok(told) => {
                is_right = false;
                let position = &question.position;
                assert!(is_repaired, "a damaged table says of {position}: {told}");
            }
            // A damaged header may be that of another table.
            Err(TableError::Position(_)) if is_repaired => return,
            Err(_) => is_right = false,
        }
    }
    let options = Options { threads: 1, memory: 1 << 24 };
    match verify(&table, options, &mut |_| ()) {
        Ok(Judged::Right { .. }) => assert!(is_right && is_repaired, "a damaged table is right"),
        Ok(Judged::Wrong(wrong)) => {
            assert!(is_repaired, "a damaged table is no wrong one: {wrong:?}");
        }
        Err(_) => {}
    }
}
