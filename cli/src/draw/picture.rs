//! Boards drawn side by side.

use std::io::{self, Write};
use std::ops::Range;

use anstyle::Style;

use super::text::cut;
use super::{Extent, Layout, paragraph};
use crate::output::style;

/// Columns between two boards.
const GAP: usize = 3;
/// Boards of more columns than this are drawn without spaces in between.
const SPACED: usize = 12;
/// Rows of a board that are drawn.
const TALLEST: usize = 32;
/// Lines of output for the boards of one line of play, unless all are asked for
/// or the boards are so tall that two rows of them take more.
const PAGE: usize = 40;

/// How a cell is written, on a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ink {
    /// An empty cell.
    Faint,
    /// A piece.
    Plain,
    /// What the last move changed.
    Marked,
}

/// One cell of a picture; the character is one column wide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cell {
    pub(crate) glyph: char,
    pub(crate) ink: Ink,
}

/// A board with what is said above it.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    /// The move that led here.
    pub(crate) caption: String,
    /// The cells, row by row from the top; all rows are equally long.
    pub(crate) rows: Vec<Vec<Cell>>,
    /// The row and column that must be seen where the board is too large.
    pub(crate) focus: (usize, usize),
}

/// What of a board is drawn.
struct View {
    rows: Range<usize>,
    columns: Range<usize>,
    spaced: bool,
    whole: bool,
}

impl View {
    fn of(picture: &Picture, width: usize) -> View {
        let rows = picture.rows.len();
        let columns = picture.rows.first().map_or(0, Vec::len);
        let spaced = columns <= SPACED && 2 * columns <= width + 1;
        let view = View {
            rows: window(rows, TALLEST, picture.focus.0),
            columns: window(columns, width, picture.focus.1),
            spaced,
            whole: rows <= TALLEST && columns <= width,
        };
        debug_assert!(view.whole || !spaced || rows > TALLEST);
        view
    }

    fn width(&self) -> usize {
        if self.spaced { (2 * self.columns.len()).saturating_sub(1) } else { self.columns.len() }
    }
}

/// At most `most` of `count` places, with `focus` in the middle where that can be.
fn window(count: usize, most: usize, focus: usize) -> Range<usize> {
    if count <= most {
        return 0..count;
    }
    let start = focus.saturating_sub(most / 2).min(count - most);
    start..start + most
}

/// Draws the pictures in rows, as many as the layout allows: the first ones and
/// the last ones, with a remark of how many are left out in between.
pub(super) fn draw(
    out: &mut impl Write,
    pictures: &[Picture],
    Layout { width, extent }: Layout,
) -> io::Result<()> {
    let Some(first) = pictures.first() else {
        return Ok(());
    };
    let view = View::of(first, width);
    // Captions of ordinary length must not be cut; a long one must not part the boards.
    let caption = pictures.iter().map(|picture| picture.caption.chars().count()).max().unwrap_or(0);
    let block = view.width().max(caption).min(width);
    let per_row = ((width + GAP) / (block + GAP)).max(1);
    let height = view.rows.len() + 3;
    let most = match extent {
        Extent::All => pictures.len(),
        Extent::Boards(most) => most,
        Extent::Page => per_row * (PAGE / height).max(2),
    };
    let (head, tail) = if most >= pictures.len() {
        (pictures.len(), pictures.len())
    } else {
        (most.div_ceil(2), pictures.len() - most / 2)
    };
    for row in pictures[..head].chunks(per_row) {
        draw_row(out, row, block, width)?;
    }
    if head < tail {
        writeln!(out)?;
        let left_out = match tail - head {
            1 => format!("1 board is left out, after ply {head}"),
            count => format!("{count} boards are left out, after plies {head} to {}", tail - 1),
        };
        paragraph(out, &format!("({left_out}; --all draws everything)"), width)?;
    }
    for row in pictures[tail..].chunks(per_row) {
        draw_row(out, row, block, width)?;
    }
    if !view.whole && most > 0 {
        writeln!(out)?;
        let (rows, columns) = (first.rows.len(), first.rows[0].len());
        let text = format!(
            "(Each board is cut to {} of {rows} rows and {} of {columns} columns: rows and columns \
             counted from 1 stand above it.)",
            view.rows.len(),
            view.columns.len()
        );
        paragraph(out, &text, width)?;
    }
    Ok(())
}

/// Draws pictures side by side, after an empty line.
fn draw_row(out: &mut impl Write, row: &[Picture], block: usize, width: usize) -> io::Result<()> {
    writeln!(out)?;
    let views: Vec<View> = row.iter().map(|picture| View::of(picture, width)).collect();
    let mut line = Line::new(block);
    for picture in row {
        line.put(&cut(&picture.caption, block), style::HEADING);
    }
    line.end(out)?;
    if !views[0].whole {
        for view in &views {
            let (rows, columns) = (&view.rows, &view.columns);
            let text =
                format!("{}-{}, {}-{}", rows.start + 1, rows.end, columns.start + 1, columns.end);
            line.put(&cut(&text, block), style::FAINT);
        }
        line.end(out)?;
    }
    for down in 0..views[0].rows.len() {
        for (picture, view) in row.iter().zip(&views) {
            line.cells(&picture.rows[view.rows.start + down][view.columns.clone()], view.spaced);
        }
        line.end(out)?;
    }
    Ok(())
}

