//! What is wrong with a run, if anything.

use std::fmt::{self, Display};
use std::time::Duration;

use tesuji_testkit::judge_input::{Difference, compare};

use super::quantity::{Memory, Time, size};
use super::run::{Ending, Ran};

/// What a run may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) timeout: Time,
    pub(super) memory: Memory,
    /// Whether white space counts.
    pub(super) strict: bool,
}

/// Why a program is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Wrong {
    Answer(Difference),
    Code(i32),
    Signal(i32),
    Time(Time),
    /// The limit, and what was seen in use of it.
    Memory(Memory, u64),
    /// The bytes that it may write.
    Flood(usize),
}

/// The bytes that a program may write where this is right: twice as much, and
/// what a person leaves in for debugging.
pub(super) fn most_output(expected: &[String]) -> usize {
    let right: usize = expected.iter().map(|line| line.len() + 1).sum();
    2 * right + (1 << 16)
}

impl Wrong {
    /// What is wrong with this run; `None` where the answers are right. The run
    /// was not interrupted.
    pub(super) fn of(ran: &Ran, expected: &[String], limits: &Limits) -> Option<Wrong> {
        match ran.ending {
            Ending::Timeout => Some(Wrong::Time(limits.timeout)),
            Ending::Flood => Some(Wrong::Flood(most_output(expected))),
            Ending::Code(0) | Ending::Interrupted => {
                compare(expected, &ran.output, limits.strict).map(Wrong::Answer)
            }
            Ending::Code(_) | Ending::Signal(_) if memory_ran_out(ran, limits) => {
                Some(Wrong::Memory(limits.memory, ran.memory))
            }
            Ending::Code(code) => Some(Wrong::Code(code)),
            Ending::Signal(signal) => Some(Wrong::Signal(signal)),
        }
    }

    /// Whether two failures are of one kind: only those are shrunk into each
    /// other.
    pub(super) fn is_like(&self, other: &Wrong) -> bool {
        let crash = |wrong: &Wrong| matches!(wrong, Wrong::Code(_) | Wrong::Signal(_));
        std::mem::discriminant(self) == std::mem::discriminant(other) || crash(self) && crash(other)
    }

    /// The first wrong case, from 0, where an answer is wrong.
    pub(super) fn case(&self) -> Option<usize> {
        match self {
            Wrong::Answer(difference) => Some(difference.line),
            _ => None,
        }
    }
}

/// Whether a program that has failed has met its limit of memory: it says so, or
/// a large part of the limit was in use. (A vector that doubles stops at half.)
fn memory_ran_out(ran: &Ran, limits: &Limits) -> bool {
    let Some(limit) = limits.memory.0 else { return false };
    const WORDS: [&str; 8] = [
        "memory allocation of",
        "bad_alloc",
        "bad_array_new_length",
        "MemoryError",
        "OutOfMemory",
        "out of memory",
        "Out of memory",
        "annot allocate memory",
    ];
    let errors = String::from_utf8_lossy(&ran.errors);
    ran.memory >= limit / 5 * 2 || WORDS.iter().any(|word| errors.contains(word))
}

impl Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Answer(difference) => write!(f, "wrong answer: {}", difference.fault),
            Wrong::Code(code) => write!(f, "crash: it ended with exit code {code}"),
            Wrong::Signal(signal) => {
                write!(f, "crash: it was ended by signal {signal}{}", name(*signal))
            }
            Wrong::Time(time) => write!(f, "time-out: it was still running after {time}"),
            Wrong::Memory(limit, 0) => write!(f, "out of memory: it needs more than {limit}"),
            Wrong::Memory(limit, seen) => {
                let seen = size(seen >> 20 << 20);
                write!(f, "out of memory: it had {seen} of {limit} in use and needs more")
            }
            Wrong::Flood(most) => write!(f, "output without end: it wrote more than {most} bytes"),
        }
    }
}

/// The signals by which programs end of themselves.
fn name(signal: i32) -> &'static str {
    if !cfg!(target_os = "linux") {
        return "";
    }
    match signal {
        4 => " (SIGILL)",
        6 => " (SIGABRT)",
        7 => " (SIGBUS)",
        8 => " (SIGFPE)",
        9 => " (SIGKILL)",
        11 => " (SIGSEGV: a bad pointer, or a stack that is too deep)",
        13 => " (SIGPIPE)",
        15 => " (SIGTERM)",
        _ => "",
    }
}

/// The time that a run may take while a time-out is shrunk: long beside the
/// runs that were in time, short beside the limit, so that many can be tried.
pub(super) fn shrinking_timeout(slowest: Duration, limit: Time) -> Time {
    const LEAST: Duration = Duration::from_millis(150);
    Time((slowest * 20).max(LEAST).min(limit.0))
}
