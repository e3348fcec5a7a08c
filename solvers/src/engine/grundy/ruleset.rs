//! What a move may do to a heap.

use crate::Refusal;

/// One kind of move: take so many tokens, and leave so many heaps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Take {
    /// The tokens that are taken, 0 to [`Ruleset::MAX_TOKENS`].
    pub tokens: u32,
    /// Into how many heaps what is left may be broken, none of them empty.
    ///
    /// ```text
    /// bit 3    bit 2    bit 1    bit 0
    /// three    two      one      none: the heap had just these tokens
    /// ```
    pub heaps: u8,
    /// The Grundy value of what the move leaves beside the heaps: 0 in octal
    /// games.
    pub beside: u16,
}

impl Take {
    /// Whether it may leave this many heaps, 0 to 3.
    #[must_use]
    pub const fn leaves(self, heaps: u32) -> bool {
        self.heaps >> heaps & 1 == 1
    }
}

/// The moves of a take-and-break game. It ends: every move takes a token or
/// breaks a heap into smaller ones.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ruleset {
    takes: Vec<Take>,
}

impl Ruleset {
    /// The most tokens that a move may take.
    pub const MAX_TOKENS: u32 = 255;

    /// The most kinds of moves.
    pub const MAX_TAKES: usize = 1_024;

    /// The largest value beside the heaps.
    pub const MAX_BESIDE: u16 = 255;

    /// A game of these moves.
    ///
    /// # Errors
    /// [`Refusal::Invalid`] where a move takes nothing and breaks nothing, and
    /// [`Refusal::TooLarge`] beyond the limits above.
    pub fn new(takes: impl IntoIterator<Item = Take>) -> Result<Ruleset, Refusal> {
        let too_large = |asked: String, limit: String| Err(Refusal::TooLarge { asked, limit });
        let takes: Vec<Take> = takes.into_iter().filter(|take| take.heaps != 0).collect();
        if takes.len() > Ruleset::MAX_TAKES {
            let most = format!("a game has at most {}", Ruleset::MAX_TAKES);
            return too_large(format!("a game of {} kinds of moves", takes.len()), most);
        }
        for &Take { tokens, heaps, beside } in &takes {
            if heaps > 0b1111 {
                let asked = format!("a move that leaves more than three heaps ({heaps:#b})");
                return too_large(asked, "a move leaves none to three".into());
            }
            if tokens > Ruleset::MAX_TOKENS || beside > Ruleset::MAX_BESIDE {
                let asked = format!("a move that takes {tokens} and leaves *{beside} beside");
                let (most, value) = (Ruleset::MAX_TOKENS, Ruleset::MAX_BESIDE);
                return too_large(asked, format!("at most {most} tokens and *{value}"));
            }
            if tokens == 0 && heaps & 0b11 != 0 {
                let why = "a move that takes no token must leave two or three heaps";
                return Err(Refusal::Invalid(why.into()));
            }
        }
        Ok(Ruleset { takes })
    }

    /// The untouched columns of a painting grid as heaps.
    ///
    /// Who paints one cell takes its column and leaves, beside the columns on
    /// the left and on the right, the other cell, a game of value 1: options
    /// g(i) xor g(n − 1 − i) xor 1. Who paints a block takes two columns:
    /// options g(i) xor g(n − 2 − i). As there may be no column on either
    /// side, both leave none, one or two heaps: Kayles (`0.77`) but for the
    /// cell that is left.
    #[must_use]
    pub fn painting() -> Ruleset {
        let cell = Take { tokens: 1, heaps: 0b111, beside: 1 };
        let block = Take { tokens: 2, heaps: 0b111, beside: 0 };
        Ruleset { takes: vec![cell, block] }
    }

    /// The kinds of moves, in the order given; none without an effect.
    #[must_use]
    pub fn takes(&self) -> &[Take] {
        &self.takes
    }

    /// The most heaps that a move may leave, and the most tokens that one may
    /// take: s and k of the finite check. At least (1, 0).
    #[must_use]
    pub fn reach(&self) -> (u64, u64) {
        let heaps = self.takes.iter().map(|take| u64::from(take.heaps.ilog2())).max();
        let tokens = self.takes.iter().map(|take| u64::from(take.tokens)).max();
        (heaps.unwrap_or(1).max(1), tokens.unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KAYLES: Take = Take { tokens: 1, heaps: 0b111, beside: 0 };

    #[test]
    fn rules_are_taken_up_to_their_limits_and_no_farther() {
        for good in [
            Take { tokens: 255, ..KAYLES },
            Take { beside: 255, ..KAYLES },
            Take { heaps: 0b1111, ..KAYLES },
            Take { tokens: 0, heaps: 0b1100, beside: 0 },
        ] {
            assert_eq!(Ruleset::new([good]).unwrap().takes(), [good]);
        }
        for (bad, why) in [
            (
                Take { tokens: 256, ..KAYLES },
                "a move that takes 256 and leaves *0 beside is beyond the limit: at most 255 tokens \
                 and *255",
            ),
            (
                Take { beside: 256, ..KAYLES },
                "a move that takes 1 and leaves *256 beside is beyond the limit: at most 255 tokens \
                 and *255",
            ),
            (
                Take { heaps: 0b1_0000, ..KAYLES },
                "a move that leaves more than three heaps (0b10000) is beyond the limit: a move \
                 leaves none to three",
            ),
            (
                Take { tokens: 0, heaps: 0b101, beside: 0 },
                "a move that takes no token must leave two or three heaps",
            ),
            (
                Take { tokens: 0, heaps: 0b110, beside: 0 },
                "a move that takes no token must leave two or three heaps",
            ),
        ] {
            assert_eq!(Ruleset::new([bad]).unwrap_err().to_string(), why);
        }
        assert!(Ruleset::new([KAYLES; 1024]).is_ok());
        assert_eq!(
            Ruleset::new([KAYLES; 1025]).unwrap_err().to_string(),
            "a game of 1025 kinds of moves is beyond the limit: a game has at most 1024"
        );
    }

    #[test]
    fn a_move_that_leaves_nothing_of_any_kind_is_none() {
        let nothing = Take { heaps: 0, ..KAYLES };
        let ruleset = Ruleset::new([nothing]).unwrap();
        assert_eq!((ruleset.takes(), ruleset.reach()), (&[][..], (1, 0)));
    }

    #[test]
    fn the_reach_is_the_most_heaps_and_the_most_tokens() {
        let reach = |takes: &[Take]| Ruleset::new(takes.iter().copied()).unwrap().reach();
        assert_eq!(reach(&[Take { heaps: 0b1, ..KAYLES }]), (1, 1));
        assert_eq!(reach(&[KAYLES, Take { tokens: 7, heaps: 0b10, beside: 0 }]), (2, 7));
        assert_eq!(reach(&[KAYLES, Take { tokens: 3, heaps: 0b1000, beside: 0 }]), (3, 3));
    }
}
