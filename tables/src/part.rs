//! A part of a file: its values to bytes and back.

use crate::coder::{Decoder, Model, Tally, encode, read_number, write_number};
use crate::error::TableError;
use crate::format::{BLOCK, Bin, PartHead, STRETCH, block_crc};
use crate::numbering::{Before, Hint, NEVER, Numbering, Value};
use crate::threads;

/// The symbol of a value: 0 for none, else the distance from the guess, the
/// near ones first, up and down in turn.
fn symbol(value: Value, guess: Value) -> Option<u16> {
    if value == NEVER {
        return Some(0);
    }
    let distance = i32::from(value) - i32::from(guess);
    let folded = if distance < 0 { -2 * distance - 1 } else { 2 * distance };
    u16::try_from(folded + 1).ok()
}

/// Back from [`symbol`]; `None` where no value has it.
fn value(symbol: u16, guess: Value) -> Option<Value> {
    let Some(folded) = symbol.checked_sub(1) else { return Some(NEVER) };
    let distance = i32::from(folded / 2);
    let distance = if folded % 2 == 1 { -distance - 1 } else { distance };
    u16::try_from(i32::from(guess) + distance).ok().filter(|&value| value != NEVER)
}

/// What the first look at a block finds.
struct Looked {
    /// Contexts and symbols, in order.
    symbols: Vec<(u16, u16)>,
    /// How many of them each stretch has.
    stretches: Vec<u16>,
    bins: Vec<Bin>,
}

fn look<N: Numbering>(numbers: &N, first: u64, values: &[Value]) -> Result<Looked, TableError> {
    let mut looked = Looked { symbols: Vec::new(), stretches: Vec::new(), bins: Vec::new() };
    let mut counts: Vec<Option<Bin>> = Vec::new();
    let mut cursor = numbers.cursor(first);
    let mut slot = first;
    for stretch in values.chunks(STRETCH as usize) {
        let begun = looked.symbols.len();
        let mut stored = 0;
        for (at, &found) in stretch.iter().enumerate() {
            match numbers.hint(&cursor, &Before { values: &stretch[..at], stored }) {
                Hint::Known(known) => {
                    assert_eq!(found, known, "the value of slot {slot} that needs no table");
                }
                Hint::Coded { context, guess } => {
                    let symbol = symbol(found, guess).ok_or_else(|| {
                        TableError::TooLarge("values lie too far apart to be stored".into())
                    })?;
                    looked.symbols.push((context, symbol));
                    stored = found;
                }
            }
            let bin = if found == NEVER { 0 } else { usize::from(found) + 1 };
            if counts.len() <= bin {
                counts.resize(bin + 1, None);
            }
            let empty = Bin { value: found, slots: 0, positions: 0, example: slot };
            let bin = counts[bin].get_or_insert(empty);
            bin.slots += 1;
            bin.positions += numbers.weight(&cursor);
            slot += 1;
            if slot < numbers.slots() {
                numbers.advance(&mut cursor);
            }
        }
        looked.stretches.push((looked.symbols.len() - begun) as u16);
    }
    looked.bins.extend(counts.into_iter().flatten());
    looked.bins.sort_unstable_by_key(|bin| bin.value);
    Ok(looked)
}

/// The bytes of a block, its checksum at the end: the words of each stretch as
/// a number, then the words.
fn write_block(model: &Model, part: u32, block: u32, looked: &Looked) -> Vec<u8> {
    let (mut bytes, mut words, mut begin) = (Vec::new(), Vec::new(), 0);
    for &count in &looked.stretches {
        let before = words.len();
        encode(model, &looked.symbols[begin..begin + usize::from(count)], &mut words);
        begin += usize::from(count);
        write_number(&mut bytes, (words.len() - before) as u32);
    }
    bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    bytes.extend(block_crc(part, block, &bytes).to_le_bytes());
    bytes
}

/// The CRC-32 of values, two bytes each.
#[derive(Default)]
pub(crate) struct ValuesCrc(crc32fast::Hasher);

impl ValuesCrc {
    /// Goes on with these values.
    pub(crate) fn add(&mut self, values: &[Value]) {
        let mut bytes = [0; 1 << 12];
        for values in values.chunks(bytes.len() / 2) {
            for (to, value) in bytes.as_chunks_mut().0.iter_mut().zip(values) {
                *to = value.to_le_bytes();
            }
            self.0.update(&bytes[..2 * values.len()]);
        }
    }

    pub(crate) fn value(self) -> u32 {
        self.0.finalize()
    }
}

/// The CRC-32 of all these values.
pub(crate) fn values_crc(values: &[Value]) -> u32 {
    let mut crc = ValuesCrc::default();
    crc.add(values);
    crc.value()
}

