//! Published truths of take-and-break games, by both roads where the slow one
//! gets there.

use tesuji_solvers::engine::grundy::{Naive, Optimized, Period, Ruleset, Take};
use tesuji_solvers::octal::Code;
use tesuji_solvers::painting::grundy::optimized::{PERIOD, PREPERIOD};
use tesuji_solvers::painting::grundy::run_value;
use tesuji_solvers::{Refusal, Solver};
use tesuji_testkit::fnv::Fnv;

const VECTORS: &str = include_str!("../data/octal.txt");

/// The vectors of a kind: a code, and its numbers.
fn vectors(kind: &str) -> Vec<(&'static str, Vec<u64>)> {
    let lines = VECTORS.lines().filter(|line| !line.starts_with('#'));
    let entry = |line: &'static str| {
        let mut fields = line.split(" | ");
        let is_of_kind = fields.next() == Some(kind);
        let code = fields.next().expect("a code");
        let numbers = fields.flat_map(|field| field.split(' '));
        let numbers = numbers.map(|number| number.parse().expect("a number")).collect();
        is_of_kind.then_some((code, numbers))
    };
    let vectors: Vec<_> = lines.filter_map(entry).collect();
    assert!(vectors.len() >= 5, "vectors of {kind}");
    vectors
}

/// Codes with preperiod and period.
fn periods() -> Vec<(&'static str, u64, u64)> {
    let period = |(code, numbers): (&'static str, Vec<u64>)| (code, numbers[0], numbers[1]);
    vectors("period").into_iter().map(period).collect()
}

fn ruleset(code: &str) -> Ruleset {
    code.parse::<Code>().unwrap().ruleset()
}

fn total(values: &[u16]) -> (u16, u64) {
    let largest = values.iter().copied().max().unwrap();
    (largest, values.iter().copied().map(u64::from).sum())
}

/// The last heap that the proof looks at, where a move leaves at most two heaps
/// and takes at most so many tokens.
fn end_of_proof(preperiod: u64, period: u64, tokens: u64) -> u64 {
    2 * (preperiod + period) + tokens - 2
}

#[test]
fn published_periods_are_proved_and_no_earlier() {
    for (code, preperiod, period) in periods() {
        let tokens = code.len() as u64 - 2;
        let end = end_of_proof(preperiod, period, tokens);
        let wanted = Period { preperiod, period, last_checked: end - period };
        let mut fast = Optimized::new(ruleset(code));
        assert_eq!(fast.period(end - 1), Ok(None), "{code}");
        assert_eq!(fast.period(end), Ok(Some(wanted)), "{code}");
        assert_eq!(fast.period(end + 1_000), Ok(Some(wanted)), "{code}");
        let far = Optimized::new(ruleset(code)).solve(&u64::MAX);
        let same = preperiod + (u64::MAX - preperiod) % period;
        assert_eq!(far, fast.solve(&same), "{code}");
    }
}

#[test]
fn published_periods_by_all_options() {
    for (code, preperiod, period) in &periods()[..6] {
        let end = end_of_proof(*preperiod, *period, code.len() as u64 - 2);
        let wanted = Period { preperiod: *preperiod, period: *period, last_checked: end - period };
        let mut slow = Naive::new(ruleset(code));
        assert_eq!(slow.period(end - 1), Ok(None), "{code}");
        assert_eq!(slow.period(end), Ok(Some(wanted)), "{code}");
        let mut fast = Optimized::new(ruleset(code));
        assert_eq!(fast.values(end), slow.values(end), "{code}");
    }
}

#[test]
fn published_totals_by_both_roads() {
    for (code, numbers) in vectors("total") {
        let mut slow = Naive::new(ruleset(code));
        let mut fast = Optimized::new(ruleset(code));
        let wanted = slow.values(19_999).unwrap();
        assert_eq!(total(wanted), (numbers[0] as u16, numbers[1]), "{code}");
        assert_eq!(fast.values(19_999), Ok(wanted), "{code}");
    }
}

#[test]
fn first_values_as_published() {
    for (code, numbers) in vectors("values") {
        let wanted: Vec<u16> = numbers.iter().map(|&value| value as u16).collect();
        let wanted = &wanted[..];
        let last = wanted.len() as u64 - 1;
        assert_eq!(Naive::new(ruleset(code)).values(last), Ok(wanted), "{code}");
        assert_eq!(Optimized::new(ruleset(code)).values(last), Ok(wanted), "{code}");
    }
}

/// All codes of one to three octal digits, those with a first digit 4, and
/// some thousand with hexadecimal digits.
#[test]
fn small_codes_by_both_roads() {
    let octal = (0..1_024).map(|digits| {
        let first = if digits < 512 { 0 } else { 4 };
        format!("{first}.{:03o}", digits % 512)
    });
    let hexadecimal = (0..4_096).step_by(3).map(|digits| {
        let first = ["0", "8", "C"][digits % 5 % 3];
        format!("{first}.{digits:03X}")
    });
    let mut proved = 0;
    for code in octal.chain(hexadecimal) {
        let ruleset = ruleset(&code);
        let heap = if ruleset.reach().0 == 3 { 64 } else { 300 };
        let mut slow = Naive::new(ruleset.clone());
        let mut fast = Optimized::new(ruleset);
        assert_eq!(fast.values(heap), slow.values(heap), "{code}");
        let period = slow.period(heap).unwrap();
        assert_eq!(fast.period(heap), Ok(period), "{code}");
        proved += u32::from(period.is_some());
    }
    assert!(proved > 500, "{proved} codes have a proved period");
}

#[test]
fn a_grid_of_painting_is_a_ruleset() {
    let ruleset = Ruleset::painting();
    let mut fast = Optimized::new(ruleset.clone());
    let values = fast.values(200_000).unwrap();
    let mut fnv = Fnv::new();
    for (n, &value) in (0..).zip(values) {
        assert_eq!(value, u16::from(run_value(n)), "g({n})");
        fnv.byte(value as u8);
    }
    assert_eq!(fnv.value(), 0xf56b_71bb_fdf0_e406);
    let mut slow = Naive::new(ruleset);
    assert_eq!(slow.values(5_000), Ok(&values[..=5_000]));
    let period = Period { preperiod: 71, period: 12, last_checked: 154 };
    assert_eq!((PREPERIOD as u64, PERIOD as u64), (71, 12));
    assert_eq!(slow.period(166), Ok(Some(period)));
    assert_eq!(fast.period(166), Ok(Some(period)));
    assert_eq!(fast.period(165), Ok(None));
    for heap in [10_u64.pow(18), u64::MAX] {
        let value = fast.solve(&heap).unwrap().value;
        assert_eq!(value, u16::from(run_value(heap)), "{heap} columns");
    }
}

#[test]
fn values_of_more_than_eight_bits() {
    // One to 255 tokens: the heap modulo 256; one more token takes 256 no
    // longer for 0, and three heaps make values grow with the heap.
    let all = format!("0.{}", "3".repeat(255));
    let mut fast = Optimized::new(ruleset(&all));
    assert!(fast.values(1_000).unwrap().iter().zip(0_u16..).all(|(&v, n)| v == n % 256));
    for code in ["0.FF", "0.8", "8.07", "0.3F"] {
        let mut slow = Naive::new(ruleset(code));
        let mut fast = Optimized::new(ruleset(code));
        let wanted = slow.values(700).unwrap();
        assert!(code == "0.FF" || wanted.iter().any(|&value| value > 200), "{code}: {wanted:?}");
        assert_eq!(fast.values(700), Ok(wanted), "{code}");
    }
    // Officers has values of nine bits: see the totals.
}

#[test]
fn moves_far_apart_and_values_beside() {
    let take = |tokens, heaps, beside| Take { tokens, heaps, beside };
    let games = [
        vec![take(255, 0b111, 0), take(1, 0b100, 0)],
        vec![take(1, 0b111, 255), take(2, 0b110, 3)],
        vec![take(3, 0b100, 5), take(6, 0b010, 0), take(3, 0b001, 1)],
        vec![take(0, 0b100, 2), take(4, 0b111, 9)],
    ];
    for takes in games {
        let ruleset = Ruleset::new(takes).unwrap();
        let mut slow = Naive::new(ruleset.clone());
        let mut fast = Optimized::new(ruleset.clone());
        assert_eq!(fast.values(4_000), slow.values(4_000), "{ruleset:?}");
        assert_eq!(fast.period(4_000), slow.period(4_000), "{ruleset:?}");
    }
}

#[test]
fn asking_in_parts_changes_nothing() {
    for code in ["0.16", "0.6", "0.07", "0.644"] {
        let mut whole = Optimized::new(ruleset(code));
        let wanted = whole.values(3_000).unwrap();
        let mut parts = Optimized::new(ruleset(code));
        for heap in (0..=3_000).step_by(7) {
            assert_eq!(parts.values(heap), Ok(&wanted[..=heap as usize]), "{code} to {heap}");
        }
        assert_eq!(parts.values(3_000), Ok(wanted), "{code}");
    }
}

#[test]
fn codes_are_read_and_written() {
    let same = ["0.77", "0.137", "0.07", "4.007", "8.07", "C.0F", "0.0", "4.0", "0.8A"];
    for code in same {
        assert_eq!(code.parse::<Code>().unwrap().to_string(), code);
    }
    let shorter = [
        ("0.770", "0.77"),
        (".77", "0.77"),
        ("4.", "4.0"),
        ("0.", "0.0"),
        ("0.000", "0.0"),
        ("c.f", "C.F"),
        (" 0.6\n", "0.6"),
    ];
    for (code, written) in shorter {
        assert_eq!(code.parse::<Code>().unwrap().to_string(), written, "{code:?}");
    }
    let long = format!("0.{}", "7".repeat(255));
    assert_eq!(long.parse::<Code>().unwrap().digits().len(), 256);
}

#[test]
fn bad_codes_are_refused_at_their_place() {
    let bad = [
        ("", 1, "expected a digit or a dot, as in 0.77, found the end of the input"),
        (".", 2, "expected a digit from 0 to 9 or A to F, found the end of the input"),
        ("77", 1, "the first digit of a code is 0, 4, 8 or C"),
        ("07", 2, "expected a dot, as in 0.77, found \"7\""),
        ("4", 2, "expected a dot, as in 0.77, found the end of the input"),
        ("1.7", 1, "the first digit of a code is 0, 4, 8 or C"),
        ("6.7", 1, "the first digit of a code is 0, 4, 8 or C"),
        ("80.7", 2, "expected a dot"),
        ("0.7g", 4, "expected a digit from 0 to 9 or A to F, or the end of the code, found \"g\""),
        ("0.[3]", 3, "found \"[3]\""),
        ("0.7.7", 4, "found \".7\""),
        ("0.7 7", 5, "found \"7\""),
        ("-0.7", 1, "found \"-0.7\""),
        ("0·7", 2, "found \"·7\""),
        ("nim", 1, "found \"nim\""),
    ];
    for (code, column, words) in bad {
        let error = code.parse::<Code>().unwrap_err();
        assert_eq!((error.place.line, error.place.column), (1, column), "{code:?}: {error}");
        assert!(error.to_string().contains(words), "{code:?}: {error}");
    }
    let long = format!("0.{}", "7".repeat(256));
    let error = long.parse::<Code>().unwrap_err();
    assert_eq!(error.place.column, 258, "{error}");
}

#[test]
fn what_is_beyond_the_limits_is_refused() {
    let refused = |result: Result<&[u16], Refusal>| {
        assert!(matches!(result, Err(Refusal::TooLarge { .. })), "{result:?}");
    };
    refused(Naive::new(ruleset("0.77")).values(Naive::MAX_HEAP + 1));
    refused(Naive::new(ruleset("0.8")).values(Naive::MAX_HEAP_IN_THREE + 1));
    refused(Optimized::new(ruleset("0.77")).values(Optimized::MAX_HEAP + 1));
    // Values that grow with the heap: the sets of pairs become too many.
    refused(Optimized::new(ruleset("8.3")).values(100_000));
    // No period is known, and no sparse space is found.
    let far = Optimized::new(ruleset("0.004")).solve(&(Optimized::MAX_HEAP + 1));
    assert!(matches!(far, Err(Refusal::TooLarge { .. })), "{far:?}");

    let take = |tokens, heaps, beside| Ruleset::new([Take { tokens, heaps, beside }]);
    assert!(matches!(take(0, 0b111, 0), Err(Refusal::Invalid(_))));
    assert!(matches!(take(256, 0b111, 0), Err(Refusal::TooLarge { .. })));
    assert!(matches!(take(1, 0b1_0000, 0), Err(Refusal::TooLarge { .. })));
    assert!(matches!(take(1, 0b111, 256), Err(Refusal::TooLarge { .. })));
    assert!(Ruleset::new([]).unwrap().takes().is_empty());
}
