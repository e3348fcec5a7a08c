//! Reading a file: what is checked when it is opened, and values by slot.

use std::fs::File;
use std::io;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::coder::Model;
use crate::error::{Place, TableError};
use crate::format::{BLOCK, Bin, Directory, End, Header, Layout, PartHead, STRETCH, block_crc};
use crate::numbering::{Numbering, Value};
use crate::part::{read_stretch, stretches};
use crate::source::ReadAt;
use crate::spec::{Numbers, Spec, with};

/// An open table.
///
/// Opening reads and checks the header, the directory and the heads of the
/// parts, and nothing else: some bytes a block stay in memory. Each block is
/// checked when it is read. Threads may share a table; each asks through a
/// [`Probe`] of its own.
#[derive(Debug)]
pub struct Table {
    source: Box<dyn ReadAt>,
    spec: Spec,
    pub(crate) numbers: Numbers,
    header: Header,
    pub(crate) layout: Layout,
    pub(crate) parts: Vec<Part>,
    bins: Vec<Bin>,
    bytes: u64,
    hash: [u8; 32],
}

/// A part whose head has been read.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) model: Model,
    pub(crate) values: u32,
    pub(crate) bins: Vec<Bin>,
    /// Where its first block begins.
    blocks: u64,
    /// Where each block ends, from there.
    ends: Vec<u32>,
}

/// The shortest file: a header, an end, and something in between.
const LEAST_BYTES: u64 = (Header::BYTES + End::BYTES) as u64;

fn read<const N: usize>(source: &dyn ReadAt, at: u64) -> Result<[u8; N], TableError> {
    let mut bytes = [0; N];
    source.read_at(at, &mut bytes)?;
    Ok(bytes)
}

/// Reads the header, and which table it is of.
pub(crate) fn read_header(source: &dyn ReadAt) -> Result<(Header, Spec), TableError> {
    let header = Header::read(&read(source, 0)?)?;
    Ok((header, Spec::read(&header)?))
}

/// Reads the head of the part that begins at `at` and must end before `end`.
/// The second number is where its blocks end.
pub(crate) fn read_part_head(
    source: &dyn ReadAt,
    layout: Layout,
    number: u32,
    at: u64,
    end: u64,
) -> Result<(PartHead, u64), TableError> {
    let cut = TableError::Malformed(Place::Part(number), "it does not fit into the file");
    let room = end.checked_sub(at).filter(|&room| room >= PartHead::FIXED as u64);
    let Some(room) = room else { return Err(cut) };
    let fixed = read(source, at)?;
    let rest = PartHead::rest(&fixed, number, layout.blocks(number))?;
    if rest > room - PartHead::FIXED as u64 {
        return Err(cut);
    }
    let mut bytes = vec![0; rest as usize];
    source.read_at(at + PartHead::FIXED as u64, &mut bytes)?;
    let head = PartHead::read(&fixed, &bytes, number)?;
    let blocks: u64 = head.lengths.iter().map(|&length| u64::from(length)).sum();
    let begin = at + PartHead::FIXED as u64 + rest;
    if blocks > end - begin {
        return Err(cut);
    }
    Ok((head, begin))
}

impl Table {
    /// Opens the file.
    ///
    /// # Errors
    /// [`TableError`] where it cannot be read, is no table or is damaged in
    /// what is read now. Takes memory in proportion to the file at most, and
    /// what numbering the positions of its size takes: some tens of megabytes
    /// for the largest boards.
    pub fn open(path: &Path) -> Result<Table, TableError> {
        let file = File::open(path)?;
        if file.metadata()?.is_dir() {
            return Err(io::Error::from(io::ErrorKind::IsADirectory).into());
        }
        Table::of(Box::new(file))
    }

    /// Reads a table that lies in memory.
    ///
    /// # Errors
    /// As [`Table::open`].
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Table, TableError> {
        Table::of(Box::new(bytes))
    }

