//! The entropy coder: rANS with frequencies that do not change within a part.
//!
//! After Duda 2013 ("Asymmetric numeral systems"), in the form with a state of
//! 32 bits from which words of 16 bits are taken. A symbol of frequency f in a
//! sum of 2^12, above which the frequencies c of others lie, takes the state x
//! to
//!
//! ```text
//!   x' = (x / f) · 2^12 + c + x mod f          and back:
//!   x  = f · (x' / 2^12) + x' mod 2^12 − c
//! ```
//!
//! The state begins at 2^16 and must have come back to it when a stretch has
//! been read: a check that costs nothing.

use crate::error::{Place, TableError};

/// Frequencies sum up to 2^12.
const BITS: u32 = 12;
const SUM: u32 = 1 << BITS;

/// The state before the first symbol, and the least one between symbols.
const REST: u32 = 1 << 16;

/// A symbol of a context.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Entry {
    symbol: u16,
    frequency: u16,
    /// The frequencies before it.
    below: u16,
}

/// How often each symbol comes in each context.
#[derive(Debug)]
pub(crate) struct Model {
    /// By context, where its entries begin; one more for the end.
    begins: Vec<u32>,
    /// The most frequent first.
    entries: Vec<Entry>,
}

/// Counts of symbols in contexts.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    contexts: Vec<Vec<u64>>,
}

impl Tally {
    pub(crate) fn new(contexts: u16) -> Tally {
        Tally { contexts: vec![Vec::new(); contexts.into()] }
    }

    pub(crate) fn count(&mut self, context: u16, symbol: u16) {
        let counts = &mut self.contexts[usize::from(context)];
        if counts.len() <= usize::from(symbol) {
            counts.resize(usize::from(symbol) + 1, 0);
        }
        counts[usize::from(symbol)] += 1;
    }

    pub(crate) fn add(&mut self, other: &Tally) {
        for (to, from) in self.contexts.iter_mut().zip(&other.contexts) {
            if to.len() < from.len() {
                to.resize(from.len(), 0);
            }
            for (to, from) in to.iter_mut().zip(from) {
                *to += from;
            }
        }
    }

    /// The model as its bytes in the file: for each context with symbols the
    /// number of contexts skipped, the number of symbols, and for each, in
    /// ascending order, the distance to the last and the frequency. `None` where
    /// a context has more symbols than frequencies can be shared among.
    pub(crate) fn model(&self) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut skipped = 0;
        for counts in &self.contexts {
            let frequencies = frequencies(counts)?;
            if frequencies.is_empty() {
                skipped += 1;
                continue;
            }
            write_number(&mut bytes, skipped);
            write_number(&mut bytes, frequencies.len() as u32);
            let mut last = 0;
            for (symbol, frequency) in frequencies {
                write_number(&mut bytes, symbol - last);
                write_number(&mut bytes, frequency);
                last = symbol;
            }
            skipped = 0;
        }
        Some(bytes)
    }
}

/// Symbols that occur with frequencies that sum up to [`SUM`], none of them 0.
fn frequencies(counts: &[u64]) -> Option<Vec<(u32, u32)>> {
    let total: u64 = counts.iter().sum();
    let mut list: Vec<(u32, u32)> = counts
        .iter()
        .zip(0..)
        .filter(|&(&count, _)| count > 0)
        .map(|(&count, symbol)| {
            let scaled =
                (u128::from(count) * u128::from(SUM) + u128::from(total) / 2) / u128::from(total);
            (symbol, (scaled as u32).max(1))
        })
        .collect();
    if list.len() > SUM as usize {
        return None;
    }
    // What rounding has added is taken from the largest, which can spare it.
    let mut sum: u32 = list.iter().map(|entry| entry.1).sum();
    while let Some(largest) =
        list.iter_mut().max_by_key(|entry| (entry.1, u32::MAX - entry.0)).filter(|_| sum != SUM)
    {
        let change = if sum < SUM { SUM - sum } else { (sum - SUM).min(largest.1 / 2) };
        if sum < SUM {
            largest.1 += change;
            sum += change;
        } else {
            largest.1 -= change;
            sum -= change;
        }
    }
    Some(list)
}

