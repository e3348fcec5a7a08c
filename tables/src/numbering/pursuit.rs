//! Pursuit, White to move.

use super::{Before, Hint, NEVER, Numbering, Value};

/// A board and the speeds on it, none of which is above n − 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    pub(crate) n: u32,
    pub(crate) white: u32,
    pub(crate) black: u32,
}

/// A row and a column, from 0.
pub(crate) type Place = (u32, u32);

/// Which of Black's cells stand for themselves and their images: those that
/// the symmetries which leave White's cell do not bring to an earlier one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// White is on no axis: all cells.
    Free,
    /// White is on the diagonal: row ≤ column.
    Diagonal,
    /// White is in the middle column: columns up to it.
    Middle,
    /// White is in the middle: row ≤ column ≤ the middle.
    Centre,
}

/// The numbering of one board.
#[derive(Debug)]
pub(crate) struct Pursuit {
    board: Board,
    /// Rows and columns up to the middle, it included.
    half: u32,
    /// White's cells that stand for their images, and the first slot of each.
    classes: Vec<(Place, u64)>,
    slots: u64,
}

impl Pursuit {
    /// The positions with White to move.
    pub(crate) fn positions(board: Board) -> u128 {
        let cells = u128::from(board.n) * u128::from(board.n);
        cells * (cells - 1)
    }

    /// No position has more images than this, itself included.
    pub(crate) const IMAGES: u64 = 8;

    pub(crate) fn new(board: Board) -> Pursuit {
        let half = board.n.div_ceil(2);
        let mut numbering = Pursuit { board, half, classes: Vec::new(), slots: 0 };
        for row in 0..half {
            for column in row..half {
                numbering.classes.push(((row, column), numbering.slots));
                numbering.slots += numbering.cells(numbering.kind((row, column))) - 1;
            }
        }
        numbering
    }

    /// The board that is numbered.
    pub(crate) fn size(&self) -> Board {
        self.board
    }

    fn kind(&self, (row, column): Place) -> Kind {
        let is_middle = 2 * column + 1 == self.board.n;
        match (row == column, is_middle) {
            (true, true) => Kind::Centre,
            (true, false) => Kind::Diagonal,
            (false, true) => Kind::Middle,
            (false, false) => Kind::Free,
        }
    }

    /// How many cells of Black's count, White's own included.
    fn cells(&self, kind: Kind) -> u64 {
        let (n, half) = (u64::from(self.board.n), u64::from(self.half));
        match kind {
            Kind::Free => n * n,
            Kind::Diagonal => n * (n + 1) / 2,
            Kind::Middle => n * half,
            Kind::Centre => half * (half + 1) / 2,
        }
    }

    /// How many cells of a row come before this one that count, and how many
    /// rows and columns of them there are: the number of a cell that counts.
    fn number(&self, kind: Kind, (row, column): Place) -> u64 {
        let (n, half) = (u64::from(self.board.n), u64::from(self.half));
        let (row, column) = (u64::from(row), u64::from(column));
        // Rows of a triangle get shorter by one each.
        let triangle = |side: u64| row * (2 * side + 1 - row) / 2 + column - row;
        match kind {
            Kind::Free => row * n + column,
            Kind::Diagonal => triangle(n),
            Kind::Middle => row * half + column,
            Kind::Centre => triangle(half),
        }
    }

    /// The columns of this row that count.
    fn columns(&self, kind: Kind, row: u32) -> (u32, u32) {
        match kind {
            Kind::Free => (0, self.board.n),
            Kind::Diagonal => (row, self.board.n),
            Kind::Middle => (0, self.half),
            Kind::Centre => (row, self.half),
        }
    }

    /// Brings a pair of cells to the pair that stands for them.
    fn canonical(&self, white: Place, black: Place) -> (Place, Place) {
        let last = self.board.n - 1;
        let flip = |index: u32, is_flipped: bool| if is_flipped { last - index } else { index };
        let (flip_rows, flip_columns) = (2 * white.0 > last, 2 * white.1 > last);
        let turned = |(row, column): Place| (flip(row, flip_rows), flip(column, flip_columns));
        let (mut white, mut black) = (turned(white), turned(black));
        if white.0 > white.1 {
            (white, black) = ((white.1, white.0), (black.1, black.0));
        }
        let kind = self.kind(white);
        if kind == Kind::Centre {
            black.0 = black.0.min(last - black.0);
        }
        if matches!(kind, Kind::Centre | Kind::Middle) {
            black.1 = black.1.min(last - black.1);
        }
        if matches!(kind, Kind::Centre | Kind::Diagonal) && black.0 > black.1 {
            black = (black.1, black.0);
        }
        (white, black)
    }

