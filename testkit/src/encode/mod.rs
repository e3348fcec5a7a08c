//! Positions to bytes: the way back through [`generate`](crate::generate).
//!
//! A generator decodes choices, so a position that can be reached by such
//! choices has bytes that lead to it. What is written here is one of them, the
//! same at every call: with it a position from a report, a book or a file of
//! vectors becomes an input of the fuzzer, and a regression.
//!
//! A function gives `None` where no bytes of its form lead to the position;
//! what it gives leads there exactly. `testkit/tests/seeds.rs` holds both.

pub mod gomoku;
pub mod octal;
pub mod painting;
pub mod pawn_chess;
pub mod pursuit;
pub mod sliding_four;

/// Bytes under construction, choice by choice, as `arbitrary` 1.5.0 reads them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choices(Vec<u8>);

impl Choices {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Choices {
        Choices::default()
    }

    /// A byte as it stands.
    pub fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    /// What `int_in_range(0..=below - 1)` reads as `value`: nothing where there
    /// is no choice, else as many bytes as the largest value takes, the high
    /// one first.
    ///
    /// # Panics
    /// Where `value` is not below `below`: a bug of the caller.
    pub fn pick(&mut self, value: usize, below: usize) {
        assert!(value < below, "{value} is not below {below}");
        let length = (usize::BITS - (below - 1).leading_zeros()).div_ceil(8) as usize;
        let bytes = value.to_be_bytes();
        self.0.extend_from_slice(&bytes[bytes.len() - length..]);
    }

    /// What painting's generator reads as this number: a byte for the length,
    /// then so many, the high one first.
    pub fn word(&mut self, number: u64) {
        let length = (u64::BITS - number.leading_zeros()).div_ceil(8).max(1) as usize;
        self.byte(length as u8 - 1);
        self.0.extend_from_slice(&number.to_be_bytes()[8 - length..]);
    }

    /// The bytes.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }
}

/// The input of a parser's check that is this text as it stands; the way back
/// through [`generate::verbatim`](crate::generate::verbatim).
#[must_use]
pub fn verbatim(text: &[u8]) -> Vec<u8> {
    [crate::generate::VERBATIM, text].concat()
}

#[cfg(test)]
mod tests {
    use arbitrary::Unstructured;

    use super::*;
    use crate::generate::painting::word;

    #[test]
    fn choices_are_read_as_they_were_written() {
        let picks: Vec<(usize, usize)> = [1, 2, 3, 255, 256, 257, 300, 65_536, 65_537]
            .into_iter()
            .flat_map(|below| [0, below / 2, below - 1].map(|value| (value, below)))
            .collect();
        let words = [0, 1, 255, 256, 1 << 24, (1 << 24) - 1, 10_u64.pow(18), u64::MAX];
        let mut choices = Choices::new();
        for &(value, below) in &picks {
            choices.pick(value, below);
        }
        words.into_iter().for_each(|number| choices.word(number));
        let bytes = choices.into_bytes();
        let mut read = Unstructured::new(&bytes);
        for (value, below) in picks {
            assert_eq!(read.int_in_range(0..=below - 1), Ok(value), "below {below}");
        }
        assert_eq!(words.map(|_| word(&mut read)), words);
        assert!(read.is_empty());
    }
}
