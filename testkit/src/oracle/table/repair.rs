//! Makes the checksums of a damaged file what they must be, from the format as
//! `docs/tables.md` describes it and from nothing of its code.

use sha2::{Digest, Sha256};

/// CRC-32 as in ZIP and PNG, bit by bit.
fn crc(bytes: impl IntoIterator<Item = u8>) -> u32 {
    let mut crc = !0_u32;
    for byte in bytes {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = crc >> 1 ^ (crc & 1).wrapping_neg() & 0xEDB8_8320;
        }
    }
    !crc
}

fn u32_at(file: &[u8], at: usize) -> Option<usize> {
    let bytes = file.get(at..at.checked_add(4)?)?;
    bytes.try_into().ok().map(|bytes| u32::from_le_bytes(bytes) as usize)
}

fn put(file: &mut [u8], at: usize, sum: u32) -> Option<()> {
    file.get_mut(at..at.checked_add(4)?)?.copy_from_slice(&sum.to_le_bytes());
    Some(())
}

/// Repairs what can be found.
pub(super) fn checksums(file: &mut [u8]) {
    // Where a record is not found, what is behind it stays as it is.
    let _ = header(file);
    let _ = part(file);
    let _ = directory(file);
    let _ = hash(file);
}

fn hash(file: &mut [u8]) -> Option<()> {
    let (hashed, rest) = file.split_at_mut(file.len().checked_sub(40)?);
    rest.get_mut(..32)?.copy_from_slice(&Sha256::digest(hashed));
    Some(())
}

fn header(file: &mut [u8]) -> Option<()> {
    let sum = crc(file.get(..60)?.iter().copied());
    put(file, 60, sum)
}

/// The first part, which small tables have alone.
fn part(file: &mut [u8]) -> Option<()> {
    let head = 64;
    let [model, bins, blocks] = [12, 16, 20].map(|at| u32_at(file, head + at));
    let (model, bins, blocks) = (model?, bins?, blocks?);
    let rest = model.checked_add(bins)?.checked_add(blocks.checked_mul(2)?)?;
    let begin = (head + 32).checked_add(rest)?;
    let lengths = file.get(begin.checked_sub(2 * blocks)?..begin)?.to_vec();
    let mut at = begin;
    for (block, length) in lengths.chunks(2).enumerate() {
        let length = usize::from(length[0]) | usize::from(length[1]) << 8;
        let end = at.checked_add(length)?;
        let body = file.get(at..end.checked_sub(4)?)?;
        let place = [0_u32, block as u32].into_iter().flat_map(u32::to_le_bytes);
        let sum = crc(place.chain(body.iter().copied()));
        put(file, end - 4, sum)?;
        at = end;
    }
    let covered = file.get(head..head + 28)?.iter().chain(file.get(head + 32..begin)?);
    let sum = crc(covered.copied());
    put(file, head + 28, sum)
}

fn directory(file: &mut [u8]) -> Option<()> {
    let end = file.len().checked_sub(64)?;
    let begin = u32_at(file, end)?;
    let sum = crc(file.get(begin..end.checked_sub(4)?)?.iter().copied());
    put(file, end - 4, sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sound_file_stays_as_it_is() {
        assert_eq!(crc(*b"123456789"), 0xCBF4_3926);
        for file in [
            &include_bytes!("../../../data/tables/pawn-chess-3x3.tsj")[..],
            include_bytes!("../../../data/tables/sliding-four-3x3.tsj"),
        ] {
            let mut repaired = file.to_vec();
            checksums(&mut repaired);
            assert_eq!(repaired, file);
            for sum in [60, 64 + 28, file.len() - 68, file.len() - 10] {
                repaired[sum] ^= 1;
            }
            checksums(&mut repaired);
            assert_eq!(repaired, file);
        }
    }
}
