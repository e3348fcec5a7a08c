//! Files that are damaged or made up.

use std::io;

use tempfile::TempDir;

use super::{Random, bytes, forged, one_thread, pawn_chess, pursuit, sliding, small, values};
use crate::format::{End, Header, block_crc, crc};
use crate::numbering::{Before, Hint, Numbering, Value};
use crate::spec::with;
use crate::table::{Probe, Table};
use crate::{Options, Place, TableError, Verdict, verify};

/// Reads whatever can be read of a damaged file: an error, or the values of
/// the sound one.
fn is_refused_or_right(bytes: Vec<u8>, right: &[Value], random: &mut Random) -> bool {
    let Ok(table) = Table::from_bytes(bytes) else { return true };
    let mut probe = Probe::new(&table);
    let mut is_refused = false;
    for _ in 0..20 {
        let slot = random.below(right.len() as u64);
        match probe.slot(slot) {
            Ok(value) => assert_eq!(value, right[slot as usize], "slot {slot}"),
            Err(_) => is_refused = true,
        }
    }
    match verify(&table, one_thread(), &mut |_| ()) {
        Err(_) => true,
        Ok(Verdict::Wrong(wrong)) => panic!("a changed bit is called a wrong value: {wrong:?}"),
        Ok(Verdict::Right { .. }) => is_refused,
    }
}

#[test]
fn a_thousand_flips_and_cuts_are_seen() {
    let mut random = Random(2024);
    let files: Vec<(Vec<u8>, Vec<Value>)> = small()
        .into_iter()
        .chain([pawn_chess("2x3"), pursuit(4, 1, 1)])
        .map(|spec| {
            let bytes = bytes(spec, one_thread());
            let values = values(&Table::from_bytes(bytes.clone()).unwrap());
            (bytes, values)
        })
        .collect();
    for round in 0..1000 {
        let (bytes, values) = &files[round % files.len()];
        let mut damaged = bytes.clone();
        match random.below(4) {
            0 => damaged.truncate(random.below(bytes.len() as u64) as usize),
            1 => damaged.extend((0..=random.below(80)).map(|byte| byte as u8)),
            2 => {
                let at = random.below(bytes.len() as u64) as usize;
                damaged[at..].fill(random.below(256) as u8);
                if damaged == *bytes {
                    continue;
                }
            }
            _ => {
                let at = random.below(bytes.len() as u64) as usize;
                damaged[at] ^= 1 << random.below(8);
            }
        }
        assert!(is_refused_or_right(damaged, values, &mut random), "round {round}");
    }
}

/// Every bit of a whole file.
#[test]
fn every_bit_counts() {
    let bytes = bytes(pursuit(4, 1, 2), one_thread());
    let right = values(&Table::from_bytes(bytes.clone()).unwrap());
    let mut random = Random(5);
    for bit in 0..8 * bytes.len() {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert!(is_refused_or_right(damaged, &right, &mut random), "bit {bit}");
    }
}

/// A file whose header is changed and whose header checksum is as it must be.
fn with_header(bytes: &[u8], change: impl FnOnce(&mut [u8])) -> Result<Table, TableError> {
    let mut bytes = bytes.to_vec();
    change(&mut bytes[..Header::BYTES - 4]);
    let sum = crc(&bytes[..Header::BYTES - 4]);
    bytes[Header::BYTES - 4..Header::BYTES].copy_from_slice(&sum.to_le_bytes());
    Table::from_bytes(bytes)
}