/// The bytes of the part `number` with these values, from slot `first` on.
///
/// # Errors
/// [`TableError::TooLarge`] where the values cannot be stored.
pub(crate) fn write<N: Numbering>(
    numbers: &N,
    number: u32,
    first: u64,
    values: &[Value],
    threads: usize,
) -> Result<Vec<u8>, TableError> {
    let blocks: Vec<&[Value]> = values.chunks(BLOCK as usize).collect();
    let looked = threads::map(
        threads,
        blocks.len(),
        || (),
        |(), at| look(numbers, first + at as u64 * BLOCK, blocks[at]),
    );
    let looked: Vec<Looked> = looked.into_iter().collect::<Result<_, _>>()?;
    let tally = tally(&looked, numbers.contexts(), threads);
    let model = tally
        .model()
        .ok_or_else(|| TableError::TooLarge("too many different values to be stored".into()))?;
    let read = Model::read(&model, numbers.contexts(), number)?;
    let blocks = threads::map(
        threads,
        looked.len(),
        || (),
        |(), at| write_block(&read, number, at as u32, &looked[at]),
    );
    let mut bins = Vec::new();
    for looked in &looked {
        Bin::merge(&mut bins, &looked.bins);
    }
    let lengths = blocks.iter().map(|block| block.len() as u16).collect();
    let head = PartHead { number, values: values_crc(values), model, bins, lengths };
    let mut bytes = head.write();
    for block in blocks {
        bytes.extend(block);
    }
    Ok(bytes)
}

fn tally(looked: &[Looked], contexts: u16, threads: usize) -> Tally {
    let each = looked.len().div_ceil(threads).max(1);
    let chunks: Vec<&[Looked]> = looked.chunks(each).collect();
    let tallies = threads::map(
        threads,
        chunks.len(),
        || (),
        |(), at| {
            let mut tally = Tally::new(contexts);
            for &(context, symbol) in chunks[at].iter().flat_map(|looked| &looked.symbols) {
                tally.count(context, symbol);
            }
            tally
        },
    );
    tallies
        .into_iter()
        .reduce(|mut sum, tally| {
            sum.add(&tally);
            sum
        })
        .unwrap_or(Tally::new(contexts))
}

/// The words of the stretches of a block: its bytes without the checksum.
/// `None` where they do not have the form.
pub(crate) fn stretches(bytes: &[u8], slots: u64) -> Option<Stretches<'_>> {
    let mut stretches =
        Stretches { words: [0; 33], count: slots.div_ceil(STRETCH) as usize, bytes };
    let mut rest = bytes;
    let mut sum = 0;
    for at in 0..stretches.count {
        sum += 2 * read_number(&mut rest)?;
        stretches.words[at + 1] = sum;
    }
    stretches.bytes = rest;
    (rest.len() == sum as usize).then_some(stretches)
}

/// See [`stretches`].
#[derive(Debug)]
pub(crate) struct Stretches<'a> {
    words: [u32; (BLOCK / STRETCH) as usize + 1],
    count: usize,
    bytes: &'a [u8],
}

impl<'a> Stretches<'a> {
    pub(crate) fn get(&self, at: usize) -> &'a [u8] {
        &self.bytes[self.words[at] as usize..self.words[at + 1] as usize]
    }
}

/// Adds the values of `count` slots of a stretch to `values`, from that of the
/// cursor on, which is its first; `is_whole` says that this is all of it.
/// Leaves the cursor at the next slot. `None` where the words are no stretch.
pub(crate) fn read_stretch<N: Numbering>(
    numbers: &N,
    cursor: &mut N::Cursor,
    model: &Model,
    words: &[u8],
    count: u64,
    is_whole: bool,
    values: &mut Vec<Value>,
) -> Option<()> {
    let mut decoder = Decoder::new(model, words)?;
    let begun = values.len();
    let mut stored = 0;
    for at in 0..count {
        if at > 0 {
            numbers.advance(cursor);
        }
        let found = match numbers.hint(cursor, &Before { values: &values[begun..], stored }) {
            Hint::Known(value) => value,
            Hint::Coded { context, guess } => {
                stored = value(decoder.symbol(context)?, guess)?;
                stored
            }
        };
        values.push(found);
    }
    (!is_whole || decoder.is_done()).then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_values() {
        for guess in [0, 1, 7, 300, NEVER - 1] {
            for found in [0, 1, 2, 299, 300, 301, 1000, 20000, NEVER - 1, NEVER] {
                if let Some(symbol) = symbol(found, guess) {
                    assert_eq!(value(symbol, guess), Some(found));
                }
            }
        }
        assert_eq!(symbol(7, 7), Some(1));
        assert_eq!(value(4, 0), None, "below nothing");
        assert_eq!(value(u16::MAX, NEVER - 1), None, "above all");
    }
}
