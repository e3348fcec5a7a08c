//! Files that are damaged or made up.

use std::io;

use tempfile::TempDir;

use super::{Random, bytes, one_thread, pawn_chess, pursuit, sliding, small, values};
use crate::format::{End, Header, crc};
use crate::numbering::Value;
use crate::table::{Probe, Table};
use crate::{TableError, Verdict, verify};

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