/// One line of output, in blocks of equal width.
struct Line {
    block: usize,
    text: String,
    /// Columns owed before the next block: nothing is written behind the last one.
    owed: usize,
}

impl Line {
    fn new(block: usize) -> Line {
        Line { block, text: String::new(), owed: 0 }
    }

    fn begin(&mut self, length: usize) {
        self.text.extend(std::iter::repeat_n(' ', self.owed));
        self.owed = self.block.saturating_sub(length) + GAP;
    }

    fn put(&mut self, text: &str, style: Style) {
        self.begin(text.chars().count());
        self.text.push_str(&format!("{style}{text}{style:#}"));
    }

    fn cells(&mut self, cells: &[Cell], spaced: bool) {
        self.begin(if spaced { (2 * cells.len()).saturating_sub(1) } else { cells.len() });
        for (i, run) in cells.chunk_by(|a, b| a.ink == b.ink).enumerate() {
            let between = if spaced { " " } else { "" };
            if i > 0 {
                self.text.push_str(between);
            }
            let glyphs: Vec<String> = run.iter().map(|cell| cell.glyph.to_string()).collect();
            let style = match run[0].ink {
                Ink::Plain => Style::new(),
                Ink::Faint => style::FAINT,
                Ink::Marked => style::MARKED,
            };
            self.text.push_str(&format!("{style}{}{style:#}", glyphs.join(between)));
        }
    }

    fn end(&mut self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", self.text)?;
        self.text.clear();
        self.owed = 0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pictures(count: usize, rows: usize, columns: usize) -> Vec<Picture> {
        let cell = |row: usize, column: usize| Cell {
            glyph: char::from(b'a' + ((row + column) % 26) as u8),
            ink: Ink::Plain,
        };
        (0..count)
            .map(|number| Picture {
                caption: number.to_string(),
                rows: (0..rows)
                    .map(|row| (0..columns).map(|column| cell(row, column)).collect())
                    .collect(),
                focus: (rows - 1, columns - 1),
            })
            .collect()
    }

    fn drawn(pictures: &[Picture], width: usize, extent: Extent) -> String {
        let mut out = Vec::new();
        draw(&mut out, pictures, Layout::new(width, extent)).unwrap();
        String::from_utf8(anstream::adapter::strip_bytes(&out).into_vec()).unwrap()
    }

    #[test]
    fn boards_stand_side_by_side() {
        let text = drawn(&pictures(3, 2, 2), 20, Extent::Page);
        assert_eq!(text, "\n0     1     2\na b   a b   a b\nb c   b c   b c\n");
        let text = drawn(&pictures(4, 2, 2), 20, Extent::Page);
        assert_eq!(text, "\n0     1     2\na b   a b   a b\nb c   b c   b c\n\n3\na b\nb c\n");
    }

    #[test]
    fn no_line_is_wider_than_the_width() {
        for width in 20..90 {
            for (rows, columns) in [(1, 1), (4, 4), (2, 12), (2, 13), (2, 70), (50, 50), (3, 200)] {
                let text = drawn(&pictures(9, rows, columns), width, Extent::All);
                let widest = text.lines().map(|line| line.chars().count()).max();
                assert!(widest <= Some(width), "{width} {rows}x{columns}\n{text}");
            }
        }
    }

    #[test]
    fn what_is_left_out_is_counted() {
        let pictures = pictures(10, 2, 2);
        let text = drawn(&pictures, 80, Extent::Boards(5));
        assert!(text.contains("(5 boards are left out, after plies 3 to 7;"), "{text}");
        assert!(text.contains("\n0     1     2\n") && text.contains("\n8     9\n"), "{text}");
        let one = drawn(&pictures, 80, Extent::Boards(9));
        assert!(one.contains("(1 board is left out, after ply 5;"), "{one}");
        assert!(!drawn(&pictures, 80, Extent::Boards(10)).contains("left out"));
        let none = drawn(&pictures, 80, Extent::Boards(0));
        assert!(none.contains("(10 boards are left out, after plies 0 to 9;"), "{none}");
    }

    #[test]
    fn a_large_board_is_cut_around_its_focus() {
        let mut pictures = pictures(2, 60, 60);
        pictures[1].focus = (0, 30);
        let text = drawn(&pictures, 40, Extent::All);
        assert!(text.contains("\n29-60, 21-60\n") && text.contains("\n1-32, 11-50\n"), "{text}");
        assert!(text.contains("cut to 32 of 60 rows and\n40 of 60 columns"), "{text}");
    }
}