#[test]
fn absurd_claims_are_refused_before_anything_is_made_of_them() {
    let bytes = bytes(pawn_chess("3x3"), one_thread());
    assert!(with_header(&bytes, |_| ()).is_ok());
    let number = |header: &mut [u8], at: usize, bytes: &[u8]| {
        header[at..at + bytes.len()].copy_from_slice(bytes);
    };
    let refusals = [
        with_header(&bytes, |h| number(h, 8, &[2, 0])),
        with_header(&bytes, |h| number(h, 10, &[4])),
        with_header(&bytes, |h| number(h, 10, &[0])),
        with_header(&bytes, |h| number(h, 11, &[1])),
        with_header(&bytes, |h| number(h, 12, &[9, 0])),
        with_header(&bytes, |h| number(h, 12, &[0xff, 0xff, 0xff, 0xff])),
        with_header(&bytes, |h| number(h, 20, &[1])),
        with_header(&bytes, |h| number(h, 28, &u64::MAX.to_le_bytes())),
        with_header(&bytes, |h| number(h, 28, &0_u64.to_le_bytes())),
        with_header(&bytes, |h| number(h, 28, &572_u64.to_le_bytes())),
        with_header(&bytes, |h| number(h, 36, &u64::MAX.to_le_bytes())),
        with_header(&bytes, |h| number(h, 50, &[1])),
        // The header of a sound table of 6×5: 5.6 billion slots in 800 bytes.
        with_header(&bytes, |h| {
            let slots = pawn_chess("6x5").numbers().unwrap();
            let header = pawn_chess("6x5").header(&slots).unwrap();
            h.copy_from_slice(&header.write()[..Header::BYTES - 4]);
        }),
    ];
    for (at, refusal) in refusals.into_iter().enumerate() {
        let refusal = refusal.expect_err(&format!("claim {at}"));
        assert!(!matches!(refusal, TableError::Io(_)), "claim {at}: {refusal}");
    }
    assert!(matches!(with_header(&bytes, |h| number(h, 8, &[2, 0])), Err(TableError::Version(2))));
}

/// Lengths in the records behind the header, with their checksums repaired
/// where they have one.
#[test]
fn absurd_lengths_are_refused() {
    let bytes = bytes(sliding(3, 3, 3, 4, 3), one_thread());
    let end = bytes.len() - End::BYTES;
    for at in [0, 8, 16] {
        for claim in [0, 1, 63, u64::MAX, u64::MAX / 2, 1 << 40, bytes.len() as u64 + 1] {
            let mut bytes = bytes.clone();
            bytes[end + at..end + at + 8].copy_from_slice(&claim.to_le_bytes());
            assert!(Table::from_bytes(bytes).is_err(), "{at}: {claim}");
        }
    }
    // The head of the first part: model, statistics and blocks, in bytes.
    for at in [12, 16, 20] {
        for claim in [0, 1, u32::MAX, 1 << 20] {
            let mut bytes = bytes.clone();
            let field = Header::BYTES + at;
            if bytes[field..field + 4] == claim.to_le_bytes()[..] {
                continue;
            }
            bytes[field..field + 4].copy_from_slice(&claim.to_le_bytes());
            assert!(Table::from_bytes(bytes).is_err(), "{at}: {claim}");
        }
    }
}

#[test]
fn what_is_no_file_of_ours_is_refused() {
    let folder = TempDir::new().unwrap();
    let path = folder.path();
    let Err(TableError::Io(error)) = Table::open(path) else { panic!("a directory") };
    assert_eq!(error.kind(), io::ErrorKind::IsADirectory);
    let Err(TableError::Io(error)) = Table::open(&path.join("none")) else { panic!("no file") };
    assert_eq!(error.kind(), io::ErrorKind::NotFound);
    for bytes in [&b""[..], b"x", b"\x89TSJ\r\n\x1a\n", &[0; 127], &[0; 128], &[0xff; 5000]] {
        assert!(matches!(Table::from_bytes(bytes.to_vec()), Err(TableError::NotATable)));
    }
}

/// Blocks of bytes without meaning, or of sound ones with a few changed, whose
/// checksums are as they must be: as many values as slots, or none.
#[test]
fn blocks_of_anything_decode_to_their_slots_or_not_at_all() {
    let mut random = Random(31);
    let mut decoded = [0; 2];
    for spec in [pawn_chess("4x4"), pursuit(20, 1, 2), sliding(4, 4, 4, 7, 7)] {
        let bytes = bytes(spec, one_thread());
        let sound = Table::from_bytes(bytes.clone()).unwrap();
        let blocks = sound.layout.blocks(0);
        for round in 0..600 {
            let block = random.below(blocks.into()) as u32;
            let range = sound.block_range(0, block as usize);
            let mut damaged = bytes.clone();
            let body = &mut damaged[range.start..range.end - 4];
            match round % 3 {
                0 => body.fill_with(|| random.below(256) as u8),
                1 => body[random.below(36) as usize] = random.below(256) as u8,
                _ => {
                    let at = random.below(body.len() as u64) as usize;
                    body[at] ^= 1 << random.below(8);
                }
            }
            let sum = block_crc(0, block, body).to_le_bytes();
            damaged[range.end - 4..range.end].copy_from_slice(&sum);
            let table = Table::from_bytes(damaged).unwrap();
            let (mut room, mut values) = (Vec::new(), Vec::new());
            let outcome = with!(&table.numbers, numbers => {
                table.block(numbers, 0, block, &mut room, &mut values)
            });
            let (first, slots) = table.layout.of_block(0, block);
            let is_sound = outcome.is_ok();
            decoded[usize::from(is_sound)] += 1;
            match outcome {
                Ok(()) => assert_eq!(values.len() as u64, slots, "{spec}, round {round}"),
                Err(error) => {
                    assert!(matches!(error, TableError::Malformed(..)), "{spec}: {error}");
                }
            }
            // A probe reads a part of it, and says the same of a block that is sound.
            let mut probe = Probe::new(&table);
            for _ in 0..4 {
                let slot = first + random.below(slots);
                let value = probe.slot(slot);
                if is_sound {
                    assert_eq!(value.unwrap(), values[(slot - first) as usize], "{spec}: {slot}");
                }
            }
        }
    }
    assert!(decoded[0] > 1000, "{decoded:?}");
}

