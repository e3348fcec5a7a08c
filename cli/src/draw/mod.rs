//! Pages for people: boards side by side, lines of moves, tables.

mod picture;
mod table;
mod text;

use std::io::{self, Write};

pub(crate) use picture::{Cell, Ink, Picture};
pub(crate) use table::Table;
pub(crate) use text::wrap;

use crate::output::style;

/// What the pages are drawn for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    /// Characters in a line of output. Nothing is drawn for fewer than
    /// [`Layout::NARROWEST`]; a narrower terminal wraps the lines itself.
    width: usize,
    /// How much of a long line of play and of a long table is drawn.
    extent: Extent,
}

/// How much is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Extent {
    /// Of each line of play about a page of boards, and of each table the
    /// first rows.
    #[default]
    Page,
    /// The same, with at most this many boards.
    Boards(usize),
    /// Everything.
    All,
}

impl Layout {
    const NARROWEST: usize = 20;

    pub(crate) fn new(width: usize, extent: Extent) -> Layout {
        Layout { width: width.max(Layout::NARROWEST), extent }
    }
}

/// One position studied: its answer, a line of play, its first moves.
#[derive(Default)]
pub(crate) struct Study {
    /// The case and the position.
    pub(crate) heading: String,
    /// The answer, as the judge has it and in words.
    pub(crate) verdict: String,
    /// The boards of the line, the first one before any move.
    pub(crate) pictures: Vec<Picture>,
    /// The moves of the line.
    pub(crate) line: Vec<String>,
    /// The first moves.
    pub(crate) tables: Vec<Table>,
    /// What else there is to say, a paragraph each.
    pub(crate) notes: Vec<String>,
}

/// Drawn studies, collected until all of them are there: as with the answers
/// of `solve`, nothing is written where a later case is refused.
pub(crate) struct Pages {
    layout: Layout,
    bytes: Vec<u8>,
}

impl Pages {
    pub(crate) fn new(layout: Layout) -> Pages {
        Pages { layout, bytes: Vec::new() }
    }

    /// Draws one study.
    pub(crate) fn push(&mut self, study: &Study) {
        if !self.bytes.is_empty() {
            self.bytes.push(b'\n');
        }
        draw(&mut self.bytes, study, self.layout).expect("a vector takes all that is written");
    }

    /// All that was drawn, with its styles.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

fn draw(out: &mut Vec<u8>, study: &Study, layout: Layout) -> io::Result<()> {
    let heading = style::HEADING;
    for line in text::wrap_words(study.heading.split_whitespace(), layout.width, "  ") {
        writeln!(out, "{heading}{line}{heading:#}")?;
    }
    paragraph(out, &study.verdict, layout.width)?;
    picture::draw(out, &study.pictures, layout)?;
    if !study.line.is_empty() {
        writeln!(out)?;
        let moves: Vec<String> =
            (1..).zip(&study.line).map(|(ply, mv)| format!("{ply}.\u{a0}{mv}")).collect();
        let words = std::iter::once("Line:").chain(moves.iter().map(String::as_str));
        for line in text::wrap_words(words, layout.width, "  ") {
            writeln!(out, "{}", line.replace('\u{a0}', " "))?;
        }
    }
    for table in &study.tables {
        writeln!(out)?;
        table.draw(out, layout)?;
    }
    for note in &study.notes {
        writeln!(out)?;
        paragraph(out, note, layout.width)?;
    }
    Ok(())
}

/// Writes words wrapped to the width.
fn paragraph(out: &mut impl Write, text: &str, width: usize) -> io::Result<()> {
    wrap(text, width).iter().try_for_each(|line| writeln!(out, "{line}"))
}
