//! Times and sizes as the command line has them.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::Duration;

/// A time such as `2s`, `500ms` or `3m`; at least a millisecond.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Time(pub(super) Duration);

impl FromStr for Time {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Time, Self::Err> {
        let (number, unit) = parts(text).ok_or(Self::WANTED)?;
        let milliseconds = match unit {
            "ms" => 1,
            "s" => 1000,
            "m" => 60_000,
            "h" => 3_600_000,
            _ => return Err(Self::WANTED),
        };
        let milliseconds = number.checked_mul(milliseconds).ok_or(Self::WANTED)?;
        // A thousand days: more is a slip of the finger, and no clock overflows.
        if milliseconds > 86_400_000_000 {
            return Err(Self::WANTED);
        }
        Ok(Time(Duration::from_millis(milliseconds)))
    }
}

impl Time {
    const WANTED: &'static str = "expected a time such as 500ms, 2s or 3m";
}

impl Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_millis() {
            milliseconds if milliseconds % 1000 == 0 => write!(f, "{}s", milliseconds / 1000),
            milliseconds => write!(f, "{milliseconds}ms"),
        }
    }
}

/// A size of memory such as `256M` or `1G`, or `none`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Memory(pub(super) Option<u64>);

impl FromStr for Memory {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Memory, Self::Err> {
        /// Less than this no program starts in.
        const LEAST: u64 = 1 << 22;
        const WANTED: &str = "expected a size such as 256M or 1G, at least 4M, or none";
        if text == "none" {
            return Ok(Memory(None));
        }
        let (number, unit) = parts(text).ok_or(WANTED)?;
        let unit: u64 = match unit {
            "K" => 1 << 10,
            "M" => 1 << 20,
            "G" => 1 << 30,
            _ => return Err(WANTED),
        };
        let bytes = number.checked_mul(unit).filter(|&bytes| bytes >= LEAST).ok_or(WANTED)?;
        Ok(Memory(Some(bytes)))
    }
}

impl Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("none"),
            Some(bytes) => f.write_str(&size(bytes)),
        }
    }
}

/// A number of bytes in the largest unit that leaves no fraction.
pub(super) fn size(bytes: u64) -> String {
    [(30, "G"), (20, "M"), (10, "K")]
        .into_iter()
        .find(|&(bits, _)| bytes > 0 && bytes.trailing_zeros() >= bits)
        .map_or_else(|| bytes.to_string(), |(bits, unit)| format!("{}{unit}", bytes >> bits))
}

/// A whole number and what stands behind it.
fn parts(text: &str) -> Option<(u64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit())?;
    let number = text[..end].parse().ok().filter(|&number| number > 0)?;
    Some((number, &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_come_back() {
        for (text, milliseconds) in [("2s", 2000), ("500ms", 500), ("1ms", 1), ("90s", 90_000)] {
            let time: Time = text.parse().unwrap();
            assert_eq!(time, Time(Duration::from_millis(milliseconds)));
            assert_eq!(time.to_string(), text);
        }
        assert_eq!("3m".parse(), Ok(Time(Duration::from_secs(180))));
        for bad in
            ["", "2", "s", "0s", "-1s", "1.5s", "2 s", "2S", "99999999999999999999s", "9999999h"]
        {
            assert!(bad.parse::<Time>().is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes_come_back() {
        for (text, bytes) in [("256M", 256 << 20), ("1G", 1 << 30), ("5000K", 5000 << 10)] {
            let memory: Memory = text.parse().unwrap();
            assert_eq!(memory, Memory(Some(bytes)));
            assert_eq!(memory.to_string(), text);
        }
        assert_eq!("none".parse(), Ok(Memory(None)));
        for bad in ["", "256", "M", "0M", "3M", "256m", "256MB", "18446744073709551615G"] {
            assert!(bad.parse::<Memory>().is_err(), "{bad}");
        }
    }
}