impl Model {
    /// Reads a model of so many contexts.
    pub(crate) fn read(mut bytes: &[u8], contexts: u16, part: u32) -> Result<Model, TableError> {
        let bad = |what| TableError::Malformed(Place::Part(part), what);
        let mut model = Model { begins: vec![0], entries: Vec::new() };
        let contexts = usize::from(contexts);
        while !bytes.is_empty() {
            let mut number = || read_number(&mut bytes).ok_or(bad("the model is cut off"));
            let skipped = number()? as usize;
            if skipped >= contexts + 1 - model.begins.len() {
                return Err(bad("the model has too many contexts"));
            }
            model.begins.resize(model.begins.len() + skipped, model.entries.len() as u32);
            let first = model.entries.len();
            let (mut symbol, mut sum) = (0_u32, 0_u32);
            for i in 0..number()? {
                let (distance, frequency) = (number()?, number()?);
                symbol = symbol.saturating_add(distance);
                sum = sum.saturating_add(frequency);
                if symbol > u16::MAX.into() || (distance == 0 && i > 0) {
                    return Err(bad("the model has a symbol that is none"));
                }
                if frequency == 0 || sum > SUM {
                    return Err(bad("the model has frequencies that do not add up"));
                }
                let (symbol, frequency) = (symbol as u16, frequency as u16);
                model.entries.push(Entry { symbol, frequency, below: 0 });
            }
            if sum != SUM {
                return Err(bad("the model has frequencies that do not add up"));
            }
            let entries = &mut model.entries[first..];
            entries.sort_by_key(|entry| (u16::MAX - entry.frequency, entry.symbol));
            let mut below = 0;
            for entry in entries {
                entry.below = below;
                below += entry.frequency;
            }
            model.begins.push(model.entries.len() as u32);
        }
        model.begins.resize(contexts + 1, model.entries.len() as u32);
        Ok(model)
    }

    fn entries(&self, context: u16) -> &[Entry] {
        let context = usize::from(context);
        &self.entries[self.begins[context] as usize..self.begins[context + 1] as usize]
    }
}

/// The words of a stretch: its symbols in their contexts, in order.
///
/// # Panics
/// Where the model does not know a symbol.
pub(crate) fn encode(model: &Model, symbols: &[(u16, u16)], words: &mut Vec<u16>) {
    let first = words.len();
    let mut state = REST;
    for &(context, symbol) in symbols.iter().rev() {
        let entry = model.entries(context).iter().find(|entry| entry.symbol == symbol);
        let entry = entry.expect("the model has counted this symbol");
        let frequency = u32::from(entry.frequency);
        if u64::from(state) >= u64::from(frequency) << (32 - BITS) {
            words.push(state as u16);
            state >>= 16;
        }
        state = ((state / frequency) << BITS) + u32::from(entry.below) + state % frequency;
    }
    if words.len() > first || state != REST {
        words.extend([state as u16, (state >> 16) as u16]);
    }
    words[first..].reverse();
}

/// Reads the words of a stretch.
#[derive(Debug)]
pub(crate) struct Decoder<'a> {
    model: &'a Model,
    state: u32,
    words: &'a [u8],
}

impl<'a> Decoder<'a> {
    /// Of these words, two bytes each; `None` where they are no stretch.
    pub(crate) fn new(model: &'a Model, words: &'a [u8]) -> Option<Decoder<'a>> {
        let mut decoder = Decoder { model, state: REST, words };
        if !words.is_empty() {
            let (high, low) = (decoder.word()?, decoder.word()?);
            decoder.state = high << 16 | low;
            if decoder.state < REST {
                return None;
            }
        }
        Some(decoder)
    }

    fn word(&mut self) -> Option<u32> {
        let (word, rest) = self.words.split_first_chunk()?;
        self.words = rest;
        Some(u16::from_le_bytes(*word).into())
    }

    /// The next symbol; `None` where the words do not give one.
    #[inline]
    pub(crate) fn symbol(&mut self, context: u16) -> Option<u16> {
        let low = self.state & (SUM - 1);
        let entry = self
            .model
            .entries(context)
            .iter()
            .find(|entry| low < u32::from(entry.below) + u32::from(entry.frequency))?;
        self.state =
            u32::from(entry.frequency) * (self.state >> BITS) + low - u32::from(entry.below);
        if self.state < REST {
            self.state = self.state << 16 | self.word()?;
        }
        Some(entry.symbol)
    }

    /// Whether a whole stretch has been read, and nothing else.
    pub(crate) fn is_done(&self) -> bool {
        self.state == REST && self.words.is_empty()
    }
}

