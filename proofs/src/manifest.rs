//! A list of certificates that together prove one claim.
//!
//! ```text
//! tesuji manifest 1
//! game 15x15 hybrid k5
//! claimant black
//! root |
//! proof 6f0a…(64 hex digits) h8-a1.tsc h8 a1
//! ```
//!
//! `root` is the position as stones, Black's, a bar, White's and where the
//! counts do not tell it the side to move. Each `proof` has the SHA-256 of a
//! file, its name, and the moves from the root to the position that the file
//! proves, the claimant to move there. Empty lines and lines that begin with
//! `#` say nothing.

mod cover;
mod read;

use std::fmt::{self, Display};

use sha2::{Digest, Sha256};
use tesuji_core::Player;
use tesuji_core::gomoku::Cell;
use tesuji_core::gomoku::naive::Board;

pub use cover::{Covered, ManifestFault};

/// Certificates that are to prove together that a side wins a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Manifest {
    root: Board,
    claimant: Player,
    proofs: Vec<Entry>,
}

/// A certificate of a [`Manifest`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Of the whole file.
    pub sha256: [u8; 32],
    /// The file, without blanks; where it lies is the reader's business.
    pub name: String,
    /// From the root to the position that it proves.
    pub path: Vec<Cell>,
}

impl Manifest {
    /// The claim that this player wins, so far without any proof.
    #[must_use]
    pub fn new(root: Board, claimant: Player) -> Manifest {
        Manifest { root, claimant, proofs: Vec::new() }
    }

    /// The position that is to be won.
    #[must_use]
    pub fn root(&self) -> &Board {
        &self.root
    }

    /// Who is to win it.
    #[must_use]
    pub fn claimant(&self) -> Player {
        self.claimant
    }

    /// The certificates in their order.
    #[must_use]
    pub fn proofs(&self) -> &[Entry] {
        &self.proofs
    }

    /// Adds a file. The name must have no white space, or the manifest is
    /// refused when it is read.
    pub fn add(&mut self, name: &str, file: &[u8], path: &[Cell]) {
        let sha256 = Sha256::digest(file).into();
        self.proofs.push(Entry { sha256, name: name.to_owned(), path: path.to_vec() });
    }
}

impl Display for Manifest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", read::TITLE)?;
        writeln!(f, "game {}", self.root.variant())?;
        writeln!(f, "claimant {}", self.claimant)?;
        let stones = self.root.to_string();
        // The game has a line of its own.
        let stones = stones.split_once(':').map_or(stones.as_str(), |(_, stones)| stones);
        writeln!(f, "root {}", stones.trim())?;
        for Entry { sha256, name, path } in &self.proofs {
            f.write_str("proof ")?;
            sha256.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
            write!(f, " {name}")?;
            path.iter().try_for_each(|cell| write!(f, " {cell}"))?;
            f.write_str("\n")?;
        }
        Ok(())
    }
}
