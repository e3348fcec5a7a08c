//! What the runs of a target did, in a file that `cargo xtask fuzz` reads.
//!
//! ```text
//! bucket remoteness       what the buckets count
//! runs 52000
//! compared 51000
//! refused 0
//! distinct 40000 of 51000 questions, of those that were looked at
//! 7 310                   a bucket, and how many of the compared are in it
//! ```
//!
//! libFuzzer ends the program itself, so the file is written on the way: after
//! 1, 2, 4, … runs, and from 1,024 on at the first run of every second.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{env, fs};

use tesuji_testkit::Verdict;

/// So many distinct questions are told apart: some ten megabytes.
const MOST_DISTINCT: usize = 1 << 18;

struct Stats {
    file: PathBuf,
    written: Instant,
    runs: u64,
    compared: u64,
    refused: u64,
    /// Of the compared ones those that were looked at for `fingerprints`.
    looked_at: u64,
    fingerprints: BTreeSet<u64>,
    buckets: BTreeMap<u32, u64>,
}

static STATS: LazyLock<Option<Mutex<Stats>>> = LazyLock::new(|| {
    let file = env::var_os("TESUJI_FUZZ_STATS")?.into();
    Some(Mutex::new(Stats {
        file,
        written: Instant::now(),
        runs: 0,
        compared: 0,
        refused: 0,
        looked_at: 0,
        fingerprints: BTreeSet::new(),
        buckets: BTreeMap::new(),
    }))
});

/// Counts a run, where somebody wants to know.
pub(crate) fn count(bucket: &str, verdict: Verdict) {
    let Some(stats) = &*STATS else { return };
    let mut stats = stats.lock().unwrap_or_else(PoisonError::into_inner);
    stats.add(verdict);
    let is_due = match stats.runs {
        0..1024 => stats.runs.is_power_of_two(),
        _ => stats.written.elapsed() >= Duration::from_secs(1),
    };
    if is_due {
        stats.written = Instant::now();
        // Who cannot be told is not told; the fuzzer goes on.
        let _ = fs::write(&stats.file, stats.text(bucket));
    }
}

impl Stats {
    fn add(&mut self, verdict: Verdict) {
        self.runs += 1;
        match verdict {
            Verdict::Compared { fingerprint, bucket } => {
                self.compared += 1;
                *self.buckets.entry(bucket).or_default() += 1;
                if self.fingerprints.len() < MOST_DISTINCT {
                    self.looked_at += 1;
                    self.fingerprints.insert(fingerprint);
                }
            }
            Verdict::Refused => self.refused += 1,
            Verdict::Skipped(_) => {}
        }
    }

    fn text(&self, bucket: &str) -> String {
        let Stats { runs, compared, refused, looked_at, fingerprints, buckets, .. } = self;
        let mut text = format!(
            "bucket {bucket}\nruns {runs}\ncompared {compared}\nrefused {refused}\n\
             distinct {} of {looked_at}\n",
            fingerprints.len()
        );
        for (bucket, count) in buckets {
            let _ = writeln!(text, "{bucket} {count}");
        }
        text
    }
}