/// A small file that stands for many slots: all that it stores is one symbol,
/// which takes no word.
#[test]
fn a_bomb_takes_no_more_than_it_says() {
    let spec = pawn_chess("4x5");
    let folder = TempDir::new().unwrap();
    let right = values(&Table::from_bytes(bytes(spec, one_thread())).unwrap());
    let numbers = spec.numbers().unwrap();
    let all: Vec<Value> = with!(&numbers, numbers => {
        let mut cursor = numbers.cursor(0);
        right.iter().map(|&value| {
            let hint = numbers.hint(&cursor, &Before { values: &[], stored: 0 });
            numbers.advance(&mut cursor);
            if matches!(hint, Hint::Known(_)) { value } else { 6 }
        }).collect()
    });
    let bomb = forged(spec, &folder.path().join("bomb"), &all);
    assert!(bomb.len() < all.len() / 100, "{} slots in {} bytes", all.len(), bomb.len());
    let table = Table::from_bytes(bomb.clone()).unwrap();
    assert_eq!(Probe::new(&table).slot(table.slots() - 1).unwrap(), *all.last().unwrap());
    let judge = |memory| verify(&table, Options { threads: 1, memory }, &mut |_| ());
    assert!(matches!(judge(table.slots() - 1), Err(TableError::TooLarge(_))));
    assert!(matches!(judge(table.slots()), Ok(Verdict::Wrong(_))));
    // The same header before fewer bytes than its stretches and blocks take.
    let least = table.slots().div_ceil(512) + 4 * table.slots().div_ceil(1 << 14);
    let mut small = bomb[..least as usize - End::BYTES].to_vec();
    small.extend(&bomb[bomb.len() - End::BYTES..]);
    let stated = small.len() - 48;
    let length = small.len() as u64;
    small[stated..stated + 8].copy_from_slice(&length.to_le_bytes());
    let directory = small.len() - 64;
    small[directory..directory + 8].copy_from_slice(&(length - 64 - 100).to_le_bytes());
    small[directory + 8..directory + 16].copy_from_slice(&100_u64.to_le_bytes());
    let refusal = Table::from_bytes(small[..small.len() - 1].to_vec()).unwrap_err();
    assert!(matches!(refusal, TableError::Malformed(Place::End, _)), "{refusal}");
    let refusal = Table::from_bytes(small).unwrap_err();
    assert!(refusal.to_string().contains("claims more than the file holds"), "{refusal}");
}

/// Blocks in one another's place.
#[test]
fn blocks_that_change_places_are_seen() {
    let spec = pawn_chess("4x4");
    let bytes = bytes(spec, one_thread());
    let table = Table::from_bytes(bytes.clone()).unwrap();
    let (first, second) = (table.block_range(0, 3), table.block_range(0, 4));
    let mut swapped = bytes[..first.start].to_vec();
    swapped.extend_from_slice(&bytes[second.clone()]);
    swapped.extend_from_slice(&bytes[first.clone()]);
    swapped.extend_from_slice(&bytes[second.end..]);
    assert_eq!(swapped.len(), bytes.len());
    if let Ok(table) = Table::from_bytes(swapped) {
        assert!(Probe::new(&table).slot(3 << 14).is_err());
        assert!(verify(&table, one_thread(), &mut |_| ()).is_err());
    }
}
