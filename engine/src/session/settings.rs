//! What a manager has told about the game.

use std::time::Duration;

use tesuji_core::gomoku::Rule;

use crate::protocol::Info;

/// Everything that `INFO` set. `None`: not told.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Settings {
    /// What wins and what is forbidden.
    pub rule: Rule,
    /// Whether the game goes on after a row.
    pub continuous: bool,
    /// Milliseconds for a move; 0 or less: at once.
    pub timeout_turn: Option<i64>,
    /// Milliseconds for the whole game; 0 or less: no limit.
    pub timeout_match: Option<i64>,
    /// Milliseconds left for the game when it was told; [`Settings::used`]
    /// begins anew then.
    pub time_left: Option<i64>,
    /// Time used since the game began, or since `time_left` was told.
    pub used: Duration,
    /// Bytes; 0 or less: no limit.
    pub max_memory: Option<i64>,
    /// Nodes for a move.
    pub max_node: Option<u64>,
    /// Plies of the last iteration.
    pub max_depth: Option<u32>,
    /// Threads that search.
    pub thread_num: Option<usize>,
    /// KiB of the transposition table.
    pub hash_size: Option<u64>,
}

/// `time_left` of a game without a limit.
const NO_LIMIT: i64 = i32::MAX as i64;

impl Settings {
    /// Takes in one piece of information, rules apart.
    pub(super) fn learn(&mut self, info: &Info) {
        let positive = |value: i64| u64::try_from(value).ok().filter(|&value| value > 0);
        match *info {
            Info::TimeoutTurn(value) => self.timeout_turn = Some(value),
            Info::TimeoutMatch(value) => self.timeout_match = Some(value),
            Info::TimeLeft(value) => {
                self.time_left = Some(value);
                self.used = Duration::ZERO;
            }
            Info::MaxMemory(value) => self.max_memory = Some(value),
            Info::MaxNode(value) => self.max_node = positive(value),
            Info::MaxDepth(value) => {
                self.max_depth = positive(value).map(|depth| depth.min(1000) as u32);
            }
            Info::ThreadNum(value) => {
                self.thread_num = positive(value).map(|threads| threads.min(1000) as usize);
            }
            Info::HashSize(value) => self.hash_size = positive(value),
            Info::Rule(_) | Info::Ignored => {}
        }
    }

    /// The time that is left for the game now; `None` where it has no limit.
    /// Nothing where it has run out.
    #[must_use]
    pub fn left(&self) -> Option<Duration> {
        let total = match (self.time_left, self.timeout_match) {
            (Some(left), _) if left < NO_LIMIT => left,
            (None, Some(total)) if total > 0 => total,
            _ => return None,
        };
        let total = Duration::from_millis(u64::try_from(total).unwrap_or(0));
        Some(total.saturating_sub(self.used))
    }

    /// The limit of the game's memory in bytes, where there is one.
    #[must_use]
    pub fn memory(&self) -> Option<u64> {
        self.max_memory.and_then(|bytes| u64::try_from(bytes).ok()).filter(|&bytes| bytes > 0)
    }
}

/// The rule of these bits, and whether the game is continuous; `None` where
/// they name no game.
pub(super) fn rule_of(bits: i64) -> Option<(Rule, bool)> {
    let rule = match bits & !2 {
        0 => Rule::Freestyle,
        1 => Rule::Standard,
        4 => Rule::Renju,
        8 => Rule::Caro,
        9 => Rule::CaroExact,
        _ => return None,
    };
    Some((rule, bits & 2 != 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_name_five_rules_and_continuous_ones() {
        let known: Vec<i64> = (-20..40).filter(|&bits| rule_of(bits).is_some()).collect();
        assert_eq!(known, [0, 1, 2, 3, 4, 6, 8, 9, 10, 11]);
        assert_eq!(rule_of(6), Some((Rule::Renju, true)));
        assert_eq!(rule_of(i64::MIN), None);
    }

    #[test]
    fn the_time_left_is_the_last_that_was_told() {
        let mut settings = Settings::default();
        let second = Duration::from_secs(1);
        assert_eq!(settings.left(), None);
        settings.learn(&Info::TimeoutMatch(5000));
        settings.used = second;
        assert_eq!(settings.left(), Some(4 * second));
        settings.learn(&Info::TimeLeft(3000));
        assert_eq!(settings.left(), Some(3 * second));
        settings.used = second;
        assert_eq!(settings.left(), Some(2 * second));
        settings.learn(&Info::TimeLeft(-7));
        assert_eq!(settings.left(), Some(Duration::ZERO));
        // No limit, whatever the match was said to be.
        settings.learn(&Info::TimeLeft(2_147_483_647));
        assert_eq!(settings.left(), None);
        settings.learn(&Info::TimeLeft(i64::MAX));
        assert_eq!(settings.left(), None);
    }
}
