//! Numbering the subsets of a few positions with a limited number of members.

/// How many subsets of `positions` things have at most so many members.
#[derive(Clone, Debug)]
pub(super) struct Counts([[u32; 33]; 33]);

impl Counts {
    pub(super) fn new() -> Counts {
        // A subset of p + 1 things has the last one or has it not. Counts
        // above 32 bits belong to subsets that no board has.
        let mut counts = [[1_u32; 33]; 33];
        for positions in 1..33 {
            for members in 1..33 {
                let above = &counts[positions - 1];
                counts[positions][members] = above[members].saturating_add(above[members - 1]);
            }
        }
        Counts(counts)
    }

    pub(super) fn of(&self, positions: u32, members: u32) -> usize {
        self.0[positions as usize][members as usize] as usize
    }
}

/// The subsets with at most `members` members, as bit masks in ascending
/// order; a subset's number is its place there.
///
/// The subsets of the first p positions are the first `count(p)` of the list,
/// so one list and one numbering serve rows of every length.
#[derive(Clone, Debug)]
pub(super) struct Subsets {
    pub(super) members: u32,
    pub(super) list: Vec<u32>,
    counts: Counts,
}

impl Subsets {
    /// All such subsets of `positions` things.
    pub(super) fn new(positions: u32, members: u32) -> Subsets {
        let counts = Counts::new();
        let mut list = Vec::with_capacity(counts.of(positions, members));
        list.push(0_u32);
        for position in 0..positions {
            // With this position as their highest: what came before with it.
            for at in 0..counts.of(position, members) {
                if list[at].count_ones() < members {
                    list.push(list[at] | 1 << position);
                }
            }
        }
        Subsets { members, list, counts }
    }

    /// How many there are of the first `positions` things.
    pub(super) fn count(&self, positions: u32) -> usize {
        self.counts.of(positions, self.members)
    }

    /// The number of a subset, which has at most the members allowed.
    pub(super) fn rank(&self, mut subset: u32) -> usize {
        let (mut rank, mut left) = (0, self.members);
        while subset != 0 {
            let highest = 31 - subset.leading_zeros();
            subset ^= 1 << highest;
            // Those below it have no member from here on up.
            rank += self.counts.of(highest, left);
            left -= 1;
        }
        rank
    }
}

/// Makes room for a thing at `position`, which is then no member.
pub(super) fn with_gap(subset: u32, position: u32) -> u32 {
    let low = subset & ((1 << position) - 1);
    low | (subset ^ low) << 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_places_in_the_list() {
        for (positions, members) in [(12, 4), (20, 5), (1, 1), (31, 1), (9, 9), (14, 10)] {
            let subsets = Subsets::new(positions, members);
            assert_eq!(subsets.list.len(), subsets.count(positions));
            assert!(subsets.list.is_sorted_by(|a, b| a < b));
            for (place, &subset) in subsets.list.iter().enumerate() {
                assert!(subset.count_ones() <= members);
                assert_eq!(subsets.rank(subset), place);
            }
        }
        assert_eq!(Subsets::new(12, 4).list.len(), 794);
    }

    #[test]
    fn a_gap_moves_what_is_above_it() {
        assert_eq!(with_gap(0b1011, 0), 0b1_0110);
        assert_eq!(with_gap(0b1011, 2), 0b1_0011);
        assert_eq!(with_gap(0b1011, 4), 0b0_1011);
    }
}