/// Writes a number in groups of seven bits, the low ones first; the high bit
/// of a byte says that another follows.
pub(crate) fn write_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads what [`write_number`] writes; `None` where it is cut off or larger
/// than 28 bits.
pub(crate) fn read_number(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in [0, 7, 14, 21] {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mixed(state: &mut u64) -> u64 {
        *state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        *state >> 33
    }

    #[test]
    fn what_is_written_is_read() {
        let mut state = 1;
        for length in [0, 1, 2, 50, 511, 512] {
            let symbols: Vec<(u16, u16)> = (0..length)
                .map(|_| {
                    let context = (mixed(&mut state) % 5) as u16;
                    // Context 0 has one symbol, the others up to 300 of them.
                    let most = [1, 2, 3, 40, 300][usize::from(context)];
                    let symbol = mixed(&mut state) % most * (mixed(&mut state) % 2);
                    (context, symbol as u16)
                })
                .collect();
            let mut tally = Tally::new(7);
            for &(context, symbol) in &symbols {
                tally.count(context, symbol);
            }
            let model = Model::read(&tally.model().unwrap(), 7, 0).unwrap();
            let mut words = Vec::new();
            encode(&model, &symbols, &mut words);
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            let mut decoder = Decoder::new(&model, &bytes).unwrap();
            for &(context, symbol) in &symbols {
                assert_eq!(decoder.symbol(context), Some(symbol));
            }
            assert!(decoder.is_done());
        }
    }

    #[test]
    fn frequencies_always_add_up() {
        let mut state = 7;
        for symbols in [1, 2, 3, 100, 4096] {
            let counts: Vec<u64> = (0..symbols)
                .map(|_| 1 + mixed(&mut state) % 10 * (mixed(&mut state) % 100_000))
                .collect();
            let frequencies = frequencies(&counts).unwrap();
            assert_eq!(frequencies.len(), symbols);
            assert_eq!(frequencies.iter().map(|entry| entry.1).sum::<u32>(), SUM);
            assert!(frequencies.iter().all(|entry| entry.1 > 0));
        }
        assert_eq!(frequencies(&[0, 0]), Some(vec![]));
        assert_eq!(frequencies(&[1; 4097]), None);
    }

    #[test]
    fn numbers_come_back() {
        for number in [0, 1, 127, 128, 16383, 16384, (1 << 28) - 1] {
            let mut bytes = Vec::new();
            write_number(&mut bytes, number);
            let mut rest = &bytes[..];
            assert_eq!(read_number(&mut rest), Some(number));
            assert!(rest.is_empty());
            assert_eq!(read_number(&mut &bytes[..bytes.len() - 1]), None);
        }
        assert_eq!(read_number(&mut &[0xff; 9][..]), None);
    }

    #[test]
    fn bad_models_are_refused() {
        for bad in [
            &[0_u8][..],                  // cut off
            &[0, 1, 0],                   // without its frequency
            &[7, 1, 0, 0x80, 0x20],       // context 7 of 7
            &[0, 1, 0, 1],                // a sum of 1
            &[0, 2, 0, 0x80, 0x20, 1, 0], // a frequency of 0
            &[0, 2, 0, 0xff, 0x1f, 0, 1], // a symbol twice
            &[0, 0],                      // a context without symbols
            &[0xff, 0xff, 0xff, 0xff, 0xff],
        ] {
            assert!(Model::read(bad, 7, 0).is_err(), "{bad:?}");
        }
        assert!(Model::read(&[6, 1, 0, 0x80, 0x20], 7, 0).is_ok());
    }
}
