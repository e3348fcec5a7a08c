//! How a file is written where judges' files differ.

/// A way to write the same cases.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Layout {
    /// As the problem's statement has it: LF line ends, nothing superfluous.
    Plain,
    /// Lines end with CR LF.
    CrLf,
    /// Several blank lines where one would do.
    BlankLines,
    /// Blanks at the ends of lines.
    TrailingBlanks,
    /// The last line has no line end.
    NoLastLineEnd,
    /// All of these at once.
    Ragged,
    /// Blank cells are spaces, also the first of a line.
    Spaces,
}

impl Layout {
    /// What is unusual about it, in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Layout::Plain => "plain",
            Layout::CrLf => "lines end with CR LF",
            Layout::BlankLines => "several blank lines between cases",
            Layout::TrailingBlanks => "blanks at the ends of lines",
            Layout::NoLastLineEnd => "no line end after the last line",
            Layout::Ragged => {
                "CR LF, several blank lines, blanks at line ends and no last line end at once"
            }
            Layout::Spaces => "blank cells written as spaces",
        }
    }

    /// The text, which is plain, in this layout.
    pub(super) fn of(self, text: String) -> Vec<u8> {
        match self {
            Layout::Plain => text,
            Layout::CrLf => text.replace('\n', "\r\n"),
            Layout::BlankLines => text.replace("\n\n", "\n\n\n\n"),
            Layout::TrailingBlanks => text.replace('\n', " \n"),
            Layout::NoLastLineEnd => text.trim_end_matches('\n').to_owned(),
            Layout::Ragged => {
                let text = text.replace("\n\n", "\n\n\n").replace('\n', "  \r\n");
                text.trim_end_matches(['\r', '\n']).to_owned()
            }
            Layout::Spaces => text.replace('O', " "),
        }
        .into_bytes()
    }
}
