//! What a command writes: buffered, and with colours only on a terminal.

use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

/// The widest output for a reader that is no terminal.
const NO_TERMINAL: usize = 80;

/// The styles of all commands.
pub(crate) mod style {
    use super::{AnsiColor, Style};

    /// Headings.
    pub(crate) const HEADING: Style = Style::new().bold();
    /// What has just moved, and the best moves.
    pub(crate) const MARKED: Style = AnsiColor::Green.on_default().bold();
    /// Remarks and empty cells.
    pub(crate) const FAINT: Style = Style::new().dimmed();
    /// `error:`.
    pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
}

/// Buffered standard output without styles, for data.
pub(crate) fn data() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Buffered standard output for people. Styles written to it arrive on a
/// terminal only, or where `--color always` or `CLICOLOR_FORCE` asks for them.
pub(crate) fn pages() -> BufWriter<AutoStream<StdoutLock<'static>>> {
    BufWriter::with_capacity(1 << 16, AutoStream::auto(io::stdout().lock()))
}

/// Writes `error: …` to standard error. Where that fails too, nothing is left
/// to tell.
pub(crate) fn complain(message: &impl std::fmt::Display) {
    let error = style::ERROR;
    let _ = writeln!(anstream::stderr(), "{error}error:{error:#} {message}");
}

/// Columns of the terminal that standard output goes to; `COLUMNS`, or else
/// 80, where there is none.
pub(crate) fn width() -> usize {
    let asked = || std::env::var("COLUMNS").ok()?.parse().ok().filter(|&width| width > 0);
    let terminal = terminal_size::terminal_size().filter(|_| io::stdout().is_terminal());
    if let Some((terminal_size::Width(width), _)) = terminal {
        return usize::from(width).max(1);
    }
    asked().unwrap_or(NO_TERMINAL)
}

/// When to write colours.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, clap::ValueEnum)]
pub(crate) enum Colour {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Also into a file or a pipe
    Always,
    /// Not at all
    Never,
}

impl Colour {
    /// Makes this the choice of all further output.
    pub(crate) fn choose(self) {
        match self {
            Colour::Auto => ColorChoice::Auto,
            Colour::Always => ColorChoice::Always,
            Colour::Never => ColorChoice::Never,
        }
        .write_global();
    }
}