    fn of(source: Box<dyn ReadAt>) -> Result<Table, TableError> {
        let bytes = source.bytes()?;
        if bytes < LEAST_BYTES {
            return Err(TableError::NotATable);
        }
        let (header, spec) = read_header(&*source)?;
        let end = End::read(&read(&*source, bytes - End::BYTES as u64)?, bytes)?;
        let layout = Layout::new(header.slots);
        // A stretch takes a byte at least and a block two for its length and
        // four for its checksum. What does not hold them is refused before
        // anything is made in proportion to them.
        let least = header.slots.div_ceil(STRETCH) + 6 * header.slots.div_ceil(BLOCK);
        if least > bytes {
            return Err(TableError::Malformed(Place::Header, "it claims more than the file holds"));
        }
        if end.directory_bytes > Directory::MOST_BYTES || end.directory < Header::BYTES as u64 {
            return Err(TableError::Malformed(Place::End, "no directory has this size"));
        }
        let mut directory = vec![0; end.directory_bytes as usize];
        source.read_at(end.directory, &mut directory)?;
        let directory = Directory::read(&directory, layout.parts())?;
        let numbers = spec.numbers()?;
        if spec.header(&numbers)? != header {
            return Err(TableError::Malformed(Place::Header, "the size has other slots"));
        }
        let contexts = with!(&numbers, numbers => numbers.contexts());
        let mut parts = Vec::new();
        let mut next = Header::BYTES as u64;
        for (number, &at) in (0..).zip(&directory.parts) {
            let elsewhere = TableError::Malformed(Place::Part(number), "it lies elsewhere");
            if at != next {
                return Err(elsewhere);
            }
            let (head, blocks) = read_part_head(&*source, layout, number, at, end.directory)?;
            let mut sum = 0;
            let ends: Vec<u32> = head
                .lengths
                .iter()
                .map(|&length| {
                    sum += u32::from(length);
                    sum
                })
                .collect();
            next = blocks + u64::from(sum);
            let model = Model::read(&head.model, contexts, number)?;
            parts.push(Part { model, values: head.values, bins: head.bins, blocks, ends });
        }
        if next != end.directory {
            return Err(TableError::Malformed(Place::Directory, "it lies elsewhere"));
        }
        Ok(Table {
            source,
            spec,
            numbers,
            header,
            layout,
            parts,
            bins: directory.bins,
            bytes,
            hash: end.hash,
        })
    }

    /// What it is a table of.
    #[must_use]
    pub fn spec(&self) -> Spec {
        self.spec
    }

    /// How many slots it has: positions up to symmetry.
    #[must_use]
    pub fn slots(&self) -> u64 {
        self.layout.slots
    }

    /// How many positions these stand for.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.header.positions
    }

    /// The bytes of the file.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The SHA-256 that the file states of itself; only
    /// [`verify`](crate::verify()) checks it.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        self.hash
    }

    /// How many slots and positions have each value, as the file states;
    /// ascending. Only [`verify`](crate::verify()) counts them.
    #[must_use]
    pub fn bins(&self) -> &[Bin] {
        &self.bins
    }

    /// How many parts, and how many blocks, the file has.
    #[must_use]
    pub fn parts(&self) -> (u32, u64) {
        (self.layout.parts(), self.parts.iter().map(|part| part.ends.len() as u64).sum())
    }

    /// The SHA-256 of the file as it is.
    pub(crate) fn hash_now(&self) -> Result<[u8; 32], TableError> {
        hash(&*self.source, self.bytes - End::UNHASHED as u64)
    }

    /// The longest block, in bytes.
    fn longest_block(&self) -> usize {
        let lengths = self.parts.iter().flat_map(|part| {
            part.ends.iter().scan(0, |begin, &end| {
                let length = end - *begin;
                *begin = end;
                Some(length)
            })
        });
        lengths.max().unwrap_or(0) as usize
    }

    /// The bytes of the file that a block takes.
    #[cfg(test)]
    pub(crate) fn block_range(&self, part: u32, block: usize) -> std::ops::Range<usize> {
        let Part { blocks, ends, .. } = &self.parts[part as usize];
        let begin = block.checked_sub(1).map_or(0, |before| ends[before]);
        (blocks + u64::from(begin)) as usize..(blocks + u64::from(ends[block])) as usize
    }

    /// Reads a block and checks it; without its checksum.
    pub(crate) fn read_block(
        &self,
        part: u32,
        block: u32,
        bytes: &mut Vec<u8>,
    ) -> Result<(), TableError> {
        let place = Place::Block { part, block };
        let Part { blocks, ends, .. } = &self.parts[part as usize];
        let begin = block.checked_sub(1).map_or(0, |before| ends[before as usize]);
        bytes.clear();
        bytes.resize((ends[block as usize] - begin) as usize, 0);
        self.source.read_at(blocks + u64::from(begin), bytes)?;
        let Some((body, sum)) = bytes.split_last_chunk::<4>() else {
            return Err(TableError::Malformed(place, "it is cut off"));
        };
        if block_crc(part, block, body).to_le_bytes() != *sum {
            return Err(TableError::Checksum(place));
        }
        bytes.truncate(bytes.len() - 4);
        Ok(())
    }

    /// The values of a block.
    pub(crate) fn block<N: Numbering>(
        &self,
        numbers: &N,
        part: u32,
        block: u32,
        bytes: &mut Vec<u8>,
        values: &mut Vec<Value>,
    ) -> Result<(), TableError> {
        self.read_block(part, block, bytes)?;
        values.clear();
        let (first, slots) = self.layout.of_block(part, block);
        let bad = || TableError::Malformed(Place::Block { part, block }, "it cannot be decoded");
        let stretches = stretches(bytes, slots).ok_or_else(bad)?;
        let model = &self.parts[part as usize].model;
        let mut cursor = numbers.cursor(first);
        for at in 0..slots.div_ceil(STRETCH) {
            let count = STRETCH.min(slots - at * STRETCH);
            if at > 0 {
                numbers.advance(&mut cursor);
            }
            let words = stretches.get(at as usize);
            read_stretch(numbers, &mut cursor, model, words, count, true, values)
                .ok_or_else(bad)?;
        }
        Ok(())
    }
}

