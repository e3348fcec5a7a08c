//! Every check as a property: quickcheck makes the bytes and shrinks those
//! that fail, and the share of runs that compared something is held.
//!
//! - `TESUJI_QUICKCHECK` is the number of runs of each check (400; 100 of those
//!   that replay whole trees).
//! - `TESUJI_QUICKCHECK_SEED` seeds the bytes; otherwise every run of the tests
//!   makes other ones. The seed is printed where a test fails.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display};
use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroUsize;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Once;
use std::{env, fs};

use quickcheck::{Arbitrary, Gen};
use tesuji_testkit::{Check, Verdict};

/// One property test of each name; `registry.rs` holds the list against the
/// registry.
macro_rules! properties {
    ($($name:ident),* $(,)?) => {
        $(
            #[test]
            fn $name() {
                let check = tesuji_testkit::registry::find(stringify!($name));
                hold(check.expect("every name here is a registered check"));
            }
        )*
    };
}

properties! {
    pawn_chess_moves,
    pawn_chess_value,
    pawn_chess_parse,
    pursuit_moves,
    pursuit_value,
    pursuit_parse,
    gomoku_board,
    gomoku_winner,
    gomoku_moves,
    gomoku_forbidden,
    gomoku_shapes,
    gomoku_evaluate,
    gomoku_search,
    gomoku_vcf,
    gomoku_vct,
    gomoku_certificate,
    gomoku_zones,
    gomoku_mnk,
    gomoku_proof,
    gomoku_protocol,
    gomoku_zobrist,
    gomoku_parse,
    sliding_four_moves,
    sliding_four_steps,
    sliding_four_parse,
    painting_moves,
    painting_grundy,
    painting_winner,
    painting_parse,
    octal_grundy,
    octal_parse,
    table_read,
}

/// The longest input, in bytes.
const SIZE: usize = 512;

/// How many smaller inputs are tried on one that fails.
const SHRINKS: usize = 5_000;

/// The checks that replay whole trees: with a quarter of the runs they take most
/// of the time all the same.
const SLOW: [&str; 2] = ["gomoku_certificate", "gomoku_zones"];

fn runs(check: &Check) -> usize {
    let usual = if SLOW.contains(&check.name) { 100 } else { 400 };
    variable("TESUJI_QUICKCHECK").map_or(usual, NonZeroUsize::get)
}

fn seed() -> u64 {
    variable("TESUJI_QUICKCHECK_SEED").unwrap_or_else(|| RandomState::new().hash_one("seed"))
}

/// An environment variable, where it is set.
fn variable<T: FromStr>(name: &str) -> Option<T> {
    let text = env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is {text:?}, which is no number")))
}

/// Holds a check to its promise.
///
/// # Panics
/// Where it fails or is idle, with the [`Failure`].
fn hold(check: &Check) {
    if let Err(failure) = property(check, runs(check), seed()) {
        panic!("{failure}");
    }
}

/// Why a check is not as it should be.
#[derive(PartialEq, Eq, Debug)]
enum Failure {
    /// It panics on these bytes, which are as few as could be found.
    Panics { check: &'static str, bytes: Vec<u8>, stored: PathBuf, seed: u64 },
    /// It asks too little.
    Idle { check: &'static str, why: String, seed: u64 },
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Panics { check, bytes, stored, seed } => write!(
                f,
                "{check} fails on {} bytes, its message is above: {}\n\
                 they are in {}\n\
                 store them under a readable name: fuzz/regressions/{check}/\n\
                 seed {seed}",
                bytes.len(),
                bytes.escape_ascii(),
                stored.display(),
            ),
            Failure::Idle { check, why, seed } => write!(f, "{check}: {why}\nseed {seed}"),
        }
    }
}

/// Runs a check on `runs` inputs and then looks at what it compared.
fn property(check: &Check, runs: usize, seed: u64) -> Result<Shares, Failure> {
    let mut bytes = Gen::from_size_and_seed(SIZE, seed);
    let mut shares = Shares::default();
    for _ in 0..runs {
        let input = Vec::<u8>::arbitrary(&mut bytes);
        match verdict(check, &input) {
            Some(verdict) => shares.add(verdict),
            None => return Err(panics(check, input, seed)),
        }
    }
    match shares.defect(check) {
        None => Ok(shares),
        Some(why) => Err(Failure::Idle { check: check.name, why, seed }),
    }
}

/// Shrinks the bytes, stores them and runs them once more, to be heard.
#[expect(clippy::disallowed_methods, reason = "the message comes first, the bytes after it")]
fn panics(check: &Check, input: Vec<u8>, seed: u64) -> Failure {
    let bytes = shrink(check, input);
    let stored = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(check.name);
    fs::write(&stored, &bytes).expect("the target folder can be written");
    let again = catch_unwind(AssertUnwindSafe(|| (check.run)(&bytes)));
    assert!(again.is_err(), "{} fails on {} bytes once, and not twice", check.name, bytes.len());
    Failure::Panics { check: check.name, bytes, stored, seed }
}

/// The smallest failing input that quickcheck's shrinker leads to.
fn shrink(check: &Check, mut failing: Vec<u8>) -> Vec<u8> {
    let mut left = SHRINKS;
    'smaller: loop {
        for candidate in failing.shrink() {
            if left == 0 {
                return failing;
            }
            left -= 1;
            if verdict(check, &candidate).is_none() {
                failing = candidate;
                continue 'smaller;
            }
        }
        return failing;
    }
}

thread_local! {
    static SILENT: Cell<bool> = const { Cell::new(false) };
}

