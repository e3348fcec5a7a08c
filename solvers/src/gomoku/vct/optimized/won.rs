//! Wins that are kept until their tree is built.
//!
//! The table forgets what is overwritten, and a tree needs every win that it
//! stands on. To search one again takes as long as the first time, or longer:
//! what the solver of fours knew then it may not know now.

use crate::HashMap;
use crate::gomoku::keys::Key;
use crate::gomoku::shapes::optimized::Index;

/// The moves that were found to win, by position.
pub(super) struct Won {
    moves: HashMap<Key, Index>,
    most: usize,
}

/// What a position takes: its key and move, and one byte of the map's.
const BYTES: usize = size_of::<(Key, Index)>() + 1;

/// The least number of positions.
const LEAST: usize = 1 << 10;

impl Won {
    /// As many positions as fit into so many bytes, with a map that doubles and
    /// is filled to seven eighths.
    pub(super) fn new(bytes: usize) -> Won {
        let places = 1 << (bytes / BYTES).max(LEAST).ilog2();
        Won { moves: HashMap::default(), most: places / 8 * 7 }
    }

    pub(super) fn clear(&mut self) {
        self.moves.clear();
    }

    /// Whether the next question may find no room for its wins.
    pub(super) fn is_half_full(&self) -> bool {
        self.moves.len() > self.most / 2
    }

    pub(super) fn find(&self, key: Key) -> Option<Index> {
        self.moves.get(&key).copied()
    }

    /// Notes a win while there is room.
    pub(super) fn note(&mut self, key: Key, mv: Index) {
        if self.moves.len() < self.most {
            self.moves.insert(key, mv);
        }
    }
}
