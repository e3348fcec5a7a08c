//! Why a file is no table, or no table can be made.

use std::error::Error;
use std::fmt::{self, Display};
use std::io;

use tesuji_solvers::Refusal;

/// What went wrong with a table. It never means a value.
#[derive(Debug)]
pub enum TableError {
    /// The system refused to read or write.
    Io(io::Error),
    /// The file is shorter than any table, or does not begin like one.
    NotATable,
    /// The file has another version of the format.
    Version(u16),
    /// The file ends before the end that it states, or goes on after it.
    Length {
        /// The bytes that it states.
        stated: u64,
        /// The bytes that it has.
        found: u64,
    },
    /// Bytes differ from their checksum.
    Checksum(Place),
    /// The checksums are right and what they cover is against the format.
    Malformed(Place, &'static str),
    /// The table would be larger than the format or the memory allows.
    TooLarge(String),
    /// The solver refused.
    Refused(Refusal),
    /// The position is none of this table.
    Position(String),
    /// A part of an unfinished file holds other values than are found now.
    Unfinished(u32),
}

/// Where in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The 64 bytes at the start.
    Header,
    /// The head of a part: its model and its list of blocks.
    Part(u32),
    /// A block of a part.
    Block {
        /// The part.
        part: u32,
        /// The block, from 0 in its part.
        block: u32,
    },
    /// The directory and the statistics.
    Directory,
    /// The 64 bytes at the end.
    End,
    /// All of it.
    File,
}

impl Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Header => f.write_str("the header"),
            Place::Part(part) => write!(f, "the head of part {part}"),
            Place::Block { part, block } => write!(f, "block {block} of part {part}"),
            Place::Directory => f.write_str("the directory"),
            Place::End => f.write_str("the end record"),
            Place::File => f.write_str("the whole file"),
        }
    }
}

impl Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Io(error) => error.fmt(f),
            TableError::NotATable => f.write_str("it is no table"),
            TableError::Version(version) => {
                write!(f, "it is a table of version {version}; this program reads version 1")
            }
            TableError::Length { stated, found } => {
                write!(f, "it has {found} bytes and should have {stated}")
            }
            TableError::Checksum(place) => {
                write!(f, "it is damaged: {place} does not match its checksum")
            }
            TableError::Malformed(place, what) => write!(f, "it is damaged: {place}: {what}"),
            TableError::TooLarge(what) => f.write_str(what),
            TableError::Refused(refusal) => refusal.fmt(f),
            TableError::Position(why) => f.write_str(why),
            TableError::Unfinished(part) => write!(
                f,
                "part {part} of the unfinished file holds other values than are found now; \
                 remove that file to begin anew"
            ),
        }
    }
}

impl Error for TableError {}

impl From<io::Error> for TableError {
    fn from(error: io::Error) -> TableError {
        TableError::Io(error)
    }
}

impl From<Refusal> for TableError {
    fn from(refusal: Refusal) -> TableError {
        TableError::Refused(refusal)
    }
}
