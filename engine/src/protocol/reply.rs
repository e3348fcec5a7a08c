//! What is written back, a line each.

use std::fmt::{self, Display};

use tesuji_core::gomoku::Cell;

/// The answer to `ABOUT`.
pub const ABOUT: &str = concat!(
    "name=\"tesuji\", version=\"",
    env!("CARGO_PKG_VERSION"),
    "\", author=\"",
    env!("CARGO_PKG_AUTHORS"),
    "\", country=\"International\""
);

/// One line of output. Its text has no end of line, whatever it quotes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// `OK`.
    Ok,
    /// `ERROR …`: the command is known and cannot be done.
    Error(String),
    /// `UNKNOWN …`: no such command.
    Unknown(String),
    /// `x,y`: one move, or `x,y x,y …`: the stones of an opening.
    Moves(Vec<Cell>),
    /// `SWAP`: the colours change hands.
    Swap,
    /// `FORBID XXYY….`: the points forbidden to Black.
    Forbidden(Vec<Cell>),
    /// `name="…", …`.
    About,
    /// `MESSAGE …`, for a person; comes before an answer and is none.
    Message(String),
}

impl Reply {
    /// Whether this is what a command waits for.
    #[must_use]
    pub fn is_answer(&self) -> bool {
        !matches!(self, Reply::Message(_))
    }
}

impl Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Ok => f.write_str("OK"),
            Reply::Error(why) => write!(f, "ERROR {why}"),
            Reply::Unknown(what) => write!(f, "UNKNOWN {what}"),
            Reply::Moves(cells) => {
                for (i, cell) in cells.iter().enumerate() {
                    let blank = if i > 0 { " " } else { "" };
                    write!(f, "{blank}{},{}", cell.column(), cell.row())?;
                }
                Ok(())
            }
            Reply::Swap => f.write_str("SWAP"),
            Reply::Forbidden(cells) => {
                f.write_str("FORBID ")?;
                for cell in cells {
                    write!(f, "{:02}{:02}", cell.column(), cell.row())?;
                }
                f.write_str(".")
            }
            Reply::About => f.write_str(ABOUT),
            Reply::Message(text) => write!(f, "MESSAGE {text}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_count_from_zero_column_first() {
        let cells = |text: &str| text.split(' ').map(|cell| cell.parse().unwrap()).collect();
        assert_eq!(Reply::Moves(cells("h8")).to_string(), "7,7");
        assert_eq!(Reply::Moves(cells("a1 b1 ad30")).to_string(), "0,0 1,0 29,29");
        assert_eq!(Reply::Forbidden(cells("h9 t1")).to_string(), "FORBID 07081900.");
        assert_eq!(Reply::Forbidden(Vec::new()).to_string(), "FORBID .");
    }
}
