//! What the checks make of stored inputs, by testkit's example `verdicts`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, bail};

use crate::process::{capture, cargo};

/// The verdicts on some inputs of one check.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Verdicts {
    /// What the buckets count.
    pub(crate) bucket: String,
    /// File, fingerprint and bucket of each input that was compared.
    pub(crate) compared: Vec<(String, u64, u32)>,
    /// How many texts were refused.
    pub(crate) refused: usize,
    /// How many inputs asked nothing.
    pub(crate) skipped: usize,
}

/// Runs the check on the files of these folders, those that exist.
///
/// # Errors
/// Where the check fails on one of them or is none.
pub(crate) fn of(check: &str, folders: &[&Path]) -> anyhow::Result<Verdicts> {
    let program = ["run", "--quiet", "--release", "--package", "tesuji-testkit", "--example"];
    let folders = folders.iter().filter(|folder| folder.exists());
    parse(&capture(cargo(program).args(["verdicts", "--", check]).args(folders))?)
}

fn parse(text: &str) -> anyhow::Result<Verdicts> {
    let mut lines = text.lines();
    let bucket = lines.next().context("no verdicts")?.to_owned();
    let mut verdicts = Verdicts { bucket, ..Verdicts::default() };
    for line in lines {
        let (verdict, file) = line.split_once('\t').with_context(|| format!("{line:?}"))?;
        let words: Vec<&str> = verdict.split(' ').collect();
        match words[..] {
            ["compared", fingerprint, bucket] => {
                verdicts.compared.push((file.to_owned(), fingerprint.parse()?, bucket.parse()?));
            }
            ["refused"] => verdicts.refused += 1,
            ["skipped"] => verdicts.skipped += 1,
            _ => bail!("no verdict: {line:?}"),
        }
    }
    Ok(verdicts)
}

impl Verdicts {
    /// How many inputs there were.
    pub(crate) fn total(&self) -> usize {
        self.compared.len() + self.refused + self.skipped
    }

    /// Shares and a histogram, as lines.
    pub(crate) fn summary(&self) -> String {
        let share = |part: usize| 100.0 * part as f64 / self.total().max(1) as f64;
        let distinct: BTreeSet<u64> = self.compared.iter().map(|entry| entry.1).collect();
        let mut text = format!(
            "of {} inputs {:.0} % compared, {:.0} % refused, {:.0} % skipped; {} distinct questions\n",
            self.total(),
            share(self.compared.len()),
            share(self.refused),
            share(self.skipped),
            distinct.len()
        );
        let mut buckets: BTreeMap<u32, usize> = BTreeMap::new();
        for (_, _, bucket) in &self.compared {
            *buckets.entry(*bucket).or_default() += 1;
        }
        // At most sixteen rows, whatever the buckets are.
        let last = buckets.keys().last().copied().unwrap_or(0);
        let width = (last + 1).div_ceil(16).max(1);
        let mut rows: BTreeMap<u32, usize> = BTreeMap::new();
        for (bucket, count) in buckets {
            *rows.entry(bucket / width).or_default() += count;
        }
        let most = rows.values().copied().max().unwrap_or(1);
        for (row, count) in rows {
            let name = match width {
                1 => row.to_string(),
                _ => format!("{} to {}", row * width, (row + 1) * width - 1),
            };
            let bar = "#".repeat((count * 40).div_ceil(most));
            text += &format!("  {} {name:>12} {count:>6} {bar}\n", self.bucket);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "plies\ncompared 7 0\ta\ncompared 7 33\tb\nrefused\tc\nskipped\td\n";

    #[test]
    fn verdicts_are_read_and_summed_up() {
        let verdicts = parse(TEXT).unwrap();
        assert_eq!((verdicts.total(), verdicts.refused, verdicts.skipped), (4, 1, 1));
        assert_eq!(verdicts.compared[1], ("b".to_owned(), 7, 33));
        let summary = verdicts.summary();
        assert!(
            summary.starts_with("of 4 inputs 50 % compared, 25 % refused, 25 % skipped; 1 dis")
        );
        assert!(summary.contains("plies       0 to 2      1 ####"), "{summary}");
        assert!(parse("").is_err() && parse("plies\nmaybe\ta\n").is_err());
    }
}
