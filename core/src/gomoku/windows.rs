//! Window tables: what one stone makes on one line, by one lookup.
//!
//! A stone's window is the line up to `reach` cells away on both sides,
//! `k - 1` where more than `k` win and `k` where they do not. Nothing behind
//! the first blocker (a stone of the other colour or a wall) matters, so a
//! side is the stones before it. The right side's code, the nearest cell
//! lowest, the left side's, the nearest cell highest:
//!
//! ```text
//!   right:  +-------+-----------------+---+---+-     -+----+----+
//!           | enemy | 0 .. 0          | 1 |sd |  ...  | s2 | s1 |
//!           +-------+-----------------+---+---+-     -+----+----+
//!   left:   +-------+----+----+-     -+---+---+-----------------+
//!           | enemy | s1 | s2 |  ...  |sd | 1 |          0 .. 0 |
//!           +-------+----+----+-     -+---+---+-----------------+
//! ```
//!
//! `s` tells the player's stones from empty cells, the 1 is the first blocker
//! or, without one, the end of the window: `reach + 1` bits. Only caro asks
//! what the blocker is, an enemy's stone or a wall, and has the bit in front.
//! The index is the left code followed by the right one:
//!
//! | condition, k = 5 | reach | entries |
//! |---|---|---|
//! | at least k | 4 | 1,024 |
//! | exactly k | 5 | 4,096 |
//! | caro, caro exact | 5 | 16,384 |
//!
//! An entry is a [`Pattern`] of one byte and two masks of two bytes. A table
//! is built on first use, by the definition of [`Shape`] alone: windows with
//! more stones first, so that what the next stone makes is known.

mod build;

use std::sync::OnceLock;

use super::{MAX_K, MIN_K, Rule, Shape};
use crate::Player;
use build::Builder;

/// Which rows of one colour win.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Condition {
    /// `k` or more.
    AtLeast,
    /// `k` and no more.
    Exactly,
    /// `k` without an enemy's stone at both ends, or more than `k`.
    Caro,
    /// `k` and no more, without an enemy's stone at both ends.
    CaroExact,
}

impl Condition {
    /// All four.
    pub const ALL: [Condition; 4] =
        [Condition::AtLeast, Condition::Exactly, Condition::Caro, Condition::CaroExact];

    /// What this player wins with under this rule.
    #[must_use]
    pub const fn of(rule: Rule, player: Player) -> Condition {
        match rule {
            Rule::Freestyle => Condition::AtLeast,
            Rule::Standard => Condition::Exactly,
            Rule::Caro => Condition::Caro,
            Rule::CaroExact => Condition::CaroExact,
            Rule::Renju | Rule::Hybrid => match player {
                Player::Black => Condition::Exactly,
                Player::White => Condition::AtLeast,
            },
        }
    }

    const fn asks_enemy(self) -> bool {
        matches!(self, Condition::Caro | Condition::CaroExact)
    }

    /// Whether a row of `length` wins.
    const fn holds(self, k: u32, length: u32, enemy_at_both_ends: bool) -> bool {
        match self {
            Condition::AtLeast => length >= k,
            Condition::Exactly => length == k,
            Condition::Caro => length > k || length == k && !enemy_at_both_ends,
            Condition::CaroExact => length == k && !enemy_at_both_ends,
        }
    }

    /// Whether the player has a winning row on a line of a
    /// [`Lines`](crate::lines::Lines): some shifts, whatever stands there.
    #[must_use]
    pub fn wins_line(self, k: u8, own: u32, other: u32) -> bool {
        let k = u32::from(k);
        let stones = own & !other;
        let enemy = other & !own;
        // Bit i: a row of k begins at cell i.
        let rows = (1..k).fold(stones, |rows, i| rows & stones >> i);
        let exact = rows & !(stones << 1) & !(stones >> k);
        let free = exact & !(enemy << 1 & enemy >> k);
        match self {
            Condition::AtLeast => rows != 0,
            Condition::Exactly => exact != 0,
            Condition::Caro => free != 0 || rows & rows >> 1 != 0,
            Condition::CaroExact => free != 0,
        }
    }
}

/// What a stone makes on one line, in one byte.
///
/// ```text
///   bit   7      6          5          4 3      2 1 0
///       +---+---------+----------+---------+---------+
///       | 0 |  three  | overline |  fours  |  shape  |
///       +---+---------+----------+---------+---------+
/// ```
///
/// The last three fields are renju's words: *fours*, the sets of `k - 1`
/// stones, the stone among them, that one more stone makes a five; *overline*,
/// more than `k` in a row; *three*, some stone makes a straight four of
/// consecutive stones with this one, as far as this line tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Pattern(pub u8);

impl Pattern {
    /// The bit of [`Pattern::is_three`].
    pub const THREE: u8 = 1 << 6;
    /// The bit of [`Pattern::is_overline`].
    pub const OVERLINE: u8 = 1 << 5;

    /// The shape: the low three bits.
    #[must_use]
    #[inline]
    pub const fn shape(self) -> Shape {
        Shape::ALL[(self.0 & 7) as usize]
    }

