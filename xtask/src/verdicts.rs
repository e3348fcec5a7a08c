//! What the checks make of inputs: of stored ones, by testkit's example
//! `verdicts`; and of all that a fuzz target ran, by what it counts.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, bail};

use crate::format::grouped;
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
    let program =
        ["run", "--quiet", "--profile", "test", "--package", "tesuji-testkit", "--example"];
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

/// What the runs of a fuzz target did, as the target counts it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Counts {
    /// What the buckets count.
    bucket: String,
    runs: u64,
    compared: u64,
    refused: u64,
    /// Distinct questions, and of how many compared ones.
    distinct: (u64, u64),
    buckets: BTreeMap<u32, u64>,
}

impl Counts {
    /// From the target's file.
    pub(crate) fn of(text: &str) -> Option<Counts> {
        let mut counts = Counts::default();
        for line in text.lines() {
            let (key, value) = line.split_once(' ')?;
            match key {
                "bucket" => value.clone_into(&mut counts.bucket),
                "runs" => counts.runs = value.parse().ok()?,
                "compared" => counts.compared = value.parse().ok()?,
                "refused" => counts.refused = value.parse().ok()?,
                "distinct" => {
                    let (distinct, of) = value.split_once(" of ")?;
                    counts.distinct = (distinct.parse().ok()?, of.parse().ok()?);
                }
                bucket => {
                    counts.buckets.insert(bucket.parse().ok()?, value.parse().ok()?);
                }
            }
        }
        (counts.runs > 0).then_some(counts)
    }

    /// Shares and a histogram, as lines; and what is less than it should be.
    pub(crate) fn summary(&self, check: &str) -> String {
        let Counts { bucket, runs, compared, refused, distinct, buckets } = self;
        let share = |part: u64, of: u64| 100.0 * part as f64 / of.max(1) as f64;
        let mut text = format!(
            "of {} runs {:.1} % compared, {:.1} % refused, {:.1} % skipped; \
             {:.1} % of {} questions distinct\n",
            grouped(*runs),
            share(*compared, *runs),
            share(*refused, *runs),
            share(runs - compared - refused, *runs),
            share(distinct.0, distinct.1),
            grouped(distinct.1)
        );
        // At most sixteen rows between the ends, and what is far off by itself:
        // some buckets have a value for never, such as 99.
        let values: Vec<u32> = buckets.keys().copied().collect();
        let far = match values[..] {
            [.., before, last] if last > 2 * before + 16 => Some(last),
            _ => None,
        };
        let last = values.iter().rev().find(|&&value| Some(value) != far).copied().unwrap_or(0);
        let width = (last + 1).div_ceil(16).max(1);
        let mut rows: BTreeMap<u32, u64> = BTreeMap::new();
        for (&value, count) in buckets {
            *rows.entry(value / width * width).or_default() += count;
        }
        let most = rows.values().copied().max().unwrap_or(1);
        text += &format!("  by {bucket}:\n");
        for (row, count) in rows {
            let name = match width {
                _ if far.is_some_and(|far| far / width * width == row) => last_name(far),
                1 => row.to_string(),
                _ => format!("{row} to {}", row + width - 1),
            };
            let bar = "#".repeat((count * 40).div_ceil(most) as usize);
            text += &format!("  {name:>12} {:>5.1} % {bar}\n", share(count, *compared));
        }
        let least = if check.ends_with("_parse") { 30 } else { 90 };
        let largest = buckets.values().copied().max().unwrap_or(0);
        for (is_short, what) in [
            (compared * 100 < runs * least, format!("less than {least} % compared")),
            (distinct.0 * 2 < distinct.1, "less than half of the questions distinct".to_owned()),
            (largest * 2 > *compared, "more than half in one bucket".to_owned()),
        ] {
            if is_short {
                text += &format!("  SHORT: {what}\n");
            }
        }
        text
    }
}

fn last_name(value: Option<u32>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "plies\ncompared 7 0\ta\ncompared 7 33\tb\nrefused\tc\nskipped\td\n";

    #[test]
    fn verdicts_are_read() {
        let verdicts = parse(TEXT).unwrap();
        assert_eq!((verdicts.refused, verdicts.skipped), (1, 1));
        assert_eq!(verdicts.compared[1], ("b".to_owned(), 7, 33));
        assert!(parse("").is_err() && parse("plies\nmaybe\ta\n").is_err());
    }

    #[test]
    fn counts_are_read_and_summed_up() {
        let text = "bucket plies\nruns 2000\ncompared 1000\nrefused 900\ndistinct 300 of 1000\n\
                    0 600\n31 300\n99 100\n";
        let counts = Counts::of(text).unwrap();
        let summary = counts.summary("a_moves");
        let first = "of 2,000 runs 50.0 % compared, 45.0 % refused, 5.0 % skipped; \
                     30.0 % of 1,000 questions distinct\n  by plies:\n";
        assert!(summary.starts_with(first), "{summary}");
        let rows = "        0 to 1  60.0 % ########################################\n\
                    \x20     30 to 31  30.0 % ####################\n\
                    \x20           99  10.0 % #######\n";
        assert!(summary.contains(rows), "{summary}");
        for short in ["less than 90 %", "less than half", "more than half"] {
            assert!(summary.contains(&format!("SHORT: {short}")), "{summary}");
        }
        assert!(!counts.summary("a_parse").contains("less than 30 %"));
        assert_eq!(Counts::of(""), None);
        assert_eq!(Counts::of("runs many"), None);
    }
}
