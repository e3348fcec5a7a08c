//! The file: `docs/certificates.md` describes it byte by byte.

mod read;
mod write;

use std::error::Error;
use std::fmt::{self, Display};

use tesuji_core::gomoku::{Rule, VariantError};

use crate::certificate::HeadError;

pub use read::read;
pub use write::write;

/// The first bytes.
const MAGIC: [u8; 8] = [0x89, b'T', b'S', b'C', 0x0d, 0x0a, 0x1a, 0x0a];

/// The version that is read and written.
const VERSION: u8 = 1;

/// The rules by their number in a file.
const RULES: [Rule; 6] =
    [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Hybrid, Rule::Caro, Rule::CaroExact];

/// Bytes of the checksum at the end.
const SUM: usize = 4;

/// Cells below this are one byte, all others two.
const SHORT: u16 = 224;

/// The bytes of the tree that are no move of a four.
mod tag {
    pub(super) const FIVE: u8 = 0xe8;
    pub(super) const END: u8 = 0xe9;
    pub(super) const NAMED: u8 = 0xea;
    pub(super) const DEFAULT: u8 = 0xeb;
    pub(super) const FIRST: u8 = 0xec;
    pub(super) const DEAD: u8 = 0xed;
    pub(super) const FULL: u8 = 0xee;
    pub(super) const PAIRS: u8 = 0xef;
    pub(super) const SAME: u8 = 0xf0;
    pub(super) const TURN: u8 = 0xf1;
    /// In place of a reply: a group of several.
    pub(super) const GROUP: u8 = 0xfe;
    /// In place of a move: none.
    pub(super) const NONE: u8 = 0xff;
}

/// Why bytes are no certificate, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FormatError {
    /// The first byte of what is wrong, from 0.
    pub offset: usize,
    /// What is wrong.
    pub wrong: Wrong,
}

/// What is wrong with bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// They do not begin like a certificate.
    NotACertificate,
    /// Another version of the format.
    Version(u8),
    /// They end too early.
    CutOff,
    /// Bytes follow the checksum.
    GoesOn,
    /// They are not those that the checksum was made of.
    Checksum,
    /// No rule has this number.
    Rule(u8),
    /// There is no such board.
    Variant(VariantError),
    /// Bits that mean nothing are set.
    Flags(u8),
    /// A number is not written in its shortest form or has more than 32 bits.
    Number,
    /// A cell is off the board, or a byte that is none stands in its place.
    Cell,
    /// The stones are in no ascending order, or a cell has two.
    Stones,
    /// Nothing can be claimed of the position.
    Head(HeadError),
    /// No node begins with this byte.
    Tag(u8),
    /// A node asks for more nodes before it than are left.
    Missing,
    /// There are not so many nodes before this one.
    Same(u32),
    /// No symmetry of this board has this number.
    Symmetry(u8),
    /// A group of fewer than two replies, or none where the rest needs one.
    Group,
    /// The tree does not end in one root that lies as the position does.
    Roots,
}

impl Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::NotACertificate => f.write_str("it does not begin like a certificate"),
            Wrong::Version(version) => {
                write!(f, "it is of version {version}; this program reads version {VERSION}")
            }
            Wrong::CutOff => f.write_str("it is cut off"),
            Wrong::GoesOn => f.write_str("bytes follow the checksum"),
            Wrong::Checksum => f.write_str("it does not match its checksum"),
            Wrong::Rule(rule) => write!(f, "no rule has the number {rule}"),
            Wrong::Variant(error) => error.fmt(f),
            Wrong::Flags(flags) => write!(f, "the flags {flags:#04x} have no meaning"),
            Wrong::Number => f.write_str("a number is not in its shortest form"),
            Wrong::Cell => f.write_str("a cell of the board is expected"),
            Wrong::Stones => f.write_str("the stones are in no ascending order"),
            Wrong::Head(error) => error.fmt(f),
            Wrong::Tag(tag) => write!(f, "no node begins with {tag:#04x}"),
            Wrong::Missing => f.write_str("a node has too few nodes before it"),
            Wrong::Same(distance) => write!(f, "there is no node {distance} nodes back"),
            Wrong::Symmetry(number) => write!(f, "the board has no symmetry {number}"),
            Wrong::Group => f.write_str("a group of replies is too small"),
            Wrong::Roots => f.write_str("the tree does not end in one root"),
        }
    }
}

impl Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.offset, self.wrong)
    }
}

impl Error for FormatError {}
