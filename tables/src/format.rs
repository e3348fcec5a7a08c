//! The fixed records of a file, byte by byte. `docs/tables.md` draws them.
//!
//! All numbers are little-endian.

use crate::error::{Place, TableError};
use crate::numbering::Value;

/// The first eight bytes: not text, and damaged by whatever mends line ends.
pub(crate) const MAGIC: [u8; 8] = *b"\x89TSJ\r\n\x1a\n";

/// The last eight bytes.
pub(crate) const END_MAGIC: [u8; 8] = *b"TSJ END\n";

const PART_MAGIC: [u8; 4] = *b"PART";

/// The version of the format.
pub(crate) const VERSION: u16 = 1;

/// Slots of a stretch: what is decoded from its start to reach one of them.
pub(crate) const STRETCH: u64 = 1 << 9;

/// Slots of a block: what is read and checked at once.
pub(crate) const BLOCK: u64 = 1 << 14;

/// The least slots of a part that is not the last, as a power of two.
const PART_BITS: u32 = 22;

/// No more parts than this, whatever the slots.
const MOST_PARTS: u64 = 64;

/// Takes numbers from the front of some bytes.
#[derive(Debug)]
pub(crate) struct Fields<'a>(pub(crate) &'a [u8]);

impl Fields<'_> {
    pub(crate) fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (&first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(first)
    }

    pub(crate) fn u16(&mut self) -> Option<u16> {
        self.take().map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }
}

/// The CRC-32 of these bytes.
pub(crate) fn crc(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}

/// The checksum of a block, which depends on where it stands: a block in
/// another's place does not match.
pub(crate) fn block_crc(part: u32, block: u32, bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&part.to_le_bytes());
    hasher.update(&block.to_le_bytes());
    hasher.update(bytes);
    hasher.finalize()
}

/// The header: which table this is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Header {
    pub(crate) game: u8,
    /// What the game makes of them.
    pub(crate) parameters: [u16; 8],
    pub(crate) slots: u64,
    /// The positions that these stand for.
    pub(crate) positions: u64,
}

impl Header {
    pub(crate) const BYTES: usize = 64;

    pub(crate) fn write(&self) -> [u8; Header::BYTES] {
        let mut bytes = Vec::with_capacity(Header::BYTES);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([self.game, 0]);
        for parameter in self.parameters {
            bytes.extend(parameter.to_le_bytes());
        }
        bytes.extend(self.slots.to_le_bytes());
        bytes.extend(self.positions.to_le_bytes());
        bytes.resize(Header::BYTES - 4, 0);
        bytes.extend(crc(&bytes).to_le_bytes());
        bytes.try_into().expect("the fields of a header are 64 bytes")
    }

    pub(crate) fn read(bytes: &[u8; Header::BYTES]) -> Result<Header, TableError> {
        let mut fields = Fields(bytes);
        let read = |fields: &mut Fields<'_>| {
            let magic = fields.take::<8>()?;
            let version = fields.u16()?;
            let [game, zero] = fields.take()?;
            let mut parameters = [0; 8];
            for parameter in &mut parameters {
                *parameter = fields.u16()?;
            }
            let header =
                Header { game, parameters, slots: fields.u64()?, positions: fields.u64()? };
            Some((magic, version, zero, header))
        };
        let (magic, version, zero, header) = read(&mut fields).ok_or(TableError::NotATable)?;
        if magic != MAGIC {
            return Err(TableError::NotATable);
        }
        if version != VERSION {
            return Err(TableError::Version(version));
        }
        let (body, sum) = bytes.split_at(Header::BYTES - 4);
        if crc(body).to_le_bytes() != sum {
            return Err(TableError::Checksum(Place::Header));
        }
        if zero != 0 || fields.0[..fields.0.len() - 4].iter().any(|&byte| byte != 0) {
            return Err(TableError::Malformed(Place::Header, "a byte that must be 0 is not"));
        }
        Ok(header)
    }
}

/// How slots are cut into parts, blocks and stretches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Layout {
    pub(crate) slots: u64,
    /// Slots of a part but the last.
    pub(crate) part: u64,
}

impl Layout {
    pub(crate) fn new(slots: u64) -> Layout {
        let part = slots.div_ceil(MOST_PARTS).next_power_of_two().max(1 << PART_BITS);
        Layout { slots, part }
    }

    /// How many parts there are.
    pub(crate) fn parts(self) -> u32 {
        self.slots.div_ceil(self.part) as u32
    }

