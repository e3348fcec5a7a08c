//! Threads and memory.

use std::num::NonZeroUsize;
use std::str::FromStr;

use clap::Args;
use tesuji_tables::{Options, available};

/// What a run may take.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Threads to work with [default: the processors there are]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    /// Memory to take at most, such as 600M or 16G; what does not fit is refused
    #[arg(long, value_name = "BYTES")]
    memory: Option<Bytes>,
}

impl Limits {
    pub(super) fn options(self) -> Options {
        Options {
            threads: self.threads.unwrap_or_else(available).get(),
            memory: self.memory.map_or(u64::MAX, |bytes| bytes.0),
        }
    }
}

/// Bytes, or thousands of them: K, M, G and T count by 1024.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bytes(u64);

impl FromStr for Bytes {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Bytes, Self::Err> {
        const EXPECTED: &str = "expected bytes, such as 600M or 16G";
        let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let unit = match &text[digits.len()..] {
            "" => 0,
            "K" | "k" | "KiB" => 1,
            "M" | "m" | "MiB" => 2,
            "G" | "g" | "GiB" => 3,
            "T" | "t" | "TiB" => 4,
            _ => return Err(EXPECTED),
        };
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(EXPECTED);
        }
        let number: u64 = digits.parse().map_err(|_| EXPECTED)?;
        number.checked_mul(1 << (10 * unit)).map(Bytes).ok_or(EXPECTED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_have_units() {
        for (text, bytes) in
            [("0", 0), ("7", 7), ("600M", 600 << 20), ("16GiB", 16 << 30), ("2t", 2 << 40)]
        {
            assert_eq!(text.parse(), Ok(Bytes(bytes)), "{text}");
        }
        for bad in
            ["", "M", "-1", "1.5G", "1 G", "1X", "99999999999999999999", "18446744073709551615K"]
        {
            assert!(bad.parse::<Bytes>().is_err(), "{bad}");
        }
    }
}
