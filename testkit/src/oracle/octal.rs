//! The checks of take-and-break games.

use arbitrary::Unstructured;
use tesuji_core::ParseError;
use tesuji_solvers::engine::grundy::{Naive, Optimized, Period, Ruleset};
use tesuji_solvers::octal::Code;
use tesuji_solvers::painting::grundy::run_value;
use tesuji_solvers::{Answer, Solver};

use crate::generate::octal;
use crate::generate::painting::byte;
use crate::generate::verbatim;
use crate::{Check, Verdict};

/// The checks.
pub const CHECKS: &[Check] = &[
    Check {
        name: "octal_grundy",
        bucket: "largest value",
        about: "The Grundy values of a random take-and-break game by all options and by rare and \
                common values, asked for in parts, and the period that they prove. It cannot see \
                what only happens beyond 1 500 heaps, or 120 where a move may leave three.",
        run: grundy,
    },
    Check {
        name: "octal_parse",
        bucket: "characters, in fours",
        about: "Codes against a reader that looks at one character after the other: what is \
                accepted, the moves, and written again; a refusal names a place in the text.",
        run: parse,
    },
];

fn grundy(bytes: &[u8]) -> Verdict {
    let mut bytes = Unstructured::new(bytes);
    let ruleset = octal::ruleset(&mut bytes);
    let in_three = ruleset.takes().iter().any(|take| take.leaves(3));
    let longest = if in_three { 120 } else { 1_500 };
    let size = u64::from(byte(&mut bytes)) << 8 | u64::from(byte(&mut bytes));
    let heap = size % (longest + 1);
    let part = u64::from(byte(&mut bytes)) * (heap + 1) / 256;

    let mut slow = Naive::new(ruleset.clone());
    let mut fast = Optimized::new(ruleset.clone());
    for heap in [part, heap] {
        let wanted = slow.values(heap).expect("the heap is small");
        let values = fast.values(heap).expect("the heap is small");
        let differ = values.iter().zip(wanted).position(|(x, y)| x != y);
        assert_eq!(differ, None, "the first heap whose value differs, of {heap}: {ruleset:?}");
        assert_eq!(values.len(), wanted.len(), "{ruleset:?}");
    }
    // With values that go on farther, and with those just asked for.
    for heap in [part, heap] {
        let wanted = slow.period(heap).expect("the heap is small");
        assert_eq!(fast.period(heap), Ok(wanted), "the period by {heap}: {ruleset:?}");
        assert_eq!(
            Optimized::new(ruleset.clone()).period(heap),
            Ok(wanted),
            "the period by {heap} alone: {ruleset:?}"
        );
    }
    if let Some(proved) = slow.period(heap).expect("the heap is small") {
        beyond(&ruleset, &mut slow, &mut fast, proved);
    }
    if ruleset == Ruleset::painting() {
        let values = fast.values(heap).expect("the heap is small");
        let painted = (0..=heap).map(|n| u16::from(run_value(n)));
        assert!(painted.eq(values.iter().copied()), "columns of a grid up to {heap}");
    }
    let values = slow.values(heap).expect("the heap is small");
    let largest = values.iter().copied().max().unwrap_or(0);
    Verdict::compared(&(&ruleset, heap), u32::from(largest))
}

/// Heaps of any size by the period that was proved, and a few more by all
/// options.
fn beyond(ruleset: &Ruleset, slow: &mut Naive, fast: &mut Optimized, proved: Period) {
    let Period { preperiod, period, last_checked } = proved;
    let end = last_checked + period;
    let more = (end + 60).min(if ruleset.reach().0 == 3 { 180 } else { 2_000 });
    let wanted = slow.values(more).expect("the heap is small").to_vec();
    assert_eq!(fast.values(more), Ok(&wanted[..]), "values beyond the proof: {ruleset:?}");
    for heap in [end, u64::MAX, 1 << 40] {
        let same = preperiod + (heap - preperiod) % period;
        let answer = Answer { value: wanted[same as usize], remoteness: None };
        assert_eq!(fast.solve(&heap), Ok(answer), "the heap {heap}: {ruleset:?}");
    }
}

fn parse(bytes: &[u8]) -> Verdict {
    let text = match verbatim(bytes) {
        Some(text) => String::from_utf8_lossy(text).into_owned(),
        None => octal::code(bytes),
    };
    let code = match (text.parse::<Code>(), by_characters(&text)) {
        (Ok(code), Some(wanted)) => {
            assert_eq!(code.digits(), wanted, "digits of {text:?}");
            code
        }
        (Err(error), None) => {
            assert_in_text(&error, &text);
            return Verdict::Refused;
        }
        (Ok(code), None) => panic!("accepted as {code}, and should not be: {text:?}"),
        (Err(error), Some(_)) => panic!("refused ({error}), and should not be: {text:?}"),
    };
    assert_eq!(code.to_string().parse().as_ref(), Ok(&code), "{text:?} written again");
    let ruleset = code.ruleset();
    let mut digits = vec![0; code.digits().len()];
    for take in ruleset.takes() {
        assert_eq!(take.beside, 0, "{code} leaves heaps alone");
        digits[take.tokens as usize] |= take.heaps;
    }
    assert_eq!(digits, code.digits(), "moves of {code}");
    Verdict::compared(&text, (text.len() / 4) as u32)
}

/// A code, read the slow way.
fn by_characters(text: &str) -> Option<Vec<u8>> {
    let code: Vec<char> = text.trim_matches([' ', '\t', '\r', '\n']).chars().collect();
    let dot = code.iter().position(|&c| c == '.')?;
    let (before, behind) = (&code[..dot], &code[dot + 1..]);
    let good = match before {
        [] => !behind.is_empty(),
        [first] => "048Cc".contains(*first),
        _ => false,
    };
    if !good || behind.len() > 255 {
        return None;
    }
    let all = before.iter().chain(behind).map(|c| c.to_digit(16).map(|digit| digit as u8));
    let mut digits: Vec<u8> = all.collect::<Option<_>>()?;
    if before.is_empty() {
        digits.insert(0, 0);
    }
    let last = digits.iter().rposition(|&digit| digit != 0).unwrap_or(0);
    digits.truncate(last + 1);
    Some(digits)
}

/// An error's place is a character of the text, or just behind the last one of
/// a line.
fn assert_in_text(error: &ParseError, text: &str) {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let line = error.place.line.checked_sub(1).and_then(|index| text.split('\n').nth(index));
    let inside =
        line.is_some_and(|line| (1..=line.chars().count() + 1).contains(&error.place.column));
    assert!(inside, "{error}: no such place in {text:?}");
}