/// The SHA-256 of the first bytes.
pub(crate) fn hash(source: &dyn ReadAt, bytes: u64) -> Result<[u8; 32], TableError> {
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 18];
    let mut at = 0;
    while at < bytes {
        let buffer = &mut buffer[..(1 << 18).min(bytes - at) as usize];
        source.read_at(at, buffer)?;
        hasher.update(&*buffer);
        at += buffer.len() as u64;
    }
    Ok(hasher.finalize().into())
}

/// Asks a table for values, with a cache of blocks: one for each thread.
#[derive(Debug)]
pub struct Probe<'a> {
    table: &'a Table,
    /// By number of the block, some of its low bits: the block kept there.
    cache: Vec<Kept>,
    values: Vec<Value>,
}

#[derive(Clone, Debug, Default)]
struct Kept {
    /// One more than the number of the block; 0 where there is none.
    number: u64,
    bytes: Vec<u8>,
}

impl<'a> Probe<'a> {
    /// No more bytes of blocks are kept, but always one block.
    pub const CACHE: usize = 1 << 23;

    /// A probe that has read nothing yet.
    #[must_use]
    pub fn new(table: &'a Table) -> Probe<'a> {
        let most = (Self::CACHE / table.longest_block().max(1)).max(1);
        let blocks = table.parts().1.next_power_of_two() as usize;
        let kept = blocks.min(1 << most.ilog2());
        Probe { table, cache: vec![Kept::default(); kept], values: Vec::new() }
    }

    /// The table.
    #[must_use]
    pub fn table(&self) -> &'a Table {
        self.table
    }

    /// The value of a slot of the table.
    ///
    /// # Errors
    /// Where its block is damaged or cannot be read.
    ///
    /// # Panics
    /// Where the table has no such slot.
    pub fn slot(&mut self, slot: u64) -> Result<Value, TableError> {
        assert!(slot < self.table.slots(), "slot {slot} of {}", self.table.slots());
        let Table { numbers, layout, parts, .. } = self.table;
        let (part, block) = layout.find(slot);
        let (first, slots) = layout.of_block(part, block);
        let number = (first / BLOCK) as usize;
        let at = number & (self.cache.len() - 1);
        let kept = &mut self.cache[at];
        if kept.number != number as u64 + 1 {
            kept.number = 0;
            self.table.read_block(part, block, &mut kept.bytes)?;
            kept.number = number as u64 + 1;
        }
        let bad = || TableError::Malformed(Place::Block { part, block }, "it cannot be decoded");
        let stretches = stretches(&kept.bytes, slots).ok_or_else(bad)?;
        let stretch = (slot - first) / STRETCH;
        let begin = first + stretch * STRETCH;
        self.values.clear();
        let model = &parts[part as usize].model;
        let words = stretches.get(stretch as usize);
        let values = &mut self.values;
        with!(numbers, numbers => {
            let mut cursor = numbers.cursor(begin);
            let count = slot - begin + 1;
            read_stretch(numbers, &mut cursor, model, words, count, false, values)
        })
        .ok_or_else(bad)?;
        Ok(*self.values.last().expect("the slot's own value was read"))
    }
}
