//! Whether the certificates of a manifest prove its claim together.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::{self, Display};

use sha2::{Digest, Sha256};
use tesuji_core::gomoku::naive::Board;
use tesuji_core::gomoku::{Cell, Symmetry};
use tesuji_core::{Game, Outcome, Player};

use super::Manifest;
use crate::certificate::{Certificate, Kind};
use crate::check::{Fault, also, check};
use crate::format::{FormatError, read};

/// What a manifest has been found to prove.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Covered {
    /// The claimant's moves at most.
    pub moves: u32,
    /// Nodes of all certificates that were looked at.
    pub nodes: u64,
}

/// Why a manifest proves nothing.
#[derive(Debug)]
pub enum ManifestFault {
    /// A file is not there, or cannot be read.
    File(String, std::io::Error),
    /// The bytes of a file are others than those of the manifest.
    Checksum(String),
    /// A file is no certificate.
    Format(String, FormatError),
    /// A certificate is wrong.
    Wrong(String, Fault),
    /// A certificate claims something else than what stands in the manifest.
    Other(String),
    /// The moves cannot be played, or end the game.
    Path(Vec<Cell>),
    /// After these moves the claimant has two moves, or a file and a move.
    Choice(Vec<Cell>),
    /// After these moves, the last of them the opponent's, nothing is proved,
    /// nor in any image of the position.
    Open(Vec<Cell>),
}

impl Display for ManifestFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = |path: &[Cell]| -> String {
            let moves: Vec<String> = path.iter().map(Cell::to_string).collect();
            if moves.is_empty() {
                "at once".to_owned()
            } else {
                format!("after {}", moves.join(" "))
            }
        };
        match self {
            ManifestFault::File(name, error) => write!(f, "{name}: {error}"),
            ManifestFault::Checksum(name) => write!(f, "{name}: it has another checksum"),
            ManifestFault::Format(name, error) => write!(f, "{name}: {error}"),
            ManifestFault::Wrong(name, fault) => write!(f, "{name}: {fault}"),
            ManifestFault::Other(name) => {
                write!(f, "{name}: it claims something else than the manifest says")
            }
            ManifestFault::Path(path) => write!(f, "{}: it cannot be played", moves(path)),
            ManifestFault::Choice(path) => write!(f, "{}: the claimant has a choice", moves(path)),
            ManifestFault::Open(path) => write!(f, "{}: nothing is proved", moves(path)),
        }
    }
}

impl Error for ManifestFault {}

/// The stones of a position in their canonical form; the claimant is to move.
type Key = Vec<(Cell, Player)>;

/// Moves that the manifest names, and what follows each.
#[derive(Default)]
struct Branch {
    next: BTreeMap<Cell, Branch>,
    has_proof: bool,
}

