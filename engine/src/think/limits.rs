//! How long a move may take, and how much memory.
//!
//! # Time
//!
//! A turn's time runs from when its command was read. What the manager gives is
//! not used up: a margin stays, a twentieth, at least 30 ms and at most 500 ms,
//! and never more than half. That covers the way through the pipes, the search's
//! own 10 ms, and what the system does in between.
//!
//! Where the whole game has a limit, a move aims at a sixteenth of what is left
//! of it and takes at most a quarter; it ends after an iteration where the next
//! would go beyond the aim. Without any limit a move takes a second, unless
//! nodes or depth bound it. A limit of 0 is answered by a thousand nodes, a
//! millisecond.
//!
//! # Memory
//!
//! The transposition table takes what is left of `max_memory` (350 MB where the
//! manager tells none, as in Gomocup, and where it tells 0, no limit) after what
//! the program needs itself; less where the time for a move would not fill it.

use std::time::{Duration, Instant};

use crate::session::Settings;

/// Nodes of a move that is to be answered at once.
pub(super) const AT_ONCE: u64 = 1_000;

/// A move's time where nothing bounds it.
const DEFAULT: Duration = Duration::from_secs(1);

/// The memory that a manager is taken to give, in bytes.
const DEFAULT_MEMORY: u64 = 350_000_000;

/// What the program needs besides the transposition table, in bytes, with one
/// thread.
pub const OWN_MEMORY: u64 = 16 << 20;

/// What each further thread needs.
const THREAD_MEMORY: u64 = 2 << 20;

/// The smallest table.
const LEAST_TABLE: u64 = 64 << 10;

/// Bytes of the table that a millisecond of search is worth: at some two
/// thousand nodes, an entry of 16 bytes each, with room.
const TABLE_A_MILLISECOND: u64 = 128 << 10;

/// The table before anything is told that would size it.
const UNTOLD: u64 = 16 << 20;

/// The time of one turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Time {
    begin: Instant,
    /// Stop here.
    hard: Option<Duration>,
    /// Begin no iteration that would end after this.
    soft: Option<Duration>,
    at_once: bool,
}

impl Time {
    /// No clock.
    pub(super) const fn unlimited(begin: Instant) -> Time {
        Time { begin, hard: None, soft: None, at_once: false }
    }

    /// What these settings give a turn that was read at `begin`, with so many
    /// empty cells.
    #[must_use]
    pub fn of(settings: &Settings, begin: Instant, empty: usize) -> Time {
        let turn = settings.timeout_turn;
        let left = settings.left();
        let mut time = Time::unlimited(begin);
        let turn = turn.map(|turn| Duration::from_millis(u64::try_from(turn).unwrap_or(0)));
        time.hard = turn.map(|turn| turn - margin(turn));
        if let Some(left) = left {
            let left = left - margin(left);
            let moves = u32::try_from(empty.div_ceil(2)).unwrap_or(u32::MAX).clamp(1, 16);
            let most = left / moves.min(4);
            time.hard = Some(time.hard.map_or(most, |hard| hard.min(most)));
            time.soft = Some(left / moves);
        }
        let bounded = settings.max_node.is_some() || settings.max_depth.is_some();
        if time.hard.is_none() && !bounded {
            time.hard = Some(DEFAULT - margin(DEFAULT));
        }
        if time.hard.is_some_and(|hard| hard < Duration::from_millis(2)) {
            time.at_once = true;
        }
        time
    }

    /// Whether there is no time to think at all.
    #[must_use]
    pub fn at_once(&self) -> bool {
        self.at_once
    }

    /// What is left of the turn; `None` where it has no limit.
    #[must_use]
    pub fn left(&self) -> Option<Duration> {
        if self.at_once {
            return None;
        }
        self.hard.map(|hard| hard.saturating_sub(self.begin.elapsed()))
    }

    /// This time, of which a part in `of` may be used from now on.
    pub(super) fn part(&self, of: u32) -> Time {
        let part = self.left().map(|left| left / of + self.begin.elapsed());
        Time { hard: part.or(self.hard), soft: None, ..*self }
    }

    /// Whether another iteration is not worth beginning: each takes about as
    /// long as all before it.
    pub(super) fn is_nearly_over(&self) -> bool {
        self.soft.is_some_and(|soft| 2 * self.begin.elapsed() > soft)
    }
}

/// What is not used of a limit; the page says why.
#[must_use]
pub fn margin(limit: Duration) -> Duration {
    let usual = (limit / 20).clamp(Duration::from_millis(30), Duration::from_millis(500));
    usual.min(limit / 2)
}

/// The threads that these settings ask for: no more than the machine runs at
/// once.
pub(super) fn threads(settings: &Settings) -> usize {
    let available = std::thread::available_parallelism().map_or(1, usize::from);
    settings.thread_num.unwrap_or(1).clamp(1, available)
}

/// The memory that the least of tables and so many threads take.
fn least_memory(threads: usize) -> u64 {
    OWN_MEMORY + THREAD_MEMORY * (threads as u64 - 1) + LEAST_TABLE
}

/// The largest table that the memory has room for, a power of two.
#[must_use]
pub fn most_table(settings: &Settings) -> usize {
    let memory = settings.memory().unwrap_or(DEFAULT_MEMORY);
    let most = (memory + LEAST_TABLE).saturating_sub(least_memory(threads(settings)));
    power_of_two(most)
}