    /// The slot of a position, White to move, the pieces apart.
    pub(crate) fn rank(&self, white: Place, black: Place) -> u64 {
        let (white, black) = self.canonical(white, black);
        let kind = self.kind(white);
        let class = (white.0 * (2 * self.half + 1 - white.0) / 2 + white.1 - white.0) as usize;
        let number = self.number(kind, black);
        let own = self.number(kind, white);
        self.classes[class].1 + number - u64::from(number > own)
    }

    /// The next cell of Black's that counts and is not White's.
    fn next(&self, cursor: &mut Cursor) -> bool {
        let (mut row, mut column) = cursor.black;
        loop {
            column += 1;
            while column >= self.columns(cursor.kind, row).1 {
                row += 1;
                if row >= if cursor.kind == Kind::Centre { self.half } else { self.board.n } {
                    return false;
                }
                column = self.columns(cursor.kind, row).0;
            }
            if (row, column) != cursor.white {
                cursor.black = (row, column);
                return true;
            }
        }
    }

    fn enter(&self, class: usize) -> Cursor {
        let white = self.classes[class].0;
        let kind = self.kind(white);
        let mut cursor = Cursor { class, kind, white, black: (0, 0) };
        if white == (0, 0) {
            self.next(&mut cursor);
        }
        cursor
    }
}

/// A slot's cells.
#[derive(Clone, Debug)]
pub(crate) struct Cursor {
    class: usize,
    kind: Kind,
    pub(crate) white: Place,
    pub(crate) black: Place,
}

impl Numbering for Pursuit {
    type Cursor = Cursor;

    fn slots(&self) -> u64 {
        self.slots
    }

    fn contexts(&self) -> u16 {
        CLASSES * CLASSES
    }

    fn cursor(&self, slot: u64) -> Cursor {
        let class = self.classes.partition_point(|class| class.1 <= slot) - 1;
        let mut cursor = self.enter(class);
        let own = self.number(cursor.kind, cursor.white);
        let rank = slot - self.classes[class].1;
        let number = rank + u64::from(rank >= own);
        // The last row that begins no later.
        let mut row = 0;
        loop {
            let next = (row + 1, self.columns(cursor.kind, row + 1).0);
            let rows = if cursor.kind == Kind::Centre { self.half } else { self.board.n };
            if next.0 >= rows || self.number(cursor.kind, next) > number {
                break;
            }
            row += 1;
        }
        let first = (row, self.columns(cursor.kind, row).0);
        let column = first.1 + (number - self.number(cursor.kind, first)) as u32;
        cursor.black = (row, column);
        cursor
    }

    fn advance(&self, cursor: &mut Cursor) {
        if !self.next(cursor) && cursor.class + 1 < self.classes.len() {
            *cursor = self.enter(cursor.class + 1);
        }
    }

    fn weight(&self, cursor: &Cursor) -> u64 {
        let (row, column) = cursor.black;
        let is_middle = |index: u32| 2 * index + 1 == self.board.n;
        let is_fixed = match cursor.kind {
            Kind::Free => false,
            Kind::Diagonal => row == column,
            Kind::Middle => is_middle(column),
            Kind::Centre => row == column || is_middle(column),
        };
        if is_fixed { 4 } else { 8 }
    }

    fn hint(&self, cursor: &Cursor, before: &Before<'_>) -> Hint {
        let (rows, columns) =
            (cursor.white.0.abs_diff(cursor.black.0), cursor.white.1.abs_diff(cursor.black.1));
        if rows.min(columns) == 0 && rows.max(columns) <= self.board.white {
            return Hint::Known(1);
        }
        // The values are smooth: what matters is how they change along the row,
        // and how they did about a row before.
        let (values, n) = (before.values, self.board.n as usize);
        let change = |back: usize| match values.len().checked_sub(back + 2) {
            Some(at) => class(values[at], values[at + 1]),
            None => CLASSES - 1,
        };
        Hint::Coded {
            context: change(0) * CLASSES + change(n - 2),
            guess: if before.stored == NEVER { 0 } else { before.stored },
        }
    }
}

/// The classes of a change.
const CLASSES: u16 = 7;

fn class(from: Value, to: Value) -> u16 {
    if from == NEVER || to == NEVER {
        return CLASSES - 2;
    }
    match i32::from(to) - i32::from(from) {
        ..=-3 => 0,
        -2..=-1 => 1,
        0 => 2,
        1..=2 => 3,
        _ => 4,
    }
}
