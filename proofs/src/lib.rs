//! Certificates of gomoku: a claim, a tree that proves it, and a judge that
//! believes nothing of either.
//!
//! - [`Certificate`] is the tree with what it claims; [`Builder`] makes one.
//! - [`read`] and [`write()`] are its file, which `docs/certificates.md`
//!   describes byte by byte.
//! - [`manifest`] joins certificates to one proof.
//! - [`check`](check()) is the judge; `docs/zones.md` has its lemmas.
//!
//! Nothing in a file is believed: whatever its bytes are, reading gives a
//! certificate or a [`FormatError`] with the place, in memory that the file's
//! own size bounds. A certificate that was read is a well-formed tree and no
//! more; whether it proves anything the judge says.
#![forbid(unsafe_code)]

mod builder;
mod certificate;
pub mod check;
mod format;
mod from_hold;
mod from_proof;
mod from_tree;
mod from_win;
mod join;
pub mod manifest;
mod walk;
mod zoned;

pub use builder::Builder;
pub use certificate::{Certificate, Edge, Head, HeadError, Kind, Node, NodeId, Reply, Rest};
pub use check::{
    Fault, FaultKind, NotProved, Proved, Refusal, Sampled, Step, check, exhaustive, sample,
};
pub use format::{FormatError, Wrong, read, write};
pub use from_tree::TreeError;
pub use join::{JoinError, Part, is_answered, symmetries_of};
pub use walk::Visit;
pub use zoned::StrategyError;
