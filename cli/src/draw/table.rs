//! Tables of moves.

use std::io::{self, Write};

use super::text::{cut, wrap};
use super::{Extent, Layout, paragraph};
use crate::output::style;

/// Rows that are drawn of a table, unless all are asked for.
const PAGE: usize = 40;

/// Rows under a title and a head line. The last column may be long: it is cut
/// where the line is full.
pub(crate) struct Table {
    title: String,
    head: Vec<&'static str>,
    rows: Vec<(bool, Vec<String>)>,
}

impl Table {
    pub(crate) fn new(title: impl Into<String>, head: impl Into<Vec<&'static str>>) -> Table {
        Table { title: title.into(), head: head.into(), rows: Vec::new() }
    }

    /// Adds a row of as many cells as the head has; `best` rows are marked by a star.
    pub(crate) fn row(&mut self, best: bool, cells: impl Into<Vec<String>>) {
        let cells = cells.into();
        debug_assert_eq!(cells.len(), self.head.len());
        self.rows.push((best, cells));
    }

    pub(super) fn draw(
        &self,
        out: &mut impl Write,
        Layout { width, extent }: Layout,
    ) -> io::Result<()> {
        let heading = style::HEADING;
        for line in wrap(&self.title, width) {
            writeln!(out, "{heading}{line}{heading:#}")?;
        }
        if self.rows.is_empty() {
            return Ok(());
        }
        let columns: Vec<usize> = (0..self.head.len())
            .map(|column| {
                let cells = self.rows.iter().map(|(_, cells)| cells[column].chars().count());
                cells.chain([self.head[column].chars().count()]).max().unwrap_or(0)
            })
            .collect();
        let line = |cells: &mut dyn Iterator<Item = &str>, star: char| {
            let mut line = format!("{star} ");
            for (cell, &column) in cells.zip(&columns) {
                line.push_str(&format!("{cell:<column$}  "));
            }
            cut(line.trim_end(), width)
        };
        let faint = style::FAINT;
        writeln!(out, "{faint}{}{faint:#}", line(&mut self.head.iter().copied(), ' '))?;
        let marked = style::MARKED;
        let most = if extent == Extent::All { self.rows.len() } else { PAGE };
        for (best, cells) in self.rows.iter().take(most) {
            let cells = &mut cells.iter().map(String::as_str);
            if *best {
                writeln!(out, "{marked}{}{marked:#}", line(cells, '*'))?;
            } else {
                writeln!(out, "{}", line(cells, ' '))?;
            }
        }
        match self.rows.len().saturating_sub(most) {
            0 => Ok(()),
            rows => {
                let rows = if rows == 1 { "1 row is" } else { &format!("{rows} rows are") };
                paragraph(out, &format!("({rows} left out; --all shows everything)"), width)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_under_each_other() {
        let mut table = Table::new("Moves", ["move", "value"]);
        table.row(true, ["a1-a2".to_owned(), "white (3)".to_owned()]);
        table.row(false, ["b".to_owned(), "black (12)".to_owned()]);
        let mut out = Vec::new();
        table.draw(&mut out, Layout::new(80, Extent::Page)).unwrap();
        let text = anstream::adapter::strip_bytes(&out).into_vec();
        let expected = "Moves\n  move   value\n* a1-a2  white (3)\n  b      black (12)\n";
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }
    #[test]
    fn what_is_left_out_is_counted() {
        let drawn = |rows: usize, extent| {
            let mut table = Table::new("Moves", ["move"]);
            (0..rows).for_each(|row| table.row(false, [format!("m{row}")]));
            let mut out = Vec::new();
            table.draw(&mut out, Layout::new(80, extent)).unwrap();
            String::from_utf8(anstream::adapter::strip_bytes(&out).into_vec()).unwrap()
        };
        assert!(!drawn(PAGE, Extent::Page).contains("left out"));
        assert!(
            drawn(PAGE + 1, Extent::Page)
                .ends_with("(1 row is left out; --all shows everything)\n")
        );
        let text = drawn(PAGE + 7, Extent::Page);
        assert!(text.contains("(7 rows are left out;") && !text.contains("m40"), "{text}");
        assert!(drawn(PAGE + 7, Extent::All).ends_with("m46\n"));
        assert_eq!(drawn(0, Extent::Page), "Moves\n", "a head without rows says nothing");
    }
}