    /// The slots of this part: first and number.
    pub(crate) fn of_part(self, part: u32) -> (u64, u64) {
        let first = u64::from(part) * self.part;
        (first, self.part.min(self.slots - first))
    }

    /// How many blocks this part has.
    pub(crate) fn blocks(self, part: u32) -> u32 {
        self.of_part(part).1.div_ceil(BLOCK) as u32
    }

    /// The slots of this block of the part: first and number.
    pub(crate) fn of_block(self, part: u32, block: u32) -> (u64, u64) {
        let (first, slots) = self.of_part(part);
        let before = u64::from(block) * BLOCK;
        (first + before, BLOCK.min(slots - before))
    }

    /// The part and block of this slot.
    pub(crate) fn find(self, slot: u64) -> (u32, u32) {
        ((slot / self.part) as u32, (slot % self.part / BLOCK) as u32)
    }
}

/// How many slots and positions have a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bin {
    /// The value.
    pub value: Value,
    /// Positions up to symmetry.
    pub slots: u64,
    /// Positions.
    pub positions: u64,
    /// The first slot that has it.
    pub example: u64,
}

impl Bin {
    const BYTES: usize = 26;

    pub(crate) fn write_all(bins: &[Bin]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(bins.len() * Bin::BYTES);
        for bin in bins {
            bytes.extend(bin.value.to_le_bytes());
            for number in [bin.slots, bin.positions, bin.example] {
                bytes.extend(number.to_le_bytes());
            }
        }
        bytes
    }

    /// Bins of ascending values, or `None`.
    pub(crate) fn read_all(bytes: &[u8]) -> Option<Vec<Bin>> {
        let mut fields = Fields(bytes);
        let mut bins: Vec<Bin> = Vec::new();
        while !fields.0.is_empty() {
            let bin = Bin {
                value: fields.u16()?,
                slots: fields.u64()?,
                positions: fields.u64()?,
                example: fields.u64()?,
            };
            if bins.last().is_some_and(|last| last.value >= bin.value) {
                return None;
            }
            bins.push(bin);
        }
        Some(bins)
    }

    /// Adds the bins of later slots to those of earlier ones.
    pub(crate) fn merge(all: &mut Vec<Bin>, later: &[Bin]) {
        for bin in later {
            match all.binary_search_by_key(&bin.value, |bin| bin.value) {
                Ok(at) => {
                    // Numbers from a file may be anything.
                    all[at].slots = all[at].slots.saturating_add(bin.slots);
                    all[at].positions = all[at].positions.saturating_add(bin.positions);
                }
                Err(at) => all.insert(at, *bin),
            }
        }
    }
}

/// The head of a part, before its blocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PartHead {
    pub(crate) number: u32,
    /// The CRC-32 of the part's values, two bytes each.
    pub(crate) values: u32,
    pub(crate) model: Vec<u8>,
    pub(crate) bins: Vec<Bin>,
    /// The bytes of each block, its checksum included.
    pub(crate) lengths: Vec<u16>,
}

impl PartHead {
    /// What comes before the model.
    pub(crate) const FIXED: usize = 32;