impl Manifest {
    /// Judges each certificate, and that every reply to every move of the
    /// claimant between the root and the certificates is answered: by a
    /// certificate or a further move, or in an image of the position.
    ///
    /// `load` gives the bytes of a file by its name. One is held at a time.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn judge(
        &self,
        load: &mut dyn FnMut(&str) -> std::io::Result<Vec<u8>>,
    ) -> Result<Covered, ManifestFault> {
        let mut top = Branch::default();
        let mut cover = Cover {
            claimant: self.claimant,
            board: self.root.clone(),
            path: Vec::new(),
            proved: BTreeMap::new(),
        };
        let mut nodes = 0;
        let mut seen = BTreeSet::new();
        for entry in &self.proofs {
            let name = || entry.name.clone();
            let mut branch = &mut top;
            let mut board = self.root.clone();
            for (at, &mv) in entry.path.iter().enumerate() {
                if !board.is_legal(mv) || branch.has_proof {
                    return Err(ManifestFault::Path(entry.path[..=at].to_vec()));
                }
                board.play_unchecked(mv);
                branch = branch.next.entry(mv).or_default();
            }
            if board.to_move() != self.claimant || board.outcome().is_some() {
                return Err(ManifestFault::Path(entry.path.clone()));
            }
            branch.has_proof = true;
            let file = load(&entry.name).map_err(|error| ManifestFault::File(name(), error))?;
            if <[u8; 32]>::from(Sha256::digest(&file)) != entry.sha256 {
                return Err(ManifestFault::Checksum(name()));
            }
            let certificate = read(&file).map_err(|error| ManifestFault::Format(name(), error))?;
            if !self.is_for(&certificate, &board) {
                return Err(ManifestFault::Other(name()));
            }
            let key = board.canonical().stones();
            // The same file for another image has been judged.
            if seen.insert((entry.sha256, key.clone())) {
                let proved =
                    check(&certificate).map_err(|fault| ManifestFault::Wrong(name(), fault))?;
                nodes += proved.nodes;
                cover.proved.insert(key, proved.moves);
            }
        }
        let moves = if self.root.to_move() == self.claimant {
            cover.ours(&top)?
        } else {
            cover.theirs(&top)?
        };
        Ok(Covered { moves, nodes })
    }

    /// Whether a certificate claims what the manifest says of this position.
    fn is_for(&self, certificate: &Certificate, board: &Board) -> bool {
        let head = certificate.head();
        let (theirs, ours) = (head.variant(), board.variant());
        let same_board = (theirs.width(), theirs.height(), theirs.k())
            == (ours.width(), ours.height(), ours.k());
        let same_rule = theirs.rule() == ours.rule() || also(certificate).contains(&ours.rule());
        let symmetries = Symmetry::of(ours);
        same_board
            && same_rule
            && head.kind() == Kind::Win
            && head.claimant() == self.claimant
            && symmetries.iter().any(|&one| board.image(one).stones() == head.root().stones())
    }
}

struct Cover {
    claimant: Player,
    board: Board,
    path: Vec<Cell>,
    /// Positions that are proved, and the claimant's moves in them.
    proved: BTreeMap<Key, u32>,
}

impl Cover {
    fn play<T>(&mut self, mv: Cell, then: impl FnOnce(&mut Self) -> T) -> T {
        self.board.play_unchecked(mv);
        self.path.push(mv);
        let done = then(self);
        self.path.pop();
        self.board.undo(mv, ());
        done
    }

    /// The claimant is to move. As deep as the manifest's paths are long,
    /// which is at most one move for each cell.
    fn ours(&mut self, branch: &Branch) -> Result<u32, ManifestFault> {
        let key = self.board.canonical().stones();
        let mut moves = branch.next.iter();
        let moves = match (moves.next(), moves.next(), self.proved.get(&key)) {
            (None, _, Some(&moves)) => moves,
            (None, ..) => return Err(ManifestFault::Open(self.path.clone())),
            (Some((&mv, next)), None, _) if !branch.has_proof => {
                self.play(mv, |cover| cover.theirs(next))?.saturating_add(1)
            }
            _ => return Err(ManifestFault::Choice(self.path.clone())),
        };
        self.proved.insert(key, moves);
        Ok(moves)
    }

    /// The opponent is to reply.
    fn theirs(&mut self, branch: &Branch) -> Result<u32, ManifestFault> {
        if let Some(outcome) = self.board.outcome() {
            let is_won = outcome == Outcome::Win(self.claimant);
            return if is_won { Ok(0) } else { Err(ManifestFault::Path(self.path.clone())) };
        }
        let mut longest = 0;
        // Those that are named first: the others are images of them.
        for (&reply, next) in &branch.next {
            longest = longest.max(self.play(reply, |cover| cover.ours(next))?);
        }
        for reply in self.board.legal_moves() {
            if branch.next.contains_key(&reply) {
                continue;
            }
            let proved = self.play(reply, |cover| {
                let key = cover.board.canonical().stones();
                let is_over = cover.board.winner().is_some();
                let proved = cover.proved.get(&key).copied().filter(|_| !is_over);
                proved.ok_or_else(|| ManifestFault::Open(cover.path.clone()))
            })?;
            longest = longest.max(proved);
        }
        Ok(longest)
    }
}
