//! The board that the table is made for: its cells, its lines, its edges.

/// A board of `width` columns with its goal lines, as sets of cells: cell `i`
/// (row by row from the top left) is bit `i`.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub(super) width: u32,
    pub(super) cells: u32,
    pub(super) lines: Vec<u32>,
}

impl Shape {
    /// A board of up to 25 cells whose goal is `length` consecutive cells of
    /// one colour in any of the four directions.
    pub(super) fn new(width: u32, height: u32, length: u32) -> Shape {
        let cells = width * height;
        assert!(cells <= 25 && length > 0, "a board of {width} by {height}, lines of {length}");
        let mut lines = Vec::new();
        for row in 0..height {
            for column in 0..width {
                for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let place = |i: u32| {
                        let row = row + i * down;
                        let column = column.checked_add_signed(i as i32 * right)?;
                        (row < height && column < width).then_some(1 << (row * width + column))
                    };
                    let line = (0..length).try_fold(0, |line, i| Some(line | place(i)?));
                    lines.extend(line);
                }
            }
        }
        lines.sort_unstable();
        lines.dedup();
        Shape { width, cells, lines }
    }

    /// The cells beside this one, as a set.
    pub(super) fn neighbours(&self, cell: u32) -> u32 {
        let column = cell % self.width;
        let mut set = 0;
        if column > 0 {
            set |= 1 << (cell - 1);
        }
        if column + 1 < self.width {
            set |= 1 << (cell + 1);
        }
        if cell >= self.width {
            set |= 1 << (cell - self.width);
        }
        if cell + self.width < self.cells {
            set |= 1 << (cell + self.width);
        }
        set
    }
}

/// The cells of a set, ascending.
pub(super) fn cells_of(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        cell
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_edges() {
        let square = Shape::new(4, 4, 4);
        assert_eq!(square.lines.len(), 10);
        assert!(square.lines.contains(&(1 << 3 | 1 << 6 | 1 << 9 | 1 << 12)));
        assert!(square.lines.contains(&(1 | 1 << 5 | 1 << 10 | 1 << 15)));
        assert_eq!(Shape::new(5, 4, 4).lines.len(), 2 * 4 + 5 + 2 * 2);
        assert_eq!(Shape::new(5, 5, 1).lines.len(), 25);
        assert_eq!(Shape::new(3, 3, 4).lines.len(), 0);
        for (width, height) in [(4, 4), (5, 4), (1, 7), (7, 1), (1, 1)] {
            let shape = Shape::new(width, height, 4);
            let ends: u32 = (0..shape.cells).map(|cell| shape.neighbours(cell).count_ones()).sum();
            assert_eq!(ends, 2 * ((width - 1) * height + width * (height - 1)));
        }
    }
}