    pub(crate) fn write(&self) -> Vec<u8> {
        let bins = Bin::write_all(&self.bins);
        let mut bytes = Vec::new();
        bytes.extend(PART_MAGIC);
        for number in [
            self.number,
            self.values,
            self.model.len() as u32,
            bins.len() as u32,
            self.lengths.len() as u32,
            0,
        ] {
            bytes.extend(number.to_le_bytes());
        }
        let rest: Vec<u8> = [&self.model[..], &bins]
            .concat()
            .into_iter()
            .chain(self.lengths.iter().flat_map(|length| length.to_le_bytes()))
            .collect();
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&bytes);
        hasher.update(&rest);
        bytes.extend(hasher.finalize().to_le_bytes());
        bytes.extend(rest);
        bytes
    }

    /// How many bytes come after the fixed ones of the head of part `number`,
    /// which has so many blocks.
    pub(crate) fn rest(
        fixed: &[u8; PartHead::FIXED],
        number: u32,
        blocks: u32,
    ) -> Result<u64, TableError> {
        let bad = |what| TableError::Malformed(Place::Part(number), what);
        let mut fields = Fields(fixed);
        let [magic, found, _, model, bins, lengths, zero] =
            [(); 7].map(|()| fields.u32().unwrap_or_default());
        if magic.to_le_bytes() != PART_MAGIC {
            return Err(bad("it does not begin like one"));
        }
        if found != number || zero != 0 {
            return Err(bad("it is another part's"));
        }
        if lengths != blocks {
            return Err(bad("it has another number of blocks"));
        }
        Ok(u64::from(model) + u64::from(bins) + 2 * u64::from(lengths))
    }

    /// Reads the head from its fixed bytes and the [`PartHead::rest`].
    pub(crate) fn read(
        fixed: &[u8; PartHead::FIXED],
        rest: &[u8],
        number: u32,
    ) -> Result<PartHead, TableError> {
        let place = Place::Part(number);
        let (body, sum) = fixed.split_at(PartHead::FIXED - 4);
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(body);
        hasher.update(rest);
        if hasher.finalize().to_le_bytes() != sum {
            return Err(TableError::Checksum(place));
        }
        let mut fields = Fields(body);
        let [_, _, values, model, bins, _, _] = [(); 7].map(|()| fields.u32().unwrap_or_default());
        let cut = TableError::Malformed(place, "it is cut off");
        let Some((model, rest)) = rest.split_at_checked(model as usize) else { return Err(cut) };
        let Some((bins, lengths)) = rest.split_at_checked(bins as usize) else { return Err(cut) };
        let bins = Bin::read_all(bins)
            .ok_or(TableError::Malformed(place, "its statistics are in no order"))?;
        let (lengths, _) = lengths.as_chunks();
        Ok(PartHead {
            number,
            values,
            model: model.to_vec(),
            bins,
            lengths: lengths.iter().map(|&bytes| u16::from_le_bytes(bytes)).collect(),
        })
    }
}

/// The record at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct End {
    pub(crate) directory: u64,
    pub(crate) directory_bytes: u64,
    pub(crate) file_bytes: u64,
    /// SHA-256 of the file but its last [`End::UNHASHED`] bytes.
    pub(crate) hash: [u8; 32],
}

impl End {
    pub(crate) const BYTES: usize = 64;

    /// The hash and the magic.
    pub(crate) const UNHASHED: usize = 40;

    pub(crate) fn write(&self) -> [u8; End::BYTES] {
        let mut bytes = Vec::with_capacity(End::BYTES);
        for number in [self.directory, self.directory_bytes, self.file_bytes] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.hash);
        bytes.extend(END_MAGIC);
        bytes.try_into().expect("the fields of an end record are 64 bytes")
    }

    pub(crate) fn read(bytes: &[u8; End::BYTES], found: u64) -> Result<End, TableError> {
        let mut fields = Fields(bytes);
        let [directory, directory_bytes, file_bytes] =
            [(); 3].map(|()| fields.u64().unwrap_or_default());
        let hash = fields.take().unwrap_or_default();
        if fields.0 != END_MAGIC {
            return Err(TableError::Malformed(Place::End, "the file is cut off or goes on"));
        }
        if file_bytes != found {
            return Err(TableError::Length { stated: file_bytes, found });
        }
        let end = End { directory, directory_bytes, file_bytes, hash };
        if directory.checked_add(directory_bytes) != Some(file_bytes - End::BYTES as u64) {
            return Err(TableError::Malformed(Place::End, "the directory lies elsewhere"));
        }
        Ok(end)
    }
}

/// Where the parts lie, and the statistics of all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Directory {
    pub(crate) parts: Vec<u64>,
    pub(crate) bins: Vec<Bin>,
}

impl Directory {
    /// No directory has more bytes.
    pub(crate) const MOST_BYTES: u64 = MOST_PARTS * 8 + 65536 * Bin::BYTES as u64 + 4;

    pub(crate) fn write(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.parts.iter().flat_map(|part| part.to_le_bytes()).collect();
        bytes.extend(Bin::write_all(&self.bins));
        bytes.extend(crc(&bytes).to_le_bytes());
        bytes
    }

    pub(crate) fn read(bytes: &[u8], parts: u32) -> Result<Directory, TableError> {
        let bad = |what| TableError::Malformed(Place::Directory, what);
        let (body, sum) = bytes.split_last_chunk::<4>().ok_or(bad("it is cut off"))?;
        if crc(body).to_le_bytes() != *sum {
            return Err(TableError::Checksum(Place::Directory));
        }
        let mut fields = Fields(body);
        let parts: Option<Vec<u64>> = (0..parts).map(|_| fields.u64()).collect();
        let bins = Bin::read_all(fields.0);
        match (parts, bins) {
            (Some(parts), Some(bins)) => Ok(Directory { parts, bins }),
            _ => Err(bad("it has no such form")),
        }
    }
}
