//! How a position is to be read and solved: the options that games share.

use std::fmt::{self, Display};
use std::str::FromStr;

use clap::ValueEnum;

/// Which of the two solvers answers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, ValueEnum)]
pub(crate) enum Road {
    /// The reference, written from the rules; refuses what would take it too long
    Naive,
    /// The fast one
    #[default]
    Optimized,
}

impl Road {
    /// As `--solver` names it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Road::Naive => "naive",
            Road::Optimized => "optimized",
        }
    }
}

/// Columns and rows, as `--size` gives them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Size {
    pub(crate) columns: u32,
    pub(crate) rows: u32,
}

impl FromStr for Size {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Size, Self::Err> {
        let [columns, rows] =
            two(text, 'x').ok_or("expected columns x rows, such as 5x4, each from 1 to 99999")?;
        Ok(Size { columns, rows })
    }
}

impl Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

/// How many cells White and Black may move, as `--speeds` gives them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Speeds {
    pub(crate) white: u32,
    pub(crate) black: u32,
}

impl FromStr for Speeds {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Speeds, Self::Err> {
        let [white, black] = two(text, ',')
            .ok_or("expected White's and Black's speed, such as 1,2, each from 1 to 99999")?;
        Ok(Speeds { white, black })
    }
}

/// Two whole numbers from 1 to 99999 with this sign in between; digits alone
/// are a number.
fn two(text: &str, between: char) -> Option<[u32; 2]> {
    let number = |digits: &str| {
        let good = (1..=5).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
        good.then(|| digits.parse().ok()).flatten().filter(|&number| number > 0)
    };
    let (first, second) = text.split_once(between)?;
    Some([number(first)?, number(second)?])
}

/// The options of `solve` and `line` that concern the position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    pub(crate) road: Road,
    pub(crate) size: Option<Size>,
    pub(crate) speeds: Option<Speeds>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_two_numbers() {
        assert_eq!("5x4".parse(), Ok(Size { columns: 5, rows: 4 }));
        for bad in ["", "5", "5x", "x4", "5x4x3", "5X4", "+5x4", "0x4", "5 x 4", "100000x1", "５x4"]
        {
            assert!(bad.parse::<Size>().is_err(), "{bad}");
        }
    }

    #[test]
    fn speeds_are_two_numbers() {
        assert_eq!("1,2".parse(), Ok(Speeds { white: 1, black: 2 }));
        for bad in ["1", "1,0", "1,2,3", "-1,2", "1x2"] {
            assert!(bad.parse::<Speeds>().is_err(), "{bad}");
        }
    }
}
