//! What the pawns tell of the value: ends within three plies, and how much
//! room Black has.

use tesuji_core::pawn_chess::Size;

use super::sets::bits;
use crate::numbering::{Before, Hint};

/// Rows and columns as sets of cells. White moves to lower cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Masks {
    columns: u32,
    rows: u32,
    all: u32,
    /// The first row.
    row: u32,
    not_left: u32,
    not_right: u32,
}

/// The classes of each part of a context: the last stored value, Black's
/// steps, Black's pawns, White's captures.
const CLASSES: [u32; 4] = [16, 6, 6, 4];

/// How many contexts there are.
pub(super) const CONTEXTS: u16 = (CLASSES[0] * CLASSES[1] * CLASSES[2] * CLASSES[3]) as u16;

impl Masks {
    pub(super) fn new(size: Size) -> Masks {
        let (columns, rows) = (size.columns(), size.rows());
        let all = u32::MAX >> (32 - size.cells());
        let left = (0..rows).fold(0, |set, row| set | 1 << (row * columns));
        Masks {
            columns,
            rows,
            all,
            row: (1 << columns) - 1,
            not_left: all & !left,
            not_right: all & !(left << (columns - 1)),
        }
    }

    /// The columns of these cells in this row.
    fn line(self, cells: u32, row: u32) -> u32 {
        cells >> (row * self.columns) & self.row
    }

    /// The columns beside these.
    fn sides(self, line: u32) -> u32 {
        (line << 1 | line >> 1) & self.row
    }

    /// White to move. The rules that the format states, in their order.
    #[inline]
    pub(super) fn hint(self, white: u32, black: u32, before: &Before<'_>) -> Hint {
        let (near, top) = (self.line(white, 1), self.line(black, 0));
        if near & (!top | self.sides(top)) != 0 {
            return Hint::Known(1);
        }
        let empty = !(white | black);
        let captures = (self.attacks_left(white) | self.attacks_right(white)) & black;
        if white >> self.columns & empty | captures == 0 {
            return Hint::Known(0);
        }
        let (near, home) = (self.line(black, self.rows - 2), self.line(white, self.rows - 1));
        let is_threatened = near & (!home | self.sides(home)) != 0;
        let ends_in = if is_threatened {
            let front = self.line(white, self.rows - 2) | near;
            (!self.parries(home, near, front)).then_some(2)
        } else {
            None
        };
        if let Some(plies) = ends_in.or_else(|| self.wins_in_three(white, black).then_some(3)) {
            return Hint::Known(if self.leaves_no_move(white, black) { 1 } else { plies });
        }
        let steps = (black << self.columns & empty & self.all).count_ones();
        let parts = [u32::from(before.stored), steps, black.count_ones(), captures.count_ones()];
        let context = parts
            .into_iter()
            .zip(CLASSES)
            .fold(0, |context, (part, classes)| context * classes + part.min(classes - 1));
        Hint::Coded { context: context as u16, guess: 0 }
    }

    /// The cells that white pawns attack to their left and to their right.
    fn attacks_left(self, white: u32) -> u32 {
        (white & self.not_left) >> (self.columns + 1)
    }

    fn attacks_right(self, white: u32) -> u32 {
        (white & self.not_right) >> (self.columns - 1)
    }

    /// Whether this holds of the pawns after some white move to these cells.
    #[inline]
    fn some_move(
        self,
        white: u32,
        black: u32,
        to: u32,
        mut holds: impl FnMut(u32, u32) -> bool,
    ) -> bool {
        let kinds = [
            (white >> self.columns & !(white | black), self.columns),
            (self.attacks_left(white) & black, self.columns + 1),
            (self.attacks_right(white) & black, self.columns - 1),
        ];
        // For each position of a table: loops are faster here than iterators.
        for (targets, back) in kinds {
            let mut left = targets & to;
            while left != 0 {
                let cell = left & left.wrapping_neg();
                left ^= cell;
                if holds(white ^ (cell | cell << back), black & !cell) {
                    return true;
                }
            }
        }
        false
    }

    /// A side whose pawns on its home row are `home` is threatened by pawns
    /// `near` it; `front` is what stands in their row. Whether some move of a
    /// home pawn leaves none of them a way through.
    fn parries(self, home: u32, near: u32, front: u32) -> bool {
        bits(home).any(|column| {
            let left = home & !(1 << column);
            let beside = self.sides(left);
            let holds = |near: u32| near & (!left | beside) == 0;
            front >> column & 1 == 0 && holds(near)
                || bits(self.sides(1 << column) & near).any(|taken| holds(near & !(1 << taken)))
        })
    }

    /// Whether a move to the row before the goal makes a threat that Black
    /// neither forestalls nor parries.
    fn wins_in_three(self, white: u32, black: u32) -> bool {
        self.some_move(white, black, self.row << self.columns, |white, black| {
            let near = self.line(black, self.rows - 2);
            let home = self.line(white, self.rows - 1);
            let threat = self.line(white, 1);
            let top = self.line(black, 0);
            near & (!home | self.sides(home)) == 0
                && threat & (!top | self.sides(top)) != 0
                && !self.parries(top, threat, self.line(black, 1) | threat)
        })
    }

    /// Whether a move leaves Black without one.
    fn leaves_no_move(self, white: u32, black: u32) -> bool {
        let mobile = |white: u32, black: u32| {
            let steps = black & !((white | black) >> self.columns);
            let left = black & self.not_left & white >> (self.columns - 1);
            let right = black & self.not_right & white >> (self.columns + 1);
            steps | left | right
        };
        // A move stops at most three pawns: by standing in front of one or
        // taking it, and by leaving the cell that two could take.
        mobile(white, black).count_ones() <= 3
            && self.some_move(white, black, self.all, |white, black| mobile(white, black) == 0)
    }
}