/// Bytes of the transposition table, a power of two.
#[must_use]
pub fn table_bytes(settings: &Settings) -> usize {
    let wanted = match settings.hash_size {
        Some(kib) => kib.saturating_mul(1024),
        None => bytes_filled(settings),
    };
    power_of_two(wanted).min(most_table(settings))
}

fn power_of_two(bytes: u64) -> usize {
    let bytes = 1_u64 << bytes.max(LEAST_TABLE).ilog2();
    usize::try_from(bytes).unwrap_or(1 << (usize::BITS - 2))
}

/// Bytes that the entries of a move's search fill.
fn bytes_filled(settings: &Settings) -> u64 {
    let turn = settings.timeout_turn.and_then(|turn| u64::try_from(turn).ok());
    // A game's limit as it was first told: what is left of it shrinks, and a
    // table does not.
    let game = settings.timeout_match.filter(|&total| total > 0).map(|total| total as u64 / 16);
    let time = turn.into_iter().chain(game).min();
    let by_time = time.map(|time| time.saturating_mul(TABLE_A_MILLISECOND).max(1 << 20));
    let by_nodes = settings.max_node.map(|nodes| nodes.saturating_mul(64));
    by_time.into_iter().chain(by_nodes).min().unwrap_or(UNTOLD)
}

/// What is wrong with the limit of memory, if anything is.
pub(super) fn objection(settings: &Settings) -> Option<String> {
    let (memory, least) = (settings.memory()?, least_memory(threads(settings)));
    (memory < least)
        .then(|| format!("max_memory {memory} is less than the {least} bytes that are needed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(turn: Option<i64>, game: Option<i64>, left: Option<i64>) -> Settings {
        Settings { timeout_turn: turn, timeout_match: game, time_left: left, ..Settings::default() }
    }

    fn hard(settings: &Settings) -> Option<u128> {
        let time = Time::of(settings, Instant::now(), 200);
        (!time.at_once).then(|| time.hard.map_or(u128::MAX, |hard| hard.as_millis()))
    }

    #[test]
    fn a_margin_stays_of_every_limit() {
        let turn = |turn| hard(&settings(Some(turn), None, None));
        assert_eq!(
            [20, 100, 500, 1_000, 30_000].map(turn),
            [Some(10), Some(70), Some(470), Some(950), Some(29_500)]
        );
        assert_eq!(turn(i64::MAX), Some(i64::MAX as u128 - 500));
    }

    #[test]
    fn no_time_is_answered_at_once() {
        for (turn, left) in [
            (Some(0), None),
            (Some(-5), None),
            (Some(i64::MIN), Some(1000)),
            (Some(1), None),
            (Some(1000), Some(0)),
            (None, Some(-7)),
            (None, Some(i64::MIN)),
            (None, Some(8)),
        ] {
            assert_eq!(hard(&settings(turn, None, left)), None, "{turn:?} {left:?}");
        }
    }

    #[test]
    fn a_game_s_limit_is_shared_among_its_moves() {
        let of = |turn, left, empty| {
            let time = Time::of(&settings(turn, None, Some(left)), Instant::now(), empty);
            (time.hard.map(|t| t.as_millis()), time.soft.map(|t| t.as_millis()))
        };
        assert_eq!(of(Some(30_000), 160_500, 200), (Some(29_500), Some(10_000)));
        assert_eq!(of(Some(30_000), 20_500, 200), (Some(5_000), Some(1_250)));
        // One empty cell is left: all the time is for it.
        assert_eq!(of(None, 10_500, 1), (Some(10_000), Some(10_000)));
        let unlimited = i64::from(i32::MAX);
        assert_eq!(of(Some(1_000), unlimited, 200), (Some(950), None));
    }

    #[test]
    fn without_any_limit_a_move_takes_a_second() {
        assert_eq!(hard(&Settings::default()), Some(950));
        assert_eq!(hard(&settings(None, Some(0), None)), Some(950));
        let nodes = Settings { max_node: Some(100), ..Settings::default() };
        assert_eq!(hard(&nodes), Some(u128::MAX));
        let both = Settings { max_node: Some(100), ..settings(Some(100), None, None) };
        assert_eq!(hard(&both), Some(70));
    }

    #[test]
    fn the_table_fits_the_memory_and_the_time() {
        let table = |settings: Settings| table_bytes(&settings) as u64;
        assert_eq!(table(Settings::default()), 16 << 20);
        assert_eq!(table(settings(Some(500), None, None)), 32 << 20);
        assert_eq!(table(settings(Some(30_000), None, None)), 256 << 20);
        assert_eq!(table(settings(Some(0), None, None)), 1 << 20);
        assert_eq!(table(settings(Some(i64::MAX), Some(i64::MAX), None)), 256 << 20);
        for memory in [1, 1_000_000, 20_000_000, 83_886_080, 350_000_000, i64::MAX] {
            for threads in [1, 2, 1000] {
                for hash in [None, Some(1), Some(100_000), Some(u64::MAX)] {
                    let told = Settings {
                        timeout_turn: Some(30_000),
                        max_memory: Some(memory),
                        thread_num: Some(threads),
                        hash_size: hash,
                        ..Settings::default()
                    };
                    let bytes = table(told.clone());
                    assert!(bytes.is_power_of_two() && bytes >= LEAST_TABLE);
                    let own = least_memory(super::threads(&told)) - LEAST_TABLE;
                    let kept = bytes + own <= memory as u64;
                    assert_eq!(kept, objection(&told).is_none(), "{told:?}");
                }
            }
        }
    }
}