/// Runs a check; `None` where it panics, of which nothing is printed.
#[expect(clippy::disallowed_methods, reason = "a failing input is shrunk before it is reported")]
fn verdict(check: &Check, bytes: &[u8]) -> Option<Verdict> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let loud = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !SILENT.get() {
                loud(info);
            }
        }));
    });
    SILENT.set(true);
    let verdict = catch_unwind(AssertUnwindSafe(|| (check.run)(bytes)));
    SILENT.set(false);
    verdict.ok()
}

/// What became of the runs of one check.
#[derive(Default, PartialEq, Eq, Debug)]
struct Shares {
    runs: usize,
    compared: usize,
    refused: usize,
    skipped: BTreeMap<&'static str, usize>,
    fingerprints: BTreeSet<u64>,
    buckets: BTreeMap<u32, usize>,
}

impl Shares {
    fn add(&mut self, verdict: Verdict) {
        self.runs += 1;
        match verdict {
            Verdict::Compared { fingerprint, bucket } => {
                self.compared += 1;
                self.fingerprints.insert(fingerprint);
                *self.buckets.entry(bucket).or_default() += 1;
            }
            Verdict::Refused => self.refused += 1,
            Verdict::Skipped(why) => *self.skipped.entry(why).or_default() += 1,
        }
    }

    /// The first share that is too small: of runs that compared two answers
    /// (for a parser, of texts accepted, and of texts refused), of distinct
    /// questions among them, of questions outside the largest bucket.
    fn defect(&self, check: &Check) -> Option<String> {
        let Shares { runs, compared, refused, skipped, fingerprints, buckets } = self;
        let parses = check.name.ends_with("_parse");
        let least = if parses { 30 } else { 90 };
        let distinct = fingerprints.len();
        let largest = buckets.values().copied().max().unwrap_or(0);
        let short = if compared * 100 < runs * least {
            format!("fewer than {least} % of the runs compared")
        } else if parses && *refused == 0 {
            "no text was refused".to_owned()
        } else if distinct * 2 < *compared {
            "fewer than half of the questions are distinct".to_owned()
        } else if largest * 2 > *compared {
            "more than half of the questions share a bucket".to_owned()
        } else {
            return None;
        };
        Some(format!(
            "{short}: {runs} runs, {compared} compared, {refused} refused, skipped {skipped:?}, \
             {distinct} distinct, {} {buckets:?}",
            check.bucket
        ))
    }
}

mod harness {
    //! The harness finds what it should.

    use super::*;

    fn check(name: &'static str, run: fn(&[u8]) -> Verdict) -> Check {
        Check { name, bucket: "length", about: "For this test.", run }
    }

    fn why(check: &Check) -> String {
        match property(check, 200, 1) {
            Err(Failure::Idle { why, .. }) => why,
            other => panic!("{} passes: {other:?}", check.name),
        }
    }

    fn by_length(bytes: &[u8]) -> Verdict {
        Verdict::compared(&bytes, u32::try_from(bytes.len() / 64).unwrap())
    }

    #[test]
    fn a_good_check_passes() {
        let shares = property(&check("harness_good", by_length), 200, 1).unwrap();
        assert_eq!((shares.runs, shares.compared, shares.refused), (200, 200, 0));
        assert_eq!(shares.buckets.len(), SIZE / 64);
    }

    #[test]
    #[should_panic(expected = "harness_broken fails on 0 bytes")]
    fn a_check_is_held() {
        hold(&check("harness_good", by_length));
        hold(&check("harness_broken", |_| panic!("broken")));
    }

    #[test]
    fn the_seed_decides_the_bytes() {
        let shares = |seed| property(&check("harness_seed", by_length), 50, seed).unwrap();
        assert_eq!(shares(7), shares(7));
        assert_ne!(shares(7), shares(8));
    }

    #[test]
    fn a_failure_is_shrunk_stored_and_reported() {
        fn high(bytes: &[u8]) -> Verdict {
            assert!(bytes.len() < 3 || bytes[2] < 200, "the third byte is high");
            Verdict::Refused
        }
        let failure = property(&check("harness_high", high), 200, 1).unwrap_err();
        let Failure::Panics { bytes, stored, .. } = &failure else { panic!("{failure}") };
        assert_eq!(bytes, &[0, 0, 200]);
        assert_eq!(&fs::read(stored).unwrap(), bytes);
        let text = failure.to_string();
        assert!(
            text.starts_with(r"harness_high fails on 3 bytes, its message is above: \x00\x00\xc8"),
            "{text}"
        );
        assert!(text.contains("fuzz/regressions/harness_high/"), "{text}");
        assert!(text.ends_with("seed 1"), "{text}");
    }

    #[test]
    fn an_idle_check_fails() {
        fn skips(bytes: &[u8]) -> Verdict {
            if bytes.len() < 100 { Verdict::Skipped("short") } else { by_length(bytes) }
        }
        fn same(bytes: &[u8]) -> Verdict {
            Verdict::compared(&0, u32::try_from(bytes.len()).unwrap())
        }
        fn flat(bytes: &[u8]) -> Verdict {
            Verdict::compared(&bytes, 0)
        }
        fn refuses(_: &[u8]) -> Verdict {
            Verdict::Refused
        }
        let skips_why = why(&check("harness_skips", skips));
        assert!(skips_why.starts_with("fewer than 90 % of the runs compared: 200 runs, "));
        assert!(skips_why.contains("skipped {\"short\": "), "{skips_why}");
        assert!(why(&check("harness_skips_parse", skips)).starts_with("no text was refused"));
        assert!(why(&check("harness_refuses_parse", refuses)).starts_with("fewer than 30 %"));
        assert!(why(&check("harness_same", same)).starts_with("fewer than half"));
        assert!(why(&check("harness_flat", flat)).starts_with("more than half"));
    }
}