    /// The number of renju's fours, 0 to 2.
    #[must_use]
    #[inline]
    pub const fn fours(self) -> u8 {
        self.0 >> 3 & 3
    }

    /// Whether more than `k` stand in a row.
    #[must_use]
    #[inline]
    pub const fn is_overline(self) -> bool {
        self.0 & Self::OVERLINE != 0
    }

    /// Whether the line is a three of renju, what is forbidden left aside.
    #[must_use]
    #[inline]
    pub const fn is_three(self) -> bool {
        self.0 & Self::THREE != 0
    }
}

/// The table of one condition and one `k`.
#[derive(Debug)]
pub struct Windows {
    k: u8,
    condition: Condition,
    reach: u32,
    /// Bits of one side's code.
    side_bits: u32,
    patterns: Box<[Pattern]>,
    next: Box<[u16]>,
    straight: Box<[u16]>,
}

/// The bit of a mask of offsets that stands for the stone itself.
const ORIGIN: u32 = 8;

impl Windows {
    /// The table, built on the first call (a few milliseconds at most) and
    /// kept: 5 bytes an entry.
    ///
    /// # Panics
    /// Where `k` is not 3 to 6.
    #[must_use]
    pub fn get(condition: Condition, k: u8) -> &'static Windows {
        const KS: usize = (MAX_K - MIN_K + 1) as usize;
        static CACHE: [OnceLock<Windows>; 4 * KS] = [const { OnceLock::new() }; 4 * KS];
        assert!((MIN_K..=MAX_K).contains(&k), "no rows of {k}");
        CACHE[condition as usize * KS + usize::from(k - MIN_K)]
            .get_or_init(|| Builder::new(condition, k).build())
    }

    /// The table of this player under this rule.
    #[must_use]
    pub fn of(rule: Rule, k: u8, player: Player) -> &'static Windows {
        Self::get(Condition::of(rule, player), k)
    }

    /// The length that wins.
    #[must_use]
    pub const fn k(&self) -> u8 {
        self.k
    }

    /// The condition.
    #[must_use]
    pub const fn condition(&self) -> Condition {
        self.condition
    }

    /// How far a stone's window reaches: `k - 1` or `k` cells on each side. A
    /// stone changes the patterns of no cell farther away.
    #[must_use]
    pub const fn reach(&self) -> u32 {
        self.reach
    }

    /// The number of indices; a table of the caller's beside this one has as
    /// many entries.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.patterns.len()
    }

    /// No table is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// The index of the window around `bit` of a line, given as
    /// [`Lines::sides`](crate::lines::Lines::sides): what stands at `bit`
    /// itself does not matter. About 20 instructions, no branch but the one on
    /// the condition.
    #[must_use]
    #[inline]
    pub const fn index(&self, own: u32, other: u32, bit: u32) -> usize {
        debug_assert!(bit >= 1 && bit <= 30);
        let stones = own & !other;
        let (right_stones, left_stones) = (stones >> (bit + 1), stones << (32 - bit));
        let right_stop = other >> (bit + 1) | 1 << self.reach;
        let low = right_stop & right_stop.wrapping_neg();
        let mut right = right_stones & (low - 1) | low;
        let left_stop = other << (32 - bit) | 1 << (31 - self.reach);
        let high = 1 << 31 >> left_stop.leading_zeros();
        let mut left = (left_stones & !(high | (high - 1)) | high) >> (31 - self.reach);
        if self.condition.asks_enemy() {
            let enemy = other & !own;
            right |= ((enemy >> (bit + 1) & low != 0) as u32) << (self.reach + 1);
            left |= ((enemy << (32 - bit) & high != 0) as u32) << (self.reach + 1);
        }
        (left << self.side_bits | right) as usize
    }

    /// What the stone makes. An index that no window has gives nothing.
    ///
    /// # Panics
    /// Where the index is not below [`Windows::len`].
    #[must_use]
    #[inline]
    pub const fn pattern(&self, index: usize) -> Pattern {
        self.patterns[index]
    }

    /// [`Windows::index`] and [`Windows::pattern`] in one.
    #[must_use]
    #[inline]
    pub const fn look(&self, own: u32, other: u32, bit: u32) -> Pattern {
        self.pattern(self.index(own, other, bit))
    }

    /// The cells of the line whose stone, next after this one at `bit`, makes
    /// the better shape that this one promises: of a four or straight four the
    /// cells that make five (and so the replies that stop it), of a three
    /// those that make a straight four, of a closed three a four, of a two a
    /// three, of a closed two a closed three. Nothing after a five.
    #[must_use]
    #[inline]
    pub const fn next(&self, index: usize, bit: u32) -> u32 {
        on_line(self.next[index], bit)
    }

    /// The cells of the line whose stone makes a straight four of consecutive
    /// stones, both among them: what makes a three of renju a three.
    #[must_use]
    #[inline]
    pub const fn straight(&self, index: usize, bit: u32) -> u32 {
        on_line(self.straight[index], bit)
    }
}

/// Offsets around `bit`, as bits of the line.
#[inline]
const fn on_line(offsets: u16, bit: u32) -> u32 {
    (((offsets as u64) << bit) >> ORIGIN) as u32
}
